// ActivityTests.swift
// Activity of a window: animating, or idle until a time (semantics 1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct ActivityTests {
    private func activity(_ stage: LiveStage) -> LayerContext.Activity {
      stage.context.activity(at: MediaClock.now, lastShown: MediaClock.now)
    }

    @Test func animationsAreActivityUntilTheirEnd() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      stage.advance(to: 0)
      #expect(activity(stage) == .idle(until: .infinity) && !stage.context.hasChanges)
      layer.opacity = 0
      #expect(stage.context.hasChanges)
      stage.advance(to: 0)
      #expect(activity(stage) == .animating)
      stage.advance(to: 0.25)
      #expect(activity(stage) == .idle(until: .infinity) && !stage.context.hasChanges)
    }

    /// Delayed animations are idle until their begin, also through layers' times.
    @Test func delaysSleep() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.speed = 0.5
      let animation = blink(1)
      animation.beginTime = 2
      layer.add(animation, forKey: "a")
      stage.advance(to: 1)
      #expect(activity(stage) == .idle(until: 4))
      #expect(stage.context.nextEventTime(after: 1) == 4)
      stage.advance(to: 4)
      #expect(activity(stage) == .animating)
      #expect(stage.context.nextEventTime(after: 4) == 6)
    }

    /// Filling, stopped and paused animations request no frames.
    @Test func stillTreesNeedNoFrames() {
      let stage = LiveStage()
      let (filling, still, paused, backwards) = (
        stage.add(CALayer()), stage.add(CALayer()), stage.add(CALayer()), stage.add(CALayer())
      )
      let fill = blink(1)
      (fill.fillMode, fill.isRemovedOnCompletion) = (.forwards, false)
      filling.add(fill, forKey: "a")
      let stop = blink(1)
      stop.speed = 0
      still.add(stop, forKey: "a")
      paused.speed = 0
      paused.add(blink(1), forKey: "a")
      backwards.speed = -1
      backwards.add(blink(1), forKey: "a")
      stage.advance(to: 0)
      #expect(activity(stage) == .animating)
      stage.advance(to: 1)
      stage.advance(to: 2)
      #expect(activity(stage) == .idle(until: .infinity))
      #expect(stage.context.nextEventTime(after: 2) == nil)
      for layer in [filling, still, paused, backwards] { #expect(layer.animationKeys() == ["a"]) }
    }
  }
}
