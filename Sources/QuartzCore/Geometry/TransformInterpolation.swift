// TransformInterpolation.swift
// Stage: sample. Two matrices and a progress in, the matrix between them out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CATransform3D {
  /// Interpolates between two transforms.
  ///
  /// Planar transforms follow CSS Transforms Level 1, which matches measurements of Core Animation. Others
  /// are decomposed as in CSS Transforms Level 2; with a singular end, the value changes at one half.
  ///
  /// - Parameter progress: 0 gives `self`, 1 gives `end`; values outside overshoot.
  package func interpolated(to end: CATransform3D, progress: Double) -> CATransform3D {
    if self == end || progress == 0 { return self }
    if progress == 1 { return end }
    if isPlaneAffine && end.isPlaneAffine {
      var from = PlaneParts(affine, beside: end.affine)
      var to = PlaneParts(end.affine, beside: affine)
      from.prepare(with: &to)
      return CATransform3D(from.blended(to: to, by: progress).transform)
    }
    guard let from = SpaceParts(self), let to = SpaceParts(end) else {
      return progress < 0.5 ? self : end
    }
    return from.blended(to: to, by: progress).transform
  }
}

/// A planar transform as translation, scale, angle and remainder.
///
/// Source: CSS Transforms Level 1, "Interpolation of 2D matrices", as written there. Of the ways to decompose that were
/// tried, it is the one that fits Apple's pictures of skewed layers.
private struct PlaneParts {
  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  /// Degrees.
  var angle: Double
  /// The remaining matrix, by rows: applied last.
  var residual: (SIMD2<Double>, SIMD2<Double>)

  /// - Parameter other: The other end. A row of zeros, which has no direction, gets the other's, so that scaling from
  ///   or to zero is uniform and without rotation.
  init(_ t: CGAffineTransform, beside other: CGAffineTransform) {
    translation = SIMD2<Double>(t.tx, t.ty)
    let own = Self.scaleAndDirections(t)
    scale = own.scale
    var rows = own.directions
    if own.scale.x == 0 { rows.0 = Self.scaleAndDirections(other).directions.0 }
    if own.scale.y == 0 { rows.1 = Self.scaleAndDirections(other).directions.1 }
    let radians = atan2(rows.0.y, rows.0.x)
    angle = radians * 180 / .pi
    residual = Self.rotated(rows, by: -radians)
  }

  /// The lengths of a matrix's rows, one of them negative in a mirrored one, and the rows divided by them.
  private static func scaleAndDirections(
    _ t: CGAffineTransform
  ) -> (scale: SIMD2<Double>, directions: (SIMD2<Double>, SIMD2<Double>)) {
    var (row0, row1) = (SIMD2<Double>(t.a, t.b), SIMD2<Double>(t.c, t.d))
    var scale = SIMD2<Double>((row0 * row0).sum().squareRoot(), (row1 * row1).sum().squareRoot())
    if t.determinant < 0 {
      if row0.x < row1.y { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    if scale.x != 0 { row0 /= scale.x }
    if scale.y != 0 { row1 /= scale.y }
    return (scale, (row0, row1))
  }

  /// The rows of a rotation times a matrix.
  private static func rotated(
    _ rows: (SIMD2<Double>, SIMD2<Double>), by radians: Double
  ) -> (SIMD2<Double>, SIMD2<Double>) {
    let (s, c) = (sin(radians), cos(radians))
    return (rows.0 * c + rows.1 * s, rows.1 * c - rows.0 * s)
  }

  /// Prepares two ends for interpolation: the same handedness, and the shorter rotation.
  mutating func prepare(with other: inout PlaneParts) {
    if (scale.x < 0 && other.scale.y < 0) || (scale.y < 0 && other.scale.x < 0) {
      scale = -scale
      angle += angle < 0 ? 180 : -180
    }
    if angle == 0 { angle = 360 }
    if other.angle == 0 { other.angle = 360 }
    if abs(angle - other.angle) > 180 {
      if angle > other.angle { angle -= 360 } else { other.angle -= 360 }
    }
  }

  func blended(to other: PlaneParts, by p: Double) -> PlaneParts {
    var result = self
    result.translation += (other.translation - translation) * p
    result.scale += (other.scale - scale) * p
    result.angle += (other.angle - angle) * p
    result.residual.0 += (other.residual.0 - residual.0) * p
    result.residual.1 += (other.residual.1 - residual.1) * p
    return result
  }

  /// Scale, then rotation, then the remainder.
  var transform: CGAffineTransform {
    let (row0, row1) = Self.rotated(residual, by: angle * .pi / 180)
    return CGAffineTransform(
      a: row0.x * scale.x, b: row0.y * scale.x, c: row1.x * scale.y, d: row1.y * scale.y,
      tx: translation.x, ty: translation.y)
  }
}

/// A transform in space as perspective, translation, rotation, scale and skew.
///
/// Source: "unmatrix" in Graphics Gems II, as published in CSS Transforms Level 2.
private struct SpaceParts {
  var perspective: SIMD4<Double>
  var translation: SIMD3<Double>
  var scale: SIMD3<Double>
  /// xy, xz, yz.
  var skew: SIMD3<Double>
  /// x, y, z, w.
  var rotation: SIMD4<Double>

  /// Decomposes a matrix; nil when it is singular.
  init?(_ matrix: CATransform3D) {
    guard matrix.m44 != 0, matrix.isFinite else { return nil }
    var m = matrix
    let unit = matrix.m44
    m.rows = (m.rows.0 / unit, m.rows.1 / unit, m.rows.2 / unit, m.rows.3 / unit)
    guard abs(m.linearDeterminant) > 1e-12 else { return nil }

    if m.m14 != 0 || m.m24 != 0 || m.m34 != 0 {
      var plain = m
      (plain.m14, plain.m24, plain.m34, plain.m44) = (0, 0, 0, 1)
      guard let inverse = plain.inverse else { return nil }
      let column = SIMD4<Double>(m.m14, m.m24, m.m34, m.m44)
      let rows = inverse.rows
      perspective = SIMD4<Double>(
        (rows.0 * column).sum(), (rows.1 * column).sum(), (rows.2 * column).sum(),
        (rows.3 * column).sum())
    } else {
      perspective = SIMD4<Double>(0, 0, 0, 1)
    }
    translation = SIMD3<Double>(m.m41, m.m42, m.m43)

    var x = SIMD3<Double>(m.m11, m.m12, m.m13)
    var y = SIMD3<Double>(m.m21, m.m22, m.m23)
    var z = SIMD3<Double>(m.m31, m.m32, m.m33)
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    scale = .zero
    skew = .zero
    scale.x = length(x)
    x /= scale.x
    skew.x = (x * y).sum()
    y -= x * skew.x
    scale.y = length(y)
    y /= scale.y
    skew.x /= scale.y
    skew.y = (x * z).sum()
    z -= x * skew.y
    skew.z = (y * z).sum()
    z -= y * skew.z
    scale.z = length(z)
    z /= scale.z
    skew.y /= scale.z
    skew.z /= scale.z
    if m.linearDeterminant < 0 {
      scale = -scale
      (x, y, z) = (-x, -y, -z)
    }
    rotation = Self.quaternion(x, y, z)
  }

  /// Returns the quaternion of orthonormal rows. The largest component is computed first, as the others
  /// are divided by it.
  private static func quaternion(
    _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
  ) -> SIMD4<Double> {
    let trace = x.x + y.y + z.z
    let squares = SIMD4<Double>(
      1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + trace)
    let largest = squares.max()
    let root = largest.squareRoot() * 2
    let result: SIMD4<Double>
    if largest == squares.w {
      result = SIMD4<Double>((y.z - z.y) / root, (z.x - x.z) / root, (x.y - y.x) / root, root / 4)
    } else if largest == squares.x {
      result = SIMD4<Double>(root / 4, (x.y + y.x) / root, (x.z + z.x) / root, (y.z - z.y) / root)
    } else if largest == squares.y {
      result = SIMD4<Double>((x.y + y.x) / root, root / 4, (y.z + z.y) / root, (z.x - x.z) / root)
    } else {
      result = SIMD4<Double>((x.z + z.x) / root, (y.z + z.y) / root, root / 4, (x.y - y.x) / root)
    }
    return result / (result * result).sum().squareRoot()
  }

  func blended(to other: SpaceParts, by p: Double) -> SpaceParts {
    var result = self
    result.perspective += (other.perspective - perspective) * p
    result.translation += (other.translation - translation) * p
    result.scale += (other.scale - scale) * p
    result.skew += (other.skew - skew) * p
    var target = other.rotation
    var cosine = (rotation * target).sum()
    if cosine < 0 {
      target = -target
      cosine = -cosine
    }
    if cosine > 1 - 1e-12 {
      result.rotation = target
    } else {
      let theta = acos(min(cosine, 1))
      result.rotation =
        rotation * (sin((1 - p) * theta) / sin(theta)) + target * (sin(p * theta) / sin(theta))
    }
    return result
  }

  var transform: CATransform3D {
    var m = CATransform3D()
    (m.m14, m.m24, m.m34, m.m44) = (
      perspective.x, perspective.y, perspective.z, perspective.w
    )
    m = CATransform3DTranslate(m, translation.x, translation.y, translation.z)
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    var turn = CATransform3D()
    (turn.m11, turn.m12, turn.m13) = (
      1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)
    )
    (turn.m21, turn.m22, turn.m23) = (
      2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)
    )
    (turn.m31, turn.m32, turn.m33) = (
      2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)
    )
    m = CATransform3DConcat(turn, m)
    var shear = CATransform3D()
    shear.m32 = skew.z
    m = CATransform3DConcat(shear, m)
    shear = CATransform3D()
    shear.m31 = skew.y
    m = CATransform3DConcat(shear, m)
    shear = CATransform3D()
    shear.m21 = skew.x
    m = CATransform3DConcat(shear, m)
    return CATransform3DScale(m, scale.x, scale.y, scale.z)
  }
}
