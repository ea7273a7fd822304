// PaintWalk+Transitions.swift
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
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext,
    beneath paintLook: (inout PaintContext, PaintState) -> Void
  ) {
    guard v.hasRareValues, !v.pointee.isHidden, v.pointee.shadowOpacity > 0,
      let color = v.pointee.shadowColor,
      color.alpha > 0,
      !v.pointee.masksToBounds
    else {
      paintLook(&painting, place)
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
      let reach = v.pointee.shadowRadius * GaussianBlur.visibleDeviations
      painting.writer.add(
        .shadow(
          BoxShadow(
            rect: box.rect, radii: box.radii, deviation: v.pointee.shadowRadius,
            color: tint(place.opacity * box.alpha))),
        moved, bounds: box.rect.insetBy(dx: -reach, dy: -reach))
      paintLook(&painting, place)
      return
    }
    let bounds = v.pointee.bounds
    let t = place.transform.affine(about: CGPoint(x: bounds.midX, y: bounds.midY)) ?? .identity
    let moved = v.pointee.shadowOffset
    var shadow = GroupShadow(
      offset: CGVector(
        dx: moved.width * t.a + moved.height * t.c, dy: moved.width * t.b + moved.height * t.d),
      deviation: v.pointee.shadowRadius * t.meanScale, color: tint(1))
    // What lies outside of the clip still casts its shadow into it.
    var wide = place
    wide.scissor = shadow.source(of: place.scissor)
    if let path = v.pointee.shadowPath {
      (shadow.isAlone, shadow.color) = (true, tint(place.opacity))
      wide.opacity = 1
      painting.group(
        Group(bounds: wide.scissor, shadow: shadow), opacity: 1, scissor: place.scissor
      ) { $0.writer.add(.fill(path, .winding, .black), wide, bounds: path.boundingBox) }
      paintLook(&painting, place)
      return
    }
    // The look's own opacity is in its alpha, of which the shadow is one.
    painting.group(
      Group(bounds: wide.scissor, shadow: shadow), opacity: 1, scissor: place.scissor
    ) { paintLook(&$0, wide) }
  }

  /// The round box that casts a layer's shadow; nil where another path or the look itself has to,
  /// as it has no background, or sublayers stand out of it or make it more opaque.
  private func shadowBox(
    _ slot: Int32, _ v: Values
  ) -> (rect: CGRect, radii: SIMD4<Double>, alpha: Double)? {
    if let path = v.pointee.shadowPath {
      if case .roundedRect(let rect, let radius) = path.shape {
        return (rect, SIMD4(repeating: radius), 1)
      }
      if case .rect(let rect) = path.shape { return (rect, .zero, 1) }
      return nil
    }
    // What these draw may stand out of the bounds.
    switch v.subclass {
    case .shape, .replicator, .emitter, .transform: return nil
    default: break
    }
    if v.hasContinuousCorners { return nil }
    guard let alpha = v.pointee.backgroundColor?.alpha, alpha > 0,
      alpha >= 1 || !drawsMoreThanOnce(slot, v)
    else { return nil }
    let room = v.pointee.bounds.insetBy(dx: -0.5, dy: -0.5)
    guard sublayersLie(of: slot, v, within: room, CATransform3DIdentity, depth: 0) else {
      return nil
    }
    return (v.pointee.bounds, v.cornerRadii, Double(alpha))
  }

  /// Whether everything beneath a layer lies within a rectangle; false where that cannot be told from
  /// bounds, or lies too deep to be looked at.
  ///
  /// - Parameter map: From the layer's space to the rectangle's.
  private func sublayersLie(
    of slot: Int32, _ v: Values, within room: CGRect, _ map: CATransform3D, depth: Int
  ) -> Bool {
    let children = nodes[Int(slot)].children
    if children.isEmpty { return true }
    guard depth < Self.deepestShadowCaster else { return false }
    for slot in children {
      let child = values + Int(slot)
      if child.pointee.isHidden || child.pointee.opacity <= 0 { continue }
      var placement = child.pointee.placement
      if let childTransform = v.pointee.childTransform {
        placement = CATransform3DConcat(placement, childTransform)
      }
      if depth > 0 { placement = CATransform3DConcat(placement, map) }
      guard room.holds(child.pointee.bounds.applying(placement)) else { return false }
      if child.pointee.masksToBounds { continue }
      switch child.subclass {
      case .shape(let shape):
        guard shape.path.map({ room.holds(shape.reach(of: $0).applying(placement)) }) ?? true else {
          return false
        }
      case .replicator, .emitter: return false
      default: break
      }
      guard sublayersLie(of: slot, child, within: room, placement, depth: depth + 1) else {
        return false
      }
    }
    return true
  }

  /// How far beneath a layer what may cast a shadow besides it is looked for.
  private static let deepestShadowCaster = 32

  // MARK: Transitions

  /// Paints the old look and the new one, mixed as the transition says (semantics 9).
  func paintTransition(
    _ slot: Int32, _ v: Values, _ track: TransitionTrack, _ progress: Double, _ place: PaintState,
    into painting: inout PaintContext
  ) {
    let size = v.pointee.bounds.size
    let isMoving = [CATransitionType.push, .moveIn, .reveal].contains(track.type)
    let frame = self.frame(of: slot, v, place, isMoving: isMoving)
    var clipped = place
    if let frame, frame.isScissor {
      clipped.scissor = place.scissor.intersection(
        PaintState(transform: frame.transform, opacity: 1, scissor: place.scissor).pixels(
          of: frame.rect)
      )
    }
    func old(_ map: PlaneTransform, _ painting: inout PaintContext) {
      guard let snapshot = track.snapshot, let root = snapshot.nodes.first else { return }
      var at = clipped
      at.transform = PlaneTransform(
        tx: v.pointee.bounds.minX - root.values.bounds.minX,
        ty: v.pointee.bounds.minY - root.values.bounds.minY
      ).concatenating(map).concatenating(clipped.transform)
      snapshot.nodes.withUnsafeBufferPointer { nodes in
        snapshot.values.withUnsafeBufferPointer { values in
          guard let nodes = nodes.baseAddress, let values = values.baseAddress else { return }
          PaintWalk(
            nodes: nodes, values: values, transitions: snapshot.transitions, isSnapshot: true,
            hasFlips: hasFlips, isRootFlipped: isFlipped(slot)
          ).paintOldLook(values, at, into: &painting)
        }
      }
    }
    func new(_ map: PlaneTransform, _ painting: inout PaintContext) {
      guard !v.pointee.isHidden else { return }
      var at = clipped
      at.transform = map.concatenating(clipped.transform)
      paintLook(slot, v, at, into: &painting)
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
    case .pageCurl:
      new(.identity, &painting)
      clipped.scissor = place.scissor
      old(.leaf(v.pointee.bounds, progress), &painting)
    case .pageUnCurl:
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
    let isTurning = [CATransitionType.flip, .pageCurl, .pageUnCurl].contains(track.type)
    // Looks that stay where they are and cut themselves alike are not cut again: of their edges, which
    // cover their pixels in part, less would be left.
    let isCut = !isMoving && !isTurning && v.pointee.masksToBounds && isCutAlike(track, v)
    if let frame, !frame.isScissor, !isTurning, !isCut {
      var at = place
      at.transform = frame.transform
      painting.cut(to: frame.rect, frame.radii, at)
    }
  }

  /// Whether a transition's old look is cut to the same shape as the new one.
  private func isCutAlike(_ track: TransitionTrack, _ v: Values) -> Bool {
    guard let snapshot = track.snapshot else { return true }
    return snapshot.values.withUnsafeBufferPointer { values in
      guard let old = values.baseAddress else { return true }
      return old.pointee.masksToBounds && old.pointee.bounds.size == v.pointee.bounds.size
        && old.cornerRadii == v.cornerRadii
    }
  }

  /// What a transition is cut to.
  private struct Frame {
    var rect: CGRect
    var radii: SIMD4<Double>
    var transform: PlaneTransform

    var isScissor: Bool { radii == .zero && transform.isUpright }
  }

  /// The bounds of a layer that masks; else, for looks that move, those of its superlayer, unless
  /// that has no size and only groups. Nil for no cut.
  private func frame(
    of slot: Int32, _ v: Values, _ place: PaintState, isMoving: Bool
  ) -> Frame? {
    if v.pointee.masksToBounds {
      return Frame(rect: v.pointee.bounds, radii: v.cornerRadii, transform: place.transform)
    }
    let parent = nodes[Int(slot)].parent
    guard isMoving, parent >= 0 else { return nil }
    let above = values + Int(parent)
    guard !above.keepsDepth, !above.pointee.bounds.isEmpty,
      let back = placement(v, in: above).inverted()
    else { return nil }
    return Frame(
      rect: above.pointee.bounds, radii: .zero, transform: back.concatenating(place.transform))
  }

  /// Paints the first node of a snapshot: its look, or the mix of looks that it was.
  func paintOldLook(_ v: Values, _ place: PaintState, into painting: inout PaintContext) {
    if let (track, progress) = transition(of: 0) {
      painting.group(place) { painting, inner in
        paintTransition(0, v, track, progress, inner, into: &painting)
      }
    } else if !v.pointee.isHidden {
      paintLook(0, v, place, into: &painting)
    }
  }
}

extension CGRect {
  /// Whether another rectangle lies within; one that is no rectangle does not.
  fileprivate func holds(_ other: CGRect) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
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
