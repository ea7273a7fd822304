// ColorPaintTable.swift
// Reads paint graphs from the bytes of a font's table COLR, version 1.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The paint graphs of a font.
///
/// Values that vary with a variable font's axes are those of its default instance. Parts that are damaged are left
/// out.
///
/// FreeType's interface to these tables was an experiment before version 2.13, so they are read here.
///
/// Source: OpenType 1.9.1, the table COLR.
struct ColorPaintTable {
  private let bytes: [UInt8]
  private let palette: [CGColor]
  private let (baseGlyphs, layers, clips): (Int, Int, Int)

  /// - Returns: Nil for a table of version 0.
  init?(_ bytes: [UInt8], palette: [CGColor]) {
    self.bytes = bytes
    self.palette = palette
    let header = Reader(bytes, at: 0)
    guard let version = header.word(0), version >= 1, let glyphs = header.long(14), glyphs > 0
    else { return nil }
    (baseGlyphs, layers, clips) = (glyphs, header.long(18) ?? 0, header.long(22) ?? 0)
  }

  /// Returns a glyph's graph; nil for a glyph without one.
  func paint(of glyph: UInt32) -> ColorPaint? {
    var walk = ColorPaintWalk(table: self)
    return walk.glyph(glyph)
  }

  // MARK: Lists

  fileprivate func reader(at place: Int) -> Reader { Reader(bytes, at: place) }

  /// The place of a glyph's paint.
  fileprivate func root(of glyph: UInt32) -> Int? {
    let list = reader(at: baseGlyphs)
    guard let count = list.long(0) else { return nil }
    // By ascending glyph.
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      guard let found = list.word(4 + middle * 6) else { return nil }
      if found == Int(glyph) { return list.long(6 + middle * 6).map { baseGlyphs + $0 } }
      range = found < Int(glyph) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The place of a layer's paint.
  fileprivate func layer(_ index: Int) -> Int? {
    let list = reader(at: layers)
    guard layers > 0, let count = list.long(0), index < count else { return nil }
    return list.long(4 + index * 4).map { layers + $0 }
  }

  /// The rectangle that limits a glyph's paint; nil without one.
  fileprivate func clip(of glyph: UInt32) -> CGRect? {
    let list = reader(at: clips)
    guard clips > 0, let count = list.long(1) else { return nil }
    for index in 0..<count {
      let at = 5 + index * 7
      guard let first = list.word(at), let last = list.word(at + 2) else { return nil }
      guard (first...max(first, last)).contains(Int(glyph)) else { continue }
      guard let offset = list.triple(at + 4) else { return nil }
      let box = reader(at: clips + offset)
      guard let minX = box.signed(1), let minY = box.signed(3), let maxX = box.signed(5),
        let maxY = box.signed(7), maxX > minX, maxY > minY
      else { return nil }
      return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }
    return nil
  }

  /// A colour; nil for one that the palette does not contain.
  fileprivate func color(_ entry: Int?, alpha: Double?) -> PaintColor? {
    guard let entry, let alpha else { return nil }
    let isText = entry == 0xFFFF
    guard isText || entry < palette.count else { return nil }
    return PaintColor(color: isText ? nil : palette[entry], alpha: min(max(alpha, 0), 1))
  }
}

/// Reads one glyph's graph, which in a damaged font may have loops, or no end.
private struct ColorPaintWalk {
  let table: ColorPaintTable
  private var depth = 0
  private var remaining = 4096

  init(table: ColorPaintTable) { self.table = table }

  mutating func glyph(_ glyph: UInt32) -> ColorPaint? {
    guard let root = table.root(of: glyph), let paint = paint(at: root) else { return nil }
    return table.clip(of: glyph).map { .clip($0, paint) } ?? paint
  }

  private mutating func paint(at place: Int) -> ColorPaint? {
    guard depth < 64, remaining > 0 else { return nil }
    (depth, remaining) = (depth + 1, remaining - 1)
    defer { depth -= 1 }
    let here = table.reader(at: place)
    guard let format = here.byte(0) else { return nil }
    switch format {
    case 1: return layers(here)
    case 2, 3: return table.color(here.word(1), alpha: here.fraction(3)).map { .solid($0) }
    case 4...9: return gradient(here, format)
    case 10:
      guard let glyph = here.word(4), let child = child(of: here, at: 1) else { return nil }
      return .glyph(UInt32(glyph), child)
    case 11: return here.word(1).flatMap { glyph(UInt32($0)) }
    case 12...31:
      guard let transform = transform(here, format), let child = child(of: here, at: 1) else {
        return nil
      }
      return .transform(transform, child)
    case 32: return composite(here)
    default: return nil
    }
  }

  private mutating func child(of parent: Reader, at place: Int) -> ColorPaint? {
    guard let offset = parent.triple(place), offset > 0 else { return nil }
    return paint(at: parent.start + offset)
  }

  private mutating func layers(_ here: Reader) -> ColorPaint? {
    guard let count = here.byte(1), let first = here.long(2) else { return nil }
    var paints: [ColorPaint] = []
    for index in first..<first + count {
      if let place = table.layer(index), let paint = paint(at: place) { paints.append(paint) }
    }
    return paints.isEmpty ? nil : .layers(paints)
  }

  private mutating func composite(_ here: Reader) -> ColorPaint? {
    guard let mode = here.byte(4) else { return nil }
    switch mode {
    case 0: return nil
    case 1: return child(of: here, at: 1)
    case 2: return child(of: here, at: 5)
    default:
      guard Self.modes.indices.contains(mode - 3), let source = child(of: here, at: 1),
        let backdrop = child(of: here, at: 5)
      else { return nil }
      return .composite(source, Self.modes[mode - 3], backdrop: backdrop)
    }
  }

  /// The modes from 3 on.
  private static let modes: [CGBlendMode] = [
    .normal, .destinationOver, .sourceIn, .destinationIn, .sourceOut, .destinationOut, .sourceAtop,
    .destinationAtop, .xor, .plusLighter, .screen, .overlay, .darken, .lighten, .colorDodge,
    .colorBurn, .hardLight, .softLight, .difference, .exclusion, .multiply, .hue, .saturation,
    .color, .luminosity,
  ]

  // MARK: Gradients

  private func gradient(_ here: Reader, _ format: Int) -> ColorPaint? {
    guard let offset = here.triple(1),
      let line = line(table.reader(at: here.start + offset), varies: !format.isMultiple(of: 2)),
      let numbers = here.signed(at: 4, count: format < 8 ? 6 : 2)
    else { return nil }
    switch format {
    case 4, 5: return linear(line, numbers)
    case 6, 7:
      // The radii have no sign.
      guard let first = here.word(8), let second = here.word(14) else { return nil }
      return .radial(
        line,
        from: PaintCircle(
          center: CGPoint(x: numbers[0], y: numbers[1]), radius: CGFloat(first)),
        to: PaintCircle(
          center: CGPoint(x: numbers[3], y: numbers[4]), radius: CGFloat(second)))
    default:
      // The angles are stored less half a turn.
      guard let start = here.fraction(8), let end = here.fraction(10) else { return nil }
      return .sweep(
        line, center: CGPoint(x: numbers[0], y: numbers[1]), from: (start + 1) * .pi,
        to: (end + 1) * .pi)
    }
  }

  /// A gradient from the first point to the second, whose lines of one colour are parallel to that from the first
  /// to the third.
  private func linear(_ line: ColorLine, _ numbers: [Double]) -> ColorPaint? {
    let start = SIMD2(numbers[0], numbers[1])
    let along = SIMD2(numbers[2], numbers[3]) - start
    let side = SIMD2(numbers[4], numbers[5]) - start
    let across = SIMD2(side.y, -side.x)
    let square = (across * across).sum()
    guard square > 0 else { return nil }
    let end = start + across * ((along * across).sum() / square)
    guard end != start else { return nil }
    return .linear(line, from: CGPoint(x: start.x, y: start.y), to: CGPoint(x: end.x, y: end.y))
  }

  private func line(_ here: Reader, varies: Bool) -> ColorLine? {
    guard let extend = here.byte(0).flatMap({ ColorLine.Extend(rawValue: UInt8($0)) }),
      let count = here.word(1), count > 0
    else { return nil }
    var stops: [ColorLine.Stop<PaintColor>] = []
    for index in 0..<min(count, 256) {
      let at = 3 + index * (varies ? 10 : 6)
      guard let offset = here.fraction(at),
        let color = table.color(here.word(at + 2), alpha: here.fraction(at + 4))
      else { return nil }
      stops.append(ColorLine.Stop(offset: offset, color: color))
    }
    // Stops with the same offset stay in their order.
    let order = stops.indices.sorted { (stops[$0].offset, $0) < (stops[$1].offset, $1) }
    return ColorLine(extend: extend, stops: order.map { stops[$0] })
  }

  // MARK: Transforms

  private func transform(_ here: Reader, _ format: Int) -> CGAffineTransform? {
    // The odd format of each pair varies, and has the same numbers.
    let transform: CGAffineTransform?
    let center: Int?
    switch format & ~1 {
    case 12: (transform, center) = (affine(here), nil)
    case 14:
      let shift = here.signed(at: 4, count: 2)
      (transform, center) = (
        shift.map { CGAffineTransform(translationX: $0[0], y: $0[1]) }, nil
      )
    case 16, 18: (transform, center) = (scale(here, uniform: false), format < 18 ? nil : 8)
    case 20, 22: (transform, center) = (scale(here, uniform: true), format < 22 ? nil : 6)
    case 24, 26:
      let angle = here.fraction(4)
      (transform, center) = (
        angle.map { CGAffineTransform(rotationAngle: $0 * .pi) }, format < 26 ? nil : 6
      )
    default: (transform, center) = (skew(here), format < 30 ? nil : 8)
    }
    guard let transform, let center else { return transform }
    return here.signed(at: center, count: 2).map { point in
      CGAffineTransform(translationX: -point[0], y: -point[1]).concatenating(transform)
        .concatenating(CGAffineTransform(translationX: point[0], y: point[1]))
    }
  }

  private func affine(_ here: Reader) -> CGAffineTransform? {
    guard let offset = here.triple(4) else { return nil }
    let matrix = table.reader(at: here.start + offset)
    let numbers = (0..<6).compactMap { matrix.fixed($0 * 4) }
    guard numbers.count == 6 else { return nil }
    return CGAffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  private func scale(_ here: Reader, uniform: Bool) -> CGAffineTransform? {
    guard let x = here.fraction(4), let y = uniform ? x : here.fraction(6) else { return nil }
    return CGAffineTransform(scaleX: x, y: y)
  }

  private func skew(_ here: Reader) -> CGAffineTransform? {
    guard let x = here.fraction(4), let y = here.fraction(6) else { return nil }
    return CGAffineTransform(a: 1, b: tan(y * .pi), c: -tan(x * .pi), d: 1, tx: 0, ty: 0)
  }
}

/// Numbers at places of a table, first byte highest; nil beyond the table's end.
private struct Reader {
  let bytes: [UInt8]
  let start: Int

  init(_ bytes: [UInt8], at start: Int) { (self.bytes, self.start) = (bytes, start) }

  private func number(_ place: Int, _ count: Int) -> Int? {
    let first = start + place
    guard place >= 0, first >= 0, first + count <= bytes.count else { return nil }
    return bytes[first..<first + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func byte(_ place: Int) -> Int? { number(place, 1) }
  func word(_ place: Int) -> Int? { number(place, 2) }
  func triple(_ place: Int) -> Int? { number(place, 3) }
  func long(_ place: Int) -> Int? { number(place, 4) }
  func signed(_ place: Int) -> Int? { word(place).map { Int(Int16(truncatingIfNeeded: $0)) } }
  /// A number from -2 to 2, in 2^14ths.
  func fraction(_ place: Int) -> Double? { signed(place).map { Double($0) / 16384 } }
  /// A number in 2^16ths.
  func fixed(_ place: Int) -> Double? {
    long(place).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  func signed(at place: Int, count: Int) -> [Double]? {
    let numbers = (0..<count).compactMap { signed(place + $0 * 2).map(Double.init) }
    return numbers.count == count ? numbers : nil
  }
}
