// NearestNumberTests.swift
// Numbers that cannot be used, where they are no geometry: the nearest ones act, and are reported once (semantics 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

extension LiveTree {
  @MainActor @Suite struct NearestNumberTests {
    private final class Ring: CALayer {
      @Animatable var progress: CGFloat = 0.25
      @Animatable var center = CGPoint(x: 1, y: 1)
      @Animatable var weight: Float = 1
      @Animatable var maybe: Double?
    }

    /// Runs a change twice, and returns the reports.
    private func reports(_ change: () -> Void) -> [String] {
      Diagnostics.collecting {
        change()
        change()
      }.lines
    }

    /// semantics 15: every stock number that is no geometry takes NaN and infinity, by setter and by key.
    @Test(arguments: LayerProperty.allCases.indices) func stockPropertiesTakeTheNearest(index: Int)
    {
      let property = LayerProperty.allCases[index]
      guard case .lanes(let kind) = property.kind, kind != .bool, !property.isGeometry,
        kind != .color, property.implicit != .nothing || property == .minificationFilterBias
      else { return }
      let stage = LiveStage()
      for number in [Double.nan, .infinity, -.infinity] {
        let layer: CALayer =
          switch property.row.owner {
          case .shape: CAShapeLayer()
          case .gradient: CAGradientLayer()
          case .replicator: CAReplicatorLayer()
          case .emitter: CAEmitterLayer()
          default: CALayer()
          }
        _ = stage.add(layer)
        let value = AnimatableValue.lanes(SIMD4(repeating: number), kind)
        let lines = reports { layer.setValue(value.any, forKey: property.key) }
        let isFree = [.opacity, .cornerRadius, .shadowOpacity].contains(property)
        #expect(lines.count == 1 || isFree && !number.isNaN, "\(property.key) \(number): \(lines)")
        #expect(lines.allSatisfy { $0.contains(property.key) && $0.contains("cannot be") })
        CATransaction.flush()
        #expect(isFree || AnimatableValue(layer.value(forKey: property.key)).isFinite)
        _ = stage.picture()
        layer.removeFromSuperlayer()
      }
    }

    /// semantics 15
    @Test func settersTakeTheNearest() {
      let (shape, gradient, layer) = (CAShapeLayer(), CAGradientLayer(), CALayer())
      let most = CGFloat.greatestFiniteMagnitude
      let lines = reports {
        shape.strokeEnd = 0 / CGFloat.zero
        shape.lineWidth = .infinity
        gradient.startPoint = CGPoint(x: CGFloat.nan, y: 0.5)
        gradient.locations = [0, NSNumber(value: Double.nan), 1]
        shape.lineDashPattern = [NSNumber(value: Double.nan), 2]
        layer.zPosition = .infinity
        layer.anchorPointZ = -.infinity
        layer.shadowOffset = CGSize(width: CGFloat.nan, height: 2)
        layer.contentsRect = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
        layer.opacity = .nan
        layer.rasterizationScale = .nan
      }
      #expect(shape.strokeEnd == 0 && shape.lineWidth == most)
      #expect(gradient.startPoint == CGPoint(x: 0, y: 0.5) && gradient.locations == [0, 0, 1])
      #expect(shape.lineDashPattern == [0, 2])
      #expect(layer.zPosition == most && layer.anchorPointZ == -most)
      #expect(layer.shadowOffset == CGSize(width: 0, height: 2) && layer.opacity == 0)
      #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(layer.rasterizationScale == 1 && lines.count == 11, "\(lines)")
    }

    /// semantics 15: timing, of layers, animations, cells, transactions and curves.
    @Test func timesTakeTheNearest() {
      let (layer, animation, cell) = (CALayer(), CABasicAnimation(), CAEmitterCell())
      var curve = CAMediaTimingFunction(name: .linear)
      var spring = CASpringAnimation()
      let lines = reports {
        layer.speed = .infinity
        layer.timeOffset = .nan
        layer.duration = .nan
        animation.duration = .nan
        animation.beginTime = .nan
        animation.repeatCount = .nan
        animation.speed = .infinity
        cell.birthRate = .nan
        cell.contentsRect = CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)
        CATransaction.setAnimationDuration(.nan)
        curve = CAMediaTimingFunction(controlPoints: .nan, 0, 1, 1)
        spring = CASpringAnimation(perceptualDuration: 0, bounce: .nan)
      }
      #expect(layer.speed == .greatestFiniteMagnitude && layer.timeOffset == 0)
      #expect(layer.duration == 0 && animation.duration == 0 && animation.beginTime == 0)
      #expect(animation.repeatCount == 0 && animation.speed == .greatestFiniteMagnitude)
      #expect(cell.birthRate == 0 && cell.contentsRect.width == 0)
      #expect(CATransaction.animationDuration() == 0 && spring.duration.isFinite)
      var point: [Float] = [9, 9]
      curve.getControlPoint(at: 1, values: &point)
      #expect(point == [0, 0] && lines.count == 13, "\(lines)")
      while CATransaction.isOpenOnMainThread { CATransaction.commit() }
    }

    /// semantics 15: properties declared with `@Animatable`; other custom keys keep what they are given.
    @Test func declaredPropertiesTakeTheNearest() {
      let ring = Ring()
      let lines = reports {
        ring.progress = 0 / CGFloat.zero
        ring.center = CGPoint(x: CGFloat.infinity, y: 3)
        ring.weight = .nan
        ring.maybe = .nan
        ring.setValue(Double.nan, forKey: "mine")
      }
      #expect(ring.progress == 0 && ring.weight == 0 && ring.maybe == 0)
      #expect(ring.center == CGPoint(x: CGFloat.greatestFiniteMagnitude, y: 3))
      #expect((ring.value(forKey: "mine") as? Double)?.isNaN == true)
      #expect(lines.count == 4, "\(lines)")
    }

    /// semantics 15: values of animations. Geometry has no effect, anything else the nearest number; both are reported.
    @Test func animationsTakeTheNearest() throws {
      let stage = LiveStage()
      let (shape, ring) = (stage.add(CAShapeLayer()), stage.add(Ring()))
      shape.position = CGPoint(x: 5, y: 5)
      CATransaction.flush()
      shape.removeAllAnimations()
      func animation(_ path: String, _ value: Any) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue, animation.duration) = (value, value, 1)
        return animation
      }
      let keyframes = CAKeyframeAnimation(keyPath: "lineWidth")
      (keyframes.values, keyframes.duration) = ([Double.nan, 8.0], 1)
      let lines = Diagnostics.collecting {
        shape.add(animation("strokeEnd", CGFloat.nan), forKey: "a")
        shape.add(animation("position", CGPoint(x: CGFloat.nan, y: 0)), forKey: "b")
        shape.add(animation("zPosition", CGFloat.infinity), forKey: "c")
        shape.add(keyframes, forKey: "d")
        ring.add(animation("progress", CGFloat.nan), forKey: "a")
        stage.advance(to: 0)
        stage.advance(to: 0.5)
      }.lines
      let shown = try #require(shape.presentation())
      #expect(shown.strokeEnd == 0 && shown.position == CGPoint(x: 5, y: 5))
      #expect(shown.zPosition > 1e30 && shown.zPosition.isFinite && shown.lineWidth == 4)
      #expect(ring.presentation()?.progress == 0)
      #expect(lines.count == 5, "\(lines)")
      #expect(lines.contains { $0.contains("position is not finite; it has no effect") })
    }
  }
}
