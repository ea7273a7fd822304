// EasingTable.swift
// Stage: sample. Easing curves as pieces of polynomials, so that a frame solves nothing.
//
// SPDX-License-Identifier: MIT

import Foundation

/// One piece of a curve: a polynomial of degree five, lowest coefficient first, in pairs.
package struct PolynomialPiece {
  var low = SIMD2<Double>(.nan, 0)
  var middle = SIMD2<Double>(0, 0)
  var high = SIMD2<Double>(0, 0)

  /// Not worked out yet.
  static let unknown = PolynomialPiece()
  /// Too steep for a polynomial; the curve itself is asked.
  static let none = PolynomialPiece(low: SIMD2(.nan, 1))

  var isUnknown: Bool { low.x.isNaN && low.y == 0 }

  @inline(__always)
  func value(at x: Double) -> Double {
    let square = x * x
    let pair = low + square * (middle + square * high)
    return pair.x + x * pair.y
  }
}

/// Whoever eases by a curve's number.
package protocol EasingCurves {
  /// Returns the eased progress.
  func value(of number: Int, at x: Double) -> Double
}

/// The easing curves in use, by number, and their pieces.
///
/// A curve may be vertical or flat at both ends, so pieces get shorter towards them: eight for each
/// halving of the distance to the nearer end. That is where a number's own bits divide it, so the
/// piece's place is read from them.
package struct EasingTable: EasingCurves {
  /// The number of the curve that needs no solving.
  static let linear = 0
  /// Curves beyond these are solved; each costs 9 KiB.
  static let capacity = 1024

  /// Bits of a distance's mantissa that are not part of the piece's place.
  private static let shift: UInt64 = 52 - 3
  private static let octaves = 12
  /// The piece of the shortest distance, 2 to the power of -13, and how many there are up to 1/2, which
  /// is the last one's own.
  private static let first = Int(0x1p-13.bitPattern >> shift)
  private static let side = octaves * 8 + 1
  private static let stride = side * 2

  private var curves: [EasingCurve] = [.linear]
  private var pieces = [PolynomialPiece](repeating: .unknown, count: Self.stride)
  private var numbers: [EasingCurve: Int] = [.linear: 0]

  package init() {}

  /// A table that has no curve but the linear one.
  static let alone = EasingTable()

  /// Returns the number of a curve; nil when there are too many.
  mutating func number(of curve: EasingCurve) -> Int? {
    if curve.isLinear { return Self.linear }
    if let known = numbers[curve] { return known }
    guard curves.count < Self.capacity else { return nil }
    curves.append(curve)
    numbers[curve] = curves.count - 1
    // Worked out where a progress first falls.
    pieces += repeatElement(.unknown, count: Self.stride)
    return curves.count - 1
  }

  /// Where in a curve's pieces a progress lies, and how far into the piece; -1 very near to the ends.
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
    if number == Self.linear { return x }
    let (index, within) = Self.place(of: x)
    if index < 0 { return curves[number].value(at: x) }
    var piece = pieces[number * Self.stride + index]
    if piece.isUnknown { piece = Self.piece(of: curves[number], at: index) }
    let value = piece.value(at: within)
    return value.isNaN ? curves[number].value(at: x) : value
  }

  /// Lends the pieces to a loop, which fills in what it is the first to need.
  @inline(__always)
  mutating func withReader(_ body: (Reader) -> Void) {
    let curves = curves
    pieces.withUnsafeMutableBufferPointer { pieces in
      curves.withUnsafeBufferPointer { curves in
        guard let first = pieces.baseAddress, let curve = curves.baseAddress else { return }
        body(Reader(pieces: first, curves: curve))
      }
    }
  }

  /// The table as a loop reads it.
  struct Reader: EasingCurves {
    fileprivate let pieces: UnsafeMutablePointer<PolynomialPiece>
    fileprivate let curves: UnsafePointer<EasingCurve>

    /// As ``EasingTable/value(of:at:)``, to the bit.
    @inline(__always)
    func value(of number: Int, at x: Double) -> Double {
      let (index, within) = EasingTable.place(of: x)
      if index >= 0 {
        let value = pieces[number &* EasingTable.stride &+ index].value(at: within)
        if value == value { return value }
      }
      return solved(number, x, index, within)
    }

    @inline(never)
    private func solved(_ number: Int, _ x: Double, _ index: Int, _ within: Double) -> Double {
      if number == EasingTable.linear { return x }
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

  /// Fits a piece through six points of a curve; ``PolynomialPiece/none`` where that misses it.
  private static func piece(of curve: EasingCurve, at index: Int) -> PolynomialPiece {
    let isLow = index < side
    let place = UInt64((isLow ? index : index - side) + first)
    let start = Double(bitPattern: place << shift)
    let length = Double(bitPattern: (place + 1) << shift) - start
    func exact(_ part: Double) -> Double {
      let distance = start + part * length
      return curve.value(at: isLow ? distance : 1 - distance)
    }
    // Newton's differences through points that lie closer at the ends, both of which are among them,
    // so that neighbours meet.
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
