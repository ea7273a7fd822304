// BoxShadowRasterizer.swift
// Stage: canvas. Takes a rectangle with round corners and a deviation, returns its Gaussian shadow
// as a short sum of products of a row and a column. GaussianBlur makes all other shadows
// of the canvas in memory.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A Gaussian shadow of an upright rectangle with round corners, in device pixels.
///
/// The blur of a rectangle is a product: the integral of a Gaussian between left and right, times that
/// between top and bottom. A rectangle with round corners is cut into horizontal strips, each replaced
/// by a rectangle of the strip's mean width, and their products are added. Square corners need one strip
/// and are exact; with round ones the bytes stay within 1.5/255 of the Gaussian.
struct BoxShadowRasterizer {
  var columns: Range<Int>
  var strips: Range<Int>
  /// Index of the first strip's row of products in the program's ``TileProgram/terms``.
  var terms: Int
  /// Horizontal and vertical, in device pixels; more than 0.
  var deviation: SIMD2<Double>
  var color: Pixel
  /// The strips' tops and bottoms, in device pixels, in pairs.
  var heights: [Double]

  /// Adds a shadow's strips.
  ///
  /// - Parameters:
  ///   - box: Left, top, right and bottom in device pixels.
  ///   - columns: The columns of pixels to prepare.
  init(
    box: SIMD4<Double>, radii: SIMD4<Double>, deviation: SIMD2<Double>, color: Pixel,
    columns: Range<Int>, terms: inout [Float]
  ) {
    self.columns = columns
    self.deviation = deviation
    self.color = color
    self.terms = terms.count
    heights = []
    let cuts = Self.cuts(box, radii, deviation.y)
    for (top, bottom) in zip(cuts, cuts.dropFirst()) {
      let (left, right) = Self.sides(box, radii, top, bottom)
      heights += [top, bottom]
      for x in columns {
        let centre = Double(x) + 0.5
        terms.append(
          Float(
            Self.integral((right - centre) / deviation.x)
              - Self.integral((left - centre) / deviation.x)))
      }
    }
    strips = 0..<(heights.count / 2)
  }

  /// Writes a row's coverage, one byte for each of some columns.
  func row(
    _ y: Int, columns wanted: Range<Int>, terms: UnsafePointer<Float>,
    sums: UnsafeMutablePointer<Float>, into bytes: UnsafeMutablePointer<UInt8>
  ) {
    let count = wanted.count
    var isFirst = true
    let centre = Double(y) + 0.5
    for strip in strips {
      let weight = Float(
        Self.integral((heights[2 * strip + 1] - centre) / deviation.y)
          - Self.integral((heights[2 * strip] - centre) / deviation.y))
      if weight < 1e-5 && !isFirst { continue }
      let row =
        terms + self.terms + strip * columns.count + (wanted.lowerBound - columns.lowerBound)
      if isFirst {
        for x in 0..<count { sums[x] = row[x] * weight }
        isFirst = false
      } else {
        for x in 0..<count { sums[x] += row[x] * weight }
      }
    }
    if isFirst {
      bytes.update(repeating: 0, count: count)
      return
    }
    for x in 0..<count { bytes[x] = UInt8(min(max(sums[x] * 255 + 0.5, 0), 255)) }
  }

  /// The Gaussian's integral up to `x` deviations.
  static func integral(_ x: Double) -> Double {
    if x >= 4 { return 1 }
    if x <= -4 { return 0 }
    return 0.5 * erfc(-x * 0.5.squareRoot())
  }

  /// Heights at which the box is cut: finely where corners bend, and finer for a sharper shadow.
  private static func cuts(
    _ box: SIMD4<Double>, _ radii: SIMD4<Double>, _ deviation: Double
  ) -> [Double] {
    var cuts = [box.y]
    func steps(_ radius: Double) -> Int {
      Int(min(max((1.5 * radius / deviation).rounded(.up) + 2, 4), 48))
    }
    let (top, bottom) = (max(radii[0], radii[1]), max(radii[2], radii[3]))
    // Equal angles of the arc make thin strips where it is flat.
    func distance(_ radius: Double, _ step: Int, _ count: Int) -> Double {
      radius * (1 - cos(Double(step) / Double(count) * .pi / 2))
    }
    if top > 0 {
      let count = steps(top)
      for step in 1...count { cuts.append(box.y + distance(top, step, count)) }
    }
    if bottom > 0 {
      let count = steps(bottom)
      for step in 1...count { cuts.append(box.w - distance(bottom, step, count)) }
    }
    cuts.append(box.w)
    return cuts.sorted()
  }

  /// The mean left and right side of a strip.
  private static func sides(
    _ box: SIMD4<Double>, _ radii: SIMD4<Double>, _ top: Double, _ bottom: Double
  ) -> (Double, Double) {
    func inset(_ radius: Double, _ distances: (Double, Double)) -> Double {
      guard radius > 0, distances.0 < radius, distances.1 > distances.0 else { return 0 }
      // The area between a corner's circle and its square, from one height to another.
      func area(_ distance: Double) -> Double {
        let h = min(max(radius - distance, 0), radius)
        let under =
          0.5
          * (h * max(radius * radius - h * h, 0).squareRoot()
            + radius * radius * asin(min(h / radius, 1)))
        return radius * h - under
      }
      return (area(distances.0) - area(distances.1)) / (distances.1 - distances.0)
    }
    let fromTop = (top - box.y, bottom - box.y), fromBottom = (box.w - bottom, box.w - top)
    let left = max(inset(radii[0], fromTop), inset(radii[3], fromBottom))
    let right = max(inset(radii[1], fromTop), inset(radii[2], fromBottom))
    return (box.x + left, box.z - right)
  }
}
