// TreeMutationTests.swift
// Callbacks that change the tree, and layers that leave and return during an animation
// (semantics 1.9, 11.4, 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Runs a closure at the first action search.
private final class Acting: CALayer {
  var onAction: [String: () -> Void] = [:]
  override func action(forKey event: String) -> (any CAAction)? {
    onAction.removeValue(forKey: event)?()
    return nil
  }
}

/// Describes the faults of a tree: a layer in two places, or with a wrong superlayer.
private func contradictions(_ layers: [CALayer]) -> [String] {
  var places: [ObjectIdentifier: Int] = [:]
  var wrong: [String] = []
  for layer in layers {
    for child in (layer.sublayers ?? []) + (layer.mask.map { [$0] } ?? []) {
      places[ObjectIdentifier(child), default: 0] += 1
      if child.superlayer !== layer { wrong.append("\(child.name ?? "") is not in its place") }
    }
  }
  for layer in layers {
    let count = places[ObjectIdentifier(layer)] ?? 0
    if count != (layer.superlayer == nil ? 0 : 1) { wrong.append("\(layer.name ?? "") \(count)") }
  }
  return wrong
}

extension LiveTree {
  @MainActor @Suite struct TreeMutationTests {
    // MARK: Actions (semantics 11.4)

    /// An action may move the layer elsewhere, remove it, or insert it at its target; the tree
    /// stays consistent, and the last request wins.
    @Test func actionsMayChangeTheTree() {
      typealias Step = (_ layer: Acting, _ child: CALayer, _ other: CALayer) -> Void
      let asked: [(String, String, Step)] = [
        ("add", "sublayers", { layer, child, _ in layer.addSublayer(child) }),
        ("insert", "sublayers", { layer, child, _ in layer.insertSublayer(child, at: 0) }),
        ("set", "sublayers", { layer, child, _ in layer.sublayers = [child] }),
        ("mask", "mask", { layer, child, _ in layer.mask = child }),
      ]
      let meanwhile: [(String, Step)] = [
        ("elsewhere", { _, child, other in other.addSublayer(child) }),
        (
          "another's mask",
          { _, child, other in
            child.removeFromSuperlayer()
            other.mask = child
          }
        ),
        ("here", { layer, child, _ in layer.addSublayer(child) }),
        ("out", { _, child, _ in child.removeFromSuperlayer() }),
        ("all out", { layer, _, _ in layer.sublayers = nil }),
      ]
      for live in [false, true] {
        for (what, event, ask) in asked {
          for (how, change) in meanwhile {
            for before in ["nowhere", "here", "elsewhere"]
            where what != "mask" || before == "nowhere" {
              let stage = LiveStage()
              let (layer, child, other) = (Acting(), CALayer(), CALayer())
              if live { stage.root.sublayers = [layer, other] }
              (layer.name, child.name, other.name) = ("layer", "child", "other")
              layer.addSublayer(CALayer())
              if before == "here" { layer.addSublayer(child) }
              if before == "elsewhere" { other.addSublayer(child) }
              layer.addSublayer(CALayer())
              CATransaction.flush()
              layer.onAction[event] = { change(layer, child, other) }
              ask(layer, child, other)
              let all = [stage.root, layer, child, other] + (layer.sublayers ?? [])
              let wrong = contradictions(Array(Set(all)))
              let label = "live \(live), \(what) from \(before), meanwhile \(how)"
              #expect(wrong.isEmpty, "\(label)")
              // If the action removed the child from its target, or changed nothing, the request
              // may have no effect; the child is in one place in every case, and the commit agrees.
              if before != "here" { #expect(child.superlayer === layer, "\(label)") }
              CATransaction.flush()
              if live { #expect((child.presentation() == nil) == (child.superlayer == nil)) }
            }
          }
        }
      }
    }

    /// An action for a removal may move the layer elsewhere, where it stays.
    @Test func removalsRespectActions() {
      let (layer, other, child, fresh) = (Acting(), CALayer(), CALayer(), CALayer())
      layer.addSublayer(child)
      layer.onAction["sublayers"] = { other.addSublayer(child) }
      child.removeFromSuperlayer()
      #expect(child.superlayer === other && layer.sublayers == nil)
      layer.addSublayer(child)
      layer.onAction["sublayers"] = { child.removeFromSuperlayer() }
      layer.replaceSublayer(child, with: fresh)
      #expect(layer.sublayers == [fresh] && child.superlayer == nil)
      layer.onAction["sublayers"] = { layer.sublayers = nil }
      layer.sublayers = [child, fresh]
      #expect(layer.sublayers == [child, fresh])
    }

    /// Seeded: whatever actions do, no layer is in two places, and the render tree agrees.
    @Test(arguments: 0..<20) func treesAgreeWithThemselves(seed: Int) {
      let stage = LiveStage()
      var random = SeededRandom(seed: UInt64(300 + seed))
      let layers = (0..<8).map { index in
        let layer = Acting()
        layer.name = "\(index)"
        return layer
      }
      func pick() -> Acting { layers.randomElement(using: &random) ?? layers[0] }
      func isAbove(_ a: CALayer, _ b: CALayer) -> Bool {
        sequence(first: b, next: \.superlayer).contains { $0 === a }
      }
      // Ranks prevent cycles: a layer is only added to one of a lower rank.
      func step(_ depth: Int) {
        let pair = [Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random)]
        guard let low = pair.min(), let high = pair.max(), low < high else { return }
        let (layer, child) = (layers[low], layers[high])
        if depth < 3, Bool.random(using: &random) {
          layer.onAction["sublayers"] = { step(depth + 1) }
          layer.onAction["mask"] = { step(depth + 1) }
          child.onAction[kCAOnOrderIn] = { step(depth + 1) }
          child.onAction[kCAOnOrderOut] = { step(depth + 1) }
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: stage.root.addSublayer(layer)
        case 1: layer.addSublayer(child)
        case 2: layer.insertSublayer(child, at: 0)
        case 3: child.removeFromSuperlayer()
        case 4: layer.mask = child.superlayer == nil ? child : nil
        case 5: layer.sublayers = (layers[(low + 1)...]).shuffled(using: &random)
        default:
          if let old = layer.sublayers?.first, old !== child {
            layer.replaceSublayer(old, with: child)
          }
        }
      }
      for _ in 0..<60 {
        step(0)
        #expect(contradictions(layers + [stage.root]).isEmpty)
        CATransaction.flush()
        func count(_ layer: CALayer) -> Int {
          1 + (layer.sublayers ?? []).map(count).reduce(0, +) + (layer.mask.map(count) ?? 0)
        }
        #expect(stage.context.tree.nodes.count { $0.isUsed } == count(stage.root))
      }
    }

    // MARK: Roots

    /// The root of a live tree that becomes another tree's sublayer ends its own tree and lives in
    /// the other.
    @Test func aRootThatMovesEndsItsTree() {
      let stage = LiveStage()
      let (root, inner, witness) = (CALayer(), CALayer(), AnimationDelegateSpy())
      root.addSublayer(inner)
      let context = LayerContext(root: root)
      inner.add(blink(delegate: witness), forKey: "a")
      stage.advance(to: 0)
      let count = LayerContext.live.count
      stage.root.addSublayer(root)
      #expect(LayerContext.live.count == count - 1)
      inner.actions = ["opacity": NSNull()]
      inner.opacity = 0.5
      stage.advance(to: 0.1)
      #expect(witness.log == ["start", "stop false"] && inner.animationKeys() == nil)
      #expect(inner.presentation()?.opacity == 0.5)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 3)
      context.invalidate()
      root.removeFromSuperlayer()
      stage.advance(to: 0.2)
      #expect(inner.presentation() == nil)
      // As a mask, below a layer that was not live when the root was added, and as a root again.
      let second = LayerContext(root: root)
      stage.advance(to: 0.3)
      let holder = CALayer()
      holder.mask = root
      #expect(inner.presentation() != nil)
      stage.root.addSublayer(holder)
      stage.advance(to: 0.4)
      #expect(inner.presentation()?.superlayer?.superlayer?.model() === holder)
      second.invalidate()
      #expect(inner.presentation() != nil)
      holder.mask = nil
      let third = LayerContext(root: root)
      let fourth = LayerContext(root: root)
      stage.advance(to: 0.5)
      third.invalidate()
      #expect(inner.presentation() != nil)
      fourth.invalidate()
    }

    // MARK: Deallocation

    /// A layer that removes its sublayers while it is deallocated runs no actions, which could
    /// retain it.
    @Test func goingLayersHaveNoActions() {
      final class Emptying: CALayer {
        deinit {
          for layer in sublayers ?? [] { layer.removeFromSuperlayer() }
          mask = nil
          opacity = 0.5
          add(blink(), forKey: "a")
          setValue(3, forKey: "mine")
          sublayers = [CALayer()]
          setNeedsLayout()
          setNeedsDisplay()
        }
      }
      let stage = LiveStage()
      weak var gone: CALayer?
      let child = CALayer()
      for isLive in [false, true] {
        do {
          let layer = Emptying()
          layer.actions = [
            "sublayers": blink(), "mask": blink(), "opacity": blink(), "mine": blink(),
          ]
          layer.sublayers = [child, CALayer()]
          layer.mask = CALayer()
          CATransaction.flush()
          gone = layer
          if isLive {
            _ = stage.add(layer)
            layer.removeFromSuperlayer()
          }
        }
        stage.advance(to: MediaClock.now + 1)
        #expect(gone == nil && child.superlayer == nil)
      }
    }

    // MARK: Removal and return (semantics 1.9)

    /// One start and one stop each, and `animation(forKey:)` returns the running animation.
    @Test func comingAndGoing() {
      typealias Step = (LiveStage, CALayer, AnimationDelegateSpy) -> Void
      let table: [(String, Step, log: [String], runs: Bool)] = [
        ("stays", { _, _, _ in }, ["start"], true),
        (
          "out and in at once",
          { stage, layer, _ in
            layer.removeFromSuperlayer()
            stage.root.addSublayer(layer)
          }, ["start"], true
        ),
        ("out", { _, layer, _ in layer.removeFromSuperlayer() }, ["start", "stop false"], false),
        (
          "out, commit, in",
          { stage, layer, _ in
            layer.removeFromSuperlayer()
            CATransaction.flush()
            #expect(layer.animation(forKey: "a") == nil)
            stage.root.addSublayer(layer)
          }, ["start", "stop false"], false
        ),
        (
          "out and in within another layer",
          { stage, layer, _ in
            let other = CALayer()
            other.addSublayer(layer)
            stage.root.addSublayer(other)
          }, ["start"], true
        ),
        (
          "out, added again outside, in",
          { stage, layer, witness in
            layer.removeFromSuperlayer()
            layer.add(blink(delegate: witness), forKey: "a")
            stage.root.addSublayer(layer)
          }, ["start", "stop false", "start"], true
        ),
        (
          "out, added again outside",
          { _, layer, witness in
            layer.removeFromSuperlayer()
            layer.add(blink(delegate: witness), forKey: "a")
          }, ["start", "stop false", "start", "stop false"], false
        ),
        (
          "removed, out and in",
          { stage, layer, _ in
            layer.removeAllAnimations()
            layer.removeFromSuperlayer()
            stage.root.addSublayer(layer)
          }, ["start", "stop false"], false
        ),
        (
          "becomes a mask",
          { stage, layer, _ in
            layer.removeFromSuperlayer()
            stage.root.mask = layer
          }, ["start"], true
        ),
      ]
      for (name, step, log, runs) in table {
        let stage = LiveStage()
        let (layer, witness) = (stage.add(CALayer()), AnimationDelegateSpy())
        layer.add(blink(1, delegate: witness), forKey: "a")
        stage.advance(to: 0)
        stage.advance(to: 0.25)
        step(stage, layer, witness)
        stage.advance(to: 0.5)
        #expect(witness.log == log, "\(name)")
        #expect((layer.animation(forKey: "a") != nil) == runs, "\(name)")
        #expect(stage.context.animationCount == (runs ? 1 : 0), "\(name)")
        stage.advance(to: 3)
        #expect(witness.log == log + (runs ? ["stop true"] : []), "\(name)")
      }
    }

    // MARK: Callbacks

    /// Animations added in callbacks run, and begin at the next commit.
    @Test func callbacksMayAddAnimations() {
      final class Chain: CAAnimationDelegate {
        let layer: CALayer
        var log: [String] = []
        init(_ layer: CALayer) { self.layer = layer }
        func animationDidStart(_ anim: CAAnimation) {
          log.append("start \(MediaClock.now)")
          if log.count == 1 { layer.add(blink(9), forKey: "other") }
        }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
          log.append("stop \(flag) \(MediaClock.now)")
          if log.count < 4 { layer.add(blink(1, delegate: self), forKey: "a") }
        }
      }
      let stage = LiveStage()
      let chain = Chain(stage.add(CALayer()))
      chain.layer.add(blink(1, delegate: chain), forKey: "a")
      for time in [0, 1, 1.5, 2, 3] { stage.advance(to: time) }
      #expect(chain.log == ["start 0.0", "stop true 1.0", "start 1.5", "stop true 2.0"])
      #expect(chain.layer.animationKeys() == ["other"])
    }

    /// Removing everything from a callback, the layer and its tree too, is reported once.
    @Test func callbacksMayEndEverything() {
      final class Ending: CAAnimationDelegate {
        var onStop: () -> Void = {}
        var stops = 0
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
          stops += 1
          onStop()
        }
      }
      let stage = LiveStage()
      let root = CALayer()
      let context = LayerContext(root: root)
      let endings = (0..<4).map { _ in Ending() }
      for ending in endings {
        let layer = CALayer()
        root.addSublayer(layer)
        layer.add(blink(1, delegate: ending), forKey: "a")
        layer.add(blink(1, delegate: ending), forKey: "b")
        ending.onStop = {
          layer.removeAllAnimations()
          root.sublayers = nil
          context.invalidate()
        }
      }
      stage.advance(to: 0)
      context.processEvents(at: 1)
      stage.advance(to: 1)
      stage.advance(to: 2)
      #expect(endings.map(\.stops) == [2, 2, 2, 2])
    }

    // MARK: Layout and display

    /// Delegates that take apart and rebuild the tree during layout and display.
    @Test func delegatesMayChangeTheTree() {
      final class Busy: CALayerDelegate {
        var onLayout: (CALayer) -> Void = { _ in }
        var onDisplay: (CALayer) -> Void = { _ in }
        func layoutSublayers(of layer: CALayer) { onLayout(layer) }
        func display(_ layer: CALayer) { onDisplay(layer) }
      }
      let stage = LiveStage()
      let busy = Busy()
      var random = SeededRandom(seed: 17)
      let parent = stage.add(CALayer())
      let layers = (0..<10).map { _ in CALayer() }
      for layer in layers + [parent] { layer.delegate = busy }
      var changes = 0
      func change(_ layer: CALayer) {
        changes += 1
        if changes > 3000 { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: layer.removeFromSuperlayer()
        case 1: parent.sublayers = layers.shuffled(using: &random)
        case 2: parent.sublayers = nil
        case 3: layers.randomElement(using: &random)?.setNeedsDisplay()
        case 4: layers.randomElement(using: &random)?.bounds.size.width += 1
        default: CATransaction.flush()
        }
      }
      busy.onLayout = { change($0) }
      busy.onDisplay = { change($0) }
      for _ in 0..<20 {
        parent.sublayers = layers
        for layer in layers { layer.setNeedsDisplay() }
        CATransaction.flush()
        #expect(contradictions(layers + [parent, stage.root]).isEmpty)
      }
      (busy.onLayout, busy.onDisplay) = ({ _ in }, { _ in })
      stage.root.addSublayer(parent)
      parent.sublayers = layers
      CATransaction.flush()
      let node = stage.context.tree.nodes[Int(parent.slotInTree)]
      #expect(node.children == layers.map(\.slotInTree) && !stage.context.hasChanges)
    }

    /// A tree whose layout never settles does not delay the commit of another tree, even of one
    /// that its layout creates.
    @Test func restlessTreesDoNotStallTheRunLoop() {
      final class Restless: CALayer {
        var inner: CALayer?
        var made: LayerContext?
        override func layoutSublayers() {
          inner?.setNeedsLayout()
          if made == nil, name == "making" { made = LayerContext(root: CALayer()) }
        }
      }
      final class Counting: CALayer {
        var count = 0
        override func layoutSublayers() { count += 1 }
      }
      let stage = LiveStage()
      let (outer, inner) = (stage.add(Restless()), Restless())
      outer.addSublayer(inner)
      (outer.inner, inner.inner) = (inner, outer)
      outer.name = "making"
      let counting = Counting()
      let other = LayerContext(root: counting)
      defer { other.invalidate() }
      counting.setNeedsLayout()
      outer.setNeedsLayout()
      CATransaction.flush()
      #expect(counting.count == 1 && outer.made?.root.presentation() != nil)
      outer.made?.invalidate()
      (outer.inner, inner.inner) = (nil, nil)
    }
  }
}
