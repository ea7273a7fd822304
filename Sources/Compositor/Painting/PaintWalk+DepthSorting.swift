// PaintWalk+DepthSorting.swift
// Stage: draw list. Layers that keep their sublayers in space: nothing is flattened up to the nearest
// plane above, and nearer layers are painted later (painting order).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// ``state(of:_:in:of:)`` where the layer, or the one above it, keeps depth.
  func stateInSpace(
    _ slot: Int32, _ layer: LayerRef, in parent: PaintState, of parentLayer: LayerRef
  ) -> PaintState? {
    let toPlane = toPlane(layer, in: parent, of: parentLayer)
    let plane = parent.depth?.plane ?? parent.transform
    let transform = PlaneTransform(flattening: toPlane).concatenating(plane)
    if !layer.isDoubleSided && isBack(slot, transform) { return nil }
    return PaintState(
      transform: transform, opacity: parent.opacity * min(layer.opacity, 1),
      scissor: parent.scissor,
      depth: layer.keepsDepth ? Depth(toPlane: toPlane, plane: plane) : nil)
  }

  /// From a layer's space to that of the nearest plane above its superlayer, or its superlayer's own.
  private func toPlane(_ layer: LayerRef, in parent: PaintState, of parentLayer: LayerRef)
    -> CATransform3D
  {
    var toPlane = layer.placement
    if let childTransform = parentLayer.childTransform {
      toPlane = CATransform3DConcat(toPlane, childTransform)
    }
    return parent.depth.map { CATransform3DConcat(toPlane, $0.toPlane) } ?? toPlane
  }

  /// A flat layer in space.
  private struct Leaf {
    var copy: LayerCopy
    var slot: Int32
    var state: PaintState?
    /// The nearness of its centre to the viewer.
    var nearness: Double
    /// Its rectangle in space; nil if it covers no other layer.
    var polygon: ProjectedPolygon?
    var tint: SIMD3<Double>?
  }

  /// Paints everything beneath a layer that keeps depth, in the order of ``DepthOrder``.
  func paintSpace(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    var leaves: [Leaf] = []
    let tint = context.builder.tint
    let own = LayerCopy(walk: self, storage: nil, transform: CATransform3DIdentity, color: .one)
    gather(slot, layer, state, own, tint, into: &leaves, &context)
    let order = DepthOrder.backToFront(
      nearness: leaves.map(\.nearness), polygons: leaves.map(\.polygon))
    var isBegun = [Bool](repeating: false, count: leaves.count)
    for part in order {
      let leaf = leaves[part.index]
      context.builder.tint = leaf.tint
      // Only a layer's first part is cached.
      var walk = leaf.copy.walk
      walk.isSnapshot = walk.isSnapshot || isBegun[part.index]
      isBegun[part.index] = true
      walk.paint(part, of: leaf, plane: state.depth?.plane, into: &context)
    }
    context.builder.tint = tint
  }

  /// Paints a layer in space, or a part of it, clipped along its cuts.
  private func paint(
    _ part: LayerPart, of leaf: Leaf, plane: PlaneTransform?, into context: inout PaintContext
  ) {
    let layer = layer(leaf.slot)
    guard !part.cuts.isEmpty, let state = leaf.state, let plane,
      let outline = PartOutline(part, plane, within: state.scissor)
    else {
      paint(leaf.slot, layer, at: part.cuts.isEmpty ? leaf.state : nil, into: &context)
      return
    }
    var inner = state
    inner.scissor = outline.pixels
    context.group(Group(bounds: inner.scissor), opacity: 1, scissor: inner.scissor) { context in
      paint(leaf.slot, layer, at: inner, into: &context)
      context.builder.tint = nil
      context.group(
        Group(blend: .destinationIn, bounds: inner.scissor), opacity: 1, scissor: inner.scissor
      ) {
        $0.builder.add(
          .fill(outline.path, .winding, .black),
          PaintState(transform: .identity, opacity: 1, scissor: inner.scissor),
          bounds: outline.path.boundingBox)
      }
    }
  }

  /// Collects the flat layers beneath a layer that keeps depth.
  private func gather(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, _ copy: LayerCopy,
    _ tint: SIMD3<Double>?,
    into leaves: inout [Leaf], _ context: inout PaintContext
  ) {
    guard layer.hasRareValues, case .replicator(let replicator)? = layer.subclass else {
      for child in nodes[Int(slot)].children {
        gatherChild(child, state, of: layer, copy, tint, into: &leaves, &context)
      }
      return
    }
    forEachCopy(of: slot, layer, replicator) { inner in
      var at = state
      at.opacity *= inner.color.w
      if let depth = state.depth {
        at.depth = Depth(
          toPlane: CATransform3DConcat(inner.transform, depth.toPlane), plane: depth.plane)
      }
      var inner = inner
      inner.walk.isSnapshot = inner.walk.isSnapshot || copy.walk.isSnapshot
      for child in nodes[Int(slot)].children {
        inner.walk.gatherChild(
          child, at, of: layer, inner, inner.tint(over: tint), into: &leaves, &context)
      }
    }
  }

  private func gatherChild(
    _ slot: Int32, _ parent: PaintState, of parentLayer: LayerRef, _ copy: LayerCopy,
    _ tint: SIMD3<Double>?, into leaves: inout [Leaf], _ context: inout PaintContext
  ) {
    let layer = layer(slot)
    let state = state(of: slot, layer, in: parent, of: parentLayer)
    guard let state, layer.keepsDepth else {
      let (nearness, polygon) = depth(of: layer, in: parent, of: parentLayer)
      leaves.append(
        Leaf(
          copy: copy, slot: slot, state: state, nearness: nearness,
          polygon: state == nil ? nil : polygon, tint: tint))
      return
    }
    if !isSnapshot {
      // Its sublayers' items lie among those of others; a change repaints the outermost space.
      context.cache.set(
        slot, items: 0..<0, repaintRoot: context.cache.repaintRoot(of: slot),
        zPosition: layer.zPosition, state: state, isPlain: false, extent: .empty)
      context.cache[slot].childState = -1
    }
    context.depth += 1
    DeepRecursion.run(at: context.depth) {
      gather(slot, layer, state, copy, tint, into: &leaves, &context)
    }
    context.depth -= 1
  }

  /// The depth of a layer's centre in the plane through which the space is seen, and its outline.
  private func depth(of layer: LayerRef, in parent: PaintState, of parentLayer: LayerRef)
    -> (nearness: Double, polygon: ProjectedPolygon?)
  {
    guard parent.depth != nil else { return (0, nil) }
    let t = toPlane(layer, in: parent, of: parentLayer)
    let bounds = layer.bounds
    return (t.nearness(of: CGPoint(x: bounds.midX, y: bounds.midY)), ProjectedPolygon(bounds, t))
  }
}

/// The device pixels in which a part of a layer is visible.
private struct PartOutline {
  let path: CGPath
  let pixels: PixelRect

  /// Nil where none of the pixels within the scissor belongs to the part.
  init?(_ part: LayerPart, _ plane: PlaneTransform, within scissor: PixelRect) {
    guard let back = plane.inverted() else { return nil }
    let scale = back.isAffine ? abs(back.a * back.d - back.b * back.c).squareRoot() : 1
    let low = SIMD2(Double(scissor.minX), Double(scissor.minY))
    let high = SIMD2(Double(scissor.maxX), Double(scissor.maxY))
    var corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
    for cut in part.cuts {
      // The part behind reaches a pixel under the one in front, so that nothing shows through between them.
      let margin = cut.isBehind ? scale : 0
      corners = corners.cut { corner in
        // Linear in device pixels, as the divide by w does not change the sign.
        let w = corner.x * back.px + corner.y * back.py + back.pw
        let x = corner.x * back.a + corner.y * back.c + back.tx
        let y = corner.x * back.b + corner.y * back.d + back.ty
        return cut.normal.x * x + cut.normal.y * y + (margin - cut.offset) * w
      }
    }
    let path = CGMutablePath()
    path.addLines(between: corners.map { CGPoint(x: $0.x, y: $0.y) })
    path.closeSubpath()
    pixels = PixelRect(covering: path.boundingBox).intersection(scissor)
    guard corners.count > 2, !pixels.isEmpty else { return nil }
    self.path = path
  }
}
