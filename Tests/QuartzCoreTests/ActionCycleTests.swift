// ActionCycleTests.swift
// Actions that put a superlayer below the layer that is being put into it, and masks that have a superlayer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Runs a closure at the first action search of an event.
private final class Acting: CALayer {
  var onAction: [String: () -> Void] = [:]
  override func action(forKey event: String) -> (any CAAction)? {
    onAction.removeValue(forKey: event)?()
    return nil
  }
}

extension LiveTree {
  @MainActor @Suite struct ActionCycleTests {
    /// The caller could not foresee it, so what the action did remains, and one line names both layers.
    @Test(arguments: ["add", "insert", "set", "replace", "mask"], [false, true])
    func actionMayPutTheSuperlayerBelow(way: String, isLive: Bool) {
      let stage = LiveStage()
      let (layer, taken, child, between) = (Acting(), CALayer(), CALayer(), CALayer())
      (layer.name, taken.name) = ("layer", "taken")
      if isLive { stage.root.sublayers = [layer, taken] }
      layer.addSublayer(child)
      taken.addSublayer(between)
      CATransaction.flush()
      layer.onAction[way == "mask" ? "mask" : "sublayers"] = { between.addSublayer(layer) }
      let lines = Diagnostics.collecting {
        switch way {
        case "add": layer.addSublayer(taken)
        case "insert": layer.insertSublayer(taken, below: child)
        case "set": layer.sublayers = [child, taken]
        case "replace": layer.replaceSublayer(child, with: taken)
        default: layer.mask = taken
        }
      }.lines
      #expect(layer.superlayer === between && between.superlayer === taken)
      #expect(layer.sublayers == [child] && child.superlayer === layer && layer.mask == nil)
      #expect(taken.superlayer === (isLive ? stage.root : nil))
      #expect(lines.count == 1 && lines.allSatisfy { $0.contains("\"taken\" was not put into") })
      CATransaction.flush()
      #expect((layer.presentation() != nil) == isLive)
    }

    /// A mask leaves its superlayer, as a sublayer does that is added elsewhere.
    @Test(arguments: [false, true])
    func maskLeavesItsSuperlayer(isLive: Bool) {
      let stage = LiveStage()
      let (layer, other, mask) = (CALayer(), CALayer(), CALayer())
      if isLive { stage.root.sublayers = [layer, other] }
      other.sublayers = [CALayer(), mask]
      CATransaction.flush()
      layer.mask = mask
      #expect(mask.superlayer === layer && other.sublayers?.count == 1)
      CATransaction.flush()
      #expect((mask.presentation()?.superlayer?.model() === layer) == isLive)
      other.mask = mask
      #expect(mask.superlayer === other && layer.mask == nil)
      layer.addSublayer(mask)
      layer.mask = mask
      #expect(layer.mask === mask && layer.sublayers == nil && other.mask == nil)
      CATransaction.flush()
      #expect((mask.presentation()?.superlayer?.model() === layer) == isLive)
    }
  }
}
