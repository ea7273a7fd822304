// MemoryCanvasGroupTests.swift
// Offscreen groups: opacity, the three blends, masks, clips.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct MemoryCanvasGroupTests {
  private static let all = PixelRect(minX: 0, minY: 0, maxX: 100, maxY: 100)

  private static func group(
    _ items: [DrawItem], blend: Group.Blend = .over, bounds: PixelRect = all, opacity: Double = 1
  ) -> [DrawItem] {
    [DrawItem(.beginGroup(Group(blend: blend, bounds: bounds)), opacity: opacity)] + items
      + [DrawItem(.endGroup)]
  }

  @Test func groupOpacityAppliesToWholeGroup() throws {
    let items = [DrawItem.box(0, 0, 4, 4, red), DrawItem.box(2, 0, 4, 4, blue)]
    let image = try picture(8, 4, Self.group(items, opacity: 0.5))
    #expect(image.pixel(1, 1) == SIMD4(255, 127, 127, 255))
    #expect(image.pixel(3, 1) == SIMD4(127, 127, 255, 255))
  }

  @Test func crossFadeOfEqualPicturesChangesNothing() throws {
    var random = RandomItems(seed: 11, width: 80, height: 60)
    let items = random.items(30)
    let whole = try picture(80, 60, background: .clear, Self.group(items))
    for part in [0.0, 0.125, 0.3, 0.5, 0.77, 1] {
      let halves =
        Self.group(items, blend: .add, opacity: part)
        + Self.group(items, blend: .add, opacity: 1 - part)
      let faded = try picture(80, 60, background: .clear, Self.group(halves))
      let difference = PictureDifference(whole, faded)
      #expect(difference.maximum <= 1, "\(part): \(difference)")
    }
  }

  @Test func destinationInKeepsWhatTheMaskCovers() throws {
    let mask = Self.group(
      [.box(2, 0, 4, 8, .black, opacity: 0.5), .box(4, 0, 4, 8)], blend: .destinationIn,
      bounds: PixelRect(minX: 2, minY: 0, maxX: 8, maxY: 4))
    let image = try picture(10, 8, background: .clear, Self.group([.box(0, 0, 10, 8, red)] + mask))
    #expect(image.pixel(1, 1) == .zero)
    #expect(image.pixel(3, 1) == SIMD4(128, 0, 0, 128))
    #expect(image.pixel(6, 1) == SIMD4(255, 0, 0, 255))
    // Outside of the mask's bounds nothing is visible.
    #expect(image.pixel(6, 5) == .zero && image.pixel(9, 1) == .zero)
  }

  @Test(arguments: [PixelRect.empty, PixelRect(minX: 500, minY: 0, maxX: 600, maxY: 9)])
  func invisibleMaskClearsGroup(bounds: PixelRect) throws {
    let mask = Self.group([.box(0, 0, 10, 8)], blend: .destinationIn, bounds: bounds)
    let image = try picture(10, 8, background: .clear, Self.group([.box(0, 0, 10, 8, red)] + mask))
    #expect(image.pixel(5, 5) == .zero)
  }

  @Test func maskStopsAtScissor() throws {
    var mask = Self.group([], blend: .destinationIn)
    mask[0].scissor = PixelRect(minX: 0, minY: 0, maxX: 5, maxY: 8)
    let image = try picture(10, 8, background: .clear, Self.group([.box(0, 0, 10, 8, red)] + mask))
    #expect(image.pixel(4, 4) == .zero)
    #expect(image.pixel(5, 4) == SIMD4(255, 0, 0, 255))
  }

  @Test func groupsNest() throws {
    let inner = Self.group([.box(0, 0, 8, 8, blue)], opacity: 0.5)
    let outer = Self.group([.box(0, 0, 8, 8, red)] + inner, opacity: 0.5)
    // Inside: half blue over red; then half of that over white.
    #expect(try picture(8, 8, outer).pixel(4, 4) == SIMD4(191, 127, 191, 255))
  }

  @Test func transparentGroupIsNotDrawn() throws {
    let canvas = MemoryCanvas(source: TestCoverageSource())
    var list = DrawList(size: PixelSize(width: 8, height: 8), background: .white)
    list.items = Self.group(Self.group([.box(0, 0, 8, 8)]), opacity: 0) + [.box(0, 0, 1, 1, red)]
    #expect(canvas.draw(list).drawCalls == 1)
    #expect(try #require(canvas.image()).pixel(4, 4) == SIMD4(repeating: 255))
  }

  @Test func groupShadowLiesBeneathAndFadesWithGroup() throws {
    func items(_ opacity: Double) -> [DrawItem] {
      [
        DrawItem(
          .beginGroup(
            Group(
              bounds: Self.all,
              shadow: GroupShadow(
                offset: CGVector(dx: 4, dy: 0), deviation: 0, color: .black))),
          opacity: opacity),
        .box(2, 2, 4, 4, red), DrawItem(.endGroup),
      ]
    }
    let whole = try picture(16, 8, items(1))
    #expect(whole.pixel(5, 3) == SIMD4(255, 0, 0, 255))
    #expect(whole.pixel(7, 3) == SIMD4(0, 0, 0, 255))
    #expect(whole.pixel(10, 3) == SIMD4(repeating: 255))
    let half = try picture(16, 8, items(0.5))
    #expect(half.pixel(7, 3) == SIMD4(127, 127, 127, 255))
    #expect(half.pixel(3, 3) == SIMD4(255, 127, 127, 255))
  }

  @Test func unendedGroupTraps() async {
    await #expect(processExitsWith: .failure) {
      var list = DrawList(size: PixelSize(width: 4, height: 4))
      list.items = [DrawItem(.beginGroup(Group(bounds: PixelRect(list.size))))]
      _ = MemoryCanvas(source: TestCoverageSource()).draw(list)
    }
    await #expect(processExitsWith: .failure) {
      var list = DrawList(size: PixelSize(width: 4, height: 4))
      list.items = [DrawItem(.endGroup)]
      _ = MemoryCanvas(source: TestCoverageSource()).draw(list)
    }
  }
}
