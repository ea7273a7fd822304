// UICubicTimingParameters.swift
// The cubic curve of a property animator.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import QuartzCore

/// A curve by name or by two control points.
///
/// Source: Apple's `UICubicTimingParameters`.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The named curve; ease in and out for a curve by control points.
  open private(set) var animationCurve = UIView.AnimationCurve.easeInOut
  /// The first control point.
  open private(set) var controlPoint1: CGPoint
  /// The second control point.
  open private(set) var controlPoint2: CGPoint
  package final let function: CAMediaTimingFunction
  private let isNamed: Bool

  /// Creates the curve that eases in and out.
  public override init() {
    (function, controlPoint1, controlPoint2) = Self.shape(of: .easeInOut)
    isNamed = true
  }

  /// Creates a named curve.
  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    (function, controlPoint1, controlPoint2) = Self.shape(of: curve)
    isNamed = true
  }

  private static func shape(
    of curve: UIView.AnimationCurve
  ) -> (CAMediaTimingFunction, CGPoint, CGPoint) {
    let function = CAMediaTimingFunction.shared(curve.functionName)
    let (one, two) = (function.curve.c1, function.curve.c2)
    return (function, CGPoint(x: one.x, y: one.y), CGPoint(x: two.x, y: two.y))
  }

  /// Creates a curve from (0, 0) to (1, 1) by its control points. x is clamped to 0...1.
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    (controlPoint1, controlPoint2) = (point1, point2)
    function = CAMediaTimingFunction(
      controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
    isNamed = false
  }

  /// Creates the default. There are no archives.
  public required init?(coder: NSCoder) {
    (function, controlPoint1, controlPoint2) = Self.shape(of: .easeInOut)
    isNamed = true
  }

  /// Does nothing. There are no archives.
  open func encode(with coder: NSCoder) {}

  /// Returns the object itself, which is immutable.
  open override func copy() -> Any { self }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Built-in for a named curve, else cubic.
  open var timingCurveType: UITimingCurveType { isNamed ? .builtin : .cubic }

  /// The object itself.
  open var cubicTimingParameters: UICubicTimingParameters? { self }

  /// Always nil.
  open var springTimingParameters: UISpringTimingParameters? { nil }
}
