// PaintWalk+Groups.swift
// Stage: draw list. Offscreen groups around what is painted, cuts to round boxes, and pictures in
// pixels of their own (semantics 15).
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
    guard let open = writer.begin(group) else { return }
    paint(&self)
    writer.end(open, opacity: opacity, scissor: scissor)
  }

  /// Adds a group for what is painted at a place, which has the place's opacity as a whole.
  mutating func group(_ place: PaintState, _ paint: (inout PaintContext, PaintState) -> Void) {
    var inner = place
    inner.opacity = 1
    group(Group(bounds: place.scissor), opacity: place.opacity, scissor: place.scissor) {
      paint(&$0, inner)
    }
  }

  /// Keeps of what was painted into the open group what lies in a round box.
  mutating func cut(to rect: CGRect, _ radii: SIMD4<Double>, _ place: PaintState) {
    group(
      Group(blend: .destinationIn, bounds: place.scissor), opacity: 1, scissor: place.scissor
    ) {
      $0.writer.add(.box(Box(rect: rect, radii: radii, fill: .black)), place, bounds: rect)
    }
  }
}

/// Where a layer that is rasterized first is painted: in pixels of its own.
struct Raster {
  /// In these pixels.
  var place: PaintState
  /// From them to device pixels.
  var map: PlaneTransform

  /// Pixels around the bounds that sublayers and shadows may take at most.
  private static let reach = 1024.0

  /// Nil where the picture would have just the pixels of the screen, or none.
  init?(_ v: UnsafePointer<LayerValues>, _ place: PaintState) {
    let (scale, bounds) = (v.pointee.rasterizationScale, v.pointee.bounds)
    let isSame =
      place.transform.isUpright && abs(place.transform.a - scale) < 1e-6
      && abs(place.transform.d - scale) < 1e-6
    guard !isSame, scale > 0, scale < 1e3 else { return nil }
    let own = PlaneTransform(
      a: scale, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
    guard let back = own.inverted() else { return nil }
    map = back.concatenating(place.transform)
    let whole = CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
      .insetBy(dx: -Self.reach, dy: -Self.reach)
    guard whole.width < 16384, whole.height < 16384 else { return nil }
    var area = PixelRect(covering: whole)
    // What cannot be seen is not painted; a pixel more, as the picture is filtered.
    if map.isAffine, let seen = map.inverted()?.bounds(of: place.scissor.cgRect) {
      area = area.intersection(PixelRect(covering: seen.insetBy(dx: -2, dy: -2)))
    }
    self.place = PaintState(transform: own, opacity: 1, scissor: area)
  }
}
