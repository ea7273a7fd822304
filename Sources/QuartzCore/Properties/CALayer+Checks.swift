// CALayer+Checks.swift
// Numbers that a caller gives to a layer's properties: NaN and infinity end the program, with the layer and the property.
// Key-value coding checks by the same functions; animations with such values do nothing (hasFiniteValues).
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension CALayer {
  final func finite(_ value: CGFloat, _ property: LayerProperty) -> CGFloat {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  /// A number as a scale: 1, with a report, if it is none.
  final func positive(_ value: CGFloat, _ key: String) -> CGFloat {
    if value > 0 && value.isFinite { return value }
    Diagnostics.reportOnce("\(label) \(key)", "\(label): \(key) cannot be \(value); it is 1")
    return 1
  }

  @inline(__always)
  final func finite(_ value: CGPoint, _ property: LayerProperty) -> CGPoint {
    trap(
      unless: value.x.isFinite && value.y.isFinite,
      "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  final func finite(_ value: CGSize, _ property: LayerProperty) -> CGSize {
    trap(
      unless: value.width.isFinite && value.height.isFinite,
      "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  @inline(__always)
  final func finite(_ value: CGRect, _ property: LayerProperty) -> CGRect {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  @inline(__always)
  final func finite(_ value: CATransform3D, _ property: LayerProperty) -> CATransform3D {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }
}
