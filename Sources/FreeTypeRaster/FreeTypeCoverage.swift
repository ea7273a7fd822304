// FreeTypeCoverage.swift
// Stage: canvas. Fills and strokes paths and glyphs with FreeType's anti-aliasing rasteriser. Coverage of glyphs is
// grey, and blended as it is: without gamma, and without a display's subpixels.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
package import Compositor
package import CoreGraphics
import Foundation

/// Coverage by FreeType: the exact area of each pixel, in 256 steps. Contours that cross, whose areas FreeType would
/// add, are filled by ``UnionRasterizer``.
///
/// Paths with values that are not finite, and strokes without a positive width, are empty. May be
/// used by several threads at once; see ``FreeTypeLibrary/lock``.
package final class FreeTypeCoverage: CoverageSource {
  private let fonts: SystemFontProvider
  let library: FreeTypeLibrary
  private var glyphs: [GlyphKey: Coverage] = [:]

  /// Creates a source for paths and for the faces of a provider.
  package init(fonts: SystemFontProvider) {
    self.fonts = fonts
    library = fonts.library
  }

  package func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage {
    library.lock.withLock {
      guard let outline = PathOutline(path, transform: transform) else { return .empty }
      return render(outline, rule: rule, clip: clip)
    }
  }

  package func stroke(
    _ path: CGPath, style: StrokeStyle, transform: PlaneTransform, clip: PixelRect
  ) -> Coverage {
    let outline = library.lock.withLock {
      PathStroker(path, style: style, transform: transform, clip: clip)?
        .outline(of: path, library: library)
    }
    guard let outline, let bounds = Self.pixels(of: outline, clip) else { return .empty }
    return Coverage(bounds: bounds, pixels: UnionRasterizer.coverage(of: outline, in: bounds))
  }

  package func glyph(_ key: GlyphKey) -> Coverage {
    library.lock.withLock {
      if let known = glyphs[key] { return known }
      let coverage = rasterise(key)
      if glyphs.count >= 4096 { glyphs.removeAll(keepingCapacity: true) }
      glyphs[key] = coverage
      return coverage
    }
  }

  package func outline(of glyph: UInt32, in id: FontFaceID) -> CGPath? {
    fonts.outline(of: glyph, in: id)
  }

  private func rasterise(_ key: GlyphKey) -> Coverage {
    let size = Double(key.size26_6) / 64
    guard size > 0, size <= 2048, let path = outline(of: key.glyph, in: key.face) else {
      return .empty
    }
    return fill(
      path, rule: .winding,
      transform: CGAffineTransform(
        a: size, b: 0, c: 0, d: size, tx: key.offset.x, ty: key.offset.y),
      clip: PixelRect(minX: -8192, minY: -8192, maxX: 8192, maxY: 8192))
  }

  // MARK: Rasterising

  /// FreeType rejects points farther out than 2^18 pixels, and outlines of more than 2^15 points.
  private static let reach = 100_000.0
  private static let maximumPoints = 32_000

  func render(_ outline: PathOutline, rule: CGPathFillRule, clip: PixelRect) -> Coverage {
    guard let hull = outline.hull, let bounds = Self.pixels(of: outline, clip) else {
      return .empty
    }
    let low = SIMD2(Double(bounds.minX), Double(bounds.minY))
    let high = SIMD2(Double(bounds.maxX), Double(bounds.maxY))
    let isFar = any(hull.low .< low - Self.reach) || any(hull.high .> high + Self.reach)
    var outline = outline.flattened(low: low - 2, high: high + 2, isClipped: isFar)
    if !isFar, outline.points.count > Self.maximumPoints {
      outline = outline.flattened(low: low - 2, high: high + 2, isClipped: true)
    }
    if outline.points.count > Self.maximumPoints, bounds.height > 1 {
      return renderHalves(outline, rule: rule, bounds: bounds)
    }
    guard !outline.ends.isEmpty, outline.points.count <= Self.maximumPoints else { return .empty }
    if outline.crossesItself {
      return Coverage(
        bounds: bounds,
        pixels: UnionRasterizer.coverage(of: outline, rule: rule, in: bounds))
    }
    return Coverage(bounds: bounds, pixels: pixels(outline, rule: rule, bounds: bounds))
  }

  /// The pixels that an outline may cover; nil without any.
  private static func pixels(of outline: PathOutline, _ clip: PixelRect) -> PixelRect? {
    guard let hull = outline.hull else { return nil }
    let covered = PixelRect(
      covering: CGRect(
        x: hull.low.x, y: hull.low.y, width: max(hull.high.x - hull.low.x, 1e-9),
        height: max(hull.high.y - hull.low.y, 1e-9)))
    var bounds = covered.intersection(clip)
    bounds.maxX = min(bounds.maxX, bounds.minX + 32_000)
    bounds.maxY = min(bounds.maxY, bounds.minY + 32_000)
    return bounds.isEmpty ? nil : bounds
  }

  /// Renders an outline with too many points as two coverages, each of half of the area.
  private func renderHalves(
    _ outline: PathOutline, rule: CGPathFillRule, bounds: PixelRect
  ) -> Coverage {
    var (upper, lower) = (bounds, bounds)
    upper.maxY = (bounds.minY + bounds.maxY) / 2
    lower.minY = upper.maxY
    return Self.union(
      render(outline, rule: rule, clip: upper), render(outline, rule: rule, clip: lower))
  }

  private func pixels(
    _ outline: PathOutline, rule: CGPathFillRule, bounds: PixelRect
  ) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: bounds.width * bounds.height)
    var target = FT_Outline()
    guard
      FT_Outline_New(
        library.pointer, FT_UInt(outline.points.count), FT_Int(outline.ends.count), &target) == 0
    else { return pixels }
    defer { FT_Outline_Done(library.pointer, &target) }
    for (index, point) in outline.points.enumerated() {
      target.points[index].x = FT_Pos(((point.x - Double(bounds.minX)) * 64).rounded())
      target.points[index].y = FT_Pos(((Double(bounds.maxY) - point.y) * 64).rounded())
      target.tags[index] = .init(truncatingIfNeeded: PathOutline.Tag.on)
    }
    for (index, end) in outline.ends.enumerated() {
      target.contours[index] = .init(truncatingIfNeeded: end)
    }
    if rule == .evenOdd { target.flags |= Int32(FT_OUTLINE_EVEN_ODD_FILL) }
    pixels.withUnsafeMutableBufferPointer { buffer in
      // FreeType has room for some 600 pixels of a row that edges touch, and else draws nothing: a flat edge is cut
      // into strips. Rendering can also fail without memory; the result is empty.
      for width in [max(bounds.width, 1), Self.stripWidth] {
        var (x, isDrawn) = (0, true)
        while x < bounds.width, isDrawn {
          var bitmap = FT_Bitmap()
          bitmap.rows = UInt32(bounds.height)
          bitmap.width = UInt32(min(width, bounds.width - x))
          bitmap.pitch = Int32(bounds.width)
          bitmap.buffer = buffer.baseAddress.map { $0 + x }
          bitmap.num_grays = 256
          bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
          isDrawn = FT_Outline_Get_Bitmap(library.pointer, &target, &bitmap) == 0
          FT_Outline_Translate(&target, FT_Pos(-64 * width), 0)
          x += width
        }
        if isDrawn { break }
        FT_Outline_Translate(&target, FT_Pos(64 * x), 0)
        for index in buffer.indices { buffer[index] = 0 }
      }
    }
    return pixels
  }

  /// The width in pixels of the strips into which a picture is cut that FreeType cannot draw at once.
  private static let stripWidth = 256

  /// Returns the larger coverage of each pixel.
  private static func union(_ a: Coverage, _ b: Coverage) -> Coverage {
    if a.bounds.isEmpty { return b }
    if b.bounds.isEmpty { return a }
    let bounds = a.bounds.union(b.bounds)
    var pixels = [UInt8](repeating: 0, count: bounds.width * bounds.height)
    for part in [a, b] {
      for row in 0..<part.bounds.height {
        let target =
          (part.bounds.minY - bounds.minY + row) * bounds.width + part.bounds.minX - bounds.minX
        for column in 0..<part.bounds.width {
          let value = part.pixels[row * part.bounds.width + column]
          pixels[target + column] = max(pixels[target + column], value)
        }
      }
    }
    return Coverage(bounds: bounds, pixels: pixels)
  }
}
