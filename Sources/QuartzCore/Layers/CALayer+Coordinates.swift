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

  var derivedFrame: CGRect { values.bounds.applying(values.placement) }

  /// Sets `position`, then `bounds`, to the values that result in a frame.
  func setFrame(_ rect: CGRect) {
    precondition(rect.isFinite, "frame must be finite, not \(rect)")
    let frame = rect.standardized
    var size = frame.size
    if !values.transform.isIdentity {
      let inverse = CATransform3DInvert(values.transform).affine
      size = CGSize(
        width: abs(frame.width * inverse.a) + abs(frame.height * inverse.c),
        height: abs(frame.width * inverse.b) + abs(frame.height * inverse.d))
    }
    let resized = CGRect(origin: values.bounds.origin, size: size)
    let box = resized.applying(values.placement(of: resized))
    position = CGPoint(
      x: values.position.x + frame.minX - box.minX, y: values.position.y + frame.minY - box.minY)
    bounds = CGRect(origin: values.bounds.origin, size: size)
  }

  // MARK: Conversion

  /// The map from this layer's space to its superlayer's, including the latter's `sublayerTransform`.
  private var toSuperlayer: CATransform3D {
    guard let transform = superlayer?.values.unflippedChildTransform else {
      return values.placement
    }
    return CATransform3DConcat(values.placement, transform)
  }

  /// The map from this layer's space to the root layer's, flattened where depth is not kept.
  private var toRoot: CATransform3D {
    var result = CATransform3DIdentity
    var current: CALayer? = self
    while let layer = current {
      result = CATransform3DConcat(result, layer.toSuperlayer)
      if layer.superlayer?.keepsDepth != true { result = result.flattened }
      current = layer.superlayer
    }
    return result
  }

  /// Whether the layer is seen from behind; flipped geometry of a superlayer does not count.
  var facesAway: Bool {
    let t = toRoot
    // The determinant of the map between planes.
    return t.m11 * (t.m22 * t.m44 - t.m24 * t.m42) - t.m12 * (t.m21 * t.m44 - t.m24 * t.m41)
      + t.m14 * (t.m21 * t.m42 - t.m22 * t.m41) < 0
  }

  /// The map from this layer's space to another layer's. Nil is the root layer's space.
  func map(to other: CALayer?) -> CATransform3D {
    guard let other else { return toRoot }
    return CATransform3DConcat(
      toRoot, CATransform3DInvert(other.toRoot))
  }

  /// The map to a superlayer's space, including the transform of its sublayers.
  func placement(in superlayer: LayerValues?) -> CATransform3D {
    guard let transform = superlayer?.childTransform else { return values.placement }
    return CATransform3DConcat(values.placement, transform)
  }
}
