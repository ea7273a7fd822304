// SinCosTable.swift
// Stage: sample. The cosine and the sine of an angle in one inlined computation, for rotations, and those of four
// angles, for springs.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Cosines and sines of 64 angles around the circle, from which those of any angle are computed.
package struct SinCosTable: Sendable {
  /// The cosine and the sine of each sixty-fourth of the circle.
  private let entries: ContiguousArray<SIMD2<Double>>

  package static let shared = SinCosTable()

  /// The limit below which angles are computed from the table, in radians: beyond it, the reduction is not exact.
  static let largestAngle = 50_000.0

  private init() {
    // Mirrored from the first eighth, so that 0 and 1 are exact.
    let eighth: [SIMD2<Double>] = (0...8).map { (index: Int) -> SIMD2<Double> in
      let angle = Double(index) * Double.pi / 32
      return SIMD2<Double>(cos(angle), sin(angle))
    }
    var entries: ContiguousArray<SIMD2<Double>> = []
    for index in 0..<64 {
      let within = index % 16
      var entry = eighth[min(within, 16 - within)]
      if within > 8 { entry = SIMD2<Double>(entry.y, entry.x) }
      for _ in 0..<index / 16 { entry = SIMD2<Double>(-entry.y, entry.x) }
      // -0 becomes 0.
      entries.append(entry + SIMD2<Double>(0, 0))
    }
    self.entries = entries
  }

  /// Passes the table to a loop, without reference counting.
  @inline(__always)
  package func withReader<Result>(_ body: (Reader) -> Result) -> Result {
    entries.withUnsafeBufferPointer { entries in
      guard let first = entries.baseAddress else { trap("a table of sines has 64 entries") }
      return body(Reader(entries: first))
    }
  }

  /// The table as a loop reads it.
  package struct Reader {
    fileprivate let entries: UnsafePointer<SIMD2<Double>>

    /// Returns the cosine and the sine of an angle in radians, each within 4e-16 of the exact one.
    ///
    /// The argument is reduced by Cody and Waite's method, with pi/32 in two parts.
    @inline(__always)
    package func cosineAndSine(_ angle: Double) -> SIMD2<Double> {
      // NaN fails the test too.
      guard abs(angle) < SinCosTable.largestAngle else { return SIMD2(cos(angle), sin(angle)) }
      // Adding 1.5 * 2^52 rounds to an integer, in the lowest bits.
      let rounded = angle * (32 / Double.pi) + 0x1.8p52
      let entry = entries[Int(truncatingIfNeeded: rounded.bitPattern & 63)]
      let parts = rounded - 0x1.8p52
      let rest = (angle - parts * 0x1.921fb544p-4) - parts * 0x1.0b4611a626331p-38
      let square = rest * rest
      // The first terms of both series.
      let low = SIMD2<Double>(1.0 / 24, 1.0 / 120) * square + SIMD2<Double>(-0.5, -1.0 / 6)
      let high = SIMD2<Double>(1.0 / 40_320, 1.0 / 362_880) * square
      let series = low + (high - SIMD2<Double>(1.0 / 720, 1.0 / 5040)) * (square * square)
      let change = SIMD2(square, square * rest) * series
      let (cosine, sine) = (change.x, rest + change.y)
      return entry + (entry * cosine + SIMD2(-entry.y, entry.x) * sine)
    }

    /// Returns the cosines and the sines of four angles in radians below ``SinCosTable/largestAngle``, bit for bit
    /// those of ``cosineAndSine(_:)``.
    @inline(__always)
    package func cosinesAndSines(
      _ angles: SIMD4<Double>
    ) -> (cosines: SIMD4<Double>, sines: SIMD4<Double>) {
      let rounded = angles * (32 / Double.pi) + 0x1.8p52
      let places = unsafeBitCast(rounded, to: SIMD4<UInt64>.self) & 63
      let (a, b) = (
        entries[Int(truncatingIfNeeded: places.x)], entries[Int(truncatingIfNeeded: places.y)]
      )
      let (c, d) = (
        entries[Int(truncatingIfNeeded: places.z)], entries[Int(truncatingIfNeeded: places.w)]
      )
      let (cosines, sines) = (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
      let parts = rounded - 0x1.8p52
      let rest = (angles - parts * 0x1.921fb544p-4) - parts * 0x1.0b4611a626331p-38
      let square = rest * rest
      func series(_ first: Double, _ second: Double, _ third: Double, _ fourth: Double) -> SIMD4<
        Double
      > {
        (second * square + first) + (fourth * square - third) * (square * square)
      }
      let cosine = square * series(-0.5, 1.0 / 24, 1.0 / 720, 1.0 / 40_320)
      let sine = rest + (square * rest) * series(-1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362_880)
      return (
        cosines + (cosines * cosine - sines * sine), sines + (sines * cosine + cosines * sine)
      )
    }
  }
}
