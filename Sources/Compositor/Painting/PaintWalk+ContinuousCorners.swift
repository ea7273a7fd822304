// PaintWalk+ContinuousCorners.swift
// Stage: draw list. Layers whose corners are continuous curves: paths in place of boxes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// ``paintBody(_:_:_:into:)`` for a layer with continuous corners.
  func paintContinuousBody(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let (bounds, radii, subclass) = (layer.bounds, layer.cornerRadii, layer.subclass)
    let shape = CGPath(continuousRect: bounds, radii: radii)
    let hasInterior =
      !nodes[Int(slot)].children.isEmpty || layer.contents != nil || subclass != nil
      || layer.hasPattern
    // The background of a clipped layer is shaped by the clip.
    let isWithin = layer.masksToBounds && hasInterior && !layer.isGradientAlone
    if !isWithin, let color = layer.backgroundColor, color.alpha > 0 {
      context.builder.add(.fill(shape, .winding, color), state, bounds: bounds)
    }
    var inner = state
    inner.opacity = 1
    inner.scissor = state.touched(by: bounds)
    let group = Group(bounds: inner.scissor)
    if layer.hasPattern && !isWithin {
      context.group(group, opacity: state.opacity, scissor: inner.scissor) { context in
        context.tile(layer, inner, isClipped: true)
        context.clip(to: shape, inner)
      }
    }
    if layer.isGradientAlone, case .gradient(let gradient)? = subclass {
      context.group(group, opacity: state.opacity, scissor: inner.scissor) { context in
        paintGradient(gradient, layer, inner, into: &context)
        context.clip(to: shape, inner)
      }
    }
    if hasInterior {
      if layer.masksToBounds {
        context.group(group, opacity: state.opacity, scissor: inner.scissor) { context in
          if isWithin { paintBackground(layer, inner, into: &context) }
          paintInterior(slot, layer, inner, into: &context)
          context.clip(to: shape, inner)
        }
      } else {
        paintInterior(slot, layer, state, into: &context)
      }
    }
    let width = layer.borderWidth
    guard width > 0, let color = layer.borderColor, color.alpha > 0 else { return }
    var ring = shape.elements
    let hole = bounds.standardized.insetBy(dx: width, dy: width)
    if !hole.isNull, hole.width > 0, hole.height > 0 {
      let left = radii - SIMD4(repeating: width)
      ring +=
        CGPath(continuousRect: hole, radii: left.replacing(with: 0, where: left .< 0)).elements
    }
    context.builder.add(
      .fill(CGPath(elements: ring), .evenOdd, color), state, bounds: bounds)
  }
}

extension PaintContext {
  /// Clips the content of the open group to a path.
  fileprivate mutating func clip(to path: CGPath, _ state: PaintState) {
    group(
      Group(blend: .destinationIn, bounds: state.scissor), opacity: 1, scissor: state.scissor
    ) { $0.builder.add(.fill(path, .winding, .black), state, bounds: path.boundingBox) }
  }
}
