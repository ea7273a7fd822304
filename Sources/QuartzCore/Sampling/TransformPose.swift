// TransformPose.swift
// Stage: commit → sample. A transform as the numbers that animations change, from which a frame composes its matrix
// once.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// A transform as translation, scale and angle; one that is skewed has a remainder, and one in space the other two angles
/// and the translation in z.
///
/// Source of the order: CSS Transforms Level 1, "Recomposing to a 2D matrix".
struct TransformPose {
  /// The places of numbers among those of a pose.
  enum Lane {
    static let translation = 0
    static let scale = 2
    /// The scale in z, which moves no point of the plane.
    static let zScale = 4
    /// In radians.
    static let angle = 5
    /// Two rows.
    static let residual = 6
    /// The angles about x and y, and the translation in z.
    static let space = 6
  }

  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  var zScale = 1.0
  var angle: Double
  /// The remaining matrix, by rows: applied last. Nil for the identity.
  var residual: SIMD4<Double>?
  /// The angles about x and y, and the translation in z; nil for a planar transform.
  var space: SIMD3<Double>?
  /// What the transform is concatenated with; nil for nothing.
  var base: PlaneMatrix?

  static func laneCount(isSkewed: Bool) -> Int { isSkewed ? 10 : 6 }
  /// The number of numbers of a pose in space.
  static let spaceCount = 9
  /// The number of numbers of a base.
  static let baseCount = 7

  /// Its numbers, in the order of ``Lane``, and those of the base.
  var numbers: [Double] {
    var numbers = [translation.x, translation.y, scale.x, scale.y, zScale, angle]
    if let r = residual { numbers += [r.x, r.y, r.z, r.w] }
    if let s = space { numbers += [s.x, s.y, s.z] }
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

  /// Writes the transform of some numbers to a property; see ``prepare(_:_:of:)``.
  @inline(__always)
  static func write(
    _ numbers: UnsafePointer<Double>, as form: NumberForm, hasBase: Bool,
    _ sinCos: SinCosTable.Reader, to place: PropertyPlace,
    of layer: UnsafeMutablePointer<LayerValues>
  ) {
    if form == .spacePose { return writeInSpace(numbers, sinCos, to: place, of: layer) }
    write(
      compose(numbers, isSkewed: form == .skewedPose, hasBase: hasBase, sinCos), to: place,
      of: layer)
  }

  /// Writes a matrix to a property, which is planar.
  @inline(__always)
  static func write(
    _ matrix: PlaneMatrix, to place: PropertyPlace, of layer: UnsafeMutablePointer<LayerValues>
  ) {
    if place.block == .layer {
      layer.pointee.plane = matrix
    } else {
      LayerValues.write(matrix.transform, to: place, in: layer)
    }
  }

  /// Writes the transform in space of some numbers to a property.
  private static func writeInSpace(
    _ numbers: UnsafePointer<Double>, _ sinCos: SinCosTable.Reader, to place: PropertyPlace,
    of layer: UnsafeMutablePointer<LayerValues>
  ) {
    let (n, space) = (numbers, numbers + Lane.space)
    let parts = TransformDecomposition(
      translation: SIMD3(n[Lane.translation], n[Lane.translation + 1], space[2]),
      scale: SIMD3(n[Lane.scale], n[Lane.scale + 1], n[Lane.zScale]),
      rotation: SIMD3(space[0], space[1], n[Lane.angle]))
    if place.block == .layer {
      layer.pointee.setTransform(parts.rows(sinCos))
    } else {
      LayerValues.write(parts.transform(sinCos), to: place, in: layer)
    }
  }
}

extension TransformPose {
  /// The matrices between which one animation moves, to the bit.
  struct Ends: Sendable {
    var start: PlaneMatrix
    var end: PlaneMatrix

    /// Nil but at the start and at the end.
    func matrix(at fraction: Double) -> PlaneMatrix? {
      fraction == 0 ? start : fraction == 1 ? end : nil
    }
  }

  /// Prepares a property for the transforms of a form.
  @inline(__always)
  static func prepare(
    _ form: NumberForm, _ block: PropertyPlace.Block,
    of layer: UnsafeMutablePointer<LayerValues>
  ) {
    // The model's transform may be one in space.
    if block == .layer && form != .spacePose { layer.pointee.setPlane(PlaneMatrix()) }
  }

  /// The pose of a transform whose members make up its matrix; nil for any other.
  ///
  /// - Parameter isInSpace: Whether the pose is one in space, whatever the transform is.
  init?(_ transform: CATransform3D, isInSpace: Bool) {
    let parts = TransformDecomposition(transform)
    if !isInSpace {
      guard let matrix = PlaneMatrix(transform), matrix.zScale > 0, parts.rotation.x == 0,
        parts.rotation.y == 0
      else { return nil }
    }
    self.init(
      translation: SIMD2(parts.translation.x, parts.translation.y),
      scale: SIMD2(parts.scale.x, parts.scale.y), zScale: parts.scale.z, angle: parts.rotation.z)
    if isInSpace { space = SIMD3(parts.rotation.x, parts.rotation.y, parts.translation.z) }
    let (a, b) = (parts.transform.rows, transform.rows)
    let error = [a.0 - b.0, a.1 - b.1, a.2 - b.2, a.3 - b.3].reduce(0) { $0 + ($1 * $1).sum() }
    let size = parts.scale.x.magnitude + parts.scale.y.magnitude
    guard error.squareRoot() <= size * 1e-12 else { return nil }
  }

  /// The numbers of a member, and their places; nil for a member that the pose does not have.
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
    case .rotationX where space != nil: (Lane.space, 1)
    case .rotationY where space != nil: (Lane.space + 1, 1)
    case .translationZ where space != nil: (Lane.space + 2, 1)
    default: nil
    }
  }
}
