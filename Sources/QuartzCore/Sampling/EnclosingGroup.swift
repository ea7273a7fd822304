// EnclosingGroup.swift
// Stage: commit → sample. The groups around an animation, with which it ends.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A group around an animation: its own time within the layer's, or an outer group's.
package struct EnclosingGroup: Sendable {
  package var timing: ActiveTiming
  package var easing: EasingCurve

  /// Returns the group's basic local time, which is its children's parent time; nil outside.
  func childTime(atParentTime time: TimeInterval) -> TimeInterval? {
    timing.sample(atParentTime: time).map { timing.duration * easing.value(at: $0.progress) }
  }
}
