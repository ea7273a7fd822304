// ReentrancyTests.swift
// Callbacks that change their own tree, and the state that a layer takes to another tree.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Runs a closure when its sublayers are laid out, and logs the order.
private final class Placing: CALayer {
  var onLayout: () -> Void = {}
  override func layoutSublayers() { onLayout() }
}

extension LiveTree {
  @MainActor @Suite struct ReentrancyTests {
    /// A tree that ends before its first commit leaves no state on its root.
    @Test func aRootThatWasNeverCommittedIsCommittedInItsNextTree() throws {
      let stage = LiveStage()
      let root = CALayer()
      LayerContext(root: root).invalidate()
      let context = LayerContext(root: root)
      defer { context.invalidate() }
      CATransaction.flush()
      root.actions = ["opacity": NSNull()]
      root.opacity = 0.25
      CATransaction.flush()
      #expect(root.presentation()?.opacity == 0.25)
      _ = stage
    }

    /// A tree that ends during its commit is not committed further, and its root can be live again.
    @Test func aTreeMayEndInItsOwnLayout() throws {
      let stage = LiveStage()
      let root = Placing()
      var context: LayerContext? = LayerContext(root: root)
      root.addSublayer(CALayer())
      root.onLayout = {
        context?.invalidate()
        context = nil
      }
      root.setNeedsLayout()
      CATransaction.flush()
      #expect(root.presentation() == nil && root.slotInTree < 0)
      root.onLayout = {}
      let next = LayerContext(root: root)
      defer { next.invalidate() }
      root.addSublayer(CALayer())
      CATransaction.flush()
      #expect(root.presentation()?.sublayers?.count == 2)
      _ = stage
    }

    /// semantics 13: before the commit, a layer from another tree has no presentation in this one.
    @Test func aLayerThatComesFromAnotherTreeIsNotYetCommitted() throws {
      let stage = LiveStage()
      let other = LayerContext(root: CALayer())
      defer { other.invalidate() }
      var layers: [CALayer] = []
      for _ in 0..<5 { layers.append(stage.add(CALayer())) }
      for layer in layers {
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "opacity")
      }
      CATransaction.flush()
      for layer in layers {
        other.root.addSublayer(layer)
        layer.position.x = 5
        layer.opacity = 0.5
        #expect(layer.presentation() == nil)
      }
      CATransaction.flush()
      for layer in layers {
        #expect(layer.presentation()?.position.x == 5 && layer.presentation()?.opacity == 0.5)
        #expect(layer.animationKeys() == nil)
      }
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 1)
    }

    /// A layer that moves to another tree and back in one transaction is committed where it ends
    /// up.
    @Test func aLayerMayGoToAnotherTreeAndBack() throws {
      let stage = LiveStage()
      let other = LayerContext(root: CALayer())
      defer { other.invalidate() }
      let layer = stage.add(CALayer())
      let child = CALayer()
      layer.addSublayer(child)
      CATransaction.flush()
      other.root.addSublayer(layer)
      stage.root.addSublayer(layer)
      child.opacity = 0.5
      CATransaction.flush()
      #expect(layer.presentation()?.superlayer?.model() === stage.root)
      #expect(child.presentation()?.opacity == 0.5)
      #expect(stage.context.tree.nodes.count { $0.isUsed } == 3)
      child.actions = ["opacity": NSNull()]
      child.opacity = 0.25
      CATransaction.flush()
      #expect(child.presentation()?.opacity == 0.25)
    }

    /// semantics 13: layout proceeds downwards in tree order, whatever the order of the requests.
    @Test func siblingsAreLaidOutInTheirOrder() {
      let stage = LiveStage()
      var order: [Int] = []
      let parent = stage.add(CALayer())
      let children = (0..<6).map { index in
        let layer = Placing()
        parent.addSublayer(layer)
        layer.onLayout = { order.append(index) }
        return layer
      }
      CATransaction.flush()
      order = []
      for index in [4, 1, 5, 0] { children[index].setNeedsLayout() }
      CATransaction.flush()
      #expect(order == [0, 1, 4, 5])
    }

    /// A request from one layer's layout to a sibling is served by the same `layoutIfNeeded`.
    @Test func layoutReachesSiblingsThatComeToNeedIt() {
      let stage = LiveStage()
      let parent = stage.add(CALayer())
      let (first, second) = (Placing(), Placing())
      parent.addSublayer(first)
      parent.addSublayer(second)
      CATransaction.flush()
      var laidOut = 0
      first.onLayout = { second.setNeedsLayout() }
      second.onLayout = { laidOut += 1 }
      first.setNeedsLayout()
      parent.layoutIfNeeded()
      #expect(laidOut == 1 && !second.needsLayout())
    }

    /// Layers that keep requesting layout of each other cost the same at every commit.
    @Test func layersThatKeepAskingCostTheSame() {
      let stage = LiveStage()
      let (outer, inner) = (Placing(), Placing())
      outer.addSublayer(inner)
      _ = stage.add(outer)
      var calls = 0
      outer.onLayout = {
        calls += 1
        inner.setNeedsLayout()
      }
      inner.onLayout = { outer.setNeedsLayout() }
      CATransaction.flush()
      calls = 0
      outer.setNeedsLayout()
      CATransaction.flush()
      let first = calls
      for _ in 0..<3 { CATransaction.flush() }
      #expect(first <= 200 && calls <= 4 * first)
    }
  }
}
