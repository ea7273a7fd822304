// LayerClassTests.swift
// Shape, gradient, text, replicator and emitter layers; layers that draw, and custom layer classes.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct LayerClassTests {
    /// semantics 12: the stroke animates, as in progress rings; the path changes at once.
    @Test func shapeLayerStrokeAnimates() {
      let stage = Stage()
      let ring = stage.add(CAShapeLayer())
      let circle = UIBezierPath(
        arcCenter: CGPoint(x: 50, y: 50), radius: 40, startAngle: -.pi / 2,
        endAngle: 3 * .pi / 2, clockwise: true)
      ring.path = circle.cgPath
      #expect(ring.animationKeys() == nil)
      ring.fillColor = UIColor.clear.cgColor
      ring.strokeColor = UIColor.blue.cgColor
      ring.lineWidth = 6
      ring.lineCap = .round
      let draw = CABasicAnimation(keyPath: "strokeEnd")
      draw.fromValue = 0
      draw.toValue = 1
      draw.duration = 4
      ring.add(draw, forKey: "draw")
      stage.show(at: 1)
      #expect(isClose(stage.shown(ring, "strokeEnd"), 0.25))
      let morph = CABasicAnimation(keyPath: "path")
      morph.fromValue = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10)).cgPath
      morph.toValue = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 30, height: 10)).cgPath
      morph.duration = 2
      ring.add(morph, forKey: nil)
      stage.show(at: 2)
      #expect(ring.presentation()?.path?.boundingBox.width == 20)
    }

    /// semantics 5: gradient colours animate as a list, stops as numbers.
    @Test func gradientColoursAnimate() throws {
      let stage = Stage()
      let gradient = stage.add(CAGradientLayer())
      #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0) && gradient.type == .axial)
      gradient.colors = [UIColor.black.cgColor, UIColor.black.cgColor]
      gradient.locations = [0, 1]
      gradient.removeAllAnimations()
      CATransaction.flush()
      let colors = CABasicAnimation(keyPath: "colors")
      colors.toValue = [UIColor.white.cgColor, UIColor.red.cgColor]
      colors.duration = 1
      gradient.add(colors, forKey: nil)
      let stops = CABasicAnimation(keyPath: "locations")
      stops.toValue = [0.5, 1]
      stops.duration = 1
      gradient.add(stops, forKey: nil)
      stage.show(at: 0.5)
      let shown = try #require(gradient.presentation())
      let first = try #require(shown.colors?.first as? CGColor)
      #expect(first.components?.first.map { isClose($0, 0.5) } == true)
      #expect(shown.locations?.first?.doubleValue == 0.25)
    }

    /// semantics 12: replicator, text, scroll and emitter layers have Apple's defaults, and animate.
    @Test func layerClassDefaults() {
      let stage = Stage()
      let replicator = stage.add(CAReplicatorLayer())
      #expect(replicator.instanceCount == 1 && replicator.instanceDelay == 0)
      replicator.instanceCount = 8
      replicator.instanceTransform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
      replicator.instanceAlphaOffset = -0.1
      replicator.removeAllAnimations()
      let spread = CABasicAnimation(keyPath: "instanceTransform.translation.x")
      spread.fromValue = 0
      spread.toValue = 10
      spread.duration = 1
      replicator.instanceTransform = CATransform3DIdentity
      replicator.removeAllAnimations()
      replicator.add(spread, forKey: nil)
      stage.show(at: 0.5)
      #expect(replicator.presentation()?.instanceTransform.m41 == 5)

      let text = stage.add(CATextLayer())
      #expect(text.fontSize == 36 && !text.isWrapped)
      text.string = "text"
      text.fontSize = 12
      text.alignmentMode = .center
      text.foregroundColor = UIColor.black.cgColor
      #expect(text.preferredFrameSize().width > 0)

      let emitter = stage.add(CAEmitterLayer())
      let spark = CAEmitterCell()
      spark.name = "spark"
      spark.birthRate = 10
      spark.lifetime = 1
      spark.velocity = 40
      spark.emissionRange = .pi * 2
      emitter.emitterCells = [spark]
      emitter.setValue(25, forKeyPath: "emitterCells.spark.birthRate")
      #expect(emitter.value(forKeyPath: "emitterCells.spark.birthRate") as? Float == 25)

      let scroll = stage.add(CAScrollLayer())
      scroll.scroll(to: CGPoint(x: 0, y: 30))
      #expect(scroll.bounds.origin.y == 30)
    }

    /// A custom layer class with plain overrides: no `required`, no wrapper.
    final class GaugeLayer: CALayer {
      var tint = "red"
      var draws = 0
      override init() { super.init() }
      override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? GaugeLayer { tint = layer.tint }
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }

      override class func needsDisplay(forKey key: String) -> Bool {
        key == "level" || super.needsDisplay(forKey: key)
      }
      override func draw(in ctx: CGContext) {
        draws += 1
        ctx.setFillColor(UIColor.green.cgColor)
        ctx.fill(bounds)
      }
    }

    /// semantics 13: a custom key requests display, and is copied.
    @Test func needsDisplayForKeyRequestsDisplay() throws {
      let stage = Stage()
      let gauge = stage.add(GaugeLayer())
      gauge.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      gauge.tint = "blue"
      CATransaction.flush()
      let before = gauge.draws
      gauge.setValue(0.5, forKey: "level")
      CATransaction.flush()
      #expect(gauge.draws == before + 1 && gauge.contents != nil)
      let copy = try #require(gauge.presentation())
      #expect(copy.tint == "blue" && copy !== gauge)
      #expect(copy.value(forKey: "level") as? Double == 0.5)
      let rise = CABasicAnimation(keyPath: "level")
      rise.fromValue = 0
      rise.toValue = 1
      rise.duration = 1
      gauge.add(rise, forKey: "rise")
      stage.show(at: 0.25)
      #expect(isClose(stage.shown(gauge, "level"), 0.25))
    }

    /// semantics 15: flipped, rotated and masked layers convert and hit-test as shown.
    @Test func geometryConversion() {
      let parent = CALayer()
      parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      parent.position = CGPoint(x: 50, y: 50)
      let child = CALayer()
      child.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
      child.position = CGPoint(x: 50, y: 50)
      child.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
      parent.addSublayer(child)
      #expect(isClose(child.frame.width, 10) && isClose(child.frame.height, 20))
      let corner = child.convert(CGPoint.zero, to: parent)
      #expect(isClose(corner.x, 55) && isClose(corner.y, 40))
      #expect(parent.hitTest(CGPoint(x: 50, y: 58)) === child)
      #expect(parent.hitTest(CGPoint(x: 58, y: 50)) === parent)
      parent.masksToBounds = true
      #expect(parent.hitTest(CGPoint(x: 101, y: 50)) == nil)
    }
  }
}
