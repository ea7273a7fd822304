// PaintWalk+Groups.swift
// Stage: draw list. When a layer needs an offscreen group, for its opacity, mask or transition; how a group is painted,
// clipped to a round box or masked; and layers that are rasterized in pixels of their own (`shouldRasterize`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintContext {
  /// Adds an offscreen group around what a closure paints; an empty one is left out.
  mutating func group(
    _ group: Group, opacity: Double, scissor: PixelRect, _ paint: (inout PaintContext) -> Void
  ) {
    guard let open = builder.begin(group) else { return }
    paint(&self)
    builder.end(open, opacity: opacity, scissor: scissor)
  }

  /// Adds a group for what is painted in a state; the state's opacity applies to the group as a whole.
  mutating func group(_ state: PaintState, _ paint: (inout PaintContext, PaintState) -> Void) {
    var inner = state
    inner.opacity = 1
    group(Group(bounds: state.scissor), opacity: state.opacity, scissor: state.scissor) {
      paint(&$0, inner)
    }
  }

  /// Fills the open group with a background that its clip will shape.
  ///
  /// A background with edges of its own would shine through the edges of what covers it, where both have a part of a
  /// pixel: a light card with a dark picture would have a light line around it.
  mutating func fill(_ color: CGColor?, _ state: PaintState) {
    guard let color, color.alpha > 0 else { return }
    var upright = state
    upright.transform = .identity
    let rect = state.scissor.cgRect
    builder.add(.box(Box(rect: rect, fill: color)), upright, bounds: rect)
  }

  /// Clips the content of the open group to a round box.
  mutating func clip(to rect: CGRect, _ radii: SIMD4<Double>, _ state: PaintState) {
    group(
      Group(blend: .destinationIn, bounds: state.scissor), opacity: 1, scissor: state.scissor
    ) {
      $0.builder.add(.box(Box(rect: rect, radii: radii, fill: .black)), state, bounds: rect)
    }
  }
}

extension PaintWalk {
  /// Paints a layer with its shadow, opacity group, mask and transition.
  func paintComposited(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let mask = nodes[Int(slot)].mask
    let transition = transition(of: slot)
    let isGroup =
      mask >= 0 || transition != nil
      || (state.opacity < 1 && (layer.allowsGroupOpacity || layer.shouldRasterize)
        && drawsMoreThanOnce(slot, layer))
    if context.cache.repaintRoot < 0 && (isGroup || gathersSublayers(layer, state)) {
      context.cache.repaintRoot = slot
    }
    guard isGroup else {
      paintShadow(slot, layer, state, into: &context) { walk, context, state in
        walk.paintBody(slot, layer, state, into: &context)
      }
      return
    }
    guard mask >= 0 else {
      paintShadow(slot, layer, state, into: &context) { walk, context, state in
        context.group(state) { context, inner in
          if let (track, progress) = transition {
            walk.paintTransition(slot, layer, track, progress, inner, into: &context)
          } else {
            walk.paintBody(slot, layer, inner, into: &context)
          }
        }
      }
      return
    }
    if let (track, progress) = transition {
      // Each of the two images has its own mask.
      context.group(state) { paintTransition(slot, layer, track, progress, $1, into: &$0) }
      return
    }
    // A mask cuts the shadow too, which is seen through a translucent layer: the layer alone is faded.
    let fadesAlone = state.opacity < 1 && layer.castsShadow
    var whole = state
    if fadesAlone { whole.opacity = 1 }
    context.group(whole) { context, inner in
      var faded = inner
      faded.opacity = fadesAlone ? state.opacity : 1
      paintShadow(slot, layer, faded, into: &context) { walk, context, state in
        if fadesAlone {
          context.group(state) { walk.paintBody(slot, layer, $1, into: &$0) }
        } else {
          walk.paintBody(slot, layer, state, into: &context)
        }
      }
      paintMask(mask, layer, inner, into: &context)
    }
  }

  /// Paints a layer's own picture: its body and mask, without opacity and shadow.
  func paintSnapshot(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let mask = nodes[Int(slot)].mask
    guard mask >= 0 else {
      paintBody(slot, layer, state, into: &context)
      return
    }
    context.group(state) { context, inner in
      paintBody(slot, layer, inner, into: &context)
      paintMask(mask, layer, inner, into: &context)
    }
  }

  /// Whether sublayers are drawn into a picture of their own, or shape the shadow.
  private func gathersSublayers(_ layer: LayerRef, _ state: PaintState) -> Bool {
    if layer.hasRareValues, case .replicator? = layer.subclass { return true }
    if layer.masksToBounds {
      return layer.cornerRadius > 0 || !state.isOnPixels(layer.bounds)
    }
    return layer.hasRareValues && layer.shadowOpacity > 0
  }

  func drawsMoreThanOnce(_ slot: Int32, _ layer: LayerRef) -> Bool {
    if !nodes[Int(slot)].children.isEmpty || isEmitter(layer) { return true }
    if case .drawing(let drawing) = layer.contents, drawing.items.count > 1 { return true }
    if layer.hasRareValues, hasBackdrop(layer) { return true }
    let own =
      (layer.hasBackground ? 1 : 0) + (layer.hasPattern ? 1 : 0) + (layer.hasContents ? 1 : 0)
      + (layer.borderWidth > 0 ? 1 : 0) + (layer.hasRareValues ? subclassDrawCount(layer) : 0)
    return own > 1
  }

  /// Clips the content of the open group to a mask.
  func paintMask(
    _ mask: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    context.group(
      Group(blend: .destinationIn, bounds: state.scissor), opacity: 1, scissor: state.scissor
    ) { paint(mask, in: state, of: layer, into: &$0) }
  }

  /// Paints a layer, through a picture in its own pixels where it is rasterized.
  func paintRasterized(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    if layer.keepsDepth, case .transform? = layer.subclass {
      // It draws nothing itself, and its sublayers cannot be faded as one picture.
      if context.cache.repaintRoot < 0 { context.cache.repaintRoot = slot }
      paintSpace(slot, layer, state, into: &context)
      return
    }
    guard layer.shouldRasterize, let raster = Raster(layer, state) else {
      paintFiltered(slot, layer, state, into: &context)
      return
    }
    if context.cache.repaintRoot < 0 { context.cache.repaintRoot = slot }
    guard
      let open = context.builder.begin(
        Group(bounds: raster.state.scissor, isMapped: true))
    else { return }
    paintFiltered(slot, layer, raster.state, into: &context)
    context.builder.end(
      open, opacity: state.opacity, scissor: state.scissor, map: raster.map)
  }
}

/// The state in which a rasterized layer is painted: in pixels of its own.
struct Raster {
  /// The state in these pixels.
  var state: PaintState
  /// From them to device pixels.
  var map: PlaneTransform

  /// The most pixels that sublayers and shadows may take around the bounds.
  private static let reach = 1024.0

  /// Nil where the picture would have the pixels of the screen, or none.
  init?(_ layer: LayerRef, _ state: PaintState) {
    let (scale, bounds) = (layer.rasterizationScale, layer.bounds)
    let isSame =
      state.transform.isUpright && abs(state.transform.a - scale) < 1e-6
      && abs(state.transform.d - scale) < 1e-6
    guard !isSame, scale > 0, scale < 1e3 else { return nil }
    let own = PlaneTransform(
      a: scale, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
    guard let back = own.inverted() else { return nil }
    map = back.concatenating(state.transform)
    let whole = CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
      .insetBy(dx: -Self.reach, dy: -Self.reach)
    guard whole.width < 16384, whole.height < 16384 else { return nil }
    var area = PixelRect(covering: whole)
    // Invisible pixels are not painted; two more are, as the picture is filtered.
    if map.isAffine, let seen = map.inverted()?.bounds(of: state.scissor.cgRect) {
      area = area.intersection(PixelRect(covering: seen.insetBy(dx: -2, dy: -2)))
    }
    self.state = PaintState(transform: own, opacity: 1, scissor: area)
  }
}
