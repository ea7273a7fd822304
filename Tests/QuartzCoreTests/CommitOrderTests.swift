// CommitOrderTests.swift
// A commit has one result, whatever the order in which layers were changed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct CommitOrderTests {
    private static func emitter() -> CAEmitterLayer {
      let layer = CAEmitterLayer()
      let cell = CAEmitterCell()
      (cell.name, cell.birthRate, cell.lifetime) = ("cell", 10, 1)
      layer.emitterCells = [cell]
      layer.actions = ["birthRate": NSNull()]
      return layer
    }

    /// While a commit takes over such moves layer by layer, the parents form a cycle for a time.
    @Test(arguments: [1, 0.5] as [Float])
    func layersExchangeTheirPlacesAboveAnEmitter(speed: Float) throws {
      let stage = LiveStage()
      let (outer, inner, emitter) = (CALayer(), CALayer(), Self.emitter())
      stage.root.speed = 2
      inner.speed = speed
      stage.root.addSublayer(outer)
      outer.addSublayer(inner)
      inner.addSublayer(emitter)
      CATransaction.flush()
      // Packed in this order: the inner layer has its new sublayer before the root has its own.
      inner.opacity = 0.5
      emitter.birthRate = 2
      stage.root.addSublayer(inner)
      inner.addSublayer(outer)
      CATransaction.flush()
      #expect(outer.presentation()?.superlayer?.model() === inner)
      #expect(emitter.presentation()?.birthRate == 2)
      let tree = stage.context.tree
      #expect(tree.localTime(of: emitter.slotInTree, at: 3) == TimeInterval(3 * 2 * speed))
    }

    /// An emitter changes at its time by the superlayer's new mapping, changed before or after it.
    @Test(arguments: [false, true])
    func emitterChangesAtTheTimeOfItsSuperlayer(emitterFirst: Bool) throws {
      let stage = LiveStage()
      let (above, emitter) = (stage.add(CALayer()), Self.emitter())
      above.addSublayer(emitter)
      CATransaction.flush()
      stage.advance(to: 1)
      if emitterFirst { emitter.birthRate = 3 }
      above.timeOffset = 5
      if !emitterFirst { emitter.birthRate = 3 }
      CATransaction.flush()
      let timeline = try #require(stage.context.tree.emissions[emitter.slotInTree])
      #expect(timeline.values(at: 5.9).birthRate == 1)
      #expect(timeline.values(at: 6.1).birthRate == 3)
    }
  }
}
