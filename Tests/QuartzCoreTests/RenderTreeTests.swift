// RenderTreeTests.swift
// The render tree after commits: equal to the layer tree after any change, without references to
// layers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct RenderTreeTests {
    /// A layer tree as text.
    private func text(_ layer: CALayer) -> String {
      let children = (layer.sublayers ?? []).map { text($0) }.joined(separator: " ")
      let mask = layer.mask.map { "|" + text($0) } ?? ""
      return "\(layer.name ?? "")\(layer.opacity)(\(children)\(mask))"
    }

    /// A render tree as the same text.
    private func text(_ tree: RenderTree, _ slot: Int32) -> String {
      let node = tree.nodes[Int(slot)]
      let children = node.children.map { text(tree, $0) }.joined(separator: " ")
      let mask = node.mask < 0 ? "" : "|" + text(tree, node.mask)
      return "\(node.name ?? "")\(Float(node.values.opacity))(\(children)\(mask))"
    }

    /// Random changes in any order: after the commit both trees are equal, and no slot leaks. A copy that
    /// is given an update now and then shows the same values at any time.
    @Test(arguments: 0..<20) func treesAgree(seed: Int) {
      let stage = LiveStage()
      stage.root.name = "root"
      var random = SeededRandom(seed: UInt64(100 + seed))
      var layers: [CALayer] = [stage.root]
      var (copy, update, changes) = (RenderTree(), RenderTreeUpdate(), RenderTreeChanges())
      var sampler = Sampler()
      for step in 0..<60 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let layer = layers.randomElement(using: &random) ?? stage.root
          let other = layers.randomElement(using: &random) ?? stage.root
          func isAbove(_ a: CALayer, _ b: CALayer) -> Bool {
            sequence(first: b, next: \.superlayer).contains { $0 === a }
          }
          switch Int.random(in: 0..<9, using: &random) {
          case 0, 1, 2:
            let new = CALayer()
            new.name = "\(step)."
            layer.addSublayer(new)
            layers.append(new)
          case 3 where !isAbove(other, layer):
            let count = (layer.sublayers ?? []).count { $0 !== other }
            layer.insertSublayer(other, at: UInt32(Int.random(in: 0...count, using: &random)))
          case 4 where layer !== stage.root: layer.removeFromSuperlayer()
          case 5:
            layer.opacity = .random(in: 0...1, using: &random)
            // In the values that copies share.
            layer.shadowRadius = .random(in: 0...9, using: &random)
          case 6:
            let mask = CALayer()
            mask.name = "mask\(step)."
            layer.mask = Bool.random(using: &random) ? mask : nil
          case 7: layer.add(blink(), forKey: "opacity")
          case 8 where layer.superlayer != nil && !isAbove(other, layer) && other.superlayer == nil:
            if other !== stage.root, layer.superlayer?.mask !== layer {
              layer.superlayer?.replaceSublayer(layer, with: other)
            }
          default: layer.isHidden.toggle()
          }
        }
        if Bool.random(using: &random) {
          layers.removeAll { $0.superlayer == nil && $0 !== stage.root }
        }
        stage.advance(to: MediaClock.now + .random(in: 0...0.5, using: &random))
        CATransaction.flush()
        let tree = stage.context.tree
        #expect(text(tree, tree.root) == text(stage.root))
        func count(_ layer: CALayer) -> Int {
          1 + (layer.sublayers ?? []).map(count).reduce(0, +) + (layer.mask.map(count) ?? 0)
        }
        #expect(tree.nodes.count { $0.isUsed } == count(stage.root))
        stage.context.handOverChanges(to: &update)
        #expect(!stage.context.tree.hasChanges)
        if Bool.random(using: &random) { continue }
        copy.apply(&update, changes: &changes)
        if Bool.random(using: &random) {
          update.removeAll(recyclingIn: &stage.context.tree)
        } else {
          update.removeAll()
        }
        #expect(text(copy, copy.root) == text(stage.root))
        let time = MediaClock.now + .random(in: 0...0.3, using: &random)
        sampler.sample(copy, changes, at: time)
        changes.removeAll()
        for slot in copy.nodes.indices where copy.nodes[slot].isUsed {
          let shown = Sampler.present(Int32(slot), in: tree, at: time)
          #expect(sampler.lastValues(of: Int32(slot)) == shown)
        }
      }
    }

    /// The memory of values that a copy no longer has is used again; what the values referred to is released.
    @Test func replacedValuesAreRecycled() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var (copy, update, changes) = (RenderTree(), RenderTreeUpdate(), RenderTreeChanges())
      weak var gone: CGImage?
      func commit(_ change: () -> Void) {
        // An implicit animation would keep what it begins with.
        CATransaction.setDisableActions(true)
        change()
        CATransaction.flush()
        stage.context.handOverChanges(to: &update)
        copy.apply(&update, changes: &changes)
        update.removeAll(recyclingIn: &stage.context.tree)
      }
      do {
        let image = CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255])
        gone = image
        commit { layer.contents = image }
      }
      #expect(gone != nil)
      commit { layer.contents = nil }
      #expect(gone == nil)
      // Values of a snapshot are not written, although the tree takes memory from the same store.
      for step in 1...4 {
        let snapshot = copy
        commit { layer.zPosition = CGFloat(step) }
        let values = snapshot.nodes[Int(layer.slotInTree)].values
        #expect(values.zPosition == CGFloat(step - 1))
        #expect(copy.nodes[Int(layer.slotInTree)].values.zPosition == CGFloat(step))
      }
    }

    /// Layers that left the tree and are unreferenced are deallocated, their animations too.
    @Test func layersThatLeaveAreLetGo() {
      let stage = LiveStage()
      weak var gone: CALayer?
      weak var child: CALayer?
      do {
        let layer = stage.add(CALayer())
        let inner = CALayer()
        layer.addSublayer(inner)
        (gone, child) = (layer, inner)
        stage.advance(to: 0)
        layer.add(blink(), forKey: "a")
        inner.opacity = 0
        layer.setNeedsLayout()
        inner.setNeedsDisplay()
        stage.advance(to: 0.1)
        _ = layer.presentation()
        layer.removeFromSuperlayer()
      }
      stage.advance(to: 0.2)
      #expect(gone == nil && child == nil)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 1)
      #expect(stage.context.animationCount == 0)
    }

    /// An invalidated tree ends its animations, and its layers can join another tree.
    @Test func layersOutliveTheirTree() {
      let stage = LiveStage()
      let root = CALayer()
      let child = CALayer()
      root.addSublayer(child)
      let first = LayerContext(root: root)
      CATransaction.flush()
      let witness = AnimationDelegateSpy()
      child.add(blink(delegate: witness), forKey: "a")
      stage.advance(to: 0)
      first.invalidate()
      stage.advance(to: 0.1)
      #expect(witness.log == ["start", "stop false"] && child.presentation() == nil)
      let second = LayerContext(root: root)
      CATransaction.flush()
      #expect(child.presentation() != nil && child.animationKeys() == nil)
      second.invalidate()
    }
  }
}

extension LiveTree {
  @MainActor @Suite struct ReturningLayerTests {
    /// Changes between leaving a tree and returning, before any commit, take effect.
    @Test func changesOutsideOfTheTreeAreCommitted() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let child = CALayer()
      layer.addSublayer(child)
      CATransaction.flush()
      layer.removeFromSuperlayer()
      layer.opacity = 0.5
      layer.setValue(3, forKey: "own")
      child.removeFromSuperlayer()
      stage.root.addSublayer(layer)
      CATransaction.flush()
      let shown = try #require(layer.presentation())
      #expect(shown.opacity == 0.5)
      #expect(shown.value(forKey: "own") as? Int == 3)
      #expect(shown.sublayers?.isEmpty != false)
    }
  }
}
