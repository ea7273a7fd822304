// CanvasPictures.swift
// Helpers that draw items, and seeded random items.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

/// Draws items and returns the picture.
func picture(
  _ width: Int, _ height: Int, background: CGColor = .white, threads: Int = 1,
  _ items: [DrawItem]
) throws -> CGImage {
  let canvas = MemoryCanvas(source: TestCoverageSource(), threads: threads)
  var list = DrawList(size: PixelSize(width: width, height: height), background: background)
  list.items = items
  _ = canvas.draw(list)
  return try #require(canvas.image())
}

/// Letters of 0.6 em each.
func letters(
  _ text: String, x: Double, y: Double, size: Double, _ color: CGColor = .black
) -> Primitive {
  .glyphs(
    GlyphRun(
      face: BlockLetters.face, size: size, color: color,
      glyphs: text.unicodeScalars.enumerated().map { index, character in
        PlacedGlyph(
          glyph: character.value,
          position: CGPoint(x: x + Double(index) * size * BlockLetters.advance, y: y))
      }))
}

/// A rotation about the origin in degrees, then a translation.
func turn(_ degrees: Double, _ x: Double, _ y: Double) -> PlaneTransform {
  PlaneTransform(
    CGAffineTransform(rotationAngle: degrees * .pi / 180)
      .concatenating(CGAffineTransform(translationX: x, y: y)))
}

extension DrawItem {
  /// An item with a scissor that clips nothing.
  init(_ primitive: Primitive, _ transform: PlaneTransform = .identity, opacity: Double = 1) {
    self.init(
      primitive, transform: transform, opacity: opacity,
      scissor: PixelRect(minX: -100_000, minY: -100_000, maxX: 100_000, maxY: 100_000))
  }

  static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor = .black,
    radius: Double = 0, transform: PlaneTransform = .identity, opacity: Double = 1
  ) -> DrawItem {
    DrawItem(
      .box(
        Box(
          rect: CGRect(x: x, y: y, width: width, height: height),
          radii: SIMD4(repeating: radius), fill: color)), transform, opacity: opacity)
  }
}

/// Generates random lists. Every number is a multiple of 1/8, so that translation is exact.
struct RandomItems {
  var generator: SeededRandom
  var width: Int, height: Int

  init(seed: UInt64, width: Int, height: Int) {
    generator = SeededRandom(seed: seed)
    (self.width, self.height) = (width, height)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    (Double.random(in: range, using: &generator) * 8).rounded() / 8
  }

  mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < part
  }

  mutating func color() -> CGColor {
    CGColor(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: chance(0.5) ? 1 : number(0...1))
  }

  mutating func rect() -> CGRect {
    CGRect(
      x: number(0...Double(width) * 0.7), y: number(0...Double(height) * 0.7),
      width: number(0.5...Double(width) * 0.4), height: number(0.5...Double(height) * 0.4))
  }

  mutating func radii() -> SIMD4<Double> {
    chance(0.3) ? .zero : SIMD4(number(0...9), number(0...9), number(0...9), number(0...9))
  }

  mutating func transform() -> PlaneTransform {
    let (x, y) = (number(-10...10), number(-10...10))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return PlaneTransform(a: number(0.5...2), d: number(0.5...2), tx: x, ty: y)
    case 1: return turn(number(-30...30), x, y)
    case 2: return PlaneTransform(tx: x, ty: y, px: 1.0 / 4096, py: 1.0 / 2048)
    default: return PlaneTransform(tx: x, ty: y)
    }
  }

  mutating func image() -> CGImage {
    let (width, height) = (Int(number(1...12)), Int(number(1...12)))
    var pixels: [UInt8] = []
    for _ in 0..<(width * height) {
      let alpha = chance(0.5) ? 255 : UInt8.random(in: 0...255, using: &generator)
      for _ in 0..<3 { pixels.append(UInt8.random(in: 0...alpha, using: &generator)) }
      pixels.append(alpha)
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  mutating func primitive() -> Primitive {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1, 2:
      let border = chance(0.4) ? number(0...6) : 0
      return .box(
        Box(
          rect: rect(), radii: radii(), fill: chance(0.9) ? color() : nil, borderWidth: border,
          borderColor: color()))
    case 3:
      let image = image()
      return .image(
        ImageQuad(
          image: image,
          source: CGRect(x: 0, y: 0, width: CGFloat(image.width), height: CGFloat(image.height)),
          rect: rect(), isSmooth: chance(0.5)))
    case 4:
      return letters(
        "Law 1", x: number(0...60), y: number(10...60), size: number(6...20), color())
    case 5:
      let path = CGMutablePath()
      path.addEllipse(in: rect())
      path.addRect(rect())
      return chance(0.5) ? .fill(path, .evenOdd, color()) : .stroke(path, StrokeStyle(), color())
    case 6:
      let rect = rect()
      return .gradient(
        GradientFill(
          kind: [GradientKind.axial, .radial, .conic][Int(rect.minX * 8) % 3], rect: rect,
          radii: radii(),
          gradient: CGGradient(colors: [color(), color(), color()]) ?? fallback,
          start: CGPoint(x: rect.minX, y: rect.minY), end: CGPoint(x: rect.maxX, y: rect.midY)))
    case 7:
      return .shadow(
        BoxShadow(rect: rect(), radii: radii(), deviation: number(0...5), color: color()))
    case 8: return .sprites(sprites())
    default: return .fill(CGPath(rect: rect()), .winding, color())
    }
  }

  mutating func sprites() -> Sprites {
    let image = image()
    let (width, height) = (CGFloat(image.width), CGFloat(image.height))
    let quad = ImageQuad(
      image: image, source: CGRect(x: 0, y: 0, width: width, height: height),
      rect: CGRect(x: -width / 2, y: -height / 2, width: width, height: height),
      isSmooth: chance(0.5))
    let items = (0..<Int(number(0...8))).map { _ in
      let rect = rect()
      return Sprite(
        image: 0, axis: SIMD2(number(-2...2), chance(0.5) ? 0 : number(-2...2)),
        origin: SIMD2(rect.midX, rect.midY),
        color: SIMD4<Float>(color().components?.map { Float($0) } ?? []))
    }
    return Sprites(images: [quad], items: items, blend: chance(0.5) ? .add : .over)
  }

  private var fallback: CGGradient { preconditionFailure("three colours make a gradient") }

  /// Returns items, some of them in groups.
  mutating func items(_ count: Int, depth: Int = 0) -> [DrawItem] {
    var items: [DrawItem] = []
    for _ in 0..<count {
      let scissor =
        chance(0.8)
        ? PixelRect(minX: -1000, minY: -1000, maxX: 3000, maxY: 3000)
        : PixelRect(covering: rect())
      let opacity = chance(0.6) ? 1 : number(0...1)
      guard depth < 2 && chance(0.2) else {
        items.append(
          DrawItem(primitive(), transform: transform(), opacity: opacity, scissor: scissor))
        continue
      }
      let blend: Group.Blend =
        depth == 0 ? .over : chance(0.5) ? .over : chance(0.5) ? .add : .destinationIn
      let shadow =
        chance(0.3)
        ? GroupShadow(
          offset: CGVector(dx: number(-9...9), dy: number(-9...9)), deviation: number(0...4),
          color: color()) : nil
      let group = Group(blend: blend, bounds: PixelRect(covering: rect()), shadow: shadow)
      items.append(
        DrawItem(
          .beginGroup(group), transform: .identity, opacity: opacity, scissor: scissor))
      items += self.items(5, depth: depth + 1)
      items.append(DrawItem(.endGroup))
    }
    return items
  }
}
