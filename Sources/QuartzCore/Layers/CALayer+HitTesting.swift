// CALayer+HitTesting.swift
// Hit testing, in the reverse of the painting order: with the painter's geometry (LayerGeometry) and order in
// depth (DepthOrder). Views are hit in the order of subviews: UIView.hitTest.
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
      nearness: leaves.map(\.nearness), polygons: leaves.map(\.polygon))
    for part in order.reversed() where part.contains(point) {
      if let hit = leaves[part.index].hitTest(point) { return hit }
    }
    return nil
  }

  /// A flat layer in space.
  private struct SpaceLeaf {
    var layer: CALayer
    var toSuperlayer: CATransform3D
    var toPlane: CATransform3D
    /// The nearness of its centre to the viewer.
    var nearness: Double
    /// Its rectangle in space; nil if it covers no other layer.
    var polygon: ProjectedPolygon?

    init(_ layer: CALayer, toSuperlayer: CATransform3D, toPlane: CATransform3D) {
      let bounds = layer.values.bounds
      self.layer = layer
      self.toSuperlayer = toSuperlayer
      self.toPlane = toPlane
      nearness = toPlane.nearness(of: CGPoint(x: bounds.midX, y: bounds.midY))
      polygon = ProjectedPolygon(bounds, toPlane)
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

extension CALayer {
  /// Returns the layer at a point of the superlayer's space.
  ///
  /// Iterative, as trees may be deep; recursion is used only for classes that override `hitTest(_:)`.
  func findLayer(at point: CGPoint) -> CALayer? {
    let above = superlayer?.values
    if keepsDepth {
      guard !values.isHidden, values.opacity > 0 else { return nil }
      return findInSpace(at: point, toPlane: placement(in: above))
    }
    return reach(point, in: above).flatMap(findLayer(atLocalPoint:))
  }

  /// Returns the layer at a point of this layer's own space, if the point is admitted.
  func findLayer(atLocalPoint local: CGPoint) -> CALayer? {
    var open = [HitLevel(layer: self, point: local, untried: sublayersAsDrawn)]
    while let last = open.indices.last {
      let (layer, local) = (open[last].layer, open[last].point)
      guard let child = open[last].untried.popLast() else {
        if layer.contains(local) { return layer }
        open.removeLast()
        continue
      }
      if child.hasOwnHitTest || child.keepsDepth {
        if let hit = child.hitTest(local) { return hit }
      } else if let point = child.reach(local, in: layer.values) {
        open.append(HitLevel(layer: child, point: point, untried: child.sublayersAsDrawn))
      }
    }
    return nil
  }

  /// A layer that contains a point, and the sublayers that are still to be tested.
  private struct HitLevel {
    let layer: CALayer
    /// In the layer's space.
    let point: CGPoint
    /// Back to front.
    var untried: [CALayer]
  }

  /// Converts a point of the superlayer's space to the layer's own; nil when neither the layer nor a descendant
  /// can be hit there.
  private func reach(_ point: CGPoint, in superlayer: LayerValues?) -> CGPoint? {
    guard !values.isHidden, values.opacity > 0 else { return nil }
    // A layer without area, or seen edge-on, cannot be hit.
    let placement = placement(in: superlayer)
    guard let inverse = placement.flattened.inverse else { return nil }
    let local = point.applying(inverse)
    // Points behind the eye are not visible, though they project onto the screen.
    return placement.isInFrontOfEye(local) && admits(local) ? local : nil
  }

  /// Whether the layer's mask and clip let a point of its own space be hit.
  func admits(_ local: CGPoint) -> Bool {
    if let mask, mask.hitTest(local) == nil { return false }
    return !values.masksToBounds || contains(local)
  }

  /// The sublayers in painting order.
  private var sublayersAsDrawn: [CALayer] {
    (sublayers ?? []).backToFront { Double($0.values.zPosition) }
  }
}
