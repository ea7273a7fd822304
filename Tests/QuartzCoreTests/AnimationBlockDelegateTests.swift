// AnimationBlockDelegateTests.swift
// Two blocks as a delegate: each runs once, on time, and is released (semantics 1.9).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  /// semantics 1.9
  @MainActor @Suite struct AnimationBlockDelegateTests {
    /// A log of callbacks and their times.
    private final class Notes {
      var lines: [String] = []
      func write(_ text: String) { lines.append("\(text) at \(MediaClock.now)") }
      var delegate: AnimationBlockDelegate {
        AnimationBlockDelegate(
          start: { self.write("start") }, stop: { self.write("stop \($0)") })
      }
    }

    private func fade(_ delegate: AnimationBlockDelegate, delay: TimeInterval = 0)
      -> CABasicAnimation
    {
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.fromValue = 0
      fade.duration = 1
      if delay > 0 { fade.beginTime = MediaClock.now + delay }
      fade.delegate = delegate
      return fade
    }

    @Test func runsToItsEnd() {
      let (stage, notes) = (LiveStage(), Notes())
      let layer = stage.add(CALayer())
      layer.add(fade(notes.delegate), forKey: "fade")
      for step in 0...10 { stage.advance(to: Double(step) / 8) }
      #expect(notes.lines == ["start at 0.0", "stop true at 1.0"])
    }

    @Test func startsAfterItsDelay() {
      let (stage, notes) = (LiveStage(), Notes())
      let layer = stage.add(CALayer())
      layer.add(fade(notes.delegate, delay: 0.5), forKey: "fade")
      for step in 0...16 { stage.advance(to: Double(step) / 8) }
      #expect(notes.lines == ["start at 0.5", "stop true at 1.5"])
    }

    @Test func removedItIsNotFinished() {
      let (stage, notes) = (LiveStage(), Notes())
      let layer = stage.add(CALayer())
      layer.add(fade(notes.delegate), forKey: "fade")
      stage.advance(to: 0.25)
      layer.removeAnimation(forKey: "fade")
      stage.advance(to: 0.5)
      stage.advance(to: 2)
      #expect(notes.lines.count == 2)
      #expect(notes.lines.last?.hasPrefix("stop false") == true)
    }

    /// Shared by two animations, it reports the first start and the first stop.
    @Test func eachBlockRunsOnce() {
      let (stage, notes) = (LiveStage(), Notes())
      let (a, b) = (stage.add(CALayer()), stage.add(CALayer()))
      let delegate = notes.delegate
      a.add(fade(delegate, delay: 0.25), forKey: "fade")
      b.add(fade(delegate), forKey: "fade")
      for step in 0...16 { stage.advance(to: Double(step) / 8) }
      #expect(notes.lines == ["start at 0.0", "stop true at 1.0"])
    }

    /// Once the blocks ran, the delegate releases what they captured.
    @Test func whatTheBlocksHoldIsLetGo() {
      final class Held {}
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      weak var held: Held?
      var delegate: AnimationBlockDelegate?
      do {
        let object = Held()
        held = object
        delegate = AnimationBlockDelegate(start: { _ = object }, stop: { _ in _ = object })
      }
      if let delegate { layer.add(fade(delegate), forKey: "fade") }
      stage.advance(to: 0.5)
      #expect(held != nil)
      stage.advance(to: 2)
      #expect(held == nil && delegate != nil)
    }

    @Test func withoutBlocksNothingIsMissed() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.add(fade(AnimationBlockDelegate()), forKey: "fade")
      stage.advance(to: 2)
      #expect(layer.animationKeys() ?? [] == [])
    }
  }
}
