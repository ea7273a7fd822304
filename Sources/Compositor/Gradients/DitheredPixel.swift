// DitheredPixel.swift
// Stage: canvas. Colours between those that 8 bits can hold, and the pattern that shows them.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A premultiplied colour in 256ths of a pixel's steps.
///
/// A gradient over a large area has fewer colours than pixels, and its steps would be seen as bands. A pattern of 8 × 8
/// thresholds decides for each pixel whether it gets the next darker or the next lighter colour, so that the mean is
/// right. A colour without fractions is the same under every threshold.
package struct DitheredPixel {
  /// Four numbers of 16 bits, in the order of a pixel's bytes.
  private let lanes: UInt64

  /// A pixel's colour, without fractions.
  package init(_ pixel: Pixel) {
    let spread = UInt64(pixel)
    lanes =
      (spread & 0xFF) << 8 | (spread & 0xFF00) << 16 | (spread & 0xFF_0000) << 24
      | (spread & 0xFF00_0000) << 32
  }

  /// A premultiplied colour, 0...1.
  init(_ color: SIMD4<Double>, _ order: PixelOrder) {
    let parts = SIMD4<UInt64>(color * (255 * 256) + 0.5)
    let (first, third) = order == .rgba ? (parts.x, parts.z) : (parts.z, parts.x)
    lanes = first | parts.y << 16 | third << 32 | parts.w << 48
  }

  /// Whether every threshold gives the same pixel.
  package var isWhole: Bool { lanes & 0x00FF_00FF_00FF_00FF == 0 }

  /// The nearest pixel.
  package var rounded: Pixel { pixel(0x0080_0080_0080_0080) }

  /// Returns the pixel of one of the two neighbours, by a threshold from ``thresholds(row:)``.
  @inline(__always) package func pixel(_ threshold: UInt64) -> Pixel {
    // No lane overflows: the largest is 255, without a fraction.
    let sum = (lanes &+ threshold) &>> 8
    let even = (sum & 0xFF) | ((sum &>> 8) & 0xFF00)
    let odd = ((sum &>> 16) & 0xFF_0000) | ((sum &>> 24) & 0xFF00_0000)
    return Pixel(truncatingIfNeeded: even | odd)
  }

  /// The thresholds of eight columns; the pattern repeats in both directions.
  @inline(__always) package static func thresholds(row: Int) -> SIMD8<UInt64> { pattern[row & 7] }

  /// Each of 64 steps once, neighbours far apart in value.
  ///
  /// Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973.
  private static let pattern: [SIMD8<UInt64>] = (0..<8).map { row in
    var thresholds = SIMD8<UInt64>.zero
    for column in 0..<8 {
      var step = 0
      for bit in 0..<3 {
        let (across, down) = (column >> bit & 1, row >> bit & 1)
        step = step << 2 | (across ^ down) << 1 | down
      }
      // In the middle of each of 64 parts of 256.
      thresholds[column] = UInt64(step * 4 + 2) &* 0x0001_0001_0001_0001
    }
    return thresholds
  }
}
