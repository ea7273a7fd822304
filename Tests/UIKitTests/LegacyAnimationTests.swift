// LegacyAnimationTests.swift
// Animation without blocks: begin, set, change, commit (semantics 16.3), and its
// parameters in blocks of every kind (semantics 21.8).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  /// semantics 16.3
  @MainActor @Suite struct LegacyAnimationTests {
    private func animate(_ set: () -> Void, _ change: () -> Void) {
      UIView.beginAnimations("name", context: nil)
      set()
      change()
      UIView.commitAnimations()
    }

    @Test func defaultsMatchApple() throws {
      let scene = ViewScene()
      animate({}, { scene.view.alpha = 0 })
      let animation = try #require(scene.animation("opacity"))
      #expect(animation.duration == 0.2 && animation.beginTime == 0 && !animation.autoreverses)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      #expect(scene.view.touchBlockCount == 0 && UIAnimationContext.current == nil)
    }

    @Test func parametersApplyToFollowingChanges() throws {
      let scene = ViewScene()
      animate({ UIView.setAnimationDuration(2) }) {
        scene.view.alpha = 0
        UIView.setAnimationDuration(1)
        UIView.setAnimationDelay(0.5)
        UIView.setAnimationCurve(.linear)
        UIView.setAnimationRepeatCount(3)
        UIView.setAnimationRepeatAutoreverses(true)
        scene.view.center.x = 60
      }
      let first = try #require(scene.animation("opacity"))
      #expect(first.duration == 2 && first.repeatCount == 0)
      let second = try #require(scene.animation("position"))
      #expect(second.duration == 1 && second.repeatCount == 3 && second.autoreverses)
      #expect(second.timingFunction == CAMediaTimingFunction(name: .linear))
      scene.host.advance(to: 0)
      #expect(isClose(scene.animation("position")?.beginTime ?? 0, 0.5))
    }

    @Test func pairsNestInPairsAndBlocks() {
      let scene = ViewScene()
      UIView.animate(withDuration: 3) {
        self.animate({ UIView.setAnimationDuration(2) }) {
          self.animate({}, { scene.view.alpha = 0 })
          scene.view.center.x = 60
        }
        scene.view.layer.cornerRadius = 5
      }
      #expect(scene.animation("opacity")?.duration == 0.2)
      #expect(scene.animation("position")?.duration == 2)
      #expect(scene.animation("cornerRadius")?.duration == 3)
    }

    @Test(arguments: [false, true]) func beginsFromCurrentState(isFromScreen: Bool) {
      let scene = ViewScene()
      animate(
        {
          UIView.setAnimationDuration(1)
          UIView.setAnimationCurve(.linear)
        }, { scene.view.alpha = 0 })
      scene.host.advance(to: 0.5)
      animate({ UIView.setAnimationBeginsFromCurrentState(isFromScreen) }, { scene.view.alpha = 1 })
      #expect(
        isClose(scene.animation("opacity")?.fromValue as? Double ?? -1, isFromScreen ? 0.5 : 0))
    }

    @Test func setAnimationTransition() throws {
      let scene = ViewScene()
      animate(
        {
          UIView.setAnimationTransition(.flipFromLeft, for: scene.view, cache: true)
          UIView.setAnimationDuration(1)
        }, { scene.view.addSubview(UIView()) })
      let transition = try #require(scene.view.layer.animation(forKey: kCATransition))
      #expect(transition.duration == 1)
      #expect((transition as? CATransition)?.type == CATransitionType(rawValue: "oglFlip"))
      animate({ UIView.setAnimationDuration(0) }, { scene.view.alpha = 0 })
      #expect(scene.view.layer.animationKeys() == [kCATransition] && scene.view.alpha == 0)
    }

    /// Outside of a pair parameters have no effect.
    @Test func parametersOutsideOfPairsAreIgnored() {
      let scene = ViewScene()
      UIView.setAnimationDuration(5)
      UIView.setAnimationRepeatCount(5)
      animate({}, { scene.view.alpha = 0 })
      #expect(scene.animation("opacity")?.duration == 0.2)
    }

    // MARK: Blocks of other kinds

    /// Opens a block of 1 s, linear, of each kind.
    private func openBlock(_ kind: String, options: UIView.AnimationOptions, _ changes: () -> Void)
    {
      switch kind {
      case "pair":
        UIView.beginAnimations(nil, context: nil)
        UIView.setAnimationDuration(1)
        UIView.setAnimationCurve(.linear)
        changes()
        UIView.commitAnimations()
      case "animator":
        withoutActuallyEscaping(changes) { changes in
          UIViewPropertyAnimator(duration: 1, curve: .linear, animations: changes).startAnimation()
          CATransaction.flush()
        }
      default:
        withoutActuallyEscaping(changes) { changes in
          UIView.animate(
            withDuration: 1, delay: 0, options: [.curveLinear, options], animations: changes)
        }
      }
    }

    /// semantics 21.8
    ///
    /// The scanner's line repeats without an end, a whole count with autoreversal ends at the old value, a half
    /// count at the new one.
    @Test(arguments: ["pair", "block", "animator"])
    func repetitionAppliesToEveryKindOfBlock(kind: String) {
      for (count, reverses, time, x) in [
        (Float.greatestFiniteMagnitude, false, 7.25, 45.0), (.infinity, true, 9.25, 95),
        (3, false, 2.5, 70), (0, true, 1.5, 70), (2, true, 3.99, 21), (1.5, true, 2.99, 119),
        (1.5, false, 1.4, 60), (2, true, 4.1, 120), (0, false, 1.1, 120),
      ] as [(Float, Bool, Double, Double)] {
        let scene = ViewScene()
        openBlock(kind, options: []) {
          if count > 0 { UIView.setAnimationRepeatCount(count) }
          if reverses { UIView.setAnimationRepeatAutoreverses(true) }
          scene.view.center.x = 120
        }
        scene.host.advance(to: time)
        #expect(
          abs(scene.shown("position.x") - x) < 1.5, "\(kind) \(count) \(reverses) at \(time)")
        scene.view.layer.removeAllAnimations()
        scene.host.advance(to: time + 0.1)
      }
    }

    /// semantics 21.8
    @Test func setterAndOptionOfTheOtherKindCombine() {
      let scene = ViewScene()
      var end = -1.0
      UIView.animate(withDuration: 0.5, delay: 0, options: [.autoreverse, .curveLinear]) {
        UIView.setAnimationRepeatCount(3)
        scene.view.center.x = 120
      } completion: { _ in
        end = MediaClock.now
      }
      UIView.animate(withDuration: 0.5, delay: 0, options: [.repeat, .curveLinear]) {
        UIView.setAnimationRepeatAutoreverses(true)
        scene.view.alpha = 0
      }
      #expect(scene.animation("opacity")?.repeatCount == .infinity)
      #expect(scene.animation("opacity")?.autoreverses == true)
      scene.host.advance(to: 2.25)
      #expect(abs(scene.shown("position.x") - 70) < 1.5)
      scene.host.advance(to: 4)
      #expect(abs(end - 3) < 0.02)
    }

    /// semantics 21.8
    @Test func blockTakesDurationDelayCurveAndState() throws {
      let scene = ViewScene()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { scene.view.alpha = 0 }
      scene.host.advance(to: 0.5)
      UIView.animate(withDuration: 1) {
        UIView.setAnimationDuration(2)
        UIView.setAnimationDelay(0.5)
        UIView.setAnimationCurve(.easeIn)
        UIView.setAnimationBeginsFromCurrentState(true)
        scene.view.alpha = 1
        #expect(UIView.inheritedAnimationDuration == 2)
        UIView.setAnimationTransition(.curlUp, for: scene.view, cache: false)
      }
      let animation = try #require(scene.animation("opacity"))
      #expect(animation.duration == 2 && isClose(animation.fromValue as? Double ?? -1, 0.5))
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeIn))
      #expect(isClose(animation.beginTime, 1))
      #expect(scene.view.layer.animation(forKey: kCATransition)?.duration == 2)
    }

    /// semantics 21.8
    @Test func animatorTakesDurationDelayAndCurve() {
      let scene = ViewScene()
      var end: UIViewAnimatingPosition?
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
        UIView.setAnimationDuration(1)
        UIView.setAnimationDelay(0.5)
        UIView.setAnimationCurve(.easeIn)
        scene.view.center.x = 120
      }
      animator.addCompletion { end = $0 }
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shown("position.x"), 20))
      scene.host.advance(to: 1)
      #expect(abs(scene.shown("position.x") - 20 - 31.5) < 1.5)
      scene.host.advance(to: 1.5)
      #expect(isClose(scene.shown("position.x"), 120))
      scene.host.advance(to: 2.1)
      #expect(end == .end && animator.state == .inactive)
    }

    /// semantics 21.8
    ///
    /// A pause keeps the run; reversed, the animation goes back from where it is.
    @Test func animatorThatRepeatsCanBePausedReversedAndStopped() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        UIView.setAnimationRepeatCount(2)
        UIView.setAnimationRepeatAutoreverses(true)
        scene.view.center.x = 120
      }
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 1.5)
      #expect(abs(scene.shown("position.x") - 70) < 1.5 && animator.isRunning)
      animator.pauseAnimation()
      scene.host.advance(to: 3)
      #expect(abs(scene.shown("position.x") - 70) < 1.5)
      animator.startAnimation()
      scene.host.advance(to: 3.25)
      #expect(abs(scene.shown("position.x") - 45) < 1.5)
      scene.host.advance(to: 5.25)
      #expect(abs(scene.shown("position.x") - 45) < 1.5 && ends.isEmpty)
      scene.host.advance(to: 5.6)
      #expect(ends == [.end] && scene.view.center.x == 120)

      let pulse = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        UIView.setAnimationRepeatCount(.infinity)
        scene.view.center.x = 20
      }
      pulse.addCompletion { ends.append($0) }
      pulse.startAnimation()
      scene.host.advance(to: 10)
      #expect(pulse.isRunning && ends.count == 1)
      pulse.stopAnimation(false)
      let shown = scene.view.center.x
      #expect(shown > 20 && shown < 120)
      pulse.finishAnimation(at: .start)
      #expect(scene.view.center.x == 120 && ends == [.end, .start])
    }

    @Test func unbalancedPairsTrap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { UIView.commitAnimations() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          UIView.animate(withDuration: 1) { UIView.beginAnimations(nil, context: nil) }
        }
      }
    }
  }
}
