// SampledTree.swift
// Stage: sample → paint. The values that a frame shows.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The values that a frame shows, by slot.
///
/// With the structure of its tree, it is the painter's whole input.
package struct SampledTree: Sendable {
  /// The frame's one time, in seconds of media time.
  package internal(set) var time: TimeInterval = 0
  /// As many as the tree has nodes; those of unused slots are undefined.
  package internal(set) var values: [LayerValues] = []
  /// The progress of each transition, 0 before to 1 after; a layer without an entry shows its after
  /// image only.
  package internal(set) var transitions: [Int32: Double] = [:]
  /// Slots whose values or transition may differ from the previous frame's: a commit changed
  /// them, or an animation contributes now or did in the frame before. Unique, unordered.
  package internal(set) var touched: [Int32] = []
  /// Whether, since the frame before, a node was added or removed, or a node's children, mask, time or
  /// the presence of its transition changed, so that caches of the tree's structure are stale.
  package internal(set) var isRestructured = true
  /// The easing curves of the tree, for values at other times than the frame's.
  package internal(set) var easings = EasingTable()

  package init() {}
}
