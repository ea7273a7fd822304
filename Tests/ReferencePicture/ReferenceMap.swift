// ReferenceMap.swift
// Projective maps of the plane, written from Core Animation's rule for the place of a layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import QuartzCore

/// A point, or a point times its depth.
struct ReferencePoint {
  var x: Double, y: Double, w = 1.0

  /// The point in the plane.
  var flat: ReferencePoint { ReferencePoint(x: x / w, y: y / w) }
}

/// A map `[x y 1] × m` with a divide by the third number.
struct ReferenceMap {
  /// The three rows.
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  static let identity = ReferenceMap(rows: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))

  init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.rows = rows }

  /// A scale, then a translation.
  init(scale: Double, x: Double, y: Double) {
    rows = (SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(x, y, 1))
  }

  /// The map of a layer's plane into its superlayer's, in which depth is dropped.
  ///
  /// A point is moved by the anchor, transformed, moved to the position; then the superlayer's transform of
  /// sublayers acts about the superlayer's own anchor.
  init(placing layer: SceneLayer, in parent: SceneLayer) {
    self.init(SpaceMatrix(placing: layer, in: parent))
  }

  /// What a map of space does to the plane.
  init(_ moved: SpaceMatrix) {
    rows = (moved.planeRow(0), moved.planeRow(1), moved.planeRow(3))
  }

  func callAsFunction(_ p: ReferencePoint) -> ReferencePoint {
    let v = rows.0 * p.x + rows.1 * p.y + rows.2 * p.w
    return ReferencePoint(x: v.x, y: v.y, w: v.z)
  }

  /// This map, then another.
  func then(_ next: ReferenceMap) -> ReferenceMap {
    func row(_ v: SIMD3<Double>) -> SIMD3<Double> {
      next.rows.0 * v.x + next.rows.1 * v.y + next.rows.2 * v.z
    }
    return ReferenceMap(rows: (row(rows.0), row(rows.1), row(rows.2)))
  }

  /// The inverse, up to a factor; nil for a layer seen from its edge.
  var inverse: ReferenceMap? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = (
      cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1)
    )
    let determinant = (rows.0 * a).sum()
    guard abs(determinant) > 1e-12 else { return nil }
    return ReferenceMap(
      rows: (
        SIMD3(a.x, b.x, c.x) / determinant, SIMD3(a.y, b.y, c.y) / determinant,
        SIMD3(a.z, b.z, c.z) / determinant
      ))
  }

  /// The middle of a device pixel, or a place in it, in the layer's space.
  func point(_ x: Double, _ y: Double) -> ReferencePoint { self(ReferencePoint(x: x, y: y)).flat }
}

extension SceneLayer {
  /// The anchor in the layer's own space.
  fileprivate var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }
}

/// A 4 x 4 matrix for row vectors.
struct SpaceMatrix {
  var m = [[Double]](repeating: [0, 0, 0, 0], count: 4)

  init(placing layer: SceneLayer, in parent: SceneLayer) {
    self = SpaceMatrix.translation(-layer.anchor.x, -layer.anchor.y, 0)
      .then(SpaceMatrix(layer.transform))
      .then(.translation(layer.position.x, layer.position.y, layer.zPosition))
      .then(.translation(-parent.anchor.x, -parent.anchor.y, 0))
      .then(SpaceMatrix(parent.sublayerTransform))
      .then(.translation(parent.anchor.x, parent.anchor.y, 0))
  }

  init(_ t: CATransform3D) {
    m = [
      [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34],
      [t.m41, t.m42, t.m43, t.m44],
    ]
  }

  static func translation(_ x: Double, _ y: Double, _ z: Double) -> SpaceMatrix {
    var result = SpaceMatrix(CATransform3DIdentity)
    result.m[3] = [x, y, z, 1]
    return result
  }

  func then(_ next: SpaceMatrix) -> SpaceMatrix {
    var result = self
    for row in 0..<4 {
      for column in 0..<4 {
        result.m[row][column] = (0..<4).reduce(0) { $0 + m[row][$1] * next.m[$1][column] }
      }
    }
    return result
  }

  /// The depth of a point of the plane, greater towards the viewer.
  func depth(_ p: ReferencePoint) -> Double {
    let z = p.x * m[0][2] + p.y * m[1][2] + m[3][2]
    return z / (p.x * m[0][3] + p.y * m[1][3] + m[3][3])
  }

  /// A row's effect on x, y and w.
  func planeRow(_ row: Int) -> SIMD3<Double> { SIMD3(m[row][0], m[row][1], m[row][3]) }
}
