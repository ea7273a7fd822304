// ReferencePicture.swift
// A picture of premultiplied colours as floating-point numbers, and the few operations of compositing.
//
// SPDX-License-Identifier: MIT

/// Premultiplied sRGB colours, 0...1, row by row, blended as they are.
package struct ReferencePicture: Sendable {
  package let width: Int, height: Int
  package var pixels: [SIMD4<Float>]

  /// Creates a clear picture.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
  }

  /// Lays a picture over this one.
  mutating func over(_ top: ReferencePicture) {
    for index in pixels.indices {
      let color = top.pixels[index]
      pixels[index] = color + pixels[index] * (1 - color.w)
    }
  }

  /// Lays a colour, from a function of the pixel, over the covered pixels.
  mutating func over(_ coverage: ReferenceCoverage, _ color: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
    for y in coverage.rows {
      for x in coverage.columns {
        let share = coverage[x, y]
        if share <= 0 { continue }
        let top = color(x, y) * share
        pixels[y * width + x] = top + pixels[y * width + x] * (1 - top.w)
      }
    }
  }

  /// Multiplies each pixel by the share that a shape covers.
  mutating func clip(to coverage: ReferenceCoverage) {
    for y in 0..<height {
      for x in 0..<width { pixels[y * width + x] *= coverage[x, y] }
    }
  }

  /// Multiplies each pixel by the alpha of another picture.
  mutating func mask(by mask: ReferencePicture) {
    for index in pixels.indices { pixels[index] *= mask.pixels[index].w }
  }

  /// Multiplies each pixel by a number.
  mutating func fade(to opacity: Double) {
    for index in pixels.indices { pixels[index] *= Float(opacity) }
  }
}

extension SIMD4<Double> {
  /// A colour that is not premultiplied, premultiplied.
  var premultiplied: SIMD4<Float> { SIMD4<Float>(self * SIMD4(w, w, w, 1)) }
}
