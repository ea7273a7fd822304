// RotationModeTests.swift
// Layers that rotate along the path they follow (semantics 6.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  /// semantics 6.3: rotationMode
  @MainActor @Suite struct RotationModeTests {
    /// A layer that follows a path for a second, on a stage of its own.
    @MainActor private struct Follower {
      let stage = LiveStage()
      let layer = CALayer()

      init(
        _ path: CGPath, _ mode: CAAnimationRotationMode?,
        model: CATransform3D = CATransform3DIdentity,
        _ change: (CAKeyframeAnimation) -> Void = { _ in }
      ) {
        layer.transform = model
        _ = stage.add(layer)
        let animation = CAKeyframeAnimation(keyPath: "position")
        (animation.path, animation.rotationMode, animation.duration) = (path, mode, 1)
        change(animation)
        layer.add(animation, forKey: "along")
        stage.advance(to: 0)
      }

      /// The angle of the layer's x as shown at a time, in degrees, -180..<180.
      func angle(at time: Double) -> Double {
        MediaClock.advance(to: time)
        let shown = layer.presentation()?.transform ?? CATransform3D()
        let degrees = (atan2(shown.m12, shown.m11) * 180 / .pi * 1e6).rounded() / 1e6
        return degrees == 180 ? -180 : degrees
      }

      func angles(at times: Double...) -> [Double] { times.map { angle(at: $0) } }
    }

    private func path(_ build: (CGMutablePath) -> Void) -> CGPath {
      let path = CGMutablePath()
      build(path)
      return path
    }

    /// Right, then down, then back to the start.
    private var triangle: CGPath {
      path {
        $0.move(to: .zero)
        $0.addLine(to: CGPoint(x: 100, y: 0))
        $0.addLine(to: CGPoint(x: 100, y: 100))
        $0.closeSubpath()
      }
    }

    @Test func layersTurnWithTheirPath() {
      let layer = Follower(triangle, .rotateAuto)
      #expect(layer.angles(at: 0, 0.2, 0.4, 0.6) == [0, 0, 90, 90])
      #expect(layer.angles(at: 0.7, 1) == [-135, -135])
      #expect(layer.angle(at: 1.1) == 0)
    }

    @Test func reversedOnesLookBack() {
      let layer = Follower(triangle, .rotateAutoReverse)
      #expect(layer.angles(at: 0, 0.4, 0.7) == [-180, -90, 45])
    }

    @Test func withoutAModeNothingTurns() {
      for mode in [nil, CAAnimationRotationMode(rawValue: "sideways")] {
        let layer = Follower(triangle, mode)
        #expect(layer.angle(at: 0.5) == 0)
      }
      let layer = Follower(triangle, .rotateAuto) {
        $0.path = nil
        $0.values = [CGPoint.zero, CGPoint(x: 0, y: 9)]
      }
      #expect(layer.angle(at: 0.5) == 0)
    }

    /// Along a curve by its exact tangent, paced or not.
    @Test func curvesTurnByTheirTangent() {
      let arc = path {
        $0.move(to: .zero)
        $0.addCurve(
          to: CGPoint(x: 100, y: 100), control1: CGPoint(x: 60, y: 0),
          control2: CGPoint(x: 100, y: 40))
      }
      let layer = Follower(arc, .rotateAuto)
      for step in 0...20 {
        let u = Double(step) / 20
        let x = 3 * ((1 - u) * (1 - u) * 60 + 2 * u * (1 - u) * 40)
        let y = 3 * (2 * u * (1 - u) * 40 + u * u * 60)
        #expect(abs(layer.angle(at: u) - atan2(y, x) * 180 / .pi) < 0.01, "at \(u)")
      }
      let circle = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100))
      let paced = Follower(circle, .rotateAuto) { $0.calculationMode = .paced }
      for step in 0...40 {
        let angle = paced.angle(at: Double(step) / 40)
        let place = paced.layer.presentation()?.position ?? .zero
        let off = (angle - atan2(place.y, place.x) * 180 / .pi).remainder(dividingBy: 180)
        #expect(abs(abs(off) - 90) < 0.5, "\(off)")
      }
    }

    /// A segment's easing applies to rotation and position alike.
    @Test func easedCurvesTurnWhereTheyAre() {
      let arc = path {
        $0.move(to: .zero)
        $0.addQuadCurve(to: CGPoint(x: 100, y: 100), control: CGPoint(x: 100, y: 0))
      }
      let ease = CAMediaTimingFunction(name: .easeIn)
      let layer = Follower(arc, .rotateAuto) { $0.timingFunctions = [ease] }
      for time in [0.1, 0.3, 0.5, 0.8] {
        let u = ease.curve.value(at: time)
        #expect(abs(layer.angle(at: time) - atan2(u, 1 - u) * 180 / .pi) < 0.1, "at \(time)")
      }
    }

    /// The rotation is applied before the model's transform, and adds to other animations of it.
    @Test func theTurnComesFirst() throws {
      let model = CATransform3DMakeScale(2, 1, 1)
      let follower = Follower(triangle, .rotateAuto, model: model)
      MediaClock.advance(to: 0.5)
      let quarter = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      var shown = try #require(follower.layer.presentation()?.transform)
      let first = CATransform3DConcat(quarter, model)
      #expect(abs(shown.m12 - first.m12) < 1e-9 && abs(shown.m21 - first.m21) < 1e-9)
      #expect(follower.layer.transform == model)
      // A later replacing animation replaces the sum, as usual.
      let fixed = CABasicAnimation(keyPath: "transform")
      (fixed.fromValue, fixed.toValue, fixed.duration) = (model, model, 1)
      follower.layer.add(fixed, forKey: "fixed")
      follower.stage.advance(to: 0.6)
      shown = try #require(follower.layer.presentation()?.transform)
      #expect(shown == model)
    }

    /// Jumps, coincident points and control points on end points have a direction too.
    @Test func oddPathsTurn() {
      let broken = path {
        $0.move(to: .zero)
        $0.addLine(to: CGPoint(x: 10, y: 0))
        $0.move(to: CGPoint(x: 50, y: 0))
        $0.addLine(to: CGPoint(x: 50, y: 10))
      }
      let jumping = Follower(broken, .rotateAuto)
      #expect(jumping.angles(at: 0.25, 0.49, 0.5, 0.75) == [0, 0, 90, 90])
      let still = path {
        $0.move(to: .zero)
        $0.addLine(to: CGPoint(x: 0, y: 10))
        $0.addLine(to: CGPoint(x: 0, y: 10))
        $0.addLine(to: CGPoint(x: 10, y: 10))
      }
      let pausing = Follower(still, .rotateAuto)
      #expect(pausing.angles(at: 0.2, 0.5, 0.9) == [90, 90, 0])
      let blunt = path {
        $0.move(to: .zero)
        $0.addCurve(
          to: CGPoint(x: 100, y: 0), control1: .zero, control2: CGPoint(x: 100, y: 0))
      }
      let straight = Follower(blunt, .rotateAuto)
      #expect(straight.angles(at: 0, 0.5, 1) == [0, 0, 0])
      let point = path {
        $0.move(to: .zero)
        $0.addLine(to: .zero)
      }
      let nowhere = Follower(point, .rotateAuto)
      #expect(nowhere.angle(at: 0.5) == 0)
    }

    /// Discrete: at each point the outgoing direction.
    @Test func discretePathsTurnAtTheirPoints() {
      let layer = Follower(triangle, .rotateAuto) { $0.calculationMode = .discrete }
      #expect(layer.angles(at: 0.1, 0.3, 0.4, 0.6) == [0, 0, 90, 90])
      #expect(layer.angles(at: 0.7, 0.9) == [-135, -135])
    }

    /// In a group, and across a repetition; the frame agrees with the presentation copy.
    @Test func groupsTurnAsWell() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let along = CAKeyframeAnimation(keyPath: "position")
      (along.path, along.rotationMode, along.duration) = (triangle, .rotateAuto, 1)
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.repeatCount) = ([along], 1, 3)
      layer.add(group, forKey: "a")
      stage.advance(to: 1.5)
      #expect(abs((layer.presentation()?.transform.m12 ?? 0) - 1) < 1e-9)
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 1.5)
      let shown = try #require(sampler.lastValues(of: layer.slotInTree))
      #expect(shown.transform == layer.presentation()?.transform)
    }
  }
}
