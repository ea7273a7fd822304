// PaintWalk+Shadows.swift
// Stage: draw list. Layer shadows: of a path, of a box, or of whatever the layer and its sublayers draw. Decides which
// have a closed form (shadowBox): BoxShadowRasterizer has the formula, GaussianBlur makes the others.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Paints a layer's content above its shadow: that of its path or its box where these alone cast it,
  /// else that of the content as it is painted.
  ///
  /// - Parameter paintContent: Paints the content by a walk, which may be one for its shape alone.
  func paintShadow(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext,
    beneath paintContent: (PaintWalk, inout PaintContext, PaintState) -> Void
  ) {
    guard layer.castsShadow, let color = layer.shadowColor else {
      paintContent(self, &context, state)
      return
    }
    func tint(_ strength: Double) -> CGColor {
      CGColor(lanes: color.lanes * SIMD4(1, 1, 1, min(layer.shadowOpacity, 1) * strength))
    }
    if let box = shadowBox(slot, layer) {
      var moved = state
      moved.opacity = 1
      moved.transform = PlaneTransform(
        tx: layer.shadowOffset.width, ty: layer.shadowOffset.height
      )
      .concatenating(state.transform)
      let reach = layer.shadowRadius * GaussianBlur.visibleDeviations
      context.builder.add(
        .shadow(
          BoxShadow(
            rect: box.rect, radii: box.radii, deviation: layer.shadowRadius,
            color: tint(state.opacity * box.alpha))),
        moved, bounds: box.rect.insetBy(dx: -reach, dy: -reach))
      paintContent(self, &context, state)
      return
    }
    let bounds = layer.bounds
    let t = state.transform.affine(about: CGPoint(x: bounds.midX, y: bounds.midY)) ?? .identity
    let moved = layer.shadowOffset
    var shadow = GroupShadow(
      offset: CGVector(
        dx: moved.width * t.a + moved.height * t.c, dy: moved.width * t.b + moved.height * t.d),
      deviation: layer.shadowRadius * t.meanScale, color: tint(1))
    // Content outside of the clip still casts its shadow into it.
    var wide = state
    wide.scissor = shadow.source(of: state.scissor)
    if let path = layer.shadowPath {
      (shadow.isAlone, shadow.color) = (true, tint(state.opacity))
      wide.opacity = 1
      context.group(
        Group(bounds: wide.scissor, shadow: shadow), opacity: 1, scissor: state.scissor
      ) { $0.builder.add(.fill(path, .winding, .black), wide, bounds: path.boundingBox) }
      paintContent(self, &context, state)
      return
    }
    // A backdrop would not see what is beneath the group: the shadow of the content's shape comes first.
    let isApart = hasBackdropBeneath(slot)
    var walk = self
    if isApart { (shadow.isAlone, walk.isSilhouette, walk.isSnapshot) = (true, true, true) }
    // The content's opacity is part of its alpha, from which the shadow is made.
    context.group(
      Group(bounds: wide.scissor, shadow: shadow), opacity: 1, scissor: state.scissor
    ) { paintContent(walk, &$0, wide) }
    if isApart { paintContent(self, &context, state) }
  }

  /// The round box that casts a layer's shadow. Nil where another path does, or the content itself: it
  /// has no background, or sublayers reach beyond the bounds or make the layer more opaque.
  private func shadowBox(
    _ slot: Int32, _ layer: LayerRef
  ) -> (rect: CGRect, radii: SIMD4<Double>, alpha: Double)? {
    if let path = layer.shadowPath {
      if case .roundedRect(let rect, let radius) = path.shape {
        return (rect, SIMD4(repeating: radius), 1)
      }
      if case .rect(let rect) = path.shape { return (rect, .zero, 1) }
      return nil
    }
    // The content of these may reach beyond the bounds.
    switch layer.subclass {
    case .shape, .replicator, .emitter, .transform: return nil
    default: break
    }
    if layer.hasContinuousCorners { return nil }
    guard let alpha = layer.backgroundColor?.alpha, alpha > 0,
      alpha >= 1 || !drawsMoreThanOnce(slot, layer)
    else { return nil }
    let room = layer.bounds.insetBy(dx: -0.5, dy: -0.5)
    guard sublayersLie(of: slot, layer, within: room, CATransform3DIdentity, depth: 0) else {
      return nil
    }
    return (layer.bounds, layer.cornerRadii, Double(alpha))
  }

  /// Whether everything beneath a layer lies within a rectangle; false where bounds do not decide it, or
  /// where the tree is too deep to search.
  ///
  /// - Parameter map: From the layer's space to the rectangle's.
  private func sublayersLie(
    of slot: Int32, _ layer: LayerRef, within room: CGRect, _ map: CATransform3D, depth: Int
  ) -> Bool {
    let children = nodes[Int(slot)].children
    if children.isEmpty { return true }
    guard depth < Self.deepestShadowCaster else { return false }
    for slot in children {
      let child = self.layer(slot)
      if child.isHidden || child.opacity <= 0 { continue }
      var placement = child.placement
      if let childTransform = layer.childTransform {
        placement = CATransform3DConcat(placement, childTransform)
      }
      if depth > 0 { placement = CATransform3DConcat(placement, map) }
      guard room.holds(child.bounds.applying(placement)) else { return false }
      if child.masksToBounds { continue }
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

  /// The number of levels of sublayers that are searched for content that may cast a shadow.
  static let deepestShadowCaster = 32
}

extension LayerRef {
  /// Whether anything that the layer draws casts a shadow.
  var castsShadow: Bool {
    hasRareValues && !self.isHidden && self.shadowOpacity > 0 && !self.masksToBounds
      && self.shadowColor?.alpha ?? 0 > 0
  }
}

extension CGRect {
  /// Whether another rectangle lies within; false when it has a NaN.
  fileprivate func holds(_ other: CGRect) -> Bool {
    other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
  }
}
