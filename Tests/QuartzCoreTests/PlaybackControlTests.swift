// PlaybackControlTests.swift
// Driven animations: the values they show, without callbacks for pauses and reversals
// (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  /// The part of semantics 17 that concerns layers.
  @MainActor @Suite struct PlaybackControlTests {
    /// Drives every animation that is added, and logs its callbacks.
    final class Hand: AnimationObserver, AnimationDriver, CAAnimationDelegate {
      var held: [DrivenAnimation] = []
      var lines: [String] = []

      func animationWasAttached(to layer: CALayer) {
        guard let animation = layer.driveNewestAnimation(by: self, at: 0, where: { _ in true })
        else { return }
        held.append(animation)
      }
      func animationDidEnd(on layer: CALayer, finished: Bool) { lines.append("end \(finished)") }
      func drivenAnimationReachedEnd() { lines.append("reached") }
      func animationDidStart(_ anim: CAAnimation) { lines.append("start") }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        lines.append("stop \(flag)")
      }
    }

    /// A driven animation from 0 to 100: packed, a spring, or of a custom property.
    private func make(
      _ path: String, _ hand: Hand, on layer: CALayer, _ animation: CABasicAnimation
    ) throws -> DrivenAnimation {
      animation.keyPath = path
      (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
      animation.delegate = hand
      layer.add(animation, forKey: "some")
      return try #require(hand.held.last)
    }

    private func phase(
      _ from: Double, _ to: Double, _ seconds: Double, delay: Double = 0,
      _ curve: DrivenSegment.Curve = .easing(.linear)
    ) -> DrivenSegment {
      var phase = DrivenSegment()
      (phase.from, phase.to, phase.duration, phase.delay) = (from, to, seconds, delay)
      phase.curve = curve
      return phase
    }

    @Test(arguments: ["position.x", "zPosition", "percent", "transform.rotation.x"])
    func drivenAnimationsShowTheirProgress(path: String) throws {
      let (stage, hand) = (LiveStage(), Hand())
      let layer = stage.add(CountingLayer())
      let isAngle = path.hasPrefix("transform")
      let conducted = try make(path, hand, on: layer, CABasicAnimation())
      func shown() -> Double {
        CATransaction.flush()
        let value = layer.presentation()?.value(forKeyPath: path) as? NSNumber
        return value?.doubleValue ?? .nan
      }
      // Angles beyond a half turn read back as their equivalents.
      let unit = isAngle ? 0.01 : 1.0
      for fraction in [0.0, 1, 0.25, 0.75] {
        conducted.set(.held(at: fraction * unit))
        #expect(abs(shown() - 100 * fraction * unit) < 1e-6)
        stage.advance(to: CACurrentMediaTime() + 1)
        #expect(abs(shown() - 100 * fraction * unit) < 1e-6)
      }
      if isAngle { return }
      var begin = CACurrentMediaTime()
      conducted.set(phase(0.75, 0, 3, delay: 1))
      stage.advance(to: begin + 0.5)
      #expect(abs(shown() - 75) < 1e-6)
      stage.advance(to: begin + 2)
      #expect(abs(shown() - 50) < 1e-6 && abs(conducted.fraction(at: begin + 2) - 0.5) < 1e-9)
      begin = CACurrentMediaTime()
      let spring = Spring(mass: 1, stiffness: 100, damping: 5, initialVelocity: 0)
      conducted.set(phase(0, 1, 2, .spring(spring, duration: 2)))
      stage.advance(to: begin + 0.3)
      #expect(abs(shown() - 100 * spring.progress(at: 0.3)) < 1e-6)
      conducted.end(finished: true)
      stage.advance(to: begin + 0.4)
      #expect(shown() == 0 && layer.animationKeys() == nil)
    }

    /// Pauses and reversals are neither starts nor ends; the driver is notified once at the end of
    /// a segment.
    @Test func stretchesAreNoEvents() throws {
      let (stage, hand) = (LiveStage(), Hand())
      let layer = stage.add(CALayer())
      let conducted = try make("zPosition", hand, on: layer, CABasicAnimation())
      stage.advance(to: 0.1)
      #expect(hand.lines == ["start"])
      conducted.set(phase(0, 1, 1))
      stage.advance(to: 0.6)
      conducted.set(.held(at: 0.5))
      stage.advance(to: 10)
      #expect(hand.lines == ["start"])
      #expect(stage.context.activity(at: 10, lastShown: 10) == .idle(until: .infinity))
      conducted.set(phase(0.5, 1, 0.5))
      stage.advance(to: 10.1)
      #expect(stage.context.activity(at: 10.1, lastShown: 10.1) == .animating)
      stage.advance(to: 11)
      stage.advance(to: 12)
      #expect(hand.lines == ["start", "reached"] && conducted.didReachEnd && !conducted.isOver)
      #expect(layer.animationKeys() == ["some"])
      #expect(stage.context.activity(at: 12, lastShown: 12) == .idle(until: .infinity))
      conducted.set(phase(1, 0, 1))
      stage.advance(to: 14)
      #expect(hand.lines == ["start", "reached", "reached"])
      conducted.end(finished: true)
      stage.advance(to: 15)
      #expect(hand.lines == ["start", "reached", "reached", "end true", "stop true"])
      #expect(conducted.isOver && layer.animationKeys() == nil)
    }

    /// Removed, replaced, out of the tree: it ends like any other animation.
    @Test(arguments: 0..<3) func itEndsAsAnyOther(way: Int) throws {
      let (stage, hand) = (LiveStage(), Hand())
      let layer = stage.add(CALayer())
      let conducted = try make("zPosition", hand, on: layer, CABasicAnimation())
      conducted.set(phase(0, 1, 1))
      stage.advance(to: 0.5)
      switch way {
      case 0: layer.removeAllAnimations()
      case 1: layer.removeFromSuperlayer()
      default: layer.add(CABasicAnimation(keyPath: "zPosition"), forKey: "some")
      }
      stage.advance(to: 0.6)
      #expect(hand.lines == ["start", "end false", "stop false"] && conducted.isOver)
      #expect(conducted.wasReplacedByOther == (way == 2))
      // Calls after the end have no effect.
      conducted.set(.held(at: 0.5))
      conducted.end(finished: true)
      stage.advance(to: 1)
      #expect(hand.lines.count == 3)
    }

    /// A repeating animation has no end to be driven to.
    @Test func repetitionIsLeftAlone() {
      let (stage, hand) = (LiveStage(), Hand())
      let layer = stage.add(CALayer())
      let animation = CABasicAnimation(keyPath: "zPosition")
      (animation.toValue, animation.repeatCount, animation.delegate) = (1, 3, hand)
      layer.add(animation, forKey: nil)
      stage.advance(to: 0.1)
      #expect(hand.held.isEmpty)
    }
  }
}
