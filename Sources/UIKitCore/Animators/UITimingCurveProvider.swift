// UITimingCurveProvider.swift
// Providers of an animator's curve or spring.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The kind of curve of a provider.
///
/// Source: Apple's `UITimingCurveType`.
public enum UITimingCurveType: Int, Sendable {
  /// One of the named curves.
  case builtin
  /// A cubic curve.
  case cubic
  /// A spring.
  case spring
  /// Both; the spring is used.
  case composed
}

/// A provider of an animator's curve or spring.
///
/// Source: Apple's `UITimingCurveProvider`.
public protocol UITimingCurveProvider: NSCoding, NSCopying {
  /// The kind of curve, which selects the parameters.
  var timingCurveType: UITimingCurveType { get }
  /// The curve; nil for a spring.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil for a curve.
  var springTimingParameters: UISpringTimingParameters? { get }
}

extension UITimingCurveProvider {
  /// The spring that is used; nil for a curve.
  package var effectiveSpring: UISpringTimingParameters? {
    switch timingCurveType {
    case .builtin, .cubic: nil
    case .spring, .composed: springTimingParameters
    }
  }

  /// The fixed duration in seconds; nil for a curve that fits any duration.
  var ownDuration: TimeInterval? { effectiveSpring?.ownDuration }

  /// Whether the coordinates of a point have different curves.
  var differsByCoordinate: Bool {
    effectiveSpring.map { $0.initialVelocity.dx != $0.initialVelocity.dy } ?? false
  }

  /// Returns the curve over a duration, for the y coordinate of a point if `isVertical`.
  func curve(duration: TimeInterval, isVertical: Bool = false) -> DrivenSegment.Curve {
    if let spring = effectiveSpring {
      return spring.curve(duration: duration, isVertical: isVertical)
    }
    return .easing((cubicTimingParameters ?? UICubicTimingParameters()).function.curve)
  }
}
