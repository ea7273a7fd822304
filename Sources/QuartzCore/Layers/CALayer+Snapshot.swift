// CALayer+Snapshot.swift
// A frozen copy of a layer and its descendants, for transitions and for pictures of views. The commit
// copies what changed for the render tree by functions of its own (Commit.swift, packValues).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CALayer {
  /// The layer and its descendants: the presented values where it was committed, else the model's, laid out
  /// and drawn.
  package func snapshot() -> LayerSnapshot {
    guard slot >= 0, let context = committedIn else {
      layoutIfNeeded()
      return modelSnapshot()
    }
    let time = MediaClock.presentationTime
    return context.snapshot(of: slot, at: time)
  }

  /// The model's values of the layer and its descendants, drawn.
  ///
  /// - Parameter change: Changes the values of each layer before its descendants are visited.
  func modelSnapshot(
    _ change: (CALayer, inout LayerValues) -> Void = { _, _ in }
  ) -> LayerSnapshot {
    var nodes: [RenderNode] = []
    // Iterative, as trees may be deep.
    var pending: [(layer: CALayer, parent: Int32, isMask: Bool)] = [(self, -1, false)]
    while let (layer, parent, isMask) = pending.popLast() {
      let index = Int32(nodes.count)
      layer.displayIfNeeded()
      var values = layer.values
      change(layer, &values)
      if let mask = layer.maskLayer { pending.append((mask, index, true)) }
      for child in layer.children.reversed() { pending.append((child, index, false)) }
      var node = RenderNode()
      (node.values, node.parent) = (values, parent)
      nodes.append(node)
      if isMask {
        nodes[Int(parent)].mask = index
      } else if parent >= 0 {
        nodes[Int(parent)].children.append(index)
      }
    }
    return LayerSnapshot(nodes: nodes)
  }
}

extension Drawing {
  /// A snapshot of one layer with the drawing as its contents.
  package var asSnapshot: LayerSnapshot {
    var node = RenderNode()
    node.values.bounds = CGRect(origin: .zero, size: size)
    node.values.contents = .drawing(self)
    return LayerSnapshot(nodes: [node])
  }
}
