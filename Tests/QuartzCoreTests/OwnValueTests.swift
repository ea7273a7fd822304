// OwnValueTests.swift
// Custom value types, and every stock type, in custom properties (semantics 5, 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Interpolates only: no sums, no distance.
private struct Level: CAInterpolatable, Equatable {
  var decibels: Double
  func interpolated(to end: Level, fraction: Double) -> Level {
    Level(decibels: decibels + (end.decibels - decibels) * fraction)
  }
}

/// Has sums for nothing, and a distance.
private struct Pair: CAInterpolatable, AdditiveArithmetic {
  var a: Double
  var b: Double
  static let zero = Pair(a: 0, b: 0)
  static func + (x: Pair, y: Pair) -> Pair { Pair(a: x.a + y.a, b: x.b + y.b) }
  static func - (x: Pair, y: Pair) -> Pair { Pair(a: x.a - y.a, b: x.b - y.b) }
  func interpolated(to end: Pair, fraction: Double) -> Pair {
    Pair(a: a + (end.a - a) * fraction, b: b + (end.b - b) * fraction)
  }
  func distance(to other: Pair) -> Double { hypot(other.a - a, other.b - b) }
}

private final class OwnLayer: CALayer {
  @Animatable var level = Level(decibels: 0)
  @Animatable var pair = Pair.zero
  @Animatable var pairs: [Pair] = []
  @Animatable var target: Level?
}

extension LiveTree {
  /// semantics 5, 13: types that conform to `CAInterpolatable`
  @MainActor @Suite struct OwnValueTests {
    private func still() -> (LiveStage, OwnLayer) {
      let stage = LiveStage()
      let layer = OwnLayer()
      layer.pair = Pair(a: 40, b: 4)
      layer.pairs = [Pair(a: 40, b: 4)]
      return (stage, stage.add(layer))
    }

    private func animation(_ key: String, _ from: Any? = nil, _ to: Any? = nil, by: Any? = nil)
      -> CABasicAnimation
    {
      let animation = CABasicAnimation(keyPath: key)
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
      animation.duration = 1
      return animation
    }

    /// Setting it animates for a quarter of a second, from the presented value when set again.
    @Test func settingOneAnimatesIt() {
      let (stage, layer) = still()
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.level = Level(decibels: 8)
      #expect(layer.animation(forKey: "level")?.duration == 0.25)
      stage.advance(to: 0.125)
      #expect(layer.presentation()?.level == Level(decibels: 4))
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.level = Level(decibels: 0)
      stage.advance(to: 0.25)
      #expect(layer.presentation()?.level == Level(decibels: 2))
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.level == Level(decibels: 0) && layer.animationKeys() == nil)
      // An equal value starts no search.
      layer.level = Level(decibels: 0)
      #expect(layer.animationKeys() == nil)
    }

    /// The table of semantics 4.
    @Test(arguments: [
      (10 as Double?, 20 as Double?, nil as Double?, 12.5), (10, nil, 8, 12), (nil, 20, 8, 14),
      (10, nil, nil, 17.5), (nil, 20, nil, 35), (nil, nil, 8, 42), (nil, nil, nil, 40),
    ])
    func endsFollowTheTable(from: Double?, to: Double?, by: Double?, quarter: Double) {
      let (stage, layer) = still()
      func pair(_ a: Double?) -> Pair? { a.map { Pair(a: $0, b: $0 / 10) } }
      layer.add(animation("pair", pair(from), pair(to), by: pair(by)), forKey: "a")
      stage.advance(to: 0.25)
      #expect(layer.presentation()?.pair == Pair(a: quarter, b: quarter / 10))
    }

    /// Sums, cycles, springs and smooth curves.
    @Test func sumsAndCurvesWork() throws {
      let (stage, layer) = still()
      func shown() -> Pair { layer.presentation()?.pair ?? .zero }
      let sum = animation("pair", Pair(a: 10, b: 0), Pair(a: 20, b: 0))
      sum.isAdditive = true
      layer.add(sum, forKey: "a")
      stage.advance(to: 0.5)
      #expect(shown() == Pair(a: 55, b: 4))
      let fading = animation("pair", Pair(a: 10, b: 10))
      fading.isAdditive = true
      layer.add(fading, forKey: "a")
      stage.advance(to: 1)
      #expect(shown() == Pair(a: 45, b: 9))
      let cycles = animation("pair", Pair(a: 2, b: 0), Pair(a: 8, b: 1))
      (cycles.isCumulative, cycles.repeatCount) = (true, 3)
      layer.add(cycles, forKey: "a")
      stage.advance(to: 3.5)
      #expect(shown() == Pair(a: 21, b: 2.5))
      let spring = CASpringAnimation(keyPath: "pair")
      (spring.fromValue, spring.toValue) = (Pair.zero, Pair(a: 100, b: 10))
      spring.duration = 1
      layer.add(spring, forKey: "a")
      stage.advance(to: 3.85)
      let swung = spring.spring.progress(at: 0.35)
      #expect(
        swung > 1 && abs(shown().a - 100 * swung) < 1e-9 && abs(shown().b - 10 * swung) < 1e-9)
    }

    /// Keyframes in all modes show the same as keyframes of a stock point.
    @Test(arguments: [
      CAAnimationCalculationMode.linear, .discrete, .paced, .cubic, .cubicPaced,
    ])
    func keyframesAreThoseOfAPoint(mode: CAAnimationCalculationMode) {
      let (stage, layer) = still()
      var random = SeededRandom(seed: 12)
      let points = (0..<5).map { _ in
        CGPoint(x: .random(in: -9...9, using: &random), y: .random(in: -9...9, using: &random))
      }
      for (key, values) in [
        ("position", points as [Any]), ("pair", points.map { Pair(a: $0.x, b: $0.y) }),
      ] {
        let animation = CAKeyframeAnimation(keyPath: key)
        (animation.values, animation.duration, animation.calculationMode) = (values, 1, mode)
        (animation.tensionValues, animation.biasValues) = ([0, 0.5, -0.2], [0, 0.3])
        layer.add(animation, forKey: key)
      }
      stage.advance(to: 0)
      for step in 0...40 {
        MediaClock.advance(to: Double(step) / 40)
        let (pair, point) = (layer.presentation()?.pair, layer.presentation()?.position)
        let off = hypot((pair?.a ?? 9) - (point?.x ?? 0), (pair?.b ?? 9) - (point?.y ?? 0))
        #expect(off < 1e-9, "\(mode.rawValue) at \(step)")
      }
    }

    /// Without sums an additive animation replaces, a cubic is linear, and cycles restart (3.1).
    @Test func withoutSumsTheyReplace() {
      let (stage, layer) = still()
      let sum = animation("level", Level(decibels: 10), Level(decibels: 20))
      (sum.isAdditive, sum.isCumulative, sum.repeatCount) = (true, true, 2)
      layer.add(sum, forKey: "a")
      stage.advance(to: 1.5)
      #expect(layer.presentation()?.level == Level(decibels: 15))
      let curve = CAKeyframeAnimation(keyPath: "level")
      curve.values = [0, 10, 0].map { Level(decibels: $0) }
      (curve.calculationMode, curve.duration) = (.cubic, 1)
      layer.add(curve, forKey: "a")
      stage.advance(to: 1.75)
      #expect(layer.presentation()?.level == Level(decibels: 5))
    }

    /// A value of another type has no effect; lists are interpolated element by element, or change
    /// at once.
    @Test func otherTypesDoNothingAndListsAreBlended() {
      let (stage, layer) = still()
      layer.add(animation("pair", Level(decibels: 1), Level(decibels: 2)), forKey: "a")
      layer.add(animation("level", "loud", "louder"), forKey: "b")
      layer.add(animation("pairs", [Pair.zero], [Pair(a: 8, b: 4)]), forKey: "c")
      stage.advance(to: 0.25)
      #expect(layer.presentation()?.pair == Pair(a: 40, b: 4))
      #expect(layer.presentation()?.level == Level(decibels: 0))
      #expect(layer.presentation()?.pairs == [Pair(a: 2, b: 1)])
      layer.add(animation("pairs", [Pair.zero], [Pair.zero, Pair(a: 1, b: 1)]), forKey: "c")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.pairs == [Pair.zero, Pair(a: 1, b: 1)])
    }

    /// An undeclared key animates too, if the animation has both ends.
    @Test func undeclaredKeysAnimate() {
      let (stage, layer) = still()
      layer.add(animation("volume", Level(decibels: 0), Level(decibels: 4)), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.value(forKey: "volume") as? Level == Level(decibels: 2))
    }

    /// An optional can be set to nil, and changes to and from nil at once.
    @Test func optionalsCanBeNil() {
      let (stage, layer) = still()
      #expect(layer.target == nil)
      layer.target = Level(decibels: 8)
      stage.advance(to: 0.1)
      #expect(layer.presentation()?.target == Level(decibels: 8))
      stage.advance(to: 1)
      layer.add(animation("target", Level(decibels: 0)), forKey: "a")
      stage.advance(to: 1.5)
      #expect(layer.presentation()?.target == Level(decibels: 4))
      layer.target = nil
      #expect(layer.target == nil)
      stage.advance(to: 1.6)
      #expect(layer.presentation().map { $0.target == nil } == true)
    }
  }
}

// MARK: - Stock types

private final class StockLayer: CALayer {
  @Animatable var cgFloat: CGFloat = 0
  @Animatable var double = 0.0
  @Animatable var float: Float = 0
  @Animatable var int = 0
  @Animatable var int8: Int8 = 0
  @Animatable var flag = false
  @Animatable var point = CGPoint.zero
  @Animatable var size = CGSize.zero
  @Animatable var rect = CGRect.zero
  @Animatable var vector = CGVector()
  @Animatable var color = CGColor(red: 0, green: 0, blue: 0, alpha: 0)
  @Animatable var space = CATransform3DIdentity
  @Animatable var plane = CGAffineTransform.identity
  @Animatable var path = CGPath(rect: .zero)
  @Animatable var colors = [CGColor(gray: 0, alpha: 1)]
  @Animatable var numbers: [NSNumber] = [0, 0]
  @Animatable var doubles = [0.0, 0]
  @Animatable var floats: [CGFloat] = [0]
  @Animatable var pair = SIMD2<Double>(0, 0)
  @Animatable var triple = SIMD3<Float>(0, 0, 0)
  @Animatable var quad = SIMD4<Double>(0, 0, 0, 0)
  @Animatable var optional: CGFloat? = 0
  @Animatable var tint: CGColor? = CGColor(gray: 0, alpha: 1)
}

extension LiveTree {
  /// semantics 5: every type of value, implicitly and explicitly, in a declared property
  @MainActor @Suite struct StockValueTests {
    /// Animates from a property's default to another value, in both ways, and compares a quarter
    /// in.
    private func check<Value: Equatable>(
      _ path: ReferenceWritableKeyPath<StockLayer, Value>, _ key: String, to end: Value,
      quarter: Value, isClose: (Value, Value) -> Bool = { $0 == $1 },
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let stage = LiveStage()
      let layer = stage.add(StockLayer())
      let start = layer[keyPath: path]
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer[keyPath: path] = end
      CATransaction.commit()
      #expect(layer[keyPath: path] == end, sourceLocation: sourceLocation)
      #expect(layer.animation(forKey: key) != nil, sourceLocation: sourceLocation)
      stage.advance(to: 0.25)
      var shown = try #require(layer.presentation())[keyPath: path]
      #expect(
        isClose(shown, quarter), "\(shown) implicitly", sourceLocation: sourceLocation)
      stage.advance(to: 2)
      #expect(layer.presentation()?[keyPath: path] == end, sourceLocation: sourceLocation)
      let animation = CABasicAnimation(keyPath: key)
      (animation.fromValue, animation.toValue, animation.duration) = (start, end, 1)
      layer.add(animation, forKey: key)
      stage.advance(to: 2.25)
      shown = try #require(layer.presentation())[keyPath: path]
      #expect(
        isClose(shown, quarter), "\(shown) explicitly", sourceLocation: sourceLocation)
    }

    @Test func numbers() throws {
      try check(\.cgFloat, "cgFloat", to: 4, quarter: 1)
      try check(\.double, "double", to: 4, quarter: 1)
      try check(\.float, "float", to: 6, quarter: 1.5)
      try check(\.int, "int", to: 7, quarter: 2)
      try check(\.int, "int", to: -6, quarter: -2)
      try check(\.int8, "int8", to: 100, quarter: 25)
      try check(\.optional, "optional", to: 4, quarter: 1)
    }

    @Test func flags() throws { try check(\.flag, "flag", to: true, quarter: true) }

    @Test func geometry() throws {
      try check(\.point, "point", to: CGPoint(x: 4, y: 8), quarter: CGPoint(x: 1, y: 2))
      try check(
        \.size, "size", to: CGSize(width: 4, height: 8), quarter: CGSize(width: 1, height: 2))
      try check(
        \.rect, "rect", to: CGRect(x: 4, y: 8, width: 12, height: 16),
        quarter: CGRect(x: 1, y: 2, width: 3, height: 4))
      try check(\.vector, "vector", to: CGVector(dx: 4, dy: 8), quarter: CGVector(dx: 1, dy: 2))
    }

    @Test func colours() throws {
      try check(
        \.color, "color", to: CGColor(red: 1, green: 0.5, blue: 0, alpha: 1),
        quarter: CGColor(red: 0.25, green: 0.125, blue: 0, alpha: 0.25))
      try check(
        \.tint, "tint", to: CGColor(gray: 1, alpha: 1), quarter: CGColor(gray: 0.25, alpha: 1))
      try check(
        \.colors, "colors", to: [CGColor(gray: 1, alpha: 1)],
        quarter: [CGColor(gray: 0.25, alpha: 1)])
    }

    @Test func transforms() throws {
      try check(
        \.space, "space", to: CATransform3DMakeTranslation(4, 8, 12),
        quarter: CATransform3DMakeTranslation(1, 2, 3),
        isClose: { abs($0.m41 - $1.m41) + abs($0.m42 - $1.m42) + abs($0.m43 - $1.m43) < 1e-12 })
      try check(
        \.plane, "plane", to: CGAffineTransform(translationX: 4, y: 8),
        quarter: CGAffineTransform(translationX: 1, y: 2),
        isClose: { abs($0.a - $1.a) + abs($0.b - $1.b) + abs($0.tx - $1.tx) < 1e-12 })
    }

    @Test func paths() throws {
      try check(
        \.path, "path", to: CGPath(rect: CGRect(x: 4, y: 4, width: 8, height: 8)),
        quarter: CGPath(rect: CGRect(x: 1, y: 1, width: 2, height: 2)))
    }

    @Test func lists() throws {
      try check(\.numbers, "numbers", to: [4, 8], quarter: [1, 2])
      try check(\.doubles, "doubles", to: [4, 8], quarter: [1, 2])
      try check(\.floats, "floats", to: [4], quarter: [1])
      // Different counts: the target at once.
      try check(\.doubles, "doubles", to: [4, 8, 12], quarter: [4, 8, 12])
    }

    @Test func vectors() throws {
      try check(\.pair, "pair", to: SIMD2(4, 8), quarter: SIMD2(1, 2))
      try check(\.triple, "triple", to: SIMD3(4, 8, 12), quarter: SIMD3(1, 2, 3))
      try check(\.quad, "quad", to: SIMD4(4, 8, 12, 16), quarter: SIMD4(1, 2, 3, 4))
    }

    /// An integer clamps values far beyond its range instead of trapping.
    @Test func integersKeepTheirRange() {
      let stage = LiveStage()
      let layer = stage.add(StockLayer())
      for key in ["int8", "int"] {
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (0.0, 1e30, 1)
        layer.add(animation, forKey: key)
      }
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.int8 == 127)
      #expect((layer.presentation()?.int ?? 0) > 1_000_000_000)
    }
  }
}
