// NumberTarget.swift
// Stage: sample. What a track of numbers writes in a frame, and how.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// What a track writes in a frame: the form of a property's numbers, or some numbers of a rectangle.
enum NumberTarget: UInt8, Sendable {
  case one, two, four, box, color, float, integer, unsigned, flag
  /// Of ``LayerValues/bounds``, on top of other tracks: the width, the height, or both.
  case width, height, size
  /// No colour.
  case noColor
  /// Three neighbouring numbers.
  case three
  /// A transform, composed of the numbers of a ``TransformPose``: of a planar one, a skewed one, or one in space.
  case pose, skewedPose, spacePose

  init(_ form: NumberForm) {
    self =
      switch form {
      case .one: .one
      case .two: .two
      case .four: .four
      case .box: .box
      case .color: .color
      case .float: .float
      case .integer: .integer
      case .unsigned: .unsigned
      case .flag: .flag
      }
  }

  /// The form of the property that it writes, or of the numbers.
  var form: NumberForm {
    switch self {
    case .one, .width, .height: .one
    case .two, .size: .two
    case .four, .three, .pose, .skewedPose, .spacePose: .four
    case .box: .box
    case .color, .noColor: .color
    case .float: .float
    case .integer: .integer
    case .unsigned: .unsigned
    case .flag: .flag
    }
  }

  @inline(__always)
  var laneCount: Int { self == .three ? 3 : form.laneCount }

  @inline(__always)
  var isPose: Bool { self == .pose || self == .skewedPose || self == .spacePose }

  /// The number of numbers that a track has.
  @inline(__always)
  func numberCount(hasBase: Bool, hasBeneath: Bool) -> Int {
    if self == .spacePose { return TransformPose.spaceCount }
    if isPose {
      return TransformPose.laneCount(isSkewed: self == .skewedPose)
        + (hasBase ? TransformPose.baseCount : 0)
    }
    return laneCount * (hasBase ? 3 : 2) + (hasBeneath ? 2 : 0)
  }
}

extension NumberTarget {
  /// Writes the numbers of a fraction.
  ///
  /// - Parameters:
  ///   - numbers: As many as the target has, three times: the start, the difference, and what is added to the sum.
  ///   - hasBase: Whether there is anything to add.
  @inline(__always)
  func write(
    _ numbers: UnsafeRawPointer, _ fraction: Double, hasBase: Bool,
    to target: UnsafeMutableRawPointer
  ) {
    switch self {
    case .one:
      var value = numbers.load(as: Double.self)
      value += numbers.load(fromByteOffset: 8, as: Double.self) * fraction
      if hasBase { value += numbers.load(fromByteOffset: 16, as: Double.self) }
      target.storeBytes(of: value, as: Double.self)
    case .two:
      var value = numbers.loadUnaligned(as: SIMD2<Double>.self)
      value += numbers.loadUnaligned(fromByteOffset: 16, as: SIMD2<Double>.self) * fraction
      if hasBase { value += numbers.loadUnaligned(fromByteOffset: 32, as: SIMD2<Double>.self) }
      target.storeBytes(of: value, as: SIMD2<Double>.self)
    case .four:
      var value = numbers.loadUnaligned(as: SIMD4<Double>.self)
      value += numbers.loadUnaligned(fromByteOffset: 32, as: SIMD4<Double>.self) * fraction
      if hasBase { value += numbers.loadUnaligned(fromByteOffset: 64, as: SIMD4<Double>.self) }
      target.storeBytes(of: value, as: SIMD4<Double>.self)
    case .color:
      var value = numbers.loadUnaligned(as: SIMD4<Double>.self)
      value += numbers.loadUnaligned(fromByteOffset: 32, as: SIMD4<Double>.self) * fraction
      if hasBase { value += numbers.loadUnaligned(fromByteOffset: 64, as: SIMD4<Double>.self) }
      NumberForm.color.write(value, to: target)
    default: writeOther(numbers, fraction, hasBase: hasBase, to: target)
    }
  }

  @inline(never)
  private func writeOther(
    _ numbers: UnsafeRawPointer, _ fraction: Double, hasBase: Bool,
    to target: UnsafeMutableRawPointer
  ) {
    var value = load(numbers, 0) + load(numbers, laneCount) * fraction
    if hasBase { value += load(numbers, 2 * laneCount) }
    store(value, to: target)
  }

  /// Writes the numbers of a fraction, in any of the ways in which tracks are made.
  ///
  /// - Parameters:
  ///   - isAlongKeys: Whether the numbers begin with a place in a ``KeyLine``.
  ///   - hasBeneath: Whether they end with the factor of what is there at the start, and what it gains.
  @inline(__always)
  func write(
    _ numbers: UnsafeMutablePointer<Double>, _ fraction: Double, isAlongKeys: Bool, hasBase: Bool,
    hasBeneath: Bool, to target: UnsafeMutableRawPointer
  ) {
    if !isAlongKeys && !hasBeneath {
      return write(UnsafeRawPointer(numbers), fraction, hasBase: hasBase, to: target)
    }
    let count = laneCount
    var value =
      isAlongKeys
      ? KeyLine.value(at: fraction, in: numbers, laneCount: count)
      : load(numbers, 0) + load(numbers, count) * fraction
    if hasBase { value += load(numbers, 2 * count) }
    if hasBeneath {
      // On top of no colour, an animation that needs one shows none.
      guard let current = form.read(target) else { return }
      let beneath = load(numbers, 2 * count, count: 2)
      value += current * (beneath.x + beneath.y * fraction)
    }
    store(value, to: target)
  }

  @inline(__always)
  private func load(_ numbers: UnsafeRawPointer, _ first: Int, count: Int? = nil) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    for lane in 0..<(count ?? laneCount) {
      result[lane] = numbers.load(fromByteOffset: 8 * (first + lane), as: Double.self)
    }
    return result
  }

  private func store(_ value: SIMD4<Double>, to target: UnsafeMutableRawPointer) {
    if self == .three {
      target.storeBytes(of: value.lowHalf, as: SIMD2<Double>.self)
      return target.storeBytes(of: value.z, toByteOffset: 16, as: Double.self)
    }
    form.write(self == .noColor ? nil : value, to: target)
    func standardize(_ box: UnsafeMutableRawPointer) {
      NumberForm.box.write(NumberForm.box.read(box), to: box)
    }
    switch self {
    case .width, .size: standardize(target - 16)
    case .height: standardize(target - 24)
    default: break
    }
  }
}
