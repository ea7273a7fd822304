// CALayer+Presentation.swift
// A layer and everything beneath it as a value: the tree that is shown, or for a layer that is in no
// live tree its model.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CALayer {
  /// The layer and everything beneath it: as it looks at this moment where it was committed, else as
  /// its model is, laid out and drawn.
  package func snapshot() -> LayerSnapshot {
    guard slot >= 0, let context = committedIn else { return modelSnapshot() }
    let time = MediaClock.presentationTime
    return context.snapshot(of: slot, at: time)
  }

  private func modelSnapshot() -> LayerSnapshot {
    layoutIfNeeded()
    var nodes: [RenderNode] = []
    // Trees may be deep, so what is beneath waits in a list and not on the call stack.
    var waiting: [(layer: CALayer, parent: Int32, isMask: Bool)] = [(self, -1, false)]
    while let (layer, parent, isMask) = waiting.popLast() {
      let index = Int32(nodes.count)
      layer.displayIfNeeded()
      if let mask = layer.maskLayer { waiting.append((mask, index, true)) }
      for child in layer.children.reversed() { waiting.append((child, index, false)) }
      var node = RenderNode()
      (node.values, node.parent) = (layer.values, parent)
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
  /// The drawing as the contents of a tree of one layer.
  package var asSnapshot: LayerSnapshot {
    var node = RenderNode()
    node.values.bounds = CGRect(origin: .zero, size: size)
    node.values.contents = .drawing(self)
    return LayerSnapshot(nodes: [node])
  }
}
