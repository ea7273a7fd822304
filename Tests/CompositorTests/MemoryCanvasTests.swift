// MemoryCanvasTests.swift
// What each primitive looks like in pixels: edges, corners, borders, text, groups.
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

extension DrawItem {
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

@Suite struct MemoryCanvasBoxTests {
  @Test func aBoxOnWholePixelsHasNoSoftEdge() throws {
    let image = try picture(8, 8, [.box(2, 3, 4, 2)])
    for y in 0..<8 {
      for x in 0..<8 {
        let isInside = (2..<6).contains(x) && (3..<5).contains(y)
        #expect(image.pixel(x, y) == (isInside ? SIMD4(0, 0, 0, 255) : SIMD4(repeating: 255)))
      }
    }
  }
}
