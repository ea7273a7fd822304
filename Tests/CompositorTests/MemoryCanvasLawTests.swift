// MemoryCanvasLawTests.swift
// Laws for random lists: threads, scissors, translations, occluded items, non-finite numbers, odd
// sizes.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct MemoryCanvasLawTests {
  @Test(arguments: 1...4) func threadCountDoesNotChangePixels(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 200, height: 300)
    let items = random.items(25)
    let one = try picture(200, 300, items)
    for threads in [2, 3, 8] {
      #expect(try picture(200, 300, threads: threads, items).pixels == one.pixels)
    }
  }

  @Test(arguments: 1...12) func scissoredPictureIsPartOfWhole(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 120, height: 150)
    let items = random.items(20)
    let scissor = PixelRect(
      minX: Int.random(in: -5..<60, using: &random.generator),
      minY: Int.random(in: -5..<80, using: &random.generator),
      maxX: Int.random(in: 61..<130, using: &random.generator),
      maxY: Int.random(in: 81..<160, using: &random.generator))
    var depth = 0
    let scissored = items.map { item in
      var item = item
      if case .endGroup = item.primitive { depth -= 1 }
      if depth == 0 { item.scissor = item.scissor.intersection(scissor) }
      if case .beginGroup = item.primitive { depth += 1 }
      return item
    }
    let whole = try picture(120, 150, background: green, items)
    let part = try picture(120, 150, background: green, scissored)
    for y in 0..<150 {
      for x in 0..<120 {
        let isInside =
          scissor.minX <= x && x < scissor.maxX && scissor.minY <= y && y < scissor.maxY
        let expected = isInside ? whole.pixel(x, y) : SIMD4(0, 255, 0, 255)
        if part.pixel(x, y) != expected {
          Issue.record("\(x), \(y): \(part.pixel(x, y)) instead of \(expected)")
          return
        }
      }
    }
  }

  @Test(arguments: 1...12) func wholePixelTranslationKeepsPixels(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 100, height: 100)
    let items = random.items(20)
    let (dx, dy) = (17, 70)
    func moved(_ rect: PixelRect) -> PixelRect {
      PixelRect(
        minX: rect.minX + dx, minY: rect.minY + dy, maxX: rect.maxX + dx, maxY: rect.maxY + dy)
    }
    let shifted = items.map { item in
      var item = item
      item.transform = item.transform.concatenating(PlaneTransform(tx: Double(dx), ty: Double(dy)))
      item.scissor = moved(item.scissor)
      if case .beginGroup(var group) = item.primitive {
        group.bounds = moved(group.bounds)
        item.primitive = .beginGroup(group)
      }
      return item
    }
    let first = try picture(220, 220, items).cropped(x: 0, y: 0, width: 150, height: 150)
    let second = try picture(220, 220, shifted).cropped(x: dx, y: dy, width: 150, height: 150)
    // Turned edges and filtered images are rounded once more where their numbers are larger.
    let difference = PictureDifference(first, second)
    #expect(difference.maximum <= 3, "\(difference)")
  }

  @Test func coveredItemsAreNotDrawn() throws {
    var random = RandomItems(seed: 3, width: 120, height: 100)
    let hidden = random.items(20)
    let cover = DrawItem.box(0, 0, 120, 100, blue)
    let visible = random.items(5)
    let canvas = MemoryCanvas(source: TestCoverageSource())
    var list = DrawList(size: PixelSize(width: 120, height: 100), background: red)
    list.items = [cover] + visible
    let few = canvas.draw(list).drawCalls
    let expected = try #require(canvas.image())
    list.items = hidden + [cover] + visible
    #expect(canvas.draw(list).drawCalls == few)
    #expect(try #require(canvas.image()).pixels == expected.pixels)
  }

  @Test func nothingOfAnEarlierListRemains() throws {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    for seed in 1...6 as ClosedRange<UInt64> {
      var random = RandomItems(seed: seed, width: 90, height: 80)
      let size = PixelSize(width: 40 + Int(seed % 5) * 30, height: 120 - Int(seed % 4) * 25)
      var list = DrawList(size: size, background: random.color())
      list.items = random.items(15)
      _ = canvas.draw(list)
      let fresh = MemoryCanvas(source: TestCoverageSource())
      _ = fresh.draw(list)
      #expect(try #require(canvas.image()).pixels == (try #require(fresh.image())).pixels)
    }
  }

  private static let badNumbers = [
    Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15, -1e15, 1e9, 0, -5, 1e-300,
  ]

  /// Each number of each primitive in turn is replaced by each bad one.
  @Test func nonFiniteNumbersAreHarmless() throws {
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    let gradient = try #require(CGGradient(colors: [red, blue]))
    var random = SeededRandom(seed: 4)
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 2)
    var list = DrawList(size: PixelSize(width: 60, height: 50), background: .white)
    for bad in Self.badNumbers {
      for _ in 0..<40 {
        func number(_ good: Double) -> Double {
          Int.random(in: 0..<6, using: &random) == 0 ? bad : good
        }
        func rect() -> CGRect {
          CGRect(x: number(4), y: number(5), width: number(20), height: number(15))
        }
        func radii() -> SIMD4<Double> { SIMD4(number(3), number(3), number(3), number(3)) }
        let curve = CGMutablePath()
        curve.move(to: CGPoint(x: number(3), y: number(3)))
        curve.addCurve(
          to: CGPoint(x: number(30), y: 3), control1: CGPoint(x: 5, y: number(30)),
          control2: CGPoint(x: number(20), y: 40))
        var style = StrokeStyle()
        style.width = number(3)
        let primitives: [Primitive] = [
          .box(
            Box(
              rect: rect(), radii: radii(), fill: red, borderWidth: number(2), borderColor: blue)),
          .image(ImageQuad(image: image, source: rect(), rect: rect())),
          letters("a", x: number(5), y: number(20), size: number(12)),
          .fill(curve, .winding, red), .stroke(curve, style, red),
          .gradient(
            GradientFill(
              rect: rect(), radii: radii(), gradient: gradient,
              start: CGPoint(x: number(0), y: 0), end: CGPoint(x: number(30), y: 2))),
          .shadow(
            BoxShadow(rect: rect(), radii: radii(), deviation: number(4), color: .black)),
        ]
        let group = Group(
          bounds: PixelRect(list.size),
          shadow: GroupShadow(
            offset: CGVector(dx: number(2), dy: number(2)), deviation: number(2), color: .black))
        list.items = [DrawItem(.beginGroup(group), opacity: number(0.5))]
        for primitive in primitives {
          let transform = PlaneTransform(
            a: number(1), b: number(0), c: number(0), d: number(1), tx: number(3), ty: number(4),
            px: number(0), py: number(0), pw: 1)
          list.items.append(DrawItem(primitive, transform, opacity: number(1)))
        }
        list.items.append(DrawItem(.endGroup))
        _ = canvas.draw(list)
      }
    }
    list.items = [.box(0, 0, 60, 50, red)]
    _ = canvas.draw(list)
    #expect(try #require(canvas.image()).pixel(30, 20) == SIMD4(255, 0, 0, 255))
  }

  @Test(arguments: [
    Box(rect: CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10), fill: .black),
    Box(rect: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 10), fill: .black),
    Box(rect: CGRect(x: 0, y: 0, width: 0, height: 10), fill: .black),
    Box(rect: CGRect(x: 0, y: 0, width: 1e13, height: 1e13), fill: .black),
  ])
  func nonFiniteBoxDrawsNothing(box: Box) throws {
    #expect(try picture(4, 4, [DrawItem(.box(box))]).pixel(1, 1) == SIMD4(repeating: 255))
  }

  @Test func veryLargeBoxCoversTarget() throws {
    let image = try picture(6, 5, [.box(-1e6, -1e6, 2e6, 2e6, blue, radius: 50)])
    for y in 0..<5 { for x in 0..<6 { #expect(image.pixel(x, y) == SIMD4(0, 0, 255, 255)) } }
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0), (-3, 4)])
  func emptyTargetIsAccepted(width: Int, height: Int) {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    var random = RandomItems(seed: 1, width: 50, height: 50)
    var list = DrawList(size: PixelSize(width: width, height: height), background: .white)
    list.items = random.items(20)
    _ = canvas.draw(list)
    #expect(canvas.image() == nil)
    canvas.withPixels { pixels, _ in #expect(pixels.isEmpty) }
  }

  @Test(arguments: [(1, 1), (16384, 1), (1, 16384), (16384, 3)])
  func smallestAndLongestTargetsAreDrawn(width: Int, height: Int) throws {
    let image = try picture(
      width, height, threads: 2,
      [
        .box(-10, -10, 20000, 20000, red, transform: turn(1, 0, 0)),
        .box(Double(width) - 0.5, Double(height) - 0.5, 9, 9, .black),
      ])
    #expect(image.pixel(width - 1, height - 1).w == 255)
    #expect(image.pixel(width - 1, height - 1).x < 255)
  }

  @Test func canvasWithoutThreadsTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = MemoryCanvas(source: TestCoverageSource(), threads: 0)
    }
  }
}
