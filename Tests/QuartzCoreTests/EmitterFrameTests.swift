// EmitterFrameTests.swift
// Frames with emitters: their schedule while particles live, their pictures, and their cost.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A screen in memory that draws only within a list's damage, and keeps the list.
@MainActor private final class DamageScreen: @MainActor Screen {
  typealias Failure = Never
  let size = PixelSize(width: 100, height: 100)
  let scale: CGFloat = 1
  let period = 1.0 / 60
  var source: TimeSource { .virtual }
  let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
  var list = DrawList(size: PixelSize(width: 0, height: 0))

  func predictedDisplay() -> TimeInterval { MediaClock.now }
  func draw(_ list: borrowing DrawList) -> CanvasCounts {
    self.list = copy list
    return canvas.draw(list)
  }
  func present() -> TimeInterval { MediaClock.now }

  /// The picture of the last list, drawn from scratch.
  func whole() -> CGImage? {
    let fresh = MemoryCanvas(source: TestCoverageSource(), threads: 1)
    var whole = list
    (whole.serial, whole.damage) = (0, .everything)
    _ = fresh.draw(whole)
    return fresh.image()
  }

  var sprites: [Sprites] {
    list.items.compactMap { if case .sprites(let sprites) = $0.primitive { sprites } else { nil } }
  }
}

extension LiveTree {
  @MainActor @Suite("Frames with emitters, semantics 12") struct EmitterFrameTests {
    private static func emitter(_ change: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterLayer {
      let layer = CAEmitterLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.emitterPosition = CGPoint(x: 50, y: 50)
      let cell = CAEmitterCell()
      cell.contents = CGImage(
        width: 4, height: 4, premultipliedRGBA: [UInt8](repeating: 200, count: 64))
      cell.name = "cell"
      (cell.birthRate, cell.lifetime, cell.velocity) = (50, 0.5, 40)
      cell.emissionRange = 2 * .pi
      change(cell)
      layer.emitterCells = [cell]
      return layer
    }

    /// Shows a frame at a time.
    private static func show(_ loop: FrameLoop, _ screen: DamageScreen, at time: TimeInterval) {
      MediaClock.advance(to: time)
      _ = loop.runFrame(on: screen)
    }

    @Test("Frames are requested only while particles live or are born") func framesKeepComing() {
      let stage = LiveStage()
      let layer = stage.add(Self.emitter())
      let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
      Self.show(loop, screen, at: 1)
      #expect(screen.sprites[0].items.count == 25 && loop.needsFrame(at: 1))
      CATransaction.setDisableActions(true)
      layer.birthRate = 0
      Self.show(loop, screen, at: 1.1)
      #expect(!screen.sprites[0].items.isEmpty && loop.activity(at: 1.1) == .animating)
      Self.show(loop, screen, at: 1.6)
      #expect(screen.sprites[0].items.isEmpty)
      #expect(!loop.needsFrame(at: 2) && loop.activity(at: 2) == .idle(until: .infinity))
      MediaClock.advance(to: 50)
      CATransaction.setDisableActions(true)
      layer.birthRate = 1
      Self.show(loop, screen, at: 50)
      #expect(loop.needsFrame(at: 50))
      Self.show(loop, screen, at: 50.1)
      #expect((5...6).contains(screen.sprites[0].items.count))
    }

    @Test func hiddenAndStillEmittersNeedNoFrames() {
      let stage = LiveStage()
      let layer = stage.add(Self.emitter())
      let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
      CATransaction.setDisableActions(true)
      layer.isHidden = true
      Self.show(loop, screen, at: 1)
      #expect(!loop.needsFrame(at: 1))
      layer.isHidden = false
      Self.show(loop, screen, at: 2)
      #expect(screen.sprites[0].items.count == 25 && loop.needsFrame(at: 2))
      layer.speed = 0
      layer.timeOffset = 0.1
      Self.show(loop, screen, at: 3)
      #expect(!loop.needsFrame(at: 3) && screen.sprites[0].items.count == 6)
      layer.removeFromSuperlayer()
      Self.show(loop, screen, at: 4)
      #expect(!loop.needsFrame(at: 4) && screen.sprites.isEmpty)
    }

    /// Moving particles are painted over the previous frame, and the damage covers all differences.
    @Test(
      "Law: the damage of particles is all that differs", arguments: 1...8 as ClosedRange<UInt64>)
    func damage(seed: UInt64) throws {
      var random = SeededRandom(seed: seed)
      let stage = LiveStage()
      let box = stage.add(CALayer())
      box.frame = CGRect(x: 20, y: 20, width: 50, height: 50)
      box.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.3, alpha: 0.8)
      let layer = Self.emitter { cell in
        (cell.spin, cell.scaleSpeed, cell.alphaSpeed) = (2, 0.5, -1)
        cell.color = CGColor(red: 1, green: 0.5, blue: 0.2, alpha: 1)
      }
      layer.renderMode = seed % 2 == 0 ? .additive : .backToFront
      layer.masksToBounds = seed % 3 == 0
      layer.opacity = seed % 4 == 0 ? 0.5 : 1
      layer.frame = CGRect(x: 10, y: 10, width: 60, height: 80)
      (seed % 2 == 0 ? stage.root : box).addSublayer(layer)
      let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
      var time = 0.0
      for frame in 0..<30 {
        time += Double.random(in: 0...0.1, using: &random)
        if frame % 7 == 3 { box.position.x += 3 }
        if frame == 12 { layer.birthRate = 0 }
        if frame == 24 { layer.birthRate = 1 }
        Self.show(loop, screen, at: time)
        #expect(screen.canvas.image()?.pixels == screen.whole()?.pixels, "frame \(frame)")
      }
    }

    @Test("A thousand particles are one draw item, updated in place") func oneItem() {
      let stage = LiveStage()
      _ = stage.add(
        Self.emitter { cell in
          (cell.birthRate, cell.lifetime) = (1000, 1)
        })
      var (sampler, painter) = (Sampler(), Painter())
      for frame in 0..<120 {
        let sampled = sampler.sample(&stage.context.tree, at: Double(frame) / 60)
        painter.paint(
          stage.context.tree, sampled, scale: 1, size: PixelSize(width: 100, height: 100),
          background: .black)
      }
      #expect(painter.rebuilds == 1 && painter.list.items.count == 1)
      guard case .sprites(let sprites) = painter.list.items[0].primitive else { return }
      #expect(sprites.items.count == 1000 && sprites.images.count == 1)
    }

    @Test("Render modes, semantics 12") func renderModes() {
      func order(_ mode: CAEmitterLayerRenderMode) -> [Sprite] {
        let stage = LiveStage()
        let layer = Self.emitter { cell in
          (cell.velocityRange, cell.emissionLatitude) = (40, 1)
        }
        layer.renderMode = mode
        _ = stage.add(layer)
        let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
        Self.show(loop, screen, at: 1)
        #expect(screen.sprites[0].blend == (mode == .additive ? .add : .over))
        return screen.sprites[0].items
      }
      let oldest = order(.oldestFirst)
      #expect(order(.oldestLast) == oldest.reversed())
      let back = order(.backToFront)
      #expect(back.map(\.depth) == oldest.map(\.depth).sorted() && back != oldest)
      #expect(Set(order(.unordered)) == Set(oldest))
    }

    /// Scale, colour and spin follow from their values at birth and their speeds.
    @Test("A particle's appearance at its age, semantics 12") func looks() throws {
      let stage = LiveStage()
      let layer = Self.emitter { cell in
        (cell.birthRate, cell.velocity, cell.lifetime) = (0.1, 0, 10)
        (cell.scale, cell.scaleSpeed, cell.spin) = (2, -0.5, .pi / 2)
        cell.color = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
        (cell.redSpeed, cell.greenSpeed, cell.alphaSpeed) = (1, -0.1, -0.25)
        (cell.contentsScale, cell.contentsRect) = (2, CGRect(x: 0, y: 0, width: 1, height: 0.5))
      }
      (layer.scale, layer.spin) = (0.5, 2)
      _ = stage.add(layer)
      let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
      Self.show(loop, screen, at: 1)
      let sprite = try #require(screen.sprites[0].items.first)
      #expect(abs(sprite.axis.x + 0.75) < 1e-9 && abs(sprite.axis.y) < 1e-9, "half a turn")
      #expect(sprite.origin == SIMD2(50, 50))
      #expect(sprite.color == SIMD4(1, 0.4, 0.5, 0.75))
      #expect(screen.sprites[0].images[0].source == CGRect(x: 0, y: 0, width: 4, height: 2))
      #expect(screen.sprites[0].images[0].rect == CGRect(x: -1, y: -0.5, width: 2, height: 1))
      // It shrinks to zero and stays there.
      Self.show(loop, screen, at: 4.5)
      #expect(screen.sprites[0].items.isEmpty)
    }

    /// Contents from drawing commands instead of pixels.
    @Test func drawingsAreContentsToo() throws {
      let stage = LiveStage()
      let context = CGContext(size: CGSize(width: 6, height: 6))
      context.setFillColor(CGColor.white)
      context.fill(CGRect(x: 0, y: 0, width: 6, height: 6))
      let layer = Self.emitter { cell in
        cell.contents = context.drawing
        (cell.birthRate, cell.velocity, cell.lifetime) = (1, 0, 10)
      }
      _ = stage.add(layer)
      let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
      for time in [0, 0.5, 1.5] {
        Self.show(loop, screen, at: time)
        let image = try #require(screen.canvas.image())
        #expect(image.pixel(52, 52) == SIMD4(255, 255, 255, 255))
        #expect(image.pixel(54, 54) == SIMD4(0, 0, 0, 255))
      }
    }

    @Test("Hit testing is that of a plain layer, semantics 15") func hitTesting() {
      let layer = Self.emitter()
      #expect(layer.hitTest(CGPoint(x: 5, y: 5)) === layer)
      #expect(layer.hitTest(CGPoint(x: 500, y: 5)) == nil)
    }

    @Test func manyAreReportedOnce() {
      let lines = Diagnostics.collecting {
        let stage = LiveStage()
        _ = stage.add(Self.emitter { cell in (cell.birthRate, cell.lifetime) = (1e9, 1e9) })
        let (loop, screen) = (FrameLoop(context: stage.context), DamageScreen())
        for time in [0.1, 0.2, 10] { Self.show(loop, screen, at: time) }
      }.lines
      #expect(lines.count == 1 && lines[0].contains("16384"))
    }
  }
}
