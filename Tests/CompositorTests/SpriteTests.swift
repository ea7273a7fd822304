// SpriteTests.swift
// Many copies of an image: tints, additive blending, order, and emitter layers painted with them.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct SpriteTests {
  private static func square(_ pixel: [UInt8]) -> ImageQuad {
    let image = CGImage(
      width: 2, height: 2, premultipliedRGBA: pixel + pixel + pixel + pixel)
    return ImageQuad(
      image: image, source: CGRect(x: 0, y: 0, width: 2, height: 2),
      rect: CGRect(x: -1, y: -1, width: 2, height: 2))
  }

  private static func sprite(
    _ x: Double, _ color: SIMD4<Float> = SIMD4(repeating: 1), image: Int32 = 0
  ) -> Sprite {
    Sprite(image: image, axis: SIMD2(1, 0), origin: SIMD2(x, 2), color: color)
  }

  private static func pixels(_ sprites: Sprites, background: CGColor = .black) throws -> CGImage {
    try picture(10, 4, background: background, [DrawItem(.sprites(sprites))])
  }

  /// The colour is multiplied into the image, before alpha.
  @Test func spriteTintIsMultiplied() throws {
    let white = Self.square([255, 255, 255, 255]), half = Self.square([128, 64, 0, 128])
    let image = try Self.pixels(
      Sprites(
        images: [white, half],
        items: [
          Self.sprite(2, SIMD4(1, 0.5, 0, 1)), Self.sprite(5, SIMD4(1, 1, 1, 0.5)),
          Self.sprite(8, SIMD4(0.5, 1, 1, 1), image: 1),
        ]))
    #expect(image.pixel(2, 2) == SIMD4(255, 128, 0, 255))
    #expect(image.pixel(5, 2) == SIMD4(128, 128, 128, 255))
    #expect(image.pixel(8, 2) == SIMD4(64, 64, 0, 255))
    #expect(image.pixel(0, 0) == SIMD4(0, 0, 0, 255))
  }

  /// Sums are clamped at white, and no channel overflows into the next.
  @Test func additiveSpritesAreSums() throws {
    let quad = Self.square([100, 60, 20, 100])
    func image(_ count: Int, over background: CGColor) throws -> CGImage {
      try Self.pixels(
        Sprites(
          images: [quad], items: Array(repeating: Self.sprite(5), count: count), blend: .add),
        background: background)
    }
    #expect(try image(2, over: .black).pixel(5, 2) == SIMD4(200, 120, 40, 255))
    #expect(try image(3, over: .black).pixel(5, 2) == SIMD4(255, 180, 60, 255))
    #expect(try image(9, over: .clear).pixel(5, 2) == SIMD4(255, 255, 180, 255))
    let tinted = try Self.pixels(
      Sprites(images: [quad], items: [Self.sprite(5, SIMD4(1, 0, 1, 0.5))], blend: .add))
    #expect(tinted.pixel(5, 2) == SIMD4(50, 0, 10, 255))
  }

  @Test func laterSpritesLieOnTop() throws {
    let images = [Self.square([255, 0, 0, 255]), Self.square([0, 0, 255, 255])]
    for order in [[0, 1], [1, 0]] as [[Int32]] {
      let image = try Self.pixels(
        Sprites(images: images, items: order.map { Self.sprite(5, image: $0) }))
      #expect(image.pixel(5, 2) == (order[1] == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255)))
    }
  }

  /// Non-finite numbers and missing images draw nothing.
  @Test func nonFiniteSpritesDrawNothing() throws {
    let quad = Self.square([255, 255, 255, 255])
    let sprites = [
      Self.sprite(5, SIMD4(.nan, 1, 1, .nan)), Self.sprite(.nan), Self.sprite(.infinity),
      Self.sprite(5, image: 7), Self.sprite(5, image: -1), Self.sprite(1e300),
      Sprite(image: 0, axis: .zero, origin: SIMD2(5, 2)),
      Sprite(image: 0, axis: SIMD2(.nan, 1), origin: SIMD2(5, 2)),
    ]
    let image = try Self.pixels(Sprites(images: [quad], items: sprites))
    #expect(image.pixel(5, 2) == SIMD4(0, 0, 0, 255))
  }

  @Test func tintedRunsAreIndependentOfAlignment() {
    var random = SeededRandom(seed: 5)
    for count in 0..<40 {
      let source = (0..<count + 8).map { _ in Pixel(truncatingIfNeeded: random.next()) }
      let color = Pixel(truncatingIfNeeded: random.next()) | 0xFF00_0000
      var row = [Pixel](repeating: 7, count: count + 8)
      row.withUnsafeMutableBufferPointer { row in
        source.withUnsafeBufferPointer { source in
          guard let row = row.baseAddress, let source = source.baseAddress else { return }
          Spans.tint(row, count, from: source, color)
        }
      }
      for x in 0..<count {
        for shift: Pixel in [0, 8, 16, 24] {
          let exact = Double((source[x] >> shift) & 255) * Double((color >> shift) & 255) / 255
          #expect(Double((row[x] >> shift) & 255) == exact.rounded())
        }
      }
      #expect(row[count...].allSatisfy { $0 == 7 })
    }
  }
}
