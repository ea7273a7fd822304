// LayerGeometry.swift
// Frames, conversion between spaces, and what lies at a point (semantics 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

extension LayerValues {
  /// The map from the layer's own space to its superlayer's, without the superlayer's
  /// `sublayerTransform`.
  package var placement: CATransform3D { placement(of: bounds) }

  /// ``placement`` as it would be with other bounds.
  func placement(of bounds: CGRect) -> CATransform3D {
    let anchorX = bounds.origin.x + bounds.width * anchorPoint.x
    let anchorY = bounds.origin.y + bounds.height * anchorPoint.y
    if transform.isIdentity && anchorPointZ == 0 {
      return CATransform3DMakeTranslation(position.x - anchorX, position.y - anchorY, zPosition)
    }
    return CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DMakeTranslation(-anchorX, -anchorY, -anchorPointZ), transform),
      CATransform3DMakeTranslation(position.x, position.y, zPosition + anchorPointZ))
  }

  /// The map that every sublayer's placement is followed by; nil when it changes nothing.
  package var childTransform: CATransform3D? {
    guard isGeometryFlipped else { return unflippedChildTransform }
    let flip = CATransform3DConcat(
      CATransform3DMakeScale(1, -1, 1),
      CATransform3DMakeTranslation(0, bounds.minY + bounds.maxY, 0))
    return unflippedChildTransform.map { CATransform3DConcat(flip, $0) } ?? flip
  }

  /// ``childTransform`` as conversion between layers knows it, which a flip does not affect.
  var unflippedChildTransform: CATransform3D? {
    if sublayerTransform.isIdentity { return nil }
    let anchorX = bounds.origin.x + bounds.width * anchorPoint.x
    let anchorY = bounds.origin.y + bounds.height * anchorPoint.y
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-anchorX, -anchorY, 0), sublayerTransform),
      CATransform3DMakeTranslation(anchorX, anchorY, 0))
  }
}

extension CATransform3D {
  /// The map of the plane z = 0 onto itself: what is in front or behind is seen flat, as layers are.
  var flattened: CATransform3D {
    var t = self
    (t.m13, t.m23, t.m43) = (0, 0, 0)
    (t.m31, t.m32, t.m33, t.m34) = (0, 0, 1, 0)
    return t
  }
}

extension CATransform3D {
  /// How near to the viewer a point of the plane z = 0 comes to lie, with the divide by w; 0 where that is
  /// no number.
  package func nearness(of point: CGPoint) -> Double {
    let w = point.x * m14 + point.y * m24 + m44
    let z = (point.x * m13 + point.y * m23 + m43) / (w == 0 ? 1 : w)
    return z.isFinite ? z : 0
  }
}

extension CATransform3D {
  /// Whether a point of the plane z = 0 comes to lie in front of the viewer's eye.
  func isInFrontOfEye(_ point: CGPoint) -> Bool { point.x * m14 + point.y * m24 + m44 > 0 }
}

extension CGPoint {
  /// Returns the point moved through a matrix, with the divide by w.
  package func applying(_ t: CATransform3D) -> CGPoint {
    let w = x * t.m14 + y * t.m24 + t.m44
    let divisor = w == 0 ? 1 : w
    return CGPoint(
      x: (x * t.m11 + y * t.m21 + t.m41) / divisor, y: (x * t.m12 + y * t.m22 + t.m42) / divisor)
  }
}

extension CGRect {
  package func applying(_ t: CATransform3D) -> CGRect {
    let (a, b) = (CGPoint(x: minX, y: minY).applying(t), CGPoint(x: maxX, y: minY).applying(t))
    let (c, d) = (CGPoint(x: maxX, y: maxY).applying(t), CGPoint(x: minX, y: maxY).applying(t))
    let (left, top) = (min(min(min(a.x, b.x), c.x), d.x), min(min(min(a.y, b.y), c.y), d.y))
    let (right, bottom) = (max(max(max(a.x, b.x), c.x), d.x), max(max(max(a.y, b.y), c.y), d.y))
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension CALayer {
  /// Whether an odd number of layers from this one upwards have flipped geometry.
  var isFlippedInTree: Bool {
    var result = false
    var current: CALayer? = self
    while let layer = current {
      if layer.values.isGeometryFlipped { result.toggle() }
      current = layer.superlayer
    }
    return result
  }

  var derivedFrame: CGRect { values.bounds.applying(values.placement) }

  /// Sets position and size so that the frame is met; asks for `position`, then `bounds`.
  func setFrame(_ rect: CGRect) {
    precondition(rect.isFinite, "frame must be finite, not \(rect)")
    let frame = rect.standardized
    var size = frame.size
    if !values.transform.isIdentity {
      let inverse = CATransform3DInvert(values.transform).affine
      size = CGSize(
        width: abs(frame.width * inverse.a) + abs(frame.height * inverse.c),
        height: abs(frame.width * inverse.b) + abs(frame.height * inverse.d))
    }
    let resized = CGRect(origin: values.bounds.origin, size: size)
    let box = resized.applying(values.placement(of: resized))
    position = CGPoint(
      x: values.position.x + frame.minX - box.minX, y: values.position.y + frame.minY - box.minY)
    bounds = CGRect(origin: values.bounds.origin, size: size)
  }

  // MARK: Conversion

  /// The map from this layer's space to its superlayer's, with the latter's `sublayerTransform`.
  private var toSuperlayer: CATransform3D {
    guard let transform = superlayer?.values.unflippedChildTransform else {
      return values.placement
    }
    return CATransform3DConcat(values.placement, transform)
  }

  private var toRoot: CATransform3D {
    var result = CATransform3DIdentity
    var current: CALayer? = self
    while let layer = current {
      result = CATransform3DConcat(result, layer.toSuperlayer)
      if layer.superlayer?.keepsDepth != true { result = result.flattened }
      current = layer.superlayer
    }
    return result
  }

  /// Whether the layer is seen from behind. A flipped superlayer does not turn it over.
  var facesAway: Bool {
    let t = toRoot
    // The determinant of the map between planes.
    return t.m11 * (t.m22 * t.m44 - t.m24 * t.m42) - t.m12 * (t.m21 * t.m44 - t.m24 * t.m41)
      + t.m14 * (t.m21 * t.m42 - t.m22 * t.m41) < 0
  }

  func map(to other: CALayer?) -> CATransform3D {
    guard let other else { return toRoot }
    return CATransform3DConcat(
      toRoot, CATransform3DInvert(other.toRoot))
  }

  // MARK: Hit testing

  /// What is hit at a point of the superlayer's space.
  ///
  /// Trees may be deep, so the call stack is used only for layers whose class has a say of its own.
  func findLayer(at point: CGPoint) -> CALayer? {
    let above = superlayer?.values
    if keepsDepth {
      guard !values.isHidden, values.opacity > 0 else { return nil }
      return findInSpace(at: point, toPlane: placement(in: above))
    }
    return reach(point, in: above).flatMap(findLayer(atLocalPoint:))
  }

  /// What is hit at a point of the layer's own space that the layer admits.
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

  /// A layer that a point reaches, and its sublayers that were not tried yet.
  private struct HitLevel {
    let layer: CALayer
    /// In the layer's space.
    let point: CGPoint
    /// Back to front.
    var untried: [CALayer]
  }

  /// Returns a point of the superlayer's space in the layer's own; nil when neither the layer nor
  /// anything in it can be hit there.
  private func reach(_ point: CGPoint, in superlayer: LayerValues?) -> CGPoint? {
    guard !values.isHidden, values.opacity > 0 else { return nil }
    // A layer that is squeezed to nothing, or seen from its edge, cannot be hit.
    let placement = placement(in: superlayer)
    guard let inverse = placement.flattened.inverse else { return nil }
    let local = point.applying(inverse)
    // What is behind the eye is not seen, though lines through it reach the screen.
    return placement.isInFrontOfEye(local) && admits(local) ? local : nil
  }

  /// Whether the layer's mask and clip let a point of its own space be hit.
  func admits(_ local: CGPoint) -> Bool {
    if let mask, mask.hitTest(local) == nil { return false }
    return !values.masksToBounds || contains(local)
  }

  /// The map to the superlayer's space, with what that does to its sublayers.
  func placement(in superlayer: LayerValues?) -> CATransform3D {
    guard let transform = superlayer?.childTransform else { return values.placement }
    return CATransform3DConcat(values.placement, transform)
  }

  /// The sublayers in the order in which they are drawn.
  private var sublayersAsDrawn: [CALayer] {
    (sublayers ?? []).backToFront { Double($0.values.zPosition) }
  }
}
