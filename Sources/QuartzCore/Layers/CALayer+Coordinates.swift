// CALayer+Coordinates.swift
// Frames, and conversion between the spaces of layers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Whether an odd number of layers from this one upwards have flipped geometry.
  var isFlippedInTree: Bool {
    var result = false
    var current: CALayer? = self
    while let layer = current {
      if layer.values.isGeometryFlipped { result.toggle() }
      current = layer.superlayer
    }
    return result
  }

  var derivedFrame: CGRect {
    guard values.transform.isIdentity, values.bounds.width >= 0, values.bounds.height >= 0 else {
      return values.bounds.applying(values.framePlacement(of: values.bounds))
    }
    // The size is that of the bounds to the bit.
    let (size, anchor) = (values.bounds.size, values.anchorPoint)
    return CGRect(
      origin: CGPoint(
        x: values.position.x - size.width * anchor.x, y: values.position.y - size.height * anchor.y),
      size: size)
  }

  /// Sets `position`, then `bounds`, to the values that result in a frame.
  func setFrame(_ rect: CGRect) {
    trap(
      unless: rect.isFinite,
      "CALayerInvalidGeometry: \(label): frame must be finite, not \(rect)")
    let frame = rect.standardized
    guard !values.transform.isIdentity else {
      let center = CGPoint(
        x: frame.minX + frame.width * values.anchorPoint.x,
        y: frame.minY + frame.height * values.anchorPoint.y)
      setPlace(center, CGRect(origin: values.bounds.origin, size: frame.size), for: rect)
      return
    }
    // The inverse of the plane's part: one in space would foreshorten the size twice.
    let inverse = values.transform.withInversePlane.affine.inverted()
    let size = CGSize(
      width: abs(frame.width * inverse.a) + abs(frame.height * inverse.c),
      height: abs(frame.width * inverse.b) + abs(frame.height * inverse.d))
    let resized = CGRect(origin: values.bounds.origin, size: size)
    let box = resized.applying(values.framePlacement(of: resized))
    let center = CGPoint(
      x: values.position.x + frame.minX - box.minX, y: values.position.y + frame.minY - box.minY)
    setPlace(center, resized, for: rect)
  }

  /// Sets `position`, then `bounds`, if they can be represented.
  private func setPlace(_ center: CGPoint, _ resized: CGRect, for frame: CGRect) {
    guard resized.isFinite, center.x.isFinite, center.y.isFinite else {
      Diagnostics.reportOnce(
        "\(label) frame",
        "\(label): under its transform, no bounds and position give the frame \(frame); it is unchanged"
      )
      return
    }
    withObserversHeld {
      position = center
      bounds = resized
    }
  }

  // MARK: Conversion

  /// The map from this layer's space to the root layer's, flattened where depth is not kept.
  ///
  /// - Parameter isFlipped: Whether flipped geometry of superlayers counts.
  private func toRoot(isFlipped: Bool) -> CATransform3D {
    var result = CATransform3DIdentity
    var current: CALayer? = self
    while let layer = current {
      result = CATransform3DConcat(result, layer.values.placement)
      let above = layer.superlayer?.values
      if let next = isFlipped ? above?.childTransform : above?.unflippedChildTransform {
        result = CATransform3DConcat(result, next)
      }
      if layer.superlayer?.keepsDepth != true { result = result.flattened }
      current = layer.superlayer
    }
    return result
  }

  /// Whether the layer is seen from behind; flipped geometry of a superlayer does not count.
  var facesAway: Bool {
    let t = toRoot(isFlipped: false)
    // The determinant of the map between planes.
    return t.m11 * (t.m22 * t.m44 - t.m24 * t.m42) - t.m12 * (t.m21 * t.m44 - t.m24 * t.m41)
      + t.m14 * (t.m21 * t.m42 - t.m22 * t.m41) < 0
  }

  /// The map from this layer's space to another layer's. Nil is the root layer's space.
  func map(to other: CALayer?) -> CATransform3D {
    let toRoot = toRoot(isFlipped: true)
    guard let other else { return toRoot }
    return CATransform3DConcat(toRoot, CATransform3DInvert(other.toRoot(isFlipped: true)))
  }

  /// Converts a point of another layer's space to this layer's, as `convert(_:from:)`. Where the other one is the
  /// superlayer, and flat, it takes no walk to the root.
  package func convertFromSuperlayer(_ point: CGPoint, _ other: CALayer) -> CGPoint {
    guard parent === other, presentedModel == nil, !other.keepsDepth else {
      return convert(point, from: other)
    }
    return point.applying(CATransform3DInvert(placement(in: other.values).flattened))
  }

  /// The map to a superlayer's space, including the transform of its sublayers.
  func placement(in superlayer: LayerValues?) -> CATransform3D {
    guard let transform = superlayer?.childTransform else { return values.placement }
    return CATransform3DConcat(values.placement, transform)
  }
}
