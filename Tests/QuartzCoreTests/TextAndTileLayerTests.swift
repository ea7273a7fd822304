// TextAndTileLayerTests.swift
// Text, scroll and tiled layers (semantics 12).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite("Text and scroll layers, semantics 12") struct TextLayerTests {
  @Test("The defaults of a text layer, semantics 12") func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil && layer.font as? String == "Helvetica")
    #expect(layer.fontSize == 36 && layer.foregroundColor == .white)
    #expect(!layer.isWrapped && layer.truncationMode == .none && layer.alignmentMode == .natural)
    layer.setValue("center", forKey: "alignmentMode")
    #expect(layer.alignmentMode == .center)
  }

  @Test("A scroll layer clips and moves its bounds, as far as its mode allows, semantics 12")
  func scrolls() {
    let layer = CAScrollLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    #expect(layer.masksToBounds && layer.scrollMode == .both)
    layer.scroll(to: CGPoint(x: 10, y: 20))
    #expect(layer.bounds == CGRect(x: 10, y: 20, width: 100, height: 50))
    layer.scrollMode = .vertically
    layer.scroll(to: CGPoint(x: 0, y: 5))
    #expect(layer.bounds.origin == CGPoint(x: 10, y: 5))
    layer.scrollMode = .horizontally
    layer.scroll(to: CGPoint(x: 0, y: 0))
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 5))
    layer.scrollMode = .none
    layer.scroll(to: CGPoint(x: 40, y: 40))
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 5))
  }

  @Test(
    "A rectangle is scrolled to by as little as shows it, semantics 12",
    arguments: [
      (CGRect(x: 10, y: 10, width: 10, height: 10), CGPoint(x: 0, y: 0)),
      (CGRect(x: 150, y: 10, width: 10, height: 10), CGPoint(x: 60, y: 0)),
      (CGRect(x: -30, y: 70, width: 10, height: 10), CGPoint(x: -30, y: 30)),
      (CGRect(x: 20, y: 0, width: 500, height: 10), CGPoint(x: 20, y: 0)),
    ])
  func scrollsToRectangles(rect: CGRect, origin: CGPoint) {
    let layer = CAScrollLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    let child = CALayer()
    child.frame = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    layer.addSublayer(child)
    child.scrollRectToVisible(rect)
    #expect(layer.bounds.origin == origin)
    layer.scroll(to: CGPoint(x: 30, y: 0))
    #expect(child.visibleRect == CGRect(x: 30, y: 0, width: 100, height: 50))
    child.scroll(CGPoint(x: 7, y: 8))
    #expect(layer.bounds.origin == CGPoint(x: 7, y: 8))
  }

  /// Of a layer that is magnified beyond the largest numbers.
  @Test func scrollingBeyondTheLargestNumbersDoesNothing() {
    let layer = CAScrollLayer()
    layer.bounds = CGRect(x: 3, y: 4, width: 100, height: 50)
    let child = CALayer()
    child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    child.transform = CATransform3DMakeScale(1e300, 1e300, 1)
    layer.addSublayer(child)
    child.scrollRectToVisible(CGRect(x: 1e10, y: 1e10, width: 1, height: 1))
    child.scroll(CGPoint(x: 1e10, y: 1e10))
    #expect(layer.bounds.origin == CGPoint(x: 3, y: 4))
  }

  @Test func scrollingToNowhereTraps() async {
    await #expect(processExitsWith: .failure) {
      CAScrollLayer().scroll(to: CGPoint(x: CGFloat.nan, y: 0))
    }
  }
}

/// Logs its requests to draw.
private final class Notes: CATiledLayer {
  nonisolated(unsafe) static var drawn: [CGRect] = []
  nonisolated(unsafe) static var scales: Set<CGFloat> = []

  override class func fadeDuration() -> CFTimeInterval { 0 }

  override func draw(in ctx: CGContext) {
    Self.drawn.append(ctx.boundingBoxOfClipPath)
    Self.scales.insert(ctx.ctm.a)
    ctx.setFillColor(.black)
    ctx.fill(bounds)
  }
}

extension LiveTree {
  @MainActor @Suite("Live text and tiled layers, semantics 5, 12") struct TextAndTileTests {
    private func text(_ string: Any?, on stage: LiveStage) -> CATextLayer {
      let layer = CATextLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.string = string
      layer.foregroundColor = .black
      layer.fontSize = 20
      return stage.add(layer)
    }

    private func runs(_ layer: CALayer, _ stage: LiveStage) -> [GlyphRun] {
      stage.drawList().items.compactMap {
        if case .glyphs(let run) = $0.primitive { run } else { nil }
      }
    }

    @Test("A text layer draws its string with its font, size and colour, semantics 12")
    func draws() throws {
      let stage = LiveStage()
      let layer = text("ab", on: stage)
      let run = try #require(runs(layer, stage).first)
      #expect(run.glyphs.count == 2 && run.size == 20 && run.color == .black)
      layer.string = NSAttributedString(
        string: "abc",
        attributes: [
          NSAttributedString.Key("NSColor"): CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        ])
      CATransaction.flush()
      stage.advance(to: 1)
      let other = try #require(runs(layer, stage).first)
      #expect(other.glyphs.count == 3 && other.color.lanes.x == 1)
      for nothing in [nil, ""] as [String?] {
        layer.string = nothing
        CATransaction.flush()
        stage.advance(to: MediaClock.now + 1)
        #expect(runs(layer, stage).isEmpty)
      }
    }

    @Test("A new string cross-fades like new contents, semantics 11.3") func crossFades() {
      let stage = LiveStage()
      let layer = text("a", on: stage)
      #expect(layer.animationKeys() == nil)
      layer.string = "b"
      CATransaction.flush()
      #expect(layer.animationKeys() == ["contents"])
    }

    @Test("Animated font size and colour redraw a text layer each frame, semantics 5")
    func animates() throws {
      let stage = LiveStage()
      let layer = text("ab", on: stage)
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.fontSize = 40
      CATransaction.commit()
      #expect(layer.animationKeys() == ["fontSize"])
      stage.advance(to: 0.5)
      let run = try #require(runs(layer, stage).first)
      #expect(abs(run.size - 30) < 1e-6)
      stage.advance(to: 2)
      #expect(runs(layer, stage).first?.size == 40)
    }

    @Test("A wrapped text layer breaks lines; truncated text ends in an ellipsis, semantics 12")
    func wrapsAndTruncates() {
      let stage = LiveStage()
      let layer = text("aaaa bbbb cccc", on: stage)
      let one = layer.preferredFrameSize()
      // Two words fit, three do not.
      layer.bounds.size.width = one.width * 0.8
      layer.isWrapped = true
      #expect(abs(layer.preferredFrameSize().height - 2 * one.height) <= 2)
      CATransaction.flush()
      stage.advance(to: 1)
      let whole = runs(layer, stage).flatMap(\.glyphs)
      layer.isWrapped = false
      layer.truncationMode = .end
      CATransaction.flush()
      stage.advance(to: 2)
      let cut = runs(layer, stage).flatMap(\.glyphs)
      #expect(cut.count < whole.count)
      #expect(cut.last != whole.last, "it ends in an ellipsis")
    }

    @Test("Unusable font sizes draw nothing") func uselessSizes() {
      let stage = LiveStage()
      let layer = text("ab", on: stage)
      for size in [0, -4, CGFloat.nan, .infinity] {
        layer.fontSize = size
        layer.removeAllAnimations()
        CATransaction.flush()
        stage.advance(to: MediaClock.now + 1)
        #expect(runs(layer, stage).isEmpty, "\(size)")
      }
    }

    // MARK: Tiles

    private func tiles(_ size: CGFloat, on stage: LiveStage) -> Notes {
      (Notes.drawn, Notes.scales) = ([], [])
      let layer = Notes()
      layer.tileSize = CGSize(width: 50, height: 50)
      layer.frame = CGRect(x: 0, y: 0, width: size, height: size)
      stage.root.addSublayer(layer)
      layer.setNeedsDisplay()
      CATransaction.flush()
      return layer
    }

    @Test("Visible tiles are drawn once, each clipped to its rectangle") func visibleTiles() {
      let stage = LiveStage()
      let layer = tiles(1_000_000, on: stage)
      #expect(
        Set(Notes.drawn.map(\.origin))
          == [
            CGPoint(x: 0, y: 0), CGPoint(x: 50, y: 0), CGPoint(x: 0, y: 50), CGPoint(x: 50, y: 50),
          ])
      #expect(Notes.drawn.allSatisfy { $0.size == CGSize(width: 50, height: 50) })
      #expect(stage.picture().pixel(99, 99) == SIMD4(0, 0, 0, 255))
      Notes.drawn = []
      CATransaction.setDisableActions(true)
      layer.position.x -= 50
      CATransaction.flush()
      #expect(Set(Notes.drawn.map(\.origin)) == [CGPoint(x: 100, y: 0), CGPoint(x: 100, y: 50)])
      Notes.drawn = []
      layer.setNeedsDisplay(CGRect(x: 110, y: 10, width: 1, height: 1))
      CATransaction.flush()
      #expect(Notes.drawn.map(\.origin) == [CGPoint(x: 100, y: 0)])
    }

    @Test("A scaled-down tiled layer draws a coarser level of detail, if it has one")
    func levels() {
      let stage = LiveStage()
      let layer = tiles(400, on: stage)
      #expect(Notes.scales == [1])
      Notes.scales = []
      layer.levelsOfDetail = 2
      CATransaction.setDisableActions(true)
      layer.transform = CATransform3DMakeScale(0.2, 0.2, 1)
      layer.position = CGPoint(x: 50, y: 50)
      CATransaction.flush()
      #expect(Notes.scales.contains(0.5))
      #expect(!Notes.scales.contains(0.25))
    }

    @Test("A tiled layer that grows redraws the tiles cut by its old edge") func growing() {
      let stage = LiveStage()
      let layer = tiles(60, on: stage)
      Notes.drawn = []
      CATransaction.setDisableActions(true)
      layer.frame = CGRect(x: 0, y: 0, width: 90, height: 60)
      CATransaction.flush()
      #expect(
        Set(Notes.drawn)
          == [
            CGRect(x: 50, y: 0, width: 40, height: 50), CGRect(x: 50, y: 50, width: 40, height: 10),
          ])
      #expect(stage.picture().pixel(85, 20) == SIMD4(0, 0, 0, 255))
    }

    @Test("A new scale or bounds origin redraws all tiles")
    func otherScalesAndOrigins() {
      let stage = LiveStage()
      let layer = tiles(100, on: stage)
      CATransaction.setDisableActions(true)
      (Notes.drawn, Notes.scales) = ([], [])
      layer.contentsScale = 2
      CATransaction.flush()
      #expect(Notes.scales == [2])
      #expect(stage.picture().pixel(99, 99) == SIMD4(0, 0, 0, 255))
      Notes.drawn = []
      layer.bounds.origin.y = 100
      CATransaction.flush()
      #expect(!Notes.drawn.isEmpty && Notes.drawn.allSatisfy { $0.minY >= 100 })
      #expect(stage.picture().pixel(50, 50) == SIMD4(0, 0, 0, 255))
    }
  }
}
