// GaussianBlur.swift
// Stage: canvas. Takes a mask, returns it blurred and displaced; for the shadows of whole groups.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Gaussian blurs of masks.
enum GaussianBlur {
  /// How many pixels beyond itself a pixel is seen.
  static func reach(_ deviation: Double) -> Int {
    deviation > 0 ? 3 * Int((deviation + 1).rounded(.up)) + 2 : 1
  }

  /// Returns a mask blurred, in 1/256.
  ///
  /// Up to a deviation of 2 it is summed with a Gaussian's weights; beyond, three running means of
  /// widths with the same variance stand for it, within 3 % of full coverage.
  static func blurred(
    _ mask: [UInt8], width: Int, height: Int, deviation: Double
  ) -> [UInt16] {
    var values = mask.map { UInt16($0) << 8 }
    guard deviation > 0.05, width > 0, height > 0 else { return values }
    var line = [UInt16](repeating: 0, count: max(width, height))
    var other = line
    let weights = deviation <= 2 ? kernel(deviation) : []
    let radii = weights.isEmpty ? means(deviation) : []
    func blur(_ count: Int) {
      if weights.isEmpty {
        for radius in radii {
          mean(line, &other, count, radius)
          swap(&line, &other)
        }
      } else {
        convolve(line, &other, count, weights)
        swap(&line, &other)
      }
    }
    for y in 0..<height {
      for x in 0..<width { line[x] = values[y * width + x] }
      blur(width)
      for x in 0..<width { values[y * width + x] = line[x] }
    }
    for x in 0..<width {
      for y in 0..<height { line[y] = values[y * width + x] }
      blur(height)
      for y in 0..<height { values[y * width + x] = line[y] }
    }
    return values
  }

  /// Weights from the middle outwards, in 1/65536, which sum to one with both sides.
  private static func kernel(_ deviation: Double) -> [UInt32] {
    let radius = Int((3 * deviation).rounded(.up))
    func part(_ index: Int) -> Double {
      BoxShadowRasterizer.integral((Double(index) + 0.5) / deviation)
        - BoxShadowRasterizer.integral((Double(index) - 0.5) / deviation)
    }
    var weights = (0...radius).map { UInt32((part($0) * 65536).rounded()) }
    weights[0] = 65536 - 2 * weights.dropFirst().reduce(0, +)
    return weights
  }

  /// Radii of three means whose variances add up to the Gaussian's.
  private static func means(_ deviation: Double) -> [Int] {
    let variance = deviation * deviation
    let ideal = (4 * variance + 1).squareRoot()
    var small = Int(min(ideal, 4096))
    if small % 2 == 0 { small -= 1 }
    let s = Double(small)
    let wanted = (12 * variance - 3 * s * s - 12 * s - 9) / (-4 * s - 4)
    let count = min(max(Int(wanted.rounded()), 0), 3)
    return (0..<3).map { $0 < count ? small / 2 : small / 2 + 1 }
  }

  private static func convolve(
    _ line: [UInt16], _ other: inout [UInt16], _ count: Int, _ weights: [UInt32]
  ) {
    for x in 0..<count {
      var sum = UInt64(line[x]) * UInt64(weights[0]) + 32768
      for step in 1..<weights.count {
        let left = x - step >= 0 ? UInt64(line[x - step]) : 0
        let right = x + step < count ? UInt64(line[x + step]) : 0
        sum += (left + right) * UInt64(weights[step])
      }
      other[x] = UInt16(min(sum >> 16, 65535))
    }
  }

  /// A running mean of `2 · radius + 1` values; beyond the ends lies nothing.
  private static func mean(_ line: [UInt16], _ other: inout [UInt16], _ count: Int, _ radius: Int) {
    let width = UInt32(2 * radius + 1)
    var sum: UInt32 = 0
    for x in 0..<min(radius, count) { sum += UInt32(line[x]) }
    for x in 0..<count {
      if x + radius < count { sum += UInt32(line[x + radius]) }
      other[x] = UInt16((sum + width / 2) / width)
      if x - radius >= 0 { sum -= UInt32(line[x - radius]) }
    }
  }
}
