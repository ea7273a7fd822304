// ExponentialTable.swift
// Stage: sample. The exponentials of four numbers in one inlined computation, for springs.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The 64 powers of two between 1 and 2 from which the exponentials of negative numbers are computed.
struct ExponentialTable: Sendable {
  /// The bits of 2 to the power of each sixty-fourth.
  private let entries: ContiguousArray<UInt64>

  static let shared = ExponentialTable()

  /// The numbers whose exponentials are computed. Those of all of them are normal numbers.
  static let range = -700.0...0.0

  private init() {
    entries = ContiguousArray((0..<64).map { exp2(Double($0) / 64).bitPattern })
  }

  /// Passes the table to a loop, without reference counting.
  @inline(__always)
  func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    entries.withUnsafeBufferPointer { entries in
      guard let first = entries.baseAddress else { trap("a table of exponentials has 64 entries") }
      return body(Reader(entries: first))
    }
  }

  /// The table as a loop reads it.
  struct Reader {
    fileprivate let entries: UnsafePointer<UInt64>

    /// Returns e to the power of each number in ``ExponentialTable/range``, within a relative error of 4e-16.
    ///
    /// A number is a whole count of sixty-fourths of log 2, which is subtracted in two parts, and a rest.
    @inline(__always)
    func exponentials(_ numbers: SIMD4<Double>) -> SIMD4<Double> {
      // Adding 1.5 * 2^52 rounds to an integer, in the lowest bits.
      let rounded = numbers * 0x1.71547652b82fep+6 + 0x1.8p52
      let counts = unsafeBitCast(rounded, to: SIMD4<UInt64>.self)
      let parts = rounded - 0x1.8p52
      let rest = (numbers - parts * 0x1.62e42feep-7) - parts * 0x1.a39ef35793c76p-39
      let square = rest * rest
      let series = (1.0 / 24 + rest * (1.0 / 120)) * square + (0.5 + rest * (1.0 / 6))
      let change = rest + square * series
      let places = counts & 63
      let powers = SIMD4<UInt64>(
        entries[Int(truncatingIfNeeded: places.x)], entries[Int(truncatingIfNeeded: places.y)],
        entries[Int(truncatingIfNeeded: places.z)], entries[Int(truncatingIfNeeded: places.w)])
      // The count's other bits are added to the exponent.
      let scaled = unsafeBitCast(
        powers &+ ((counts &>> 6) &<< 52), to: SIMD4<Double>.self)
      return scaled + scaled * change
    }
  }
}
