// ValueFunctionTests.swift
// Value functions: numbers that become transforms (semantics 3.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct ValueFunctionNameTests {
  /// semantics 3.2: the names, and no others.
  @Test(arguments: [
    (CAValueFunctionName.rotateX, "rotateX"), (.rotateY, "rotateY"), (.rotateZ, "rotateZ"),
    (.scale, "scale"), (.scaleX, "scaleX"), (.scaleY, "scaleY"), (.scaleZ, "scaleZ"),
    (.translate, "translate"), (.translateX, "translateX"), (.translateY, "translateY"),
    (.translateZ, "translateZ"),
  ])
  func namesGiveFunctions(name: CAValueFunctionName, text: String) {
    #expect(name.rawValue == text)
    #expect(CAValueFunction(name: name)?.name == name)
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "x" + text)) == nil)
  }
}

extension LiveTree {
  /// semantics 3.2
  @MainActor @Suite struct ValueFunctionTests {
    private func still(_ model: CATransform3D = CATransform3DIdentity) -> (LiveStage, CALayer) {
      let stage = LiveStage()
      let layer = CALayer()
      layer.transform = model
      layer.actions = ["transform": NSNull()]
      return (stage, stage.add(layer))
    }

    private func basic(
      _ name: CAValueFunctionName, _ from: Any? = nil, _ to: Any? = nil, by: Any? = nil
    ) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: name)
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
      animation.duration = 1
      return animation
    }

    private func expect(
      _ layer: CALayer, shows expected: CATransform3D,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let shown = (layer.presentation()?.transform ?? CATransform3D()).rows
      let (a, b) = (shown, expected.rows)
      let off =
        a.0.distance(to: b.0) + a.1.distance(to: b.1) + a.2.distance(to: b.2)
        + a.3.distance(to: b.3)
      #expect(off < 1e-9, "\(shown) for \(expected.rows)", sourceLocation: sourceLocation)
    }

    struct Row: Sendable, CustomTestStringConvertible {
      var name: CAValueFunctionName
      var from: [Double]
      var to: [Double]
      var quarter: CATransform3D
      var testDescription: String { name.rawValue }
    }

    nonisolated static let rows = [
      Row(name: .rotateX, from: [0], to: [4], quarter: CATransform3DMakeRotation(1, 1, 0, 0)),
      Row(name: .rotateY, from: [0], to: [4], quarter: CATransform3DMakeRotation(1, 0, 1, 0)),
      Row(name: .rotateZ, from: [0], to: [40], quarter: CATransform3DMakeRotation(10, 0, 0, 1)),
      Row(
        name: .scale, from: [1, 1, 1], to: [5, 9, 13], quarter: CATransform3DMakeScale(2, 3, 4)),
      Row(name: .scaleX, from: [1], to: [5], quarter: CATransform3DMakeScale(2, 1, 1)),
      Row(name: .scaleY, from: [1], to: [5], quarter: CATransform3DMakeScale(1, 2, 1)),
      Row(name: .scaleZ, from: [1], to: [5], quarter: CATransform3DMakeScale(1, 1, 2)),
      Row(
        name: .translate, from: [0, 0, 0], to: [4, 8, -12],
        quarter: CATransform3DMakeTranslation(1, 2, -3)),
      Row(
        name: .translateX, from: [0], to: [4], quarter: CATransform3DMakeTranslation(1, 0, 0)),
      Row(
        name: .translateY, from: [0], to: [4], quarter: CATransform3DMakeTranslation(0, 1, 0)),
      Row(
        name: .translateZ, from: [0], to: [4], quarter: CATransform3DMakeTranslation(0, 0, 1)),
    ]

    private static func input(_ numbers: [Double]) -> Any {
      numbers.count == 1 ? numbers[0] as Any : numbers.map { NSNumber(value: $0) }
    }

    /// The input is interpolated, then goes through the function; the model's transform is replaced.
    @Test(arguments: rows) func functionsMakeTransforms(_ row: Row) {
      let (stage, layer) = still(CATransform3DMakeScale(7, 7, 7))
      layer.add(basic(row.name, Self.input(row.from), Self.input(row.to)), forKey: "a")
      stage.advance(to: 0.25)
      expect(layer, shows: row.quarter)
      stage.advance(to: 1.5)
      expect(layer, shows: CATransform3DMakeScale(7, 7, 7))
    }

    /// Keyframes interpolate the numbers: past a half turn, and further.
    @Test(arguments: rows) func keyframesActOnNumbers(_ row: Row) {
      let (stage, layer) = still()
      let animation = CAKeyframeAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: row.name)
      animation.values = [Self.input(row.from), Self.input(row.to), Self.input(row.from)]
      animation.duration = 1
      layer.add(animation, forKey: "a")
      stage.advance(to: 0.125)
      expect(layer, shows: row.quarter)
      stage.advance(to: 0.875)
      expect(layer, shows: row.quarter)
    }

    /// Additive: the function's result is concatenated before the transform underneath (3.1).
    @Test func sumsAreProductsOfWhatTheFunctionGives() {
      let model = CATransform3DMakeTranslation(10, 0, 0)
      let (stage, layer) = still(model)
      let turn = basic(.rotateZ, 0, 4)
      let grow = basic(.scale, [1, 1, 1], [5, 5, 1])
      for animation in [turn, grow] {
        animation.isAdditive = true
        layer.add(animation, forKey: nil)
      }
      stage.advance(to: 0.25)
      let turned = CATransform3DConcat(CATransform3DMakeRotation(1, 0, 0, 1), model)
      expect(layer, shows: CATransform3DConcat(CATransform3DMakeScale(2, 2, 1), turned))
    }

    /// Cumulative: whole end values add up before the function is applied.
    @Test func cyclesAccumulateNumbers() {
      let (stage, layer) = still()
      let turn = basic(.rotateZ, 0, 2)
      (turn.isCumulative, turn.repeatCount) = (true, 3)
      layer.add(turn, forKey: "a")
      stage.advance(to: 2.5)
      expect(layer, shows: CATransform3DMakeRotation(5, 0, 0, 1))
    }

    /// A spring overshoots in numbers.
    @Test func springsSwingNumbers() {
      let (stage, layer) = still()
      let spring = CASpringAnimation(keyPath: "transform")
      spring.valueFunction = CAValueFunction(name: .translateX)
      (spring.fromValue, spring.toValue, spring.duration) = (0, 100, 1)
      layer.add(spring, forKey: "a")
      stage.advance(to: 0.35)
      let x = 100 * spring.spring.progress(at: 0.35)
      #expect(x > 100)
      expect(layer, shows: CATransform3DMakeTranslation(x, 0, 0))
    }

    /// Group members apply their functions too, and `sublayerTransform` is a transform.
    @Test func groupsAndSublayerTransforms() throws {
      let (stage, layer) = still()
      let turn = basic(.rotateZ, 0, 4)
      turn.keyPath = "sublayerTransform"
      let group = CAAnimationGroup()
      (group.animations, group.duration) = ([turn, basic(.scaleX, 1, 5)], 1)
      layer.add(group, forKey: "a")
      stage.advance(to: 0.25)
      expect(layer, shows: CATransform3DMakeScale(2, 1, 1))
      let shown = try #require(layer.presentation()?.sublayerTransform)
      #expect(abs(shown.m11 - cos(1)) < 1e-12 && abs(shown.m12 - sin(1)) < 1e-12)
    }

    /// A missing end is the function's number in the transform underneath; in an additive
    /// animation, in the identity.
    @Test func missingEndsAreTheTransformsOwnNumbers() {
      let (stage, layer) = still(CATransform3DMakeRotation(1, 0, 0, 1))
      layer.add(basic(.rotateZ, 3), forKey: "a")
      stage.advance(to: 0.5)
      expect(layer, shows: CATransform3DMakeRotation(2, 0, 0, 1))
      layer.add(basic(.rotateZ, by: 2), forKey: "a")
      stage.advance(to: 1)
      expect(layer, shows: CATransform3DMakeRotation(2, 0, 0, 1))
      layer.transform = CATransform3DMakeScale(3, 1, 1)
      let grow = basic(.scaleX, 2)
      grow.isAdditive = true
      layer.add(grow, forKey: "a")
      stage.advance(to: 1.5)
      expect(layer, shows: CATransform3DMakeScale(4.5, 1, 1))
    }

    /// A function with unsuitable input has no effect, nor has one on a property other than a
    /// transform.
    @Test func unusableInputsDoNothing() {
      let (stage, layer) = still()
      let wrong: [CABasicAnimation] = [
        basic(.rotateZ, [1, 2, 3], [1, 2, 3]), basic(.scale, 2, 2),
        basic(.translate, [1, 2], [1, 2]),
        basic(.rotateZ, "left", "right"), basic(.rotateZ, Double.nan, Double.nan),
        basic(.scaleX, CATransform3DMakeScale(2, 2, 2), CATransform3DMakeScale(2, 2, 2)),
        basic(.translate, [1, 2, "x"] as [Any], [1, 2, "x"] as [Any]),
      ]
      for animation in wrong { layer.add(animation, forKey: nil) }
      for path in ["position.x", "opacity", "transform.rotation.z"] {
        let animation = basic(.rotateZ, 5, 5)
        animation.keyPath = path
        layer.add(animation, forKey: nil)
      }
      stage.advance(to: 0.5)
      expect(layer, shows: CATransform3DIdentity)
      #expect(layer.presentation()?.position == .zero && layer.presentation()?.opacity == 1)
    }

    /// By key, and in the layer's copy.
    @Test func functionsGoByTheirKeyAndAreCopied() throws {
      let animation = CABasicAnimation(keyPath: "transform")
      animation.setValue("rotateY", forKey: "valueFunction")
      #expect(animation.valueFunction?.name == .rotateY)
      let copy = try #require(animation.copy() as? CABasicAnimation)
      #expect(copy.valueFunction?.name == .rotateY)
      #expect((copy.value(forKey: "valueFunction") as? CAValueFunction)?.name == .rotateY)
      copy.setValue(nil, forKey: "valueFunction")
      #expect(copy.valueFunction == nil && animation.valueFunction != nil)
    }
  }
}
