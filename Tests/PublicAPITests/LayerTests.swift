// LayerTests.swift
// Layers in a window without a screen: implicit and explicit animations, presentation, time.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct LayerTests {
    /// semantics 13: only committed values are presented.
    @Test func visibleWindowIsLive() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      let layer = CALayer()
      window.layer.addSublayer(layer)
      CATransaction.flush()
      #expect(layer.presentation() == nil)
      window.isHidden = false
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 1 && layer.presentation()?.model() === layer)
      layer.actions = ["opacity": NSNull()]
      layer.opacity = 0.5
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.5)
      window.isHidden = true
      CATransaction.flush()
      #expect(layer.presentation() == nil)
    }

    /// semantics 11.3: 0.25 s from the old value, on layers without a view.
    @Test func hostedLayerChangesAnimateImplicitly() throws {
      let stage = Stage()
      let layer = stage.add(CALayer())
      layer.position = CGPoint(x: 100, y: 0)
      let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
      #expect(animation.duration == 0.25 && animation.toValue == nil)
      #expect(animation.fromValue as? CGPoint == .zero)
      stage.show(at: 0.125)
      let x = stage.shown(layer, "position.x")
      #expect(x > 20 && x < 99 && layer.position.x == 100)
      stage.show(at: 1)
      #expect(stage.shown(layer, "position.x") == 100)
    }

    /// semantics 10: a transaction's duration and curve; disabled actions.
    @Test func transactionSetsDurationOfChanges() throws {
      let stage = Stage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.opacity = 0
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.cornerRadius = 8
      CATransaction.commit()
      CATransaction.commit()
      #expect(layer.animationKeys() == ["opacity"])
      stage.show(at: 0.5)
      #expect(isClose(stage.shown(layer, "opacity"), 0.75))
      #expect(layer.presentation()?.cornerRadius == 8)
    }

    /// semantics 4: from, to and by; numbers of every type.
    @Test func basicAnimationAcceptsAllNumberTypes() {
      let cases: [(from: Any?, to: Any?, by: Any?, middle: Double)] = [
        (10, 20.0, nil, 15), (CGFloat(10), nil, Float(20), 20), (nil, 50, 10.0, 45),
        (nil, NSNumber(value: 20), nil, 10), (nil, nil, 20, 10),
      ]
      for (from, to, by, middle) in cases {
        let stage = Stage()
        let layer = stage.add(CALayer())
        let animation = CABasicAnimation(keyPath: "zPosition")
        animation.fromValue = from
        animation.toValue = to
        animation.byValue = by
        animation.duration = 1
        layer.add(animation, forKey: nil)
        stage.show(at: 0.5)
        #expect(isClose(stage.shown(layer, "zPosition"), middle))
      }
    }

    /// semantics 1.5: the values before and after.
    @Test func fillModesHoldStartAndEnd() {
      let stage = Stage()
      let layers = [CAMediaTimingFillMode.removed, .forwards, .backwards, .both].map { mode in
        let layer = stage.add(CALayer())
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0.25
        fade.toValue = 0.75
        fade.beginTime = 1
        fade.duration = 1
        fade.fillMode = mode
        fade.isRemovedOnCompletion = false
        layer.add(fade, forKey: "fade")
        return layer
      }
      stage.show(at: 0.5)
      #expect(layers.map { stage.shown($0, "opacity") } == [1, 1, 0.25, 0.25])
      stage.show(at: 3)
      #expect(layers.map { stage.shown($0, "opacity") } == [1, 0.75, 1, 0.75])
    }

    /// semantics 1: repeats with autoreverse; a group's child uses the group's time.
    @Test func animationGroupsRepeat() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let move = CABasicAnimation(keyPath: "position.x")
      move.toValue = 100
      move.duration = 1
      move.autoreverses = true
      move.repeatCount = .infinity
      let spin = CAKeyframeAnimation(keyPath: "transform.rotation.z")
      spin.values = [0, CGFloat.pi / 2, 0]
      spin.keyTimes = [0, 0.25, 1]
      spin.duration = 4
      let group = CAAnimationGroup()
      group.animations = [move, spin]
      group.duration = 4
      group.speed = 2
      layer.add(group, forKey: "both")
      stage.show(at: 0.5)
      #expect(isClose(stage.shown(layer, "position.x"), 100))
      #expect(isClose(stage.shown(layer, "transform.rotation.z"), .pi / 2))
      stage.show(at: 0.75)
      #expect(isClose(stage.shown(layer, "position.x"), 50))
      #expect(stage.shown(layer, "transform.rotation.z") < .pi / 2)
      stage.show(at: 2.01)
      #expect(stage.shown(layer, "position.x") == 0)
    }

    /// semantics 6: along a path at constant speed, rotated with it.
    @Test func keyframeAnimationFollowsPath() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let path = UIBezierPath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 30, y: 0))
      path.addLine(to: CGPoint(x: 30, y: 90))
      let ride = CAKeyframeAnimation(keyPath: "position")
      ride.path = path.cgPath
      ride.calculationMode = .paced
      ride.rotationMode = .rotateAuto
      ride.duration = 4
      layer.add(ride, forKey: "ride")
      stage.show(at: 0.5)
      #expect(layer.presentation()?.position == CGPoint(x: 15, y: 0))
      stage.show(at: 2.5)
      #expect(isClose(stage.shown(layer, "position.y"), 45))
      #expect(isClose(stage.shown(layer, "transform.rotation"), .pi / 2))
    }

    /// semantics 7: a spring overshoots and settles in its settling duration.
    @Test func springAnimationSettles() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let spring = CASpringAnimation(keyPath: "position.x")
      spring.damping = 5
      spring.initialVelocity = 1
      spring.fromValue = 0
      spring.toValue = 100
      spring.duration = spring.settlingDuration
      spring.fillMode = .forwards
      spring.isRemovedOnCompletion = false
      #expect(spring.settlingDuration > 1 && spring.settlingDuration < 10)
      layer.add(spring, forKey: nil)
      var highest = 0.0
      for step in 1...20 {
        stage.show(at: Double(step) * 0.05)
        highest = max(highest, stage.shown(layer, "position.x"))
      }
      #expect(highest > 120)
      stage.show(at: spring.settlingDuration)
      #expect(isClose(stage.shown(layer, "position.x"), 100, within: 1))
      let stiff = CASpringAnimation(keyPath: "position.x")
      stiff.damping = 20
      #expect(stiff.settlingDuration < spring.settlingDuration)
    }

    /// semantics 3: additive animations are added to the model, cumulative ones to themselves.
    @Test func additiveAnimationsSum() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      for _ in 0..<2 {
        let nudge = CABasicAnimation(keyPath: "position.y")
        nudge.fromValue = 0
        nudge.toValue = 10
        nudge.duration = 1
        nudge.isAdditive = true
        nudge.isCumulative = true
        nudge.repeatCount = 3
        layer.add(nudge, forKey: nil)
      }
      stage.show(at: 2.5)
      #expect(isClose(stage.shown(layer, "position.y"), 50))
      #expect(layer.position.y == 0)
    }

    /// semantics 13, semantics 15: hit testing of the presentation layer uses presented geometry.
    @Test func presentationLayerHitTest() throws {
      let stage = Stage()
      let layer = stage.add(CALayer())
      layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      let move = CABasicAnimation(keyPath: "position")
      move.fromValue = CGPoint(x: 50, y: 50)
      move.toValue = CGPoint(x: 150, y: 50)
      move.duration = 1
      layer.position = CGPoint(x: 150, y: 50)
      layer.removeAllAnimations()
      layer.add(move, forKey: "move")
      stage.show(at: 0.5)
      let seen = try #require(layer.presentation())
      #expect(seen.hitTest(CGPoint(x: 100, y: 50)) != nil)
      #expect(seen.hitTest(CGPoint(x: 150, y: 50)) == nil)
      #expect(layer.hitTest(CGPoint(x: 150, y: 50)) === layer)
      let window = try #require(stage.window.layer.presentation())
      #expect(window.hitTest(CGPoint(x: 95, y: 50))?.model() === layer)
      #expect(seen.convert(CGPoint(x: 10, y: 10), to: window) == CGPoint(x: 100, y: 50))
      #expect(seen.superlayer?.model() === stage.window.layer)
    }

    /// Technical Q&A 1673: a layer's time pauses and resumes (semantics 1).
    @Test func layerSpeedPausesAndResumes() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let move = CABasicAnimation(keyPath: "position.x")
      move.toValue = 100
      move.duration = 10
      layer.add(move, forKey: nil)
      stage.show(at: 2)
      let pausedTime = layer.convertTime(stage.window.layer.timeOffset, from: stage.window.layer)
      layer.speed = 0
      layer.timeOffset = pausedTime
      stage.show(at: 5)
      #expect(isClose(stage.shown(layer, "position.x"), 20))
      layer.speed = 1
      layer.timeOffset = 0
      layer.beginTime = 0
      layer.beginTime =
        layer.convertTime(stage.window.layer.timeOffset, from: stage.window.layer) - pausedTime
      stage.show(at: 6)
      #expect(isClose(stage.shown(layer, "position.x"), 30))
    }

    /// semantics 1: begin times in the past and the future, by media time.
    @Test func beginTimeUsesMediaTime() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      window.isHidden = false
      let layer = CALayer()
      window.layer.addSublayer(layer)
      CATransaction.flush()
      let now = layer.convertTime(CACurrentMediaTime(), from: nil)
      for (keyPath, start) in [("opacity", now - 5000), ("zPosition", now + 5000)] {
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = 0
        animation.toValue = 1
        animation.beginTime = start
        // Long enough for the slowest machine to sample it before its end.
        animation.duration = 10_000
        layer.add(animation, forKey: keyPath)
      }
      CATransaction.flush()
      let shown = layer.presentation()
      #expect(isClose(Double(shown?.opacity ?? -1), 0.5, within: 0.1))
      #expect(shown?.zPosition == 0)
      #expect(Set(layer.animationKeys() ?? []) == ["opacity", "zPosition"])
      window.isHidden = true
    }

    /// semantics 14: key paths into transforms, sizes and rectangles.
    @Test func keyPathsOfStructMembers() {
      let layer = CALayer()
      layer.setValue(2, forKeyPath: "transform.scale")
      layer.setValue(CGFloat.pi / 4, forKeyPath: "transform.rotation.z")
      layer.setValue(30, forKeyPath: "transform.translation.x")
      layer.setValue(40, forKeyPath: "bounds.size.width")
      #expect(isClose(layer.value(forKeyPath: "transform.scale.x") as? Double ?? 0, 2))
      #expect(layer.value(forKeyPath: "transform.rotation") as? CGFloat == .pi / 4)
      #expect(layer.transform.m41 == 30 && layer.bounds.width == 40)
      layer.setValue("anything", forKey: "note")
      #expect(layer.value(forKey: "note") as? String == "anything")
    }
  }
}
