// AnimationLawTests.swift
// Laws of every animation: seeded random animations on live layers, read through `presentation()`
// on the virtual clock.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A custom value type with sums.
private struct Reading: CAInterpolatable, AdditiveArithmetic {
  var value: Double
  static let zero = Reading(value: 0)
  static func + (a: Reading, b: Reading) -> Reading { Reading(value: a.value + b.value) }
  static func - (a: Reading, b: Reading) -> Reading { Reading(value: a.value - b.value) }
  func interpolated(to end: Reading, fraction: Double) -> Reading {
    Reading(value: value + (end.value - value) * fraction)
  }
}

private final class MeterLayer: CALayer {
  @Animatable var reading = Reading(value: 3)
}

/// The presented values that animations of these tests change, as numbers.
private struct Look {
  var numbers: [Double] = []

  @MainActor init(_ layer: CALayer, at time: TimeInterval? = nil) {
    func read() -> CALayer? { layer.presentation() }
    guard let shown = time.map({ MediaClock.withFrameTime($0, read) }) ?? read() else { return }
    let (t, c) = (shown.transform.rows, shown.backgroundColor?.lanes ?? SIMD4(-1, -1, -1, -1))
    for row in [t.0, t.1, t.2, t.3, c] { numbers += (0..<4).map { row[$0] } }
    numbers += [shown.position.x, shown.position.y, Double(shown.opacity), shown.cornerRadius]
    numbers += [shown.bounds.origin.x, shown.bounds.width, shown.bounds.height]
    numbers += [(shown as? MeterLayer)?.reading.value ?? 0]
  }

  /// The largest difference between two sets of values.
  func distance(to other: Look) -> Double {
    guard numbers.count == other.numbers.count, !numbers.isEmpty else { return .infinity }
    return zip(numbers, other.numbers).map { abs($0 - $1) / max(1, abs($0)) }.max() ?? 0
  }
}

/// Random animations and layers.
private struct Cases {
  var random: SeededRandom
  static let keys = [
    "position", "position.x", "opacity", "cornerRadius", "bounds", "bounds.size.width",
    "backgroundColor", "transform", "transform.rotation.z", "transform.scale", "reading",
  ]

  init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func number(_ range: ClosedRange<Double> = -20...20) -> Double {
    .random(in: range, using: &random)
  }
  mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
  mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
  mutating func transform() -> CATransform3D {
    let plane = CATransform3DRotate(
      CATransform3DMakeScale(number(0.5...2), number(0.5...2), 1), number(-3...3), 0, 0, 1)
    return chance(0.7) ? plane : CATransform3DRotate(plane, number(-1...1), 1, 0.3, 0)
  }
  mutating func value(of key: String) -> Any {
    switch key {
    case "position": CGPoint(x: number(), y: number())
    case "bounds": CGRect(x: number(), y: number(), width: number(1...9), height: number(1...9))
    case "bounds.size.width": number(1...20)
    case "opacity": number(0...1)
    case "backgroundColor":
      CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: number(0...1))
    case "transform": transform()
    case "reading": Reading(value: number())
    default: number()
    }
  }

  /// A random property animation of a key, without timing.
  mutating func animation(_ key: String) -> CAPropertyAnimation {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let keyframes = CAKeyframeAnimation(keyPath: key)
      keyframes.values = (0..<Int.random(in: 2...5, using: &random)).map { _ in value(of: key) }
      keyframes.calculationMode = one([.linear, .discrete, .paced, .cubic, .cubicPaced])
      if chance(0.4) { keyframes.timingFunctions = [CAMediaTimingFunction(name: .easeInEaseOut)] }
      return keyframes
    case 1:
      let spring = CASpringAnimation(keyPath: key)
      (spring.fromValue, spring.toValue) = (value(of: key), value(of: key))
      (spring.damping, spring.initialVelocity) = (number(1...30), number(-5...5))
      return spring
    case 2 where key == "position":
      let along = CAKeyframeAnimation(keyPath: key)
      let path = CGMutablePath()
      path.move(to: CGPoint(x: number(), y: number()))
      path.addQuadCurve(
        to: CGPoint(x: number(), y: number()), control: CGPoint(x: number(), y: number()))
      path.addLine(to: CGPoint(x: number(), y: number()))
      along.path = path
      along.rotationMode = one([nil, .rotateAuto, .rotateAutoReverse])
      along.calculationMode = one([.linear, .paced])
      return along
    case 2 where key == "transform":
      let turn = CABasicAnimation(keyPath: key)
      turn.valueFunction = CAValueFunction(name: one([.rotateX, .rotateZ, .scaleY, .translateX]))
      (turn.fromValue, turn.toValue) = (number(-9...9), number(-9...9))
      return turn
    default:
      let basic = CABasicAnimation(keyPath: key)
      if chance(0.8) { basic.fromValue = value(of: key) }
      if chance(0.8) { basic.toValue = value(of: key) }
      return basic
    }
  }

  /// Gives an animation random timing that begins at 0.
  mutating func time(_ animation: CAAnimation, offset: Bool = true) {
    animation.duration = number(0.2...1)
    if chance(0.5) { animation.repeatCount = Float(number(0.5...3)) }
    animation.autoreverses = chance(0.3)
    if offset, chance(0.3) { animation.timeOffset = number(0...1) }
    animation.speed = one([1, 1, 1, 2, 0.5])
    if chance(0.5) {
      animation.timingFunction = CAMediaTimingFunction(name: one([.easeIn, .default, .linear]))
    }
    animation.fillMode = one([.removed, .backwards, .forwards, .both])
    animation.isRemovedOnCompletion = false
  }
}

extension LiveTree {
  @MainActor @Suite struct AnimationLawTests {
    /// A committed layer without actions.
    private func still(_ stage: LiveStage) -> CALayer {
      let layer = MeterLayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.position = CGPoint(x: 4, y: 5)
      layer.backgroundColor = CGColor(red: 0.5, green: 0.25, blue: 1, alpha: 1)
      return stage.add(layer)
    }

    /// semantics 1, 3: the values at a time do not depend on the times sampled before.
    @Test(arguments: 1...40) func samplingIsPure(seed: UInt64) {
      var cases = Cases(seed)
      let stage = LiveStage()
      let layer = still(stage)
      for _ in 0..<4 {
        let animation = cases.animation(cases.one(Cases.keys))
        cases.time(animation)
        animation.isAdditive = cases.chance(0.3)
        animation.isCumulative = cases.chance(0.3)
        layer.add(animation, forKey: nil)
      }
      CATransaction.flush()
      let times = (0..<20).map { Double($0) * 0.11 }
      let looks = times.map { Look(layer, at: $0) }
      for index in times.indices.shuffled(using: &cases.random) {
        #expect(Look(layer, at: times[index]).numbers == looks[index].numbers)
      }
      // A frame agrees with the presentation copy, too.
      var sampler = Sampler()
      for time in times.shuffled(using: &cases.random) {
        sampler.sample(&stage.context.tree, at: time)
        let shown = Sampler.present(layer.slotInTree, in: stage.context.tree, at: time)
        #expect(sampler.lastValues(of: layer.slotInTree) == shown)
      }
    }

    /// semantics 1.10: a layer stopped at a time shows the same as a layer that plays to it.
    @Test(arguments: 1...40) func scrubbingIsPlaying(seed: UInt64) {
      var cases = Cases(seed + 100)
      let stage = LiveStage()
      let (played, scrubbed) = (still(stage), still(stage))
      scrubbed.speed = 0
      for _ in 0..<3 {
        let animation = cases.animation(cases.one(Cases.keys))
        cases.time(animation)
        animation.isAdditive = cases.chance(0.3)
        for layer in [played, scrubbed] { layer.add(animation, forKey: nil) }
      }
      CATransaction.flush()
      for _ in 0..<12 {
        let time = cases.number(0...3)
        scrubbed.timeOffset = time
        CATransaction.flush()
        #expect(Look(scrubbed).numbers == Look(played, at: time).numbers, "at \(time)")
      }
    }

    /// semantics 8: a group of one shows the same as its member, whichever of them has the timing.
    /// The member is compiled for general sampling, so that packed animations are compared with it
    /// too.
    @Test(arguments: 1...60) func aGroupOfOneIsItsChild(seed: UInt64) {
      var cases = Cases(seed + 200)
      let stage = LiveStage()
      let (alone, timed, timing) = (still(stage), still(stage), still(stage))
      let key = cases.one(Cases.keys)
      let child = cases.animation(key)
      child.isAdditive = cases.chance(0.3)
      let untimed = child.copied()
      cases.time(child)
      alone.add(child, forKey: "a")
      let around = CAAnimationGroup()
      (around.animations, around.duration) = ([child], 50)
      timed.add(around, forKey: "a")
      let group = CAAnimationGroup()
      (group.animations, group.timing) = ([untimed], child.timing)
      group.timingFunction = child.timingFunction
      group.isRemovedOnCompletion = false
      timing.add(group, forKey: "a")
      CATransaction.flush()
      for _ in 0..<20 {
        let time = cases.number(0...4)
        let look = Look(alone, at: time)
        #expect(look.distance(to: Look(timed, at: time)) < 1e-9, "\(key) at \(time)")
        #expect(look.distance(to: Look(timing, at: time)) < 1e-9, "\(key) at \(time)")
      }
    }

    /// semantics 1.4, 1.6: the reversed half of an autoreversing animation mirrors the first half,
    /// and so does playing backwards from the end.
    @Test(arguments: 1...40) func reversedIsMirrored(seed: UInt64) throws {
      var cases = Cases(seed + 300)
      let stage = LiveStage()
      let (forwards, reversing, backwards) = (still(stage), still(stage), still(stage))
      let animation = cases.animation(cases.one(Cases.keys))
      animation.duration = 1
      animation.isRemovedOnCompletion = false
      if cases.chance(0.5) { animation.timingFunction = CAMediaTimingFunction(name: .easeIn) }
      forwards.add(animation, forKey: "a")
      let both = animation.copied()
      both.autoreverses = true
      reversing.add(both, forKey: "a")
      let back = animation.copied()
      (back.speed, back.timeOffset) = (-1, 1)
      backwards.add(back, forKey: "a")
      CATransaction.flush()
      for _ in 0..<12 {
        let part = cases.number(0.001...0.999)
        let look = Look(forwards, at: 1 - part)
        #expect(look.distance(to: Look(reversing, at: 1 + part)) < 1e-9, "at \(part)")
        #expect(look.distance(to: Look(backwards, at: part)) < 1e-9, "at \(part)")
      }
    }

    /// semantics 3.1: sums of numbers do not depend on the order of adding.
    @Test(arguments: 1...40) func sumsCommute(seed: UInt64) {
      var cases = Cases(seed + 400)
      let stage = LiveStage()
      let (one, other) = (still(stage), still(stage))
      let keys = [
        "position", "position.x", "opacity", "cornerRadius", "backgroundColor", "reading",
      ]
      var animations: [CAPropertyAnimation] = []
      for _ in 0..<6 {
        let animation = cases.animation(cases.one(keys))
        cases.time(animation)
        // A rotation is not a sum of numbers.
        (animation as? CAKeyframeAnimation)?.rotationMode = nil
        animation.isAdditive = true
        animation.isCumulative = cases.chance(0.3)
        animations.append(animation)
      }
      for animation in animations { one.add(animation, forKey: nil) }
      for animation in animations.shuffled(using: &cases.random) {
        other.add(animation, forKey: nil)
      }
      CATransaction.flush()
      for _ in 0..<12 {
        let time = cases.number(0...3)
        #expect(Look(one, at: time).distance(to: Look(other, at: time)) < 1e-9, "at \(time)")
      }
    }

    /// semantics 3.3: each finished cycle adds the whole value of its end.
    @Test(arguments: 1...20) func cyclesAddTheirEnds(seed: UInt64) {
      var cases = Cases(seed + 500)
      let stage = LiveStage()
      let (single, cycling) = (still(stage), still(stage))
      let animation = cases.animation(cases.one(["position.x", "cornerRadius", "position"]))
      (animation as? CAKeyframeAnimation)?.rotationMode = nil
      animation.duration = 1
      animation.isRemovedOnCompletion = false
      single.add(animation, forKey: "a")
      animation.repeatCount = 4
      animation.isCumulative = true
      cycling.add(animation, forKey: "a")
      CATransaction.flush()
      let key = animation.keyPath ?? ""
      func shown(_ layer: CALayer, _ time: TimeInterval) -> SIMD4<Double> {
        MediaClock.withFrameTime(time) {
          AnimatableValue(layer.presentation()?.value(forKeyPath: key)).lanes ?? .zero
        }
      }
      for _ in 0..<12 {
        let (cycle, part) = (Double(Int(cases.number(0...3.99))), cases.number(0.01...0.99))
        let expected = shown(single, 1) * cycle + shown(single, part)
        #expect(expected.distance(to: shown(cycling, cycle + part)) < 1e-9, "\(key)")
      }
    }

    /// semantics 7.1: a spring follows its equation of motion, integrated in small steps.
    @Test(arguments: 1...24) func springsFollowTheirEquation(seed: UInt64) {
      var cases = Cases(seed + 600)
      let stage = LiveStage()
      let layer = still(stage)
      let spring = CASpringAnimation(keyPath: "position.x")
      (spring.fromValue, spring.toValue, spring.duration) = (0, 1, 1)
      (spring.mass, spring.stiffness) = (cases.number(0.5...3), cases.number(20...400))
      let critical = 2 * (spring.mass * spring.stiffness).squareRoot()
      // Among them nearly critical ones, where closed forms lose digits.
      spring.damping =
        critical * cases.one([cases.number(0...0.9), cases.number(1.1...4), 1 + 1e-9, 1 - 1e-9, 1])
      spring.initialVelocity = cases.number(-10...10)
      spring.allowsOverdamping = true
      layer.add(spring, forKey: "a")
      CATransaction.flush()
      var (u, v, step) = (1.0, -spring.initialVelocity, 0)
      let h = 5e-5
      func acceleration(_ u: Double, _ v: Double) -> Double {
        -(spring.damping * v + spring.stiffness * u) / spring.mass
      }
      for sample in 1...10 {
        while step < sample * 2000 {
          let (a1, v1) = (acceleration(u, v), v)
          let (a2, v2) = (acceleration(u + h / 2 * v1, v + h / 2 * a1), v + h / 2 * a1)
          let (a3, v3) = (acceleration(u + h / 2 * v2, v + h / 2 * a2), v + h / 2 * a2)
          let (a4, v4) = (acceleration(u + h * v3, v + h * a3), v + h * a3)
          u += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
          v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
          step += 1
        }
        let time = Double(sample) / 10
        let shown = MediaClock.withFrameTime(time) { layer.presentation()?.position.x ?? .nan }
        #expect(abs(shown - (1 - u)) < 1e-9, "at \(time): \(spring)")
      }
    }

    /// semantics 2: a layer follows its curve, computed by bisection alone, to 1e-6.
    @Test(arguments: 1...30) func curvesAreTheirBeziers(seed: UInt64) {
      var cases = Cases(seed + 700)
      let stage = LiveStage()
      let layer = still(stage)
      let points = (0..<4).map { Float(cases.number($0 % 2 == 0 ? 0...1 : -1...2)) }
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
      animation.timingFunction = CAMediaTimingFunction(
        controlPoints: points[0], points[1], points[2], points[3])
      layer.add(animation, forKey: "a")
      CATransaction.flush()
      func bezier(_ a: Float, _ b: Float, _ u: Double) -> Double {
        3 * (1 - u) * (1 - u) * u * Double(a) + 3 * (1 - u) * u * u * Double(b) + u * u * u
      }
      for _ in 0..<40 {
        let x = cases.number(0...1)
        var (low, high) = (0.0, 1.0)
        for _ in 0..<100 {
          let middle = (low + high) / 2
          if bezier(points[0], points[2], middle) < x { low = middle } else { high = middle }
        }
        let expected = bezier(points[1], points[3], low)
        let shown = MediaClock.withFrameTime(x) { layer.presentation()?.position.x ?? .nan }
        #expect(abs(shown - expected) < 1e-6, "\(points) at \(x)")
      }
    }

    /// semantics 3.2, 5.3: an angle through its value function equals an angle by its key path.
    @Test(arguments: 1...20) func functionsAreKeyPaths(seed: UInt64) {
      var cases = Cases(seed + 800)
      let stage = LiveStage()
      let (member, function) = (still(stage), still(stage))
      let pairs: [(String, CAValueFunctionName)] = [
        ("transform.rotation.x", .rotateX), ("transform.rotation.y", .rotateY),
        ("transform.rotation.z", .rotateZ), ("transform.scale.x", .scaleX),
        ("transform.scale.y", .scaleY), ("transform.scale.z", .scaleZ),
        ("transform.translation.x", .translateX), ("transform.translation.y", .translateY),
        ("transform.translation.z", .translateZ),
      ]
      for (path, name) in pairs {
        // Beyond a quarter turn about y, the angles extracted from a matrix differ from those that
        // made it.
        let ends = (cases.number(0.1...1.5), cases.number(0.1...1.5))
        for layer in [member, function] {
          let animation = CABasicAnimation(keyPath: layer === member ? path : "transform")
          if layer === function { animation.valueFunction = CAValueFunction(name: name) }
          (animation.fromValue, animation.toValue, animation.duration) = (ends.0, ends.1, 1)
          layer.add(animation, forKey: "a")
        }
        CATransaction.flush()
        let time = MediaClock.now + cases.number(0...1)
        #expect(Look(member, at: time).distance(to: Look(function, at: time)) < 1e-9, "\(path)")
      }
    }
  }
}
