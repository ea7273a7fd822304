// ForeignCodeTests.swift
// Layers and animations as code written for Apple's frameworks uses them: semantics 20. Each test begins with the
// number of its rule.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

extension LiveTree {
  @MainActor @Suite struct ForeignCodeTests {
    private func layer(in stage: LiveStage) -> CALayer {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      return stage.add(layer)
    }

    /// An animation that shows its state at a fraction, for as long as it is attached.
    private func held<Animation: CAAnimation>(_ animation: Animation, at fraction: Double)
      -> Animation
    {
      (animation.duration, animation.speed, animation.timeOffset) = (1, 0, fraction)
      animation.fillMode = .both
      return animation
    }

    private func shown(_ animation: CAAnimation, at fraction: Double, on layer: CALayer) throws
      -> CALayer
    {
      layer.add(held(animation, at: fraction), forKey: nil)
      CATransaction.flush()
      return try #require(layer.presentation())
    }

    // MARK: Actions and animations

    /// 1
    @Test func actionsWithoutKeyPathAnimateTheirEvent() throws {
      let stage = LiveStage()
      let layer = layer(in: stage)
      let fade = CABasicAnimation()
      (fade.fromValue, fade.toValue, fade.duration) = (0.0, 1.0, 2)
      layer.actions = ["opacity": fade]
      layer.opacity = 0.9
      let found = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
      #expect(found.keyPath == "opacity")
      #expect(fade.keyPath == nil, "the action itself is shared")
      stage.advance(to: 1)
      #expect(isClose(Double(try #require(layer.presentation()).opacity), 0.5, within: 1e-6))

      let turn = CABasicAnimation()
      turn.run(forKey: "transform", object: layer, arguments: nil)
      #expect((layer.animation(forKey: "transform") as? CABasicAnimation)?.keyPath == "transform")
    }

    /// 2
    @Test func attachedAnimationsHaveTheirBegin() throws {
      let stage = LiveStage()
      stage.advance(to: 3)
      let parent = CALayer()
      (parent.speed, parent.beginTime) = (2, 1)
      let layer = CALayer()
      parent.addSublayer(layer)
      _ = stage.add(parent)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0.0, 1.0, 4)
      layer.add(fade, forKey: "fade")
      #expect(layer.animation(forKey: "fade")?.beginTime == 0)
      CATransaction.flush()
      // Local time runs twice as fast, from 1.
      #expect(layer.animation(forKey: "fade")?.beginTime == 4)
      stage.advance(to: 4)
      #expect(isClose(Double(try #require(layer.presentation()).opacity), 0.5, within: 1e-6))

      // Taken and added again, it goes on from where it was.
      let taken = try #require(layer.animation(forKey: "fade"))
      layer.removeAllAnimations()
      stage.advance(to: 4.5)
      layer.add(taken, forKey: "fade")
      CATransaction.flush()
      #expect(isClose(Double(try #require(layer.presentation()).opacity), 0.75, within: 1e-6))
    }

    /// 3
    @Test(arguments: [
      ("transform.scale.xy", 3.0, 3.0, 1.0), ("transform.scale", 3, 3, 3),
      ("transform.scale.x", 3, 1, 1),
    ])
    func scalesByKeyPath(path: String, x: Double, y: Double, z: Double) throws {
      let stage = LiveStage()
      func check(_ transform: CATransform3D) {
        #expect(isClose(transform.m11, x) && isClose(transform.m22, y) && isClose(transform.m33, z))
      }
      let pulse = CABasicAnimation(keyPath: path)
      (pulse.fromValue, pulse.toValue) = (1, 5)
      check(try shown(pulse, at: 0.5, on: layer(in: stage)).transform)

      let keyframes = CAKeyframeAnimation(keyPath: path)
      keyframes.values = [1, 5]
      check(try shown(keyframes, at: 0.5, on: layer(in: stage)).transform)

      let group = CAAnimationGroup()
      let inner = CABasicAnimation(keyPath: path)
      (inner.fromValue, inner.toValue, inner.duration) = (1, 5, 1)
      group.animations = [inner]
      check(try shown(group, at: 0.5, on: layer(in: stage)).transform)

      let layer = layer(in: stage)
      layer.setValue(3, forKeyPath: path)
      check(layer.transform)
      #expect((layer.value(forKeyPath: path) as? NSNumber)?.doubleValue == 3)
    }

    /// 3
    @Test func partsOfPropertiesHaveActions() throws {
      let stage = LiveStage()
      let layer = layer(in: stage)
      let action = try #require(layer.action(forKey: "transform.scale") as? CABasicAnimation)
      #expect(action.keyPath == "transform.scale")
      #expect((action.fromValue as? NSNumber)?.doubleValue == 1)
      #expect(layer.action(forKey: "transform.colour") == nil)
      #expect(layer.action(forKey: "opacity.x") == nil)
    }

    /// 4: the implicit transaction is open before the tree is in a window, so that an explicit one is nested.
    @Test func animationsOfATreeThatIsShownInTheSameTurnPlay() {
      let stage = LiveStage()
      let (parent, layer) = (CALayer(), CALayer())
      parent.addSublayer(layer)
      layer.opacity = 0.5
      CATransaction.begin()
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.toValue, fade.duration) = (0.0, 2)
      layer.add(fade, forKey: "fade")
      CATransaction.commit()
      stage.root.addSublayer(parent)
      CATransaction.flush()
      #expect(layer.animationKeys() == ["fade"])
    }

    /// 4: each change of a tree that is not live opens the implicit transaction, so that an explicit one after it is
    /// nested, and the animations added in that play once the tree is in a window.
    @Test(arguments: [
      "addSublayer", "insertSublayer", "removeFromSuperlayer", "replaceSublayer", "sublayers",
      "mask",
      "setNeedsLayout", "setNeedsDisplay", "speed", "name", "removeAnimation", "filters", "value",
      "actions", "layoutManager",
    ])
    func changesOutsideOfWindowsOpenATransaction(name: String) throws {
      let stage = LiveStage()
      let (layer, child) = (CALayer(), CALayer())
      layer.addSublayer(child)
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "old")
      layer.layoutIfNeeded()
      CATransaction.flush()
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "old")
      CATransaction.begin()
      CATransaction.commit()
      while CATransaction.isOpenOnMainThread { CATransaction.commit() }
      if name == "removeAnimation" {
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "old")
      }
      switch name {
      case "addSublayer": layer.addSublayer(CALayer())
      case "insertSublayer": layer.insertSublayer(CALayer(), at: 0)
      case "removeFromSuperlayer": child.removeFromSuperlayer()
      case "replaceSublayer": layer.replaceSublayer(child, with: CALayer())
      case "sublayers": layer.sublayers = [CALayer()]
      case "mask": layer.mask = CALayer()
      case "setNeedsLayout": layer.setNeedsLayout()
      case "setNeedsDisplay": layer.setNeedsDisplay()
      case "speed": layer.speed = 0.5
      case "name": layer.name = "b"
      case "removeAnimation": layer.removeAnimation(forKey: "old")
      case "filters": layer.filters = []
      case "actions": layer.actions = [:]
      case "layoutManager": layer.layoutManager = CAConstraintLayoutManager()
      default: layer.setValue(1, forKey: "mine")
      }
      #expect(CATransaction.isOpenOnMainThread)
      CATransaction.begin()
      layer.add(CABasicAnimation(keyPath: "position"), forKey: "new")
      CATransaction.commit()
      _ = stage.add(layer)
      #expect(layer.animation(forKey: "new") != nil)
    }

    /// 5
    @Test func unmatchedCommitsAreHarmless() {
      CATransaction.flush()
      CATransaction.commit()
      CATransaction.commit()
      CATransaction.begin()
      var calls = 0
      CATransaction.setCompletionBlock { calls += 1 }
      CATransaction.begin()
      CATransaction.completionBlock()?()
      #expect(calls == 1, "a nested transaction reads the outer one's block")
      CATransaction.commit()
      CATransaction.commit()
      CallbackQueue.drain()
      #expect(calls == 2)
    }

    /// 6
    @Test func callbacksOfACommitAreInOrder() {
      let stage = LiveStage()
      let (layer, spy) = (layer(in: stage), AnimationDelegateSpy())
      CATransaction.begin()
      CATransaction.setCompletionBlock { spy.log.append("block 1") }
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.duration, fade.delegate) = (0, 1, spy)
      layer.add(fade, forKey: nil)
      CATransaction.setCompletionBlock { spy.log.append("block 2") }
      CATransaction.commit()
      CATransaction.flush()
      #expect(spy.log.isEmpty, "callbacks come from the run loop")
      for step in 0...80 { stage.advance(to: Double(step) / 60) }
      #expect(spy.log == ["start", "block 2", "block 1", "stop true"])
    }

    /// 7
    @Test func classesAnswerTheirDefaults() {
      func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
      #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
      #expect(number(CALayer.defaultValue(forKey: "contentsScale")) == 1)
      #expect(number(CALayer.defaultValue(forKey: "opacity")) == 1)
      #expect(number(CALayer.defaultValue(forKey: "speed")) == 1)
      #expect(CALayer.defaultValue(forKey: "lineWidth") == nil)
      #expect(CALayer.defaultValue(forKey: "mine") == nil)
      #expect(number(CAShapeLayer.defaultValue(forKey: "lineWidth")) == 1)
      #expect(number(CAShapeLayer.defaultValue(forKey: "strokeEnd")) == 1)
      #expect(CAGradientLayer.defaultValue(forKey: "endPoint") as? CGPoint == CGPoint(x: 0.5, y: 1))
      #expect(number(CAAnimation.defaultValue(forKey: "speed")) == 1)
      #expect(number(CAAnimation.defaultValue(forKey: "mine")) == nil)
      #expect(number(CASpringAnimation.defaultValue(forKey: "stiffness")) == 100)
      #expect(number(CAEmitterCell.defaultValue(forKey: "scale")) == 1)

      // A subclass may add defaults.
      final class Asking: CABasicAnimation {
        override class func defaultValue(forKey key: String) -> Any? {
          key == "duration" ? 7.0 : super.defaultValue(forKey: key)
        }
      }
      #expect(Asking.defaultValue(forKey: "duration") as? Double == 7)
      #expect(Asking().value(forKey: "unknown") == nil)
    }

    /// 8
    @Test func animationsWithoutKeyRunUnlisted() throws {
      let stage = LiveStage()
      let layer = layer(in: stage)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue) = (0.0, 1.0)
      #expect(isClose(Double(try shown(fade, at: 0.5, on: layer).opacity), 0.5, within: 1e-6))
      #expect(layer.animationKeys() == nil)
    }

    // MARK: Model, presentation, display

    /// 10
    @Test func drawingThatCallsItsBaseFirstIsShown() {
      let stage = LiveStage()
      final class Drawn: CALayer {
        override func draw(in ctx: CGContext) {
          super.draw(in: ctx)
          ctx.fill(bounds)
        }
      }
      let layer = Drawn()
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      _ = stage.add(layer)
      layer.setNeedsDisplay()
      CATransaction.flush()
      #expect(layer.contents != nil)
    }

    /// 11
    @Test func theLastDrawingOfACustomPropertyShowsItsEnd() {
      let stage = LiveStage()
      let layer = stage.add(PercentLayer())
      let grow = CABasicAnimation(keyPath: "percent")
      (grow.fromValue, grow.duration) = (0.0, 0.5)
      layer.add(grow, forKey: "percent")
      layer.percent = 100
      for step in 0...60 { stage.advance(to: Double(step) * 0.017) }
      #expect(layer.animationKeys() == nil)
      #expect(layer.log.last == 100)
      #expect(layer.log.contains { $0 > 0 && $0 < 100 })
    }

    /// 14
    @Test func contentsKeepAnyObject() {
      let stage = LiveStage()
      final class Picture {}
      let (layer, picture) = (layer(in: stage), Picture())
      layer.contents = picture
      #expect(layer.contents as? Picture === picture)
      layer.setValue("name", forKey: "contents")
      #expect(layer.contents as? String == "name")
      CATransaction.flush()
      _ = stage.picture()
      layer.contents = nil
      #expect(layer.contents == nil)
    }

    /// 32: code that keeps its state in the model, and reads the presentation layer from there.
    @Test func modelsAreDisplayedWhileACustomPropertyAnimates() {
      let stage = LiveStage()
      final class Engine: CALayer {
        @Animatable var frameNumber: CGFloat = 0
        var state: [CGFloat] = []
        override func display() { state.append(presentation()?.frameNumber ?? frameNumber) }
      }
      let layer = stage.add(Engine())
      let play = CABasicAnimation(keyPath: "frameNumber")
      (play.fromValue, play.toValue, play.duration) = (0.0, 60.0, 1)
      layer.add(play, forKey: nil)
      for step in 0...30 { stage.advance(to: Double(step) / 60) }
      #expect(layer.state.count >= 30)
      #expect(isClose(Double(layer.state.last ?? 0), 30, within: 1e-6))
    }

    /// 33
    @Test func copiesMaySetTheirProperties() throws {
      let stage = LiveStage()
      let layer = stage.add(CopiedLayer())
      layer.percent = 1
      CATransaction.flush()
      #expect(layer.animationKeys() == ["percent"])
      for _ in 0..<3 {
        #expect(layer.presentation() != nil)
        CATransaction.flush()
      }
      #expect(try #require(layer.presentation()).animationKeys() == ["percent"])
    }

    // MARK: Geometry

    /// 15
    @Test func framesAreExactWithoutTransform() {
      var random = SeededRandom(seed: 20)
      for _ in 0..<1000 {
        let layer = CALayer()
        func number() -> CGFloat { .random(in: -500...500, using: &random) }
        let frame = CGRect(x: number(), y: number(), width: abs(number()), height: abs(number()))
        layer.frame = frame
        #expect(layer.frame.size == frame.size && layer.bounds.size == frame.size)
        let unit = max(abs(frame.minX), abs(frame.maxX)).ulp
        #expect(abs(layer.frame.minX - frame.minX) <= unit)
        let high = max(abs(frame.minY), abs(frame.maxY)).ulp
        #expect(abs(layer.frame.minY - frame.minY) <= high)
      }
    }

    /// 16: scales, quarter turns, and turns out of the plane.
    @Test func framesAreReadAsTheyWereSet() {
      let frame = CGRect(x: 10, y: 20, width: 100, height: 50)
      for transform in [
        CATransform3DMakeScale(2, 0.5, 1), CATransform3DMakeRotation(.pi / 2, 0, 0, 1),
        CATransform3DMakeRotation(.pi / 3, 1, 0, 0), CATransform3DMakeRotation(-1, 0, 1, 0),
        CATransform3DMakeScale(-1, 1, 3),
      ] {
        let layer = CALayer()
        layer.transform = transform
        layer.frame = frame
        let read = layer.frame
        #expect(isClose(read.minX, frame.minX) && isClose(read.minY, frame.minY), "\(read)")
        #expect(isClose(read.width, frame.width) && isClose(read.height, frame.height), "\(read)")
      }
    }

    /// 17
    @Test func conversionAndHitTestingAgreeInFlippedGeometry() {
      let stage = LiveStage()
      let (parent, child) = (CALayer(), CALayer())
      (parent.bounds, parent.anchorPoint) = (CGRect(x: 0, y: 0, width: 100, height: 80), .zero)
      parent.isGeometryFlipped = true
      child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      parent.addSublayer(child)
      _ = stage.add(parent)
      let point = child.convert(CGPoint(x: 5, y: 5), to: stage.root)
      #expect(point == CGPoint(x: 5, y: 75))
      #expect(stage.root.hitTest(stage.root.convert(point, to: nil)) === child)
      #expect(child.convert(point, from: stage.root) == CGPoint(x: 5, y: 5))
    }

    /// 18
    @Test func affineTransformsOfOthersAreTheIdentity() {
      let layer = CALayer()
      layer.transform = CATransform3DMakeScale(2, 3, 4)
      #expect(layer.affineTransform() == .identity)
      layer.transform = CATransform3DMakeScale(2, 3, 1)
      #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
    }

    /// 19
    @Test func timesAreConverted() {
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      (child.beginTime, child.speed, child.timeOffset) = (8, 0.5, 7)
      #expect(child.convertTime(7, from: root) == 0)
      #expect(child.convertTime(10, from: root) == 8)

      (child.beginTime, child.speed, child.timeOffset) = (0, 0, 0)
      (root.speed, root.timeOffset, root.beginTime) = (2, 3, 1)
      #expect(root.convertTime(10, from: child) == 0)
      #expect(child.convertTime(10, to: nil) == -0.5)
    }

    /// 20
    @Test func oddNumbersAreTakenAndReported() {
      let collector = Reports.Collector()
      Reports.$collector.withValue(collector) {
        let (parent, child, layer) = (CALayer(), CALayer(), CALayer())
        parent.addSublayer(child)
        parent.insertSublayer(layer, at: 999)
        #expect(parent.sublayers == [child, layer])
        for _ in 0..<2 {
          layer.contentsScale = -2
          layer.speed = .nan
        }
        #expect(layer.contentsScale == 1 && layer.speed == 1)
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.speed = .nan
        #expect(fade.speed == 1)
      }
      #expect(collector.lines.count == 3)
      #expect(collector.lines.contains { $0.contains("contentsScale") && $0.contains("-2") })
    }

    // MARK: Values of animations

    /// 24
    @Test func translationsTakePointsAndSizes() throws {
      let stage = LiveStage()
      func check(_ layer: CALayer) {
        #expect(isClose(layer.transform.m41, 10) && isClose(layer.transform.m42, 20))
      }
      let point = CGPoint(x: 20, y: 40)
      let ends: [Any] = [
        point, CGSize(width: 20, height: 40), CGVector(dx: 20, dy: 40), NSValue(cgPoint: point),
      ]
      for value in ends {
        let to = CABasicAnimation(keyPath: "transform.translation")
        to.toValue = value
        check(try shown(to, at: 0.5, on: layer(in: stage)))
        let by = CABasicAnimation(keyPath: "transform.translation")
        by.byValue = value
        check(try shown(by, at: 0.5, on: layer(in: stage)))
        let frames = CAKeyframeAnimation(keyPath: "transform.translation")
        frames.values = [CGSize.zero, value]
        check(try shown(frames, at: 0.5, on: layer(in: stage)))
      }
      let along = CAKeyframeAnimation(keyPath: "transform.translation")
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 20, y: 40))
      along.path = path
      check(try shown(along, at: 0.5, on: layer(in: stage)))
    }

    /// 24: stacked with another part of the transform.
    @Test func translationsStackWithOtherParts() throws {
      let stage = LiveStage()
      let layer = layer(in: stage)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue) = (0.0, Double.pi)
      layer.add(held(turn, at: 0.5), forKey: "turn")
      let move = CABasicAnimation(keyPath: "transform.translation")
      (move.fromValue, move.toValue) = (CGPoint.zero, CGPoint(x: 20, y: 40))
      let seen = try shown(move, at: 0.5, on: layer).transform
      #expect(isClose(seen.m41, 10) && isClose(seen.m42, 20) && isClose(seen.m12, 1))
    }

    /// 25
    @Test(arguments: [
      ([0.0, 0, 100, 100], [0, -0.5, 0.5, 1], 0.25, 75.0), ([0, 100], [-0.5, 0.5], 0.25, 75),
      ([0, 100], [-0.5, 0.5], 0.75, 100),
      ([10, 20], [0.25, 0.75], 0.1, 10), ([0, 100], [0, 2], 0.5, 25),
    ])
    func keyTimesAreHonouredAsGiven(
      values: [Double], times: [Double], at fraction: Double, wanted: Double
    ) throws {
      let stage = LiveStage()
      let animation = CAKeyframeAnimation(keyPath: "zPosition")
      (animation.values, animation.keyTimes) = (values, times.map { NSNumber(value: $0) })
      #expect(
        isClose(Double(try shown(animation, at: fraction, on: layer(in: stage)).zPosition), wanted))
    }

    /// 25: a discrete list that hides what must be hidden.
    @Test func keyTimesOutsideTheRunHide() throws {
      let stage = LiveStage()
      let animation = CAKeyframeAnimation(keyPath: "hidden")
      (animation.values, animation.keyTimes) = ([true, false, true, true], [0, 3.87, 1, 1])
      animation.calculationMode = .discrete
      for fraction in [0, 0.3, 0.99] {
        #expect(try shown(animation, at: fraction, on: layer(in: stage)).isHidden)
      }
    }

    /// 26
    @Test func linesBlendWithCurves() throws {
      let stage = LiveStage()
      func box(_ side: CGFloat, curved: Bool) -> CGPath {
        let path = CGMutablePath()
        let corners = [(side, 0), (side, side), (0, side), (0, 0)].map { CGPoint(x: $0.0, y: $0.1) }
        path.move(to: .zero)
        var pen = CGPoint.zero
        for corner in corners {
          // A curve with its controls at its ends is a line.
          if curved {
            path.addCurve(to: corner, control1: pen, control2: corner)
          } else {
            path.addLine(to: corner)
          }
          pen = corner
        }
        path.closeSubpath()
        return path
      }
      let shape = stage.add(CAShapeLayer())
      let morph = CABasicAnimation(keyPath: "path")
      (morph.fromValue, morph.toValue) = (box(20, curved: false), box(10, curved: true))
      let seen = try #require(try shown(morph, at: 0.5, on: shape) as? CAShapeLayer)
      let bounds = try #require(seen.path).boundingBox
      #expect(isClose(bounds.width, 15, within: 0.01) && isClose(bounds.height, 15, within: 0.01))
    }

    /// 27
    @Test func trimsGoByTheCurvesParameter() {
      let path = CGMutablePath()
      path.move(to: .zero)
      // Slow at its begin: half of the parameter is an eighth of the way.
      path.addCurve(to: CGPoint(x: 80, y: 0), control1: .zero, control2: .zero)
      #expect(isClose(path.trimmed(from: 0, to: 0.5).boundingBox.width, 10))
      // Elements share the path by their length.
      path.addLine(to: CGPoint(x: 160, y: 0))
      #expect(isClose(path.trimmed(from: 0, to: 0.5).boundingBox.width, 80, within: 1e-3))
      #expect(isClose(path.trimmed(from: 0.5, to: 0.75).boundingBox.width, 40, within: 1e-3))
    }

    /// 28
    @Test func emptyTrimsDrawNothing() {
      let path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10))
      #expect(path.trimmed(from: 0.999_999_999_999_989_2, to: 1).isEmpty)
      #expect(!path.trimmed(from: 0.99999, to: 1).isEmpty)
      for curve in [CAMediaTimingFunctionName.easeIn, .easeOut, .easeInEaseOut, .default] {
        #expect(CAMediaTimingFunction(name: curve).curve.value(at: 1) == 1)
      }
    }

    /// 31: k = f / (d * fps) at t = (f / fps) / d.
    @Test func discreteKeysCountFromTheirInstant() throws {
      let stage = LiveStage()
      let duration = 2.3
      let animation = CAKeyframeAnimation(keyPath: "zPosition")
      animation.calculationMode = .discrete
      animation.values = (0..<69).map { Double($0) }
      animation.keyTimes = (0..<69).map { NSNumber(value: Double($0) / (duration * 30)) }
      animation.duration = duration
      let layer = layer(in: stage)
      layer.add(animation, forKey: nil)
      CATransaction.flush()
      for frame in 0..<69 {
        MediaClock.advance(to: Double(frame) / 30)
        #expect(layer.presentation()?.zPosition == CGFloat(frame))
        CATransaction.flush()
      }
    }
  }

  /// On the machine's clock, where time passes between two calls.
  @MainActor @Suite struct TurnTests {
    /// 9
    @Test func presentationsOfATurnAgree() throws {
      MediaClock.useReal()
      CallbackQueue.driver = .manual
      let root = CALayer()
      let context = LayerContext(root: root)
      defer {
        context.invalidate()
        CallbackQueue.drain()
        CallbackQueue.driver = .mainQueue
      }
      CATransaction.flush()
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0.0, 1e6, 100)
      root.add(move, forKey: nil)
      CATransaction.flush()
      let first = try #require(root.presentation()).position.x
      Thread.sleep(forTimeInterval: 0.005)
      #expect(root.presentation()?.position.x == first)
      CATransaction.flush()
      #expect(try #require(root.presentation()).position.x > first)
      CATransaction.flush()
    }

    /// Lets the main queue serve what other tests scheduled: the thread that is the main one changes, and what was
    /// scheduled on the run loop of another one is not served by a nested run loop of this one.
    private func serveMainQueue() async throws { try await Task.sleep(for: .milliseconds(100)) }

    /// What the last driver left in the queue, the next one drains.
    @Test func aNewDriverDrainsWhatItFinds() async throws {
      try await serveMainQueue()
      drainWithANewDriver()
    }

    private func drainWithANewDriver() {
      CallbackQueue.driver = .manual
      var calls = 0
      CallbackQueue.enqueue { calls += 1 }
      CallbackQueue.driver = .mainQueue
      // The limit is for a failing test alone.
      let limit = Date(timeIntervalSinceNow: 5)
      while calls == 0, Date() < limit {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
      }
      #expect(calls == 1)
      #expect(CallbackQueue.isEmpty)
    }

    /// 12: a test is a task on the main actor, during which the main queue rests.
    ///
    /// In a process of its own, whose run loops no other test has used.
    @Test func nestedRunLoopsRunCallbacksAndDisplayLinks() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run { Self.runNestedRunLoops() }
      }
    }

    private static func runNestedRunLoops() {
      MediaClock.useReal()
      CallbackQueue.driver = .mainQueue
      let root = CALayer()
      let context = LayerContext(root: root)
      let spy = AnimationDelegateSpy()
      var completed = false
      CATransaction.begin()
      CATransaction.setCompletionBlock { completed = true }
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (0.0, 1.0, 0.01, spy)
      root.add(fade, forKey: nil)
      CATransaction.commit()
      var frames = 0
      let link = CADisplayLink { _ in frames += 1 }
      link.add(to: .main, forMode: .common)
      // The limit is for a failing test alone.
      let limit = Date(timeIntervalSinceNow: 20)
      while !(completed && frames > 2 && spy.log.count == 2), Date() < limit {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
      }
      link.invalidate()
      precondition(completed && frames > 2, "completed \(completed), \(frames) frames")
      precondition(spy.log == ["start", "stop true"], "\(spy.log)")
      context.invalidate()
      CATransaction.flush()
    }
  }
}

/// Draws its percentage, and notes it.
private final class PercentLayer: CALayer {
  @Animatable var percent: CGFloat = 0
  private(set) var log: [CGFloat] = []

  override func draw(in ctx: CGContext) {
    let model = self.model()
    model.log.append(percent)
    ctx.fill(bounds)
  }
}

/// Copies its property in `init(layer:)`, and answers an animation for each change, as most tutorials do.
private final class CopiedLayer: CALayer {
  @Animatable var percent: CGFloat = 0

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CopiedLayer { percent = layer.percent }
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func action(forKey event: String) -> (any CAAction)? {
    guard event == "percent" else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.duration = 100
    return animation
  }
}
