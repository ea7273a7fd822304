// ActiveTiming.swift
// Stage: sample. The iteration and the progress of an active interval at a time, and what fillMode shows before and after.
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A position relative to an active interval.
package enum TimePhase: Hashable, Sendable { case before, active, after }

/// The instant of an animation at a time.
package struct TimeSample: Hashable, Sendable {
  /// Fraction of one run of `duration`, folded back when reversing, before the timing function.
  package var progress: Double
  /// Number of finished cycles, for cumulative animations.
  package var cycle: Double
}

/// One animation's timing, ready to be sampled.
package struct ActiveTiming: Hashable, Sendable {
  package var map: TimeMapping
  /// Seconds of local time for one run; at least 0.
  package var duration: TimeInterval
  /// Local seconds from begin to end, repeats included; may be infinite.
  package var activeDuration: TimeInterval
  package var autoreverses: Bool
  package var fillsBackwards: Bool
  package var fillsForwards: Bool

  /// Times closer than this, in seconds, are equal, so that a sum of frame times meets an end in spite of
  /// rounding.
  package static let resolution: TimeInterval = 1e-9

  package init(
    map: TimeMapping, duration: TimeInterval, repeatCount: Double = 0,
    repeatDuration: TimeInterval = 0, autoreverses: Bool = false, fillsBackwards: Bool = false,
    fillsForwards: Bool = false
  ) {
    self.map = map
    self.duration = max(0, duration)
    self.autoreverses = autoreverses
    self.fillsBackwards = fillsBackwards
    self.fillsForwards = fillsForwards
    let cycle = self.duration * (autoreverses ? 2 : 1)
    if repeatDuration > 0 {
      activeDuration = repeatDuration
    } else if repeatCount > 0 {
      activeDuration = cycle == 0 ? 0 : repeatCount * cycle
    } else {
      activeDuration = cycle
    }
  }

  /// Local seconds of one cycle: a run, and the run back when reversing.
  package var cycleDuration: TimeInterval { duration * (autoreverses ? 2 : 1) }

  /// Local seconds since the begin, without the offset; always 0 while time is paused.
  package func elapsed(atParentTime parentTime: TimeInterval) -> TimeInterval {
    (parentTime - map.beginTime) * abs(map.speed)
  }

  /// Returns the phase at a parent time; both ends belong to the active one.
  package func phase(atParentTime parentTime: TimeInterval) -> TimePhase {
    let elapsed = elapsed(atParentTime: parentTime)
    if elapsed < -Self.resolution { return .before }
    return elapsed > activeDuration + Self.resolution ? .after : .active
  }

  /// The parent time at which the active interval ends; infinite without an end.
  package var endInParentTime: TimeInterval {
    map.speed == 0 ? .infinity : map.beginTime + activeDuration / abs(map.speed)
  }

  /// Returns the instant shown at a parent time; nil when the animation contributes nothing.
  package func sample(atParentTime parentTime: TimeInterval) -> TimeSample? {
    var elapsed = elapsed(atParentTime: parentTime)
    switch phase(atParentTime: parentTime) {
    case .before:
      guard fillsBackwards else { return nil }
      elapsed = 0
    case .after:
      guard fillsForwards else { return nil }
      elapsed = activeDuration
    case .active:
      elapsed = min(max(elapsed, 0), activeDuration)
      if elapsed > activeDuration - Self.resolution { elapsed = activeDuration }
    }
    let cycleLength = cycleDuration
    guard cycleLength > 0 else { return TimeSample(progress: 1, cycle: 0) }
    guard cycleLength.isFinite else { return TimeSample(progress: 0, cycle: 0) }
    let ahead = map.speed < 0 ? -elapsed : map.speed == 0 ? 0 : elapsed
    let local = ahead + map.timeOffset
    var cycle = (local / cycleLength).rounded(.down)
    let rest = local - cycle * cycleLength
    // Where the end of a cycle meets the start of the next, the end of the active interval shows the
    // end of its cycle. Played backwards, the active interval ends at its first instant.
    let isAtEnd = map.speed < 0 ? elapsed == 0 : elapsed == activeDuration
    if isAtEnd, local > 0, rest < Self.resolution || rest > cycleLength - Self.resolution {
      // The end of the last cycle, not the start of one beyond the interval.
      if rest < Self.resolution { cycle -= 1 }
      return TimeSample(progress: autoreverses ? 0 : 1, cycle: cycle)
    }
    let isReturning = autoreverses && rest > duration
    // The operations of `TimingSegment`, so that both agree to the bit.
    let position = (isReturning ? -ahead : ahead) + shift(cycle: cycle, isReturning: isReturning)
    return TimeSample(progress: TimingSegment.clamp(position / duration), cycle: cycle)
  }

  /// The number added to the seconds played for the seconds into a cycle, or left of one that returns.
  func shift(cycle: Double, isReturning: Bool) -> Double {
    let start = cycle * cycleDuration
    return isReturning ? cycleDuration - map.timeOffset + start : map.timeOffset - start
  }
}
