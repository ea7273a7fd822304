// AnimatorMotionTests.swift
// The presented values of property animators: running, paused, scrubbed, reversed, continued, stopped
// (semantics 17).
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
  /// The motion of semantics 17.
  @MainActor @Suite struct AnimatorMotionTests {
    private let linear = UICubicTimingParameters(animationCurve: .linear)
    private let easeIn = UICubicTimingParameters(animationCurve: .easeIn)
    private let easeInCurve = CAMediaTimingFunction(name: .easeIn).curve

    // MARK: Running

    /// semantics 17: it follows its curve; the model has the new value at once.
    @Test func animatorFollowsItsCurve() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(easeIn)
      #expect(scene.view.center.x == 20)
      animator.startAnimation()
      #expect(scene.view.center.x == 120)
      for time in [0.25, 0.5, 0.75] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shownFraction(), easeInCurve.value(at: time)))
        #expect(isClose(animator.fractionComplete, time))
      }
      scene.host.advance(to: 1.1)
      #expect(scene.shownFraction() == 1 && scene.view.layer.animationKeys() == nil)
    }

    /// semantics 17: during the delay the start values are shown, and it is active.
    @Test func delayShowsStartValues() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.startAnimation(afterDelay: 1)
      scene.host.advance(to: 0.9)
      #expect(scene.shownFraction() == 0 && animator.fractionComplete == 0)
      scene.host.advance(to: 1.5)
      #expect(isClose(scene.shownFraction(), 0.5) && isClose(animator.fractionComplete, 0.5))
      scene.host.advance(to: 2.1)
      #expect(animator.state == .inactive)
    }

    nonisolated static let keys: [(String, @MainActor @Sendable (UIView) -> Void, Double, Double)] =
      [
        ("position.x", { $0.center.x = 120 }, 20, 120),
        ("bounds.size.width", { $0.bounds.size.width = 60 }, 20, 60),
        ("bounds.origin.y", { $0.bounds.origin.y = 8 }, 0, 8),
        ("transform.rotation.z", { $0.transform = CGAffineTransform(rotationAngle: 1) }, 0, 1),
        (
          "transform.translation.x", { $0.transform = CGAffineTransform(translationX: 9, y: 0) }, 0,
          9
        ),
        ("opacity", { $0.alpha = 0 }, 1, 0),
        ("cornerRadius", { $0.layer.cornerRadius = 8 }, 0, 8),
        ("percent", { ($0.layer as? PercentLayer)?.percent = 100 }, 0, 100),
      ]

    /// semantics 17: every key that views animate, and a custom one, can be scrubbed, and ends at the
    /// right model value.
    @Test(arguments: keys.indices) func everyAnimatableKeyCanBeScrubbed(index: Int) {
      let (path, change, start, end) = Self.keys[index]
      for position in [UIViewAnimatingPosition.end, .start, .current] {
        let view = PercentView()
        let scene = ViewScene(view)
        let animator = UIViewPropertyAnimator(duration: 1, curve: .easeInOut) { change(view) }
        for part in [0.25, 0.75, 0, 1, 0.5] {
          animator.fractionComplete = part
          CATransaction.flush()
          let wanted = start + (end - start) * part
          #expect(
            isClose(scene.shown(path), wanted, within: 1e-6),
            "\(path) \(part): \(scene.shown(path))")
        }
        animator.stopAnimation(false)
        let stopped = (view.layer.value(forKeyPath: path) as? NSNumber)?.doubleValue ?? .nan
        #expect(isClose(stopped, (start + end) / 2, within: 1e-6), "\(path) \(stopped)")
        #expect(view.layer.animationKeys() == nil)
        animator.finishAnimation(at: position)
        let model = (view.layer.value(forKeyPath: path) as? NSNumber)?.doubleValue ?? .nan
        let wanted = position == .end ? end : position == .start ? start : (start + end) / 2
        #expect(isClose(model, wanted, within: 1e-6), "\(path) \(position): \(model)")
      }
    }

    /// semantics 17: a colour, and nil, return to the start value.
    @Test func reversedColourReturnsToStart() {
      let scene = ViewScene()
      for old in [nil, UIColor.red] {
        scene.view.backgroundColor = old
        CATransaction.flush()
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
          scene.view.backgroundColor = .blue
        }
        animator.fractionComplete = 0.5
        CATransaction.flush()
        let shown = scene.view.layer.presentation()?.backgroundColor
        #expect(isClose(Double(shown?.components?[2] ?? -1), 0.5))
        animator.stopAnimation(false)
        animator.finishAnimation(at: .start)
        #expect(scene.view.layer.backgroundColor == old?.cgColor)
      }
    }

    /// Section 17: an uncommitted value is the start value, as with additive keys; an animating one
    /// starts from its presented value. The same holds in nested blocks.
    @Test(arguments: [false, true]) func uncommittedModelValueIsTheStart(isNested: Bool) {
      let scene = ViewScene()
      scene.view.alpha = 1
      CATransaction.flush()
      scene.view.alpha = 0
      func makeAnimator(to alpha: CGFloat) -> UIViewPropertyAnimator {
        UIViewPropertyAnimator(duration: 1, curve: .linear) {
          if isNested {
            UIView.animate(withDuration: 1) { scene.view.alpha = alpha }
          } else {
            scene.view.alpha = alpha
          }
        }
      }
      let first = makeAnimator(to: 1)
      first.startAnimation()
      CATransaction.flush()
      #expect(isClose(scene.shown("opacity"), 0))
      scene.host.advance(to: 0.5)
      #expect(isClose(scene.shown("opacity"), 0.5))

      let second = makeAnimator(to: 0)
      second.startAnimation()
      CATransaction.flush()
      #expect(isClose(scene.shown("opacity"), 0.5), "it continues from the presented value")
      scene.host.advance(to: 1)
      #expect(isClose(scene.shown("opacity"), 0.25))
      scene.host.advance(to: 2)
    }

    /// Sections 17 and 1.10: on a slowed layer the animator follows its animations, and pauses with
    /// them.
    @Test func animatorUsesLayerTime() {
      let scene = ViewScene()
      scene.view.superview?.layer.speed = 0.25
      CATransaction.flush()
      let animator = scene.makeAnimator(linear)
      animator.startAnimation()
      CATransaction.flush()
      for time in [1.0, 2] {
        scene.host.advance(to: time)
        #expect(isClose(scene.shownFraction(), time / 4))
        #expect(isClose(animator.fractionComplete, time / 4))
      }
      animator.pauseAnimation()
      #expect(isClose(scene.shownFraction(), 0.5) && isClose(animator.fractionComplete, 0.5))
      scene.host.advance(to: 3)
      animator.startAnimation()
      scene.host.advance(to: 4)
      #expect(isClose(animator.fractionComplete, 0.75) && isClose(scene.shownFraction(), 0.75))
      scene.host.advance(to: 5.1)
      #expect(animator.state == .inactive)
    }

    /// A slowed layer is paused in place, too.
    @Test func animatorOnSlowedLayer() {
      let scene = ViewScene()
      scene.view.layer.speed = 0.5
      scene.host.advance(to: 0.1)
      let animator = scene.makeAnimator(linear)
      animator.startAnimation()
      scene.host.advance(to: 1.1)
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      animator.pauseAnimation()
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-6))
      animator.stopAnimation(true)
      #expect(isClose(scene.view.center.x, 70, within: 1e-4))
    }

    // MARK: Pause and scrub

    /// semantics 17: a pause holds presented values; linear scrubbing then is by distance.
    @Test func pauseHoldsPresentedValue() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(easeIn)
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      let shown = scene.shownFraction()
      animator.pauseAnimation()
      #expect(isClose(scene.shownFraction(), shown, within: 1e-9) && scene.view.center.x == 120)
      #expect(isClose(animator.fractionComplete, shown))
      scene.host.advance(to: 7)
      #expect(isClose(scene.shownFraction(), shown, within: 1e-9))
      animator.fractionComplete = animator.fractionComplete
      #expect(isClose(scene.shownFraction(), shown, within: 1e-9))
      animator.fractionComplete = 0.8
      #expect(isClose(scene.shownFraction(), 0.8, within: 1e-6))
      animator.stopAnimation(true)
      #expect(isClose(scene.view.center.x, 100, within: 1e-4))
    }

    /// semantics 17: scrubsLinearly false: the curve applies while scrubbing.
    @Test func nonlinearScrubbingFollowsTheCurve() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(easeIn)
      animator.scrubsLinearly = false
      for part in [0.25, 0.5, 0.9] {
        animator.fractionComplete = part
        #expect(isClose(scene.shownFraction(), easeInCurve.value(at: part), within: 1e-6))
        #expect(isClose(animator.fractionComplete, part))
      }
      animator.startAnimation()
      let begin = CACurrentMediaTime()
      scene.host.advance(to: begin + 0.05)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.95), within: 1e-6))
      scene.host.advance(to: begin + 0.2)
      #expect(animator.state == .inactive)
    }

    /// semantics 17: values outside 0...1 are clamped; setting while it runs does nothing.
    @Test func fractionCompleteIsClamped() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.fractionComplete = 3
      #expect(animator.fractionComplete == 1 && isClose(scene.shownFraction(), 1))
      animator.fractionComplete = -1
      #expect(animator.fractionComplete == 0 && isClose(scene.shownFraction(), 0))
      animator.startAnimation()
      animator.fractionComplete = 0.5
      #expect(scene.shownFraction() == 0)
      animator.stopAnimation(true)
    }

    /// semantics 17: the remaining motion uses the original curve from the presented value.
    @Test func continuingAfterPauseUsesTheCurve() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(easeIn)
      animator.fractionComplete = easeInCurve.value(at: 0.6)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.6), within: 1e-9))
      animator.startAnimation()
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.6), within: 1e-9))
      #expect(isClose(animator.fractionComplete, 0.6, within: 1e-6))
      let begin = CACurrentMediaTime()
      scene.host.advance(to: begin + 0.25)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.85), within: 1e-6))
      scene.host.advance(to: begin + 0.45)
      #expect(animator.state == .inactive && scene.view.center.x == 120)
    }

    // MARK: Reversing

    /// semantics 17: reversed while running, it returns at once; the model ends at the start.
    @Test func reversingWhileRunning() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = scene.makeAnimator(easeIn)
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      let shown = scene.shownFraction()
      animator.isReversed = true
      #expect(
        isClose(scene.shownFraction(), shown, within: 1e-9)
          && isClose(animator.fractionComplete, 0.5))
      scene.host.advance(to: 0.75)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.25), within: 1e-6))
      #expect(isClose(animator.fractionComplete, 0.75) && scene.view.center.x == 120)
      scene.host.advance(to: 0.9)
      animator.isReversed = false
      scene.host.advance(to: 1)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.2), within: 1e-6))
      animator.isReversed = true
      scene.host.advance(to: 1.3)
      #expect(ends == [.start] && scene.view.center.x == 20 && scene.shownFraction() == 0)
    }

    /// semantics 17: reversed while paused, fractionComplete becomes 1 - f and nothing moves.
    @Test func reversingWhilePaused() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.fractionComplete = 0.25
      animator.isReversed = true
      #expect(isClose(animator.fractionComplete, 0.75) && isClose(scene.shownFraction(), 0.25))
      animator.fractionComplete = 0.5
      #expect(isClose(scene.shownFraction(), 0.5))
      animator.fractionComplete = 0.9
      #expect(isClose(scene.shownFraction(), 0.1))
      animator.startAnimation()
      scene.host.advance(to: CACurrentMediaTime() + 0.05)
      #expect(isClose(scene.shownFraction(), 0.05))
      scene.host.advance(to: CACurrentMediaTime() + 0.1)
      #expect(animator.state == .inactive && scene.view.center.x == 20)
    }

    /// semantics 17: reversed before the start, it plays from the end to the start.
    @Test func reversedBeforeStart() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.isReversed = true
      animator.startAnimation()
      #expect(scene.shownFraction() == 1)
      scene.host.advance(to: 0.25)
      #expect(isClose(scene.shownFraction(), 0.75) && isClose(animator.fractionComplete, 0.25))
      scene.host.advance(to: 1.1)
      #expect(scene.view.center.x == 20 && animator.isReversed)
    }

    /// semantics 17: pausesOnCompletion: forward and back in one session.
    @Test func pausesOnCompletion() {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = scene.makeAnimator(easeIn)
      animator.pausesOnCompletion = true
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      scene.host.advance(to: 2)
      #expect(isClose(scene.shownFraction(), 1, within: 1e-9) && animator.fractionComplete == 1)
      animator.isReversed = true
      animator.startAnimation()
      scene.host.advance(to: 2.25)
      #expect(isClose(scene.shownFraction(), easeInCurve.value(at: 0.75), within: 1e-6))
      scene.host.advance(to: 4)
      #expect(
        isClose(scene.shownFraction(), 0, within: 1e-9) && animator.state == .active && ends.isEmpty
      )
      animator.pausesOnCompletion = false
      animator.isReversed = false
      animator.startAnimation()
      scene.host.advance(to: 5.1)
      #expect(ends == [.end] && scene.view.center.x == 120)
    }

    // MARK: Continuing

    /// semantics 17: the remaining motion takes a part of the duration; 0 takes the rest.
    @Test(arguments: [(0.0, 0.5), (0.25, 0.25), (1, 1)]) func continueAnimationTakesRemainingTime(
      factor: Double, seconds: Double
    ) {
      let scene = ViewScene()
      var ends: [UIViewAnimatingPosition] = []
      let animator = scene.makeAnimator(linear)
      animator.addCompletion { ends.append($0) }
      animator.fractionComplete = 0.5
      animator.continueAnimation(withTimingParameters: nil, durationFactor: factor)
      #expect(isClose(scene.shownFraction(), 0.5))
      let begin = CACurrentMediaTime()
      scene.host.advance(to: begin + seconds / 2)
      #expect(isClose(scene.shownFraction(), 0.75, within: 1e-6))
      scene.host.advance(to: begin + seconds - 0.001)
      #expect(ends.isEmpty)
      scene.host.advance(to: begin + seconds + 0.02)
      #expect(ends == [.end])
    }

    /// semantics 17: a new curve starts at the presented value, with the old speed.
    @Test func continueAnimationWithAnotherCurve() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.startAnimation()
      scene.host.advance(to: 0.5)
      animator.pauseAnimation()
      animator.continueAnimation(withTimingParameters: easeIn, durationFactor: 0.5)
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-9))
      scene.host.advance(to: 0.51)
      // The old speed is one distance per second; easing in from rest would be much slower.
      #expect(isClose((scene.shownFraction() - 0.5) / 0.01, 1, within: 0.1))
      scene.host.advance(to: 0.75)
      #expect(isClose(animator.fractionComplete, 0.75))
      animator.isReversed = true
      let shown = scene.shownFraction()
      scene.host.advance(to: 0.7501)
      #expect(isClose(scene.shownFraction(), shown, within: 1e-3))
      scene.host.advance(to: 2)
      #expect(animator.state == .inactive && scene.view.center.x == 20)
    }

    /// semantics 17, 7.2: a spring starts with its initial velocity.
    @Test func continueAnimationWithASpring() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.fractionComplete = 0.5
      let spring = UISpringTimingParameters(
        dampingRatio: 0.5, initialVelocity: CGVector(dx: 4, dy: 0))
      animator.continueAnimation(withTimingParameters: spring, durationFactor: 0.8)
      #expect(isClose(scene.shownFraction(), 0.5, within: 1e-9))
      let begin = CACurrentMediaTime()
      var highest = 0.0
      scene.host.advance(to: begin + 0.001)
      // Four remaining distances per second.
      #expect(isClose(scene.shownFraction() - 0.5, 0.5 * 0.004, within: 1e-4))
      for step in 1...78 {
        scene.host.advance(to: begin + Double(step) * 0.01)
        highest = max(highest, scene.shownFraction())
      }
      #expect(highest > 1.02 && animator.isRunning)
      scene.host.advance(to: begin + 0.85)
      #expect(animator.state == .inactive && scene.shownFraction() == 1)
    }

    // MARK: Touches

    /// semantics 17: hit testing uses presented positions, unless manual hit testing is enabled.
    @Test(arguments: [false, true]) func hitTestingUsesPresentedPosition(isManual: Bool) {
      let scene = ViewScene()
      let inner = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
      scene.view.addSubview(inner)
      scene.host.advance(to: 0.1)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        scene.view.center.x = 60
      }
      animator.isManualHitTestingEnabled = isManual
      func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? {
        scene.window.hitTest(CGPoint(x: x, y: y), with: nil)
      }
      animator.fractionComplete = 0.5
      CATransaction.flush()
      // Presented from 30 to 50, and finally from 50 to 70.
      #expect(hit(32, 12) === (isManual ? scene.window : scene.view))
      #expect(hit(40, 20) === (isManual ? scene.window : inner))
      #expect(hit(68, 12) === (isManual ? scene.view : scene.window))
      animator.stopAnimation(false)
      animator.finishAnimation(at: .end)
      #expect(hit(68, 12) === scene.view && hit(32, 12) === scene.window)
      #expect(scene.view.presentationFollowers == 0)
    }

    /// semantics 17: hit testing uses the presented size of a growing view.
    @Test func hitTestingUsesPresentedSize() {
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        scene.view.frame = CGRect(x: 10, y: 10, width: 60, height: 60)
      }
      animator.fractionComplete = 0.5
      CATransaction.flush()
      #expect(scene.window.hitTest(CGPoint(x: 49, y: 49), with: nil) === scene.view)
      #expect(scene.window.hitTest(CGPoint(x: 51, y: 49), with: nil) === scene.window)
      animator.stopAnimation(true)
    }

    /// semantics 17: without user interaction the animating views receive no touches while it is
    /// active.
    @Test func userInteractionCanBeDisabled() {
      let scene = ViewScene()
      let animator = scene.makeAnimator(linear)
      animator.isUserInteractionEnabled = false
      animator.pauseAnimation()
      #expect(scene.view.touchBlockCount == 1)
      #expect(scene.window.hitTest(CGPoint(x: 15, y: 15), with: nil) === scene.window)
      animator.startAnimation()
      scene.host.advance(to: 1.2)
      #expect(scene.view.touchBlockCount == 0)
    }

    /// semantics 17: frames show scrubbed, reversed and running values, though no animation begins or
    /// ends.
    @Test func framesShowScrubbedValues() {
      let scene = ViewScene()
      scene.view.backgroundColor = .red
      scene.host.advance(to: 0.1)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        scene.view.frame = CGRect(x: 60, y: 10, width: 40, height: 20)
      }
      /// The first and last red pixel of a row.
      func red() -> [Int] {
        let image = scene.host.image()
        let row = (0..<100).filter { x in
          let place = (20 * image.width + x) * 4
          return image.pixels[place] > 200 && image.pixels[place + 1] < 90
        }
        return [row.first ?? -1, row.last ?? -1]
      }
      #expect(red() == [10, 29])
      var time = 0.2
      func frame(_ seconds: Double = 0.1) -> [Int] {
        time += seconds
        scene.host.advance(to: time)
        return red()
      }
      for (fraction, wanted) in [
        (0.5, [35, 64]), (0, [10, 29]), (1, [60, 99]), (0.2, [20, 43]),
      ] {
        animator.fractionComplete = fraction
        #expect(frame() == wanted, "\(fraction)")
      }
      time = CACurrentMediaTime()
      animator.startAnimation()
      #expect(frame(0.3) == [35, 64])
      animator.isReversed = true
      #expect(frame(0.1) == [30, 57])
      animator.pauseAnimation()
      #expect(frame(5) == [30, 57])
      animator.startAnimation()
      #expect(frame(1) == [10, 29])
    }

    /// A custom property is drawn with its presented value.
    @Test func customPropertiesAreDrawnWhenScrubbed() {
      let view = PercentView()
      let scene = ViewScene(view)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) {
        (view.layer as? PercentLayer)?.percent = 100
      }
      animator.fractionComplete = 0.5
      scene.host.advance(to: 0.5)
      #expect(isClose(PercentLayer.drawn ?? -1, 50, within: 1e-6))
      animator.fractionComplete = 0.25
      scene.host.advance(to: 1)
      #expect(isClose(PercentLayer.drawn ?? -1, 25, within: 1e-6))
      animator.startAnimation()
      scene.host.advance(to: 3)
      #expect(PercentLayer.drawn == 100)
    }
  }
}

private final class PercentLayer: CALayer {
  @Animatable var percent: CGFloat = 0
  nonisolated(unsafe) static var drawn: Double?
  override func draw(in ctx: CGContext) { Self.drawn = percent }
}

private final class PercentView: UIView {
  override class var layerClass: AnyClass { PercentLayer.self }
}
