// LayerSnapshot.swift
// Stage: render tree. A frozen copy of a subtree: the before image of a transition, or the picture of a view. Not
// what a commit copies (Commit.swift, packValues).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A frozen copy of a subtree. Its root is the first node.
package final class LayerSnapshot: DrawnTree, Sendable {
  package let nodes: [RenderNode]
  /// The values of the nodes, in the form in which a walk over a tree takes them.
  package let values: [LayerValues]
  /// The progress of the nodes' transitions, by index.
  package let transitions: [Int32: Double]
  /// The number of snapshots nested here, this one included.
  let depth: Int

  /// The deepest nesting; further snapshots would not be visible.
  static let maximumDepth = 8

  package init(nodes: [RenderNode], transitions: [Int32: Double] = [:]) {
    self.nodes = nodes
    self.transitions = transitions
    values = nodes.map(\.values)
    depth = 1 + nodes.reduce(0) { max($0, $1.transition?.snapshot?.depth ?? 0) }
  }
}

extension LayerSnapshot {
  /// Whether no layer blends with what is behind it, or filters it.
  package var isPlain: Bool {
    values.allSatisfy {
      $0.backdropRadius == 0 && $0.effects?.backdrop.isEmpty != false
        && $0.effects?.blendMode ?? .normal == .normal
    }
  }
}

extension RenderTree {
  /// Returns a node and everything beneath it as a value of its own, as presented at a media time; a
  /// transition in progress is frozen.
  package func snapshot(
    of slot: Int32, at time: TimeInterval, values: (Int32) -> LayerValues
  ) -> LayerSnapshot {
    var copies: [RenderNode] = []
    var transitions: [Int32: Double] = [:]
    // An explicit stack, as trees may be deeper than the call stack.
    var pending: [(slot: Int32, parent: Int32, isMask: Bool)] = [(slot, -1, false)]
    while let (slot, parent, isMask) = pending.popLast() {
      let index = Int32(copies.count)
      var node = nodes[Int(slot)]
      if node.mask >= 0 { pending.append((node.mask, index, true)) }
      for child in node.children.reversed() { pending.append((child, index, false)) }
      node.values = values(slot)
      (node.parent, node.children, node.mask, node.tracks) = (parent, [], -1, nil)
      if let transition = node.transition {
        let progress = transition.progress(atLayerTime: localTime(of: slot, at: time))
        if let progress, (transition.snapshot?.depth ?? 0) < LayerSnapshot.maximumDepth {
          transitions[index] = progress
        } else {
          node.transition = nil
        }
      }
      copies.append(node)
      if isMask {
        copies[Int(parent)].mask = index
      } else if parent >= 0 {
        copies[Int(parent)].children.append(index)
      }
    }
    return LayerSnapshot(nodes: copies, transitions: transitions)
  }
}
