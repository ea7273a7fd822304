// SubclassPropertyTests.swift
// The properties of shape, gradient and replicator layers: defaults, keys, actions, animation.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite("Properties of stock subclasses, semantics 12") struct SubclassPropertyTests {
  @Test("The defaults of a shape layer, semantics 12") func shapeDefaults() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil)
    #expect(layer.fillColor == .black)
    #expect(layer.fillRule == .nonZero)
    #expect(layer.strokeColor == nil)
    #expect(layer.strokeStart == 0 && layer.strokeEnd == 1)
    #expect(layer.lineWidth == 1 && layer.miterLimit == 10)
    #expect(layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.lineDashPhase == 0 && layer.lineDashPattern == nil)
  }

  @Test("The defaults of a gradient layer, semantics 12") func gradientDefaults() {
    let layer = CAGradientLayer()
    #expect(layer.colors == nil && layer.locations == nil)
    #expect(layer.startPoint == CGPoint(x: 0.5, y: 0) && layer.endPoint == CGPoint(x: 0.5, y: 1))
    #expect(layer.type == .axial)
  }

  @Test("The defaults of a replicator layer, semantics 12") func replicatorDefaults() {
    let layer = CAReplicatorLayer()
    #expect(layer.instanceCount == 1 && !layer.preservesDepth && layer.instanceDelay == 0)
    #expect(CATransform3DIsIdentity(layer.instanceTransform) && layer.instanceColor == .white)
    #expect(layer.instanceRedOffset == 0 && layer.instanceGreenOffset == 0)
    #expect(layer.instanceBlueOffset == 0 && layer.instanceAlphaOffset == 0)
  }

  @Test("Keys are found by the layer's class, semantics 14") func keysOfTheClass() {
    let shape = CAShapeLayer()
    shape.setValue(0.25, forKey: "strokeEnd")
    shape.setValue("round", forKey: "lineCap")
    shape.setValue([4, 2], forKey: "lineDashPattern")
    #expect(shape.strokeEnd == 0.25)
    #expect(shape.lineCap == .round)
    #expect(shape.lineDashPattern == [4, 2])
    #expect(shape.value(forKey: "strokeEnd") as? Double == 0.25)

    let gradient = CAGradientLayer()
    gradient.setValue("conic", forKey: "type")
    gradient.setValue(0.75, forKeyPath: "startPoint.x")
    #expect(gradient.type == .conic)
    #expect(gradient.startPoint == CGPoint(x: 0.75, y: 0))

    let replicator = CAReplicatorLayer()
    replicator.setValue(CGFloat.pi / 2, forKeyPath: "instanceTransform.rotation.z")
    #expect(abs(replicator.instanceTransform.m12 - 1) < 1e-12)

    // A plain layer treats them as undeclared keys.
    let plain = CALayer()
    plain.setValue("anything", forKey: "strokeEnd")
    #expect(plain.value(forKey: "strokeEnd") as? String == "anything")
    #expect(plain.value(forKey: "path") == nil)
  }

  @Test func aPathThatIsChangedLaterStaysAsItWasSet() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = CAShapeLayer()
    layer.path = path
    path.addRect(CGRect(x: 50, y: 50, width: 10, height: 10))
    #expect(layer.path?.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test func coloursThatAreNoneAreRefused() {
    let layer = CAGradientLayer()
    layer.colors = [CGColor.black, CGColor.white]
    layer.colors = [CGColor.black, "white"]
    #expect(layer.colors?.count == 2)
    layer.colors = nil
    #expect(layer.colors == nil)
  }

  @Test func nonFiniteTransformsTrap() async {
    await #expect(processExitsWith: .failure) { CAReplicatorLayer().instanceTransform.m11 = .nan }
  }
}

extension LiveTree {
  @MainActor @Suite("Live properties of stock subclasses, semantics 11.3, 12")
  struct SubclassAnimationTests {
    @Test("A path has no implicit animation, a colour has one, semantics 11.3")
    func implicitAnimations() {
      let stage = LiveStage()
      let shape = stage.add(CAShapeLayer())
      shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(shape.animationKeys() == nil)
      shape.strokeEnd = 0.5
      shape.fillColor = .white
      #expect(shape.animationKeys() == ["strokeEnd", "fillColor"])
      let gradient = stage.add(CAGradientLayer())
      gradient.colors = [CGColor.black]
      gradient.endPoint = .zero
      gradient.type = .conic
      #expect(gradient.animationKeys() == ["colors", "endPoint"])
      let replicator = stage.add(CAReplicatorLayer())
      replicator.instanceDelay = 1
      replicator.preservesDepth = true
      #expect(replicator.animationKeys() == ["instanceDelay"])
    }

    @Test("Numbers, colours in lists and transforms are presented half way, semantics 5")
    func presentsHalfWay() throws {
      let stage = LiveStage()
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor.black, CGColor.white]
      _ = stage.add(gradient)
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      gradient.colors = [CGColor.white, CGColor.white]
      CATransaction.commit()
      let replicator = stage.add(CAReplicatorLayer())
      let turn = CABasicAnimation(keyPath: "instanceTransform.rotation.z")
      turn.fromValue = 0
      turn.toValue = CGFloat.pi
      turn.duration = 1
      replicator.add(turn, forKey: nil)
      stage.advance(to: 0.5)
      let colors = try #require(gradient.presentation()?.colors as? [CGColor])
      #expect(abs(colors[0].lanes.x - 0.5) < 1e-6)
      #expect(colors[1] == .white)
      let transform = try #require(replicator.presentation()?.instanceTransform)
      #expect(abs(transform.m12 - 1) < 1e-6)
    }

    @Test("Lists of different lengths change without interpolation, semantics 5")
    func listsOfOtherLengths() throws {
      let stage = LiveStage()
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor.black, CGColor.white]
      _ = stage.add(gradient)
      gradient.colors = [CGColor.white]
      stage.advance(to: 0.1)
      #expect(gradient.presentation()?.colors?.count == 1)
    }

    @Test("An animated count is rounded, semantics 5") func countsAreWhole() {
      let stage = LiveStage()
      let replicator = stage.add(CAReplicatorLayer())
      let grow = CABasicAnimation(keyPath: "instanceCount")
      grow.fromValue = 1
      grow.toValue = 4
      grow.duration = 1
      replicator.add(grow, forKey: nil)
      stage.advance(to: 0.5)
      // Half way between 1 and 4 is 2.5.
      #expect(replicator.presentation()?.instanceCount == 3)
    }
  }
}
