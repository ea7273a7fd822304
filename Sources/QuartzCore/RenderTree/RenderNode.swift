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
  private var rare = Rare<RareNodeFields>()

  /// Values that copies of a node share: those in the tree that commits change, and those of a render server. Written
  /// only while uniquely referenced.
  fileprivate final class Model: @unchecked Sendable {
    var values: LayerValues
    static let usual = Model(LayerValues())

    init(_ values: LayerValues) { self.values = values }
  }

  /// The memory of values that no node has any more.
  ///
  /// Where a render server has a copy of a node, each change of its values takes new memory. The values that it replaces
  /// come back with the update that has brought it to the server.
  struct SpareModels: Sendable {
    private var models: [Model] = []
    /// More are released: a tree that changed once as a whole may not do so again.
    private static let most = 512

    /// Takes the memory of a node's values, unless another node shares it, and releases what they refer to. The node is
    /// not used again.
    mutating func take(from node: inout RenderNode) {
      guard models.count < Self.most, node.model !== Model.usual,
        isKnownUniquelyReferenced(&node.model)
      else { return }
      node.model.values.contents = nil
      node.model.values.rare = Rare()
      node.model.values.own = nil
      var model = Model.usual
      swap(&model, &node.model)
      models.append(model)
    }

    /// Returns memory for values, which are not valid yet.
    fileprivate mutating func next() -> Model {
      // One that a copy of these has as well is shared.
      while var model = models.popLast() {
        if isKnownUniquelyReferenced(&model) { return model }
      }
      return Model(Model.usual.values)
    }
  }

  /// Gives the node's values memory of their own, before they are replaced.
  mutating func makeOwnModel(from spares: inout SpareModels) {
    if !isKnownUniquelyReferenced(&model) { model = spares.next() }
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
    get { rare[\.time] }
    set { if time != newValue { rare.fields.time = newValue } }
  }

  package var transition: TransitionTrack? {
    get { rare[\.transition] }
    set { if hasTransition || newValue != nil { rare.fields.transition = newValue } }
  }

  package var hasTransition: Bool { rare[\.transition] != nil }

  /// For dumps.
  package var name: String? {
    get { rare[\.name] }
    set { if name != newValue { rare.fields.name = newValue } }
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

/// The fields that few nodes have.
private struct RareNodeFields: RareFields, Sendable {
  var time: TimeMapping?
  var transition: TransitionTrack?
  /// For dumps.
  var name: String?

  static let defaults = RareMemory(Self())
}
