// TransformDecomposition.swift
// The rotation, scale and translation of a matrix, for key paths such as "transform.rotation.z".
//
// SPDX-License-Identifier: MIT

import Foundation

/// A transform as translation, scale and Euler angles about x, y and z.
///
/// Recomposed as scale, then rotation, then translation. Skew and perspective are dropped: key-value
/// coding has no names for them.
package struct TransformDecomposition: Hashable, Sendable {
  package var translation: SIMD3<Double>
  package var scale: SIMD3<Double>
  /// Radians about x, then y, then z.
  package var rotation: SIMD3<Double>

  static let identity = TransformDecomposition(CATransform3DIdentity)

  init(translation: SIMD3<Double>, scale: SIMD3<Double>, rotation: SIMD3<Double>) {
    (self.translation, self.scale, self.rotation) = (translation, scale, rotation)
  }

  package init(_ t: CATransform3D) {
    translation = SIMD3<Double>(t.m41, t.m42, t.m43)
    var (x, y, z) = (
      SIMD3<Double>(t.m11, t.m12, t.m13), SIMD3<Double>(t.m21, t.m22, t.m23),
      SIMD3<Double>(t.m31, t.m32, t.m33)
    )
    // Squares of large numbers would overflow.
    func length(_ v: SIMD3<Double>) -> Double {
      let unit = max(abs(v.x), abs(v.y), abs(v.z))
      guard unit > 1e150 else { return (v * v).sum().squareRoot() }
      return unit * (v / unit * (v / unit)).sum().squareRoot()
    }
    scale = SIMD3<Double>(length(x), length(y), length(z))
    if t.linearDeterminant < 0 {
      // A mirrored plane becomes a negative scale of the axis that is flipped.
      if t.m11 < t.m22 { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    if scale.x != 0 { x /= scale.x }
    if scale.y != 0 { y /= scale.y }
    if scale.z != 0 { z /= scale.z }
    let sine = min(max(-x.z, -1), 1)
    if abs(sine) > 1 - 1e-12 {
      // Gimbal lock: x and z rotate about the same axis, so the whole angle becomes z's.
      rotation = SIMD3<Double>(0, asin(sine), atan2(-y.x, y.y))
    } else {
      rotation = SIMD3<Double>(atan2(y.z, z.z), asin(sine), atan2(x.y, x.x))
    }
  }

  package var transform: CATransform3D { SinCosTable.shared.withReader { transform($0) } }

  @inline(__always)
  func transform(_ sinCos: SinCosTable.Reader) -> CATransform3D {
    var t = CATransform3D()
    t.rows = rows(sinCos)
    return t
  }

  /// The rows of the matrix.
  @inline(__always)
  func rows(_ sinCos: SinCosTable.Reader) -> CATransform3D.Rows {
    let last = SIMD4(translation, 1)
    let z = sinCos.cosineAndSine(rotation.z)
    if rotation.x == 0 && rotation.y == 0 {
      return (
        SIMD4(z.x * scale.x, z.y * scale.x, 0, 0), SIMD4(-z.y * scale.y, z.x * scale.y, 0, 0),
        SIMD4(0, 0, scale.z, 0), last
      )
    }
    // Most layers turn about one axis.
    @inline(__always) func turn(_ angle: Double) -> SIMD2<Double> {
      angle == 0 ? SIMD2(1, 0) : sinCos.cosineAndSine(angle)
    }
    let (x, y) = (turn(rotation.x), turn(rotation.y))
    let (up, down) = (x.y * y.y, x.x * y.y)
    return (
      SIMD4(y.x * z.x * scale.x, y.x * z.y * scale.x, -y.y * scale.x, 0),
      SIMD4(
        (up * z.x - x.x * z.y) * scale.y, (up * z.y + x.x * z.x) * scale.y,
        x.y * y.x * scale.y, 0),
      SIMD4(
        (down * z.x + x.y * z.y) * scale.z, (down * z.y - x.y * z.x) * scale.z,
        x.x * y.x * scale.z, 0), last
    )
  }

  /// The numbers of a member; nil for a member that no transform has.
  subscript(member: ValueMember) -> SIMD4<Double>? {
    func number(_ value: Double) -> SIMD4<Double> { SIMD4(value, 0, 0, 0) }
    switch member {
    case .rotationX: return number(rotation.x)
    case .rotationY: return number(rotation.y)
    case .rotationZ: return number(rotation.z)
    case .scaleX: return number(scale.x)
    case .scaleY: return number(scale.y)
    case .scaleZ: return number(scale.z)
    case .scaleXY: return number(scale.x / 2 + scale.y / 2)
    case .scale:
      let sum = scale.sum()
      return number(sum.isFinite ? sum / 3 : (scale / 3).sum())
    case .translationX: return number(translation.x)
    case .translationY: return number(translation.y)
    case .translationZ: return number(translation.z)
    case .translation: return SIMD4(translation.x, translation.y, 0, 0)
    default: return nil
    }
  }

  /// Sets the numbers of a member; returns false for one that no transform has.
  @inline(__always) @discardableResult
  mutating func set(_ member: ValueMember, to value: SIMD4<Double>) -> Bool {
    switch member {
    case .rotationX: rotation.x = value.x
    case .rotationY: rotation.y = value.x
    case .rotationZ: rotation.z = value.x
    case .scaleX: scale.x = value.x
    case .scaleY: scale.y = value.x
    case .scaleZ: scale.z = value.x
    case .scaleXY: (scale.x, scale.y) = (value.x, value.x)
    case .scale: scale = SIMD3(repeating: value.x)
    case .translationX: translation.x = value.x
    case .translationY: translation.y = value.x
    case .translationZ: translation.z = value.x
    case .translation: (translation.x, translation.y) = (value.x, value.y)
    default: return false
    }
    return true
  }
}
