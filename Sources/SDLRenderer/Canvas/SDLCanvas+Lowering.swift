// SDLCanvas+Lowering.swift
// Stage: canvas. Lowers primitives to nine-patches of pictures.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

extension SDLCanvas {
  /// Draws one item of a list.
  func draw(_ items: UnsafeBufferPointer<DrawItem>, _ index: Int) throws(SDLError) {
    if case .beginGroup(let group) = items[index].primitive {
      openGroups.append((items[index], group, target))
      return try begin(group)
    }
    if case .endGroup = items[index].primitive {
      guard let ended = openGroups.popLast() else { return }
      return try end(ended.group, of: ended.item, outer: ended.outer)
    }
    let opacity = items[index].opacity
    guard opacity > 0, !items[index].reach.isEmpty else { return }
    let scissor = items[index].scissor.intersection(target.bounds)
    if scissor.isEmpty { return }
    let transform = items[index].transform
    switch items[index].primitive {
    case .box(let box): try draw(box, transform, opacity, scissor)
    case .image(let quad): try draw(quad, transform, opacity, scissor)
    case .glyphs(let run): try draw(run, transform, opacity, scissor)
    case .gradient(let fill): try draw(fill, transform, opacity, scissor)
    case .shadow(let shadow): try draw(shadow, transform, opacity, scissor)
    case .sprites(let sprites): try draw(sprites, transform, opacity, scissor)
    case .fill(let path, let rule, let color):
      switch path.shape {
      case .rect(let rect):
        try draw(Box(rect: rect, fill: color), transform, opacity, scissor)
      case .roundedRect(let rect, let radius):
        let box = Box(rect: rect, radii: SIMD4(repeating: radius), fill: color)
        try draw(box, transform, opacity, scissor)
      case .general:
        try draw(path, .fill(rule), color, transform, opacity, scissor)
      }
    case .stroke(let path, let style, let color):
      try draw(path, .stroke(style), color, transform, opacity, scissor)
    // Lists with these are drawn by the processor.
    case .backdrop, .beginGroup, .endGroup: break
    }
  }

  /// Prepares the clip for a rectangle. Returns false when none of it is visible.
  ///
  /// - Parameter outset: Device pixels drawn beyond the rectangle.
  func prepare(
    _ rect: CGRect, _ transform: PlaneTransform, outset: Double, _ scissor: PixelRect
  ) -> Bool {
    guard rect.isFinite, rect.width > 0, rect.height > 0 else { return false }
    var bounds = scissor
    if transform.isAffine {
      let (halfWidth, halfHeight) = (rect.size.width / 2, rect.size.height / 2)
      let centreX = rect.origin.x + halfWidth
      let centreY = rect.origin.y + halfHeight
      let x = centreX * transform.a + centreY * transform.c + transform.tx
      let y = centreX * transform.b + centreY * transform.d + transform.ty
      let halfX =
        abs(transform.a * halfWidth) + abs(transform.c * halfHeight) + outset
      let halfY =
        abs(transform.b * halfWidth) + abs(transform.d * halfHeight) + outset
      // Comparisons with NaN are false.
      guard abs(x) < 1e300, abs(y) < 1e300, halfX < 1e7, halfY < 1e7,
        x + halfX > Double(scissor.minX), x - halfX < Double(scissor.maxX),
        y + halfY > Double(scissor.minY), y - halfY < Double(scissor.maxY)
      else { return false }
      if batcher.clip == nil, x - halfX >= Double(scissor.minX),
        x + halfX <= Double(scissor.maxX), y - halfY >= Double(scissor.minY),
        y + halfY <= Double(scissor.maxY)
      {
        return true
      }
      bounds = PixelRect(
        covering: CGRect(x: x - halfX, y: y - halfY, width: halfX * 2, height: halfY * 2))
      if bounds.intersection(scissor).isEmpty { return false }
    } else if let image = transform.bounds(of: rect) {
      bounds = PixelRect(covering: image.insetBy(dx: -outset, dy: -outset))
      if bounds.intersection(scissor).isEmpty { return false }
    } else {
      // A part behind the eye makes the bounds infinite.
      bounds = PixelRect(minX: -1 << 24, minY: -1 << 24, maxX: 1 << 24, maxY: 1 << 24)
    }
    batcher.prepare(
      scissor: local(scissor), bounds: local(bounds.intersection(target.bounds)))
    return true
  }

  /// The device pixels between two edges one unit apart, for the edges across x and those across y, about a point.
  static func edgeUnits(_ transform: PlaneTransform, about point: CGPoint) -> SIMD2<Double>? {
    guard let t = transform.affine(about: point) else { return nil }
    // The area of a unit square by the length of its side along the edge: not the other side, under shear.
    let area = abs(t.a * t.d - t.b * t.c)
    let result = SIMD2(
      area / (t.c * t.c + t.d * t.d).squareRoot(), area / (t.a * t.a + t.b * t.b).squareRoot())
    guard result.x > 1e-6, result.y > 1e-6, result.x < 1e6, result.y < 1e6 else { return nil }
    return result
  }

  /// Device pixels per unit along each axis, at the middle of a rectangle. Nil for a degenerate
  /// axis.
  func units(_ transform: PlaneTransform, _ rect: CGRect) -> SIMD2<Double>? {
    var result: SIMD2<Double>
    if transform.isAffine {
      result = SIMD2(
        (transform.a * transform.a + transform.b * transform.b).squareRoot(),
        (transform.c * transform.c + transform.d * transform.d).squareRoot())
    } else {
      let step = max(rect.width, rect.height) * 1e-3
      let middle = CGPoint(x: rect.midX, y: rect.midY)
      guard let p = transform.apply(middle),
        let q = transform.apply(CGPoint(x: middle.x + step, y: middle.y)),
        let r = transform.apply(CGPoint(x: middle.x, y: middle.y + step))
      else { return nil }
      result = SIMD2(hypot(q.x - p.x, q.y - p.y), hypot(r.x - p.x, r.y - p.y)) / step
    }
    guard result.x > 1e-6, result.y > 1e-6, result.x < 1e6, result.y < 1e6 else { return nil }
    return result
  }

  // MARK: Pictures

  private func draw(
    _ sprites: Sprites, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    switch sprites.blend {
    case .over: try drawEach(sprites, transform, opacity, scissor)
    case .add:
      try withBlend(BlendMode.add()) { () throws(SDLError) in
        try drawEach(sprites, transform, opacity, scissor)
      }
    }
  }

  private func drawEach(
    _ sprites: Sprites, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    for sprite in sprites.items where sprites.images.indices.contains(Int(sprite.image)) {
      let tint = sprite.color.clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      guard tint.w > 0 else { continue }
      try draw(
        sprites.images[Int(sprite.image)], sprite.transform.concatenating(transform), opacity,
        scissor,
        tint: SIMD4(tint.x, tint.y, tint.z, 1) * tint.w)
    }
  }

  private func draw(
    _ quad: ImageQuad, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect,
    tint: SIMD4<Float> = SIMD4(repeating: 1)
  ) throws(SDLError) {
    let (image, source) = (quad.image, quad.source)
    guard source.isFinite, source.width > 0, source.height > 0,
      prepare(quad.rect, transform, outset: 1, scissor),
      let unit = Self.edgeUnits(transform, about: CGPoint(x: quad.rect.midX, y: quad.rect.midY))
    else { return }
    let isSingle = !quad.isSmooth || max(image.width, image.height) > 256
    let longest = pictures.longestSide - 2
    let picture = try pictures.picture(
      .image(image, isSmooth: quad.isSmooth), isSingle: isSingle
    ) { Bitmap(image, longestSide: longest) }
    guard let picture else { return }
    // An image too large for the GPU has a reduced picture.
    let shrinkX = Double(picture.bounds.width) / Double(image.width)
    let shrinkY = Double(picture.bounds.height) / Double(image.height)
    let texels = CGRect(
      x: source.minX * shrinkX, y: source.minY * shrinkY, width: source.width * shrinkX,
      height: source.height * shrinkY)
    let color = tint * Float(min(max(opacity, 0), 1))
    let whole = CGRect(x: 0, y: 0, width: image.width, height: image.height)
    guard quad.parts != nil || !whole.contains(source) else {
      appendFaded(quad.rect, picture, transform, texels: texels, color: color)
      return
    }
    let parts = quad.parts ?? .one
    let isCrisp = transform.isUpright && isOnPixels(quad.rect, transform)
    append(
      NinePatchAxis(
        parts.axis(0, of: texels.minX...texels.maxX), over: quad.rect.minX...quad.rect.maxX,
        extent: picture.bounds.width, unit: isCrisp ? nil : unit.x),
      NinePatchAxis(
        parts.axis(1, of: texels.minY...texels.maxY), over: quad.rect.minY...quad.rect.maxY,
        extent: picture.bounds.height, unit: isCrisp ? nil : unit.y),
      picture, transform, color: color)
  }

  /// Appends a part of a picture over a rectangle, with anti-aliased edges.
  func appendFaded(
    _ r: CGRect, _ picture: TextureRegion, _ transform: PlaneTransform, texels: CGRect,
    color: SIMD4<Float>
  ) {
    guard let unit = Self.edgeUnits(transform, about: CGPoint(x: r.midX, y: r.midY)) else { return }
    if transform.isUpright && isOnPixels(r, transform) {
      append(
        NinePatchAxis(r.minX, r.maxX, texels: texels.minX, texels.maxX),
        NinePatchAxis(r.minY, r.maxY, texels: texels.minY, texels.maxY), picture, transform,
        color: color)
    } else {
      append(
        NinePatchAxis(fading: r.minX, r.maxX, texels: texels.minX, texels.maxX, unit: unit.x),
        NinePatchAxis(fading: r.minY, r.maxY, texels: texels.minY, texels.maxY, unit: unit.y),
        picture, transform, color: color)
    }
  }

  private func isOnPixels(_ r: CGRect, _ transform: PlaneTransform) -> Bool {
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1.0 / 512 }
    return isWhole(r.minX * transform.a + transform.tx)
      && isWhole(r.maxX * transform.a + transform.tx)
      && isWhole(r.minY * transform.d + transform.ty)
      && isWhole(r.maxY * transform.d + transform.ty)
  }

  private func draw(
    _ fill: GradientFill, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    guard prepare(fill.rect, transform, outset: 1, scissor),
      let unit = units(transform, fill.rect), fill.start.x.isFinite, fill.start.y.isFinite,
      fill.end.x.isFinite, fill.end.y.isFinite
    else { return }
    let share = Float(min(max(opacity, 0), 1))
    // Edges and corners between pixels would be filtered, and look soft.
    if !transform.isUpright || (fill.radii != .zero && !isOnPixels(fill.rect, transform)),
      try appendSlanted(.gradient(fill), transform, SIMD4(repeating: share), scissor)
    {
      return
    }
    // A gradient is smooth: a smaller picture, stretched, looks the same.
    let wanted = SIMD2(fill.rect.width, fill.rect.height) * unit
    let size = PixelSize(
      width: Int(min(max(wanted.x.rounded(), 1), 1024)),
      height: Int(min(max(wanted.y.rounded(), 1), 1024)))
    let r = fill.rect
    let key = GradientKey(
      kind: fill.kind, gradient: fill.gradient, size: size, radii: fill.radii,
      start: fill.start, end: fill.end, space: fill.space.offsetBy(dx: -r.minX, dy: -r.minY),
      texel: SIMD2(r.width / Double(size.width), r.height / Double(size.height)))
    guard let picture = try pictures.picture(.gradient(key), make: { key.bitmap(source) })
    else { return }
    appendFaded(
      fill.rect, picture, transform,
      texels: CGRect(x: 0, y: 0, width: size.width, height: size.height),
      color: SIMD4(repeating: share))
  }

  // MARK: Shadows

  private func draw(
    _ shadow: BoxShadow, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    let color = premultiplied(shadow.color, opacity: opacity)
    guard color.w > 0, shadow.deviation.isFinite, shadow.rect.isFinite,
      let unit = units(transform, shadow.rect)
    else { return }
    let sigma = max(0, shadow.deviation) * unit
    if sigma.max() < GaussianBlur.sharpest {
      let box = Box(rect: shadow.rect, radii: shadow.radii, fill: shadow.color)
      try draw(box, transform, opacity, scissor)
      return
    }
    guard
      prepare(
        shadow.rect, transform, outset: sigma.max() * GaussianBlur.visibleDeviations + 2, scissor)
    else { return }
    // A blur is smooth: its texels may be larger than pixels.
    let step = max(1, sigma.max() / 6)
    let perUnit = unit / step
    let size = SIMD2(shadow.rect.width, shadow.rect.height) * perUnit
    let deviation = sigma / step
    let reach = SIMD2(
      Double(GaussianBlur.radius(deviation.x)) + 1, Double(GaussianBlur.radius(deviation.y)) + 1)
    let radii = shadow.radii * min(perUnit.x, perUnit.y)
    let corner = (reach + radii.max()).rounded(.up) + 1
    let isUniform = shadow.radii == SIMD4(repeating: shadow.radii.x)
    func eighth(_ value: Double) -> Double { (value * 8).rounded() / 8 }
    var key = ShadowKey(
      width: eighth(size.x), height: eighth(size.y),
      radii: (radii * 8).rounded(.toNearestOrAwayFromZero) / 8, deviationX: eighth(deviation.x),
      deviationY: eighth(deviation.y), area: .empty)
    let r = shadow.rect
    if isUniform, size.x >= corner.x * 2, size.y >= corner.y * 2 {
      // Corners that do not overlap look alike: one picture, mirrored.
      (key.width, key.height) = (corner.x * 4, corner.y * 4)
      key.area = PixelRect(
        minX: -Int(reach.x), minY: -Int(reach.y), maxX: Int(corner.x), maxY: Int(corner.y))
      key.isCorner = true
      var x = NinePatchAxis(
        mirroring: r.minX, r.maxX, extent: corner.x, outside: reach.x, unit: perUnit.x)
      var y = NinePatchAxis(
        mirroring: r.minY, r.maxY, extent: corner.y, outside: reach.y, unit: perUnit.y)
      x.texel += reach.x
      y.texel += reach.y
      try append(key, x, y, transform, color)
    } else {
      key.area = PixelRect(
        minX: -Int(reach.x), minY: -Int(reach.y), maxX: Int((size.x + reach.x).rounded(.up)),
        maxY: Int((size.y + reach.y).rounded(.up)))
      guard max(key.area.width, key.area.height) < pictures.longestSide else { return }
      let (edgeX, edgeY) = (reach.x / perUnit.x, reach.y / perUnit.y)
      try append(
        key, NinePatchAxis(r.minX - edgeX, r.maxX + edgeX, texels: 0, size.x + reach.x * 2),
        NinePatchAxis(r.minY - edgeY, r.maxY + edgeY, texels: 0, size.y + reach.y * 2), transform,
        color)
    }
  }

  private func append(
    _ key: ShadowKey, _ x: NinePatchAxis, _ y: NinePatchAxis, _ transform: PlaneTransform,
    _ color: SIMD4<Float>
  ) throws(SDLError) {
    guard let picture = try pictures.picture(.shadow(key), make: { key.bitmap(source) })
    else { return }
    append(x, y, picture, transform, color: color)
  }
}
