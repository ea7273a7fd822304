// NumberForm.swift
// Stage: commit → sample. The forms in which numbers are stored, and how a frame writes them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// The form in which the numbers of a property, or some of them, are stored.
enum NumberForm: UInt8, Sendable {
  /// Neighbouring numbers of eight bytes.
  case one, two, three, four
  /// A rectangle of four numbers whose size is never negative.
  case box
  /// The width of a ``box``, its height, or both, without its origin.
  case width, height, size
  /// A ``StoredColor``.
  case color
  /// One that is always written as none.
  case noColor
  // One number as another type.
  case float, integer, unsigned, flag
  /// A transform, composed of the numbers of a ``TransformPose``: of a planar one, a skewed one, or one in space.
  case pose, skewedPose, spacePose

  /// The number of values.
  @inline(__always)
  var laneCount: Int {
    switch self {
    case .two, .size: 2
    case .three: 3
    case .four, .box, .color, .noColor, .pose, .skewedPose, .spacePose: 4
    case .one, .width, .height, .float, .integer, .unsigned, .flag: 1
    }
  }

  @inline(__always)
  var isPose: Bool { self == .pose || self == .skewedPose || self == .spacePose }

  /// The number of numbers that a track has.
  @inline(__always)
  func numberCount(_ flags: NumberTrackFlags) -> Int {
    if self == .spacePose { return TransformPose.spaceCount }
    if isPose {
      return TransformPose.laneCount(isSkewed: self == .skewedPose)
        + (flags.contains(.hasBase) ? TransformPose.baseCount : 0)
    }
    return laneCount * (flags.contains(.hasBase) ? 3 : 2) + (flags.contains(.hasBeneath) ? 2 : 0)
  }

  /// Reads the values; nil for a colour that is not set.
  @inline(__always)
  func read(_ source: UnsafeRawPointer) -> SIMD4<Double>? {
    switch self {
    case .float: SIMD4(Double(source.load(as: Float.self)), 0, 0, 0)
    case .integer: SIMD4(Double(source.load(as: Int.self)), 0, 0, 0)
    case .unsigned: SIMD4(Double(source.load(as: UInt32.self)), 0, 0, 0)
    case .flag: SIMD4(source.load(as: Bool.self) ? 1 : 0, 0, 0, 0)
    case .color, .noColor:
      source.load(fromByteOffset: 32, as: Bool.self) ? Self.load(source, 0, count: 4) : nil
    default: Self.load(source, 0, count: laneCount)
    }
  }

  /// Writes values; nil is 0, and no colour. Numbers that the type does not have become the nearest that it has.
  @inline(__always)
  func write(_ value: SIMD4<Double>?, to target: UnsafeMutableRawPointer) {
    let v = value ?? .zero
    switch self {
    case .one: target.storeBytes(of: v.x, as: Double.self)
    case .two: target.storeBytes(of: v.lowHalf, as: SIMD2<Double>.self)
    case .three:
      target.storeBytes(of: v.lowHalf, as: SIMD2<Double>.self)
      target.storeBytes(of: v.z, toByteOffset: 16, as: Double.self)
    case .four, .pose, .skewedPose, .spacePose:
      target.storeBytes(of: v, as: SIMD4<Double>.self)
    case .box:
      let box = v.z < 0 || v.w < 0 ? CGRect(lanes: v).standardized.lanes : v
      target.storeBytes(of: box, as: SIMD4<Double>.self)
    case .width, .size, .height:
      (self == .size ? NumberForm.two : .one).write(v, to: target)
      let box = target - (self == .height ? 24 : 16)
      NumberForm.box.write(NumberForm.box.read(box), to: box)
    case .color, .noColor:
      target.storeBytes(of: v, as: SIMD4<Double>.self)
      target.storeBytes(of: value != nil && self == .color, toByteOffset: 32, as: Bool.self)
    case .float: target.storeBytes(of: Float(fourNumbers: v), as: Float.self)
    case .integer: target.storeBytes(of: Int(fourNumbers: v), as: Int.self)
    case .unsigned: target.storeBytes(of: UInt32(fourNumbers: v), as: UInt32.self)
    case .flag: target.storeBytes(of: v.x != 0, as: Bool.self)
    }
  }

  @inline(__always)
  private static func load(_ numbers: UnsafeRawPointer, _ first: Int, count: Int) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    for lane in 0..<count {
      result[lane] = numbers.load(fromByteOffset: 8 * (first + lane), as: Double.self)
    }
    return result
  }
}

/// What a track of numbers is, beside its form.
struct NumberTrackFlags: OptionSet, Sendable {
  // In the low two bits the block.
  var rawValue: UInt8

  /// The numbers end with what is added to the sum.
  static let hasBase = Self(rawValue: 4)
  /// The numbers end with the two factors of what is beneath.
  static let hasBeneath = Self(rawValue: 8)
  /// Other tracks write the same numbers.
  static let isStacked = Self(rawValue: 16)
  /// It composes a transform.
  static let isPose = Self(rawValue: 32)
  /// In place of the start and the difference, the numbers begin with a place in a ``KeyLine``.
  static let isAlongKeys = Self(rawValue: 64)

  /// What is not the case for most tracks: these are written in one place.
  static let isUnusual: Self = [Self(rawValue: 3), .hasBeneath, .isPose, .isAlongKeys]

  @inline(__always)
  var block: PropertyPlace.Block { PropertyPlace.Block(rawValue: rawValue & 3) ?? .layer }
}

extension NumberForm {
  /// Writes the numbers of a fraction.
  ///
  /// - Parameters:
  ///   - numbers: As many as the form has, three times: the start, the difference, and what is added to the sum.
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
    case .four, .color:
      var value = numbers.loadUnaligned(as: SIMD4<Double>.self)
      value += numbers.loadUnaligned(fromByteOffset: 32, as: SIMD4<Double>.self) * fraction
      if hasBase { value += numbers.loadUnaligned(fromByteOffset: 64, as: SIMD4<Double>.self) }
      target.storeBytes(of: value, as: SIMD4<Double>.self)
      if self == .color { target.storeBytes(of: true, toByteOffset: 32, as: Bool.self) }
    default: writeOther(numbers, fraction, hasBase: hasBase, to: target)
    }
  }

  @inline(never)
  private func writeOther(
    _ numbers: UnsafeRawPointer, _ fraction: Double, hasBase: Bool,
    to target: UnsafeMutableRawPointer
  ) {
    let count = laneCount
    var value =
      Self.load(numbers, 0, count: count) + Self.load(numbers, count, count: count) * fraction
    if hasBase { value += Self.load(numbers, 2 * count, count: count) }
    write(value, to: target)
  }

  /// Writes the numbers of a fraction, in any of the ways in which tracks are made.
  @inline(__always)
  func write(
    _ numbers: UnsafeMutablePointer<Double>, _ fraction: Double, _ flags: NumberTrackFlags,
    to target: UnsafeMutableRawPointer
  ) {
    let (isAlongKeys, hasBeneath) = (flags.contains(.isAlongKeys), flags.contains(.hasBeneath))
    let hasBase = flags.contains(.hasBase)
    if !isAlongKeys && !hasBeneath {
      return write(UnsafeRawPointer(numbers), fraction, hasBase: hasBase, to: target)
    }
    let count = laneCount
    var value =
      isAlongKeys
      ? KeyLine.value(at: fraction, in: numbers, laneCount: count)
      : Self.load(numbers, 0, count: count) + Self.load(numbers, count, count: count) * fraction
    if hasBase { value += Self.load(numbers, 2 * count, count: count) }
    if hasBeneath {
      // On top of no colour, an animation that needs one shows none.
      guard let current = read(target) else { return }
      let (start, gain) = (numbers[2 * count], numbers[2 * count + 1])
      value += current * (start + gain * fraction)
    }
    write(value, to: target)
  }
}
