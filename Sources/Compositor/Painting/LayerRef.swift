// LayerRef.swift
// Stage: draw list. A layer's sampled values, read in place.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A reference to the values of one layer. Reading a property copies nothing else.
///
/// Optimised code reads a stored property by one load, as through the pointer.
@dynamicMemberLookup
struct LayerRef {
  let pointer: UnsafePointer<LayerValues>

  @inline(__always) init(_ pointer: UnsafePointer<LayerValues>) { self.pointer = pointer }

  @inline(__always) subscript<Value>(dynamicMember path: KeyPath<LayerValues, Value>) -> Value {
    pointer.pointee[keyPath: path]
  }

  @inline(__always) subscript<Value>(dynamicMember path: KeyPath<RareLayerValues, Value>) -> Value {
    pointer.rare.pointee[keyPath: path]
  }

  /// Whether any property differs that few layers set; if none does, all of them have their defaults.
  @inline(__always) var hasRareValues: Bool { pointer.hasRareValues }
  @inline(__always) var hasBackground: Bool { pointer.hasBackground }
  @inline(__always) var hasContents: Bool { pointer.hasContents }
  @inline(__always) var backgroundColor: CGColor? { pointer.backgroundColor }
  /// The values of the layer's subclass; nil for a plain layer.
  @inline(__always) var subclass: SubclassValues? { pointer.subclass }
  /// Whether the layer draws nothing but its background and its sublayers.
  @inline(__always) var isPlain: Bool { pointer.isPlain }

  /// Whether the layer keeps its sublayers in space.
  var keepsDepth: Bool { hasRareValues && subclass?.keepsDepth == true }

  /// Whether corners are rounded, and along a continuous curve.
  var hasContinuousCorners: Bool {
    hasRareValues && self.cornerRadius > 0 && self.cornerCurve == .continuous
  }

  /// Whether an image repeats over the background colour.
  var hasPattern: Bool { hasRareValues && self.backgroundPattern != nil }

  /// Whether a gradient is drawn in the shape of the background, with nothing between them.
  var isGradientAlone: Bool {
    guard hasRareValues, case .gradient? = subclass else { return false }
    return self.contents == nil
  }

  /// The radii of a ``Box``'s corners; 0 for corners that are not rounded.
  var cornerRadii: SIMD4<Double> {
    let radius = fittingRadius
    guard radius > 0, hasRareValues else { return SIMD4(repeating: radius) }
    return self.maskedCorners.radii(radius)
  }

  /// The corner radius, no more than half of the shorter side.
  @inline(__always) var fittingRadius: Double {
    let size = self.bounds.size
    return max(0, min(self.cornerRadius, min(size.width, size.height) / 2))
  }
}
