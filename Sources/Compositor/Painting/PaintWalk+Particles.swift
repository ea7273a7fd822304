// PaintWalk+Particles.swift
// Stage: draw list. What an emitter layer shows (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Whether a layer emits particles.
  func isEmitter(_ v: Values) -> Bool { v.hasRareValues && v.pointee.kind == .emitter }

  /// Paints an emitter's particles as of the frame's time, as one item. A transition's old look, whose
  /// nodes are others, has none.
  func paintParticles(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    guard nodes == painting.particles.nodes, let shown = painting.particles.show(slot) else {
      return
    }
    painting.writer.add(.sprites(shown.sprites), place, bounds: shown.bounds)
    for particle in painting.particles.drawings(of: slot) {
      var values = LayerValues()
      values.bounds = CGRect(
        x: -particle.size.width / 2, y: -particle.size.height / 2, width: particle.size.width,
        height: particle.size.height)
      var at = place
      at.transform = particle.transform.concatenating(place.transform)
      at.opacity *= particle.alpha
      withUnsafePointer(to: values) {
        paintContents(particle.contents, $0, at, into: &painting)
      }
    }
  }
}
