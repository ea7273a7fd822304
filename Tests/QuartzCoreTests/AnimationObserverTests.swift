// AnimationObserverTests.swift
// Objects that are observer and delegate of an animation.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct AnimationObserverTests {
    private final class Both: AnimationObserver, CAAnimationDelegate {
      var calls: [String] = []
      var asDelegate: (any CAAnimationDelegate)? { self }
      func animationWasAttached(to layer: CALayer) { calls.append("attached") }
      func animationDidEnd(on layer: CALayer, finished: Bool) { calls.append("ended") }
      func animationDidStart(_ anim: CAAnimation) { calls.append("started") }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { calls.append("stopped") }
    }

    @Test func objectMayBeBoth() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let both = Both()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.duration) = (0, 1)
      animation.report(to: both)
      #expect(animation.delegate === both && animation.observer === both)
      layer.add(animation, forKey: "fade")
      let running = layer.animation(forKey: "fade")
      #expect(running?.delegate === both && running?.observer === both)
      #expect(both.calls == ["attached"])
      stage.advance(to: 0.5)
      #expect(both.calls == ["attached", "started"])
      stage.advance(to: 2)
      #expect(both.calls == ["attached", "started", "ended", "stopped"])
    }

    /// Each of the two may be replaced without the other.
    @Test func eachIsReplacedAlone() {
      let (first, second) = (Both(), Both())
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.report(to: first)
      animation.observer = second
      #expect(animation.delegate === first && animation.observer === second)
      #expect((animation.copy() as? CAAnimation)?.delegate === first)
      animation.report(to: first)
      animation.delegate = second
      #expect(animation.delegate === second && animation.observer === first)
      animation.report(to: first)
      animation.delegate = nil
      #expect(animation.delegate == nil && animation.observer === first)
      animation.report(to: first)
      animation.observer = nil
      #expect(animation.delegate === first && animation.observer == nil)
    }

    /// A subclass may return itself as its copy. Each layer runs one of its own, so that each reports its end.
    @Test func layersShareNoCopy() {
      final class Shared: CABasicAnimation {
        override func copy(with zone: NSZone? = nil) -> Any { self }
      }
      let stage = LiveStage()
      let layers = [stage.add(CALayer()), stage.add(CALayer())]
      let both = Both()
      let animation = Shared(keyPath: "opacity")
      (animation.fromValue, animation.duration) = (0, 1)
      animation.report(to: both)
      for layer in layers { layer.add(animation, forKey: "fade") }
      stage.advance(to: 0.1)
      layers[0].removeAnimation(forKey: "fade")
      #expect(layers[1].animation(forKey: "fade") != nil)
      stage.advance(to: 2)
      #expect(both.calls.filter { $0 == "ended" }.count == 2)
    }
  }
}
