// DrawnPicture.swift
// Pictures that samples paint pixel by pixel, so that the program needs no files.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import LamellaViewer
import UIKit

enum DrawnPicture {
  /// Pixels per point of every picture.
  static let scale = 2

  /// Paints a picture.
  ///
  /// - Parameters:
  ///   - width: In points.
  ///   - height: In points.
  ///   - color: Called with each pixel's centre, in points from the top left. Returns red, green, blue
  ///     and alpha, 0...1, not premultiplied.
  static func paint(
    width: Int, height: Int, _ color: (SIMD2<Double>) -> SIMD4<Double>
  ) -> UIImage {
    let (columns, rows) = (width * scale, height * scale)
    var pixels = [UInt8](repeating: 0, count: columns * rows * 4)
    for y in 0..<rows {
      for x in 0..<columns {
        let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / Double(scale)
        let straight = color(point).clamped(
          lowerBound: .zero, upperBound: SIMD4(repeating: 1))
        var bytes = straight * straight.w * 255
        bytes.w = straight.w * 255
        for lane in 0..<4 {
          pixels[(y * columns + x) * 4 + lane] = UInt8(bytes[lane].rounded())
        }
      }
    }
    let image = CGImage(width: columns, height: rows, premultipliedRGBA: pixels)
    return UIImage(cgImage: image, scale: CGFloat(scale))
  }

  /// The coverage of a pixel at an edge, 0...1.
  ///
  /// - Parameter distance: From the edge to the pixel's centre, in points; positive inside.
  static func coverage(_ distance: Double) -> Double {
    min(max(distance * Double(scale) + 0.5, 0), 1)
  }
}

/// An opaque colour for painting, from `0xRRGGBB`.
func paint(_ hex: UInt32) -> SIMD4<Double> {
  SIMD4(Double(hex >> 16 & 0xFF), Double(hex >> 8 & 0xFF), Double(hex & 0xFF), 255) / 255
}

/// A linear mix of two colours; 0 is the first, 1 the second.
func mix(_ below: SIMD4<Double>, _ above: SIMD4<Double>, _ part: Double) -> SIMD4<Double> {
  below + (above - below) * part
}
