// RenderNode.swift
// Stage: render tree. One layer as last committed: values only, no reference to the layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One layer as last committed.
package struct RenderNode: Sendable {
  private var model = Model.usual
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

  /// Values that copies of a node share: those in the tree that commits change, and those of a render server. Written only
  /// while uniquely referenced.
  private final class Model: @unchecked Sendable {
    var values: LayerValues
    static let usual = Model(LayerValues())

    init(_ values: LayerValues) { self.values = values }
  }

  package init() {}

  /// The model's values, which copies of the node share until one of them is changed.
  package var values: LayerValues {
    @inline(__always) _read { yield model.values }
    _modify {
      if !isKnownUniquelyReferenced(&model) { model = Model(model.values) }
      yield &model.values
    }
    set {
      if isKnownUniquelyReferenced(&model) {
        model.values = newValue
      } else {
        model = Model(newValue)
      }
    }
  }

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
