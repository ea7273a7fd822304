// TimeMapping.swift
// Stage: sample. Takes a time in the parent's time space, returns a time in the local one, and from
// it the iteration and the progress of an active interval (semantics 1.1-1.7).
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The map from a parent's time space into a child's.
///
/// A layer inside its superlayer, an animation inside its layer, and an animation inside a group
/// each own one. All times are seconds.
///
///     // Begins 2 s late and runs at half speed.
///     let map = TimeMapping(beginTime: 2, speed: 0.5)
///     map.localTime(forParentTime: 4)  // 1.0
///
/// Source: the time-space model of Apple's `CAMediaTiming`.
package struct TimeMapping: Hashable, Sendable {
  /// The parent time, in seconds, at which local time equals ``timeOffset``.
  package var beginTime: TimeInterval

  /// Local seconds that pass per parent second.
  ///
  /// Zero stands still; a negative speed runs backwards.
  package var speed: Double

  /// The local time, in seconds, that is shown at ``beginTime``.
  package var timeOffset: TimeInterval

  package static let identity = TimeMapping()

  /// Creates a map; the defaults leave time unchanged.
  ///
  /// - Precondition: Every argument is finite.
  package init(beginTime: TimeInterval = 0, speed: Double = 1, timeOffset: TimeInterval = 0) {
    precondition(
      beginTime.isFinite && speed.isFinite && timeOffset.isFinite,
      "a time mapping needs finite values, not begin \(beginTime), speed \(speed), "
        + "offset \(timeOffset)")
    self.beginTime = beginTime
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// Returns the local time shown at a parent time.
  ///
  /// The result is not clamped: whether a time before zero is visible depends on the fill mode,
  /// which this type does not know.
  package func localTime(forParentTime parentTime: TimeInterval) -> TimeInterval {
    (parentTime - beginTime) * speed + timeOffset
  }

  /// Returns the parent time at which a local time is shown; 0 when time stands still (1.11).
  package func parentTime(forLocalTime localTime: TimeInterval) -> TimeInterval {
    speed == 0 ? 0 : (localTime - timeOffset) / speed + beginTime
  }
}

/// Where in its active interval an animation is.
package enum TimePhase: Hashable, Sendable { case before, active, after }

/// The instant of an animation that a frame shows.
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

  /// Times closer than this, in seconds, are taken as equal, so that a sum of frame times that
  /// should hit an end exactly does.
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

  /// Local seconds of one run, there and back again when reversing.
  package var cycleDuration: TimeInterval { duration * (autoreverses ? 2 : 1) }

  /// Local seconds since the begin, without the offset; 0 for ever while time stands still.
  package func elapsed(atParentTime parentTime: TimeInterval) -> TimeInterval {
    (parentTime - map.beginTime) * abs(map.speed)
  }

  /// Returns the phase at a parent time; both ends belong to the active one.
  package func phase(atParentTime parentTime: TimeInterval) -> TimePhase {
    let elapsed = elapsed(atParentTime: parentTime)
    if elapsed < -Self.resolution { return .before }
    return elapsed > activeDuration + Self.resolution ? .after : .active
  }

  /// The parent time at which the active interval ends; infinite when it never does.
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
    // Where a cycle's end meets the next one's start, what is played decides: forwards the last
    // instant of all is an end, backwards the first one, which has the offset to start from.
    let isAtEnd = map.speed < 0 ? elapsed == 0 : elapsed == activeDuration
    if isAtEnd, local > 0, rest < Self.resolution || rest > cycleLength - Self.resolution {
      // The end of the last cycle, not the start of one that never comes.
      if rest < Self.resolution { cycle -= 1 }
      return TimeSample(progress: autoreverses ? 0 : 1, cycle: cycle)
    }
    let isReturning = autoreverses && rest > duration
    // The very sums of a window, so that both agree to the bit.
    let position = (isReturning ? -ahead : ahead) + shift(cycle: cycle, isReturning: isReturning)
    return TimeSample(progress: TimingSegment.clamp(position / duration), cycle: cycle)
  }

  /// What is added to the seconds played to get those of a cycle, or those left of one that returns.
  func shift(cycle: Double, isReturning: Bool) -> Double {
    let start = cycle * cycleDuration
    return isReturning ? cycleDuration - map.timeOffset + start : map.timeOffset - start
  }
}
