// Pictures.swift
// Pictures in tests: regions, differences, edges.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

@testable import LamellaViewer
@testable import Samples

extension CGImage {
  /// Red, green and blue at a pixel, 0...255; the picture is opaque.
  func color(_ x: Int, _ y: Int) -> SIMD3<Int> {
    let at = (y * width + x) * 4
    return SIMD3(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
  }

  /// The rows of a rectangle.
  func rows(in rect: CGRect) -> [[SIMD3<Int>]] {
    (Int(rect.minY)..<Int(rect.maxY)).map { y in
      (Int(rect.minX)..<Int(rect.maxX)).map { color($0, y) }
    }
  }
}

/// The largest difference of any channel between two regions of one size.
func largestDifference(_ a: [[SIMD3<Int>]], _ b: [[SIMD3<Int>]]) -> Int {
  precondition(a.count == b.count, "regions of \(a.count) and \(b.count) rows cannot be compared")
  var largest = 0
  for (rowA, rowB) in zip(a, b) {
    for (first, second) in zip(rowA, rowB) {
      for lane in 0..<3 { largest = max(largest, abs(first[lane] - second[lane])) }
    }
  }
  return largest
}

/// The right end of a bar of one colour, to a fraction of a pixel.
///
/// The mix of colours in each pixel gives the part that the bar covers.
///
/// - Parameters:
///   - row: Pixels from left to right, of which the first lie inside the bar's left edge.
///   - color: The bar's colour; every other pixel is `background`.
func rightEdge(of row: [SIMD3<Int>], color: SIMD3<Int>, background: SIMD3<Int>) -> Double {
  let axis = SIMD3<Double>(color &- background)
  let length = (axis * axis).sum()
  return row.reduce(0) { covered, pixel in
    covered + min(max((SIMD3<Double>(pixel &- background) * axis).sum() / length, 0), 1)
  }
}

extension UIColor {
  /// Red, green and blue, 0...255.
  var bytes: SIMD3<Int> {
    let lanes = cgColor.lanes
    return SIMD3(
      Int((lanes.x * 255).rounded()), Int((lanes.y * 255).rounded()),
      Int((lanes.z * 255).rounded()))
  }
}

extension UIView {
  /// The view's model frame in its window, in points.
  var placeInWindow: CGRect { convert(bounds, to: nil) }
}

extension CGImage {
  /// The number of pixels in a region with nearly a colour.
  func count(of color: SIMD3<Int>, in rect: CGRect, tolerance: Int = 24) -> Int {
    rows(in: rect).joined().count { pixel in
      (0..<3).allSatisfy { abs(pixel[$0] - color[$0]) <= tolerance }
    }
  }

  /// The mean column of the pixels in a region with nearly a colour; nil without such pixels.
  func middleColumn(of color: SIMD3<Int>, in rect: CGRect, tolerance: Int = 24) -> Double? {
    var (sum, count) = (0, 0)
    for row in rows(in: rect) {
      for (x, pixel) in row.enumerated()
      where (0..<3).allSatisfy({ abs(pixel[$0] - color[$0]) <= tolerance }) {
        sum += x
        count += 1
      }
    }
    return count == 0 ? nil : Double(rect.minX) + Double(sum) / Double(count)
  }
}
