// AnimatableTests.swift
// The only name here that is not Apple's: `@Animatable` replaces `@NSManaged`, which needs the
// Objective-C runtime.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct AnimatableTests {
    final class DialLayer: CALayer {
      @Animatable var turn: CGFloat = 0.25
      @Animatable var tint: CGColor = UIColor.black.cgColor
      var drawn: [CGFloat] = []

      override func draw(in ctx: CGContext) {
        let model = model()
        model.drawn.append(turn)
        ctx.setFillColor(tint)
        ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * turn, height: bounds.height))
      }
    }

    final class Dial: UIView {
      override class var layerClass: AnyClass { DialLayer.self }
      var turn: CGFloat {
        get { (layer as? DialLayer)?.turn ?? 0 }
        set { (layer as? DialLayer)?.turn = newValue }
      }
    }

    /// semantics 13: stored by the layer under the property's name, copied, and redrawn on change.
    @Test func animatablePropertyIsStoredInLayer() throws {
      let stage = Stage()
      let layer = stage.add(DialLayer())
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      CATransaction.flush()
      layer.removeAllAnimations()
      #expect(layer.value(forKey: "turn") as? CGFloat == 0.25)
      layer.setValue(0.5, forKey: "turn")
      #expect(layer.turn == 0.5)
      // The change animates, as for a built-in property.
      #expect(layer.animation(forKey: "turn")?.duration == 0.25)
      layer.removeAllAnimations()
      CATransaction.flush()
      #expect(layer.drawn.last == 0.5 && layer.presentation()?.turn == 0.5)
      let swing = CABasicAnimation(keyPath: "turn")
      swing.fromValue = 0
      swing.toValue = 1
      swing.duration = 4
      layer.add(swing, forKey: nil)
      stage.show(at: 3)
      #expect(layer.presentation()?.turn == 0.75 && layer.turn == 0.5)
    }

    /// semantics 16.1: a block animates a custom layer property as it does built-in ones.
    @Test func blocksAnimateAnimatableProperties() {
      let stage = Stage()
      let dial = stage.add(Dial(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
      dial.turn = 0
      CATransaction.flush()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        dial.turn = 1
        dial.center.x = 110
      }
      stage.show(at: 0.5)
      #expect(isClose(stage.shown(dial.layer, "turn"), 0.5))
      #expect(isClose(stage.shown(dial.layer, "position.x"), 60))
    }
  }
}
