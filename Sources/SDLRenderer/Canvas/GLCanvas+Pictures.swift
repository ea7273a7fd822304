// GLCanvas+Pictures.swift
// Stage: canvas. Images whole and in parts, and particles.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

extension GLCanvas {
  func draw(_ sprites: Sprites, _ context: LoweringContext) throws(SDLError) {
    for sprite in sprites.items where sprites.images.indices.contains(Int(sprite.image)) {
      let tint = sprite.color.clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      guard tint.w > 0 else { continue }
      var inner = context
      inner.transform = sprite.transform.concatenating(context.transform)
      try draw(
        sprites.images[Int(sprite.image)], inner, tint: SIMD4(tint.x, tint.y, tint.z, 1) * tint.w,
        blend: sprites.blend == .add ? .add : .over)
    }
  }

  func draw(
    _ quad: ImageQuad, _ context: LoweringContext, tint: SIMD4<Float> = SIMD4(repeating: 1),
    blend: DrawRecorder.Blend = .over
  ) throws(SDLError) {
    let (rect, source, image) = (quad.rect, quad.source, quad.image)
    guard rect.isFinite, source.isFinite, rect.size.width != 0, rect.size.height != 0,
      image.width > 0, image.height > 0
    else { return }
    let color = pack(tint * Float(context.opacity))
    if color == 0 { return }
    let parts = quad.parts ?? ImageParts(source: [0, 0, 1, 1], place: [0, 0, 1, 1])
    let columns = ImageSpans(
      parts.axis(0, of: source.minX...source.maxX), from: rect.origin.x, length: rect.size.width,
      extent: image.width, longest: pictures.longestSide)
    let rows = ImageSpans(
      parts.axis(1, of: source.minY...source.maxY), from: rect.origin.y, length: rect.size.height,
      extent: image.height, longest: pictures.longestSide)
    for (y, row) in rows.spans.enumerated() {
      for (x, column) in columns.spans.enumerated() {
        let cell = CGRect(
          x: column.from, y: row.from, width: column.to - column.from, height: row.to - row.from)
        guard
          var instance = Instance(.picture, cell, context.transform, clip: context.clip),
          let region = try pictures.image(
            image,
            PixelRect(
              minX: column.tile.lowerBound, minY: row.tile.lowerBound,
              maxX: column.tile.upperBound, maxY: row.tile.upperBound))
        else { continue }
        let (left, top) = (
          Float(column.tile.lowerBound) - region.origin.x,
          Float(row.tile.lowerBound)
            - region.origin.y
        )
        instance.place = SIMD4(
          Float(column.texel.middle) - left, Float(row.texel.middle) - top,
          Float(column.texel.perUnit), Float(row.texel.perUnit))
        instance.radii = SIMD4(
          region.origin.x + 0.5, region.origin.y + 0.5,
          region.origin.x + Float(region.bounds.width) - 0.5,
          region.origin.y + Float(region.bounds.height) - 0.5)
        if quad.isSmooth { instance.form |= Instance.isSmooth }
        // Bits of the edges at which the picture goes on: left, top, right, bottom.
        let isLast = (x == columns.spans.count - 1, y == rows.spans.count - 1)
        let joined: UInt32 =
          (x > 0 ? 1 : 0) | (y > 0 ? 2 : 0) | (isLast.0 ? 0 : 4) | (isLast.1 ? 0 : 8)
        instance.form |= joined << 8
        instance.fill = color
        add(instance, context, .pictures, picture: region.texture, blend: blend)
      }
    }
  }
}

/// One side of an image, cut where its parts begin and where a texture ends.
private struct ImageSpans {
  struct Span {
    /// In the rectangle's space.
    var from: Double, to: Double
    /// The image's pixel in the middle, and pixels for each unit.
    var texel: (middle: Double, perUnit: Double)
    /// The image's pixels that the texture has.
    var tile: Range<Int>
  }

  private(set) var spans: [Span] = []
  private static let hair = 1.0 / 256

  /// - Parameters:
  ///   - axis: From fractions of the side to pixels of the image.
  ///   - from: Where the side begins. A negative length runs backwards.
  ///   - extent: The image's pixels along the side.
  ///   - longest: The longest side of a texture.
  init(_ axis: PartsAxis, from: Double, length: Double, extent: Int, longest: Int) {
    for part in 0..<3 {
      let (low, high) = (axis.place[part], axis.place[part + 1])
      guard high > low else { continue }
      let (first, last) = (axis.texel[part], axis.texel[part + 1])
      add(low, high, first, last, from, length, extent, longest)
    }
  }

  private mutating func add(
    _ low: Double, _ high: Double, _ first: Double, _ last: Double, _ from: Double,
    _ length: Double, _ extent: Int, _ longest: Int
  ) {
    func append(_ low: Double, _ high: Double, _ first: Double, _ last: Double, _ tile: Range<Int>)
    {
      let perUnit = (last - first) / ((high - low) * length)
      // Between two parts a hair before the place, which is often the middle of a pixel: each is in one part then.
      let (start, end) = (from + low * length, from + high * length)
      let (left, right) = (low > 0 ? start - Self.hair : start, high < 1 ? end - Self.hair : end)
      spans.append(
        Span(
          from: left, to: right,
          texel: (first + ((left + right) / 2 - start) * perUnit, perUnit), tile: tile))
    }
    guard extent > longest, last > first else {
      return append(low, high, first, last, 0..<min(extent, longest))
    }
    // Tiles share a pixel on each side, so that a filter finds its neighbours.
    let step = longest - 2
    var start = first
    while start < last {
      let index = max(0, Int(start) / step)
      let isLastTile = (index + 1) * step >= extent
      let end = isLastTile ? last : min(last, Double((index + 1) * step))
      let share = (high - low) / (last - first)
      append(
        low + (start - first) * share, low + (end - first) * share, start, end,
        max(0, index * step - 1)..<min(extent, (index + 1) * step + 1))
      start = end
    }
  }
}
