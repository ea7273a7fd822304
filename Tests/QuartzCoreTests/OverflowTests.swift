// OverflowTests.swift
// Animations between finite values that pass beyond the largest numbers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct OverflowTests {
    private static let most = CGFloat.greatestFiniteMagnitude

    private static func end(_ path: String, _ number: CGFloat) -> Any {
      switch path {
      case "position": CGPoint(x: number, y: number)
      case "bounds": CGRect(x: number, y: 0, width: 10, height: 10)
      case "transform": CATransform3DMakeScale(number, number, number)
      default: number
      }
    }

    /// What a presentation layer has, its layer may be given.
    @Test(
      arguments: [
        "position", "position.x", "bounds", "bounds.size.width", "transform", "transform.scale",
        "transform.translation.x", "zPosition", "anchorPoint.x", "shadowRadius", "lineWidth",
      ], [false, true])
    func presentedValuesAreFinite(path: String, isAdditive: Bool) throws {
      let stage = LiveStage()
      let layer = stage.add(CAShapeLayer())
      layer.position = CGPoint(x: 3, y: 4)
      // Two additive animations, as the sum of the numbers overflows.
      for key in ["a", "b"] {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue) = (
          Self.end(path, isAdditive ? Self.most : -Self.most), Self.end(path, Self.most)
        )
        (animation.duration, animation.isAdditive) = (1, isAdditive)
        layer.add(animation, forKey: key)
      }
      CATransaction.flush()
      stage.advance(to: 0.25)
      let shown = try #require(layer.presentation())
      layer.position = shown.position
      layer.bounds = shown.bounds
      layer.transform = shown.transform
      layer.zPosition = shown.zPosition
      layer.anchorPoint = shown.anchorPoint
      layer.shadowRadius = shown.shadowRadius
      layer.lineWidth = shown.lineWidth
      _ = stage.picture()
    }

    /// The property that overflows has the model's value; the others are animated.
    @Test func modelHasTheValueThatOverflows() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.position = CGPoint(x: 3, y: 4)
      for path in ["position", "opacity"] {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue) = (
          path == "opacity" ? 0 : Self.end(path, -Self.most),
          path == "opacity" ? 1 : Self.end(path, Self.most)
        )
        (animation.duration, animation.timingFunction) = (1, nil)
        layer.add(animation, forKey: nil)
      }
      CATransaction.flush()
      stage.advance(to: 0.25)
      let shown = try #require(layer.presentation())
      #expect(shown.position == layer.position && shown.opacity == 0.25)
    }

    @Test func valueThatNoLayerMayHaveIsReported() {
      let layer = CALayer()
      layer.position = CGPoint(x: 3, y: 4)
      let lines = Diagnostics.collecting {
        layer.setQuietly(AnimatableValue(CGPoint(x: CGFloat.nan, y: 1)), forKey: "position")
        layer.setQuietly(AnimatableValue(CGPoint(x: CGFloat.infinity, y: 1)), forKey: "position")
        layer.setQuietly(AnimatableValue(CGPoint(x: 5, y: 6)), forKey: "anchorPoint")
      }.lines
      #expect(layer.position == CGPoint(x: 3, y: 4) && layer.anchorPoint == CGPoint(x: 5, y: 6))
      #expect(lines.count == 1 && lines.allSatisfy { $0.contains("reached") })
    }
  }
}
