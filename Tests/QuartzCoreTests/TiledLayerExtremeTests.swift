// TiledLayerExtremeTests.swift
// Tiled layers that are almost invisible, under singular transforms, and with levels of detail that
// no scale uses.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Counts its requests to draw.
private final class CountingTiles: CATiledLayer {
  nonisolated(unsafe) static var count = 0
  nonisolated(unsafe) static var scales: Set<CGFloat> = []

  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in ctx: CGContext) {
    Self.count += 1
    Self.scales.insert(ctx.ctm.a)
    ctx.setFillColor(.black)
    ctx.fill(bounds)
  }
}

extension LiveTree {
  @MainActor @Suite struct TiledLayerExtremeTests {
    /// A tiled layer in a plain one, both of 100 x 100 points, on a stage.
    private func tiles(on stage: LiveStage) -> (parent: CALayer, tiles: CountingTiles) {
      (CountingTiles.count, CountingTiles.scales) = (0, [])
      let parent = CALayer()
      parent.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      let tiles = CountingTiles()
      tiles.tileSize = CGSize(width: 50, height: 50)
      tiles.frame = parent.bounds
      parent.addSublayer(tiles)
      stage.root.addSublayer(parent)
      CATransaction.setDisableActions(true)
      return (parent, tiles)
    }

    private func drawn(_ tiles: CountingTiles, _ stage: LiveStage) -> Int {
      CountingTiles.count = 0
      tiles.setNeedsDisplay()
      CATransaction.flush()
      _ = stage.drawList()
      return CountingTiles.count
    }

    @Test(arguments: [5e-7, 1e-6, 1e-12, 1e-300, .leastNonzeroMagnitude] as [CGFloat])
    func lessThanAMillionthOfAPointIsSeen(width: CGFloat) {
      let stage = LiveStage()
      let (_, tiles) = tiles(on: stage)
      tiles.bounds.size.width = width
      #expect(drawn(tiles, stage) == 2, "a column of two tiles")
      tiles.bounds.size = CGSize(width: width, height: width)
      #expect(drawn(tiles, stage) == 1)
      tiles.bounds.size = .zero
      #expect(drawn(tiles, stage) == 0)
    }

    /// A card rotated until it is seen edge-on.
    @Test func edgeOn() {
      let stage = LiveStage()
      let (parent, tiles) = tiles(on: stage)
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 100
      parent.sublayerTransform = CATransform3DRotate(perspective, .pi / 2, 0, 1, 0)
      tiles.position = CGPoint(x: 0, y: 50)
      _ = drawn(tiles, stage)
      for step in 0...36 {
        parent.sublayerTransform = CATransform3DRotate(
          perspective, .pi * CGFloat(step) / 36, 0, 1, 0)
        _ = drawn(tiles, stage)
      }
      parent.sublayerTransform = CATransform3DIdentity
      tiles.position = CGPoint(x: 50, y: 50)
      #expect(drawn(tiles, stage) == 4)
    }

    @Test(arguments: [1e200, 1e300, -1e200, 1e-200, 1e-300] as [CGFloat], [false, true])
    func theWayToTheRootOverflows(scale: CGFloat, masks: Bool) {
      let stage = LiveStage()
      let (parent, tiles) = tiles(on: stage)
      let scroller = CAScrollLayer()
      scroller.frame = parent.bounds
      stage.root.addSublayer(scroller)
      scroller.addSublayer(parent)
      for layer in [parent, tiles, scroller] {
        layer.masksToBounds = masks
        layer.transform = CATransform3DMakeScale(scale, scale, 1)
        _ = drawn(tiles, stage)
        #expect(tiles.visibleRect.minX.isFinite)
        layer.transform = CATransform3DMakeScale(scale, 1, scale)
        _ = drawn(tiles, stage)
        #expect(tiles.visibleRect.minX.isFinite)
      }
      for layer in [parent, tiles, scroller] { layer.transform = CATransform3DIdentity }
      #expect(drawn(tiles, stage) == 4)
    }

    @Test(arguments: [.min, -2000, -1, 0, 1, 31, 1100, 2000, .max] as [Int])
    func levelsThatNoScaleHas(bias: Int) {
      let stage = LiveStage()
      let (_, tiles) = tiles(on: stage)
      for count in [.min, 0, 1, 5, 2000, .max] as [Int] {
        (tiles.levelsOfDetail, tiles.levelsOfDetailBias) = (count, bias)
        _ = drawn(tiles, stage)
        #expect(CountingTiles.scales.allSatisfy { $0 > 0 && $0.isFinite })
      }
      (tiles.levelsOfDetail, tiles.levelsOfDetailBias) = (1, 0)
      #expect(drawn(tiles, stage) == 4)
    }

    @Test(arguments: [1e-308, 1e-200, 1e200, 1e308] as [CGFloat])
    func scalesAndTilesThatOverflow(length: CGFloat) {
      let stage = LiveStage()
      let (_, tiles) = tiles(on: stage)
      tiles.tileSize = CGSize(width: length, height: length)
      _ = drawn(tiles, stage)
      tiles.contentsScale = length
      _ = drawn(tiles, stage)
      tiles.setNeedsDisplay(CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1))
      tiles.setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
      tiles.setNeedsDisplay(.infinite)
      tiles.setNeedsDisplay(.null)
      _ = drawn(tiles, stage)
      tiles.bounds.origin = CGPoint(x: length, y: -length)
      _ = drawn(tiles, stage)
      tiles.bounds = CGRect(x: 0, y: 0, width: length, height: length)
      _ = drawn(tiles, stage)
      tiles.contentsScale = 1
      tiles.tileSize = CGSize(width: 50, height: 50)
      tiles.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      #expect(drawn(tiles, stage) == 4)
    }

    /// The same overflow in a graphics context: the clips leave an empty area.
    @Test func theClipOfAContextOverflows() {
      let context = CGContext(size: CGSize(width: 10, height: 10))
      context.clip(to: CGRect(x: 2, y: 2, width: 4, height: 4))
      #expect(context.boundingBoxOfClipPath == CGRect(x: 2, y: 2, width: 4, height: 4))
      context.scaleBy(x: 1e200, y: 1e200)
      context.scaleBy(x: 1e200, y: 1e200)
      context.clip(to: CGRect(x: -1, y: 0, width: 1, height: 1))
      #expect(context.boundingBoxOfClipPath == .zero)
    }
  }
}
