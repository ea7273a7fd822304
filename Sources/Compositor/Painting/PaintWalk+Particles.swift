// PaintWalk+Particles.swift
// Stage: draw list. The particles of an emitter layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Whether a layer emits particles.
  func isEmitter(_ layer: LayerRef) -> Bool { layer.hasRareValues && layer.kind == .emitter }

  /// Paints an emitter's particles as of the frame's time. Those with images are one item. A before image,
  /// which has other nodes, has none.
  func paintParticles(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    guard nodes == context.particles.nodes, let shown = context.particles.show(slot) else {
      return
    }
    context.builder.add(.sprites(shown.sprites), state, bounds: shown.bounds)
    for particle in context.particles.drawings(of: slot) {
      var values = LayerValues()
      values.bounds = CGRect(
        x: -particle.size.width / 2, y: -particle.size.height / 2, width: particle.size.width,
        height: particle.size.height)
      var at = state
      at.transform = particle.transform.concatenating(state.transform)
      at.opacity *= particle.alpha
      withUnsafePointer(to: values) {
        paintContents(particle.contents, LayerRef($0), at, into: &context)
      }
    }
  }
}
