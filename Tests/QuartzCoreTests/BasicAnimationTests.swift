// BasicAnimationTests.swift
// Ends of basic animations, additive animations, and their order (semantics 3, 4, 5).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct BasicEndsTests {
  /// semantics 4: from, to, by; the result at a quarter, with 40 underneath.
  @Test(arguments: [
    (10 as Double?, 20 as Double?, nil as Double?, 12.5), (10, nil, 8, 12), (nil, 20, 8, 14),
    (10, nil, nil, 17.5), (nil, 20, nil, 35), (nil, nil, 8, 42), (nil, nil, nil, 40),
    (10, 20, 99, 12.5),
  ])
  func endsFollowTheTable(from: Double?, to: Double?, by: Double?, quarter: Double) {
    func lanes(_ x: Double?) -> SIMD4<Double>? { x.map { SIMD4($0, 0, 0, 0) } }
    let ends = FromToBy(from: lanes(from), to: lanes(to), by: lanes(by))
    #expect(ends.value(at: 0.25, underlying: SIMD4(40, 0, 0, 0)).x == quarter)
  }
}

extension LiveTree {
  @MainActor @Suite struct BasicAnimationTests {
    /// A stage and a committed layer at x = 40 without implicit actions.
    private func still() -> (LiveStage, CALayer) {
      let stage = LiveStage()
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.position = CGPoint(x: 40, y: 7)
      layer.actions = ["position": NSNull(), "transform": NSNull(), "backgroundColor": NSNull()]
      return (stage, stage.add(layer))
    }

    private func animation(
      _ path: String, _ from: Any? = nil, _ to: Any? = nil, by: Any? = nil, duration: Double = 1,
      additive: Bool = false
    ) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
      animation.duration = duration
      animation.isAdditive = additive
      return animation
    }

    /// The presented values that animations of these tests can change.
    private static func look(_ layer: CALayer) -> [String] {
      ["position", "opacity", "backgroundColor", "transform", "bounds", "shadowPath"].map {
        "\(layer.value(forKey: $0) ?? "nothing")"
      }
    }

    private func x(_ layer: CALayer) -> Double? {
      layer.presentation().map { Double($0.position.x * 1e6).rounded() / 1e6 }
    }

    /// semantics 3: the sub-path alone changes; the rest is the model's.
    @Test func membersLeaveTheRestAlone() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 0, 20), forKey: "x")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.position == CGPoint(x: 10, y: 7))
      #expect(layer.position == CGPoint(x: 40, y: 7))
    }

    /// semantics 3: of two replacing animations, the later wins while it lasts.
    @Test func theLaterWins() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 0, 100, duration: 4), forKey: "a")
      layer.add(animation("position.x", 1000, 1000, duration: 1), forKey: "b")
      stage.advance(to: 0.5)
      #expect(x(layer) == 1000)
      stage.advance(to: 2)
      #expect(x(layer) == 50)
    }

    /// semantics 3: replacing a key moves it to the end.
    @Test func replacedKeysComeLast() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 1, 1), forKey: "a")
      layer.add(animation("position.x", 2, 2), forKey: "b")
      layer.add(animation("position.x", 3, 3), forKey: "a")
      #expect(layer.animationKeys() == ["b", "a"])
      stage.advance(to: 0.5)
      #expect(x(layer) == 3)
    }

    /// semantics 3: additive animations add to the model and to the animations before them.
    @Test func sumsAddUp() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 0, 10, additive: true), forKey: nil)
      layer.add(animation("position.x", 100, 200, additive: true), forKey: nil)
      stage.advance(to: 0.5)
      #expect(x(layer) == 195)
      layer.add(animation("position.x", 7, 7), forKey: nil)
      stage.advance(to: 0.6)
      #expect(x(layer) == 7)
    }

    /// semantics 4: additive with one end missing: the missing end is zero.
    @Test func missingEndsOfSumsAreZero() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 100, additive: true), forKey: "a")
      stage.advance(to: 0.25)
      #expect(x(layer) == 115)
    }

    /// semantics 3.1: the animated matrix is applied first, then the one underneath.
    @Test func addedTransformsAreAppliedFirst() {
      let (stage, layer) = still()
      layer.transform = CATransform3DMakeTranslation(100, 0, 0)
      let scale = CATransform3DMakeScale(2, 2, 1)
      layer.add(animation("transform", scale, scale, additive: true), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.transform.m41 == 100)
      #expect(layer.presentation()?.transform.m11 == 2)
      layer.transform = scale
      let move = CATransform3DMakeTranslation(10, 0, 0)
      layer.add(animation("transform", move, move, additive: true), forKey: "a")
      stage.advance(to: 0.7)
      #expect(layer.presentation()?.transform.m41 == 20)
    }

    /// semantics 3.1: components of a transform add as numbers.
    @Test func addedMembersAreNumbers() throws {
      let (stage, layer) = still()
      layer.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
      layer.add(
        animation("transform.rotation.z", 0.25, 0.25, additive: true), forKey: "a")
      stage.advance(to: 0.5)
      let shown = try #require(layer.presentation()?.value(forKeyPath: "transform.rotation.z"))
      #expect(abs((shown as? Double ?? 0) - 0.75) < 1e-9)
    }

    /// semantics 5.3: an angle may exceed a full turn.
    @Test func anglesTurnFully() throws {
      let (stage, layer) = still()
      layer.add(animation("transform.rotation.z", 0, 4 * Double.pi), forKey: "a")
      stage.advance(to: 0.125)
      let shown = try #require(layer.presentation()?.transform)
      #expect(abs(shown.m11) < 1e-9 && abs(shown.m12 - 1) < 1e-9)
    }

    /// semantics 4: a missing end is the current model value, not that of the time of adding.
    @Test func missingEndsFollowTheModel() {
      let (stage, layer) = still()
      layer.add(animation("position.x", 0), forKey: "a")
      stage.advance(to: 0.5)
      #expect(x(layer) == 20)
      layer.position.x = 80
      CATransaction.flush()
      #expect(x(layer) == 40)
    }

    /// semantics 3.3: whole end values add up with each finished cycle.
    @Test(arguments: [
      (2 as Double?, 8 as Double?, nil as Double?, false, 0.5, 5.0), (2, 8, nil, false, 1.5, 13),
      (2, 8, nil, false, 2.5, 21), (nil, nil, 6, false, 1.5, 89), (0, 6, nil, true, 2.5, 3),
    ])
    func cyclesAccumulate(
      from: Double?, to: Double?, by: Double?, reverses: Bool, at time: Double, shows: Double
    ) {
      let (stage, layer) = still()
      let animation = animation("position.x", from, to, by: by)
      animation.repeatCount = 4
      animation.isCumulative = true
      animation.autoreverses = reverses
      layer.add(animation, forKey: "a")
      stage.advance(to: 0)
      stage.advance(to: time)
      #expect(x(layer) == shows)
    }

    /// semantics 3.1, 4: an additive transform is applied before the one underneath, so a rotation
    /// turns in place, and `by` and additive agree.
    @Test func distancesOfTransformsComeFirst() throws {
      let (stage, layer) = still()
      let place = CATransform3DMakeTranslation(100, 0, 0)
      let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      let turned = CATransform3DConcat(turn, place)
      layer.transform = place
      func end(_ animation: CABasicAnimation, at time: Double) throws -> CATransform3D {
        layer.add(animation, forKey: "a")
        CATransaction.flush()
        return try #require(
          MediaClock.withFrameTime(MediaClock.now + time) { layer.presentation() }
        ).transform
      }
      func expectClose(_ a: CATransform3D, _ b: CATransform3D) {
        #expect(abs(a.m11 - b.m11) + abs(a.m12 - b.m12) + abs(a.m41 - b.m41) < 1e-9)
      }
      stage.advance(to: 0)
      expectClose(try end(animation("transform", by: turn), at: 1), turned)
      expectClose(try end(animation("transform", place, by: turn), at: 1), turned)
      expectClose(try end(animation("transform", nil, turned, by: turn), at: 0), place)
    }

    /// semantics 3.1: values without sums replace, additive or not, and do not accumulate.
    @Test func whatHasNoSumsReplaces() throws {
      let (stage, layer) = still()
      let small = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
      let large = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 50))
      layer.shadowPath = CGPath(rect: CGRect(x: 5, y: 5, width: 1, height: 1))
      let paths = animation("shadowPath", small, large, additive: true)
      (paths.isCumulative, paths.repeatCount) = (true, 3)
      layer.add(paths, forKey: "a")
      stage.advance(to: 0)
      stage.advance(to: 2.5)
      #expect(
        layer.presentation()?.shadowPath?.boundingBox
          == CGRect(x: 0, y: 0, width: 20, height: 30))
    }

    /// semantics 5: contents cross-fade, 1 - p of the old and p of the new; an end without a
    /// picture is empty while it runs.
    @Test func contentsFade() throws {
      let (stage, layer) = still()
      func picture(_ byte: UInt8) -> CGImage? {
        CGImage(width: 1, height: 1, premultipliedRGBA: [byte, 0, 0, 255])
      }
      let (old, new) = (try #require(picture(0)), try #require(picture(200)))
      layer.add(animation("contents", old, new), forKey: "a")
      func shown(_ time: Double) -> LayerContents? {
        Sampler.present(layer.slotInTree, in: stage.context.tree, at: time).contents
      }
      stage.advance(to: 0)
      #expect(shown(0) == .image(old) && shown(1) == .image(new))
      #expect(shown(0.25) == .mix(from: .image(old), to: .image(new), progress: 0.25))
      layer.add(animation("contents", old), forKey: "a")
      CATransaction.flush()
      #expect(shown(0.5) == nil)
    }

    /// semantics 5: lists of equal count are interpolated element by element, others change at
    /// once.
    @Test func listsGoElementByElement() throws {
      let stage = LiveStage()
      let layer = stage.add(CAGradientLayer())
      func gray(_ value: CGFloat) -> CGColor { CGColor(gray: value, alpha: 1) }
      layer.add(animation("colors", [gray(0), gray(1)], [gray(1), gray(0.5)]), forKey: "a")
      layer.add(
        animation("locations", [0, 1] as [NSNumber], [0.5, 0.6] as [NSNumber]), forKey: "b")
      stage.advance(to: 0.25)
      let shown = try #require(layer.presentation())
      #expect(shown.colors as? [CGColor] == [gray(0.25), gray(0.875)])
      #expect(shown.locations?.map(\.doubleValue) == [0.125, 0.9])
      layer.add(animation("colors", [gray(0)], [gray(1), gray(0.5), gray(0)]), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.colors as? [CGColor] == [gray(1), gray(0.5), gray(0)])
      // A value that is not a colour is no end.
      layer.add(animation("colors", [gray(0)], ["red"]), forKey: "a")
      stage.advance(to: 0.6)
      #expect(layer.presentation()?.colors == nil)
    }

    /// semantics 5: values that cannot be interpolated show their target at once.
    @Test func textShowsItsTargetAtOnce() {
      let (stage, layer) = still()
      layer.add(animation("title", "old", "new"), forKey: "a")
      stage.advance(to: 0.01)
      #expect(layer.presentation()?.value(forKey: "title") as? String == "new")
      #expect(layer.value(forKey: "title") == nil)
    }

    /// semantics 15: geometry that is not finite, and NaN tangents, have no effect and show no artefacts.
    @Test func numbersThatAreNoneDoNothing() throws {
      let (stage, layer) = still()
      layer.backgroundColor = .white
      stage.advance(to: 0)
      let before = layer.presentation().map(Self.look)
      var broken = CATransform3DIdentity
      broken.m12 = .infinity
      layer.add(animation("position.x", Double.nan, 5), forKey: nil)
      layer.add(
        animation("position", CGPoint.zero, CGPoint(x: 1, y: CGFloat.infinity)), forKey: nil)
      layer.add(animation("transform", broken, CATransform3DIdentity), forKey: nil)
      let curve = CAKeyframeAnimation(keyPath: "transform.rotation")
      (curve.values, curve.duration) = ([0, Double.nan, 0], 1)
      layer.add(curve, forKey: nil)
      stage.advance(to: 0.5)
      #expect(layer.presentation().map(Self.look) == before)
      (curve.values, curve.calculationMode) = ([0, 0, 0], .cubic)
      (curve.tensionValues, curve.biasValues) = ([0, .init(value: Double.nan)], [.init(value: 1)])
      layer.add(curve, forKey: nil)
      stage.advance(to: 0.6)
      #expect(layer.presentation()?.transform.isFinite == true)
    }

    // MARK: Types (semantics 5)

    /// semantics 5: between false and true, in either direction, a flag is true.
    @Test func flagsAreNumbers() {
      let (stage, layer) = still()
      layer.add(animation("hidden", false, true), forKey: "a")
      stage.advance(to: 0)
      #expect(layer.presentation()?.isHidden == false)
      stage.advance(to: 0.01)
      #expect(layer.presentation()?.isHidden == true)
      layer.add(animation("hidden", true, false), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.isHidden == true)
    }

    /// semantics 5: colours are interpolated without premultiplication.
    @Test func coloursBlendUnpremultiplied() {
      let (stage, layer) = still()
      let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      let clearBlue = CGColor(red: 0, green: 0, blue: 1, alpha: 0)
      layer.add(animation("backgroundColor", red, clearBlue), forKey: "a")
      stage.advance(to: 0.25)
      #expect(
        layer.presentation()?.backgroundColor
          == CGColor(red: 0.75, green: 0, blue: 0.25, alpha: 0.75))
    }

    /// semantics 4: a missing end without a colour underneath leaves no colour while it runs.
    @Test func noColourIsNoEnd() {
      let (stage, layer) = still()
      layer.add(animation("backgroundColor", CGColor.white), forKey: "a")
      stage.advance(to: 0.25)
      #expect(layer.presentation()?.backgroundColor == nil)
      layer.add(animation("backgroundColor", CGColor.white, CGColor.black), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.backgroundColor != nil)
    }

    /// semantics 5: paths of one structure are interpolated point by point; others change at once.
    @Test func pathsBlendOrSwitch() {
      let (stage, layer) = still()
      let small = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
      let large = CGPath(rect: CGRect(x: 0, y: 0, width: 30, height: 50))
      layer.add(animation("shadowPath", small, large), forKey: "a")
      stage.advance(to: 0.5)
      #expect(
        layer.presentation()?.shadowPath?.boundingBox
          == CGRect(x: 0, y: 0, width: 20, height: 30))
      let round = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 4))
      layer.add(animation("shadowPath", small, round), forKey: "a")
      stage.advance(to: 0.6)
      #expect(layer.presentation()?.shadowPath == round)
    }

    /// semantics 4: ends of another type than the property's have no effect.
    @Test(arguments: [
      ("position", 5.0 as any Sendable), ("position", "left"), ("opacity", CGPoint(x: 1, y: 1)),
      ("backgroundColor", 0.5), ("transform", 2.0), ("bounds", CGSize(width: 1, height: 1)),
      ("transform.rotation.z", CGPoint(x: 1, y: 1)), ("position.x", CGPoint(x: 1, y: 1)),
      ("shadowPath", 3.0),
    ])
    func unusableEndsDoNothing(path: String, end: any Sendable) {
      let (stage, layer) = still()
      layer.backgroundColor = .white
      stage.advance(to: 0)
      let before = layer.presentation().map(Self.look)
      layer.add(animation(path, end, end), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation().map(Self.look) == before)
    }

    /// semantics 14: ends may be any number type, or text.
    @Test(arguments: [0.5 as any Sendable, Float(0.5), CGFloat(0.5), NSNumber(value: 0.5), "0.5"])
    func numbersComeInManyTypes(value: any Sendable) {
      let (stage, layer) = still()
      layer.add(animation("opacity", value, value), forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.opacity == 0.5)
    }

    /// semantics 6.1: one keyframe shows the model.
    @Test func oneKeyframeShowsTheModel() {
      let (stage, layer) = still()
      let animation = CAKeyframeAnimation(keyPath: "position.x")
      animation.values = [99]
      animation.duration = 1
      layer.add(animation, forKey: "a")
      stage.advance(to: 0.5)
      #expect(x(layer) == 40)
    }

    /// semantics 7.1: a spring stops at its duration, at whatever value, and overshoots before.
    @Test func springsRunInSeconds() {
      let (stage, layer) = still()
      let spring = CASpringAnimation(keyPath: "position.x")
      (spring.fromValue, spring.toValue, spring.duration) = (0, 100, 0.6)
      layer.add(spring, forKey: "a")
      stage.advance(to: 0.35)
      let expected = 100 * spring.spring.progress(at: 0.35)
      #expect(expected > 100 && abs((x(layer) ?? 0) - expected) < 1e-5)
      stage.advance(to: 0.6)
      #expect(x(layer) == 40)
    }
  }
}
