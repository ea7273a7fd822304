// AnimatorLawTests.swift
// Property animators that are paused, scrubbed, reversed, continued, stopped and finished at random:
// values never jump, completions run once, and models end correctly (semantics 17).
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
  /// Random tests of semantics 17.
  @MainActor @Suite struct AnimatorLawTests {
    /// One animator with the log of its calls.
    @MainActor fileprivate final class Session {
      let scene: ViewScene
      let view: UIView
      var random: SeededRandom
      let animator: UIViewPropertyAnimator
      var reported: [UIViewAnimatingPosition] = []
      var log: [String] = []
      var time = 0.0
      /// The start and end values of a run, by key.
      let keys = ["position.x", "opacity", "bounds.size.width", "transform.rotation.z"]
      var starts: [Double] = []
      var ends: [Double] = []

      init(_ scene: ViewScene, seed: UInt64) {
        (self.scene, view) = (scene, scene.view)
        random = SeededRandom(seed: seed)
        time = CACurrentMediaTime()
        animator = UIViewPropertyAnimator(
          duration: Double(Int.random(in: 1...8, using: &random)) * 0.25,
          timingParameters: Self.timing(&random))
        animator.scrubsLinearly = Int.random(in: 0..<4, using: &random) > 0
        animator.pausesOnCompletion = Int.random(in: 0..<5, using: &random) == 0
        starts = keys.map(model)
        let delay = Int.random(in: 0..<4, using: &random) == 0 ? 0.4 : 0
        let targets = keys.map { key in
          key == "opacity"
            ? Double.random(in: 0.1...0.9, using: &random)
            : Double.random(in: 5...90, using: &random)
        }
        animator.addAnimations { [view] in view.center.x = targets[0] }
        animator.addAnimations({ [view] in view.alpha = targets[1] }, delayFactor: delay)
        animator.addAnimations { [view] in
          view.bounds.size.width = targets[2]
          UIView.animate(withDuration: 9) {
            view.transform = CGAffineTransform(rotationAngle: targets[3] / 90)
          }
        }
        animator.addCompletion { [weak self] in self?.reported.append($0) }
        ends = [targets[0], Double(Float(targets[1])), targets[2], targets[3] / 90]
      }

      static func timing(_ random: inout SeededRandom) -> any UITimingCurveProvider {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: UICubicTimingParameters(animationCurve: .linear)
        case 1: UICubicTimingParameters(animationCurve: .easeIn)
        case 2: UICubicTimingParameters(animationCurve: .easeInOut)
        case 3:
          UICubicTimingParameters(
            controlPoint1: CGPoint(x: 0.2, y: -0.5), controlPoint2: CGPoint(x: 0.5, y: 1.6))
        case 4:
          UISpringTimingParameters(
            dampingRatio: Double.random(in: 0.2...1, using: &random),
            initialVelocity: CGVector(
              dx: Double.random(in: -1...3, using: &random),
              dy: Bool.random(using: &random) ? 0 : 1))
        case 5: UISpringTimingParameters(duration: 0.4, bounce: 0.3)
        default: UISpringTimingParameters()
        }
      }

      func model(_ key: String) -> Double {
        (view.layer.value(forKeyPath: key) as? NSNumber)?.doubleValue ?? .nan
      }

      var shown: [Double] {
        CATransaction.flush()
        return keys.map { scene.shown($0) }
      }

      func fail(_ what: String) {
        Issue.record("\(what)\n\(log.joined(separator: "\n"))")
      }

      /// Performs a call that must not change presented values.
      func still(_ name: String, _ act: () -> Void) {
        let before = shown
        act()
        let after = shown
        log.append("\(time): \(name): \(before) -> \(after)")
        for (old, new) in zip(before, after) where !(abs(new - old) < 1e-6) {
          fail("\(name) jumped from \(old) to \(new)")
        }
      }

      func step() {
        let active = animator.state == .active
        let running = animator.isRunning
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1, 2:
          time += Double.random(in: 0...0.4, using: &random)
          scene.host.advance(to: time)
          log.append("\(time): \(shown) \(animator.fractionComplete) \(animator.isReversed)")
        case 3: still("start") { animator.startAnimation() }
        case 4: still("pause") { animator.pauseAnimation() }
        case 5 where active && !running:
          animator.fractionComplete = Double.random(in: -0.1...1.1, using: &random)
          log.append("\(time): scrub \(animator.fractionComplete): \(shown)")
        case 6 where active: still("reverse") { animator.isReversed.toggle() }
        case 7 where active && !running:
          let other =
            Bool.random(using: &random) ? nil : Self.timing(&random)
          let factor = Bool.random(using: &random) ? 0 : 0.5
          still("continue \(String(describing: other)) \(factor)") {
            animator.continueAnimation(withTimingParameters: other, durationFactor: factor)
          }
        case 8 where active && !running:
          // Setting the current value changes nothing.
          still("same fraction") { animator.fractionComplete = animator.fractionComplete }
        default: break
        }
        for value in shown where !value.isFinite || abs(value) > 10_000 {
          fail("\(value) is seen")
        }
        let fraction = animator.fractionComplete
        if !(fraction >= 0 && fraction <= 1) { fail("the fraction is \(fraction)") }
        if animator.isRunning && animator.state != .active { fail("runs while \(animator.state)") }
      }

      /// Ends the animator in a random manner, and checks the result.
      func end() {
        animator.pausesOnCompletion = false
        var position: UIViewAnimatingPosition?
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where animator.state == .active:
          still("stop") { animator.stopAnimation(false) }
          position = UIViewAnimatingPosition(rawValue: Int.random(in: 0...2, using: &random))
          if position == .current {
            still("finish") { animator.finishAnimation(at: .current) }
          } else {
            animator.finishAnimation(at: position ?? .end)
          }
        case 1 where animator.state == .active:
          still("drop") { animator.stopAnimation(true) }
          if !reported.isEmpty { fail("a dropped animator completed at \(reported)") }
          return
        case 2 where animator.state == .active:
          // It ends without a window.
          view.removeFromSuperview()
          animator.startAnimation()
          position = animator.isReversed ? .start : .end
          scene.host.advance(to: time + 0.1)
          scene.host.advance(to: time + 0.2)
          scene.window.addSubview(view)
        default:
          guard animator.state == .active else { break }
          animator.startAnimation()
          position = animator.isReversed ? .start : .end
          scene.host.advance(to: time + 5)
        }
        if animator.state != .inactive { fail("still \(animator.state)") }
        if reported.count != 1 || position != nil && reported.first != position {
          fail("completed at \(reported), not \(String(describing: position))")
        }
        let wanted = reported.first == .start ? starts : ends
        if reported.first == .current { return }
        for (key, value) in zip(keys, wanted) where !isClose(model(key), value, within: 1e-6) {
          fail("\(key) is \(model(key)) and not \(value) at \(reported)")
        }
      }
    }

    @Test(arguments: 0..<10) func randomInterruptionsNeverJump(part: Int) {
      for number in 0..<100 {
        let scene = ViewScene()
        scene.host.advance(to: 0.1)
        let session = Session(scene, seed: UInt64(part * 1000 + number))
        session.animator.pauseAnimation()
        for _ in 0..<12 where session.reported.isEmpty { session.step() }
        if session.reported.isEmpty { session.end() } else { session.endedByItself() }
        #expect(scene.view.presentationFollowers == 0 && scene.view.layer.animationKeys() == nil)
        if session.animator.state == .active { session.animator.stopAnimation(true) }
      }
    }
  }
}

extension LiveViews.AnimatorLawTests.Session {
  /// It ended by itself.
  fileprivate func endedByItself() {
    if animator.state == .active { animator.stopAnimation(true) }
    if reported.count != 1 { fail("completed at \(reported)") }
    let wanted = reported.first == .start ? starts : ends
    for (key, value) in zip(keys, wanted) where !isClose(model(key), value, within: 1e-6) {
      fail("\(key) is \(model(key)) and not \(value) at \(reported)")
    }
  }
}
