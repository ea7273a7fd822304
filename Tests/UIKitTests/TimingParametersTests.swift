// TimingParametersTests.swift
// Curves and springs of property animators (semantics 2, 7.2, 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
@testable import UIKitCore

extension LiveViews {
  /// Timing parameters by semantics 7.2 and 17.
  @MainActor @Suite struct TimingParametersTests {
    /// semantics 17: a curve by name is one of Core Animation's.
    @Test(arguments: [
      (UIView.AnimationCurve.easeInOut, CAMediaTimingFunctionName.easeInEaseOut),
      (.easeIn, .easeIn), (.easeOut, .easeOut), (.linear, .linear),
    ])
    func namedCurves(curve: UIView.AnimationCurve, name: CAMediaTimingFunctionName) {
      let parameters = UICubicTimingParameters(animationCurve: curve)
      #expect(parameters.timingCurveType == .builtin && parameters.animationCurve == curve)
      #expect(parameters.cubicTimingParameters === parameters)
      #expect(parameters.springTimingParameters == nil)
      #expect(
        parameters.curve(duration: 1)
          == DrivenSegment.Curve.easing(CAMediaTimingFunction(name: name).curve))
    }

    /// semantics 17: a curve by its points; the default eases in and out.
    @Test func cubicCurveByControlPoints() {
      let (one, two) = (CGPoint(x: 0.1, y: 0.7), CGPoint(x: 0.9, y: 1.2))
      let parameters = UICubicTimingParameters(controlPoint1: one, controlPoint2: two)
      #expect(parameters.timingCurveType == .cubic)
      #expect(parameters.controlPoint1 == one && parameters.controlPoint2 == two)
      #expect(UICubicTimingParameters().animationCurve == .easeInOut)
      #expect(UICubicTimingParameters().timingCurveType == .builtin)
      #expect((parameters.copy() as? UICubicTimingParameters)?.controlPoint2 == two)
      let animator = UIViewPropertyAnimator(duration: 3, controlPoint1: one, controlPoint2: two)
      #expect(animator.duration == 3)
      #expect(animator.timingParameters?.cubicTimingParameters?.controlPoint1 == one)
    }

    /// semantics 7.2: a spring by its ratio fills the animator's duration.
    @Test func springByDampingRatioFillsDuration() {
      let animator = UIViewPropertyAnimator(duration: 2, dampingRatio: 0.5)
      #expect(animator.duration == 2)
      let spring = animator.timingParameters?.springTimingParameters
      #expect(spring?.initialVelocity == .zero && spring?.timingCurveType == .spring)
      let wanted = SpringConversion(dampingRatio: 0.5, velocity: 0, duration: 2)
      guard case .spring(let made, let seconds) = spring?.curve(duration: 2, isVertical: false)
      else {
        Issue.record("no spring")
        return
      }
      #expect(isClose(made.frequency * made.frequency, wanted.stiffness) && seconds == 2)
    }

    /// semantics 7.2: a spring by mass, stiffness and damping overrides the duration.
    @Test func physicalSpringOverridesDuration() {
      let spring = CASpringAnimation()
      (spring.mass, spring.stiffness, spring.damping) = (2, 300, 20)
      let parameters = UISpringTimingParameters(
        mass: 2, stiffness: 300, damping: 20, initialVelocity: .zero)
      let animator = UIViewPropertyAnimator(duration: 40, timingParameters: parameters)
      #expect(isClose(animator.duration, spring.settlingDuration))
      // The default spring, mass 3, stiffness 1000, damping 500, does not oscillate.
      let own = UIViewPropertyAnimator(duration: 4, timingParameters: UISpringTimingParameters())
      #expect(own.duration > 0.4 && own.duration < 0.7)
      let perceptual = UISpringTimingParameters(duration: 0.5, bounce: 0.3)
      let same = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
      #expect(
        isClose(
          UIViewPropertyAnimator(duration: 9, timingParameters: perceptual).duration,
          same.settlingDuration))
    }

    /// semantics 17: a spring on the screen is Core Animation's.
    @Test func springMatchesCASpringAnimation() {
      let scene = ViewScene()
      let reference = UIView(frame: scene.view.frame)
      scene.window.addSubview(reference)
      scene.host.advance(to: 0)
      let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.4) {
        scene.view.center.x = 90
      }
      animator.startAnimation()
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.4, initialSpringVelocity: 0,
        animations: { reference.center.x = 90 })
      for step in 1...9 {
        scene.host.advance(to: Double(step) * 0.1)
        #expect(
          isClose(
            scene.shown("position.x"), scene.shown("position.x", reference.layer), within: 1e-6))
      }
      animator.stopAnimation(true)
    }

    /// semantics 7.2: the velocity of a point is a vector; for others dx applies.
    @Test func springVelocityPerCoordinate() {
      let scene = ViewScene()
      let timing = UISpringTimingParameters(
        dampingRatio: 1, initialVelocity: CGVector(dx: 0, dy: 5))
      let animator = UIViewPropertyAnimator(duration: 1, timingParameters: timing)
      animator.addAnimations {
        scene.view.center = CGPoint(x: 120, y: 120)
        scene.view.alpha = 0
      }
      animator.startAnimation()
      scene.host.advance(to: 0.01)
      #expect(scene.shown("position.y") - 20 > 4 && scene.shown("position.x") - 20 < 1)
      #expect(1 - scene.shown("opacity") < 0.01)
      scene.host.advance(to: 0.5)
      animator.pauseAnimation()
      animator.fractionComplete = 0.5
      CATransaction.flush()
      #expect(isClose(scene.shown("position.x"), 70, within: 1e-6))
      let y = scene.shown("position.y")
      animator.isReversed = true
      animator.startAnimation()
      CATransaction.flush()
      #expect(isClose(scene.shown("position.y"), y, within: 1e-6))
      scene.host.advance(to: 3)
      #expect(scene.view.center == CGPoint(x: 20, y: 20) && scene.view.alpha == 1)
      #expect(animator.state == .inactive && scene.view.presentationFollowers == 0)
    }

    /// semantics 7.2: as is that of a continuing spring.
    @Test func continuedSpringVelocityIsInRemainingDistances() {
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        scene.view.center = CGPoint(x: 120, y: 120)
      }
      animator.fractionComplete = 0.5
      animator.continueAnimation(
        withTimingParameters: UISpringTimingParameters(
          dampingRatio: 1, initialVelocity: CGVector(dx: 8, dy: 0)), durationFactor: 1)
      CATransaction.flush()
      #expect(isClose(scene.shown("position.x"), 70) && isClose(scene.shown("position.y"), 70))
      scene.host.advance(to: 0.01)
      #expect(scene.shown("position.x") - 70 > 3 && scene.shown("position.y") - 70 < 1)
      animator.stopAnimation(false)
      animator.finishAnimation(at: .start)
      #expect(scene.view.center == CGPoint(x: 20, y: 20))
    }

    /// semantics 17: a custom provider.
    @Test func customTimingCurveProvider() {
      final class Composed: NSObject, UITimingCurveProvider {
        let spring: UISpringTimingParameters?
        init(_ spring: UISpringTimingParameters?) { self.spring = spring }
        required init?(coder: NSCoder) { spring = nil }
        func encode(with coder: NSCoder) {}
        func copy(with zone: NSZone?) -> Any { self }
        var timingCurveType: UITimingCurveType { spring == nil ? .cubic : .composed }
        var cubicTimingParameters: UICubicTimingParameters? {
          UICubicTimingParameters(animationCurve: .linear)
        }
        var springTimingParameters: UISpringTimingParameters? { spring }
      }
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 1, timingParameters: Composed(nil))
      animator.addAnimations { scene.view.alpha = 0 }
      animator.startAnimation()
      scene.host.advance(to: 0.25)
      #expect(isClose(scene.shown("opacity"), 0.75))
      animator.stopAnimation(true)
      let spring = UISpringTimingParameters()
      #expect(
        UIViewPropertyAnimator(duration: 9, timingParameters: Composed(spring)).duration < 1)
    }
  }
}
