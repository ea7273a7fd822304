// AnimatorBlockTests.swift
// Blocks of property animators: added while one runs, waits or is paused, nested, and with other animators beside
// them (semantics 17).
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
  /// What is in an animator's blocks.
  @MainActor @Suite struct AnimatorBlockTests {
    private let linear = UICubicTimingParameters(animationCurve: .linear)
    private let easeIn = UICubicTimingParameters(animationCurve: .easeIn)
    private let easeInCurve = CAMediaTimingFunction(name: .easeIn).curve

    /// semantics 17: changes added while active take the remaining time; with a delay factor, a part of
    /// it.
    @Test func animationsAddedWhileRunningTakeRemainingTime() {
      let scene = ViewScene()
      let other = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      scene.window.addSubview(other)
      scene.host.advance(to: 0.1)
      let animator = scene.makeAnimator(linear)
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      animator.addAnimations { other.alpha = 0 }
      animator.addAnimations({ other.center.x = 105 }, delayFactor: 0.5)
      scene.host.advance(to: 0.8)
      // From 0.5 on, with 0.6 left.
      #expect(isClose(scene.shown("opacity", other.layer), 0.5, within: 1e-6))
      #expect(isClose(scene.shown("position.x", other.layer), 5, within: 1e-6))
      scene.host.advance(to: 0.95)
      #expect(isClose(scene.shown("opacity", other.layer), 0.25, within: 1e-6))
      #expect(isClose(scene.shown("position.x", other.layer), 55, within: 1e-6))
      animator.pauseAnimation()
      CATransaction.flush()
      #expect(isClose(scene.shown("position.x", other.layer), 55, within: 1e-6))
      animator.isReversed = true
      animator.startAnimation()
      scene.host.advance(to: 1.1)
      #expect(isClose(scene.shown("position.x", other.layer), 5, within: 1e-6))
      scene.host.advance(to: 2.2)
      #expect(other.center.x == 5 && other.alpha == 1 && scene.view.center.x == 20)
    }

    /// semantics 17: delay factors before the start.
    @Test func delayFactorIsAFractionOfRemainingTime() {
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
      animator.addAnimations({ scene.view.alpha = 0 }, delayFactor: 0.5)
      animator.startAnimation()
      scene.host.advance(to: 0.9)
      #expect(scene.shown("opacity") == 1)
      scene.host.advance(to: 1.5)
      #expect(isClose(scene.shown("opacity"), 0.5, within: 1e-6))
      animator.pauseAnimation()
      animator.fractionComplete = 0.5
      CATransaction.flush()
      #expect(isClose(scene.shown("opacity"), 1, within: 1e-6))
      animator.stopAnimation(true)
    }

    /// semantics 17, 16.4: a block nested in an animator's is part of it: curve, duration, scrubbing.
    @Test func nestedBlocksAreDrivenByTheAnimator() {
      let scene = ViewScene()
      let view = scene.view
      let other = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      scene.window.addSubview(other)
      scene.host.advance(to: 0.1)
      var lines: [String] = []
      let animator = UIViewPropertyAnimator(duration: 2, timingParameters: easeIn)
      animator.addAnimations {
        #expect(UIView.inheritedAnimationDuration == 2)
        UIView.animate(
          withDuration: 5, animations: { view.center.x = 120 },
          completion: { lines.append("inner \($0)") })
        UIView.animate(
          withDuration: 1, delay: 0.5,
          options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveLinear],
          animations: { other.center.x = 105 })
      }
      animator.addCompletion { lines.append("animator \($0)") }
      animator.startAnimation()
      scene.host.advance(to: 1.1)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.5), within: 1e-6))
      #expect(isClose(scene.shown("position.x", other.layer), 55, within: 1e-6))
      animator.pauseAnimation()
      animator.fractionComplete = 0.25
      #expect(isClose(scene.shownFraction(), 0.25, within: 1e-6))
      animator.fractionComplete = 1
      CATransaction.flush()
      #expect(isClose(scene.shown("position.x", other.layer), 105, within: 1e-6))
      animator.isReversed = true
      animator.startAnimation()
      #expect(lines.isEmpty)
      scene.host.advance(to: 4)
      #expect(lines.sorted() == ["animator start", "inner true"])
      #expect(view.center.x == 20 && other.center.x == 5)
    }

    /// semantics 17, 16.8: keyframes inside an animator's block take its duration and are scrubbed with it.
    @Test func nestedKeyframesAreDrivenByTheAnimator() {
      let scene = ViewScene()
      let view = scene.view
      var ends: [UIViewAnimatingPosition] = []
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
        UIView.animateKeyframes(
          withDuration: 0, delay: 0, options: [],
          animations: {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
              view.center.x = 120
            }
            UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
              view.center.x = 70
            }
          })
      }
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      scene.host.advance(to: 1.5)
      #expect(isClose(scene.shownFraction(), 0.75, within: 1e-6))
      animator.pauseAnimation()
      #expect(isClose(scene.shownFraction(), 0.75, within: 1e-6))
      animator.fractionComplete = 0.25
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      animator.fractionComplete = 1
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      animator.fractionComplete = 0.5
      #expect(isClose(scene.shownFraction(), 1, within: 1e-6))
      animator.startAnimation()
      scene.host.advance(to: 2)
      #expect(isClose(scene.shownFraction(), 0.75, within: 1e-6))
      animator.isReversed = true
      #expect(isClose(scene.shownFraction(), 0.75, within: 1e-6))
      scene.host.advance(to: 4)
      #expect(ends == [.start] && view.center.x == 20)
    }

    /// semantics 17: stopped keyframes keep the presented value.
    @Test func stoppedKeyframesKeepPresentedValue() {
      let scene = ViewScene()
      let view = scene.view
      let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
        UIView.animateKeyframes(
          withDuration: 0, delay: 0, options: [],
          animations: {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
              view.alpha = 0
              view.center.x = 120
            }
          })
      }
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      animator.stopAnimation(false)
      CATransaction.flush()
      #expect(
        isClose(scene.shownFraction(), 0.5, within: 1e-4) && isClose(view.alpha, 0.5, within: 1e-4))
      animator.finishAnimation(at: .start)
      #expect(view.center.x == 20 && view.alpha == 1)
    }

    /// semantics 17: an animator started inside a block keeps its own timing.
    @Test func animatorInsideBlockKeepsItsTiming() {
      let scene = ViewScene()
      var lines: [String] = []
      UIView.animate(
        withDuration: 5, delay: 0, options: .curveEaseOut,
        animations: {
          let animator = scene.makeAnimator(linear)
          animator.addCompletion { lines.append("animator \($0)") }
          animator.startAnimation()
          scene.view.alpha = 0
        }, completion: { lines.append("block \($0)") })
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      scene.host.advance(to: 1.1)
      #expect(lines == ["animator end"])
      scene.host.advance(to: 5.1)
      #expect(lines == ["animator end", "block true"])
    }

    /// semantics 17, 16.2: additive animations of two animators sum; a replacing one starts from the
    /// presented value.
    @Test func twoAnimatorsOfOnePropertyAdd() {
      let scene = ViewScene()
      let view = scene.view
      let first = scene.makeAnimator(linear)
      first.addAnimations { view.alpha = 0 }
      first.startAnimation()
      scene.host.advance(to: 0.5)
      let second = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.center.x = 20
        view.alpha = 1
      }
      second.startAnimation()
      #expect(
        isClose(scene.shownFraction(), 0.5, within: 1e-6)
          && isClose(scene.shown("opacity"), 0.5, within: 1e-6))
      scene.host.advance(to: 0.75)
      #expect(
        isClose(scene.shownFraction(), 0.5, within: 1e-6)
          && isClose(scene.shown("opacity"), 0.625, within: 1e-6))
      first.isReversed = true
      let shown = scene.shownFraction()
      scene.host.advance(to: 0.7501)
      #expect(isClose(scene.shownFraction(), shown, within: 1e-3))
      scene.host.advance(to: 3)
      // The first returned its 100, independently of the second.
      #expect(view.alpha == 1 && view.center.x == -80)
      #expect(first.state == .inactive && second.state == .inactive)
    }

    /// One property changed twice in one animator returns to its first value.
    @Test func onePropertyChangedTwiceInOneAnimator() {
      let scene = ViewScene()
      let view = scene.view
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.center.x = 40
        view.center.x = 120
        view.alpha = 0.5
        view.alpha = 0
        view.transform = CGAffineTransform(rotationAngle: 1)
        view.transform = CGAffineTransform(scaleX: 2, y: 3)
      }
      animator.fractionComplete = 0.5
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      animator.stopAnimation(false)
      animator.finishAnimation(at: .start)
      #expect(view.center.x == 20 && isClose(view.alpha, 1))
      #expect(isClose(view.transform.a, 1) && isClose(view.transform.b, 0))
    }
  }
}
