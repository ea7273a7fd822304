// PaintState.swift
// Stage: draw list. Where a layer is painted: the map from its points to device pixels, what it is
// faded by, and what it is cut to.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Where something is painted, and how.
struct PaintState: Equatable {
  /// From the layer's space to device pixels.
  var transform: PlaneTransform
  var opacity: Double
  var scissor: PixelRect
  /// The way into the nearest plane above, for what is not flattened into its superlayer's.
  var depth: Depth?

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

/// Where a layer that keeps its sublayers in space stands itself.
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
  init(flattening t: CATransform3D) {
    self.init(
      a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42, px: t.m14, py: t.m24,
      pw: t.m44)
  }

  /// The map from a layer's space to its superlayer's, where that has no transform for sublayers.
  init(placing v: UnsafePointer<LayerValues>) {
    let bounds = v.pointee.bounds, anchor = v.pointee.anchorPoint, position = v.pointee.position
    let anchorX = bounds.origin.x + bounds.size.width * anchor.x
    let anchorY = bounds.origin.y + bounds.size.height * anchor.y
    guard !v.hasRareValues || v.pointee.hasPlaneOnly else {
      self.init(flattening: v.pointee.placement)
      return
    }
    let t = v.plane
    self.init(
      a: t.a, b: t.b, c: t.c, d: t.d, tx: -anchorX * t.a + -anchorY * t.c + t.tx + position.x,
      ty: -anchorX * t.b + -anchorY * t.d + t.ty + position.y)
  }
}

extension LayerValues {
  /// Whether the plane's matrix and the anchor say all of the layer's place.
  fileprivate var hasPlaneOnly: Bool { isPlane && anchorPointZ == 0 }
}
