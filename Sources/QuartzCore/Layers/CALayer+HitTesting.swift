// CALayer+HitTesting.swift
// Hit testing beneath layers that keep their sublayers in space (semantics 12, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Whether sublayers keep their places in space instead of being flattened into the layer's plane.
  var keepsDepth: Bool {
    switch values.subclass {
    case .transform: true
    case .replicator(let values): values.preservesDepth
    default: false
    }
  }

  /// Returns the layer beneath this one that is nearest to the viewer at a point.
  ///
  /// - Parameters:
  ///   - point: In the plane in which the space is seen, the superlayer's of the outermost layer that
  ///     keeps depth.
  ///   - toPlane: From this layer's space to that plane's.
  func findInSpace(at point: CGPoint, toPlane: CATransform3D) -> CALayer? {
    var leaves: [SpaceLeaf] = []
    gatherLeaves(toPlane, into: &leaves)
    let ordered = leaves.enumerated().sorted {
      ($0.element.nearness, $0.offset) < ($1.element.nearness, $1.offset)
    }
    for (_, leaf) in ordered.reversed() {
      guard let inverse = leaf.toPlane.flattened.inverse else { continue }
      // A layer is asked in its superlayer's space, as its own code may answer.
      if let hit = leaf.layer.hitTest(point.applying(inverse).applying(leaf.toSuperlayer.flattened))
      {
        return hit
      }
    }
    return nil
  }

  /// A plane in space.
  private struct SpaceLeaf {
    var layer: CALayer
    var toSuperlayer: CATransform3D
    var toPlane: CATransform3D
    /// How near its middle is to the viewer.
    var nearness: Double
  }

  private func gatherLeaves(_ toPlane: CATransform3D, into leaves: inout [SpaceLeaf]) {
    for child in sublayers ?? [] {
      let toSuperlayer = child.placement(in: values)
      let t = CATransform3DConcat(toSuperlayer, toPlane)
      if child.keepsDepth {
        if !child.values.isHidden && child.values.opacity > 0 {
          child.gatherLeaves(t, into: &leaves)
        }
        continue
      }
      let middle = CGPoint(x: child.values.bounds.midX, y: child.values.bounds.midY)
      leaves.append(
        SpaceLeaf(
          layer: child, toSuperlayer: toSuperlayer, toPlane: t, nearness: t.nearness(of: middle)))
    }
  }
}
