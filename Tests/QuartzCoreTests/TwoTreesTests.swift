// TwoTreesTests.swift
// Layers that move from one live tree to another (semantics 1.9, 10.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct TwoTreesTests {
    /// In either order, in one transaction: the animations end, and the layer is live in the new
    /// tree.
    @Test(arguments: [false, true]) func layersChangeTrees(backwards: Bool) {
      let stage = LiveStage()
      let otherRoot = CALayer()
      otherRoot.actions = ["sublayers": NSNull()]
      let other = LayerContext(root: otherRoot)
      defer { other.invalidate() }
      for _ in 0..<5 { otherRoot.addSublayer(CALayer()) }
      CATransaction.flush()
      let (from, to) = backwards ? (otherRoot, stage.root) : (stage.root, otherRoot)
      let layer = CALayer()
      from.addSublayer(layer)
      CATransaction.flush()
      let witness = AnimationDelegateSpy()
      layer.add(blink(delegate: witness), forKey: "a")
      stage.advance(to: 0)
      to.addSublayer(layer)
      layer.add(CATransition(), forKey: nil)
      layer.name = "moved"
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.superlayer?.model() === to)
      #expect(witness.log.last == "stop false")
      layer.removeFromSuperlayer()
      stage.advance(to: 1)
      #expect(layer.presentation() == nil)
    }
  }
}
