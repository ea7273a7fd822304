// SpringTests.swift
// Springs compared with their equation of motion (semantics 7).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct SpringTests {
  /// The remaining distance, by small steps of the equation m u'' + c u' + k u = 0.
  private func integrated(
    mass: Double, stiffness: Double, damping: Double, velocity: Double, until end: Double
  ) -> Double {
    var (u, v) = (1.0, -velocity)
    let steps = 4000
    let h = end / Double(steps)
    func slope(_ u: Double, _ v: Double) -> (Double, Double) {
      (v, -(damping * v + stiffness * u) / mass)
    }
    for _ in 0..<steps {
      let k1 = slope(u, v)
      let k2 = slope(u + h / 2 * k1.0, v + h / 2 * k1.1)
      let k3 = slope(u + h / 2 * k2.0, v + h / 2 * k2.1)
      let k4 = slope(u + h * k3.0, v + h * k3.1)
      u += h / 6 * (k1.0 + 2 * k2.0 + 2 * k3.0 + k4.0)
      v += h / 6 * (k1.1 + 2 * k2.1 + 2 * k3.1 + k4.1)
    }
    return u
  }

  /// semantics 7.1: underdamped, critical and overdamped springs follow the equation.
  @Test(arguments: [
    (1.0, 100.0, 10.0, 0.0), (2, 50, 3, 0), (1, 100, 20, 0), (1, 100, 60, 0), (1, 100, 10, 5),
    (1, 100, 20, -4), (1, 100, 60, 8), (0.5, 400, 0, 0), (3, 1000, 500, 0),
  ])
  func springsFollowTheirEquation(
    mass: Double, stiffness: Double, damping: Double, velocity: Double
  ) {
    let spring = Spring(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity,
      allowsOverdamping: true)
    for time in [0, 0.05, 0.2, 0.5, 1] as [Double] {
      let expected = integrated(
        mass: mass, stiffness: stiffness, damping: damping, velocity: velocity, until: time)
      #expect(abs(spring.remainder(at: time) - expected) < 1e-6)
      #expect(abs(spring.progress(at: time) - (1 - expected)) < 1e-6)
    }
  }

  /// semantics 7.1: unless overdamping is allowed, a damping above the critical one acts as
  /// critical.
  @Test func overdampingIsCut() {
    let cut = Spring(mass: 1, stiffness: 100, damping: 60, initialVelocity: 2)
    let critical = Spring(mass: 1, stiffness: 100, damping: 20, initialVelocity: 2)
    for step in 0...20 {
      let time = Double(step) / 10
      #expect(abs(cut.remainder(at: time) - critical.remainder(at: time)) < 1e-12)
    }
    #expect(cut.settlingDuration == critical.settlingDuration)
  }

  /// semantics 7.1: the settling duration of underdamped springs, in closed form.
  @Test func swingingSpringsSettleInClosedForm() {
    var random = SeededRandom(seed: 6)
    for _ in 0..<200 {
      let animation = CASpringAnimation()
      animation.mass = .random(in: 0.1...5, using: &random)
      animation.stiffness = .random(in: 10...500, using: &random)
      let critical = 2 * (animation.stiffness * animation.mass).squareRoot()
      animation.damping = critical * .random(in: 0.05...0.95, using: &random)
      animation.initialVelocity = .random(in: -10...10, using: &random)
      let w = (animation.stiffness / animation.mass).squareRoot()
      let z = animation.damping / critical
      let wd = w * (1 - z * z).squareRoot()
      let expected = log(1000 * (1 + abs(z * w - animation.initialVelocity) / wd)) / (z * w)
      #expect(abs(animation.settlingDuration - expected) < 1e-9 * expected)
      // From there on less than a thousandth remains.
      for late in stride(from: 1.0, to: 2.0, by: 0.05) {
        #expect(abs(animation.spring.remainder(at: expected * late)) <= 0.001)
      }
    }
  }

  /// semantics 7.1: the settling duration to 1e-12, by an independent formula in mass, stiffness
  /// and damping; critical and overdamped springs by their own solutions on summed tenths.
  @Test func settlingDurationsAreTheMeasuredFormula() {
    var random = SeededRandom(seed: 61)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for _ in 0..<400 {
      let spring = CASpringAnimation()
      (spring.mass, spring.stiffness) = (number(0.2...4), number(10...600))
      let critical = 2 * (spring.mass * spring.stiffness).squareRoot()
      let isSwinging = Bool.random(using: &random)
      spring.damping = critical * (isSwinging ? number(0.02...0.98) : number(1...3))
      spring.initialVelocity = number(-8...8)
      spring.allowsOverdamping = .random(using: &random)
      let (m, k, c, v) = (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity)
      let rate = c / (2 * m)
      let expected: Double
      if isSwinging {
        let swing = (k / m - rate * rate).squareRoot()
        expected = log(1000 * (1 + abs(rate - v) / swing)) / rate
        #expect(abs(spring.settlingDuration - expected) < 1e-12 * expected)
        continue
      }
      func left(_ t: Double) -> Double {
        guard spring.allowsOverdamping && c > critical else {
          let w = (k / m).squareRoot()
          return exp(-w * t) * (1 + (w - v) * t)
        }
        let root = (rate * rate - k / m).squareRoot()
        return exp(-rate * t) * (cosh(root * t) + (rate - v) / root * sinh(root * t))
      }
      var time = 0.0
      while abs(left(time)) >= 0.001 { time += 0.1 }
      #expect(spring.settlingDuration == time, "\(m) \(k) \(c) \(v)")
    }
  }

  /// semantics 7.1, and 20.8 as far as it agrees: an animation that lasts as long as its spring settles ends at rest.
  @Test func overdampedPerceptualSpringsEndAtRest() {
    let animation = CASpringAnimation(perceptualDuration: 1, bounce: -0.5)
    #expect(abs(animation.duration - 4.2) < 1e-9)
    #expect(abs(animation.spring.remainder(at: animation.duration)) < 0.001)
    #expect(abs(animation.spring.remainder(at: 2.6) - 0.013) < 0.001)
  }

  /// semantics 7.1: far above the critical damping a spring approaches its target exactly, without
  /// an end.
  @Test func heavilyDampedSpringsCreep() {
    let spring = Spring(
      mass: 1, stiffness: 100, damping: 2e9, initialVelocity: 0, allowsOverdamping: true)
    // The slow exponent is k / c.
    #expect(abs(spring.remainder(at: 1e6) - exp(-100 / 2e9 * 1e6)) < 1e-9)
    #expect(spring.remainder(at: 0) == 1 && spring.settlingDuration.isFinite)
    let endless = CASpringAnimation(perceptualDuration: 1, bounce: -1)
    #expect(endless.damping.isFinite && endless.settlingDuration.isFinite)
    #expect(abs(endless.bounce + 1) < 1e-5)
  }

  /// semantics 7.1: a timing function is applied to the spring's time.
  @Test func timingFunctionsBendTheSpringsTime() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 10, initialVelocity: 0)
    let motion = SpringMotion(spring, duration: 2)
    let body = TrackFunction<AnimatableValue>.ends(
      FromToBy(from: .number(0), to: .number(1)))
    let curve = CAMediaTimingFunction(name: .easeIn).curve
    var easings: EasingIndex?
    let timing = ActiveTiming(map: .identity, duration: 2)
    let track = AnimationTrack(
      slot: 0, property: .opacity, member: .whole,
      timeline: Timeline(timing, easing: curve, spring: motion, &easings), body: body,
      isAdditive: false, isCumulative: false)
    for time in [0.2, 0.7, 1.3, 1.9] {
      let expected = motion.fraction(at: curve.value(at: time / 2))
      #expect(track.value(atLayerTime: time, underlying: .none)?.lanes?.x == expected)
    }
  }

  /// semantics 7.1
  @Test func defaultsAreCoreAnimations() {
    let spring = CASpringAnimation()
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    #expect(spring.initialVelocity == 0 && !spring.allowsOverdamping)
    // ω0 = 10, ζ = 0.5: ln(1000 (1 + 5 / 8.66)) / 5.
    #expect(abs(spring.settlingDuration - 1.472700) < 1e-5)
  }

  /// semantics 7.1: critical springs settle on a grid of tenths; undamped ones never.
  @Test func criticalSpringsSettleOnTenths() {
    let spring = Spring(mass: 1, stiffness: 100, damping: 20, initialVelocity: 0)
    let settling = spring.settlingDuration
    #expect(abs(spring.remainder(at: settling)) < 0.001)
    #expect(abs(spring.remainder(at: settling - 0.1)) >= 0.001)
    #expect(abs((settling * 10).rounded() - settling * 10) < 1e-9)
    let endless = Spring(mass: 1, stiffness: 100, damping: 0, initialVelocity: 0)
    #expect(endless.settlingDuration == Double(Float.greatestFiniteMagnitude))
  }

  /// semantics 7.1: rejected values leave the previous ones.
  @Test func impossibleSpringsAreRefused() {
    let spring = CASpringAnimation()
    (spring.mass, spring.stiffness, spring.damping) = (0, -1, -3)
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    (spring.mass, spring.stiffness, spring.damping) = (.nan, .infinity, .nan)
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10)
    spring.damping = 0
    #expect(spring.damping == 0)
  }

  /// semantics 7.1: the known answer 0.5 s, 0.3 → stiffness 157.9, damping 17.6; and back again.
  @Test func perceptualSpringsReadBack() {
    let known = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(abs(known.stiffness - 157.914) < 0.001 && abs(known.damping - 17.593) < 0.001)
    #expect(known.allowsOverdamping && known.duration == known.settlingDuration)
    for bounce in [-0.9, -0.5, -0.1, 0, 0.2, 0.5, 0.99] as [CGFloat] {
      for duration in [0.1, 0.5, 2] as [Double] {
        let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
        #expect(abs(spring.perceptualDuration - duration) < 1e-9)
        #expect(abs(spring.bounce - bounce) < 1e-9, "\(spring.bounce) for \(bounce)")
      }
    }
  }

  /// semantics 7.2: UIKit's frequency leaves a thousandth of the oscillation at the end.
  @Test func uikitsFrequencySolvesItsEquation() {
    for ratio in [0.05, 0.2, 0.5, 0.7, 0.9, 0.99, 1] as [Double] {
      for velocity in [-20, -2, -1, -0.3, 0, 0.5, 1, 2, 20] as [Double] {
        for duration in [0.2, 0.5, 1, 3] as [Double] {
          let w = Spring.frequency(dampingRatio: ratio, velocity: velocity, duration: duration)
          #expect(w > 0)
          let left =
            ratio < 1
            ? (ratio * w - velocity) / (w * (1 - ratio * ratio).squareRoot())
              * exp(-ratio * w * duration)
            : (1 + (w - velocity) * duration) * exp(-w * duration)
          // With a fast start towards the rest only the far side remains.
          #expect(abs(abs(left) - 0.001) < 1e-9, "ζ \(ratio), v \(velocity), \(duration) s: ω \(w)")
        }
      }
    }
  }

  /// semantics 7.2: without a velocity there is a closed form.
  @Test func uikitsFrequencyAtRestIsALogarithm() {
    let w = Spring.frequency(dampingRatio: 0.5, velocity: 0, duration: 2)
    #expect(abs(w - log(1000 * 0.5 / 0.75.squareRoot())) < 1e-9)
  }

  /// semantics 15: a duration or bounce that no spring has takes the nearest.
  @Test func badSpringsTakeTheNearest() {
    let (short, bouncy) = (
      CASpringAnimation(perceptualDuration: 0, bounce: 0),
      CASpringAnimation(perceptualDuration: 1, bounce: 1.5)
    )
    #expect(short.stiffness.isFinite && short.duration < 1 && bouncy.damping == 0)
  }
}
