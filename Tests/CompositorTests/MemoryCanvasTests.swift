// MemoryCanvasTests.swift
// Boxes, borders, gradients, images and text in pixels.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

/// The total coverage of black on a white picture, in pixels.
func ink(_ image: CGImage) -> Double {
  stride(from: 0, to: image.pixels.count, by: 4)
    .reduce(0) { $0 + Double(255 - image.pixels[$1]) } / 255
}

@Suite struct MemoryCanvasBoxTests {
  @Test func boxOnWholePixelsHasSharpEdges() throws {
    let image = try picture(8, 8, [.box(2, 3, 4, 2)])
    for y in 0..<8 {
      for x in 0..<8 {
        let isInside = (2..<6).contains(x) && (3..<5).contains(y)
        #expect(image.pixel(x, y) == (isInside ? SIMD4(0, 0, 0, 255) : SIMD4(repeating: 255)))
      }
    }
  }

  @Test(arguments: [
    // x, y, width, height → coverage of pixel 1, 1
    (1.0, 1.0, 1.0, 1.0, 1.0),
    (1.5, 1.0, 4.0, 4.0, 0.5),
    (1.0, 1.25, 4.0, 4.0, 0.75),
    (1.5, 1.5, 4.0, 4.0, 0.25),
    (1.25, 0.0, 0.5, 4.0, 0.5),
    (0.0, 1.4, 4.0, 0.2, 0.2),
    (1.2, 1.2, 0.5, 0.5, 0.25),
    (-1000.0, -1000.0, 1001.5, 1001.5, 0.25),
    (2.0, 2.0, 1.0, 1.0, 0.0),
  ])
  func edgeCoverageEqualsArea(
    x: Double, y: Double, width: Double, height: Double, coverage: Double
  ) throws {
    let image = try picture(4, 4, background: .clear, [.box(x, y, width, height)])
    #expect(abs(Double(image.pixel(1, 1).w) - coverage * 255) <= 0.51)
  }

  @Test(arguments: [
    PlaneTransform(tx: 20.3, ty: 20.7), turn(45, 20, 20), turn(17, 20.4, 20.1), turn(90, 20, 20),
    PlaneTransform(a: 1, b: 0.3, c: -0.2, d: 0.8, tx: 20, ty: 20),
    PlaneTransform(a: -1, tx: 20, ty: 20),
  ])
  func transformedBoxKeepsItsArea(transform: PlaneTransform) throws {
    let image = try picture(40, 40, [.box(-8, -5, 16, 10, transform: transform)])
    let expected = 160 * abs(transform.affine.determinant)
    #expect(abs(ink(image) - expected) < 0.1)
  }

  @Test(arguments: [2.0, 5.0, 9.5, 15.0]) func roundCornerCoverageEqualsArea(radius: Double) throws
  {
    let image = try picture(40, 40, [.box(3.3, 4.2, 33, 30, radius: radius)])
    let expected = 33 * 30 - (4 - .pi) * radius * radius
    // The outline's lines lie up to 0.01 pixels inside of the arcs, two thirds of that on average.
    #expect(abs(ink(image) - expected) < 0.0075 * 2 * .pi * radius + 0.1)
  }

  @Test func eachCornerHasItsOwnRadius() throws {
    let box = Box(
      rect: CGRect(x: 0, y: 0, width: 20, height: 20), radii: SIMD4(0, 3, 6, 9), fill: .black)
    let image = try picture(20, 20, [DrawItem(.box(box))])
    #expect(image.pixel(0, 0).x == 0)
    #expect(image.pixel(19, 0).x > 128 && image.pixel(17, 2).x == 0)
    #expect(image.pixel(18, 18).x > 128 && image.pixel(16, 16).x == 0)
    #expect(image.pixel(2, 17).x > 128 && image.pixel(4, 15).x == 0)
  }

  @Test func radiusIsClampedToHalfOfShorterSide() throws {
    let wide = try picture(40, 20, [.box(2, 2, 30, 10, radius: 100)])
    let round = try picture(40, 20, [.box(2, 2, 30, 10, radius: 5)])
    #expect(PictureDifference(wide, round).maximum == 0)
  }

  @Test func quarterTurnEqualsUprightBox() throws {
    let upright = try picture(40, 40, [.box(10, 5, 12, 20, radius: 4)])
    let turned = try picture(40, 40, [.box(5, -22, 20, 12, radius: 4, transform: turn(90, 0, 0))])
    #expect(PictureDifference(upright, turned).maximum <= 1)
  }

  /// A common factor of the whole map cancels in the division, so the map is affine.
  @Test func perspectiveWithoutDepthIsAffine() throws {
    let plain = try picture(40, 40, [.box(4.5, 5, 20, 12, radius: 3)])
    let items = [
      DrawItem.box(
        4.5, 5, 20, 12, radius: 3, transform: PlaneTransform(a: 2, d: 2, px: 0, py: 0, pw: 2))
    ]
    #expect(PictureDifference(plain, try picture(40, 40, items)).maximum <= 1)
  }

  @Test func shapesAreClippedAtTheEye() throws {
    // w = 1 - x / 10: nothing right of x = 10 is visible, and parts near it are very wide.
    let image = try picture(
      40, 20, [.box(-5, 1, 30, 9, transform: PlaneTransform(px: -0.1))])
    #expect(image.pixel(39, 10).x < 255)
    #expect(image.pixel(39, 1).x == 255)
  }

  @Test func borderLiesInsideBox() throws {
    let box = Box(
      rect: CGRect(x: 2, y: 2, width: 12, height: 10), fill: red, borderWidth: 2,
      borderColor: blue)
    let image = try picture(16, 14, [DrawItem(.box(box))])
    #expect(image.pixel(1, 6) == SIMD4(repeating: 255))
    #expect(image.pixel(2, 6) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(3, 6) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(4, 6) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(11, 9) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(12, 6) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(6, 3) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(6, 10) == SIMD4(0, 0, 255, 255))
  }

  @Test(arguments: [0.0, 30.0]) func borderCoverageEqualsArea(degrees: Double) throws {
    let box = Box(
      rect: CGRect(x: -15, y: -10, width: 30, height: 20), radii: SIMD4(repeating: 6),
      borderWidth: 2.5, borderColor: .black)
    let image = try picture(50, 50, [DrawItem(.box(box), turn(degrees, 25.25, 24.75))])
    let corners = 4 - Double.pi
    let outer = 600 - corners * 36
    let inner = 25 * 15 - corners * 3.5 * 3.5
    #expect(abs(ink(image) - (outer - inner)) < 0.4)
    #expect(image.pixel(25, 25) == SIMD4(repeating: 255))
  }

  @Test func fillDoesNotShowAtBordersOuterEdge() throws {
    let box = Box(
      rect: CGRect(x: 2.5, y: 2.5, width: 20, height: 20), radii: SIMD4(repeating: 6), fill: red,
      borderWidth: 3, borderColor: .black)
    let image = try picture(26, 26, background: .black, [DrawItem(.box(box))])
    for x in 0..<26 { #expect(image.pixel(x, 2).x == 0) }
  }

  @Test func borderWiderThanBoxFillsIt() throws {
    let box = Box(
      rect: CGRect(x: 1, y: 1, width: 6, height: 6), fill: red, borderWidth: 9, borderColor: blue)
    let image = try picture(8, 8, [DrawItem(.box(box))])
    for y in 1..<7 { for x in 1..<7 { #expect(image.pixel(x, y) == SIMD4(0, 0, 255, 255)) } }
  }

  @Test func colourComponentsAreClamped() throws {
    let bright = CGColor(red: 3, green: -1, blue: 0.5, alpha: 2)
    let image = try picture(2, 2, [.box(0, 0, 2, 2, bright)])
    #expect(image.pixel(0, 0) == SIMD4(255, 0, 128, 255))
    #expect(try picture(2, 2, [.box(0, 0, 2, 2, red, opacity: 1.5)]).pixel(0, 0).x == 255)
    let unseen = try picture(
      2, 2, [.box(0, 0, 2, 2, opacity: -1), .box(0, 0, 2, 2, opacity: .nan)])
    #expect(unseen.pixel(0, 0) == SIMD4(repeating: 255))
  }

  @Test func opacityBlendsWithBackground() throws {
    let image = try picture(2, 2, background: green, [.box(0, 0, 2, 2, red, opacity: 0.5)])
    #expect(image.pixel(1, 1) == SIMD4(128, 127, 0, 255))
  }
}

@Suite struct MemoryCanvasPaintTests {
  @Test func gradientContinuesBeyondItsEnds() throws {
    let gradient = try #require(CGGradient(colors: [.black, .white]))
    let fill = GradientFill(
      rect: CGRect(x: 0, y: 0, width: 100, height: 4), gradient: gradient,
      start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0))
    let image = try picture(100, 4, [DrawItem(.gradient(fill))])
    for x in 0..<100 {
      let expected = min(max((Double(x) + 0.5 - 20) / 60, 0), 1) * 255
      #expect(abs(Double(image.pixel(x, 2).x) - expected) <= 1)
    }
  }

  /// Red to transparent blue passes through half-transparent purple, not through dark red.
  @Test func gradientColoursAreMixedUnpremultiplied() throws {
    let gradient = try #require(
      CGGradient(colors: [red, CGColor(red: 0, green: 0, blue: 1, alpha: 0)]))
    let fill = GradientFill(
      rect: CGRect(x: 0, y: 0, width: 4, height: 101), gradient: gradient,
      start: .zero, end: CGPoint(x: 0, y: 101))
    let image = try picture(4, 101, background: .clear, [DrawItem(.gradient(fill))])
    let middle = image.pixel(2, 50)
    #expect(abs(middle.w - 128) <= 1 && abs(middle.x - 64) <= 1 && abs(middle.z - 64) <= 1)
  }

  @Test func gradientRotatesWithItsShape() throws {
    let gradient = try #require(CGGradient(colors: [red, green, blue], locations: [0, 0.25, 1]))
    func fill(_ rect: CGRect, _ start: CGPoint, _ end: CGPoint) -> Primitive {
      .gradient(
        GradientFill(
          rect: rect, radii: SIMD4(repeating: 4), gradient: gradient, start: start, end: end))
    }
    let upright = try picture(
      40, 40,
      [
        DrawItem(
          fill(
            CGRect(x: 10, y: 5, width: 12, height: 30), CGPoint(x: 10, y: 5),
            CGPoint(x: 10, y: 35)))
      ])
    let turned = try picture(
      40, 40,
      [
        DrawItem(
          fill(
            CGRect(x: 5, y: -22, width: 30, height: 12), CGPoint(x: 5, y: -10),
            CGPoint(x: 35, y: -10)), turn(90, 0, 0))
      ])
    #expect(PictureDifference(upright, turned).maximum <= 1)
  }

  @Test func gradientWithoutLengthShowsLastColour() throws {
    let gradient = try #require(CGGradient(colors: [red, blue]))
    let fill = GradientFill(
      rect: CGRect(x: 0, y: 0, width: 4, height: 4), gradient: gradient, start: .zero, end: .zero)
    #expect(try picture(4, 4, [DrawItem(.gradient(fill))]).pixel(1, 1) == SIMD4(0, 0, 255, 255))
  }

  /// Four pixels: red, green over blue, half-transparent white.
  private static let quarters = CGImage(
    width: 2, height: 2,
    premultipliedRGBA: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 128, 128, 128, 128])
  private static let whole = CGRect(x: 0, y: 0, width: 2, height: 2)

  private static func quad(_ rect: CGRect, isSmooth: Bool = true, source: CGRect = whole)
    -> Primitive
  {
    .image(ImageQuad(image: quarters, source: source, rect: rect, isSmooth: isSmooth))
  }

  @Test(arguments: [true, false]) func unscaledImageIsCopied(isSmooth: Bool) throws {
    let image = try picture(
      6, 6, background: .black,
      [DrawItem(Self.quad(CGRect(x: 3, y: 2, width: 2, height: 2), isSmooth: isSmooth))])
    #expect(image.pixel(3, 2) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(4, 2) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(3, 3) == SIMD4(0, 0, 255, 255))
    #expect(image.pixel(4, 3) == SIMD4(128, 128, 128, 255))
    #expect(image.pixel(2, 2) == SIMD4(0, 0, 0, 255))
    #expect(image.pixel(5, 3) == SIMD4(0, 0, 0, 255))
  }

  @Test func nearestFilterMakesBlocks() throws {
    let image = try picture(
      8, 8, background: .clear,
      [DrawItem(Self.quad(CGRect(x: 0, y: 0, width: 8, height: 8), isSmooth: false))])
    for y in 0..<8 {
      for x in 0..<8 {
        let index = ((y / 4) * 2 + x / 4) * 4
        let expected = Self.quarters.pixels[index..<(index + 4)].map(Int.init)
        #expect(image.pixel(x, y) == SIMD4(expected))
      }
    }
  }

  @Test func linearFilterMixesNeighbours() throws {
    let image = try picture(
      8, 8, background: .clear, [DrawItem(Self.quad(CGRect(x: 0, y: 0, width: 8, height: 8)))])
    #expect(image.pixel(0, 0) == SIMD4(255, 0, 0, 255))
    // Pixel 3 is at 0.875 of the image: 5/8 of the distance from the centre of the first to the
    // second.
    let mixed = image.pixel(3, 0)
    #expect(abs(mixed.x - 159) <= 1 && abs(mixed.y - 96) <= 1 && mixed.w == 255)
  }

  @Test func imageSourceRepeatsEdgePixelsOutside() throws {
    let part = Self.quad(
      CGRect(x: 0, y: 0, width: 4, height: 4), isSmooth: false,
      source: CGRect(x: 1, y: 0, width: 1, height: 1))
    let image = try picture(4, 4, [DrawItem(part)])
    for y in 0..<4 { for x in 0..<4 { #expect(image.pixel(x, y) == SIMD4(0, 255, 0, 255)) } }
    let wide = Self.quad(
      CGRect(x: 0, y: 0, width: 6, height: 2), source: CGRect(x: -2, y: 0, width: 6, height: 2))
    let extended = try picture(6, 2, background: .clear, [DrawItem(wide)])
    #expect(extended.pixel(0, 0) == SIMD4(255, 0, 0, 255))
    #expect(extended.pixel(5, 0) == SIMD4(0, 255, 0, 255))
  }

  @Test func imageHasOpacityAndAntialiasedEdges() throws {
    let image = try picture(
      6, 6, background: .clear,
      [DrawItem(Self.quad(CGRect(x: 1.5, y: 1, width: 2, height: 2)), opacity: 0.5)])
    #expect(abs(image.pixel(1, 1).w - 64) <= 1)
    #expect(image.pixel(2, 1).w == 128)
  }

  @Test func rotatedImageRotatesPixels() throws {
    let image = try picture(
      8, 8, [DrawItem(Self.quad(CGRect(x: 0, y: -8, width: 8, height: 8)), turn(90, 0, 0))])
    #expect(image.pixel(0, 0).z > 200)
    #expect(image.pixel(7, 0) == SIMD4(255, 0, 0, 255))
    #expect(image.pixel(7, 7) == SIMD4(0, 255, 0, 255))
  }

  @Test func swappedOrderIsTheSamePictureInOtherBytes() throws {
    var random = RandomItems(seed: 5, width: 60, height: 50)
    var list = DrawList(size: PixelSize(width: 60, height: 50), background: red)
    list.items = random.items(40)
    let rgba = MemoryCanvas(source: TestCoverageSource())
    let bgra = MemoryCanvas(source: TestCoverageSource(), order: .bgra)
    #expect(rgba.draw(list) == bgra.draw(list))
    #expect(try #require(rgba.image()).pixels == (try #require(bgra.image())).pixels)
    let plain = rgba.withPixels { pixels, bytesPerRow in
      #expect(bytesPerRow == 240)
      return Array(pixels)
    }
    let swapped = bgra.withPixels { pixels, _ in Array(pixels) }
    for index in stride(from: 0, to: plain.count, by: 4) {
      #expect(
        plain[index] == swapped[index + 2] && plain[index + 1] == swapped[index + 1]
          && plain[index + 2] == swapped[index] && plain[index + 3] == swapped[index + 3])
    }
  }
}

@Suite struct MemoryCanvasTextTests {
  /// An em of ten pixels makes blocks of one: a letter is five wide and seven high.
  @Test func lettersAreDrawnOnTheirBaseline() throws {
    let image = try picture(12, 12, [DrawItem(letters("T", x: 2.5, y: 9, size: 10))])
    for column in 0..<5 { #expect(image.pixel(3 + column, 2).x == 0) }
    for row in 0..<7 { #expect(image.pixel(5, 2 + row).x == 0) }
    #expect(image.pixel(3, 3).x == 255 && image.pixel(5, 9).x == 255)
  }

  @Test(arguments: [(0.0, 0), (0.25, 64), (0.5, 128), (0.75, 191), (1.0, 255)])
  func lettersMoveByQuartersOfAPixel(shift: Double, expected: Int) throws {
    let image = try picture(12, 12, [DrawItem(letters("|", x: 2.5 + shift, y: 9, size: 10))])
    #expect(abs(image.pixel(5, 5).x - expected) <= 1)
  }

  @Test func lettersAreScaledBeforeTheyAreRasterised() throws {
    let small = try picture(
      40, 40, [DrawItem(letters("ag", x: 1, y: 12, size: 10), PlaneTransform(a: 2, d: 2))])
    let large = try picture(40, 40, [DrawItem(letters("ag", x: 2, y: 24, size: 20))])
    #expect(PictureDifference(small, large).maximum == 0)
  }

  @Test func aTurnedTextHasTheInkOfAnUprightOne() throws {
    let upright = try picture(100, 60, [DrawItem(letters("Ink 3", x: 5, y: 40, size: 20))])
    let turned = try picture(
      100, 100, [DrawItem(letters("Ink 3", x: -30, y: 0, size: 20), turn(30, 50, 50))])
    #expect(abs(ink(upright) - ink(turned)) < 0.03 * ink(upright))
  }

  @Test func textInPerspectiveAndVeryLargeTextAreDrawn() throws {
    let deep = try picture(
      100, 60, [DrawItem(letters("H", x: 5, y: 40, size: 40), PlaneTransform(px: 0.002))])
    #expect(ink(deep) > 100)
    let large = try picture(300, 300, [DrawItem(letters("H", x: 0, y: 280, size: 400))])
    // The left stem reaches from 0.05 em to 0.15 em.
    #expect(large.pixel(21, 100).x == 0 && large.pixel(59, 100).x == 0)
    #expect(large.pixel(18, 100).x == 255 && large.pixel(62, 100).x == 255)
  }

  @Test func aSecondFrameAsksTheSourceForNothing() throws {
    let source = TestCoverageSource()
    let canvas = MemoryCanvas(source: source)
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 1, y: 1, width: 20, height: 10))
    var list = DrawList(size: PixelSize(width: 100, height: 40), background: .white)
    list.items = [
      DrawItem(letters("lamella", x: 2, y: 30, size: 12)), DrawItem(.fill(path, .winding, red)),
      DrawItem(letters("turned", x: 0, y: 0, size: 12), turn(10, 30, 20)),
    ]
    let first = canvas.draw(list)
    let requests = (source.glyphRequests, source.pathRequests)
    let second = canvas.draw(list)
    #expect(requests == (source.glyphRequests, source.pathRequests))
    #expect(requests.0 > 3 && requests.1 == 2)
    #expect(first.uploadedBytes > 0 && second.uploadedBytes == 0)
  }
}
