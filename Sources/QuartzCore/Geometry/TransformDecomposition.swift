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

  package var transform: CATransform3D {
    var t = CATransform3DMakeScale(scale.x, scale.y, scale.z)
    if rotation.x != 0 {
      t = CATransform3DConcat(t, CATransform3DMakeRotation(rotation.x, 1, 0, 0))
    }
    if rotation.y != 0 {
      t = CATransform3DConcat(t, CATransform3DMakeRotation(rotation.y, 0, 1, 0))
    }
    if rotation.z != 0 {
      t = CATransform3DConcat(t, CATransform3DMakeRotation(rotation.z, 0, 0, 1))
    }
    (t.m41, t.m42, t.m43) = (translation.x, translation.y, translation.z)
    return t
  }
}
