// TimingSegment.swift
// Stage: sample. A stretch of time in which an animation's progress is one straight line: what a
// frame needs of a timing while no cycle turns and nothing begins or ends.
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// What an animation's timing comes to for a while.
///
/// Between two turns the progress is `((time - begin) * rate + shift) / divisor`, with the timing's
/// begin and the numbers here: the very operations of ``ActiveTiming/sample(atParentTime:)``.
package struct TimingSegment {
  /// The parent times between which it holds, both excluded. Around a turn, where rounding decides on
  /// which side a time lies, there is a window for no time but the asked one.
  package var lower: TimeInterval
  package var upper: TimeInterval
  /// Whether the animation contributes anything.
  package var contributes = true
  package var rate = 0.0
  package var shift = 0.0
  package var divisor = 1.0

  /// Whether what is shown stays the same, so that showing it once does.
  package var isConstant: Bool { rate == 0 && lower < upper }

  /// Returns the progress at a parent time within the window, 0...1.
  @inline(__always)
  package func progress(atParentTime time: TimeInterval, begin: TimeInterval) -> Double {
    Self.clamp(((time - begin) * rate + shift) / divisor)
  }

  @inline(__always)
  static func clamp(_ progress: Double) -> Double {
    // Written so that it becomes two instructions.
    let low = progress > 0 ? progress : 0
    return low < 1 ? low : 1
  }
}

extension ActiveTiming {
  /// Returns the window that a parent time lies in.
  package func window(atParentTime time: TimeInterval) -> TimingSegment {
    let speed = abs(map.speed)
    var window = TimingSegment(lower: -.infinity, upper: .infinity)
    guard let sample = sample(atParentTime: time) else {
      window.contributes = false
      if elapsed(atParentTime: time) < 0 {
        window.upper = map.beginTime
      } else {
        window.lower = endInParentTime
      }
      return narrowed(window, around: time)
    }
    // What stands still, as it does at single times too.
    window.shift = sample.progress
    if speed == 0 { return window }
    switch phase(atParentTime: time) {
    case .before:
      window.upper = map.beginTime
      return narrowed(window, around: time)
    case .after:
      window.lower = endInParentTime
      return narrowed(window, around: time)
    case .active: break
    }
    let (cycle, offset) = (cycleDuration, map.timeOffset)
    var (first, last) = (0.0, activeDuration)
    var line = window
    if cycle > 0, cycle.isFinite {
      let elapsed = elapsed(atParentTime: time)
      let local = (map.speed < 0 ? -elapsed : elapsed) + offset
      let number = (local / cycle).rounded(.down)
      let start = number * cycle
      let isReturning = autoreverses && local - start > duration
      let (low, high) = (
        start + (isReturning ? duration : 0), start + (isReturning ? cycle : duration)
      )
      if map.speed > 0 {
        (first, last) = (max(first, low - offset), min(last, high - offset))
      } else {
        (first, last) = (max(first, offset - high), min(last, offset - low))
      }
      line.rate = isReturning ? -map.speed : map.speed
      line.shift = shift(cycle: number, isReturning: isReturning)
      line.divisor = duration
    }
    line.lower = map.beginTime + first / speed
    line.upper = map.beginTime + last / speed
    line = narrowed(line, around: time)
    if line.lower < line.upper { return line }
    (window.lower, window.upper) = (time, time)
    return window
  }

  /// Returns the window without what is too near to its ends to tell; empty when the time itself is.
  private func narrowed(_ window: TimingSegment, around time: TimeInterval) -> TimingSegment {
    let magnitude = abs(time) + abs(map.beginTime) + abs(map.timeOffset)
    let margin = max(1, 1 / abs(map.speed)) * (3 * Self.resolution + magnitude * 4e-15)
    var result = window
    result.lower += margin
    result.upper -= margin
    if !(result.lower < time && time < result.upper) { (result.lower, result.upper) = (time, time) }
    return result
  }
}
