// TimingSegment.swift
// Stage: sample. An interval in which an animation's progress is linear in time: all that a frame needs of
// a timing between the boundaries of its cycles.
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An interval in which an animation's progress is linear in time.
///
/// The progress is `((time - begin) * rate + shift) / divisor`, with the timing's begin and the numbers
/// here: the same operations as in ``ActiveTiming/sample(atParentTime:)``.
package struct TimingSegment: Sendable, BitwiseCopyable {
  /// The parent times between which it is valid, both excluded. Near a boundary, where rounding decides on
  /// which side a time lies, both are the time itself.
  package var lower: TimeInterval
  package var upper: TimeInterval
  /// Whether the animation contributes anything.
  package var contributes = true
  package var rate = 0.0
  package var shift = 0.0
  package var divisor = 1.0

  /// Whether the progress is constant, so that it has to be shown only once.
  package var isConstant: Bool { rate == 0 && lower < upper }

  /// Returns the progress at a parent time within the segment, 0...1.
  @inline(__always)
  package func progress(atParentTime time: TimeInterval, begin: TimeInterval) -> Double {
    Self.clamp(((time - begin) * rate + shift) / divisor)
  }

  @inline(__always)
  static func clamp(_ progress: Double) -> Double {
    // In this form it compiles to two instructions.
    let low = progress > 0 ? progress : 0
    return low < 1 ? low : 1
  }
}

extension ActiveTiming {
  /// Returns the segment that a parent time lies in.
  package func segment(atParentTime time: TimeInterval) -> TimingSegment {
    let speed = abs(map.speed)
    var constant = TimingSegment(lower: -.infinity, upper: .infinity)
    guard let sample = sample(atParentTime: time) else {
      constant.contributes = false
      if elapsed(atParentTime: time) < 0 {
        constant.upper = map.beginTime
      } else {
        constant.lower = endInParentTime
      }
      return narrowed(constant, around: time)
    }
    // Constant, as it is at single times too.
    constant.shift = sample.progress
    if speed == 0 { return constant }
    switch phase(atParentTime: time) {
    case .before:
      constant.upper = map.beginTime
      return narrowed(constant, around: time)
    case .after:
      constant.lower = endInParentTime
      return narrowed(constant, around: time)
    case .active: break
    }
    let (cycle, offset) = (cycleDuration, map.timeOffset)
    var (first, last) = (0.0, activeDuration)
    var line = constant
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
    (constant.lower, constant.upper) = (time, time)
    return constant
  }

  /// Returns the segment without the times that rounding may put on either side of its bounds; empty when
  /// the time itself is among them.
  private func narrowed(_ segment: TimingSegment, around time: TimeInterval) -> TimingSegment {
    let magnitude = abs(time) + abs(map.beginTime) + abs(map.timeOffset)
    let margin = max(1, 1 / abs(map.speed)) * (3 * Self.resolution + magnitude * 4e-15)
    var result = segment
    result.lower += margin
    result.upper -= margin
    if !(result.lower < time && time < result.upper) { (result.lower, result.upper) = (time, time) }
    return result
  }
}
