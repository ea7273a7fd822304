// PaintWalk+PlainLayers.swift
// Stage: draw list. Layers that are one box: most of those that move, and thousands of them in some frames.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import QuartzCore

extension PaintWalk {
  /// Whether a layer draws nothing but its background.
  @inline(__always)
  func isPlain(_ slot: Int32, _ layer: LayerRef) -> Bool {
    let node = nodes + Int(slot)
    return node.pointee.mask < 0 && node.pointee.children.isEmpty && transitions.isEmpty
      && layer.isPlain
  }

  /// Paints a plain layer.
  func paintPlain(_ layer: LayerRef, _ state: PaintState, into context: inout PaintContext) {
    guard let background = layer.backgroundColor, background.alpha > 0 else { return }
    let bounds = layer.bounds
    context.builder.add(
      .box(Box(rect: bounds, radii: layer.cornerRadii, fill: background)), state, bounds: bounds)
  }

  /// Repaints the plain layers among those that changed, where they stay plain and visible: what
  /// ``paint(_:_:at:into:)`` would do, with neither a state nor a primitive of their own.
  ///
  /// The others remain pending.
  func repaintPlainLayers(_ slots: [Int32], into context: inout PaintContext) {
    guard transitions.isEmpty else { return }
    var parent: Int32 = -1
    // What the layer's superlayer paints its sublayers in; the flag is false where they are not painted alone.
    var (outer, isAlone) = (PaintState(transform: .identity, opacity: 0, scissor: .empty), false)
    for slot in slots {
      guard let index = context.cache.plainItem(of: slot) else { continue }
      let layer = layer(slot)
      guard isPlain(slot, layer), !layer.isHidden, layer.opacity > 0, layer.isDoubleSided,
        let color = layer.backgroundColor, color.alpha > 0,
        layer.zPosition == context.cache[slot].zPosition
      else { continue }
      if nodes[Int(slot)].parent != parent {
        parent = nodes[Int(slot)].parent
        let state = stateOfSublayers(parent, context)
        isAlone = state != nil
        if let state { outer = state }
      }
      guard isAlone else { continue }
      let reach = context.builder.overwriteBox(
        Int(index), layer.bounds, radius: layer.fittingRadius, fill: color,
        PlaneTransform(placingPlane: layer).concatenating(outer.transform),
        opacity: outer.opacity * min(layer.opacity, 1), scissor: outer.scissor)
      guard let reach else { continue }
      context.cache.finishPlainLayer(slot, extent: reach)
    }
  }

  /// The state in which a layer's sublayers are painted one by one; nil where they are in space, in a transform of
  /// their own, or painted with a layer above them.
  private func stateOfSublayers(_ slot: Int32, _ context: borrowing PaintContext) -> PaintState? {
    guard slot >= 0, let state = context.cache.childState(of: slot), state.depth == nil,
      !state.scissor.isEmpty
    else { return nil }
    let layer = layer(slot)
    if layer.hasRareValues || layer.isGeometryFlipped, layer.childTransform != nil { return nil }
    var above = slot
    while above >= 0 {
      if context.cache.isRepaintRoot(above) { return nil }
      above = nodes[Int(above)].parent
    }
    return state
  }
}
