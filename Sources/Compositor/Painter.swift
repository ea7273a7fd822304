// Painter.swift
// Stage: draw list. Walks the sampled tree back to front and lists what is to be drawn: places,
// clips, order, opacity groups, masks, shadows (semantics 15). Points in, device pixels out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation
package import QuartzCore

/// Turns sampled layers into a draw list.
package struct Painter {
  /// Device pixels per point.
  package var scale: CGFloat

  package init(scale: CGFloat) { self.scale = scale }

  /// Fills a list with everything that a tree shows.
  ///
  /// - Parameters:
  ///   - list: Already reset to the target's size; items are appended.
  package func paint(
    _ tree: borrowing RenderTree, _ sampled: SampledTree, into list: inout DrawList
  ) {
    guard tree.root >= 0 else { return }
    let walk = PaintWalk(
      nodes: tree.nodes, values: sampled.values, transitions: sampled.transitions)
    let device = PlaneTransform(a: scale, d: scale)
    // The root's own place is the window's business: its bounds fill the target.
    let origin = sampled.values[Int(tree.root)].bounds.origin
    walk.paintRoot(
      tree.root, PlaneTransform(tx: -origin.x, ty: -origin.y).concatenating(device),
      PixelRect(list.size), into: &list)
  }
}

/// The walk over one set of nodes: a frame's, or a transition's old look.
struct PaintWalk {
  let nodes: [RenderNode]
  let values: [LayerValues]
  let transitions: [Int32: Double]

  /// Where a layer is painted, and how.
  struct Place {
    /// From the layer's space to device pixels.
    var transform: PlaneTransform
    var opacity: Double
    var scissor: PixelRect
  }

  func paintRoot(
    _ slot: Int32, _ transform: PlaneTransform, _ scissor: PixelRect, into list: inout DrawList
  ) {
    let v = values[Int(slot)]
    guard !v.isHidden, v.opacity > 0 else { return }
    paintLayer(
      slot, v, Place(transform: transform, opacity: min(v.opacity, 1), scissor: scissor),
      into: &list)
  }

  /// Paints a layer at its place in its superlayer.
  private func paint(
    _ slot: Int32, in parent: Place, of parentValues: LayerValues,
    into list: inout DrawList
  ) {
    let v = values[Int(slot)]
    // What hides in a transition still has its old look to show.
    guard !v.isHidden || transitions[slot] != nil, v.opacity > 0, !parent.scissor.isEmpty else {
      return
    }
    var placement = v.placement
    if let childTransform = parentValues.childTransform {
      placement = CATransform3DConcat(placement, childTransform)
    }
    let transform = PlaneTransform(flattening: placement).concatenating(parent.transform)
    if !v.isDoubleSided, transform.a * transform.d - transform.b * transform.c < 0 { return }
    paintLayer(
      slot, v,
      Place(
        transform: transform, opacity: parent.opacity * min(v.opacity, 1), scissor: parent.scissor),
      into: &list)
  }

  /// Paints a layer whose place is known: its opacity group and mask around its body.
  private func paintLayer(
    _ slot: Int32, _ v: LayerValues, _ place: Place, into list: inout DrawList
  ) {
    let mask = nodes[Int(slot)].mask
    // Most frames have no transition at all; only then is a node's looked at.
    let transition = transitions[slot].flatMap { progress in
      nodes[Int(slot)].transition.map { ($0, progress) }
    }
    let isGroup =
      mask >= 0 || transition != nil
      || (place.opacity < 1 && v.allowsGroupOpacity && drawsMoreThanOnce(slot, v))
    guard isGroup else {
      paintShadow(slot, v, place, into: &list) { paintBody(slot, v, place, into: &$0) }
      return
    }
    var inner = place
    inner.opacity = 1
    func paintLook(_ list: inout DrawList) {
      if let (track, progress) = transition {
        paintTransition(slot, v, track, progress, inner, into: &list)
      } else {
        paintBody(slot, v, inner, into: &list)
      }
    }
    func group(_ list: inout DrawList, _ paint: (inout DrawList) -> Void) {
      list.group(
        Group(bounds: place.scissor), opacity: place.opacity, scissor: place.scissor, paint)
    }
    guard mask >= 0 else {
      paintShadow(slot, v, place, into: &list) { group(&$0, paintLook) }
      return
    }
    // A mask cuts the shadow too.
    group(&list) { list in
      paintShadow(slot, v, inner, into: &list, beneath: paintLook)
      list.group(
        Group(blend: .destinationIn, bounds: place.scissor), opacity: 1, scissor: place.scissor
      ) { paint(mask, in: inner, of: v, into: &$0) }
    }
  }

  private func drawsMoreThanOnce(_ slot: Int32, _ v: LayerValues) -> Bool {
    let own =
      (v.backgroundColor == nil ? 0 : 1) + (v.contents == nil ? 0 : 1) + (v.borderWidth > 0 ? 1 : 0)
    if !nodes[Int(slot)].children.isEmpty { return true }
    if case .drawing(let drawing) = v.contents, drawing.items.count > 1 { return true }
    return own > 1
  }

  // MARK: Body

  /// Paints background, contents, sublayers and border, clipped as the layer asks.
  private func paintBody(
    _ slot: Int32, _ v: LayerValues, _ place: Place, into list: inout DrawList
  ) {
    let radii = v.cornerRadii
    let hasInside = !nodes[Int(slot)].children.isEmpty || v.contents != nil
    let border = v.borderWidth > 0 ? v.borderColor : nil
    // Without anything between background and border both are one box.
    let boxBorder = hasInside ? nil : border
    if v.backgroundColor?.alpha ?? 0 > 0 || boxBorder?.alpha ?? 0 > 0 {
      list.add(
        .box(
          Box(
            rect: v.bounds, radii: radii, fill: v.backgroundColor,
            borderWidth: boxBorder == nil ? 0 : v.borderWidth, borderColor: boxBorder)),
        place, bounds: v.bounds)
    }
    guard hasInside else { return }

    if !v.masksToBounds {
      paintInside(slot, v, place, into: &list)
    } else if radii == .zero, place.transform.isUpright {
      var clipped = place
      clipped.scissor = place.scissor.intersection(place.pixels(of: v.bounds))
      if !clipped.scissor.isEmpty { paintInside(slot, v, clipped, into: &list) }
    } else {
      var inner = place
      inner.opacity = 1
      let bounds = place.touched(by: v.bounds)
      inner.scissor = bounds
      list.group(Group(bounds: bounds), opacity: place.opacity, scissor: bounds) { list in
        paintInside(slot, v, inner, into: &list)
        list.group(Group(blend: .destinationIn, bounds: bounds), opacity: 1, scissor: bounds) {
          $0.add(.box(Box(rect: v.bounds, radii: radii, fill: .black)), inner, bounds: v.bounds)
        }
      }
    }
    if let border, border.alpha > 0 {
      list.add(
        .box(
          Box(rect: v.bounds, radii: radii, borderWidth: v.borderWidth, borderColor: border)),
        place, bounds: v.bounds)
    }
  }

  private func paintInside(
    _ slot: Int32, _ v: LayerValues, _ place: Place, into list: inout DrawList
  ) {
    if let contents = v.contents { paintContents(contents, v, place, into: &list) }
    let children = nodes[Int(slot)].children
    if children.contains(where: { values[Int($0)].zPosition != 0 }) {
      let ordered = children.enumerated().sorted {
        (values[Int($0.element)].zPosition, $0.offset)
          < (values[Int($1.element)].zPosition, $1.offset)
      }
      for (_, child) in ordered { paint(child, in: place, of: v, into: &list) }
    } else {
      for child in children { paint(child, in: place, of: v, into: &list) }
    }
  }

  // MARK: Shadow

  /// Paints a layer's look and its shadow beneath: that of its path or its box when these are all
  /// that can cast one, else that of the look as it is painted.
  private func paintShadow(
    _ slot: Int32, _ v: LayerValues, _ place: Place, into list: inout DrawList,
    beneath paintLook: (inout DrawList) -> Void
  ) {
    guard !v.isHidden, v.shadowOpacity > 0, let color = v.shadowColor, color.alpha > 0,
      !v.masksToBounds
    else {
      paintLook(&list)
      return
    }
    func tint(_ strength: Double) -> CGColor {
      CGColor(lanes: color.lanes * SIMD4(1, 1, 1, min(v.shadowOpacity, 1) * strength))
    }
    if let box = shadowBox(slot, v) {
      var moved = place
      moved.opacity = 1
      moved.transform = PlaneTransform(tx: v.shadowOffset.width, ty: v.shadowOffset.height)
        .concatenating(place.transform)
      let reach = v.shadowRadius * 3
      list.add(
        .shadow(
          BoxShadow(
            rect: box.rect, radii: box.radii, deviation: v.shadowRadius,
            color: tint(place.opacity * box.alpha))),
        moved, bounds: box.rect.insetBy(dx: -reach, dy: -reach))
      paintLook(&list)
      return
    }
    let t = place.transform
    let offset = CGVector(
      dx: v.shadowOffset.width * t.a + v.shadowOffset.height * t.c,
      dy: v.shadowOffset.width * t.b + v.shadowOffset.height * t.d)
    // The look's own opacity is in its alpha, of which the shadow is one.
    let shadow = GroupShadow(
      offset: offset, deviation: v.shadowRadius * t.meanScale, color: tint(1))
    list.group(
      Group(bounds: place.scissor, shadow: shadow), opacity: 1, scissor: place.scissor, paintLook)
  }

  /// The round box that casts a layer's shadow; nil where the look itself has to, as it has no
  /// background or sublayers stand out of it.
  private func shadowBox(
    _ slot: Int32, _ v: LayerValues
  ) -> (rect: CGRect, radii: SIMD4<Double>, alpha: Double)? {
    if let path = v.shadowPath {
      if case .roundedRect(let rect, let radius) = path.shape {
        return (rect, SIMD4(repeating: radius), 1)
      }
      return (path.boundingBoxOfPath, .zero, 1)
    }
    guard let alpha = v.backgroundColor?.alpha, alpha > 0 else { return nil }
    let bounds = v.bounds.insetBy(dx: -0.5, dy: -0.5)
    for child in nodes[Int(slot)].children {
      let child = values[Int(child)]
      if child.isHidden || child.opacity <= 0 { continue }
      var placement = child.placement
      if let childTransform = v.childTransform {
        placement = CATransform3DConcat(placement, childTransform)
      }
      let box = child.bounds.applying(placement)
      if box.minX < bounds.minX || box.minY < bounds.minY || box.maxX > bounds.maxX
        || box.maxY > bounds.maxY
      {
        return nil
      }
    }
    return (v.bounds, v.cornerRadii, Double(alpha))
  }

  // MARK: Transitions

  /// Paints the old look and the new one, mixed as the transition says (semantics 9).
  private func paintTransition(
    _ slot: Int32, _ v: LayerValues, _ track: TransitionTrack, _ progress: Double, _ place: Place,
    into list: inout DrawList
  ) {
    let size = v.bounds.size
    var clipped = place
    if v.masksToBounds && place.transform.isUpright {
      clipped.scissor = place.scissor.intersection(place.pixels(of: v.bounds))
    }
    func old(_ dx: Double, _ dy: Double, _ list: inout DrawList) {
      guard let snapshot = track.snapshot, let root = snapshot.nodes.first else { return }
      let walk = PaintWalk(
        nodes: snapshot.nodes, values: snapshot.values, transitions: [:])
      var at = clipped
      at.transform = PlaneTransform(
        tx: v.bounds.minX - root.values.bounds.minX + dx,
        ty: v.bounds.minY - root.values.bounds.minY + dy
      ).concatenating(clipped.transform)
      guard !root.values.isHidden else { return }
      walk.paintBody(0, root.values, at, into: &list)
    }
    func new(_ dx: Double, _ dy: Double, _ list: inout DrawList) {
      guard !v.isHidden else { return }
      var at = clipped
      at.transform = PlaneTransform(tx: dx, ty: dy).concatenating(clipped.transform)
      paintBody(slot, v, at, into: &list)
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
      old(ahead.x, ahead.y, &list)
      new(behind.x, behind.y, &list)
    case .moveIn:
      old(0, 0, &list)
      new(behind.x, behind.y, &list)
    case .reveal:
      new(0, 0, &list)
      old(ahead.x, ahead.y, &list)
    default:
      // Sums of both weighted pictures: equal pixels stay exactly what they are.
      list.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: 1 - progress,
        scissor: clipped.scissor
      ) { old(0, 0, &$0) }
      list.group(
        Group(blend: .add, bounds: clipped.scissor), opacity: progress, scissor: clipped.scissor
      ) { new(0, 0, &$0) }
    }
  }
}

extension LayerValues {
  /// Corner radii as a box wants them; those of corners that are not rounded are 0.
  var cornerRadii: SIMD4<Double> {
    guard cornerRadius > 0 else { return .zero }
    let radius = min(cornerRadius, min(bounds.width, bounds.height) / 2)
    let c = maskedCorners
    return SIMD4(
      c.contains(.layerMinXMinYCorner) ? radius : 0, c.contains(.layerMaxXMinYCorner) ? radius : 0,
      c.contains(.layerMaxXMaxYCorner) ? radius : 0, c.contains(.layerMinXMaxYCorner) ? radius : 0)
  }
}

extension PlaneTransform {
  /// The map of the plane z = 0 through a matrix, with z dropped afterwards.
  init(flattening t: CATransform3D) {
    self.init(
      a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42, px: t.m14, py: t.m24,
      pw: t.m44)
  }
}

extension PaintWalk.Place {
  /// The device pixels nearest to a rectangle's edges, for clipping to whole pixels.
  func pixels(of rect: CGRect) -> PixelRect {
    guard let box = transform.bounds(of: rect), box.isFinite else { return .empty }
    func pixel(_ value: CGFloat) -> Int { Int(min(max(value.rounded(), -16_777_216), 16_777_216)) }
    return PixelRect(
      minX: pixel(box.minX), minY: pixel(box.minY), maxX: pixel(box.maxX), maxY: pixel(box.maxY))
  }

  /// The device pixels that a rectangle touches, within the scissor.
  func touched(by rect: CGRect) -> PixelRect {
    guard let box = transform.bounds(of: rect) else { return scissor }
    return PixelRect(covering: box).intersection(scissor)
  }
}

extension DrawList {
  /// Adds a primitive unless it lies outside of what can be seen.
  mutating func add(_ primitive: Primitive, _ place: PaintWalk.Place, bounds: CGRect) {
    let touched = place.touched(by: bounds)
    if touched.isEmpty { return }
    extent = extent.union(touched)
    items.append(
      DrawItem(
        primitive, transform: place.transform, opacity: place.opacity, scissor: place.scissor,
        reach: touched))
  }

  /// Adds an offscreen group around what a closure paints; an empty one is left out.
  ///
  /// The group becomes no larger than what is painted into it, so that a small layer that fades
  /// costs a small picture.
  mutating func group(
    _ group: Group, opacity: Double, scissor: PixelRect, _ paint: (inout DrawList) -> Void
  ) {
    let (start, outside) = (items.count, extent)
    extent = .empty
    items.append(
      DrawItem(.beginGroup(group), transform: .identity, opacity: opacity, scissor: scissor))
    paint(&self)
    // A mask that draws nothing still hides everything, so its group stays.
    if items.count == start + 1 && group.blend != .destinationIn {
      items.removeLast()
      extent = outside
      return
    }
    var fitted = group
    fitted.bounds = group.bounds.intersection(extent)
    items[start].primitive = .beginGroup(fitted)
    items.append(DrawItem(.endGroup, transform: .identity, opacity: opacity, scissor: scissor))
    extent = outside.union(fitted.shadow == nil ? fitted.bounds : group.bounds)
  }
}

extension GlyphRun {
  /// A rectangle around all glyphs, with room for those that reach beyond their advance.
  var generousBounds: CGRect {
    CGRect(enclosing: glyphs.lazy.map(\.position)).insetBy(dx: -size * 1.5, dy: -size * 1.5)
  }
}
