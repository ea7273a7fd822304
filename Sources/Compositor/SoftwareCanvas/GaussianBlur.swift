// GaussianBlur.swift
// Stage: canvas. Gaussian blurs of masks in memory, and how far a blur can be seen: one rule for all canvases.
// BoxShadowRasterizer computes the shadows of boxes, without a mask. On a GPU GroupTargets blurs groups.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Gaussian blurs, by standard deviations in pixels.
package enum GaussianBlur {
  /// Below this deviation, in device pixels, a box shadow is drawn as a sharp box.
  package static let sharpest = 0.2
  /// The visible reach of a shadow, in deviations; beyond that its alpha is less than half of
  /// 1/255.
  package static let visibleDeviations = 3.0

  /// The radius of a sampled Gaussian, in whole pixels.
  package static func radius(_ deviation: Double) -> Int {
    Int((deviation * visibleDeviations).rounded(.up))
  }

  /// The Gaussian at each whole pixel within ``radius(_:)``, 1 in the middle; the sum is not normalised.
  package static func samples(_ deviation: Double) -> [Double] {
    let radius = radius(deviation)
    return (-radius...radius).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
  }

  // MARK: Numbers

  /// Blurs rows of numbers, then columns; beyond the edges lies nothing.
  ///
  /// - Parameter deviation: Horizontal and vertical; at 0 the numbers stay as they are.
  package static func blur(_ values: inout [Float], width: Int, deviation: SIMD2<Double>) {
    guard width > 0 else { return }
    blurRows(&values, width: width, deviation: deviation.x)
    let height = values.count / width
    values = transposed(values, width: width)
    blurRows(&values, width: height, deviation: deviation.y)
    values = transposed(values, width: height)
  }

  private static func blurRows(_ values: inout [Float], width: Int, deviation: Double) {
    let radius = radius(deviation)
    guard radius > 0, width > 0 else { return }
    var weights = samples(deviation).map { Float($0) }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    var result = [Float](repeating: 0, count: values.count)
    for row in stride(from: 0, to: values.count, by: width) {
      for x in 0..<width {
        var value: Float = 0
        for tap in max(-radius, -x)...min(radius, width - 1 - x) {
          value += values[row + x + tap] * weights[tap + radius]
        }
        result[row + x] = value
      }
    }
    values = result
  }

  private static func transposed(_ values: [Float], width: Int) -> [Float] {
    let height = values.count / width
    var result = [Float](repeating: 0, count: values.count)
    for y in 0..<height {
      for x in 0..<width { result[x * height + y] = values[y * width + x] }
    }
    return result
  }

  // MARK: Kernels

  /// A running mean whose two outermost values count in part, so that a blur grows smoothly.
  package struct Mean {
    /// Values on each side that count in full.
    let radius: Int
    /// The part of the next value on each side, 0...1.
    let part: Double
  }

  /// The mean of which three passes have a Gaussian's variance.
  ///
  /// Source: Gwosdek and others, Theoretical Foundations of Gaussian Convolution by Extended Box Filtering,
  /// 2011.
  static func mean(_ deviation: Double) -> Mean {
    let variance = deviation * deviation / 3
    let radius = Int((((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down))
    let r = Double(radius)
    let part = (2 * r + 1) * (r * (r + 1) - 3 * variance) / (6 * (variance - (r + 1) * (r + 1)))
    return Mean(radius: radius, part: part)
  }

  /// The weights of the blur of a picture, from the middle outwards; with both sides they sum to 1.
  package static func pictureKernel(_ deviation: Double) -> [Double] {
    guard deviation > 0.05 else { return [1] }
    return kernel(of: [Mean](repeating: mean(deviation), count: 3))
  }

  /// The weights of the blur of a mask, from the middle outwards; with both sides they sum to 1.
  package static func maskKernel(_ deviation: Double) -> [Double] {
    guard deviation > 0.05 else { return [1] }
    if deviation <= 2 { return kernel(deviation).map { Double($0) / 65536 } }
    return kernel(of: means(deviation).map { Mean(radius: $0, part: 0) })
  }

  /// The weights of one mean after another.
  private static func kernel(of means: [Mean]) -> [Double] {
    var whole = [1.0]
    for mean in means {
      let reach = mean.radius + 1
      let scale = 1 / (Double(2 * mean.radius + 1) + 2 * mean.part)
      var next = [Double](repeating: 0, count: whole.count + 2 * reach)
      for (index, value) in whole.enumerated() {
        for step in 0...2 * reach {
          let weight = step == 0 || step == 2 * reach ? mean.part : 1
          next[index + step] += value * weight * scale
        }
      }
      whole = next
    }
    return Array(whole[(whole.count / 2)...])
  }

  // MARK: Masks

  /// The reach of a blurred mask beyond the mask, in whole pixels.
  package static func reach(_ deviation: Double) -> Int {
    deviation > 0 ? 3 * Int((deviation + 1).rounded(.up)) + 2 : 1
  }

  /// Returns a mask blurred, in 1/256.
  ///
  /// Up to a deviation of 2 the mask is convolved with a Gaussian. Beyond, three running means of the
  /// same variance approximate it within 3 % of full coverage.
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
    let radius = radius(deviation)
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
