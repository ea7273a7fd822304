// PictureAssertions.swift
// Pixels of pictures, and differences between two pictures.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

extension CGImage {
  /// Returns a pixel's premultiplied red, green, blue and alpha, 0...255.
  ///
  /// - Precondition: The pixel lies within the image.
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<Int> {
    precondition(
      x >= 0 && y >= 0 && x < width && y < height,
      "an image of \(width) x \(height) pixels has none at \(x), \(y)")
    let index = (y * width + x) * 4
    return SIMD4(
      Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]), Int(pixels[index + 3]))
  }

  /// Returns a part of the image.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> CGImage {
    var part: [UInt8] = []
    for row in y..<(y + height) {
      let start = (row * self.width + x) * 4
      part += pixels[start..<(start + width * 4)]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: part)
  }
}

/// The difference between two pictures of one size.
package struct PictureDifference: Hashable, CustomStringConvertible {
  /// The largest difference of any channel, 0...255.
  package var maximum = 0
  /// The number of different pixels.
  package var count = 0
  /// The first position of the largest difference, and the two pixels there.
  package var x = 0, y = 0
  package var first = SIMD4<Int>.zero, second = SIMD4<Int>.zero

  /// Compares two pictures. Different sizes count as a difference of 256.
  package init(_ a: CGImage, _ b: CGImage) {
    guard a.width == b.width, a.height == b.height else {
      maximum = 256
      (first.x, first.y, second.x, second.y) = (a.width, a.height, b.width, b.height)
      return
    }
    for y in 0..<a.height {
      for x in 0..<a.width {
        let index = (y * a.width + x) * 4
        var largest = 0
        for channel in index..<(index + 4) {
          largest = max(largest, abs(Int(a.pixels[channel]) - Int(b.pixels[channel])))
        }
        if largest > 0 { count += 1 }
        if largest > maximum {
          maximum = largest
          (self.x, self.y, first, second) = (x, y, a.pixel(x, y), b.pixel(x, y))
        }
      }
    }
  }

  package var description: String {
    if maximum > 255 {
      return "sizes differ: \(first.x) x \(first.y) and \(second.x) x \(second.y)"
    }
    return maximum == 0
      ? "the same"
      : "\(count) pixels differ, by \(maximum) at \(x), \(y): \(first) and \(second)"
  }
}
