// PaintWalk+Patterns.swift
// Stage: draw list. Images that repeat over a layer's background.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Paints the background of a layer into the open group, whose clip will shape it.
  func paintBackground(
    _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    context.fill(layer.backgroundColor, state)
    if layer.hasPattern { context.tile(layer, state, isClipped: true) }
  }

  /// Paints the image that repeats over a layer's background, in the shape of the background.
  func paintPattern(
    _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let (bounds, radii) = (layer.bounds, layer.cornerRadii)
    if radii == .zero { return context.tile(layer, state) }
    var inner = state
    inner.opacity = 1
    inner.scissor = state.touched(by: bounds)
    context.group(
      Group(bounds: inner.scissor), opacity: state.opacity, scissor: inner.scissor
    ) { context in
      context.tile(layer, inner, isClipped: true)
      context.clip(to: bounds, radii, inner)
    }
  }
}

extension PaintContext {
  /// Adds the images that repeat over a layer's bounds, from their origin on.
  ///
  /// - Parameter isClipped: Whether the open group's clip shapes them. They then reach beyond the bounds, so that
  ///   their edges are not drawn beside those of the clip.
  mutating func tile(_ layer: LayerRef, _ state: PaintState, isClipped: Bool = false) {
    guard let pattern = layer.backgroundPattern else { return }
    let (bounds, origin) = (layer.bounds, layer.bounds.origin)
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    let scale = (state.transform.affine(about: middle) ?? .identity).meanScale
    let margin = isClipped && scale > 1e-3 ? 4 / scale : 0
    let area = CGRect(origin: .zero, size: bounds.size).insetBy(dx: -margin, dy: -margin)
    var quads: [ImageQuad] = []
    pattern.forEachBlock(covering: area) {
      image, source, place in
      quads.append(
        ImageQuad(
          image: image, source: source, rect: place.offsetBy(dx: origin.x, dy: origin.y),
          isSmooth: layer.magnificationFilter != .nearest))
    }
    for quad in quads { builder.add(.image(quad), state, bounds: quad.rect) }
  }
}
