// PaintState.swift
// Stage: draw list. The graphics state in which a layer is painted: transform, opacity and clip.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
package import QuartzCore

/// The graphics state in which a layer is painted.
struct PaintState: Equatable {
  /// From the layer's space to device pixels.
  var transform: PlaneTransform
  var opacity: Double
  var scissor: PixelRect
  /// The path to the nearest plane above, for a layer that keeps its sublayers in space.
  var depth: Depth?

  /// The device pixels nearest to a rectangle's edges, for clipping to whole pixels.
  func pixels(of rect: CGRect) -> PixelRect {
    guard let box = transform.bounds(of: rect), box.isFinite else { return .empty }
    func pixel(_ value: CGFloat) -> Int { Int(min(max(value.rounded(), -16_777_216), 16_777_216)) }
    return PixelRect(
      minX: pixel(box.minX), minY: pixel(box.minY), maxX: pixel(box.maxX), maxY: pixel(box.maxY))
  }

  /// Whether clipping to ``pixels(of:)`` is exact within the scissor.
  func isOnPixels(_ rect: CGRect) -> Bool { transform.isOnPixels(rect, within: scissor) }

  /// The device pixels that a rectangle touches, within the scissor.
  func touched(by rect: CGRect) -> PixelRect {
    transform.pixels(touchedBy: rect)?.intersection(scissor) ?? scissor
  }
}

/// The position in space of a layer that keeps its sublayers in space.
final class Depth: Equatable {
  /// From the layer's space to that of the nearest layer above that is a plane.
  let toPlane: CATransform3D
  /// From that layer's plane to device pixels.
  let plane: PlaneTransform

  init(toPlane: CATransform3D, plane: PlaneTransform) {
    (self.toPlane, self.plane) = (toPlane, plane)
  }

  static func == (a: Depth, b: Depth) -> Bool {
    a === b || (a.toPlane == b.toPlane && a.plane == b.plane)
  }
}

extension PlaneTransform {
  /// The map of the plane z = 0 through a matrix, with z dropped afterwards.
  package init(flattening t: CATransform3D) {
    self.init(
      a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42, px: t.m14, py: t.m24,
      pw: t.m44)
  }

  /// The map from a layer's space to its superlayer's, where that has no transform for sublayers:
  /// ``LayerValues/placement`` flattened, without the matrices where the transform is of the plane.
  package init(placing values: UnsafePointer<LayerValues>) {
    let layer = LayerRef(values)
    guard !layer.hasRareValues || (layer.isPlane && layer.anchorPointZ == 0) else {
      self.init(flattening: layer.placement)
      return
    }
    self.init(placingPlane: layer)
  }

  /// The same map of a layer whose transform is of the plane.
  @inline(__always)
  init(placingPlane layer: LayerRef) {
    let bounds = layer.bounds, anchor = layer.anchorPoint, position = layer.position
    let anchorX = bounds.origin.x + bounds.size.width * anchor.x
    let anchorY = bounds.origin.y + bounds.size.height * anchor.y
    let t = layer.plane
    self.init(
      a: t.a, b: t.b, c: t.c, d: t.d, tx: -anchorX * t.a + -anchorY * t.c + t.tx + position.x,
      ty: -anchorX * t.b + -anchorY * t.d + t.ty + position.y)
  }
}
