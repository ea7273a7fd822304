// PopContextTests.swift
// A custom block API, as in "View-Layer Synergy", inside and around UIView's blocks (semantics 16.1,
// 18.4).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// Uses public API only.
private final class PopContext: UIAnimationContext {
  private var saved: [(layer: CALayer, key: String, old: Any)] = []

  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    if let old = layer.value(forKey: key) { saved.append((layer, key, old)) }
    return nil
  }

  override func didEndBlock() {
    for (layer, key, old) in saved {
      guard let new = layer.value(forKey: key) else { continue }
      let pop = CAKeyframeAnimation(keyPath: key)
      pop.values = [old, new, old]
      pop.keyTimes = [0, 0.35, 1]
      pop.duration = 0.7
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.setValue(old, forKey: key)
      CATransaction.commit()
      layer.add(pop, forKey: key)
    }
    saved = []
  }
}

extension LiveViews {
  /// semantics 16.1, semantics 18.4
  @MainActor @Suite struct PopContextTests {
    private func keys(_ view: UIView) -> [String] { (view.layer.animationKeys() ?? []).sorted() }

    /// To the new value and back; the model is unchanged.
    @Test func popAnimatesToNewValueAndBack() {
      let scene = ViewScene()
      PopContext().perform {
        scene.view.center.x = 55
        scene.view.alpha = 0
      }
      #expect(scene.view.center.x == 20 && scene.view.alpha == 1)
      #expect(keys(scene.view) == ["opacity", "position"])
      scene.host.advance(to: 0.245)
      #expect(isClose(scene.shown("position.x"), 55) && isClose(scene.shown("opacity"), 0))
      scene.host.advance(to: 0.75)
      #expect(scene.shown("position.x") == 20 && keys(scene.view) == [])
    }

    /// Inside a block only the inner context provides actions. The block continues after it and waits
    /// only for its own animations; the pop keeps its timing.
    @Test func popNestedInBlock() throws {
      let scene = ViewScene()
      var finished: Bool?
      UIView.animate(
        withDuration: 2,
        animations: {
          scene.view.alpha = 0.5
          PopContext().perform { scene.view.center.x = 55 }
          #expect(UIView.inheritedAnimationDuration == 2)
          scene.view.layer.cornerRadius = 4
        }, completion: { finished = $0 })
      #expect(keys(scene.view) == ["cornerRadius", "opacity", "position"])
      #expect(scene.view.layer.animation(forKey: "position")?.duration == 0.7)
      #expect(scene.view.layer.animation(forKey: "opacity")?.duration == 2)
      scene.host.advance(to: 1.9)
      #expect(keys(scene.view) == ["cornerRadius", "opacity"] && finished == nil)
      scene.host.advance(to: 2.02)
      #expect(finished == true)
    }

    /// Around a block, it receives no requests for the block's changes.
    @Test func blockNestedInPop() throws {
      let scene = ViewScene()
      var finished: Bool?
      PopContext().perform {
        scene.view.center.x = 55
        UIView.animate(
          withDuration: 1, animations: { scene.view.alpha = 0 }, completion: { finished = $0 })
        #expect(UIView.inheritedAnimationDuration == 0)
      }
      #expect(scene.view.alpha == 0 && scene.view.center.x == 20)
      #expect(scene.view.layer.animation(forKey: "position") is CAKeyframeAnimation)
      #expect(scene.animation("opacity")?.duration == 1)
      scene.host.advance(to: 1.02)
      #expect(finished == true)
    }

    /// semantics 16.4: inheritance passes through contexts of other kinds.
    @Test func nestedBlockInheritsThroughCustomContext() {
      let scene = ViewScene()
      UIView.animate(withDuration: 3) {
        UIAnimationContext().perform {
          #expect(UIView.inheritedAnimationDuration == 3)
          UIView.animate(withDuration: 1) { scene.view.alpha = 0 }
        }
      }
      #expect(scene.animation("opacity")?.duration == 3)
    }

    /// Both methods of detecting a block agree, in each kind of block.
    @Test func currentContextAgreesWithAction() {
      let scene = ViewScene()
      func isAnimating() -> Bool {
        !(scene.view.action(for: scene.view.layer, forKey: "backgroundColor") is NSNull)
      }
      var answers: [Bool] = [isAnimating(), UIAnimationContext.current != nil]
      UIView.animate(withDuration: 1) {
        answers += [!isAnimating(), UIAnimationContext.current == nil]
      }
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        answers += [!isAnimating(), UIAnimationContext.current == nil]
      }
      UIView.transition(
        with: scene.view, duration: 1, options: [.transitionCrossDissolve, .allowAnimatedContent],
        animations: { answers += [!isAnimating(), UIAnimationContext.current == nil] })
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation { answers.append(isAnimating()) }
      }
      #expect(answers == Array(repeating: false, count: answers.count) && answers.count == 9)
    }
  }
}
