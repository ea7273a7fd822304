// LayerGeometry.swift
// The matrices of layer geometry: placement in the superlayer, transforms of sublayers, mapped points.
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

  /// The transform that follows every sublayer's placement; nil for the identity.
  package var childTransform: CATransform3D? {
    guard isGeometryFlipped else { return unflippedChildTransform }
    let flip = CATransform3DConcat(
      CATransform3DMakeScale(1, -1, 1),
      CATransform3DMakeTranslation(0, bounds.minY + bounds.maxY, 0))
    return unflippedChildTransform.map { CATransform3DConcat(flip, $0) } ?? flip
  }

  /// ``childTransform`` without the flip.
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
  /// The map of the plane z = 0 onto itself: depth is projected into the plane.
  var flattened: CATransform3D {
    var t = self
    (t.m13, t.m23, t.m43) = (0, 0, 0)
    (t.m31, t.m32, t.m33, t.m34) = (0, 0, 1, 0)
    return t
  }

  /// The mapped z of a point of the plane z = 0, with the divide by w; larger is nearer to the viewer. 0 where
  /// it is not finite.
  package func nearness(of point: CGPoint) -> Double {
    let w = point.x * m14 + point.y * m24 + m44
    let z = (point.x * m13 + point.y * m23 + m43) / (w == 0 ? 1 : w)
    return z.isFinite ? z : 0
  }

  /// Whether a point of the plane z = 0 is mapped in front of the viewer's eye.
  func isInFrontOfEye(_ point: CGPoint) -> Bool { point.x * m14 + point.y * m24 + m44 > 0 }
}

extension CGPoint {
  /// Returns the point mapped by a matrix, with the divide by w.
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
