// ViewAnimationTests.swift
// Blocks, springs, keyframes and property animators, observed through layers.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct ViewAnimationTests {
    /// semantics 16.1: a view's action is NSNull outside of a block, and an animation inside.
    @Test func viewsProvideActionsOnlyInBlocks() {
      let view = square()
      #expect(view.action(for: view.layer, forKey: "position") is NSNull)
      UIView.animate(withDuration: 0.3) {
        let action = view.action(for: view.layer, forKey: "position") as? CABasicAnimation
        #expect(action?.duration == 0.3 && action?.fillMode == .both)
        #expect(view.action(for: view.layer, forKey: "contents") is NSNull)
      }
    }

    /// semantics 16.2: moves are additive; fades replace each other.
    @Test func blocksAnimateAdditively() throws {
      let stage = Stage()
      let view = stage.add(square())
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.center = CGPoint(x: 120, y: 20)
        view.alpha = 0
        view.bounds.size = CGSize(width: 40, height: 40)
      }
      let move = try #require(view.layer.animation(forKey: "position") as? CABasicAnimation)
      #expect(move.isAdditive && move.fromValue as? CGPoint == CGPoint(x: -100, y: 0))
      let fade = try #require(view.layer.animation(forKey: "opacity") as? CABasicAnimation)
      #expect(!fade.isAdditive)
      stage.show(at: 0.25)
      #expect(isClose(stage.shown(view.layer, "position.x"), 45))
      #expect(isClose(stage.shown(view.layer, "opacity"), 0.75))
      #expect(isClose(stage.shown(view.layer, "bounds.size.width"), 25))
      #expect(view.center.x == 120 && view.alpha == 0)

      // Forward and back: both moves run, and the position never jumps.
      let before = stage.shown(view.layer, "position.x")
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.center = CGPoint(x: 20, y: 20)
      }
      #expect(view.layer.animationKeys()?.contains("position-2") == true)
      stage.show(at: 0.25)
      #expect(isClose(stage.shown(view.layer, "position.x"), before))
      stage.show(at: 2)
      #expect(stage.shown(view.layer, "position.x") == 20)
    }

    /// semantics 16.3: a delay shows the old value; the model has the new one.
    @Test func delayPostponesMotion() {
      let stage = Stage()
      let view = stage.add(square())
      UIView.animate(withDuration: 1, delay: 2, options: [], animations: { view.alpha = 0 })
      stage.show(at: 1.9)
      #expect(stage.shown(view.layer, "opacity") == 1 && view.alpha == 0)
      stage.show(at: 2.5)
      #expect(isClose(stage.shown(view.layer, "opacity"), 0.5))
    }

    /// semantics 16.4: durations are inherited; animations can be disabled.
    @Test func nestedBlocksInherit() {
      let (outer, inner, still) = (square(), square(), square())
      let stage = Stage()
      [outer, inner, still].forEach { stage.add($0) }
      UIView.animate(withDuration: 3) {
        outer.alpha = 0
        #expect(UIView.inheritedAnimationDuration == 3)
        UIView.animate(withDuration: 1) { inner.alpha = 0 }
        UIView.performWithoutAnimation { still.alpha = 0 }
      }
      #expect(UIView.inheritedAnimationDuration == 0 && UIView.areAnimationsEnabled)
      #expect(outer.layer.animation(forKey: "opacity")?.duration == 3)
      #expect(inner.layer.animation(forKey: "opacity")?.duration == 3)
      #expect(still.layer.animationKeys() == nil)
      UIView.setAnimationsEnabled(false)
      UIView.animate(withDuration: 1) { still.alpha = 1 }
      UIView.setAnimationsEnabled(true)
      #expect(still.layer.animationKeys() == nil && still.alpha == 1)
    }

    /// semantics 16.5: without changes a block completes at once.
    @Test func emptyBlockCompletesAtOnce() {
      let view = square()
      var results: [Bool] = []
      UIView.animate(withDuration: 5, animations: { view.tag = 1 }) { results.append($0) }
      UIView.animate(
        withDuration: 5, animations: { view.alpha = 1 }, completion: { results.append($0) })
      #expect(results == [true, true])
    }

    /// semantics 7: a spring overshoots.
    @Test func springBlockOvershoots() {
      let stage = Stage()
      let view = stage.add(square())
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0,
        options: [], animations: { view.center.x = 120 }, completion: nil)
      var highest = 0.0
      for step in 1..<20 {
        stage.show(at: Double(step) / 20)
        highest = max(highest, stage.shown(view.layer, "position.x"))
      }
      #expect(highest > 125 && highest < 220)
    }

    /// semantics 16.8: keyframe times are fractions of the duration.
    @Test func keyframeBlockPassesThroughKeyframes() {
      let stage = Stage()
      let view = stage.add(square())
      UIView.animateKeyframes(
        withDuration: 2, delay: 0,
        options: UIView.KeyframeAnimationOptions(
          rawValue: UIView.AnimationOptions.curveLinear.rawValue),
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0 }
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
            view.alpha = 0.8
          }
        }, completion: nil)
      #expect(view.layer.animation(forKey: "opacity") is CAKeyframeAnimation)
      stage.show(at: 0.5)
      #expect(isClose(stage.shown(view.layer, "opacity"), 0.5))
      stage.show(at: 1.5)
      #expect(isClose(stage.shown(view.layer, "opacity"), 0.4))
    }

    /// semantics 17: an animator is scrubbed, reversed and stopped in place.
    @Test func propertyAnimatorScrubs() {
      let stage = Stage()
      let view = stage.add(square())
      let animator = UIViewPropertyAnimator(duration: 4, curve: .easeIn) { view.center.x = 120 }
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      #expect(animator.state == .inactive)
      animator.fractionComplete = 0.5
      CATransaction.flush()
      #expect(animator.state == .active && !animator.isRunning)
      #expect(isClose(stage.shown(view.layer, "position.x"), 70, within: 0.01))
      #expect(view.center.x == 120)
      animator.fractionComplete = 0.75
      CATransaction.flush()
      #expect(isClose(stage.shown(view.layer, "position.x"), 95, within: 0.01))
      animator.stopAnimation(false)
      #expect(animator.state == .stopped && isClose(view.center.x, 95, within: 0.01))
      animator.finishAnimation(at: .start)
      #expect(ends == [.start] && view.center.x == 20 && animator.state == .inactive)
    }

    /// semantics 16.7: the old appearance cross-fades into the new one.
    @Test func transitionCrossDissolves() {
      let stage = Stage()
      let label = stage.add(UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20)))
      label.text = "before"
      CATransaction.flush()
      UIView.transition(
        with: label, duration: 1, options: .transitionCrossDissolve,
        animations: { label.text = "after" }, completion: nil)
      #expect(label.text == "after")
      #expect(label.layer.animationKeys()?.isEmpty == false)
    }

    /// semantics 13: layout within a block animates.
    @Test func layoutInBlockAnimates() {
      final class Column: UIView {
        let child = UIView()
        var inset: CGFloat = 0 { didSet { setNeedsLayout() } }
        override func layoutSubviews() {
          super.layoutSubviews()
          child.frame = bounds.insetBy(dx: inset, dy: inset)
        }
      }
      let stage = Stage()
      let column = Column(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      column.addSubview(column.child)
      stage.add(column)
      #expect(column.child.frame == column.bounds)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        column.inset = 20
        column.layoutIfNeeded()
      }
      stage.show(at: 0.5)
      #expect(
        column.child.layer.presentation()?.frame == CGRect(x: 10, y: 10, width: 80, height: 80))
    }
  }
}
