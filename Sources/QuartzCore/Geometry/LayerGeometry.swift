// LayerGeometry.swift
// The matrices of layer geometry: placement in the superlayer, transforms of sublayers, mapped points.
//
// This folder: transforms and their decomposition, and the geometry that painting and hit testing share.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

extension LayerValues {
  /// The map from the layer's own space to its superlayer's, without the superlayer's
  /// `sublayerTransform`.
  package var placement: CATransform3D { placement(of: bounds) }

  /// ``placement`` as it would be with other bounds.
  func placement(of bounds: CGRect) -> CATransform3D { placement(of: bounds, by: transform) }

  /// The map that a layer's frame goes by: what the transform collapses has its own size.
  func framePlacement(of bounds: CGRect) -> CATransform3D {
    placement(of: bounds, by: transform.withInversePlane)
  }

  private func placement(of bounds: CGRect, by transform: CATransform3D) -> CATransform3D {
    let anchorX = bounds.origin.x + bounds.width * anchorPoint.x
    let anchorY = bounds.origin.y + bounds.height * anchorPoint.y
    let anchorPointZ = rare.fields.anchorPointZ
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
    let sublayerTransform = rare.fields.sublayerTransform
    if sublayerTransform.isIdentity { return nil }
    let anchorX = bounds.origin.x + bounds.width * anchorPoint.x
    let anchorY = bounds.origin.y + bounds.height * anchorPoint.y
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-anchorX, -anchorY, 0), sublayerTransform),
      CATransform3DMakeTranslation(anchorX, anchorY, 0))
  }
}

extension CATransform3D {
  /// The transform, with an inverse in the plane: a direction of the plane that it collapses, as a scale of 0 does,
  /// keeps its length instead. A frame can thus be set on a layer that is to grow from nothing.
  var withInversePlane: CATransform3D {
    let (lengthX, lengthY) = (hypot(m11, m12), hypot(m21, m22))
    let longest = max(lengthX, lengthY)
    // A quarter turn out of the plane leaves a sine's rounding.
    let nothing = 1e-15
    guard longest.isFinite,
      longest < nothing || abs(m11 / longest * m22 - m12 / longest * m21) < nothing
    else { return self }
    var result = self
    if longest < nothing {
      (result.m11, result.m12, result.m21, result.m22) = (1, 0, 0, 1)
      return result
    }
    // The longer row gives the remaining direction. A second one is added at a right angle, with length 1.
    let along =
      lengthX >= lengthY
      ? CGPoint(x: m11 / lengthX, y: m12 / lengthX) : CGPoint(x: m21 / lengthY, y: m22 / lengthY)
    let source = CGPoint(x: m11 * along.x + m12 * along.y, y: m21 * along.x + m22 * along.y)
    let length = hypot(source.x, source.y)
    result.m11 += source.y / length * along.y
    result.m12 -= source.y / length * along.x
    result.m21 -= source.x / length * along.y
    result.m22 += source.x / length * along.x
    return result
  }

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
