// RenderNode.swift
// Stage: render tree. One layer as last committed: values only, no reference to the layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One layer as last committed.
package struct RenderNode: Sendable {
  package var values = LayerValues()
  /// Back to front by index; the painter orders by zPosition.
  package var children: [Int32] = []
  package var parent: Int32 = -1
  package var mask: Int32 = -1
  package var isUsed = false
  /// The layer's compiled animations; nil without any.
  var tracks: LayerTracks?
  private var rare: Rare?

  /// Values that few nodes have, behind one reference.
  private final class Rare: Sendable {
    let time: TimeMapping?
    let transition: TransitionTrack?
    let name: String?

    /// Nil when every value is.
    init?(_ time: TimeMapping?, _ transition: TransitionTrack?, _ name: String?) {
      if time == nil && transition == nil && name == nil { return nil }
      (self.time, self.transition, self.name) = (time, transition, name)
    }
  }

  package init() {}

  /// The offset of the values within a node, in bytes.
  static let valuesOffset: Int = {
    guard let offset = MemoryLayout<RenderNode>.offset(of: \.values) else {
      trap("a node's values are not stored in it")
    }
    return offset
  }()

  /// The layer's own time within its superlayer's; nil when both are the same.
  package var time: TimeMapping? {
    get { rare?.time }
    set { if time != newValue { rare = Rare(newValue, transition, name) } }
  }

  package var transition: TransitionTrack? {
    get { rare?.transition }
    set {
      if hasTransition || newValue != nil { rare = Rare(time, newValue, name) }
    }
  }

  package var hasTransition: Bool { rare?.transition != nil }

  /// For dumps.
  package var name: String? {
    get { rare?.name }
    set { if name != newValue { rare = Rare(time, transition, newValue) } }
  }

  /// The structure on which a walk over the tree depends, besides the values.
  struct Structure: Equatable {
    var children: [Int32]
    var parent: Int32
    var mask: Int32
    var time: TimeMapping?
    var hasTransition: Bool
  }

  var structure: Structure {
    Structure(
      children: children, parent: parent, mask: mask, time: time, hasTransition: hasTransition)
  }
}
