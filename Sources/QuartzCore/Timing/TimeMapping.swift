// TimeMapping.swift
// Stage: sample. Takes a time in the parent's time space, returns a time in the local one.
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
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
  /// Zero pauses; a negative speed runs backwards.
  package var speed: Double

  /// The local time, in seconds, that is shown at ``beginTime``.
  package var timeOffset: TimeInterval

  package static let identity = TimeMapping()

  /// Creates a map; the defaults leave time unchanged.
  ///
  /// - Precondition: Every argument is finite.
  package init(beginTime: TimeInterval = 0, speed: Double = 1, timeOffset: TimeInterval = 0) {
    trap(
      unless: beginTime.isFinite && speed.isFinite && timeOffset.isFinite,
      "a time mapping needs finite values, not begin \(beginTime), speed \(speed), "
        + "offset \(timeOffset)")
    self.beginTime = beginTime
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// Returns the local time shown at a parent time.
  ///
  /// The result is not clamped: whether a time before zero is visible depends on the fill mode,
  /// which is not part of this type.
  package func localTime(forParentTime parentTime: TimeInterval) -> TimeInterval {
    (parentTime - beginTime) * speed + timeOffset
  }

  /// Returns the parent time at which a local time is shown; 0 when time is paused.
  package func parentTime(forLocalTime localTime: TimeInterval) -> TimeInterval {
    speed == 0 ? 0 : (localTime - timeOffset) / speed + beginTime
  }
}
