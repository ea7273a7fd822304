// PlanePose.swift
// Stage: commit → sample. A planar transform as the numbers that animations change, from which a frame composes its
// matrix once.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// A planar transform as translation, scale, angle and, if it is skewed, a remainder.
///
/// Source of the order: CSS Transforms Level 1, "Recomposing to a 2D matrix".
struct PlanePose {
  /// The places of numbers among those of a pose.
  enum Lane {
    static let translation = 0
    static let scale = 2
    /// The scale in z, of which no point of the plane depends.
    static let zScale = 4
    /// In radians.
    static let angle = 5
    /// Two rows.
    static let residual = 6
  }

  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  var zScale = 1.0
  var angle: Double
  /// The remaining matrix, by rows: applied last. Nil for the identity.
  var residual: SIMD4<Double>?
  /// What the transform is concatenated with; nil for nothing.
  var base: PlaneMatrix?

  static func laneCount(isSkewed: Bool) -> Int { isSkewed ? 10 : 6 }
  /// The number of numbers of a base.
  static let baseCount = 7

  /// Its numbers, in the order of ``Lane``, and those of the base.
  var numbers: [Double] {
    var numbers = [translation.x, translation.y, scale.x, scale.y, zScale, angle]
    if let r = residual { numbers += [r.x, r.y, r.z, r.w] }
    if let b = base { numbers += [b.a, b.b, b.c, b.d, b.zScale, b.tx, b.ty] }
    return numbers
  }

  /// Composes the matrix of some numbers.
  @inline(__always)
  static func compose(
    _ numbers: UnsafePointer<Double>, isSkewed: Bool, hasBase: Bool, _ sinCos: SinCosTable.Reader
  ) -> PlaneMatrix {
    let turn = sinCos.cosineAndSine(numbers[Lane.angle])
    var (first, second) = (turn, SIMD2(-turn.y, turn.x))
    if isSkewed {
      let r = numbers + Lane.residual
      let (row0, row1) = (SIMD2(r[0], r[1]), SIMD2(r[2], r[3]))
      (first, second) = (row0 * turn.x + row1 * turn.y, row1 * turn.x - row0 * turn.y)
    }
    var m = PlaneMatrix()
    (m.a, m.b) = (first.x * numbers[Lane.scale], first.y * numbers[Lane.scale])
    (m.c, m.d) = (second.x * numbers[Lane.scale + 1], second.y * numbers[Lane.scale + 1])
    (m.tx, m.ty) = (numbers[Lane.translation], numbers[Lane.translation + 1])
    m.zScale = numbers[Lane.zScale]
    guard hasBase else { return m }
    let b = numbers + laneCount(isSkewed: isSkewed)
    var result = PlaneMatrix()
    (result.a, result.b) = (m.a * b[0] + m.b * b[2], m.a * b[1] + m.b * b[3])
    (result.c, result.d) = (m.c * b[0] + m.d * b[2], m.c * b[1] + m.d * b[3])
    result.zScale = m.zScale * b[4]
    result.tx = m.tx * b[0] + m.ty * b[2] + b[5]
    result.ty = m.tx * b[1] + m.ty * b[3] + b[6]
    return result
  }

  /// Writes the matrix of some numbers to a property, which is planar; see ``prepare(_:of:)``.
  @inline(__always)
  static func write(
    _ numbers: UnsafePointer<Double>, isSkewed: Bool, hasBase: Bool, _ sinCos: SinCosTable.Reader,
    to block: PropertyPlace.Block, _ offset: Int, of layer: UnsafeMutablePointer<LayerValues>
  ) {
    write(
      compose(numbers, isSkewed: isSkewed, hasBase: hasBase, sinCos), to: block, offset, of: layer)
  }

  /// Writes a matrix to a property, which is planar.
  @inline(__always)
  static func write(
    _ matrix: PlaneMatrix, to block: PropertyPlace.Block, _ offset: Int,
    of layer: UnsafeMutablePointer<LayerValues>
  ) {
    if block == .layer {
      layer.pointee.plane = matrix
    } else {
      LayerValues.write(block, in: layer) {
        ($0 + offset).assumingMemoryBound(to: CATransform3D.self).pointee = matrix.transform
      }
    }
  }
}

extension PlanePose {
  /// The matrices between which one animation moves, to the bit.
  struct Ends: Sendable {
    var start: PlaneMatrix
    var end: PlaneMatrix

    /// Nil but at the start and at the end.
    func matrix(at fraction: Double) -> PlaneMatrix? {
      fraction == 0 ? start : fraction == 1 ? end : nil
    }
  }

  /// Prepares a property for planar transforms.
  @inline(__always)
  static func prepare(_ block: PropertyPlace.Block, of layer: UnsafeMutablePointer<LayerValues>) {
    // The model's transform may be one in space.
    if block == .layer { layer.pointee.setPlane(PlaneMatrix()) }
  }

  /// The pose of a transform whose members make up its matrix; nil for any other.
  init?(_ transform: CATransform3D) {
    guard let matrix = PlaneMatrix(transform), matrix.zScale > 0 else { return nil }
    let parts = TransformDecomposition(transform)
    guard parts.rotation.x == 0, parts.rotation.y == 0 else { return nil }
    self.init(
      translation: SIMD2(parts.translation.x, parts.translation.y),
      scale: SIMD2(parts.scale.x, parts.scale.y), zScale: parts.scale.z, angle: parts.rotation.z)
    let t = parts.transform
    let error = SIMD4(t.m11, t.m12, t.m21, t.m22) - SIMD4(matrix.a, matrix.b, matrix.c, matrix.d)
    let size = abs(scale.x) + abs(scale.y)
    guard (error * error).sum().squareRoot() <= size * 1e-12 else { return nil }
  }

  /// The numbers of a member, and their places; nil for a member that no planar transform has.
  func lanes(of member: ValueMember) -> (first: Int, count: Int)? {
    switch member {
    case .rotationZ: (Lane.angle, 1)
    case .scaleX: (Lane.scale, 1)
    case .scaleY: (Lane.scale + 1, 1)
    case .scaleZ: (Lane.zScale, 1)
    case .scaleXY: (Lane.scale, 2)
    case .scale: (Lane.scale, 3)
    case .translationX: (Lane.translation, 1)
    case .translationY: (Lane.translation + 1, 1)
    case .translation: (Lane.translation, 2)
    default: nil
    }
  }
}
