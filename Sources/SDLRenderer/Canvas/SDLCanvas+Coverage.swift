// SDLCanvas+Coverage.swift
// Stage: canvas. Glyphs and paths: masks from the coverage source, coloured on the GPU.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

extension SDLCanvas {
  /// The largest font size drawn with masks, in device pixels. Larger glyphs are drawn as paths.
  private static let largestGlyph = 256.0
  /// The longest side of a path with a picture of its whole bounds, which does not depend on the clip.
  /// Larger paths have pictures of their visible part.
  private static let largestWholePath = 512

  // MARK: Glyphs

  func draw(
    _ run: GlyphRun, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    let color = premultiplied(run.color, opacity: opacity)
    let scale = transform.isUpright ? transform.d : transform.meanScale
    let size = run.size * scale
    guard color.w > 0, run.size > 0, size.isFinite, !run.glyphs.isEmpty else { return }
    let isEven = abs(transform.a - transform.d) <= 1e-4 * abs(transform.d)
    guard size > 0, size <= Self.largestGlyph, transform.isAffine else {
      try append(source.outline(of: run), .fill(.winding), color, transform, scissor)
      return
    }
    let key = GlyphKey(
      face: run.face, glyph: 0, size26_6: Int32((size * 64).rounded()), subpixel: 0)
    if transform.isUpright && isEven {
      try drawUpright(run, key, transform, color, scissor)
    } else if try !appendSlanted(.text(run.inWhite), transform, color, scissor) {
      try drawSlanted(run, key, transform, unitsPerPixel: 1 / scale, color, scissor)
    }
  }

  /// Draws glyphs at quarters of a pixel.
  private func drawUpright(
    _ run: GlyphRun, _ key: GlyphKey, _ transform: PlaneTransform, _ color: SIMD4<Float>,
    _ scissor: PixelRect
  ) throws(SDLError) {
    var key = key
    let packed = pack(color)
    let reach = Int(run.size * transform.d * 4) + 4
    for glyph in run.glyphs {
      let x = glyph.position.x * transform.a + transform.tx
      let y = glyph.position.y * transform.d + transform.ty
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      let (column, row) = key.place(x, y)
      // A glyph extends a few ems at most from its origin; those outside are skipped.
      if column + reach < scissor.minX || column - reach > scissor.maxX
        || row + reach < scissor.minY || row - reach > scissor.maxY
      {
        continue
      }
      key.glyph = glyph.glyph
      guard let picture = try self.picture(key) else { continue }
      append(picture, column, row, color: packed, scissor)
    }
  }

  /// Draws the pictures of glyphs rotated or stretched.
  private func drawSlanted(
    _ run: GlyphRun, _ key: GlyphKey, _ transform: PlaneTransform, unitsPerPixel: Double,
    _ color: SIMD4<Float>, _ scissor: PixelRect
  ) throws(SDLError) {
    var key = key
    let packed = pack(color)
    // The bounds of rotated glyphs are not computed.
    batcher.prepare(scissor: local(scissor), bounds: local(target.bounds))
    for glyph in run.glyphs {
      key.glyph = glyph.glyph
      guard glyph.position.x.isFinite, glyph.position.y.isFinite,
        let picture = try self.picture(key)
      else { continue }
      let (w, h) = (Double(picture.bounds.width), Double(picture.bounds.height))
      let reach = Self.filterReach
      let x = glyph.position.x + (Double(picture.bounds.minX) - reach) * unitsPerPixel
      let y = glyph.position.y + (Double(picture.bounds.minY) - reach) * unitsPerPixel
      let side = SIMD2(w + 2 * reach, h + 2 * reach) * unitsPerPixel
      batcher.append(
        picture.texture,
        at: SIMD2(
          Float(x * transform.a + y * transform.c + (transform.tx - Double(target.bounds.minX))),
          Float(x * transform.b + y * transform.d + (transform.ty - Double(target.bounds.minY)))),
        right: SIMD2(Float(side.x * transform.a), Float(side.x * transform.b)),
        down: SIMD2(Float(side.y * transform.c), Float(side.y * transform.d)),
        from: picture.coordinate(Float(-reach), Float(-reach)),
        to: picture.coordinate(Float(w + reach), Float(h + reach)),
        color: packed)
    }
  }

  private func picture(_ key: GlyphKey) throws(SDLError) -> TextureRegion? {
    try pictures.glyph(key) { Bitmap(source.glyph(key)) }
  }

  /// Appends a picture pixel for pixel.
  ///
  /// - Parameters:
  ///   - column: The horizontal position of the picture's origin, in device pixels.
  ///   - row: The vertical position.
  func append(
    _ picture: TextureRegion, _ column: Int, _ row: Int, color: UInt32, _ scissor: PixelRect
  ) {
    let area = PixelRect(
      minX: picture.bounds.minX + column, minY: picture.bounds.minY + row,
      maxX: picture.bounds.maxX + column, maxY: picture.bounds.maxY + row)
    if batcher.clip != nil || !scissor.contains(area) {
      if area.intersection(scissor).isEmpty { return }
      batcher.prepare(scissor: local(scissor), bounds: local(area.intersection(target.bounds)))
    }
    let (w, h) = (Float(area.width), Float(area.height))
    batcher.append(
      picture.texture,
      at: SIMD2(Float(area.minX - target.bounds.minX), Float(area.minY - target.bounds.minY)),
      right: SIMD2(w, 0), down: SIMD2(0, h), from: picture.coordinate(0, 0),
      to: picture.coordinate(w, h), color: color, isFiltered: false)
  }

  // MARK: Paths

  func draw(
    _ path: CGPath, _ kind: CoverageKey.Kind, _ color: CGColor, _ transform: PlaneTransform,
    _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    let color = premultiplied(color, opacity: opacity)
    guard color.w > 0 else { return }
    try append(path, kind, color, transform, scissor)
  }

  func append(
    _ path: CGPath, _ kind: CoverageKey.Kind, _ color: SIMD4<Float>, _ transform: PlaneTransform,
    _ scissor: PixelRect
  ) throws(SDLError) {
    guard !path.isEmpty else { return }
    var (path, transform) = (path, transform)
    var outset = 0.0
    switch kind {
    case .fill:
      if !transform.isAffine {
        path = path.projected(by: transform)
        transform = .identity
      }
    case .stroke(let style):
      outset = style.width / 2 * (style.join == .miter ? max(style.miterLimit, 1.5) : 1.5)
    }
    let rect = path.boundingBox.insetBy(dx: -outset, dy: -outset)
    guard rect.isFinite else { return }
    var bounds = scissor
    if let box = transform.bounds(of: rect) {
      guard box.isFinite, abs(transform.tx) < 1e9, abs(transform.ty) < 1e9 else { return }
      bounds = PixelRect(covering: box.insetBy(dx: -1, dy: -1))
    }
    let visible = bounds.intersection(scissor)
    if visible.isEmpty { return }
    let isWhole = max(bounds.width, bounds.height) <= Self.largestWholePath
    // Whole pixels of translation are left out of the key, so that a moved path keeps its picture.
    var (column, row) = (0, 0)
    if transform.isAffine {
      (column, row) = (Int(transform.tx.rounded(.down)), Int(transform.ty.rounded(.down)))
      (transform.tx, transform.ty) = (transform.tx - Double(column), transform.ty - Double(row))
    }
    let clip = isWhole ? bounds : visible
    let key = CoverageKey(
      elements: path.elements, kind: kind, transform: transform,
      clip: PixelRect(
        minX: clip.minX - column, minY: clip.minY - row, maxX: clip.maxX - column,
        maxY: clip.maxY - row))
    guard let picture = try pictures.picture(.coverage(key), make: { key.bitmap(source) })
    else { return }
    append(picture, column, row, color: pack(color), scissor)
  }
}

extension GlyphRun {
  /// The run in white; pictures of text do not depend on its colour.
  fileprivate var inWhite: GlyphRun {
    var run = self
    run.color = .white
    return run
  }
}

extension CGPath {
  /// Returns the path flattened to short lines with projected ends, without the parts behind the eye.
  func projected(by transform: PlaneTransform) -> CGPath {
    let result = CGMutablePath()
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    var isOpen = false
    func add(_ point: CGPoint) {
      guard let image = transform.apply(point) else { return }
      if isOpen { result.addLine(to: image) } else { result.move(to: image) }
      isOpen = true
    }
    func add(_ segments: Int, _ point: (Double) -> CGPoint) {
      for segment in 1...segments { add(point(Double(segment) / Double(segments))) }
    }
    func line(to end: CGPoint) {
      let from = current
      add(8) { CGPoint(x: from.x + (end.x - from.x) * $0, y: from.y + (end.y - from.y) * $0) }
      current = end
    }
    for element in elements {
      switch element {
      case .move(let end):
        isOpen = false
        add(end)
        (start, current) = (end, end)
      case .line(let end): line(to: end)
      case .quad(let c, let end):
        let from = current
        add(24) { .onQuad(from: from, control: c, to: end, at: $0) }
        current = end
      case .cubic(let c1, let c2, let end):
        let from = current
        add(24) { .onCubic(from: from, control1: c1, control2: c2, to: end, at: $0) }
        current = end
      case .close:
        line(to: start)
        if isOpen { result.closeSubpath() }
        isOpen = false
        current = start
      }
    }
    return result
  }
}
