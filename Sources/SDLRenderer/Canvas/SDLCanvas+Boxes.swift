// SDLCanvas+Boxes.swift
// Stage: canvas. Boxes with their borders, lowered to a white pixel where they are upright and
// sharp, to one picture where they are small, else to a nine-patch of a corner's picture.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import CoreGraphics
import Foundation

extension SDLCanvas {
  /// Draws a box. Under the border, the border's colour over the fill's is drawn as one colour, so
  /// that the fill does not show at the border's anti-aliased outer edge.
  func draw(
    _ box: Box, _ transform: PlaneTransform, _ opacity: Double, _ scissor: PixelRect
  ) throws(SDLError) {
    guard prepare(box.rect, transform, outset: 1, scissor),
      let unit = units(transform, box.rect)
    else { return }
    let outer = Outline(rect: box.rect, radii: box.radii)
    let fill = box.fill.map { premultiplied($0, opacity: 1) } ?? .zero
    let border = box.borderColor.map { premultiplied($0, opacity: 1) } ?? .zero
    let width = box.borderWidth
    let share = Float(min(max(opacity, 0), 1))
    guard width > 0, border.w > 0 else {
      try append(outer, transform, unit, scissor, fill * share)
      return
    }
    let ring = border + fill * (1 - border.w)
    guard width * 2 < min(box.rect.width, box.rect.height) else {
      try append(outer, transform, unit, scissor, ring * share)
      return
    }
    let inner = outer.inset(by: width)
    if fill.w == 0 {
      try appendRing(outer, inner, width, transform, unit, scissor, border * share)
    } else if fill.w == 1 && share == 1 {
      try append(outer, transform, unit, scissor, ring)
      try append(inner, transform, unit, scissor, fill)
    } else if border.w == 1 && share == 1 {
      // The fill ends under the middle of the border.
      try append(outer.inset(by: width / 2), transform, unit, scissor, fill)
      try appendRing(outer, inner, width, transform, unit, scissor, border)
    } else if try !appendSinglePicture(
      outer, borderWidth: width, transform, unit, SIMD4(repeating: share),
      colors: (pack(fill), pack(ring)))
    {
      try appendTranslucent(outer, inner, transform, unit, ring, fill, share, scissor)
    }
  }

  /// A rounded rectangle.
  struct Outline {
    var rect: CGRect
    var radii: SIMD4<Double>

    func inset(by width: Double) -> Outline {
      Outline(
        rect: rect.insetBy(dx: width, dy: width),
        radii: (radii - width).clamped(
          lowerBound: .zero, upperBound: SIMD4(repeating: .greatestFiniteMagnitude)))
    }
  }

  /// Draws a translucent fill and border, composited in a group of their own.
  private func appendTranslucent(
    _ outer: Outline, _ inner: Outline, _ transform: PlaneTransform, _ unit: SIMD2<Double>,
    _ ring: SIMD4<Float>, _ fill: SIMD4<Float>, _ opacity: Float, _ scissor: PixelRect
  ) throws(SDLError) {
    var bounds = scissor
    if let image = transform.bounds(of: outer.rect) {
      bounds = PixelRect(covering: image.insetBy(dx: -1, dy: -1)).intersection(scissor)
    }
    let group = Group(bounds: bounds)
    let item = DrawItem(
      .beginGroup(group), transform: .identity, opacity: Double(opacity), scissor: scissor)
    let enclosing = target
    try begin(group)
    try append(outer, transform, unit, scissor, ring)
    try withBlend(BlendMode.destinationOut()) { () throws(SDLError) in
      try append(inner, transform, unit, scissor, SIMD4(0, 0, 0, 1))
    }
    try withBlend(BlendMode.add()) { () throws(SDLError) in
      try append(inner, transform, unit, scissor, fill)
    }
    try end(group, of: item, outer: enclosing)
  }

  /// Draws with a blend mode other than the textures' own.
  func withBlend(
    _ blend: SDL_BlendMode, _ body: () throws(SDLError) -> Void
  ) throws(SDLError) {
    batcher.flush()
    batcher.blend = blend
    defer {
      batcher.flush()
      batcher.blend = nil
    }
    try body()
  }

  private func append(
    _ shape: Outline, _ transform: PlaneTransform, _ unit: SIMD2<Double>, _ scissor: PixelRect,
    _ color: SIMD4<Float>
  ) throws(SDLError) {
    guard color.w > 0 else { return }
    if shape.radii == .zero && transform.isUpright {
      try appendExact(shape.rect, nil, transform, color)
    } else if try appendSlanted(shape, 0, transform, scissor, color) {
      return
    } else if try !appendSinglePicture(shape, borderWidth: 0, transform, unit, color) {
      try appendCorners(shape, borderWidth: 0, transform, unit, scissor, color)
    }
  }

  private func appendRing(
    _ outer: Outline, _ inner: Outline, _ width: Double, _ transform: PlaneTransform,
    _ unit: SIMD2<Double>, _ scissor: PixelRect, _ color: SIMD4<Float>
  ) throws(SDLError) {
    if outer.radii == .zero && transform.isUpright {
      try appendExact(outer.rect, inner.rect, transform, color)
    } else if try appendSlanted(outer, width, transform, scissor, color) {
      return
    } else if try !appendSinglePicture(outer, borderWidth: width, transform, unit, color) {
      try appendCorners(outer, borderWidth: width, transform, unit, scissor, color)
    }
  }

  private func appendSlanted(
    _ shape: Outline, _ borderWidth: Double, _ transform: PlaneTransform,
    _ scissor: PixelRect, _ color: SIMD4<Float>
  ) throws(SDLError) -> Bool {
    if transform.isUpright { return false }
    return try appendSlanted(
      .box(shape.rect, radii: shape.radii, borderWidth: borderWidth), transform, color,
      scissor)
  }

  // MARK: Upright and sharp

  private func white() throws(SDLError) -> TextureRegion? {
    try pictures.picture(.white) {
      Bitmap(
        bounds: PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 2),
        pixels: [.max, .max, .max, .max], extendsEdges: true)
    }
  }

  /// Draws an upright rectangle with a rectangular hole, with exact coverage of each pixel.
  private func appendExact(
    _ rect: CGRect, _ hole: CGRect?, _ transform: PlaneTransform, _ color: SIMD4<Float>
  ) throws(SDLError) {
    guard let white = try white() else { return }
    let first = batcher.begin(white.texture, isFiltered: false)
    let hole = hole ?? CGRect(x: rect.midX, y: rect.midY, width: 0, height: 0)
    let columns = GridIntervals(
      Interval(rect.minX * transform.a + transform.tx, rect.maxX * transform.a + transform.tx),
      Interval(hole.minX * transform.a + transform.tx, hole.maxX * transform.a + transform.tx))
    let rows = GridIntervals(
      Interval(rect.minY * transform.d + transform.ty, rect.maxY * transform.d + transform.ty),
      Interval(hole.minY * transform.d + transform.ty, hole.maxY * transform.d + transform.ty))
    let texel = white.coordinate(1, 1)
    var next = first
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        let share =
          columns.outer[column] * rows.outer[row] - columns.inner[column] * rows.inner[row]
        guard share > 0 else { continue }
        let packed = pack(color * share)
        let (x0, x1) = (
          columns.boundary(column, target.bounds.minX),
          columns.boundary(column + 1, target.bounds.minX)
        )
        let (y0, y1) = (
          rows.boundary(row, target.bounds.minY), rows.boundary(row + 1, target.bounds.minY)
        )
        batcher.append(Vertex(position: SIMD2(x0, y0), color: packed, texture: texel))
        batcher.append(Vertex(position: SIMD2(x1, y0), color: packed, texture: texel))
        batcher.append(Vertex(position: SIMD2(x1, y1), color: packed, texture: texel))
        batcher.append(Vertex(position: SIMD2(x0, y1), color: packed, texture: texel))
        batcher.appendQuad(next, next + 1, next + 2, next + 3)
        next += 4
      }
    }
  }

  // MARK: Corners

  /// The texels around a picture that a bilinear filter may show. Farther out, it would mix in the
  /// pictures beside it on an atlas page.
  static let filterReach = 0.5

  private func appendCorners(
    _ box: Outline, borderWidth: Double, _ transform: PlaneTransform, _ unit: SIMD2<Double>,
    _ scissor: PixelRect, _ color: SIMD4<Float>
  ) throws(SDLError) {
    let (r, side) = (box.rect, SIMD2(box.rect.width, box.rect.height) * unit)
    // Larger corners would fill the atlas. They are rare and drawn as a path.
    if (box.radii * max(unit.x, unit.y)).max() > 250
      || borderWidth * max(unit.x, unit.y) > 250
    {
      try appendAsPath(box, borderWidth: borderWidth, transform, scissor, color)
      return
    }
    let color = color * Float(min(1, side.x) * min(1, side.y))
    func key(_ radius: Double, _ phase: PixelPhase) -> CornerKey {
      CornerKey(
        radiusX: CornerKey.eighths(radius * unit.x), radiusY: CornerKey.eighths(radius * unit.y),
        borderX: borderWidth > 0 ? max(1, CornerKey.eighths(borderWidth * unit.x)) : 0,
        borderY: borderWidth > 0 ? max(1, CornerKey.eighths(borderWidth * unit.y)) : 0,
        phase: phase)
    }
    let phases = CornerPhases(r, transform)
    if box.radii == SIMD4(repeating: box.radii.x), let phase = phases.common {
      let key = key(box.radii.x, phase)
      guard let picture = try corner(key) else { return }
      append(
        NinePatchAxis(
          mirroring: r.minX, r.maxX, extent: Double(key.extent.width), outside: Self.filterReach,
          phase: phase.offset.x, unit: unit.x),
        NinePatchAxis(
          mirroring: r.minY, r.maxY, extent: Double(key.extent.height), outside: Self.filterReach,
          phase: phase.offset.y, unit: unit.y),
        picture, transform, color: color, isHollow: borderWidth > 0)
      return
    }
    for (radius, isRight, isLower) in [
      (box.radii.x, false, false), (box.radii.y, true, false), (box.radii.z, true, true),
      (box.radii.w, false, true),
    ] {
      let phase = phases.corner(isRight: isRight, isLower: isLower)
      let key = key(radius, phase)
      guard let picture = try corner(key) else { continue }
      append(
        NinePatchAxis(
          half: isRight, of: r.minX, r.maxX, extent: Double(key.extent.width),
          outside: Self.filterReach, phase: phase.offset.x, unit: unit.x),
        NinePatchAxis(
          half: isLower, of: r.minY, r.maxY, extent: Double(key.extent.height),
          outside: Self.filterReach, phase: phase.offset.y, unit: unit.y),
        picture, transform, color: color)
    }
  }

  private func corner(_ key: CornerKey) throws(SDLError) -> TextureRegion? {
    try pictures.picture(.corner(key)) { key.bitmap(source) }
  }

  private func appendAsPath(
    _ box: Outline, borderWidth: Double, _ transform: PlaneTransform, _ scissor: PixelRect,
    _ color: SIMD4<Float>
  ) throws(SDLError) {
    let path = CGMutablePath()
    path.addPath(.rounded(box.rect, radii: box.radii))
    if borderWidth > 0 {
      let inner = box.inset(by: borderWidth)
      path.addPath(.rounded(inner.rect, radii: inner.radii))
    }
    try append(path, .fill(.evenOdd), color, transform, scissor)
  }
}

extension Box {
  /// Whether the box has no border or corners and covers an area of device pixels completely.
  func covers(_ area: PixelRect, _ transform: PlaneTransform) -> Bool {
    let isPlain = radii == .zero && (borderWidth <= 0 || (borderColor?.alpha ?? 0) <= 0)
    guard isPlain, transform.isUpright, rect.isFinite else { return false }
    let (x0, x1) = (rect.minX * transform.a + transform.tx, rect.maxX * transform.a + transform.tx)
    let (y0, y1) = (rect.minY * transform.d + transform.ty, rect.maxY * transform.d + transform.ty)
    return min(x0, x1) <= Double(area.minX) && max(x0, x1) >= Double(area.maxX)
      && min(y0, y1) <= Double(area.minY) && max(y0, y1) >= Double(area.maxY)
  }
}

/// An interval in device pixels.
private struct Interval {
  var from: Double, to: Double

  init(_ a: Double, _ b: Double) {
    // Nearly whole values are snapped, so that a rounding error does not cost more quads.
    func snapped(_ value: Double) -> Double {
      abs(value - value.rounded()) < 1.0 / 512 ? value.rounded() : value
    }
    (from, to) = (snapped(min(a, b)), snapped(max(a, b)))
  }

  /// The share of another interval that lies inside.
  func share(_ low: Double, _ high: Double) -> Float {
    Float(max(0, min(to, high) - max(from, low)) / (high - low))
  }
}

/// One axis of a rectangle with a hole, divided at the borders of pixels that an edge runs through.
private struct GridIntervals {
  private var boundaries = SIMD8<Double>(repeating: 0)
  /// The share of each interval that the rectangle covers, and the hole.
  var outer = SIMD8<Float>(repeating: 0)
  var inner = SIMD8<Float>(repeating: 0)
  var count = 0

  init(_ rect: Interval, _ hole: Interval) {
    let hasHole = hole.to > hole.from
    var number = 0
    func add(_ value: Double) {
      if number == 0 || value > boundaries[number - 1] {
        boundaries[number] = value
        number += 1
      }
    }
    add(rect.from.rounded(.down))
    add(rect.from.rounded(.up))
    if hasHole {
      add(hole.from.rounded(.down))
      add(hole.from.rounded(.up))
      add(hole.to.rounded(.down))
      add(hole.to.rounded(.up))
    }
    add(rect.to.rounded(.down))
    add(rect.to.rounded(.up))
    count = max(0, number - 1)
    for index in 0..<count {
      outer[index] = rect.share(boundaries[index], boundaries[index + 1])
      if hasHole { inner[index] = hole.share(boundaries[index], boundaries[index + 1]) }
    }
  }

  func boundary(_ index: Int, _ origin: Int) -> Float {
    Float(boundaries[index] - Double(origin))
  }
}
