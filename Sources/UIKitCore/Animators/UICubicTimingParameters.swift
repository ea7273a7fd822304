// UICubicTimingParameters.swift
// The cubic curve of a property animator.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A curve by name or by two control points.
///
/// Source: Apple's `UICubicTimingParameters`.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The named curve; ease in and out for a curve by control points.
  public let animationCurve: UIView.AnimationCurve
  /// The first control point.
  public let controlPoint1: CGPoint
  /// The second control point.
  public let controlPoint2: CGPoint
  let function: CAMediaTimingFunction
  private let isNamed: Bool

  /// Creates the curve that eases in and out.
  public override convenience init() { self.init(animationCurve: .easeInOut) }

  /// Creates a named curve.
  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    function = .shared(curve.functionName)
    let shape = function.curve
    controlPoint1 = CGPoint(x: shape.c1.x, y: shape.c1.y)
    controlPoint2 = CGPoint(x: shape.c2.x, y: shape.c2.y)
    isNamed = true
    super.init()
  }

  /// Creates a curve from (0, 0) to (1, 1) by its control points. x is clamped to 0...1.
  ///
  /// - Precondition: All numbers are finite.
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    animationCurve = .easeInOut
    (controlPoint1, controlPoint2) = (point1, point2)
    function = CAMediaTimingFunction(
      controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
    isNamed = false
    super.init()
  }

  /// Creates the default. There are no archives.
  public required convenience init?(coder: NSCoder) { self.init() }

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
