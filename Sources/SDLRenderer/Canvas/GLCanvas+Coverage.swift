// GLCanvas+Coverage.swift
// Stage: canvas. Glyphs and paths: masks from the coverage source, coloured on the GPU.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

extension GLCanvas {
  /// The largest font size drawn with masks of glyphs, in device pixels. Larger text is drawn as a path.
  private static let largestGlyph = 256.0
  /// The longest side of a path with a picture of its whole bounds, which does not depend on the clip.
  /// Larger paths have pictures of their visible part.
  private static let largestWholePath = 512

  // MARK: Glyphs

  func draw(_ run: GlyphRun, _ context: LoweringContext) throws(SDLError) {
    let (transform, clip) = (context.transform, context.clip)
    let color = pack(premultiplied(run.color, opacity: context.opacity))
    let size = run.size * transform.d
    guard color != 0, size.isFinite, run.size > 0, !run.glyphs.isEmpty else { return }
    let isEven = abs(transform.a - transform.d) <= 1e-4 * abs(transform.d)
    guard transform.isUpright, isEven, size > 0, size <= Self.largestGlyph else {
      return try draw(source.outline(of: run), .fill(.winding), run.color, context)
    }
    var key = GlyphKey(
      face: run.face, glyph: 0, size26_6: Int32((size * 64).rounded()), subpixel: 0)
    // A glyph reaches a few em at most from its origin; others are not fetched.
    let reach = Int(size * 4) + 4
    for glyph in run.glyphs {
      let x = glyph.position.x * transform.a + transform.tx
      let y = glyph.position.y * transform.d + transform.ty
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      let (column, row) = key.place(x, y)
      if column + reach < clip.minX || column - reach > clip.maxX || row + reach < clip.minY
        || row - reach > clip.maxY
      {
        continue
      }
      key.glyph = glyph.glyph
      guard let region = try pictures.glyph(key, source) else { continue }
      append(region, column, row, color: color, context)
    }
  }

  /// Appends a mask, pixel for pixel.
  ///
  /// - Parameters:
  ///   - column: The horizontal position of the mask's origin, in device pixels.
  ///   - row: The vertical position.
  private func append(
    _ region: TextureRegion, _ column: Int, _ row: Int, color: UInt32, _ context: LoweringContext
  ) {
    let clip = context.clip
    let (left, top) = (region.bounds.minX + column, region.bounds.minY + row)
    let (width, height) = (Float(region.bounds.width), Float(region.bounds.height))
    if left >= clip.maxX || top >= clip.maxY || left + region.bounds.width <= clip.minX
      || top + region.bounds.height <= clip.minY
    {
      return
    }
    var instance = Instance(mask: SIMD2(Float(left), Float(top)), SIMD2(width, height), clip: clip)
    instance.place = SIMD4(Float(left) - region.origin.x, Float(top) - region.origin.y, 0, 0)
    instance.form |= region.layer << 8
    instance.fill = color
    add(instance, context, .masks, masks: region.texture)
  }

  // MARK: Paths

  func draw(
    _ path: CGPath, _ paint: PathKey.Paint, _ color: CGColor, _ context: LoweringContext
  ) throws(SDLError) {
    let color = pack(premultiplied(color, opacity: context.opacity))
    guard color != 0, !path.isEmpty else { return }
    var (path, transform, outset) = (path, context.transform, 0.0)
    switch paint {
    case .fill:
      if !transform.isAffine {
        path = PerspectiveFlattener.flattened(path, transform: transform)
        transform = .identity
      }
    case .stroke(let style):
      // A wider stroke is a mistake, and beyond the range of path rasterisers.
      guard style.width > 0, style.width * transform.meanScale < 1e6 else { return }
      outset = style.width / 2 * (style.join == .miter ? max(style.miterLimit, 1.5) : 1.5)
    }
    let rect = path.boundingBox.insetBy(dx: -outset, dy: -outset)
    guard rect.isFinite else { return }
    var bounds = context.clip
    if let box = transform.bounds(of: rect) {
      guard box.isFinite, abs(transform.tx) < 1e9, abs(transform.ty) < 1e9 else { return }
      bounds = PixelRect(covering: box.insetBy(dx: -1, dy: -1))
    }
    let visible = bounds.intersection(context.clip)
    if visible.isEmpty { return }
    let isWhole = max(bounds.width, bounds.height) <= Self.largestWholePath
    // Whole pixels of translation are left out of the key, so that a moved path keeps its picture.
    var (column, row) = (0, 0)
    if transform.isAffine {
      (column, row) = (Int(transform.tx.rounded(.down)), Int(transform.ty.rounded(.down)))
      (transform.tx, transform.ty) = (transform.tx - Double(column), transform.ty - Double(row))
    }
    let area = isWhole ? bounds : visible
    let key = PathKey(
      elements: path.elements, paint: paint, transform: transform,
      clip: PixelRect(
        minX: area.minX - column, minY: area.minY - row, maxX: area.maxX - column,
        maxY: area.maxY - row))
    guard let region = try pictures.path(key, source) else { return }
    append(region, column, row, color: color, context)
  }
}

extension CoverageSource {
  /// The outlines of a run's glyphs, in the run's space.
  fileprivate func outline(of run: GlyphRun) -> CGPath {
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
