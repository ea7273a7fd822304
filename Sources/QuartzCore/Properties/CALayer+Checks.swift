// CALayer+Checks.swift
// Numbers that a caller gives to a layer's properties. Geometry that is not finite stops the program, with the layer and
// the property; any other number takes the nearest that can be used, with a report. Key-value coding and animations
// follow the same rule (AnimatableValue.nearestFinite, CAPropertyAnimation+FiniteValues).
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension LayerProperty {
  /// Whether the property places the layer or its sublayers, so that a number that is not finite stops the program.
  var isGeometry: Bool {
    switch self {
    case .bounds, .position, .anchorPoint, .transform, .sublayerTransform, .instanceTransform: true
    default: false
    }
  }
}

extension CALayer {
  /// A number as one that is finite.
  @inline(__always)
  final func finite(_ value: CGFloat, _ property: LayerProperty, ifNaN usual: CGFloat = 0)
    -> CGFloat
  {
    nearest(value, ifNaN: usual, "\(label): \(property.key)")
  }

  /// A number that may be infinite: NaN is 0.
  @inline(__always)
  final func number(_ value: CGFloat, _ property: LayerProperty) -> CGFloat {
    nearest(value, in: -.infinity ... .infinity, "\(label): \(property.key)")
  }

  /// A number as a scale: 1, with a report, if it is none.
  final func positive(_ value: CGFloat, _ key: String) -> CGFloat {
    if value > 0 && value.isFinite { return value }
    Diagnostics.reportOnce("\(label) \(key)", "\(label): \(key) cannot be \(value); it is 1")
    return 1
  }

  @inline(__always)
  final func finite(_ value: CGPoint, _ property: LayerProperty) -> CGPoint {
    if value.x.isFinite && value.y.isFinite { return value }
    refuseAsGeometry("\(value)", property)
    return CGPoint(x: finite(value.x, property), y: finite(value.y, property))
  }

  final func finite(_ value: CGSize, _ property: LayerProperty) -> CGSize {
    CGSize(width: finite(value.width, property), height: finite(value.height, property))
  }

  @inline(__always)
  final func finite(_ value: CGRect, _ property: LayerProperty) -> CGRect {
    if value.isFinite { return value }
    refuseAsGeometry("\(value)", property)
    return CGRect(
      x: finite(value.origin.x, property), y: finite(value.origin.y, property),
      width: finite(value.size.width, property), height: finite(value.size.height, property))
  }

  @inline(__always)
  final func finite(_ value: CATransform3D, _ property: LayerProperty) -> CATransform3D {
    if !value.isFinite { refuseAsGeometry("\(value)", property) }
    return value
  }

  /// Numbers of a list as ones that are finite.
  final func finite(_ values: [Double]?, _ property: LayerProperty) -> [Double]? {
    guard let values, !values.allSatisfy(\.isFinite) else { return values }
    return values.map { nearest($0, "\(label): a number of \(property.key)") }
  }

  /// Stops the program if the property is geometry.
  final func refuseAsGeometry(_ value: String, _ property: LayerProperty) {
    trap(
      unless: !property.isGeometry,
      "CALayerInvalidGeometry: \(label): \(property.key) must be finite, not \(value)")
  }
}
