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
    func old(_ map: PlaneTransform, _ painting: inout Painting) {
      guard let snapshot = track.snapshot, let root = snapshot.nodes.first else { return }
      var at = clipped
      at.transform = PlaneTransform(
        tx: v.pointee.bounds.minX - root.values.bounds.minX,
        ty: v.pointee.bounds.minY - root.values.bounds.minY
      ).concatenating(map).concatenating(clipped.transform)
      guard !root.values.isHidden else { return }
      snapshot.nodes.withUnsafeBufferPointer { nodes in
        snapshot.values.withUnsafeBufferPointer { values in
          guard let nodes = nodes.baseAddress, let values = values.baseAddress else { return }
          PaintWalk(nodes: nodes, values: values, transitions: [:], isSnapshot: true)
            .paintBody(0, values, at, into: &painting)
        }
      }
    }
    func new(_ map: PlaneTransform, _ painting: inout Painting) {
      guard !v.pointee.isHidden else { return }
      var at = clipped
      at.transform = map.concatenating(clipped.transform)
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
    let behind = PlaneTransform(tx: way.x * (progress - 1), ty: way.y * (progress - 1))
    let ahead = PlaneTransform(tx: way.x * progress, ty: way.y * progress)
    switch track.type {
    case .push:
      old(ahead, &painting)
      new(behind, &painting)
    case .moveIn:
      old(.identity, &painting)
      new(behind, &painting)
    case .reveal:
      new(.identity, &painting)
      old(ahead, &painting)
    case .flip:
      // A turned look stands out of the layer, whatever that cuts its sublayers to.
      clipped.scissor = place.scissor
      let turn = PlaneTransform.flip(v.pointee.bounds, track.subtype, progress)
      if progress < 0.5 { old(turn, &painting) } else { new(turn, &painting) }
    case .leafUp:
      new(.identity, &painting)
      clipped.scissor = place.scissor
      old(.leaf(v.pointee.bounds, progress), &painting)
    case .leafDown:
      old(.identity, &painting)
      clipped.scissor = place.scissor
      new(.leaf(v.pointee.bounds, 1 - progress), &painting)
    default:
      // Sums of both weighted pictures: equal pixels stay exactly what they are.
      painting.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: 1 - progress,
        scissor: clipped.scissor
      ) { old(.identity, &$0) }
      painting.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: progress, scissor: clipped.scissor
      ) { new(.identity, &$0) }
    }
  }
}

extension PlaneTransform {
  /// How far the eye is from what turns, in larger sides of it.
  private static let eyeDistance = 2.5

  /// Half a turn of a rectangle about its own middle, with perspective: the old look before half of it,
  /// the new one behind. The side that the subtype names comes to the front.
  fileprivate static func flip(
    _ bounds: CGRect, _ subtype: CATransitionSubtype, _ progress: Double
  ) -> PlaneTransform {
    let angle = Double.pi * (progress < 0.5 ? progress : progress - 1)
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    return switch subtype {
    case .fromRight: turn(bounds, about: middle, CATransform3DMakeRotation(-angle, 0, 1, 0))
    case .fromTop: turn(bounds, about: middle, CATransform3DMakeRotation(angle, 1, 0, 0))
    case .fromBottom: turn(bounds, about: middle, CATransform3DMakeRotation(-angle, 1, 0, 0))
    default: turn(bounds, about: middle, CATransform3DMakeRotation(angle, 0, 1, 0))
    }
  }

  /// A quarter of a turn of a rectangle about its upper edge, away from the screen.
  fileprivate static func leaf(_ bounds: CGRect, _ progress: Double) -> PlaneTransform {
    turn(
      bounds, about: CGPoint(x: bounds.midX, y: bounds.minY),
      CATransform3DMakeRotation(Double.pi / 2 * progress, 1, 0, 0))
  }

  private static func turn(
    _ bounds: CGRect, about point: CGPoint, _ rotation: CATransform3D
  ) -> PlaneTransform {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / max(eyeDistance * max(bounds.width, bounds.height), 1)
    let there = CATransform3DMakeTranslation(-point.x, -point.y, 0)
    let back = CATransform3DMakeTranslation(point.x, point.y, 0)
    return PlaneTransform(
      flattening: CATransform3DConcat(
        CATransform3DConcat(there, rotation), CATransform3DConcat(eye, back)))
  }
}
