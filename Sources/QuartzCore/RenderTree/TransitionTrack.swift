// TransitionTrack.swift
// Stage: commit → sample. A compiled transition of a layer.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A transition that runs on a layer.
package struct TransitionTrack: Sendable {
  package var timing: ActiveTiming
  package var easing: EasingCurve
  package var type: CATransitionType
  package var subtype: CATransitionSubtype
  package var startProgress: Double
  package var endProgress: Double
  /// The before image; nil for a layer that had none.
  package var snapshot: LayerSnapshot?

  /// Returns the progress at a time of the layer, 0 before to 1 after; nil when only the after image
  /// shows.
  package func progress(atLayerTime time: TimeInterval) -> Double? {
    timing.sample(atParentTime: time).map {
      startProgress + (endProgress - startProgress) * easing.value(at: $0.progress)
    }
  }
}
