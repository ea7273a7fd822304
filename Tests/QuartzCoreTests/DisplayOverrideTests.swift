// DisplayOverrideTests.swift
// Overrides of `display()`, which is sent to the model, and drawing by copies (semantics 21.6).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A layer with a custom property, which each frame of an animation displays.
private class Dial: CALayer {
  @Animatable var level: CGFloat = 0
  /// A stored property of the model; its default in copies.
  var tint = "default"
  var displays: [(level: CGFloat, tint: String, isModel: Bool)] = []
  var change: (Dial, CGFloat) -> Void = { _, _ in }

  override func display() {
    let level = (presentation() ?? self).level
    displays.append((level, tint, model() === self))
    change(self, level)
  }
}

private final class DialShape: CAShapeLayer {
  @Animatable var level: CGFloat = 0
  override func display() {
    path = CGPath(
      rect: CGRect(x: 0, y: 0, width: (presentation() ?? self).level, height: 10), transform: nil)
  }
}

private final class DialGradient: CAGradientLayer {
  @Animatable var level: CGFloat = 0
  override func display() {
    startPoint = CGPoint(x: (presentation() ?? self).level, y: 0)
    endPoint = CGPoint(x: 100, y: startPoint.x)
  }
}

/// Draws its custom property; a copy keeps the name of its class.
private final class DrawnDial: CALayer {
  @Animatable var level: CGFloat = 0
  nonisolated(unsafe) static var drawn: [(level: CGFloat, isModel: Bool)] = []
  nonisolated(unsafe) static var displayed: [Bool] = []
  override func display() {
    Self.displayed.append(model() === self)
    super.display()
    opacity = 0.5
  }
  override func draw(in ctx: CGContext) {
    Self.drawn.append((level, model() === self))
    ctx.fill(CGRect(x: 0, y: 0, width: level, height: 1))
  }
}

extension LiveTree {
  @MainActor @Suite struct DisplayOverrideTests {
    /// Plays `level` from 0 to 100 in a second, and commits.
    private func play(_ layer: CALayer) {
      let animation = CABasicAnimation(keyPath: "level")
      (animation.fromValue, animation.toValue, animation.duration) = (0.0, 100.0, 1)
      layer.add(animation, forKey: "play")
    }

    /// semantics 21.6: each frame sends `display()` once, to the model with its stored properties.
    @Test func displayIsSentToTheModelOncePerFrame() {
      let stage = LiveStage()
      let layer = stage.add(Dial())
      layer.tint = "red"
      play(layer)
      stage.advance(to: 0)
      layer.displays = []
      for step in 1...4 { stage.advance(to: Double(step) / 8) }
      #expect(layer.displays.map { ($0.level * 10).rounded() / 10 } == [12.5, 25, 37.5, 50])
      #expect(layer.displays.allSatisfy { $0.isModel && $0.tint == "red" })
    }

    /// semantics 21.6: an override changes stock and custom properties and sublayers of its own layer: the model has
    /// the new values, and no action is searched.
    @Test(arguments: [
      "backgroundColor", "contents", "cornerRadius", "bounds", "transform", "mask", "sublayers",
      "own",
      "needs",
    ])
    func changesByDisplayHaveNoAction(key: String) {
      final class Marked: Dial {
        override class func needsDisplay(forKey key: String) -> Bool { key == "cornerRadius" }
      }
      let stage = LiveStage()
      let layer = stage.add(Marked())
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      layer.backgroundColor = .black
      layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
      layer.setNeedsDisplay()
      CATransaction.flush()
      layer.removeAllAnimations()
      layer.displays = []
      layer.change = { layer, level in
        switch key {
        case "backgroundColor":
          layer.backgroundColor = CGColor(red: level, green: 0, blue: 0, alpha: 1)
        case "contents":
          layer.contents = CGImage(
            width: 1, height: 1, premultipliedRGBA: [UInt8(level), 0, 0, 255])
        case "cornerRadius", "needs": layer.cornerRadius = level
        case "bounds": layer.bounds.size.width = level + 1
        case "transform": layer.transform = CATransform3DMakeScale(level + 2, 1, 1)
        case "mask": layer.mask = CALayer()
        case "sublayers": layer.addSublayer(CALayer())
        default: layer.setValue(level, forKey: "mine")
        }
      }
      let before = layer.value(
        forKey: key == "own" ? "mine" : key == "needs" ? "cornerRadius" : key)
      play(layer)
      for step in 0...3 { stage.advance(to: Double(step) / 8) }
      let after = layer.value(forKey: key == "own" ? "mine" : key == "needs" ? "cornerRadius" : key)
      #expect(layer.animationKeys() == ["play"])
      #expect(AnimatableValue(before).isEqual(to: AnimatableValue(after)) == false)
      #expect(layer.displays.count <= 5, "a change requested another display")
    }

    /// semantics 21.6: the first display, which no animation makes, searches no action either.
    @Test func changesByTheFirstDisplayHaveNoAction() {
      let stage = LiveStage()
      let layer = stage.add(Dial())
      layer.backgroundColor = .black
      CATransaction.flush()
      layer.removeAllAnimations()
      layer.change = { layer, _ in
        layer.backgroundColor = .white
        layer.position.x = 5
      }
      layer.setNeedsDisplay()
      CATransaction.flush()
      #expect(layer.animationKeys() == nil && layer.backgroundColor == .white)
      #expect(layer.presentation()?.position.x == 5)
      layer.position.x = 7
      #expect(layer.animationKeys() == ["position"])
    }

    /// semantics 21.6: properties of shape and gradient layers are shown in the frame in which they are set.
    @Test func shapesAndGradientsFollow() {
      let stage = LiveStage()
      let (shape, gradient) = (stage.add(DialShape()), stage.add(DialGradient()))
      play(shape)
      play(gradient)
      for step in 0...4 { stage.advance(to: Double(step) / 8) }
      #expect(shape.presentation()?.path?.boundingBox.width == 50)
      #expect(gradient.presentation()?.startPoint.x == 50 && gradient.endPoint.y == 50)
      #expect(shape.animationKeys() == ["play"] && gradient.animationKeys() == ["play"])
      stage.advance(to: 2)
      #expect(shape.path?.boundingBox.width == 0 && gradient.startPoint.x == 0)
    }

    /// semantics 21.6: a class that draws into a context draws in a copy with the animated values, by way of the
    /// model's `display()`.
    @Test func copiesDrawForTheModel() {
      let stage = LiveStage()
      let layer = stage.add(DrawnDial())
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 1)
      play(layer)
      stage.advance(to: 0)
      (DrawnDial.drawn, DrawnDial.displayed) = ([], [])
      for step in 1...2 { stage.advance(to: Double(step) / 4) }
      #expect(DrawnDial.drawn.map(\.level) == [25, 50])
      #expect(DrawnDial.drawn.allSatisfy { !$0.isModel } && DrawnDial.displayed == [true, true])
      #expect(layer.opacity == 0.5 && layer.animationKeys() == ["play"])
    }

    /// semantics 21.6: a delegate that displays receives the model, one that draws receives the copy.
    @Test func delegatesReceiveModelOrCopy() {
      final class Displays: CALayerDelegate {
        var seen: [Bool] = []
        func display(_ layer: CALayer) {
          seen.append(layer.model() === layer)
          layer.backgroundColor = .white
        }
      }
      final class Draws: CALayerDelegate {
        var seen: [CGFloat] = []
        func draw(_ layer: CALayer, in ctx: CGContext) {
          seen.append(layer.model() === layer ? -1 : layer.value(forKey: "level") as? CGFloat ?? -2)
        }
      }
      final class Plain: CALayer { @Animatable var level: CGFloat = 0 }
      let stage = LiveStage()
      let (one, two, displays, draws) = (
        stage.add(Plain()), stage.add(Plain()), Displays(), Draws()
      )
      (one.delegate, two.delegate) = (displays, draws)
      play(one)
      play(two)
      stage.advance(to: 0)
      (displays.seen, draws.seen) = ([], [])
      stage.advance(to: 0.25)
      stage.advance(to: 0.5)
      #expect(displays.seen == [true, true] && one.animationKeys() == ["play"])
      #expect(draws.seen == [25, 50])
    }
  }
}
