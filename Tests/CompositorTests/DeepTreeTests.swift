// DeepTreeTests.swift
// Trees of any depth are painted completely.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct DeepTreeTests {
  /// A chain of nested nodes of 20 x 20 points; the last is blue.
  private func chain(
    _ count: Int, isMask: Bool = false, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> Painted {
    var scene = Painted()
    var parent = scene.tree.root
    for _ in 1..<count {
      parent = scene.add(0, 0, 20, 20, isMask ? red : nil, to: parent, isMask: isMask, change)
    }
    scene.add(0, 0, 20, 20, blue, to: parent, isMask: isMask)
    return scene
  }

  /// More nested layers than a call stack holds.
  @Test func deepTreesArePainted() throws {
    let image = try chain(20_000).image()
    #expect(image.pixel(10, 10) == bluePixel && image.pixel(30, 30) == white)
  }

  /// Nested clips that are groups.
  @Test func deepGroupsArePainted() throws {
    let image = try chain(600) { ($0.masksToBounds, $0.cornerRadius) = (true, 4) }.image()
    #expect(image.pixel(10, 10) == bluePixel && image.pixel(30, 30) == white)
  }

  /// Masks of masks.
  @Test func deepMasksArePainted() throws {
    var scene = Painted()
    var parent = scene.add(0, 0, 20, 20, red)
    for _ in 0..<600 { parent = scene.add(0, 0, 20, 20, blue, to: parent, isMask: true) }
    let image = try scene.image()
    #expect(image.pixel(10, 10) == redPixel && image.pixel(30, 30) == white)
  }

  /// Nested transform layers.
  @Test func deepSpacesArePainted() throws {
    let image = try chain(5_000) { $0.subclass = .transform }.image()
    #expect(image.pixel(10, 10) == bluePixel && image.pixel(30, 30) == white)
  }

  /// A change far down is painted alone.
  @Test func changesDeepInATreeArePaintedInPlace() throws {
    var scene = chain(3_000)
    var (sampler, painter) = (Sampler(), Painter())
    func paint() {
      let sampled = sampler.sample(&scene.tree, at: 0)
      painter.paint(
        scene.tree, sampled, scale: 1, size: PixelSize(width: 40, height: 40), background: .white)
    }
    paint()
    let rebuilds = painter.rebuilds
    scene.set(Int32(scene.tree.nodes.count - 1)) { $0.backgroundColor = red }
    paint()
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
    _ = canvas.draw(painter.list)
    #expect(try #require(canvas.image()).pixel(10, 10) == redPixel)
    #expect(painter.rebuilds == rebuilds)
  }
}
