// PaintWalk+DepthSorting.swift
// Stage: draw list. Layers that keep their sublayers in space: nothing is flattened on the way to the
// nearest plane above, and what is nearer to the viewer is drawn later (semantics 12, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UnsafePointer<LayerValues> {
  /// Whether the layer keeps its sublayers in space.
  var keepsDepth: Bool { hasRareValues && subclass?.keepsDepth == true }
}

extension PaintWalk {
  /// As `place(of:_:in:of:)` where the layer, or the one above it, is no plane.
  func placeInSpace(
    _ slot: Int32, _ v: Values, in parent: PaintState, of parentValues: Values
  ) -> PaintState? {
    let toPlane = toPlane(v, in: parent, of: parentValues)
    let plane = parent.depth?.plane ?? parent.transform
    let transform = PlaneTransform(flattening: toPlane).concatenating(plane)
    if !v.pointee.isDoubleSided && transform.isMirrored != isFlipped(slot) { return nil }
    return PaintState(
      transform: transform, opacity: parent.opacity * min(v.pointee.opacity, 1),
      scissor: parent.scissor,
      depth: v.keepsDepth ? Depth(toPlane: toPlane, plane: plane) : nil)
  }

  /// From a layer's space to that of the nearest plane above its superlayer, or its superlayer's own.
  private func toPlane(_ v: Values, in parent: PaintState, of parentValues: Values) -> CATransform3D
  {
    var toPlane = v.pointee.placement
    if let childTransform = parentValues.pointee.childTransform {
      toPlane = CATransform3DConcat(toPlane, childTransform)
    }
    return parent.depth.map { CATransform3DConcat(toPlane, $0.toPlane) } ?? toPlane
  }

  /// One layer of a space that is a plane itself.
  private struct Leaf {
    var copy: LayerCopy
    var slot: Int32
    var place: PaintState?
    /// How near its middle is to the viewer.
    var nearness: Double
    /// Where it lies in space; nil where it cannot tell what is before it.
    var quad: ProjectedQuad?
    var tint: SIMD3<Double>?
  }

  /// Paints everything beneath a layer that keeps depth, the farthest first.
  ///
  /// Two of which one lies before the other's plane, or in it, are drawn as their planes say; others by
  /// their middles: two that cut through each other are drawn one over the other, not each partly.
  func paintSpace(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    var leaves: [Leaf] = []
    let tint = painting.writer.tint
    let own = LayerCopy(walk: self, held: nil, transform: CATransform3DIdentity, color: .one)
    gather(slot, v, place, own, tint, into: &leaves, &painting)
    let order = DepthOrder.backToFront(
      count: leaves.count, nearness: { leaves[$0].nearness }, quad: { leaves[$0].quad })
    for index in order {
      let leaf = leaves[index]
      painting.writer.tint = leaf.tint
      let walk = leaf.copy.walk
      walk.paint(leaf.slot, walk.values + Int(leaf.slot), at: leaf.place, into: &painting)
    }
    painting.writer.tint = tint
  }

  /// Lists the planes beneath a layer that keeps depth.
  private func gather(
    _ slot: Int32, _ v: Values, _ place: PaintState, _ copy: LayerCopy, _ tint: SIMD3<Double>?,
    into leaves: inout [Leaf], _ painting: inout PaintContext
  ) {
    guard v.hasRareValues, case .replicator(let replicator)? = v.subclass else {
      for child in nodes[Int(slot)].children {
        gatherChild(child, place, of: v, copy, tint, into: &leaves, &painting)
      }
      return
    }
    forEachCopy(of: slot, v, replicator) { inner in
      var at = place
      at.opacity *= inner.color.w
      if let depth = place.depth {
        at.depth = Depth(
          toPlane: CATransform3DConcat(inner.transform, depth.toPlane), plane: depth.plane)
      }
      var inner = inner
      inner.walk.isSnapshot = inner.walk.isSnapshot || copy.walk.isSnapshot
      for child in nodes[Int(slot)].children {
        inner.walk.gatherChild(
          child, at, of: v, inner, inner.tint(over: tint), into: &leaves, &painting)
      }
    }
  }

  private func gatherChild(
    _ slot: Int32, _ parent: PaintState, of parentValues: Values, _ copy: LayerCopy,
    _ tint: SIMD3<Double>?, into leaves: inout [Leaf], _ painting: inout PaintContext
  ) {
    let v = values + Int(slot)
    let place = place(of: slot, v, in: parent, of: parentValues)
    guard let place, v.keepsDepth else {
      let (nearness, quad) = depth(of: v, in: parent, of: parentValues)
      leaves.append(
        Leaf(
          copy: copy, slot: slot, place: place, nearness: nearness,
          quad: place == nil ? nil : quad, tint: tint))
      return
    }
    if !isSnapshot {
      // Its sublayers' items stand among those of others; a change paints the outermost space again.
      painting.marks[slot].set(
        build: painting.marks.build, items: 0..<0, anchor: painting.marks.anchor(of: slot),
        zPosition: v.pointee.zPosition, place: place, extent: .empty)
      painting.marks[slot].inside = -1
    }
    painting.depth += 1
    DeepRecursion.run(at: painting.depth) {
      gather(slot, v, place, copy, tint, into: &leaves, &painting)
    }
    painting.depth -= 1
  }

  /// The depth of a layer's middle in the plane that the space is seen in, and where its corners are.
  private func depth(of v: Values, in parent: PaintState, of parentValues: Values)
    -> (nearness: Double, quad: ProjectedQuad?)
  {
    guard parent.depth != nil else { return (0, nil) }
    let t = toPlane(v, in: parent, of: parentValues)
    let bounds = v.pointee.bounds
    return (t.nearness(of: CGPoint(x: bounds.midX, y: bounds.midY)), ProjectedQuad(bounds, t))
  }
}
