// ActionSearchTests.swift
// The order of the action search, and the built-in actions (semantics 11).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A named action that logs its runs.
final class NamedAction: CAAction {
  let name: String
  nonisolated(unsafe) static var runs: [String] = []
  init(_ name: String) { self.name = name }
  func run(forKey event: String, object: Any, arguments: [AnyHashable: Any]?) {
    let value = (object as? CALayer)?.opacity ?? -1
    Self.runs.append("\(name) \(event) \(value)")
  }
}

/// Logs the keys of its action searches.
final class AskedLayer: CALayer {
  var asked: [String] = []
  override func action(forKey event: String) -> (any CAAction)? {
    asked.append(event)
    return super.action(forKey: event)
  }
}

extension LiveTree {
  @MainActor @Suite struct ActionSearchTests {
    final class Answering: CALayerDelegate {
      var answer: (any CAAction)?
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer }
    }

    final class WithDefault: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "opacity" ? NamedAction("class") : nil
      }
    }

    private func name(_ action: (any CAAction)?) -> String {
      (action as? NamedAction)?.name ?? action.map { "\(type(of: $0))" } ?? "none"
    }

    /// semantics 11.1: a place is searched only when the previous places return nil.
    @Test func placesAreAskedInOrder() {
      let stage = LiveStage()
      let layer = stage.add(WithDefault())
      let delegate = Answering()
      layer.delegate = delegate
      #expect(name(layer.action(forKey: "opacity")) == "class")
      layer.style = ["style": ["style": ["actions": ["opacity": NamedAction("deep style")]]]]
      #expect(name(layer.action(forKey: "opacity")) == "deep style")
      layer.style = [
        "actions": ["opacity": NamedAction("style")],
        "style": ["actions": ["opacity": NamedAction("deep style")]],
      ]
      #expect(name(layer.action(forKey: "opacity")) == "style")
      layer.actions = ["opacity": NamedAction("actions"), "zPosition": NSNull()]
      #expect(name(layer.action(forKey: "opacity")) == "actions")
      delegate.answer = NamedAction("delegate")
      #expect(name(layer.action(forKey: "opacity")) == "delegate")
      delegate.answer = NSNull()
      #expect(layer.action(forKey: "opacity") == nil)
      delegate.answer = nil
      #expect(layer.action(forKey: "zPosition") == nil)
      #expect(layer.action(forKey: "cornerRadius") is CABasicAnimation)
      #expect(CALayer.defaultAction(forKey: "opacity") == nil)
    }

    /// semantics 11.1: the action runs before the new value is stored; NSNull does nothing.
    @Test func actionsRunBeforeTheChange() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      NamedAction.runs = []
      layer.actions = ["opacity": NamedAction("a")]
      layer.opacity = 0.5
      layer.actions = ["opacity": NSNull()]
      layer.opacity = 0.75
      #expect(NamedAction.runs == ["a opacity 1.0"])
      #expect(layer.opacity == 0.75 && layer.animationKeys() == nil)
    }

    /// semantics 11.1: an animation adds itself under the key.
    @Test func animationsAddThemselves() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let animation = blink()
      layer.actions = ["opacity": animation]
      layer.opacity = 0.5
      #expect(layer.animationKeys() == ["opacity"])
      #expect(layer.animation(forKey: "opacity") !== animation)
    }

    /// semantics 11.1: setters and key-value coding start a search; equal values and disabled
    /// actions do not.
    @Test func changesAskOnce() {
      let stage = LiveStage()
      let layer = stage.add(AskedLayer())
      layer.asked = []
      layer.opacity = 1
      layer.opacity = 0.5
      layer.setValue(0.25, forKey: "opacity")
      layer.setValue(3, forKeyPath: "position.x")
      layer.setValue("v", forKey: "mine")
      layer.setValue("v", forKey: "mine")
      #expect(layer.asked == ["opacity", "opacity", "position", "mine"])
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 0
      CATransaction.commit()
      #expect(layer.asked.count == 4)
    }

    /// semantics 11.3: setting the frame searches for position, then bounds.
    @Test func framesAskForPositionThenBounds() {
      let stage = LiveStage()
      let layer = stage.add(AskedLayer())
      layer.asked = []
      layer.frame = CGRect(x: 5, y: 6, width: 70, height: 80)
      #expect(layer.asked.filter { $0 != "onLayout" } == ["position", "bounds"])
      layer.asked = []
      layer.frame = CGRect(x: 9, y: 6, width: 70, height: 80)
      #expect(layer.asked == ["position"])
    }

    /// semantics 11.2: no built-in action for a layer that was never committed.
    @Test func newLayersHaveNoBuiltInAnswer() {
      let stage = LiveStage()
      let layer = CALayer()
      #expect(layer.action(forKey: "opacity") == nil)
      stage.root.addSublayer(layer)
      #expect(layer.action(forKey: "opacity") == nil)
      CATransaction.flush()
      #expect(layer.action(forKey: "opacity") is CABasicAnimation)
      layer.removeFromSuperlayer()
      CATransaction.flush()
      #expect(layer.action(forKey: "opacity") == nil)
    }

    // MARK: The lists of 11.3

    /// semantics 11.3
    @Test(arguments: [
      "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform",
      "sublayerTransform", "contents", "contentsRect", "contentsCenter", "contentsScale",
      "cornerRadius", "borderWidth", "borderColor", "opacity", "shadowColor", "shadowOpacity",
      "shadowOffset", "shadowRadius", "shadowPath",
    ])
    func theseGetABasicAnimation(key: String) throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let animation = try #require(layer.action(forKey: key) as? CABasicAnimation)
      #expect(type(of: animation) == CABasicAnimation.self)
      #expect(animation.keyPath == key && animation.toValue == nil && animation.byValue == nil)
      #expect(animation.duration == 0.25 && animation.fillMode == .backwards)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .default))
      #expect(animation.isRemovedOnCompletion && !animation.isAdditive)
    }

    /// semantics 11.3
    @Test(arguments: [
      "hidden", "geometryFlipped", "masksToBounds", "mask", "sublayers", "maskedCorners", "filters",
      "backgroundFilters", "compositingFilter",
    ])
    func theseGetATransition(key: String) throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let transition = try #require(layer.action(forKey: key) as? CATransition)
      #expect(transition.type == .fade && transition.duration == 0.25)
      #expect(transition.startProgress == 0 && transition.endProgress == 1)
    }

    /// semantics 11.3
    @Test(arguments: [
      "frame", "doubleSided", "contentsGravity", "name", "delegate", "style", "actions", "speed",
      "timeOffset", "beginTime", "opaque", "cornerCurve", "edgeAntialiasingMask",
      "allowsEdgeAntialiasing", "contentsFormat", "drawsAsynchronously", "minificationFilter",
      "magnificationFilter", "minificationFilterBias", "shouldRasterize", "allowsGroupOpacity",
      "duration", "fillMode", "superlayer", "needsDisplayOnBoundsChange", "path", "strokeEnd",
      "position.x", "bounds.size", "noSuchKey",
      "backgroundColor",
      "onOrderIn", "onOrderOut", "onLayout",
    ])
    func theseGetNothing(key: String) {
      let stage = LiveStage()
      #expect(stage.add(CALayer()).action(forKey: key) == nil)
    }

    /// semantics 11.3: a background colour fades only from an existing colour.
    @Test func backgroundsFadeFromAColour() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.backgroundColor = .white
      #expect(layer.animationKeys() == nil)
      layer.backgroundColor = .black
      #expect(layer.animationKeys() == ["backgroundColor"])
    }

    /// semantics 11.3: the transition of `hidden` runs under "transition".
    @Test func transitionsRunUnderTheirKey() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.isHidden = true
      #expect(layer.animationKeys() == ["transition"])
    }

    /// semantics 11.3: a second change starts from the presented value.
    @Test func changesInFlightStartFromTheScreen() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.opacity = 0
      stage.advance(to: 0)
      stage.advance(to: 0.1)
      let shown = try #require(layer.presentation()).opacity
      #expect(shown > 0 && shown < 1)
      layer.opacity = 0.9
      let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
      #expect(abs((animation.fromValue as? Double ?? -1) - Double(shown)) < 1e-6)
      CATransaction.flush()
      #expect(abs((layer.presentation()?.opacity ?? -1) - shown) < 1e-6)
    }

    // MARK: Structure (11.4)

    /// The log of all searches, in order.
    private final class Log: CALayerDelegate {
      var asked: [String] = []
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        asked.append("\(layer.name ?? "?") \(event)")
        return NSNull()
      }
    }

    /// semantics 11.4
    @Test func structuralEventsComeInOrder() {
      let stage = LiveStage()
      let log = Log()
      func named(_ name: String) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.delegate = log
        return layer
      }
      func asked(_ change: () -> Void) -> [String] {
        log.asked = []
        change()
        return log.asked
      }
      let parent = stage.add(named("parent"))
      let (a, b, c) = (named("a"), named("b"), named("c"))
      #expect(asked { parent.addSublayer(a) } == ["parent sublayers", "a onOrderIn"])
      #expect(
        asked { parent.insertSublayer(b, below: a) } == ["parent sublayers", "b onOrderIn"])
      // Only the order changes.
      #expect(asked { parent.addSublayer(b) } == ["parent sublayers"])
      #expect(parent.sublayers == [a, b])
      #expect(asked { parent.insertSublayer(b, below: a) } == ["parent sublayers"])
      #expect(parent.sublayers == [b, a])
      #expect(asked { parent.insertSublayer(b, above: a) } == ["parent sublayers"])
      #expect(parent.sublayers == [a, b])
      #expect(asked { parent.insertSublayer(b, at: 0) } == ["parent sublayers"])
      #expect(asked { parent.insertSublayer(b, at: 0) } == [])
      #expect(
        asked { parent.replaceSublayer(b, with: c) }
          == ["parent sublayers", "b onOrderOut", "c onOrderIn"])
      #expect(parent.sublayers == [c, a] && b.superlayer == nil)
      #expect(asked { a.removeFromSuperlayer() } == ["parent sublayers", "a onOrderOut"])
      #expect(asked { parent.mask = a } == ["parent mask", "a onOrderIn"])
      #expect(asked { CATransaction.flush() } == ["parent onLayout"])
      #expect(asked { parent.layoutIfNeeded() } == [])
    }

    /// semantics 11.4: an order-in animation is added under its key.
    @Test func orderInAnimates() {
      let stage = LiveStage()
      let layer = CALayer()
      layer.actions = [kCAOnOrderIn: blink()]
      stage.root.addSublayer(layer)
      #expect(layer.animationKeys() == [kCAOnOrderIn])
    }
  }
}
