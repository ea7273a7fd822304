// CoverageSource.swift
// The interface of a canvas to a path rasteriser and to fonts. The host supplies one.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The coverage of each pixel by a shape, 0 none to 255 all, rows top down without padding.
package struct Coverage: Hashable, Sendable {
  /// The mask's position, in device pixels. For a glyph: relative to the pixel of its origin.
  package var bounds: PixelRect
  /// `bounds.width × bounds.height` bytes.
  package var pixels: [UInt8]

  package init(bounds: PixelRect, pixels: [UInt8]) {
    trap(
      unless: pixels.count == bounds.width * bounds.height,
      "a coverage of \(bounds.width) x \(bounds.height) pixels cannot have \(pixels.count) bytes")
    self.bounds = bounds
    self.pixels = pixels
  }

  package static let empty = Coverage(bounds: .empty, pixels: [])
}

/// The key of a glyph's mask: face, glyph, size and sub-pixel position.
package struct GlyphKey: Hashable, Sendable {
  package var face: FontFaceID
  package var glyph: UInt32
  /// Em size in device pixels, in 1/64.
  package var size26_6: Int32
  /// Sub-pixel position in quarters of a pixel: x, 0...3, plus four times y.
  package var subpixel: UInt8

  package init(face: FontFaceID, glyph: UInt32, size26_6: Int32, subpixel: UInt8) {
    self.face = face
    self.glyph = glyph
    self.size26_6 = size26_6
    self.subpixel = subpixel
  }
}

extension GlyphKey {
  /// Sets the sub-pixel position nearest to an origin in device pixels. Returns the origin's pixel.
  @inline(__always) package mutating func place(_ x: Double, _ y: Double) -> (column: Int, row: Int)
  {
    // Halves are rounded down on both sides of zero, so that text moves alike everywhere.
    let across = Int((x * 4 + 0.5).rounded(.down)), down = Int((y * 4 + 0.5).rounded(.down))
    subpixel = UInt8(across & 3 | (down & 3) << 2)
    return (across >> 2, down >> 2)
  }

  /// The sub-pixel position in pixels.
  package var offset: CGPoint { CGPoint(x: Double(subpixel & 3) / 4, y: Double(subpixel >> 2) / 4) }
}

/// Rasterises outlines and glyphs.
package protocol CoverageSource: AnyObject {
  /// Returns the coverage of a filled path.
  ///
  /// - Parameters:
  ///   - transform: From the path's space to device pixels.
  ///   - clip: The pixels that contain the result's bounds.
  func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage

  /// Returns the coverage of a stroked path; the style's lengths are in the path's space.
  ///
  /// The stroke is outlined in that space. A perspective makes its nearer parts wider.
  func stroke(
    _ path: CGPath, style: StrokeStyle, transform: PlaneTransform, clip: PixelRect
  ) -> Coverage

  /// Returns a glyph's coverage; its bounds are relative to the glyph's origin, y down. Empty for
  /// a space, and for an unknown face.
  func glyph(_ key: GlyphKey) -> Coverage

  /// Returns a glyph's outline in points at an em size of 1, y down, for text too large or too
  /// distorted for a picture; nil when the face has none.
  func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath?
}
