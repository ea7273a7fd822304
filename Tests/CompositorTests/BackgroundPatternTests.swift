// BackgroundPatternTests.swift
// Images that repeat over a layer's background.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct BackgroundPatternTests {
  /// Three columns and two rows: red, green, blue; then white, and twice clear.
  private let cell = CGImage(
    width: 3, height: 2,
    premultipliedRGBA: [
      255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0,
    ])

  private func expected(_ x: Int, _ y: Int, over below: SIMD4<Int>) -> SIMD4<Int> {
    if y % 2 == 1 { return x % 3 == 0 ? white : below }
    return [redPixel, greenPixel, bluePixel][x % 3]
  }

  @Test func imageRepeatsFromTheOriginOfTheBounds() throws {
    var scene = Painted(60, 50)
    scene.add(5, 7, 41, 33, CGColor(gray: 0, alpha: 1)) {
      $0.backgroundPattern = PatternImage(cell: cell, scale: 1)
      // The content is scrolled.
      $0.bounds.origin = CGPoint(x: 100, y: 200)
    }
    let image = try scene.image()
    for y in 0..<33 {
      for x in 0..<41 {
        #expect(
          image.pixel(x + 5, y + 7) == expected(x, y, over: SIMD4(0, 0, 0, 255)), "\(x), \(y)")
      }
    }
    #expect(image.pixel(4, 20) == white && image.pixel(46, 20) == white)
    #expect(image.pixel(20, 6) == white && image.pixel(20, 40) == white)
  }

  /// The cells have the image's scale, not that of the screen.
  @Test func cellsHaveTheirOwnScale() throws {
    var scene = Painted(20, 20)
    scene.add(0, 0, 20, 20) { $0.backgroundPattern = PatternImage(cell: cell, scale: 0.5) }
    let image = try scene.image()
    #expect(image.pixel(0, 0).x > 250 && image.pixel(6, 0).x > 150)
    let sharp = try scene.image(scale: 0.5)
    for x in 0..<10 { #expect(sharp.pixel(x, 0) == expected(x, 0, over: white)) }
  }

  /// Round corners, a clip to them, sublayers and the border are drawn as with a colour.
  @Test(arguments: [false, true], [CALayerCornerCurve.circular, .continuous])
  func patternHasTheShapeOfTheBackground(clips: Bool, curve: CALayerCornerCurve) throws {
    let one = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    func image(_ change: (inout LayerValues) -> Void) throws -> CGImage {
      var scene = Painted(60, 50)
      let card = scene.add(5.3, 7.6, 40, 33) {
        ($0.cornerRadius, $0.masksToBounds, $0.cornerCurve) = (12, clips, curve)
        ($0.borderWidth, $0.borderColor, $0.opacity) = (2, blue, 0.8)
        change(&$0)
      }
      scene.add(10, 10, 10, 10, green, to: card)
      return try scene.image()
    }
    let plain = try image { $0.backgroundColor = red }
    let pattern = try image { $0.backgroundPattern = PatternImage(cell: one, scale: 1) }
    #expect(PictureDifference(plain, pattern).maximum <= 2)
  }

  /// A pattern without anything above it has its border, and casts a shadow.
  @Test func patternAloneHasItsBorderAndShadow() throws {
    var scene = Painted(60, 50)
    scene.add(5, 7, 30, 30) {
      $0.backgroundPattern = PatternImage(cell: cell, scale: 1)
      ($0.borderWidth, $0.borderColor) = (3, CGColor(gray: 0, alpha: 1))
      ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 0, CGSize(width: 12, height: 0))
    }
    let image = try scene.image()
    #expect(image.pixel(6, 20) == SIMD4(0, 0, 0, 255))
    // The white cell's shadow, and no shadow of a clear one.
    #expect(image.pixel(5 + 27 + 12, 20) == SIMD4(0, 0, 0, 255))
    #expect(image.pixel(8, 10) == expected(3, 3, over: white))
  }

  /// A large layer of small cells is one image, not one for each cell.
  @Test func blocksHoldManyCells() {
    let pattern = PatternImage(cell: cell, scale: 1)
    var count = 0
    pattern.forEachBlock(covering: CGRect(x: 0, y: 0, width: 900, height: 700)) {
      image, source, place in
      count += 1
      #expect(source == place && image.width >= 900 && image.height >= 700)
    }
    #expect(count == 1)
    // Nothing is drawn over no area, and nothing for ever over an infinite one.
    for rect in [CGRect.zero, .null, .infinite, CGRect(x: 0, y: 0, width: 1e9, height: 1e9)] {
      pattern.forEachBlock(covering: rect) { _, _, _ in count += 1 }
    }
    #expect(count == 1)
    // Each pixel belongs to one block, also at negative places.
    var area = 0.0
    pattern.forEachBlock(covering: CGRect(x: -5.5, y: -3, width: 5000, height: 10)) {
      _, source, place in
      area += place.width * place.height
      #expect(source.size == place.size)
    }
    #expect(area == 50_000)
  }
}
