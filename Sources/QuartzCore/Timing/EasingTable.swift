// EasingTable.swift
// Stage: commit → sample. Easing curves by number, as piecewise polynomials, so that a frame solves
// no cubic.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One piece of a curve: a polynomial of degree five, lowest coefficient first, in pairs.
package struct PolynomialPiece: Sendable {
  var low = SIMD2<Double>(.nan, 0)
  var middle = SIMD2<Double>(0, 0)
  var high = SIMD2<Double>(0, 0)

  /// Not evaluated yet.
  static let unknown = PolynomialPiece()
  /// Too steep for a polynomial; the curve is solved.
  static let none = PolynomialPiece(low: SIMD2(.nan, 1))

  var isUnknown: Bool { low.x.isNaN && low.y == 0 }

  @inline(__always)
  func value(at x: Double) -> Double {
    let square = x * x
    let pair = low + square * (middle + square * high)
    return pair.x + x * pair.y
  }
}

/// Easing curves that are addressed by number.
package protocol EasingCurves {
  /// Returns the eased progress.
  func value(of number: Int, at x: Double) -> Double
}

/// The numbers of the easing curves in use.
///
/// Part of a render tree. It evaluates each curve from scratch; an ``EasingTable`` caches.
package struct EasingIndex: EasingCurves, Sendable {
  /// The number of the linear curve, which needs no solving.
  static let linear = 0
  /// The maximum number of curves; further ones are solved. Each costs 9 KiB in an ``EasingTable``.
  static let capacity = 1024

  /// The maximum number of springs; further ones are sampled one by one. Their numbers follow those of all curves.
  static let springCapacity = 1000

  fileprivate private(set) var curves: [EasingCurve] = [.linear]
  private var numbers: [EasingCurve: Int] = [.linear: 0]
  fileprivate private(set) var springs: [SpringMotion] = []
  private var springNumbers: [SpringMotion: Int] = [:]

  package init() {}

  /// An index of the linear curve alone.
  static let linearOnly = EasingIndex()

  /// Returns the number of a curve; nil when the index is full.
  mutating func number(of curve: EasingCurve) -> Int? {
    if curve.isLinear { return Self.linear }
    if let known = numbers[curve] { return known }
    guard curves.count < Self.capacity else { return nil }
    curves.append(curve)
    numbers[curve] = curves.count - 1
    return curves.count - 1
  }

  /// Returns the number of a spring, whose fraction at a progress it is; nil when the index is full.
  mutating func number(of spring: SpringMotion) -> Int? {
    if let known = springNumbers[spring] { return known }
    guard springs.count < Self.springCapacity else { return nil }
    springs.append(spring)
    springNumbers[spring] = Self.capacity + springs.count - 1
    return springNumbers[spring]
  }

  /// The spring of a number; nil for the number of a curve.
  fileprivate func spring(_ number: Int) -> SpringMotion? {
    number < Self.capacity ? nil : springs[number - Self.capacity]
  }

  /// Returns the eased progress, bit for bit that of ``EasingTable``.
  package func value(of number: Int, at x: Double) -> Double {
    spring(number)?.fraction(at: x)
      ?? EasingTable.value(of: curves[number], number, at: x, piece: .unknown)
  }
}

/// The easing curves in use as piecewise polynomials: a cache, filled on evaluation.
///
/// A curve may be vertical or flat at both ends, so pieces get shorter towards them: eight for each
/// halving of the distance to the nearer end. The index of a piece is thus read from the exponent and
/// the highest bits of the mantissa.
package struct EasingTable: EasingCurves, Sendable {
  /// Bits of a distance's mantissa that are not part of the piece's index.
  private static let shift: UInt64 = 52 - 3
  private static let octaves = 12
  /// The piece of the shortest distance, 2 to the power of -13, and the number of pieces up to 1/2.
  private static let first = Int(0x1p-13.bitPattern >> shift)
  private static let side = octaves * 8 + 1
  private static let stride = side * 2

  private var index = EasingIndex()
  private var pieces = [PolynomialPiece](repeating: .unknown, count: Self.stride)

  package init() {}

  /// A shared value, to move a table out of a variable without an allocation.
  static let empty = EasingTable()

  /// Returns the number of a curve; nil when the table is full.
  mutating func number(of curve: EasingCurve) -> Int? {
    let number = index.number(of: curve)
    addPieces()
    return number
  }

  /// Adopts the curves of an index that extends the current one.
  mutating func update(from index: EasingIndex) {
    if index.curves.count == self.index.curves.count,
      index.springs.count == self.index.springs.count
    {
      return
    }
    self.index = index
    addPieces()
  }

  private mutating func addPieces() {
    let missing = index.curves.count * Self.stride - pieces.count
    // Pieces are computed on first use.
    if missing > 0 { pieces += repeatElement(.unknown, count: missing) }
  }

  /// The index of the piece that contains a progress, -1 very near the ends, and the distance into
  /// it.
  @inline(__always)
  private static func place(of x: Double) -> (index: Int, within: Double) {
    let isLow = x < 0.5
    let distance = isLow ? x : 1 - x
    let bits = distance.bitPattern
    let index = Int(truncatingIfNeeded: bits >> shift) - first
    let start = Double(bitPattern: (bits >> shift) << shift)
    return (index < 0 ? -1 : isLow ? index : index + side, distance - start)
  }

  /// Returns the eased progress, within 1e-9 of ``EasingCurve/value(at:)``.
  ///
  /// - Parameter x: The progress, 0...1.
  package func value(of number: Int, at x: Double) -> Double {
    if let spring = index.spring(number) { return spring.fraction(at: x) }
    let (index, _) = Self.place(of: x)
    let piece = index < 0 ? .unknown : pieces[number * Self.stride + index]
    return Self.value(of: self.index.curves[number], number, at: x, piece: piece)
  }

  /// Returns the eased progress.
  ///
  /// - Parameter piece: The piece that contains the progress, if computed.
  fileprivate static func value(
    of curve: EasingCurve, _ number: Int, at x: Double, piece: PolynomialPiece
  ) -> Double {
    if number == EasingIndex.linear { return x }
    let (index, within) = place(of: x)
    if index < 0 { return curve.value(at: x) }
    let piece = piece.isUnknown ? Self.piece(of: curve, at: index) : piece
    let value = piece.value(at: within)
    return value.isNaN ? curve.value(at: x) : value
  }

  /// Passes the pieces to a loop, which computes missing ones.
  @inline(__always)
  mutating func withReader<R>(_ body: (Reader) -> R) -> R {
    let index = index
    return index.curves.withUnsafeBufferPointer { curves in
      index.springs.withUnsafeBufferPointer { springs in
        pieces.withUnsafeMutableBufferPointer { pieces in
          SinCosTable.shared.withReader { sinCos in
            ExponentialTable.shared.withReader { exponentials in
              guard let first = pieces.baseAddress, let curve = curves.baseAddress else {
                trap("an easing table holds at least the linear curve")
              }
              return body(
                Reader(
                  pieces: first, curves: curve, springs: springs,
                  tables: SpringMotion.Tables(sinCos: sinCos, exponentials: exponentials)))
            }
          }
        }
      }
    }
  }

  /// Access to the table in a loop.
  struct Reader: EasingCurves {
    fileprivate let pieces: UnsafeMutablePointer<PolynomialPiece>
    fileprivate let curves: UnsafePointer<EasingCurve>
    fileprivate let springs: UnsafeBufferPointer<SpringMotion>
    fileprivate let tables: SpringMotion.Tables

    /// Returns the result of ``EasingTable/value(of:at:)``, bit for bit.
    @inline(__always)
    func value(of number: Int, at x: Double) -> Double {
      if number >= EasingIndex.capacity {
        return springs[number - EasingIndex.capacity].fraction(at: x, tables)
      }
      let (index, within) = EasingTable.place(of: x)
      if index >= 0 {
        let value = pieces[number &* EasingTable.stride &+ index].value(at: within)
        if value == value { return value }
      }
      return solved(number, x, index, within)
    }

    /// Returns the fractions of four springs at a progress each, bit for bit those of ``value(of:at:)``.
    @inline(__always)
    func springs(_ numbers: SIMD4<UInt32>, at progresses: SIMD4<Double>) -> SIMD4<Double> {
      func spring(_ lane: Int) -> SpringMotion {
        springs[Int(numbers[lane]) - EasingIndex.capacity]
      }
      return SpringMotion.fractions(
        (spring(0), spring(1), spring(2), spring(3)), at: progresses, tables)
    }

    @inline(never)
    private func solved(_ number: Int, _ x: Double, _ index: Int, _ within: Double) -> Double {
      if number == EasingIndex.linear { return x }
      if index < 0 { return curves[number].value(at: x) }
      let place = pieces + (number * EasingTable.stride + index)
      if place.pointee.isUnknown {
        place.pointee = EasingTable.piece(of: curves[number], at: index)
      }
      let value = place.pointee.value(at: within)
      return value.isNaN ? curves[number].value(at: x) : value
    }
  }

  // MARK: Pieces

  /// Fits a piece through six points of a curve; ``PolynomialPiece/none`` if it is inaccurate.
  private static func piece(of curve: EasingCurve, at index: Int) -> PolynomialPiece {
    let isLow = index < side
    let place = UInt64((isLow ? index : index - side) + first)
    let start = Double(bitPattern: place << shift)
    let length = Double(bitPattern: (place + 1) << shift) - start
    func exact(_ part: Double) -> Double {
      let distance = start + part * length
      return curve.value(at: isLow ? distance : 1 - distance)
    }
    // Newton's divided differences through Chebyshev points. Both ends are among them, so that
    // neighbouring pieces meet.
    var differences = Self.nodes.map(exact)
    for order in 1..<6 {
      for row in Swift.stride(from: 5, through: order, by: -1) {
        differences[row] =
          (differences[row] - differences[row - 1]) / (Self.nodes[row] - Self.nodes[row - order])
      }
    }
    var powers = [Double](repeating: 0, count: 6)
    for row in Swift.stride(from: 5, through: 0, by: -1) {
      for power in Swift.stride(from: 5, to: 0, by: -1) {
        powers[power] = powers[power - 1] - Self.nodes[row] * powers[power]
      }
      powers[0] = differences[row] - Self.nodes[row] * powers[0]
    }
    var scale = 1.0
    for power in 0..<6 {
      powers[power] *= scale
      scale /= length
    }
    let piece = PolynomialPiece(
      low: SIMD2(powers[0], powers[1]), middle: SIMD2(powers[2], powers[3]),
      high: SIMD2(powers[4], powers[5]))
    let fits = (0..<10).allSatisfy {
      let part = (Double($0) + 0.5) / 10
      return abs(piece.value(at: part * length) - exact(part)) < 2e-10
    }
    return fits ? piece : .none
  }

  private static let nodes: [Double] = (0..<6).map { (1 - cos(Double($0) * .pi / 5)) / 2 }
}
