// PaintWalk+Groups.swift
// Stage: draw list. Offscreen groups around what is painted, clips to round boxes, masks, and layers that are
// rasterized in pixels of their own (`shouldRasterize`).
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
