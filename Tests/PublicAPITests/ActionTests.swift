// ActionTests.swift
// The sources of a layer's actions: delegates, dictionaries, classes (semantics 11.1).
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct ActionTests {
    /// Provides an action for one key, and records requests.
    final class Answerer: NSObject, CALayerDelegate {
      var answers: [String: CAAction] = [:]
      var asked: [String] = []
      func action(for layer: CALayer, forKey event: String) -> CAAction? {
        asked.append(event)
        return answers[event]
      }
    }

    /// An action other than an animation.
    final class Note: NSObject, CAAction {
      var keys: [String] = []
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        keys.append(event)
      }
    }

    final class SlowLayer: CALayer {
      override class func defaultAction(forKey event: String) -> CAAction? {
        guard event == "opacity" else { return super.defaultAction(forKey: event) }
        let fade = CABasicAnimation(keyPath: event)
        fade.duration = 7
        return fade
      }
    }

    /// semantics 11.1: the delegate, then `actions`, then the class, then the default action.
    @Test func firstActionInSearchWins() {
      let stage = Stage()
      let layer = stage.add(SlowLayer())
      let (delegate, note) = (Answerer(), Note())
      layer.opacity = 0.5
      #expect(layer.animation(forKey: "opacity")?.duration == 7)
      layer.removeAllAnimations()
      layer.actions = ["opacity": note, "cornerRadius": NSNull()]
      layer.opacity = 0.25
      #expect(note.keys == ["opacity"] && layer.animationKeys() == nil)
      layer.cornerRadius = 4
      #expect(layer.animationKeys() == nil)
      layer.delegate = delegate
      delegate.answers["opacity"] = NSNull()
      layer.opacity = 1
      #expect(note.keys == ["opacity"] && layer.animationKeys() == nil)
      layer.borderWidth = 2
      #expect(layer.animation(forKey: "borderWidth") != nil)
      #expect(delegate.asked == ["opacity", "borderWidth"])
      #expect(layer.action(forKey: "cornerRadius") == nil)
    }

    /// semantics 11.4: insertion, removal and hiding request actions too.
    @Test func hierarchyChangesRequestActions() {
      let stage = Stage()
      let (parent, child, delegate) = (stage.add(CALayer()), CALayer(), Answerer())
      child.delegate = delegate
      parent.delegate = delegate
      parent.addSublayer(child)
      CATransaction.flush()
      child.removeFromSuperlayer()
      #expect(delegate.asked.filter { $0 == "sublayers" }.count == 2)
      #expect(delegate.asked.contains(kCAOnOrderIn) && delegate.asked.contains(kCAOnOrderOut))
    }

    /// semantics 9: a transition on a layer whose contents change.
    @Test func transitionUsesTransitionKey() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let push = CATransition()
      push.type = .push
      push.subtype = .fromLeft
      push.duration = 2
      layer.actions = ["contents": push]
      let key = layer.action(forKey: "contents") as? CATransition
      #expect(key?.type == .push)
      layer.add(push, forKey: "anything")
      #expect(layer.animationKeys() == [kCATransition])
      stage.show(at: 1)
      #expect(layer.animation(forKey: kCATransition) != nil)
    }

    /// semantics 13: the delegate draws and lays out.
    @Test func layerDelegateDrawsAndLaysOut() {
      final class Painter: NSObject, CALayerDelegate {
        var log: [String] = []
        func layerWillDraw(_ layer: CALayer) { log.append("will draw") }
        func draw(_ layer: CALayer, in ctx: CGContext) {
          log.append("draw")
          ctx.setFillColor(UIColor.red.cgColor)
          ctx.fill(layer.bounds)
        }
        func layoutSublayers(of layer: CALayer) { log.append("lay out") }
      }
      let painter = Painter()
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      layer.delegate = painter
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      #expect(painter.log == ["will draw", "draw"] && layer.contents != nil)
      layer.addSublayer(CALayer())
      layer.layoutIfNeeded()
      #expect(painter.log.last == "lay out")
    }
  }
}
