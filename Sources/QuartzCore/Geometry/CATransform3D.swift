// CATransform3D.swift
// The 4 x 4 matrix of layer transforms, for row vectors: make, concatenate, invert.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A transform in space for row vectors: `[x' y' z' w'] = [x y z 1] × m`, then a divide by `w'`.
///
/// Source: Apple's `CATransform3D`.
public struct CATransform3D: Hashable, Sendable {
  /// The matrix, row by row; `m41`, `m42` and `m43` translate, in points.
  public var m11: CGFloat = 1, m12: CGFloat = 0, m13: CGFloat = 0, m14: CGFloat = 0
  /// The second row.
  public var m21: CGFloat = 0, m22: CGFloat = 1, m23: CGFloat = 0, m24: CGFloat = 0
  /// The third row; `m34 = -1 / distance` gives perspective.
  public var m31: CGFloat = 0, m32: CGFloat = 0, m33: CGFloat = 1, m34: CGFloat = 0
  /// The fourth row.
  public var m41: CGFloat = 0, m42: CGFloat = 0, m43: CGFloat = 0, m44: CGFloat = 1

  /// Creates the identity.
  public init() {}

  /// Creates a matrix from its entries, row by row.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    rows = (
      SIMD4<Double>(m11, m12, m13, m14), SIMD4<Double>(m21, m22, m23, m24),
      SIMD4<Double>(m31, m32, m33, m34),
      SIMD4<Double>(m41, m42, m43, m44)
    )
  }

  /// Creates a transform in space from an affine one of the plane.
  package init(_ t: CGAffineTransform) {
    (m11, m12, m21, m22, m41, m42) = (t.a, t.b, t.c, t.d, t.tx, t.ty)
  }

  package typealias Rows = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// The four rows.
  package var rows: Rows {
    get {
      (
        SIMD4<Double>(m11, m12, m13, m14), SIMD4<Double>(m21, m22, m23, m24),
        SIMD4<Double>(m31, m32, m33, m34),
        SIMD4<Double>(m41, m42, m43, m44)
      )
    }
    set {
      (m11, m12, m13, m14) = (newValue.0.x, newValue.0.y, newValue.0.z, newValue.0.w)
      (m21, m22, m23, m24) = (newValue.1.x, newValue.1.y, newValue.1.z, newValue.1.w)
      (m31, m32, m33, m34) = (newValue.2.x, newValue.2.y, newValue.2.z, newValue.2.w)
      (m41, m42, m43, m44) = (newValue.3.x, newValue.3.y, newValue.3.z, newValue.3.w)
    }
  }

  package var isIdentity: Bool { self == CATransform3DIdentity }

  /// Whether the matrix maps the plane z = 0 to itself without perspective.
  package var isPlaneAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// The affine part in the plane.
  package var affine: CGAffineTransform {
    CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  /// Whether all sixteen numbers are finite.
  package var isFinite: Bool {
    (rows.0.zeroIfFinite + rows.1.zeroIfFinite + rows.2.zeroIfFinite + rows.3.zeroIfFinite) == .zero
  }

  /// The upper left 3 x 3 determinant: the factor by which volumes grow.
  package var linearDeterminant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31)
      + m13 * (m21 * m32 - m22 * m31)
  }
}

extension SIMD where Scalar == Double {
  /// Zeros where the numbers are finite, else NaN. Unlike a sum of the numbers, it cannot overflow.
  @inline(__always)
  var zeroIfFinite: Self { self * 0 }
}

/// The identity.
public let CATransform3DIdentity = CATransform3D()

/// Returns whether a transform is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t.isIdentity }

/// Returns whether two transforms are exactly equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns a translation, in points.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat)
  -> CATransform3D
{
  var t = CATransform3D()
  (t.m41, t.m42, t.m43) = (tx, ty, tz)
  return t
}

/// Returns a scale.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  var t = CATransform3D()
  (t.m11, t.m22, t.m33) = (sx, sy, sz)
  return t
}

/// Returns a rotation by radians about an axis; without an axis (0, 0, 0), the identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite else { return CATransform3DIdentity }
  let (x, y, z) = (x / length, y / length, z / length)
  let (s, c) = (sin(angle), cos(angle))
  let k = 1 - c
  var t = CATransform3D()
  (t.m11, t.m12, t.m13) = (x * x * k + c, x * y * k + z * s, x * z * k - y * s)
  (t.m21, t.m22, t.m23) = (x * y * k - z * s, y * y * k + c, y * z * k + x * s)
  (t.m31, t.m32, t.m33) = (x * z * k + y * s, y * z * k - x * s, z * z * k + c)
  return t
}

/// Returns the transform that translates by points, then applies `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t) }

/// Returns the transform that scales, then applies `t`.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t) }

/// Returns the transform that rotates by radians, then applies `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t) }

/// Returns the transform that applies `a`, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  let (left, right) = (a.rows, b.rows)
  func row(_ v: SIMD4<Double>) -> SIMD4<Double> {
    right.0 * v.x + right.1 * v.y + right.2 * v.z + right.3 * v.w
  }
  var result = CATransform3D()
  result.rows = (row(left.0), row(left.1), row(left.2), row(left.3))
  return result
}

/// Returns the inverse; a singular transform is returned unchanged, as on Apple's systems.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverse ?? t }

/// Returns the transform in space for an affine one of the plane.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m)
}

/// Returns whether a transform is affine in the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.isPlaneAffine }

/// Returns the affine part of a transform in the plane.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform { t.affine }

extension CATransform3D {
  /// The inverse; nil when the matrix is singular.
  package var inverse: CATransform3D? {
    if isPlaneAffine {
      let det = affine.determinant
      return det != 0 && det.isFinite ? CATransform3D(affine.inverted()) : nil
    }
    // Cofactors from the 2 x 2 minors of the upper and the lower two rows.
    let s0 = m11 * m22 - m21 * m12
    let s1 = m11 * m23 - m21 * m13
    let s2 = m11 * m24 - m21 * m14
    let s3 = m12 * m23 - m22 * m13
    let s4 = m12 * m24 - m22 * m14
    let s5 = m13 * m24 - m23 * m14
    let c5 = m33 * m44 - m43 * m34
    let c4 = m32 * m44 - m42 * m34
    let c3 = m32 * m43 - m42 * m33
    let c2 = m31 * m44 - m41 * m34
    let c1 = m31 * m43 - m41 * m33
    let c0 = m31 * m42 - m41 * m32
    let positive = s0 * c5 + s2 * c3 + s3 * c2 + s5 * c0
    let det = positive - s1 * c4 - s4 * c1
    guard det != 0, det.isFinite else { return nil }
    let row0 = SIMD4<Double>(
      m22 * c5 - m23 * c4 + m24 * c3, m13 * c4 - m12 * c5 - m14 * c3,
      m42 * s5 - m43 * s4 + m44 * s3, m33 * s4 - m32 * s5 - m34 * s3)
    let row1 = SIMD4<Double>(
      m23 * c2 - m21 * c5 - m24 * c1, m11 * c5 - m13 * c2 + m14 * c1,
      m43 * s2 - m41 * s5 - m44 * s1, m31 * s5 - m33 * s2 + m34 * s1)
    let row2 = SIMD4<Double>(
      m21 * c4 - m22 * c2 + m24 * c0, m12 * c2 - m11 * c4 - m14 * c0,
      m41 * s4 - m42 * s2 + m44 * s0, m32 * s2 - m31 * s4 - m34 * s0)
    let row3 = SIMD4<Double>(
      m22 * c1 - m21 * c3 - m23 * c0, m11 * c3 - m12 * c1 + m13 * c0,
      m42 * s1 - m41 * s3 - m43 * s0, m31 * s3 - m32 * s1 + m33 * s0)
    var result = CATransform3D()
    result.rows = (row0 / det, row1 / det, row2 / det, row3 / det)
    return result
  }
}
