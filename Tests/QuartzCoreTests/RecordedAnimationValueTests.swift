// RecordedAnimationValueTests.swift
// The values of one animation at fractions of its run, as the viewer's inspector lists them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

extension LiveTree {
  @MainActor @Suite struct RecordedAnimationValueTests {
    private func basic(_ path: String, from: Any?, to: Any?) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
      return animation
    }

    private func number(_ recorded: RecordedAnimation, _ fraction: Double) -> Double {
      recorded.value(at: fraction)?.any as? Double ?? .nan
    }

    @Test(arguments: [(0.0, 10.0), (0.25, 20.0), (0.5, 30.0), (1.0, 50.0), (-1, 10.0), (2, 50.0)])
    func linearAnimationsHaveTheirValues(fraction: Double, value: Double) throws {
      let scene = Scene()
      let animation = try scene.recorded(basic("position.x", from: 10.0, to: 50.0))
      #expect(abs(number(animation, fraction) - value) < 1e-6)
    }

    /// A member of a structure, a whole structure, a colour.
    @Test func valuesHaveTheTypeOfTheirKeyPath() throws {
      let scene = Scene()
      let point = try scene.recorded(
        basic("position", from: CGPoint.zero, to: CGPoint(x: 10, y: 20)))
      #expect(point.value(at: 0.5)?.text == "5,10")
      let color = try scene.recorded(
        basic("backgroundColor", from: CGColor.black, to: CGColor.white))
      #expect(color.value(at: 1)?.text == "#FFFFFF")
    }

    /// The end that was nil was the model's while it played, whatever the model is later.
    @Test func endsOfTheModelAreKept() throws {
      let scene = Scene()
      scene.layer.opacity = 0.5
      let animation = try scene.recorded(basic("opacity", from: 0.0, to: nil))
      CATransaction.setDisableActions(true)
      scene.layer.opacity = 1
      scene.stage.advance(to: MediaClock.now + 5)
      #expect(animation.value(at: 1)?.text == "0.5")
    }

    @Test func springsOvershoot() throws {
      let scene = Scene()
      let spring = CASpringAnimation(keyPath: "position.x")
      (spring.fromValue, spring.toValue, spring.damping) = (0.0, 100.0, 4)
      spring.duration = spring.settlingDuration
      let animation = try scene.recorded(spring)
      let values = (0...40).map { number(animation, Double($0) / 40) }
      #expect((values.max() ?? 0) > 120 && abs(values[40] - 100) < 1 && values[0] == 0)
    }

    /// Only the first run counts, and its end is not the begin of the next.
    @Test func repeatedAnimationsEndTheirRun() throws {
      let scene = Scene()
      let animation = basic("position.x", from: 0.0, to: 8.0)
      (animation.repeatCount, animation.speed) = (3, 2)
      let repeated = try scene.recorded(animation)
      #expect(abs(number(repeated, 0.5) - 4) < 1e-6 && abs(number(repeated, 1) - 8) < 1e-6)
    }

    /// An additive one is added to the model's value.
    @Test func additiveAnimationsAreAddedToTheModel() throws {
      let scene = Scene()
      scene.layer.position.x = 100
      let animation = basic("position.x", from: -40.0, to: 0.0)
      animation.isAdditive = true
      #expect(abs(number(try scene.recorded(animation), 0.5) - 80) < 1e-6)
    }

    @Test func customPropertiesHaveValues() throws {
      let scene = Scene()
      let gauge = Gauge()
      scene.stage.root.addSublayer(gauge)
      let animation = try scene.recorded(basic("percent", from: 0.0, to: 100.0), on: gauge)
      #expect(abs((Double(animation.value(at: 0.3)?.text ?? "") ?? 0) - 30) < 1e-4)
    }

    @Test func groupsHaveTheValueOfTheirFirstMember() throws {
      let scene = Scene()
      let group = CAAnimationGroup()
      group.animations = [
        basic("position.x", from: 0.0, to: 6.0), basic("opacity", from: 0, to: 1),
      ]
      group.duration = 2
      #expect(abs(number(try scene.recorded(group), 0.5) - 3) < 1e-6)
    }

    @Test func transitionsHaveNone() throws {
      let scene = Scene()
      #expect(try scene.recorded(CATransition()).value(at: 0.5) == nil)
    }

    /// Layers and animations are as they were.
    @Test func readingChangesNothing() throws {
      let scene = Scene()
      let animation = try scene.recorded(basic("position.x", from: 10.0, to: 50.0))
      let before = (scene.layer.animationKeys(), scene.layer.presentation()?.position)
      _ = (0...10).map { animation.value(at: Double($0) / 10) }
      #expect(
        scene.layer.animationKeys() == before.0 && scene.layer.presentation()?.position == before.1)
      #expect(!scene.stage.context.hasChanges)
    }
  }
}

private final class Gauge: CALayer {
  @Animatable var percent: CGFloat = 0
}

/// A live tree with one layer.
@MainActor private struct Scene {
  let stage = LiveStage()
  let layer = CALayer()

  init() { _ = stage.add(layer) }

  /// Records the animation that a layer gets, in its first frame.
  func recorded(_ animation: CAAnimation, on layer: CALayer? = nil) throws -> RecordedAnimation {
    (layer ?? self.layer).add(animation, forKey: "a")
    stage.advance(to: MediaClock.now)
    var found: RecordedAnimation?
    stage.context.forEachAnimation(beneath: stage.root, at: MediaClock.now) {
      found = RecordedAnimation($0, isFirst: true)
    }
    return try #require(found)
  }
}
