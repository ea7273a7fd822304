// LifetimeTests.swift
// Layers, superlayers and trees refer to one another without reference counts: no order of
// deallocation leaves a dangling reference.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct LifetimeTests {
    @Test func sublayersAndMasksOutliveTheirSuperlayer() {
      let (child, mask) = (CALayer(), CALayer())
      weak var gone: CALayer?
      do {
        let parent = CALayer()
        parent.addSublayer(child)
        parent.mask = mask
        gone = parent
      }
      #expect(gone == nil)
      #expect(child.superlayer == nil && mask.superlayer == nil)
      child.bounds.size = CGSize(width: 3, height: 4)
      mask.transform = CATransform3DMakeScale(2, 2, 1)
      child.removeFromSuperlayer()
      CALayer().addSublayer(mask)
      #expect(mask.superlayer == nil)
    }

    /// A layer may remove its sublayers while it is deallocated.
    @Test func layersMayEmptyThemselvesAtTheEnd() {
      final class Emptying: CALayer {
        deinit {
          for layer in sublayers ?? [] { layer.removeFromSuperlayer() }
          mask = nil
        }
      }
      let (first, second, mask) = (CALayer(), CALayer(), CALayer())
      weak var gone: CALayer?
      do {
        let layer = Emptying()
        layer.sublayers = [first, second]
        layer.mask = mask
        gone = layer
      }
      #expect(gone == nil)
      #expect([first, second, mask].allSatisfy { $0.superlayer == nil })
      first.addSublayer(second)
      #expect(second.superlayer === first)
    }

    /// A layer that an action inserts in two superlayers stays in the last one.
    @Test func theLastPlaceCounts() {
      final class Thief: CALayer {
        var stolen: CALayer?
        override func action(forKey event: String) -> (any CAAction)? {
          if event == "mask", let stolen { addSublayer(stolen) }
          return nil
        }
      }
      let layer = CALayer()
      do {
        let thief = Thief()
        thief.stolen = layer
        thief.mask = layer
        #expect(layer.superlayer === thief)
      }
      #expect(layer.superlayer == nil)
      layer.opacity = 0.5
    }

    /// A tree ends with its owner; its layers survive, are not live, and can join another tree.
    @Test func layersOutliveAHold() throws {
      let stage = LiveStage()
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      weak var gone: LayerContext?
      let witness = AnimationDelegateSpy()
      do {
        let hold = LayerContext.Hold(LayerContext(root: root))
        gone = hold.context
        CATransaction.flush()
        child.add(blink(delegate: witness), forKey: "a")
        stage.advance(to: 0)
        child.opacity = 0.5
        child.setNeedsLayout()
        child.setNeedsDisplay()
      }
      stage.advance(to: 0.1)
      #expect(gone == nil && child.presentation() == nil)
      #expect(witness.log == ["start", "stop false"])
      child.bounds.size.width = 5
      child.opacity = 0.25
      stage.root.addSublayer(root)
      stage.advance(to: 0.2)
      #expect(child.presentation()?.opacity == 0.25)
    }

    /// Contexts that are never invalidated stay alive, so the references of their layers stay
    /// valid.
    @Test func contextsStayUntilTheyAreEnded() {
      let stage = LiveStage()
      let root = CALayer()
      let count = LayerContext.live.count
      _ = LayerContext(root: root)
      stage.advance(to: 0)
      root.opacity = 0.5
      #expect(LayerContext.live.count == count + 1)
      LayerContext.live.last?.invalidate()
      stage.context.invalidate()
      root.opacity = 0.75
      #expect(LayerContext.live.count == count - 1)
    }

    /// The last reference to a layer may be released in its own callback, action or layout.
    @Test func layersMayGoInTheirCallbacks() {
      final class Owner: CAAnimationDelegate {
        var layer: CALayer?
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
          layer?.removeFromSuperlayer()
          layer = nil
        }
      }
      final class Leaving: CALayer {
        override func action(forKey event: String) -> (any CAAction)? {
          if event == "opacity" { removeFromSuperlayer() }
          return super.action(forKey: event)
        }
        override func layoutSublayers() { removeFromSuperlayer() }
      }
      let stage = LiveStage()
      let owner = Owner()
      weak var animated: CALayer?
      weak var acting: CALayer?
      weak var laidOut: CALayer?
      do {
        let layer = CALayer()
        (owner.layer, animated) = (layer, layer)
        stage.root.addSublayer(layer)
        layer.add(blink(1, delegate: owner), forKey: "a")
        let (first, second) = (Leaving(), Leaving())
        (acting, laidOut) = (first, second)
        stage.root.addSublayer(first)
        CATransaction.flush()
        stage.root.addSublayer(first)
        first.opacity = 0.5
        stage.root.addSublayer(second)
        second.setNeedsLayout()
      }
      for time in [0, 0.5, 1, 1.1] as [TimeInterval] { stage.advance(to: time) }
      #expect(animated == nil && acting == nil && laidOut == nil)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 1 && !stage.context.hasChanges)
    }

    /// Objects released by a transaction may use transactions in their deinitialisers.
    @Test func transactionValuesMayUseTransactions() {
      final class Value {
        nonisolated(unsafe) static var ends = 0
        deinit {
          CATransaction.begin()
          CATransaction.setValue(1, forKey: "mine")
          CATransaction.commit()
          Value.ends += 1
        }
      }
      let stage = LiveStage()
      Value.ends = 0
      CATransaction.begin()
      CATransaction.setValue(Value(), forKey: "mine")
      CATransaction.commit()
      #expect(Value.ends == 1)
      stage.advance(to: 0)
    }
  }

  // MARK: Shortcuts

  @MainActor @Suite struct ImplicitAnimationTests {
    /// An override of `add(_:forKey:)` receives the animation before it is copied, and may change
    /// it.
    @Test func addIsSeen() {
      final class Seeing: CALayer {
        var seen: [CAAnimation] = []
        override func add(_ anim: CAAnimation, forKey key: String?) {
          seen.append(anim)
          anim.duration = 2
          super.add(anim, forKey: key)
        }
      }
      let stage = LiveStage()
      let layer = stage.add(Seeing())
      layer.opacity = 0.5
      layer.isHidden = true
      #expect(layer.seen.map(\.duration) == [2, 2])
      #expect(layer.animation(forKey: "opacity")?.duration == 2)
      #expect(layer.animation(forKey: "opacity") !== layer.seen[0])
      layer.seen[0].duration = 3
      #expect(layer.animation(forKey: "opacity")?.duration == 2)
    }

    /// An override of the action search receives its result; the layer runs a copy.
    @Test func theSearchIsSeen() {
      final class Searching: CALayer {
        var found: CAAnimation?
        override func action(forKey event: String) -> (any CAAction)? {
          let action = super.action(forKey: event)
          if event == "opacity" { found = action as? CAAnimation }
          return action
        }
      }
      let stage = LiveStage()
      let layer = stage.add(Searching())
      layer.opacity = 0.5
      #expect(layer.found != nil && layer.animation(forKey: "opacity") != nil)
      #expect(layer.animation(forKey: "opacity") !== layer.found)
      layer.found?.duration = 9
      #expect(layer.animation(forKey: "opacity")?.duration == 0.25)
    }

    /// An override of `needsDisplay(forKey:)` redraws at each change, also in its subclasses.
    @Test func redrawingClassesAreDrawn() {
      class Redrawing: CALayer {
        var count = 0
        override class func needsDisplay(forKey key: String) -> Bool { key == "opacity" }
        override func display() { count += 1 }
      }
      final class Derived: Redrawing {}
      let stage = LiveStage()
      for layer in [Redrawing(), Derived()] {
        stage.root.addSublayer(layer)
        CATransaction.flush()
        CATransaction.setDisableActions(true)
        layer.opacity = 0.5
        layer.zPosition = 2
        CATransaction.flush()
        #expect(layer.count == 1)
      }
    }

    /// An implicit animation's `fromValue` has the usual Foundation type, and a subclass may
    /// override it.
    @Test func endsAreAsTheyWere() throws {
      final class Own: CABasicAnimation {
        override var fromValue: Any? {
          get { 0.25 }
          set {}
        }
      }
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.backgroundColor = .black
      CATransaction.flush()
      layer.opacity = 0
      layer.position.x = 7
      layer.bounds.size.width = 3
      layer.backgroundColor = .white
      layer.transform = CATransform3DMakeScale(2, 2, 1)
      layer.shadowOffset.width = 9
      func from(_ key: String) -> Any? {
        (layer.animation(forKey: key) as? CABasicAnimation)?.fromValue
      }
      #expect(from("opacity") is NSNumber && from("opacity") as? Double == 1)
      #expect(from("position") as? CGPoint == .zero && from("bounds") as? CGRect == .zero)
      #expect(from("backgroundColor") as? CGColor == .black)
      #expect(from("transform") as? CATransform3D == CATransform3DIdentity)
      #expect(from("shadowOffset") as? CGSize == CGSize(width: 0, height: -3))
      let own = Own(keyPath: "zPosition")
      (own.toValue, own.duration) = (0.25, 1)
      layer.add(own, forKey: "own")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.zPosition == 0.25)
    }
  }
}
