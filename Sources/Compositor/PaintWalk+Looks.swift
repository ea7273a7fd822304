// PaintWalk+Looks.swift
// Stage: draw list. What is put together from more than a layer's own box: shadows beneath a look, and
// the old and new look of a transition (semantics 9, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  // MARK: Shadow

  /// Paints a layer's look and its shadow beneath: that of its path or its box when these are all
  /// that can cast one, else that of the look as it is painted.
  func paintShadow(
    _ slot: Int32, _ v: Values, _ place: Place, into painting: inout Painting,
    beneath paintLook: (inout Painting) -> Void
  ) {
    guard v.hasRareValues, !v.pointee.isHidden, v.pointee.shadowOpacity > 0,
      let color = v.pointee.shadowColor,
      color.alpha > 0,
      !v.pointee.masksToBounds
    else {
      paintLook(&painting)
      return
    }
    func tint(_ strength: Double) -> CGColor {
      CGColor(lanes: color.lanes * SIMD4(1, 1, 1, min(v.pointee.shadowOpacity, 1) * strength))
    }
    if let box = shadowBox(slot, v) {
      var moved = place
      moved.opacity = 1
      moved.transform = PlaneTransform(
        tx: v.pointee.shadowOffset.width, ty: v.pointee.shadowOffset.height
      )
      .concatenating(place.transform)
      let reach = v.pointee.shadowRadius * 3
      painting.writer.add(
        .shadow(
          BoxShadow(
            rect: box.rect, radii: box.radii, deviation: v.pointee.shadowRadius,
            color: tint(place.opacity * box.alpha))),
        moved, bounds: box.rect.insetBy(dx: -reach, dy: -reach))
      paintLook(&painting)
      return
    }
    let t = place.transform
    let offset = CGVector(
      dx: v.pointee.shadowOffset.width * t.a + v.pointee.shadowOffset.height * t.c,
      dy: v.pointee.shadowOffset.width * t.b + v.pointee.shadowOffset.height * t.d)
    // The look's own opacity is in its alpha, of which the shadow is one.
    let shadow = GroupShadow(
      offset: offset, deviation: v.pointee.shadowRadius * t.meanScale, color: tint(1))
    painting.group(
      Group(bounds: place.scissor, shadow: shadow), opacity: 1, scissor: place.scissor, paintLook)
  }

  /// The round box that casts a layer's shadow; nil where the look itself has to, as it has no
  /// background or sublayers stand out of it.
  private func shadowBox(
    _ slot: Int32, _ v: Values
  ) -> (rect: CGRect, radii: SIMD4<Double>, alpha: Double)? {
    if let path = v.pointee.shadowPath {
      if case .roundedRect(let rect, let radius) = path.shape {
        return (rect, SIMD4(repeating: radius), 1)
      }
      return (path.boundingBoxOfPath, .zero, 1)
    }
    // A shape may stand out of the bounds.
    if case .shape? = v.subclass { return nil }
    guard let alpha = v.pointee.backgroundColor?.alpha, alpha > 0 else { return nil }
    let bounds = v.pointee.bounds.insetBy(dx: -0.5, dy: -0.5)
    for child in nodes[Int(slot)].children {
      let child = values + Int(child)
      if child.pointee.isHidden || child.pointee.opacity <= 0 { continue }
      var placement = child.pointee.placement
      if let childTransform = v.pointee.childTransform {
        placement = CATransform3DConcat(placement, childTransform)
      }
      let box = child.pointee.bounds.applying(placement)
      if box.minX < bounds.minX || box.minY < bounds.minY || box.maxX > bounds.maxX
        || box.maxY > bounds.maxY
      {
        return nil
      }
    }
    return (v.pointee.bounds, v.cornerRadii, Double(alpha))
  }

  // MARK: Transitions

  /// Paints the old look and the new one, mixed as the transition says (semantics 9).
  func paintTransition(
    _ slot: Int32, _ v: Values, _ track: TransitionTrack, _ progress: Double, _ place: Place,
    into painting: inout Painting
  ) {
    let size = v.pointee.bounds.size
    var clipped = place
    if v.pointee.masksToBounds && place.transform.isUpright {
      clipped.scissor = place.scissor.intersection(place.pixels(of: v.pointee.bounds))
    }
    func old(_ dx: Double, _ dy: Double, _ painting: inout Painting) {
      guard let snapshot = track.snapshot, let root = snapshot.nodes.first else { return }
      var at = clipped
      at.transform = PlaneTransform(
        tx: v.pointee.bounds.minX - root.values.bounds.minX + dx,
        ty: v.pointee.bounds.minY - root.values.bounds.minY + dy
      ).concatenating(clipped.transform)
      guard !root.values.isHidden else { return }
      snapshot.nodes.withUnsafeBufferPointer { nodes in
        snapshot.values.withUnsafeBufferPointer { values in
          guard let nodes = nodes.baseAddress, let values = values.baseAddress else { return }
          PaintWalk(nodes: nodes, values: values, transitions: [:], isSnapshot: true)
            .paintBody(0, values, at, into: &painting)
        }
      }
    }
    func new(_ dx: Double, _ dy: Double, _ painting: inout Painting) {
      guard !v.pointee.isHidden else { return }
      var at = clipped
      at.transform = PlaneTransform(tx: dx, ty: dy).concatenating(clipped.transform)
      paintBody(slot, v, at, into: &painting)
    }
    // The way the picture moves, with y down: the names are those of a world whose y points up.
    let way: SIMD2<Double> =
      switch track.subtype {
      case .fromRight: SIMD2(-size.width, 0)
      case .fromTop: SIMD2(0, -size.height)
      case .fromBottom: SIMD2(0, size.height)
      default: SIMD2(size.width, 0)
      }
    let (behind, ahead) = (way * (progress - 1), way * progress)
    switch track.type {
    case .push:
      old(ahead.x, ahead.y, &painting)
      new(behind.x, behind.y, &painting)
    case .moveIn:
      old(0, 0, &painting)
      new(behind.x, behind.y, &painting)
    case .reveal:
      new(0, 0, &painting)
      old(ahead.x, ahead.y, &painting)
    default:
      // Sums of both weighted pictures: equal pixels stay exactly what they are.
      painting.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: 1 - progress,
        scissor: clipped.scissor
      ) { old(0, 0, &$0) }
      painting.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: progress, scissor: clipped.scissor
      ) { new(0, 0, &$0) }
    }
  }
}
