// ActionRuleTests.swift
// Custom actions, and results that end a search in each place (semantics 11).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// An action of a value type that logs through a closure.
private struct Remembering: CAAction {
  let body: (String, Any, [AnyHashable: Any]?) -> Void
  func run(forKey event: String, object: Any, arguments: [AnyHashable: Any]?) {
    body(event, object, arguments)
  }
}

extension LiveTree {
  /// semantics 11
  @MainActor @Suite struct ActionRuleTests {
    private final class Refusing: CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
    }

    private final class ClassRefuses: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? { NSNull() }
    }

    private final class Answers: CALayer {
      var answer: (any CAAction)?
      override func action(forKey event: String) -> (any CAAction)? { answer }
    }

    /// semantics 11.1: `NSNull` ends the search in each place, whatever later places return.
    @Test func nullEndsTheSearchInEachPlace() {
      let stage = LiveStage()
      let key = "opacity"
      let layer = stage.add(ClassRefuses())
      #expect(layer.action(forKey: key) == nil)
      layer.style = ["style": ["actions": [key: NamedAction("inner")]]]
      #expect(layer.action(forKey: key) is NamedAction)
      layer.style = ["actions": [key: NSNull()], "style": ["actions": [key: NamedAction("inner")]]]
      #expect(layer.action(forKey: key) == nil)
      layer.style = ["actions": [key: NamedAction("style")]]
      layer.actions = [key: NSNull()]
      #expect(layer.action(forKey: key) == nil)
      layer.actions = [key: NamedAction("actions")]
      let delegate = Refusing()
      layer.delegate = delegate
      #expect(layer.action(forKey: key) == nil)
      layer.delegate = nil
      #expect((layer.action(forKey: key) as? NamedAction)?.name == "actions")
      layer.opacity = 0
      #expect(layer.animationKeys() == nil)
    }

    /// semantics 11.1: `NSNull` from a layer's own search means no action, too.
    @Test func nullFromAnOverrideIsNone() {
      let stage = LiveStage()
      let layer = stage.add(Answers())
      layer.answer = NSNull()
      layer.opacity = 0
      layer.answer = nil
      layer.zPosition = 1
      #expect(layer.animationKeys() == nil && layer.opacity == 0)
      layer.answer = CABasicAnimation(keyPath: "cornerRadius")
      layer.borderWidth = 2
      #expect(layer.animationKeys() == ["borderWidth"])
    }

    /// semantics 11.1: a custom action runs before the value is stored, with the key, the layer and
    /// no arguments.
    @Test func ownActionsRunBeforeTheChange() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var seen: [String] = []
      let action = Remembering { event, object, arguments in
        let object = object as? CALayer
        seen.append("\(event) \(object === layer) \(object?.opacity ?? -1) \(arguments == nil)")
        seen.append("shown \(object?.presentation()?.opacity ?? -1)")
      }
      layer.actions = ["opacity": action]
      layer.opacity = 0.5
      #expect(seen == ["opacity true 1.0 true", "shown 1.0"])
      layer.actions = ["mine": Remembering { key, _, _ in seen.append(key) }]
      layer.setValue(3, forKey: "mine")
      #expect(seen.last == "mine" && layer.value(forKey: "mine") as? Int == 3)
    }

    /// semantics 11.1: an action may set other properties of the layer, which start searches of
    /// their own.
    @Test func actionsMayChangeTheLayer() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.actions = [
        "opacity": Remembering { _, object, _ in (object as? CALayer)?.cornerRadius = 5 }
      ]
      layer.opacity = 0.5
      #expect(layer.opacity == 0.5 && layer.cornerRadius == 5)
      #expect(layer.animationKeys() == ["cornerRadius"])
    }

    /// semantics 11.1: `run(forKey:object:arguments:)` on an animation adds a copy; on `NSNull` it
    /// does nothing.
    @Test func animationsRunByHand() {
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.run(forKey: "mine", object: layer, arguments: nil)
      #expect(layer.animationKeys() == ["mine"] && layer.animation(forKey: "mine") !== animation)
      animation.run(forKey: "mine", object: "no layer", arguments: nil)
      NSNull().run(forKey: "other", object: layer, arguments: nil)
      #expect(layer.animationKeys() == ["mine"])
      layer.removeAllAnimations()
      CallbackQueue.drain()
    }

    /// semantics 11.1: an animation returned as the action ends at the new value if it has only a
    /// fromValue.
    @Test func callersBuildImplicitAnimations() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let spring = CASpringAnimation(keyPath: "position")
      spring.fromValue = CGPoint(x: -8, y: 0)
      spring.duration = spring.settlingDuration
      let keyframes = CAKeyframeAnimation(keyPath: "opacity")
      (keyframes.values, keyframes.duration) = ([0, 1, 0], 1)
      let group = CAAnimationGroup()
      (group.animations, group.duration) = ([CABasicAnimation(keyPath: "zPosition")], 2)
      layer.actions = ["position": spring, "opacity": keyframes, "cornerRadius": group]
      layer.position = CGPoint(x: 8, y: 0)
      layer.opacity = 0.25
      layer.cornerRadius = 3
      #expect(layer.animationKeys() == ["position", "opacity", "cornerRadius"])
      stage.advance(to: 0)
      #expect(layer.presentation()?.position.x == -8)
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.opacity == 1 && layer.presentation()?.cornerRadius == 3)
      stage.advance(to: 60)
      #expect(layer.presentation()?.position.x == 8 && layer.animationKeys() == nil)
    }

    /// semantics 11.2: built-in actions do not run on a layer that is not live; the layer's own
    /// actions do.
    @Test func layersThatAreNotLiveRunWhatTheyWereGiven() {
      let layer = CALayer()
      layer.opacity = 0
      layer.isHidden = true
      layer.addSublayer(CALayer())
      #expect(layer.animationKeys() == nil)
      var runs = 0
      layer.actions = ["cornerRadius": Remembering { _, _, _ in runs += 1 }]
      layer.cornerRadius = 3
      #expect(runs == 1)
    }

    /// semantics 11.2: nor in a tree that is not visible.
    @Test func treesThatAreNotSeenDoNotAnimate() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      stage.context.isVisible = false
      layer.opacity = 0
      #expect(layer.animationKeys() == nil)
      stage.context.isVisible = true
      layer.opacity = 1
      #expect(layer.animationKeys() == ["opacity"])
    }

    /// semantics 11.3: a shape's path has no built-in action, its numeric properties have.
    @Test(arguments: [
      ("path", false), ("strokeEnd", true), ("fillColor", true), ("lineCap", false),
    ])
    func shapesAnimateAllButTheirPath(key: String, animates: Bool) {
      let stage = LiveStage()
      let layer = stage.add(CAShapeLayer())
      #expect((layer.action(forKey: key) is CABasicAnimation) == animates)
    }

    /// semantics 11.3: timing is the transaction's.
    @Test func builtInAnimationsTakeTheTransactionsTiming() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.begin()
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.opacity = 0
      layer.isHidden = true
      CATransaction.commit()
      for key in ["opacity", kCATransition] {
        let animation = try #require(layer.animation(forKey: key))
        #expect(animation.duration == 2)
        #expect(animation.timingFunction == CAMediaTimingFunction(name: .linear))
      }
    }

    /// semantics 11.4: order-out actions are searched and added; a change of `hidden` searches
    /// under `hidden`.
    @Test func leavingAndHidingAreAskedFor() {
      let stage = LiveStage()
      let layer = stage.add(AskedLayer())
      layer.asked = []
      layer.isHidden = true
      layer.actions = [kCAOnOrderOut: blink()]
      layer.removeFromSuperlayer()
      #expect(layer.asked == ["hidden", kCAOnOrderOut])
      #expect(layer.animationKeys()?.contains(kCAOnOrderOut) == true)
      CATransaction.flush()
      #expect(layer.animationKeys() == nil)
    }

    /// semantics 11.4: setting `sublayers` as a whole sends the same events.
    @Test func sublayersAsAWhole() {
      let stage = LiveStage()
      let parent = stage.add(AskedLayer())
      let (a, b) = (AskedLayer(), AskedLayer())
      parent.asked = []
      parent.sublayers = [a, b]
      #expect(parent.asked == ["sublayers", "sublayers"])
      #expect(a.asked == [kCAOnOrderIn] && b.asked == [kCAOnOrderIn])
      parent.asked = []
      parent.setValue([b, a], forKey: "sublayers")
      #expect(parent.asked == ["sublayers"] && parent.sublayers == [b, a])
      parent.sublayers = nil
      #expect(a.asked == [kCAOnOrderIn, kCAOnOrderOut] && parent.sublayers == nil)
    }
  }
}
