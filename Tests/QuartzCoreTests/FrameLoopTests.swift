// FrameLoopTests.swift
// A whole frame: its one time, its measurements, its callbacks.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A screen that shows a frame one sixtieth of a second after the clock, and may fail.
private final class StubScreen: Screen {
  struct Broken: Error {}
  typealias Failure = Broken
  let size = PixelSize(width: 100, height: 100)
  let scale: CGFloat = 1
  let period = 1.0 / 60
  var source: TimeSource { .virtual }
  var isBroken = false
  var drawn: [DrawList] = []
  var duringDraw: () -> Void = {}

  func predictedDisplay() -> TimeInterval { MediaClock.now + period }
  func draw(_ list: borrowing DrawList) throws(Broken) -> CanvasCounts {
    if isBroken { throw Broken() }
    drawn.append(copy list)
    duringDraw()
    return CanvasCounts()
  }
  func present() throws(Broken) -> TimeInterval { MediaClock.now + period }
}

extension LiveTree {
  @MainActor @Suite struct FrameLoopTests {
    /// Time with a hidden window is not measured.
    @Test func aHiddenWindowMissesNothing() throws {
      let stage = LiveStage()
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      #expect(try loop.runFrame(on: screen).isVisible)
      loop.runUnseen()
      #expect(try !loop.runFrame(on: screen).isVisible)
      #expect(try loop.runFrame(on: screen).isVisible)
    }

    /// A custom property and a built-in one, and work in the commit: all see the one time after it.
    @Test func everythingSeesOneTime() throws {
      final class Slow: CALayer {
        override func layoutSublayers() { MediaClock.block(for: 0.25) }
      }
      let stage = LiveStage()
      let gauge = CountingLayer()
      gauge.bounds = CGRect(x: 0, y: 0, width: 100, height: 10)
      let slow = stage.add(Slow())
      _ = stage.add(gauge)
      MediaClock.useVirtual(startingAt: 1)
      CATransaction.flush()
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      _ = try loop.runFrame(on: screen)
      for key in ["percent", "position.x"] {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
        gauge.add(animation, forKey: key)
      }
      let begin = MediaClock.now
      _ = try loop.runFrame(on: screen)
      slow.setNeedsLayout()
      let record = try loop.runFrame(on: screen)
      #expect(abs(record.time - (begin + 0.25 + 1.0 / 60)) < 1e-9)
      let shown = try #require(loop.sampledValues(of: gauge)).position.x
      #expect(abs(shown - 100 * (record.time - begin)) < 1e-6)
      let drawing = try #require(gauge.contents as? Drawing)
      guard case .fill(let path, _, _) = drawing.items[0].command else {
        Issue.record("the layer drew \(drawing.items)")
        return
      }
      #expect(abs(path.boundingBox.width - shown) < 1e-6)
      #expect(record.displayed == 1 && record.animations == 2 && record.isAnimating)
    }

    /// Changes, animations and lost targets request frames; nothing else does.
    @Test func framesAreWantedByChanges() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      func isWanted() -> Bool { loop.needsFrame(at: MediaClock.now) }
      #expect(isWanted())
      _ = try loop.runFrame(on: screen)
      #expect(!isWanted())
      loop.setNeedsRedraw()
      #expect(isWanted())
      _ = try loop.runFrame(on: screen)
      layer.opacity = 0.5
      // The last frame shows the model, once the animation is removed.
      for _ in 0..<5 {
        #expect(isWanted())
        _ = try loop.runFrame(on: screen)
        MediaClock.advance(to: MediaClock.now + 0.1)
      }
      #expect(!isWanted())
      // An observer's own changes are in the frame and request no other.
      loop.setNeedsRedraw()
      _ = try loop.runFrame(on: screen) { layer.name = "changed by an observer" }
      #expect(!isWanted())
    }

    /// semantics 1.1: layers with fast or slow time, and their sublayers, move by even steps, and
    /// every such frame is requested.
    @Test(arguments: [30, 0.1, 3] as [Float])
    func fastAndSlowLayersAreSmooth(speed: Float) throws {
      let stage = LiveStage()
      let outer = stage.add(CALayer())
      let inner = CALayer()
      outer.addSublayer(inner)
      outer.speed = speed
      CATransaction.flush()
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      let gauge = CountingLayer()
      gauge.bounds = CGRect(x: 0, y: 0, width: 100, height: 10)
      inner.addSublayer(gauge)
      _ = try loop.runFrame(on: screen)
      for key in ["position.x", "percent"] {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue) = (0, 120)
        animation.duration = 2 * CFTimeInterval(speed)
        gauge.add(animation, forKey: key)
      }
      _ = try loop.runFrame(on: screen)
      let first = try #require(loop.sampledValues(of: gauge)).position.x
      for frame in 1..<119 {
        MediaClock.advance(to: MediaClock.now + 1.0 / 60)
        #expect(loop.needsFrame(at: MediaClock.now), "frame \(frame)")
        let record = try loop.runFrame(on: screen)
        #expect(record.isAnimating)
        // One point per frame at any speed.
        let shown = try #require(loop.sampledValues(of: gauge)).position.x
        #expect(abs(shown - first - Double(frame)) < 1e-4, "frame \(frame)")
        let percent = MediaClock.withFrameTime(record.time) { gauge.presentation()?.percent }
        #expect(abs((percent ?? 0) - shown) < 1e-9)
      }
    }

    /// A failed frame is drawn again; the layers keep their values.
    @Test func brokenScreensAreGivenThePictureAgain() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      _ = try loop.runFrame(on: screen)
      layer.actions = ["opacity": NSNull()]
      layer.opacity = 0.5
      screen.isBroken = true
      #expect(throws: StubScreen.Broken.self) { try loop.runFrame(on: screen) }
      #expect(layer.presentation()?.opacity == 0.5)
      #expect(loop.needsFrame(at: MediaClock.now))
      screen.isBroken = false
      _ = try loop.runFrame(on: screen)
      #expect(!loop.needsFrame(at: MediaClock.now) && screen.drawn.count == 2)
    }

    /// Starts and stops are reported after the frame that shows them.
    @Test func endsAreReportedAfterTheirFrame() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      let witness = AnimationDelegateSpy()
      layer.add(blink(0.5, delegate: witness), forKey: "a")
      screen.duringDraw = { witness.log.append("drawn") }
      _ = try loop.runFrame(on: screen)
      MediaClock.advance(to: 0.5 - 1.0 / 60)
      _ = try loop.runFrame(on: screen)
      #expect(witness.log == ["drawn", "start", "drawn", "stop true"])
      #expect(loop.sampledValues(of: layer)?.opacity == 1)
    }

    /// Stages are timed by the clock; user code outside a frame is not counted.
    @Test func stagesAreMeasured() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let (loop, screen) = (FrameLoop(context: stage.context), StubScreen())
      _ = try loop.runFrame(on: screen)
      loop.handleEvents { MediaClock.block(for: 1) }
      loop.runWithoutFrame()
      let begin = MediaClock.now
      loop.handleEvents { MediaClock.block(for: 0.125) }
      loop.handleEvents {
        MediaClock.block(for: 0.25)
        layer.opacity = 0.5
      }
      screen.duringDraw = { MediaClock.block(for: 0.5) }
      let record = try loop.runFrame(on: screen)
      #expect(record.begin == begin && record[.events] == 0.375)
      #expect(record[.commit] == 0 && record[.animate] == 0 && record[.render] == 0.5)
      #expect(record.actions.answered == 1 && record.actions.refused == 0 && record.index == 2)
    }

    /// A turn without a frame still runs the callbacks of an open transaction.
    @Test func turnsWithoutAFrameEndTransactions() {
      let stage = LiveStage()
      let loop = FrameLoop(context: stage.context)
      var isDone = false
      CATransaction.setCompletionBlock { isDone = true }
      loop.runWithoutFrame()
      #expect(isDone && CATransaction.completionBlock() == nil)
    }
  }
}
