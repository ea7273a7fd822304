// CommitCostTests.swift
// The cost of a change and its commit follows the size of the change: counted, not timed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Counts its layouts.
private final class LaidOut: CALayer {
  nonisolated(unsafe) static var order: [String] = []
  var whenLaidOut: ((LaidOut) -> Void)?
  override func layoutSublayers() {
    Self.order.append(name ?? "")
    whenLaidOut?(self)
  }
}

private func laidOut(_ name: String) -> LaidOut {
  let layer = LaidOut()
  layer.name = name
  return layer
}

extension LiveTree {
  @MainActor @Suite struct CommitCostTests {
    private func filled(_ count: Int) -> (LiveStage, LaidOut, [LaidOut]) {
      let stage = LiveStage()
      let parent = laidOut("parent")
      let layers = (0..<count).map { laidOut("\($0)") }
      parent.actions = ["sublayers": NSNull()]
      parent.sublayers = layers
      stage.root.addSublayer(parent)
      CATransaction.flush()
      stage.context.tree.clearChanges()
      LaidOut.order = []
      return (stage, parent, layers)
    }

    /// One property of one of 10,000 layers: one node.
    @Test func aChangeTouchesOneNode() {
      let (stage, _, layers) = filled(10_000)
      let generation = stage.context.tree.generation
      withoutActions { layers[5000].opacity = 0.5 }
      #expect(stage.context.tree.changed == [layers[5000].slotInTree])
      withoutActions { for step in 1...100 { layers[7].zPosition = CGFloat(step) } }
      #expect(stage.context.tree.changed == [layers[5000].slotInTree, layers[7].slotInTree])
      #expect(stage.context.tree.generation == generation + 2)
      #expect(LaidOut.order.isEmpty)
    }

    /// A change of bounds lays out the layer and its superlayer once, however often it is made.
    @Test func layoutGoesWhereItIsNeeded() {
      let (stage, _, layers) = filled(10_000)
      withoutActions { for step in 1...100 { layers[5000].bounds.size.width = CGFloat(step) } }
      #expect(LaidOut.order == ["parent", "5000"])
      #expect(stage.context.tree.changed == [layers[5000].slotInTree])
      CATransaction.flush()
      #expect(LaidOut.order.count == 2 && !stage.context.hasChanges)
    }

    /// Adding or removing a sublayer touches itself and its superlayer, not its siblings.
    @Test func siblingsAreNotTouched() {
      let (stage, parent, layers) = filled(10_000)
      let new = CALayer()
      withoutActions { parent.insertSublayer(new, at: 5000) }
      let slots = Set([new, parent].map(\.slotInTree))
      #expect(Set(stage.context.tree.changed) == slots)
      stage.context.tree.clearChanges()
      let gone = layers[300].slotInTree
      withoutActions { layers[300].removeFromSuperlayer() }
      #expect(Set(stage.context.tree.changed) == [parent.slotInTree, gone])
    }

    /// Half of the layers vanish, animated, with their sublayers, in random order.
    @Test func halfOfTheLayersVanish() {
      let (stage, parent, layers) = filled(400)
      let witness = AnimationDelegateSpy()
      for layer in layers {
        withoutActions { layer.addSublayer(CALayer()) }
        layer.add(blink(delegate: witness), forKey: "a")
      }
      stage.advance(to: 0)
      var random = SeededRandom(seed: 5)
      let leaving = layers.shuffled(using: &random).prefix(200)
      withoutActions { for layer in leaving { layer.removeFromSuperlayer() } }
      CallbackQueue.drain()
      let tree = stage.context.tree
      #expect(tree.nodes.count { $0.isUsed } == 2 + 400)
      #expect(tree.nodes[Int(parent.slotInTree)].children == parent.sublayers?.map(\.slotInTree))
      #expect(parent.sublayers == layers.filter { !leaving.contains($0) })
      #expect(witness.log.count { $0 == "stop false" } == 200)
      #expect(stage.context.animationCount == 200)
      #expect(leaving.allSatisfy { $0.presentation() == nil && $0.animationKeys() == nil })
    }

    // MARK: Sublayers at once

    /// The sublayers are exactly those that were set, in order, and each move searches once.
    @Test func sublayersAreSetAtOnce() {
      let stage = LiveStage()
      let parent = stage.add(AskedLayer())
      let layers = (0..<6).map { _ in CALayer() }
      func set(_ order: [Int], searches: Int) {
        parent.asked = []
        parent.sublayers = order.map { layers[$0] }
        #expect(parent.sublayers == order.map { layers[$0] })
        #expect(parent.asked.count { $0 == "sublayers" } == searches, "\(order)")
        CATransaction.flush()
        let children = stage.context.tree.nodes[Int(parent.slotInTree)].children
        #expect(children == order.map { layers[$0].slotInTree })
      }
      set([0, 1, 2, 3], searches: 4)
      set([0, 1, 2, 3], searches: 0)
      set([3, 2, 1, 0], searches: 3)
      set([4, 3, 5, 1], searches: 4)
      set([1, 4, 3, 5], searches: 1)
      parent.sublayers = [layers[0], layers[1], layers[0]]
      #expect(parent.sublayers?.count == 2 && Set(parent.sublayers ?? []) == Set(layers[0...1]))
      parent.sublayers = nil
      #expect(parent.sublayers == nil && layers.allSatisfy { $0.superlayer == nil })
    }

    /// A sublayer or mask that is added to another layer leaves its old superlayer.
    @Test func sublayersAreTakenFromElsewhere() {
      let (stage, parent, layers) = filled(3)
      let other = stage.add(CALayer())
      let mask = CALayer()
      other.mask = mask
      other.sublayers = [layers[2], mask, layers[0]]
      #expect(other.mask == nil && other.sublayers == [layers[2], mask, layers[0]])
      #expect(parent.sublayers == [layers[1]])
    }

    // MARK: Layout

    /// Superlayers come first; requests made during layout are served in the same commit.
    @Test func superlayersAreLaidOutFirst() {
      let (stage, parent, layers) = filled(3)
      let inner = laidOut("inner")
      layers[1].addSublayer(inner)
      CATransaction.flush()
      LaidOut.order = []
      parent.whenLaidOut = { _ in layers[0].setNeedsLayout() }
      inner.setNeedsLayout()
      parent.setNeedsLayout()
      CATransaction.flush()
      #expect(LaidOut.order.first == "parent")
      #expect(LaidOut.order.sorted() == ["0", "inner", "parent"])
      // A layer that requests layout during its sublayers' layout is laid out too.
      LaidOut.order = []
      inner.whenLaidOut = { _ in if LaidOut.order.count < 3 { layers[2].setNeedsLayout() } }
      inner.setNeedsLayout()
      CATransaction.flush()
      #expect(LaidOut.order == ["inner", "2"])
      #expect(!stage.context.hasChanges)
    }

    /// A layer that lays out its superlayer from its own layout reaches its siblings.
    @Test func layoutWithinLayoutReachesSiblings() {
      let (stage, parent, layers) = filled(3)
      var wasNeeded: [Bool] = []
      layers[0].whenLaidOut = { _ in
        parent.layoutIfNeeded()
        wasNeeded = layers.map { $0.needsLayout() }
      }
      for layer in layers { layer.setNeedsLayout() }
      CATransaction.flush()
      #expect(LaidOut.order == ["0", "1", "2"] && !stage.context.hasChanges)
      #expect(wasNeeded == [false, false, false])
    }

    /// Requests from before a layer joined or moved within a live tree are served; masks are laid
    /// out.
    @Test func layoutFollowsTheLayer() {
      let (stage, parent, layers) = filled(2)
      let (late, inner, mask) = (laidOut("late"), laidOut("inner"), laidOut("mask"))
      late.addSublayer(inner)
      inner.setNeedsLayout()
      layers[0].addSublayer(late)
      layers[1].mask = mask
      mask.setNeedsLayout()
      inner.removeFromSuperlayer()
      layers[1].addSublayer(inner)
      CATransaction.flush()
      #expect(Set(LaidOut.order) == ["0", "1", "late", "inner", "mask"])
      LaidOut.order = []
      inner.setNeedsLayout()
      parent.removeFromSuperlayer()
      CATransaction.flush()
      #expect(LaidOut.order.isEmpty && inner.needsLayout())
      stage.root.addSublayer(parent)
      CATransaction.flush()
      #expect(LaidOut.order == ["inner"] && !stage.context.hasChanges)
    }

    /// Repeated display requests draw once, also after a time outside any tree.
    @Test func displayIsAskedForOnce() {
      final class Drawn: CALayer {
        var count = 0
        override func display() { count += 1 }
      }
      let stage = LiveStage()
      let layer = stage.add(Drawn())
      for _ in 0..<100 { layer.setNeedsDisplay() }
      CATransaction.flush()
      #expect(layer.count == 1)
      layer.setNeedsDisplay()
      layer.removeFromSuperlayer()
      CATransaction.flush()
      #expect(layer.count == 1)
      stage.root.addSublayer(layer)
      CATransaction.flush()
      #expect(layer.count == 2)
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      layer.setNeedsDisplay()
      CATransaction.flush()
      #expect(layer.count == 4 && !stage.context.hasChanges)
    }
  }
}
