// PictureBlender.swift
// Blends a picture, its shadow and its clip with the pixels beneath them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A picture that is going to be blended. All images have the size of the pixels that may change.
struct PictureBlender {
  var mode: CGBlendMode
  var isAntialiased: Bool
  var source: CGImage
  /// The coverage of what was drawn, as alpha; nil where the source's alpha is enough.
  var shape: CGImage?
  /// Blended first; nil without a shadow.
  var shadow: CGImage?
  /// Multiplied into both, as alpha; nil for 1.
  var clip: CGImage?

  /// Returns an image with some of its pixels blended.
  func blended(with image: CGImage, in area: PixelRect) -> CGImage {
    var pixels = image.pixels
    for y in 0..<area.height {
      for x in 0..<area.width {
        let at = (y * area.width + x) * 4
        let to = ((area.minY + y) * image.width + area.minX + x) * 4
        let before = Self.pixel(pixels, to)
        let after = blended(at, with: before)
        if after == before { continue }
        let bytes = (after * 255).nearest
        for byte in 0..<4 { pixels[to + byte] = UInt8(truncatingIfNeeded: bytes[byte]) }
      }
    }
    return CGImage(width: image.width, height: image.height, premultipliedRGBA: pixels)
  }

  /// Returns the blend of the pixel at a byte.
  private func blended(_ at: Int, with destination: SIMD4<Float>) -> SIMD4<Float> {
    let within = clip.map { Float($0.pixels[at + 3]) / 255 } ?? 1
    guard within > 0 else { return destination }
    var result = destination
    if let shadow, !mode.changesBeyondSource {
      result = BlendFormula.blend(mode, Self.pixel(shadow.pixels, at) * within, over: result)
    }
    let own = Self.pixel(source.pixels, at)
    guard let shape else {
      if own.w == 0 { return result }
      return BlendFormula.blend(mode, own * within, over: result)
    }
    // The colour of the source apart from its coverage.
    let drawn = Float(shape.pixels[at + 3]) / 255
    guard drawn > 0 else { return result }
    let full = pointwiseMin(own / drawn, SIMD4(repeating: 1))
    let covered = isAntialiased ? drawn : (drawn >= 0.5 ? 1 : 0)
    let blended = BlendFormula.blend(mode, full, over: result)
    return result + (blended - result) * (covered * within)
  }

  private static func pixel(_ pixels: [UInt8], _ at: Int) -> SIMD4<Float> {
    SIMD4(
      Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), Float(pixels[at + 3])) / 255
  }
}
