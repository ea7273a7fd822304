// SpringConversionTests.swift
// UIKit's spring parameters converted to Core Animation's (semantics 7.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import UIKitCore

/// semantics 7.2
@Suite struct SpringConversionTests {
  /// semantics 7.2: without a velocity the frequency is ln(1000 ζ / √(1 - ζ²)) / (ζ D).
  @Test(arguments: [0.1, 0.3, 0.5, 0.7, 0.9, 0.99], [0.25, 1, 3.0])
  func criticallyDampedClosedForm(ratio: Double, duration: Double) {
    let spring = SpringConversion(dampingRatio: ratio, velocity: 0, duration: duration)
    let frequency = log(1000 * ratio / (1 - ratio * ratio).squareRoot()) / (ratio * duration)
    #expect(abs(spring.stiffness / (frequency * frequency) - 1) < 1e-9)
    #expect(abs(spring.damping / (2 * ratio * frequency) - 1) < 1e-9)
    #expect(spring.duration == duration)
  }

  /// semantics 7.2: the frequency is the largest root of either equation.
  @Test(arguments: [0.3, 0.6, 0.9, 1], [-2, -1, 0, 0.5, 1, 2.0])
  func fittedSpringsSolveTheEquation(ratio: Double, velocity: Double) {
    let duration = 0.8
    let spring = SpringConversion(dampingRatio: ratio, velocity: velocity, duration: duration)
    func left(_ w: Double) -> Double {
      ratio < 1
        ? (ratio * w - velocity) / (w * (1 - ratio * ratio).squareRoot())
          * exp(-ratio * w * duration)
        : (1 + (w - velocity) * duration) * exp(-w * duration)
    }
    let root = spring.stiffness.squareRoot()
    #expect(abs(left(root) - 0.001) < 1e-6)
    for step in 1...200 { #expect(left(root * (1 + Double(step) / 20)) < 0.001) }
  }

  /// semantics 7.2: Newton's method from 5/D with 12 steps, as in published solvers, finds the same
  /// where it converges; it does not for a ratio of 0.3 and a velocity of 1.
  @Test(arguments: [0.3, 0.5, 0.8], [-1, 0, 0.5])
  func valuesMatchPublishedSolvers(ratio: Double, velocity: Double) {
    let duration = 1.0
    func left(_ w: Double) -> Double {
      let decay = ratio * w
      let damped = w * (1 - ratio * ratio).squareRoot()
      return 0.001 - (decay - velocity) / damped * exp(-decay * duration)
    }
    var w = 5 / duration
    for _ in 0..<12 {
      let slope = (left(w + 1e-6) - left(w - 1e-6)) / 2e-6
      w -= left(w) / slope
    }
    let spring = SpringConversion(dampingRatio: ratio, velocity: velocity, duration: duration)
    #expect(abs(spring.stiffness.squareRoot() - w) < 1e-3)
  }

  /// semantics 7.2: ratios are clamped to 0.01...1.
  @Test func dampingRatiosAreClamped() {
    func spring(_ ratio: Double) -> SpringConversion {
      SpringConversion(dampingRatio: ratio, velocity: 0, duration: 1)
    }
    #expect(spring(2) == spring(1) && spring(0) == spring(0.01) && spring(-1) == spring(0.01))
    #expect(spring(0).stiffness.isFinite)
  }

  /// semantics 7.2: perceptual springs last until they have settled, for any bounce.
  @Test(arguments: [-0.9, -0.5, 0, 0.3, 0.9]) func perceptualSpringParameters(bounce: Double) {
    let spring = SpringConversion(perceptualDuration: 0.5, bounce: bounce, velocity: 0)
    let frequency = 2 * Double.pi / 0.5
    #expect(abs(spring.stiffness - frequency * frequency) < 1e-9)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    #expect(abs(spring.damping - 2 * ratio * frequency) < 1e-9)
    let animation = spring.makeAnimation(keyPath: "position")
    #expect(animation.duration == animation.settlingDuration && animation.duration > 0.4)
    #expect(abs(animation.bounce - bounce) < 1e-9)
  }

  /// semantics 7.2: a layer animates the spring unchanged, overdamped ones too.
  @Test func layerAnimationsKeepOverdamping() throws {
    let layer = CALayer()
    let spring = SpringConversion(perceptualDuration: 0.5, bounce: -0.5, velocity: 0)
    layer.add(spring.makeAnimation(keyPath: "opacity"), forKey: "spring")
    let running = try #require(layer.animation(forKey: "spring") as? CASpringAnimation)
    #expect(running.allowsOverdamping && running.settlingDuration == spring.duration)
    layer.removeAllAnimations()
    CATransaction.flush()
  }
}

extension LiveViews {
  /// semantics 7.2
  @MainActor @Suite struct SpringBlockTests {
    /// semantics 7.2: a velocity of 1 is the total distance per second.
    @Test(arguments: [0.5, 3.0]) func velocityIsInTotalDistances(velocity: Double) {
      let scene = ViewScene()
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.9, initialSpringVelocity: velocity,
        animations: { scene.view.center.x = 220 })
      // The spring accelerates strongly at the start, so only the first step shows the velocity.
      scene.host.advance(to: 1e-5)
      #expect(isClose((scene.shown("position.x") - 20) / 1e-5, velocity * 200, within: 0.5))
    }

    /// semantics 7.2: the defaults are 0.5 s, without bounce or delay.
    @Test func perceptualSpringDefaults() throws {
      let scene = ViewScene()
      UIView.animate(springDuration: 0.5) { scene.view.alpha = 0 }
      UIView.animate(animations: { scene.view.center.x = 60 })
      for key in ["opacity", "position"] {
        let spring = try #require(scene.animation(key) as? CASpringAnimation)
        #expect(isClose(spring.perceptualDuration, 0.5) && isClose(spring.bounce, 0))
        #expect(spring.initialVelocity == 0 && spring.beginTime == 0)
        #expect(spring.duration == spring.settlingDuration)
      }
    }
  }
}
