// EnclosingGroup.swift
// Stage: commit. The groups around an animation, with which it ends.
//
// SPDX-License-Identifier: MIT

/// A group around an animation: its own time within the layer's, or an outer group's.
package struct EnclosingGroup: Sendable {
  package var timing: ActiveTiming
  package var easing: EasingCurve
}
