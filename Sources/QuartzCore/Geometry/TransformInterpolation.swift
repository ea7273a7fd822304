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
    TransformMotion(from: self, to: end).transform(at: progress)
  }
}

/// The way from one transform to another, decomposed once. An object whose numbers are read where they are.
final class TransformMotion: Sendable {
  private enum Way: Sendable {
    case plane, space
    /// Both ends are the same, or one of them cannot be decomposed.
    case none
  }

  let from: CATransform3D
  let to: CATransform3D
  private let way: Way
  private let plane: (from: PlaneParts, delta: PlaneParts)
  private let space: (from: SpaceParts, to: SpaceParts)
  /// The angle between the rotations of ``space``, in radians; 0 where they are the same.
  private let angle: Double

  init(from: CATransform3D, to: CATransform3D) {
    (self.from, self.to) = (from, to)
    var way = Way.none
    var plane = (from: PlaneParts.identity, delta: PlaneParts.identity)
    var space = (from: SpaceParts.identity, to: SpaceParts.identity)
    var angle = 0.0
    if from == to {
      way = .none
    } else if from.isPlaneAffine && to.isPlaneAffine {
      way = .plane
      plane.from = PlaneParts(from.affine, beside: to.affine)
      var end = PlaneParts(to.affine, beside: from.affine)
      plane.from.prepare(with: &end)
      plane.delta = end.adding(plane.from, times: -1)
    } else if let start = SpaceParts(from), let end = SpaceParts(to) {
      (way, space) = (.space, (start, end))
      angle = start.turnToNearer(&space.to)
    }
    (self.way, self.plane, self.space, self.angle) = (way, plane, space, angle)
  }

  /// The poses of both ends; nil where the way leaves the plane, or an end cannot be decomposed.
  var poses: (from: TransformPose, to: TransformPose)? {
    var (first, last) = (plane.from, plane.from.adding(plane.delta, times: 1))
    if from == to && from.isPlaneAffine {
      first = PlaneParts(from.affine, beside: from.affine)
      last = first
    } else if way != .plane {
      return nil
    }
    let isSkewed = !first.isUpright || !last.isUpright
    return (first.pose(isSkewed: isSkewed), last.pose(isSkewed: isSkewed))
  }

  /// The transform at a progress: 0 gives the start, 1 the end; values outside overshoot.
  func transform(at progress: Double) -> CATransform3D {
    SinCosTable.shared.withReader { transform(at: progress, $0) }
  }

  /// The transform at a progress: 0 gives the start, 1 the end; values outside overshoot.
  func transform(at progress: Double, _ sinCos: SinCosTable.Reader) -> CATransform3D {
    if progress == 0 { return from }
    if progress == 1 { return to }
    switch way {
    case .plane:
      return CATransform3D(plane.from.adding(plane.delta, times: progress).transform(sinCos))
    case .space:
      return space.from.blended(to: space.to, angle, by: progress, sinCos).transform
    case .none: return progress < 0.5 ? from : to
    }
  }
}

/// A planar transform as translation, scale, angle and remainder.
///
/// Source: CSS Transforms Level 1, "Interpolation of 2D matrices", as written there. Of the ways to decompose that were
/// tried, it is the one that fits Apple's pictures of skewed layers.
private struct PlaneParts: Sendable {
  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  /// Degrees.
  var angle: Double
  /// The remaining matrix, by rows: applied last.
  var residual: (SIMD2<Double>, SIMD2<Double>)

  static let identity = PlaneParts(.identity, beside: .identity)

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

  /// Whether nothing remains beside scale and rotation.
  var isUpright: Bool {
    let (row0, row1) = (residual.0 - SIMD2(1, 0), residual.1 - SIMD2(0, 1))
    return (row0 * row0 + row1 * row1).sum() < 1e-28
  }

  func pose(isSkewed: Bool) -> TransformPose {
    TransformPose(
      translation: translation, scale: scale, angle: angle * .pi / 180,
      residual: isSkewed ? SIMD4(lowHalf: residual.0, highHalf: residual.1) : nil)
  }

  @inline(__always)
  func adding(_ other: PlaneParts, times factor: Double) -> PlaneParts {
    var result = self
    result.translation += other.translation * factor
    result.scale += other.scale * factor
    result.angle += other.angle * factor
    result.residual.0 += other.residual.0 * factor
    result.residual.1 += other.residual.1 * factor
    return result
  }

  /// Scale, then rotation, then the remainder.
  @inline(__always)
  func transform(_ sinCos: SinCosTable.Reader) -> CGAffineTransform {
    let turn = sinCos.cosineAndSine(angle * .pi / 180)
    let (row0, row1) = (
      residual.0 * turn.x + residual.1 * turn.y, residual.1 * turn.x - residual.0 * turn.y
    )
    return CGAffineTransform(
      a: row0.x * scale.x, b: row0.y * scale.x, c: row1.x * scale.y, d: row1.y * scale.y,
      tx: translation.x, ty: translation.y)
  }
}

/// A transform in space as perspective, translation, rotation, scale and skew.
///
/// Source: "unmatrix" in Graphics Gems II, as published in CSS Transforms Level 2.
private struct SpaceParts: Sendable {
  var perspective: SIMD4<Double>
  var translation: SIMD3<Double>
  var scale: SIMD3<Double>
  /// xy, xz, yz.
  var skew: SIMD3<Double>
  /// x, y, z, w.
  var rotation: SIMD4<Double>

  static let identity = SpaceParts()

  private init() {
    (perspective, rotation) = (SIMD4(0, 0, 0, 1), SIMD4(0, 0, 0, 1))
    (translation, scale, skew) = (.zero, SIMD3(1, 1, 1), .zero)
  }

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

  /// Takes that of both signs of another rotation that is nearer, and returns the angle to it in radians; 0 for the same
  /// rotation.
  func turnToNearer(_ other: inout SpaceParts) -> Double {
    var cosine = (rotation * other.rotation).sum()
    if cosine < 0 {
      other.rotation = -other.rotation
      cosine = -cosine
    }
    return cosine > 1 - 1e-12 ? 0 : acos(cosine)
  }

  /// - Parameter angle: That between the rotations; see ``turnToNearer(_:)``.
  @inline(__always)
  func blended(
    to other: SpaceParts, _ angle: Double, by p: Double, _ sinCos: SinCosTable.Reader
  ) -> SpaceParts {
    var result = self
    result.perspective += (other.perspective - perspective) * p
    result.translation += (other.translation - translation) * p
    result.scale += (other.scale - scale) * p
    result.skew += (other.skew - skew) * p
    result.rotation = other.rotation
    if angle != 0 {
      func sine(_ angle: Double) -> Double { sinCos.cosineAndSine(angle).y }
      let whole = sine(angle)
      result.rotation =
        rotation * (sine((1 - p) * angle) / whole) + other.rotation * (sine(p * angle) / whole)
    }
    return result
  }

  var transform: CATransform3D {
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
    let row0 = SIMD4<Double>(
      1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0)
    var row1 = SIMD4<Double>(
      2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0)
    var row2 = SIMD4<Double>(
      2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0)
    row2 += row1 * skew.z + row0 * skew.y
    row1 += row0 * skew.x
    var rows = (row0 * scale.x, row1 * scale.y, row2 * scale.z, SIMD4(translation, 1))
    if perspective != SIMD4(0, 0, 0, 1) {
      rows.0.w = (rows.0 * perspective).sum()
      rows.1.w = (rows.1 * perspective).sum()
      rows.2.w = (rows.2 * perspective).sum()
      rows.3.w = (rows.3 * perspective).sum()
    }
    var result = CATransform3D()
    result.rows = rows
    return result
  }
}
