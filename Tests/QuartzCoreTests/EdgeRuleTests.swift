// EdgeRuleTests.swift
// Secondary rules: stopped animations, negative speeds, the order within a commit, curves and fills
// within groups.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct EdgeRuleTests {
    private func move(_ to: Double, _ duration: Double = 1) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, to, duration)
      return animation
    }

    private func x(_ layer: CALayer) -> Double? {
      layer.presentation().map { Double($0.position.x * 1e6).rounded() / 1e6 }
    }

    // MARK: Time

    /// semantics 1.6: an animation of speed 0 shows its offset indefinitely, and never reports an
    /// end.
    @Test func stoppedAnimationsStay() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let witness = AnimationDelegateSpy()
      let animation = blink(2, delegate: witness)
      (animation.speed, animation.timeOffset) = (0, 0.5)
      layer.add(animation, forKey: "a")
      for time in [0, 1, 1000] as [TimeInterval] {
        stage.advance(to: time)
        #expect(layer.presentation()?.opacity == 0.25, "at \(time)")
      }
      #expect(witness.log == ["start"] && layer.animationKeys() == ["a"])
    }

    /// semantics 1.6: a layer with negative speed, and an offset that keeps it ahead, shows its
    /// animations and those of its sublayers backwards.
    @Test func layersAheadRunBackwards() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let child = CALayer()
      layer.addSublayer(child)
      CATransaction.flush()
      layer.add(blink(1), forKey: "a")
      child.add(blink(1), forKey: "a")
      stage.advance(to: 0)
      (layer.speed, layer.timeOffset) = (-1, 0.75)
      for (time, shown) in [(0, 0.75), (0.25, 0.5), (0.75, 0)] as [(TimeInterval, Float)] {
        stage.advance(to: time)
        #expect(layer.presentation()?.opacity == shown, "at \(time)")
        #expect(child.presentation()?.opacity == shown, "at \(time)")
      }
    }

    /// semantics 1.10: an animation added to a stopped layer begins at the layer's stopped time.
    @Test func addedWhileStandingStill() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      (layer.speed, layer.timeOffset) = (0, 3)
      stage.advance(to: 5)
      layer.add(blink(1), forKey: "a")
      stage.advance(to: 6)
      #expect(layer.presentation()?.opacity == 0)
      layer.timeOffset = 3.25
      stage.advance(to: 7)
      #expect(layer.presentation()?.opacity == 0.25)
    }

    // MARK: Values

    /// semantics 5: a sum with a negative size is standardized, like a rectangle that is set.
    @Test func sumsOfRectanglesAreStandardized() throws {
      let stage = LiveStage()
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      _ = stage.add(layer)
      let animation = CABasicAnimation(keyPath: "bounds.size.width")
      (animation.fromValue, animation.toValue) = (-30, -30)
      (animation.duration, animation.isAdditive) = (1, true)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0.5)
      let bounds = try #require(layer.presentation()?.bounds)
      #expect(bounds.width == 20 && bounds.height == 10)
    }

    /// semantics 6.1: keyframes without values and without a path show the model.
    @Test func noKeyframesShowTheModel() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.position.x = 40
      stage.advance(to: 1)
      for values in [nil, []] as [[Any]?] {
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        (animation.values, animation.duration) = (values, 1)
        layer.add(animation, forKey: "a")
        stage.advance(to: MediaClock.now + 0.5)
        #expect(x(layer) == 40 && layer.animationKeys() == ["a"])
      }
    }

    /// semantics 14: writing one component of a transform keeps the other components, and drops
    /// perspective and skew.
    @Test func writtenComponentsLosePerspectiveAndSkew() throws {
      let layer = CALayer()
      layer.transform = CATransform3DMakeScale(2, 3, 1)
      layer.transform.m21 = 0.5
      layer.transform.m34 = -0.01
      layer.setValue(7, forKeyPath: "transform.translation.x")
      let t = layer.transform
      #expect(t.m34 == 0 && t.m41 == 7)
      let dot = Double(t.m11 * t.m21 + t.m12 * t.m22)
      #expect(abs(dot) < 1e-9, "rows stay square on each other")
    }

    /// semantics 15: setting a frame leaves the origin of the bounds unchanged.
    @Test func framesLeaveTheOriginOfTheBounds() {
      let layer = CALayer()
      layer.bounds = CGRect(x: 3, y: 4, width: 10, height: 10)
      layer.frame = CGRect(x: 20, y: 30, width: 50, height: 60)
      #expect(layer.bounds == CGRect(x: 3, y: 4, width: 50, height: 60))
      #expect(layer.position == CGPoint(x: 45, y: 60))
    }

    /// semantics 15: a subclass may override `contains(_:)`, in its own coordinates.
    @Test func classesSayWhatTheyContain() {
      final class Disc: CALayer {
        override func contains(_ p: CGPoint) -> Bool {
          let (dx, dy) = (p.x - bounds.midX, p.y - bounds.midY)
          return dx * dx + dy * dy <= bounds.width * bounds.width / 4
        }
      }
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      let disc = Disc()
      disc.frame = CGRect(x: 50, y: 50, width: 20, height: 20)
      root.addSublayer(disc)
      #expect(root.hitTest(CGPoint(x: 60, y: 51)) === disc)
      #expect(root.hitTest(CGPoint(x: 51, y: 51)) === root)
    }

    // MARK: Groups

    /// semantics 8: the group's curve applies to its members' time, forwards and reversed.
    @Test func curvesOfGroupsBendTheirMembersTime() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let group = CAAnimationGroup()
      let member = move(10)
      member.fillMode = .forwards
      let curve = CAMediaTimingFunction(name: .easeIn)
      (group.animations, group.duration, group.timingFunction) = ([member], 2, curve)
      group.autoreverses = true
      layer.add(group, forKey: "g")
      stage.advance(to: 0)
      for (time, progress) in [(1, 0.5), (1.8, 0.9), (3, 0.5)] {
        stage.advance(to: time)
        let expected = 10 * min(1, 2 * curve.curve.value(at: progress))
        #expect(abs(try #require(x(layer)) - expected) < 1e-5, "at \(time)")
      }
    }

    /// semantics 8: outside of its own interval a member shows its own fill, and without one the
    /// value underneath.
    @Test func membersFillWithinTheirGroup() {
      for (fill, early) in [(CAMediaTimingFillMode.removed, 40.0), (.backwards, 0)] {
        let stage = LiveStage()
        let layer = CALayer()
        layer.position.x = 40
        _ = stage.add(layer)
        let group = CAAnimationGroup()
        let member = move(10, 0.5)
        (member.beginTime, member.fillMode) = (0.5, fill)
        (group.animations, group.duration) = ([member], 2)
        layer.add(group, forKey: "g")
        stage.advance(to: 0)
        stage.advance(to: 0.25)
        #expect(x(layer) == early, "\(fill.rawValue)")
        stage.advance(to: 0.75)
        #expect(x(layer) == 5)
        stage.advance(to: 1.5)
        #expect(x(layer) == 40)
      }
    }

    // MARK: Commit

    private final class Logging: CALayer {
      nonisolated(unsafe) static var log: [String] = []
      var onLayout: () -> Void = {}
      override func layoutSublayers() {
        Self.log.append("layout \(name ?? "")")
        onLayout()
      }
      override func display() { Self.log.append("display \(name ?? "")") }
    }

    /// semantics 10.2: first the whole tree is laid out, then the whole tree is displayed; a
    /// display that requests layout begins another round.
    @Test func phasesAreTheWholeTrees() {
      let stage = LiveStage()
      let layers = ["a", "b"].map { name in
        let layer = Logging()
        layer.name = name
        return stage.add(layer)
      }
      CATransaction.flush()
      Logging.log = []
      for layer in layers {
        layer.setNeedsDisplay()
        layer.setNeedsLayout()
      }
      CATransaction.flush()
      #expect(Logging.log == ["layout a", "layout b", "display a", "display b"])
    }

    /// semantics 10.2: animations added during layout begin with those added before the commit, and
    /// all are in the render tree afterwards.
    @Test func layoutBelongsToTheCommit() {
      let stage = LiveStage()
      let (layer, other) = (stage.add(Logging()), stage.add(CALayer()))
      layer.onLayout = { [unowned layer] in
        layer.add(blink(1), forKey: "a")
        layer.zPosition = 7
      }
      other.add(blink(1), forKey: "a")
      layer.setNeedsLayout()
      MediaClock.block(for: 0.5)
      CATransaction.flush()
      layer.onLayout = {}
      #expect(layer.model().zPosition == 7 && layer.animationKeys()?.contains("a") == true)
      stage.advance(to: 0.75)
      #expect(layer.presentation()?.opacity == 0.25 && other.presentation()?.opacity == 0.25)
    }

    /// semantics 10.2: a block with nothing to wait for runs with its own commit's values
    /// presented.
    @Test func blocksFindTheirCommitOnShow() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var shown: Float?
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      CATransaction.setCompletionBlock { shown = layer.presentation()?.opacity }
      layer.opacity = 0.5
      CATransaction.commit()
      #expect(shown == nil)
      CallbackQueue.drain()
      #expect(shown == 0.5)
    }
  }
}
