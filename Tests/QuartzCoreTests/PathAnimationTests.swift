// PathAnimationTests.swift
// Keyframe animations along paths (semantics 6.1, 6.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct PathAnimationTests {
    /// Positions of a layer along a path at fractions of a second.
    private func places(
      _ path: CGPath, at times: [Double], _ mode: CAAnimationCalculationMode = .linear,
      _ change: (CAKeyframeAnimation) -> Void = { _ in }
    ) -> [CGPoint] {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.path = path
      animation.values = [CGPoint(x: -1, y: -1), CGPoint(x: -2, y: -2)]
      animation.duration = 1
      animation.calculationMode = mode
      change(animation)
      layer.add(animation, forKey: "along")
      stage.advance(to: 0)
      return times.map { time in
        MediaClock.advance(to: time)
        let place = layer.presentation()?.position ?? .zero
        return CGPoint(x: (place.x * 1e6).rounded() / 1e6, y: (place.y * 1e6).rounded() / 1e6)
      }
    }

    /// Right by 100, then down by 300.
    private var corner: CGPath {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 100, y: 0))
      path.addLine(to: CGPoint(x: 100, y: 300))
      return path
    }

    private func points(_ pairs: (CGFloat, CGFloat)...) -> [CGPoint] {
      pairs.map { CGPoint(x: $0, y: $1) }
    }

    /// semantics 6.3: each element takes an equal share; the path takes precedence over values.
    @Test func elementsTakeEqualShares() {
      #expect(
        places(corner, at: [0, 0.25, 0.5, 0.75, 1])
          == points((0, 0), (50, 0), (100, 0), (100, 150), (100, 300)))
    }

    /// semantics 6.1: one key time per element's end.
    @Test func keyTimesArePerElement() {
      let found = places(corner, at: [0.1, 0.2, 0.6]) { $0.keyTimes = [0, 0.2, 1] }
      #expect(found == points((50, 0), (100, 0), (100, 150)))
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addCurve(
        to: CGPoint(x: 90, y: 0), control1: CGPoint(x: 30, y: 0), control2: CGPoint(x: 60, y: 0))
      path.addLine(to: CGPoint(x: 90, y: 10))
      #expect(
        places(path, at: [0.4, 0.8, 0.9]) { $0.keyTimes = [0, 0.8, 1] }
          == points((45, 0), (90, 0), (90, 5)))
    }

    /// semantics 6.2: one curve per element.
    @Test func curvesArePerElement() {
      let ease = CAMediaTimingFunction(name: .easeIn)
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addCurve(
        to: CGPoint(x: 90, y: 0), control1: CGPoint(x: 30, y: 0), control2: CGPoint(x: 60, y: 0))
      path.addLine(to: CGPoint(x: 90, y: 100))
      let found = places(path, at: [0.2, 0.75, 0.9]) { $0.timingFunctions = [ease] }
      #expect(abs(found[0].x - 90 * ease.curve.value(at: 0.4)) < 0.05)
      #expect(abs(found[1].y - 50) < 1e-6 && abs(found[2].y - 80) < 1e-6)
      let second = places(path, at: [0.25, 0.75]) {
        $0.timingFunctions = [CAMediaTimingFunction(name: .linear), ease]
      }
      #expect(abs(second[0].x - 45) < 1e-6)
      #expect(abs(second[1].y - 100 * ease.curve.value(at: 0.5)) < 0.05)
    }

    /// semantics 6.3: a curve is traversed by its parameter.
    @Test func curvesAreFollowedByTheirParameter() {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addCurve(
        to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100),
        control2: CGPoint(x: 100, y: 100))
      // At a parameter of a quarter: x = 100 (3·0.75·0.0625 + 0.015625), y = 100 · 3·0.75·0.25.
      let found = places(path, at: [0.25, 0.5])
      #expect(abs(found[0].x - 15.625) < 1e-6 && abs(found[0].y - 56.25) < 1e-6)
      #expect(found[1] == CGPoint(x: 50, y: 75))
      let quad = CGMutablePath()
      quad.move(to: .zero)
      quad.addQuadCurve(to: CGPoint(x: 100, y: 0), control: CGPoint(x: 50, y: 100))
      #expect(places(quad, at: [0.5]) == points((50, 50)))
    }

    /// semantics 6.3: a close is a line back to the start of its subpath.
    @Test func closingGoesBack() {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 100, y: 0))
      path.closeSubpath()
      #expect(places(path, at: [0.75, 1]) == points((50, 0), (0, 0)))
    }

    /// semantics 6.3: a move in the middle takes no time, paced or not.
    @Test func movesJump() {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 100, y: 0))
      path.move(to: CGPoint(x: 0, y: 500))
      path.addLine(to: CGPoint(x: 100, y: 500))
      for mode in [CAAnimationCalculationMode.linear, .paced] {
        #expect(
          places(path, at: [0.25, 0.499, 0.5, 0.75], mode)
            == points((50, 0), (99.8, 0), (0, 500), (50, 500)), "\(mode.rawValue)")
      }
    }

    /// semantics 6.3: paced, speed is constant along lines and curves; key times and curves are
    /// ignored.
    @Test func pacedPathsHaveOneSpeed() {
      #expect(
        places(corner, at: [0.125, 0.25, 0.625], .paced) {
          $0.keyTimes = [0, 0.9, 1]
          $0.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
        } == points((50, 0), (100, 0), (100, 150)))
      let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 200, height: 200))
      let found = places(circle, at: (0...40).map { Double($0) / 40 }, .paced)
      let steps = zip(found, found.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
      for step in steps { #expect(abs(step - 15.7) < 0.16) }
    }

    /// semantics 6.1: discrete: n - 1 intervals, and the last point only at the end.
    @Test func discretePathsHoldTheirPoints() {
      #expect(
        places(corner, at: [0, 0.49, 0.5, 0.99, 1], .discrete)
          == points((0, 0), (0, 0), (100, 0), (100, 0), (100, 300)))
    }
  }
}
