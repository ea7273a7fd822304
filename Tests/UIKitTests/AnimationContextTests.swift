// AnimationContextTests.swift
// Custom animation contexts (semantics 16.1, 18.4).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct AnimationContextTests {
    /// Records requests, and returns a given action.
    final class Noting: UIAnimationContext {
      var log: [String] = []
      var answer: (any CAAction)?
      override func action(
        for view: UIView, layer: CALayer, forKey key: String
      ) -> (any CAAction)? {
        log.append("\(key) \(layer.value(forKey: key) ?? "nothing")")
        return answer
      }
      override func didEndBlock() { log.append("end") }
    }

    /// The model still has the old value; after the end there are no more requests.
    @Test func contextReceivesActionRequestBeforeModelChanges() {
      let scene = ViewScene()
      let context = Noting()
      #expect(UIAnimationContext.current == nil)
      context.perform {
        #expect(UIAnimationContext.current === context && context.outer == nil)
        scene.view.alpha = 0.5
        scene.view.alpha = 0.5
        scene.view.layer.cornerRadius = 3
      }
      scene.view.alpha = 0.25
      #expect(context.log == ["opacity 1.0", "cornerRadius 0.0", "end"])
      #expect(UIAnimationContext.current == nil && scene.view.layer.animationKeys() == nil)
    }

    /// The returned action runs.
    @Test func returnedActionsRun() {
      let scene = ViewScene()
      let context = Noting()
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.duration) = (1, 3)
      context.answer = animation
      context.perform { scene.view.alpha = 0.5 }
      #expect(scene.animation("opacity")?.duration == 3)
    }

    /// Only the innermost context provides actions; blocks and contexts nest in each other.
    @Test func innermostContextProvidesAction() {
      let scene = ViewScene()
      let (outer, inner) = (Noting(), Noting())
      outer.perform {
        inner.perform {
          #expect(inner.outer === outer)
          scene.view.alpha = 0.5
        }
        scene.view.alpha = 0.25
        UIView.animate(withDuration: 1) { scene.view.alpha = 0 }
      }
      #expect(inner.log == ["opacity 1.0", "end"] && outer.log == ["opacity 0.5", "end"])
      #expect(scene.view.layer.animationKeys() == ["opacity"])
      UIView.animate(withDuration: 2) { inner.perform { scene.view.center.x = 50 } }
      #expect(scene.view.layer.animationKeys() == ["opacity"])
    }

    /// With animations disabled no context receives a request.
    @Test func disabledAnimationsBypassContexts() {
      let scene = ViewScene()
      let context = Noting()
      context.perform { UIView.performWithoutAnimation { scene.view.alpha = 0 } }
      #expect(context.log == ["end"])
    }

    /// A context can run again once it has ended, but not within itself.
    @Test func nestedRunOfTheSameContextTraps() async {
      let context = Noting()
      context.perform {}
      context.perform {}
      #expect(context.log == ["end", "end"])
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let context = UIAnimationContext()
          context.perform { context.perform {} }
        }
      }
    }
  }
}
