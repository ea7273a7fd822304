// MemoryCanvas+Lowering.swift
// Stage: canvas. Takes draw items, adds commands to a program: geometry clipped and culled, masks
// fetched, colours premultiplied. Runs on one thread, before the tiles are drawn.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The target and the state for lowering a primitive.
struct LoweringContext {
  /// From the primitive's space to device pixels.
  var transform: PlaneTransform
  /// 0...1.
  var opacity: Double
  /// The device pixels that may change.
  var clip: PixelRect
  /// The number of groups around the primitive.
  var depth: Int

  /// The context of something that is in device pixels already.
  var inDevicePixels: LoweringContext {
    LoweringContext(transform: .identity, opacity: opacity, clip: clip, depth: depth)
  }
}

extension MemoryCanvas {
  /// Text larger than this, in device pixels, is drawn as outlines.
  private static let largestGlyph = 256.0

  /// Lowers items up to the end of the group, or of the list at depth 0.
  ///
  /// - Parameter isNested: Whether all of the items are drawn, before the program around them.
  func lower(
    _ items: UnsafeBufferPointer<DrawItem>, _ index: inout Int, _ program: TileProgram,
    clip: PixelRect, depth: Int, isNested: Bool = false
  ) {
    let isPart = program.isPart && !isNested
    while index < items.count {
      let at = index
      index += 1
      switch items[at].primitive {
      case .endGroup:
        trap(unless: depth > 0 || isNested, "item \(at) ends a group that did not begin")
        return
      case .beginGroup(let group):
        if isPart && !program.touchesRegions(items[at].reach) {
          skip(items, &index)
          continue
        }
        counts.groups += 1
        if group.isMapped {
          lowerMapped(group, items, at, &index, program, clip, depth)
        } else {
          lowerGroup(group, items, at, &index, program, clip, depth)
        }
      default:
        let clip = clip.intersection(items[at].scissor)
        if clip.isEmpty || !(items[at].opacity > 0) { continue }
        if isPart && !program.touchesRegions(items[at].reach) { continue }
        let context = LoweringContext(
          transform: items[at].transform, opacity: PixelColor.unit(items[at].opacity), clip: clip,
          depth: depth)
        lower(items, at, context, into: program)
      }
    }
    trap(unless: depth == 0 && !isNested, "a group began that does not end")
  }

  private func lower(
    _ items: UnsafeBufferPointer<DrawItem>, _ at: Int, _ context: LoweringContext,
    into program: TileProgram
  ) {
    switch items[at].primitive {
    case .box(let box): lower(box, context, into: program)
    case .image(let quad): lower(quad, context, into: program)
    case .glyphs(let run): lower(run, context, into: program)
    case .gradient(let fill): lower(fill, context, into: program)
    case .shadow(let shadow): lower(shadow, context, into: program)
    case .sprites(let sprites): lower(sprites, context, into: program)
    case .backdrop(let backdrop): lower(backdrop, context, into: program)
    case .fill(let path, let rule, let color):
      switch path.shape {
      case .rect(let rect):
        lower(Box(rect: rect, fill: color), context, into: program)
      case .roundedRect(let rect, let radius):
        lower(
          Box(rect: rect, radii: SIMD4(repeating: radius), fill: color), context, into: program)
      case .general:
        lower(path, .fill(rule), color, context, into: program)
      }
    case .stroke(let path, let style, let color):
      // A wider stroke is a mistake, and beyond the range of path rasterisers.
      guard style.width > 0, style.width * context.transform.meanScale < 1e6 else { return }
      lower(path, .stroke(style), color, context, into: program)
    case .beginGroup, .endGroup: break
    }
  }

  // MARK: Boxes and gradients

  private func lower(
    _ box: Box, _ context: LoweringContext, into program: TileProgram
  ) {
    let fill = box.fill.map(PixelColor.premultiplied) ?? .zero
    var ring = fill
    let hasBorder = box.borderWidth > 0 && (box.borderColor?.alpha ?? 0) > 0
    if hasBorder, let color = box.borderColor {
      let above = PixelColor.premultiplied(color)
      ring = above + fill * (1 - above.w)
    }
    let shape = RoundedShape(rect: box.rect, radii: box.radii, transform: context.transform)
    guard fill.w > 0 || ring.w > 0, let outer = program.trace(shape) else { return }
    let bounds = outer.pixels.intersection(context.clip)
    if bounds.isEmpty { return }
    var command = BoxCommand(outer: shape, fill: PixelColor.pixel(fill * context.opacity, order))
    var isOpaque = command.fill >> 24 == 255
    if hasBorder {
      command.hasBorder = true
      command.ring = PixelColor.pixel(ring * context.opacity, order)
      isOpaque = isOpaque && command.ring >> 24 == 255
      let rect = box.rect.standardized
      let width = box.borderWidth
      if width * 2 < min(rect.width, rect.height) {
        var radii = box.radii
        for corner in 0..<4 { radii[corner] = max(radii[corner] - width, 0) }
        let inner = RoundedShape(
          rect: rect.insetBy(dx: width, dy: width), radii: radii, transform: context.transform)
        if program.trace(inner) != nil { command.inner = inner }
      }
    }
    program.boxes.append(command)
    program.append(
      .box, program.boxes.count - 1, context.depth, bounds,
      opaque: isOpaque ? opaquePixels(of: outer).intersection(context.clip) : .empty)
  }

  /// The pixels that an upright shape covers completely.
  private func opaquePixels(of shape: ConvexOutline) -> PixelRect {
    let rows = shape.uprightRows
    if rows.isEmpty { return .empty }
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    let result = PixelRect(
      minX: pixel(shape.minX.rounded(.up)),
      minY: max(rows.lowerBound, pixel(shape.minY.rounded(.up))),
      maxX: pixel(shape.maxX.rounded(.down)),
      maxY: min(rows.upperBound, pixel(shape.maxY.rounded(.down))))
    return result.isEmpty ? .empty : result
  }

  private func lower(
    _ fill: GradientFill, _ context: LoweringContext, into program: TileProgram
  ) {
    guard fill.start.x.isFinite, fill.start.y.isFinite, fill.end.x.isFinite, fill.end.y.isFinite,
      let inverse = context.transform.inverted()
    else { return }
    guard let plane = GradientPlane(fill, after: inverse) else {
      lower(
        Box(rect: fill.rect, radii: fill.radii, fill: fill.gradient.colors.last), context,
        into: program)
      return
    }
    let shape = RoundedShape(rect: fill.rect, radii: fill.radii, transform: context.transform)
    guard let outline = program.trace(shape) else { return }
    let bounds = outline.pixels.intersection(context.clip)
    if bounds.isEmpty { return }
    let (column, row) = fill.ditherOrigin(context.transform)
    program.gradients.append(
      GradientCommand(
        shape: shape, ramp: program.ramps.count, plane: plane, column: column, row: row))
    GradientRamp.append(fill.gradient, opacity: context.opacity, order: order, to: &program.ramps)
    let isOpaque = context.opacity == 1 && fill.gradient.colors.allSatisfy { $0.alpha >= 1 }
    program.append(
      .gradient, program.gradients.count - 1, context.depth, bounds,
      opaque: isOpaque ? opaquePixels(of: outline).intersection(context.clip) : .empty)
  }

  // MARK: Images and shadows

  private func lower(
    _ sprites: Sprites, _ context: LoweringContext, into program: TileProgram
  ) {
    sprites.images.withUnsafeBufferPointer { images in
      for sprite in sprites.items where images.indices.contains(Int(sprite.image)) {
        let given = SIMD4<Double>(sprite.color)
        let color = SIMD4(
          PixelColor.unit(given.x), PixelColor.unit(given.y), PixelColor.unit(given.z),
          PixelColor.unit(given.w))
        guard color.w > 0 else { continue }
        var inner = context
        inner.transform = sprite.transform.concatenating(context.transform)
        inner.opacity = context.opacity * color.w
        lower(
          images[Int(sprite.image)], inner, into: program,
          tint: PixelColor.pixel(SIMD4(color.x, color.y, color.z, 1), order), blend: sprites.blend)
      }
    }
  }

  func lower(
    _ quad: ImageQuad, _ context: LoweringContext, into program: TileProgram,
    tint: Pixel = .max, blend: Sprites.Blend = .over
  ) {
    let (rect, source) = (quad.rect, quad.source)
    let shape = RoundedShape(rect: rect, radii: .zero, transform: context.transform)
    guard rect.isFinite, source.isFinite, rect.size.width != 0, rect.size.height != 0,
      let inverse = context.transform.inverted(), let outline = program.trace(shape)
    else { return }
    let bounds = outline.pixels.intersection(context.clip)
    if bounds.isEmpty { return }
    var target = source
    var parts = -1
    if let lines = quad.parts {
      target = CGRect(x: 0, y: 0, width: 1, height: 1)
      parts = program.imageParts.count
      program.imageParts.append(
        (
          lines.axis(0, of: source.minX...source.maxX), lines.axis(1, of: source.minY...source.maxY)
        ))
    }
    let (sx, sy) = (target.size.width / rect.size.width, target.size.height / rect.size.height)
    let toImage = PlaneTransform(
      a: sx, d: sy, tx: target.origin.x - rect.origin.x * sx,
      ty: target.origin.y - rect.origin.y * sy)
    program.images.append(
      ImageCommand(
        shape: shape, image: quad.image, map: inverse.concatenating(toImage), parts: parts,
        isSmooth: quad.isSmooth, opacity: UInt32(context.opacity * 255 + 0.5), tint: tint,
        blend: blend))
    program.append(.image, program.images.count - 1, context.depth, bounds)
  }

  private func lower(
    _ shadow: BoxShadow, _ context: LoweringContext, into program: TileProgram
  ) {
    let (rect, transform) = (shadow.rect.standardized, context.transform)
    let scale = max(hypot(transform.a, transform.b), hypot(transform.c, transform.d))
    guard rect.isFinite, !rect.isEmpty, shadow.deviation >= 0, shadow.deviation.isFinite,
      scale.isFinite, shadow.color.alpha > 0
    else { return }
    if shadow.deviation * scale < GaussianBlur.sharpest {
      lower(
        Box(rect: rect, radii: shadow.radii, fill: shadow.color), context, into: program)
      return
    }
    let half = min(rect.width, rect.height) / 2
    var radii = shadow.radii
    for corner in 0..<4 { radii[corner] = radii[corner] > 0 ? min(radii[corner], half) : 0 }
    let margin = GaussianBlur.visibleDeviations * shadow.deviation
    let reach = rect.insetBy(dx: -margin, dy: -margin)
    guard reach.isFinite else { return }
    guard transform.isUpright, transform.a != 0, transform.d != 0 else {
      if let quad = picture(of: shadow, radii, reach, scale) {
        lower(quad, context, into: program)
      }
      return
    }
    let bounds = PixelRect(covering: reach.applying(transform.affine)).intersection(context.clip)
    if bounds.isEmpty { return }
    let box = rect.applying(transform.affine)
    if transform.a < 0 { radii = SIMD4(radii[1], radii[0], radii[3], radii[2]) }
    if transform.d < 0 { radii = SIMD4(radii[3], radii[2], radii[1], radii[0]) }
    program.shadows.append(
      BoxShadowRasterizer(
        box: SIMD4(box.minX, box.minY, box.maxX, box.maxY),
        radii: radii * min(abs(transform.a), abs(transform.d)),
        deviation: pointwiseMax(
          SIMD2(abs(transform.a), abs(transform.d)) * shadow.deviation,
          SIMD2(repeating: 0.01)),
        color: PixelColor.pixel(shadow.color, opacity: context.opacity, order: order),
        columns: bounds.minX..<bounds.maxX, terms: &program.terms))
    program.append(.shadow, program.shadows.count - 1, context.depth, bounds)
  }

  /// Draws a shadow upright, to be mapped as an image. A rotation does not change its softness, and with
  /// four pixels for each deviation linear filtering is invisible.
  private func picture(
    of shadow: BoxShadow, _ radii: SIMD4<Double>, _ reach: CGRect, _ scale: Double
  ) -> ImageQuad? {
    let side = max(reach.width, reach.height)
    let fine = min(min(scale, 4 / shadow.deviation), 2048 / side)
    let width = Int((reach.width * fine).rounded(.up)),
      height = Int((reach.height * fine).rounded(.up))
    guard width > 0, height > 0 else { return nil }
    let scale = SIMD2(Double(width) / reach.width, Double(height) / reach.height)
    let rect = shadow.rect.standardized
    var terms: [Float] = []
    let field = BoxShadowRasterizer(
      box: SIMD4(
        (rect.minX - reach.minX) * scale.x, (rect.minY - reach.minY) * scale.y,
        (rect.maxX - reach.minX) * scale.x, (rect.maxY - reach.minY) * scale.y),
      radii: radii * min(scale.x, scale.y), deviation: scale * shadow.deviation, color: 0,
      columns: 0..<width, terms: &terms)
    var sums = [Float](repeating: 0, count: width)
    var mask = [UInt8](repeating: 0, count: width * height)
    mask.withUnsafeMutableBufferPointer { mask in
      guard let base = mask.baseAddress else { return }
      for y in 0..<height {
        field.row(y, columns: 0..<width, terms: terms, sums: &sums, into: base + y * width)
      }
    }
    return ImageQuad(
      image: Self.tinted(mask, width, height, shadow.color),
      source: CGRect(x: 0, y: 0, width: width, height: height), rect: reach)
  }

  /// Returns an image of one colour with a mask as its alpha.
  private static func tinted(
    _ mask: [UInt8], _ width: Int, _ height: Int, _ color: CGColor
  ) -> CGImage {
    let color = PixelColor.pixel(color, opacity: 1, order: .rgba)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(mask.count * 4)
    for cover in mask {
      let pixel = Spans.scale(color, UInt32(cover))
      for byte in 0..<4 { pixels.append(UInt8(truncatingIfNeeded: pixel >> UInt32(8 * byte))) }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  // MARK: Paths and text

  private func lower(
    _ path: CGPath, _ paint: MaskCache.PathKey.Paint, _ color: CGColor,
    _ context: LoweringContext, into program: TileProgram
  ) {
    guard Self.isDrawable(path, context.transform), color.alpha > 0 else { return }
    if case .fill = paint, !context.transform.isAffine {
      lower(
        PerspectiveFlattener.flattened(path, transform: context.transform), paint, color,
        context.inDevicePixels, into: program)
      return
    }
    // Clipped to the region and not to the scissor, so that content that scrolls stays cached.
    let key = MaskCache.PathKey(
      path: path, paint: paint, transform: context.transform, clip: program.bounds)
    append(
      cache.path(key), PixelColor.pixel(color, opacity: context.opacity, order: order), context,
      into: program)
  }

  /// Whether the path's numbers are finite and small enough to be drawn.
  private static func isDrawable(_ path: CGPath, _ transform: PlaneTransform) -> Bool {
    func isUsable(_ point: CGPoint) -> Bool { abs(point.x) < 1e9 && abs(point.y) < 1e9 }
    return path.elements.allSatisfy { element in
      element.points.allSatisfy { point in
        guard isUsable(point), let image = transform.apply(point) else { return false }
        return isUsable(image)
      }
    }
  }

  private func append(
    _ mask: MaskBuffer, _ color: Pixel, _ context: LoweringContext, into program: TileProgram
  ) {
    let bounds = mask.bounds.intersection(context.clip)
    if bounds.isEmpty || color == 0 { return }
    program.masks.append(MaskCommand(mask: mask.view, color: color))
    program.append(.mask, program.masks.count - 1, context.depth, bounds)
  }

  private func lower(
    _ run: GlyphRun, _ context: LoweringContext, into program: TileProgram
  ) {
    let (transform, clip) = (context.transform, context.clip)
    let color = PixelColor.pixel(run.color, opacity: context.opacity, order: order)
    let size = run.size * transform.d
    guard color != 0, size.isFinite, run.size > 0 else { return }
    let isEven = abs(transform.a - transform.d) <= 1e-4 * abs(transform.d)
    guard transform.isUpright, isEven, size > 0, size <= Self.largestGlyph else {
      let path = cache.outline(MaskCache.RunKey(run: run, transform: transform))
      if path.elements.isEmpty { return }
      lower(
        path, .fill(.winding), run.color, context.inDevicePixels, into: program)
      return
    }
    var key = GlyphKey(
      face: run.face, glyph: 0, size26_6: Int32((size * 64).rounded()), subpixel: 0)
    let first = program.masks.count
    var bounds = PixelRect.empty
    for glyph in run.glyphs {
      let x = glyph.position.x * transform.a + transform.tx
      let y = glyph.position.y * transform.d + transform.ty
      guard abs(x) < 1e6, abs(y) < 1e6 else { continue }
      let (column, row) = key.place(x, y)
      // A glyph reaches a few em at most from its origin; others are not fetched.
      let reach = Int(size * 4) + 4
      if column + reach < clip.minX || column - reach > clip.maxX || row + reach < clip.minY
        || row - reach > clip.maxY
      {
        continue
      }
      key.glyph = glyph.glyph
      let mask = cache.glyph(key)
      if mask.bounds.isEmpty { continue }
      let placed = PixelRect(
        minX: mask.bounds.minX + column, minY: mask.bounds.minY + row,
        maxX: mask.bounds.maxX + column, maxY: mask.bounds.maxY + row
      ).intersection(clip)
      if placed.isEmpty { continue }
      bounds = bounds.union(placed)
      program.masks.append(MaskCommand(mask: mask, color: color, x: column, y: row))
    }
    guard !bounds.isEmpty else { return }
    program.glyphRuns.append(first..<program.masks.count)
    program.append(.glyphs, program.glyphRuns.count - 1, context.depth, bounds)
  }
}
