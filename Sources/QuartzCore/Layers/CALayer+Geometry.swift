// CALayer+Geometry.swift
// Frames, conversion between spaces, and what lies at a point (semantics 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

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

  private func map(to other: CALayer?) -> CATransform3D {
    guard let other else { return toRoot }
    return CATransform3DConcat(
      toRoot, CATransform3DInvert(other.toRoot))
  }

  /// Converts a point from another layer's space, or with nil the root's, to this layer's.
  public func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    p.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a point of this layer to another layer's space, or with nil to the root's.
  public func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint { p.applying(map(to: layer)) }

  /// Converts a rectangle from another layer's space; the result is the upright box around it.
  public func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    r.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a rectangle of this layer to another layer's space; the result is the upright box.
  public func convert(_ r: CGRect, to layer: CALayer?) -> CGRect { r.applying(map(to: layer)) }

  // MARK: Hit testing

  func findLayer(at point: CGPoint) -> CALayer? {
    guard !values.isHidden, values.opacity > 0 else { return nil }
    var placement = values.placement
    if let transform = superlayer?.values.childTransform {
      placement = CATransform3DConcat(placement, transform)
    }
    if keepsDepth { return findInSpace(at: point, toPlane: placement) }
    // A layer that is squeezed to nothing, or seen from its edge, cannot be hit.
    guard let inverse = placement.flattened.inverse else { return nil }
    let local = point.applying(inverse)
    if let mask, mask.hitTest(local) == nil { return nil }
    if values.masksToBounds && !contains(local) { return nil }
    var ordered = sublayers ?? []
    if ordered.contains(where: { $0.values.zPosition != 0 }) {
      ordered = ordered.enumerated().sorted {
        ($0.element.values.zPosition, $0.offset) < ($1.element.values.zPosition, $1.offset)
      }.map(\.element)
    }
    for child in ordered.reversed() {
      if let hit = child.hitTest(local) { return hit }
    }
    return contains(local) ? self : nil
  }
}
