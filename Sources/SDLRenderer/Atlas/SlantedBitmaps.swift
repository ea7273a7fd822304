// SlantedBitmaps.swift
// Stage: canvas. Pictures of boxes, gradients and text as they lie on the screen, rotated, skewed or in
// perspective, so that they are not filtered.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// A box, its border, a gradient or a line of text under one transform.
struct SlantedKey: Hashable {
  enum Content: Hashable {
    case box(CGRect, radii: SIMD4<Double>, borderWidth: Double)
    case gradient(GradientFill)
    case text(GlyphRun)
  }
  var content: Content
  /// Without whole pixels of translation.
  var transform: PlaneTransform

  /// The pixels that the picture may have; nil for a content without glyphs, and where a part lies behind the eye.
  var bounds: PixelRect? {
    let rect: CGRect
    switch content {
    case .box(let box, _, _): rect = box
    case .gradient(let fill): rect = fill.rect
    case .text(let run): rect = run.bounds
    }
    guard let box = transform.bounds(of: rect), box.isFinite else { return nil }
    return PixelRect(covering: box)
  }

  func bitmap(_ source: any CoverageSource, _ bounds: PixelRect) -> Bitmap {
    var (path, rule): (CGPath, CGPathFillRule) =
      switch content {
      case .box(let rect, let radii, let width): (Self.path(rect, radii, width), .evenOdd)
      case .gradient(let fill): (.rounded(fill.rect, radii: fill.radii), .winding)
      case .text(let run): (source.outline(of: run), .winding)
      }
    var flat = transform.affine
    if !transform.isAffine { (path, flat) = (path.projected(by: transform), .identity) }
    let coverage = source.fill(path, rule: rule, transform: flat, clip: bounds)
    if case .gradient(let fill) = content {
      return Bitmap(of: fill, transform, bounds: bounds, coverage: coverage)
    }
    // A picture of nothing is kept too, so that it is not made in each frame.
    return Bitmap(coverage)
      ?? Bitmap(bounds: PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1), pixels: [0])
  }

  private static func path(_ rect: CGRect, _ radii: SIMD4<Double>, _ width: Double) -> CGPath {
    let path = CGMutablePath()
    path.addPath(.rounded(rect, radii: radii))
    let hole = rect.insetBy(dx: width, dy: width)
    if width > 0, !hole.isNull {
      path.addPath(.rounded(hole, radii: (radii - width).replacing(with: 0, where: radii .< width)))
    }
    return path
  }
}

/// The limits of bitmaps of slanted boxes and glyphs.
///
/// A still shape needs one bitmap in all, a rotating one would need a new bitmap in each frame. Shapes beyond the limits
/// are drawn with upright bitmaps, filtered.
struct SlantedAllowance {
  private static let most = 1 << 20
  private static let perFrame = 8 << 10
  /// The number of slanted shapes in a frame above which all are filtered.
  private static let maximumCount = 64

  private var bytes = most
  /// Whether it was used up and has not grown to its half since.
  private var isSpent = false
  private var count = 0, lastCount = 0

  mutating func beginFrame() {
    bytes = min(bytes + Self.perFrame, Self.most)
    if bytes >= Self.most / 2 { isSpent = false }
    (lastCount, count) = (count, 0)
  }

  /// Counts a slanted thing. Returns whether to look for its picture.
  mutating func admits() -> Bool {
    count += 1
    return max(count, lastCount) <= Self.maximumCount
  }

  /// Whether a new picture of some bytes may be made, which then counts.
  mutating func spend(_ cost: Int) -> Bool {
    if isSpent || cost > bytes {
      isSpent = true
      return false
    }
    bytes -= cost
    return true
  }
}

extension CoverageSource {
  /// The outlines of a run, in its space.
  func outline(of run: GlyphRun) -> CGPath {
    let path = CGMutablePath()
    for glyph in run.glyphs {
      guard let outline = outline(of: glyph.glyph, in: run.face) else { continue }
      path.addPath(
        outline,
        transform: CGAffineTransform(
          a: run.size, b: 0, c: 0, d: run.size, tx: glyph.position.x, ty: glyph.position.y))
    }
    return path
  }
}

extension SDLCanvas {
  /// Appends the picture of something slanted. Returns false where it has none.
  func appendSlanted(
    _ content: SlantedKey.Content, _ transform: PlaneTransform, _ color: SIMD4<Float>,
    _ scissor: PixelRect
  ) throws(SDLError) -> Bool {
    guard let origin = transform.apply(.zero), abs(origin.x) < 1e6, abs(origin.y) < 1e6,
      slanted.admits()
    else { return false }
    let (column, row) = (Int(origin.x.rounded(.down)), Int(origin.y.rounded(.down)))
    let key = SlantedKey(
      content: content,
      transform: transform.concatenating(PlaneTransform(tx: -Double(column), ty: -Double(row))))
    if let known = try pictures.picture(.slanted(key), make: { nil }) {
      append(known, column, row, color: pack(color), scissor)
      return true
    }
    guard let bounds = key.bounds, max(bounds.width, bounds.height) <= 512,
      slanted.spend(bounds.width * bounds.height * 4),
      let picture = try pictures.picture(
        .slanted(key), make: { key.bitmap(source, bounds) })
    else { return false }
    append(picture, column, row, color: pack(color), scissor)
    return true
  }
}
