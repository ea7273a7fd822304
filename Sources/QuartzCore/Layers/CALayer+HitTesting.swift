// CALayer+HitTesting.swift
// Hit testing beneath layers that keep their sublayers in space, in the order in which these are painted.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Whether sublayers keep their positions in space instead of being flattened into the layer's plane.
  var keepsDepth: Bool { values.subclass?.keepsDepth == true }

  /// Returns the layer beneath this one that is painted last at a point.
  ///
  /// - Parameters:
  ///   - point: In the plane through which the space is seen: that of the superlayer of the outermost
  ///     layer that keeps depth.
  ///   - toPlane: From this layer's space to that plane.
  func findInSpace(at point: CGPoint, toPlane: CATransform3D) -> CALayer? {
    var leaves: [SpaceLeaf] = []
    gatherLeaves(toPlane, into: &leaves)
    let order = DepthOrder.backToFront(
      count: leaves.count, nearness: { leaves[$0].nearness }, quad: { leaves[$0].quad })
    for index in order.reversed() {
      if let hit = leaves[index].hitTest(point) { return hit }
    }
    return nil
  }

  /// A flat layer in space.
  private struct SpaceLeaf {
    var layer: CALayer
    var toSuperlayer: CATransform3D
    var toPlane: CATransform3D
    /// How near its centre is to the viewer.
    var nearness: Double
    /// Where it lies in space; nil where it covers no other layer.
    var quad: ProjectedQuad?

    init(_ layer: CALayer, toSuperlayer: CATransform3D, toPlane: CATransform3D) {
      let bounds = layer.values.bounds
      self.layer = layer
      self.toSuperlayer = toSuperlayer
      self.toPlane = toPlane
      nearness = toPlane.nearness(of: CGPoint(x: bounds.midX, y: bounds.midY))
      quad = ProjectedQuad(bounds, toPlane)
    }

    /// Returns what a point of the plane hits in the layer.
    func hitTest(_ point: CGPoint) -> CALayer? {
      guard let inverse = toPlane.flattened.inverse else { return nil }
      let local = point.applying(inverse)
      // An override takes points of the superlayer's space.
      if layer.hasOwnHitTest {
        return layer.hitTest(local.applying(toSuperlayer.flattened))
      }
      // Not by the superlayer's space: a layer at right angles to it has no area there, and can be seen.
      return toPlane.isInFrontOfEye(local) && layer.admits(local)
        ? layer.findLayer(atLocalPoint: local) : nil
    }
  }

  private func gatherLeaves(_ toPlane: CATransform3D, into leaves: inout [SpaceLeaf]) {
    for child in sublayers ?? [] where !child.values.isHidden && child.values.opacity > 0 {
      let toSuperlayer = child.placement(in: values)
      let t = CATransform3DConcat(toSuperlayer, toPlane)
      if child.keepsDepth {
        child.gatherLeaves(t, into: &leaves)
      } else if child.values.isDoubleSided || !child.facesAway {
        leaves.append(SpaceLeaf(child, toSuperlayer: toSuperlayer, toPlane: t))
      }
    }
  }
}
