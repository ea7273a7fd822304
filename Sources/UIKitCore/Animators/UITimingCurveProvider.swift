// UITimingCurveProvider.swift
// Who says how an animator's animations follow time (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// What kind of curve a provider has.
///
/// Source: Apple's `UITimingCurveType`.
public enum UITimingCurveType: Int, Sendable {
  /// One of the named curves.
  case builtin
  /// A cubic curve.
  case cubic
  /// A spring.
  case spring
  /// Both; the spring counts here.
  case composed
}

/// How an animator's animations follow time.
///
/// Source: Apple's `UITimingCurveProvider`.
public protocol UITimingCurveProvider: NSCoding, NSCopying {
  /// Which of the parameters count.
  var timingCurveType: UITimingCurveType { get }
  /// The curve; nil for a spring.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil for a curve.
  var springTimingParameters: UISpringTimingParameters? { get }
}

extension UITimingCurveProvider {
  /// The spring that counts; nil when a curve does.
  var countingSpring: UISpringTimingParameters? {
    switch timingCurveType {
    case .builtin, .cubic: nil
    case .spring, .composed: springTimingParameters
    }
  }

  /// Seconds that it takes whatever is asked for; nil for one that fits any duration.
  var ownDuration: TimeInterval? { countingSpring?.ownDuration }

  /// Whether the two directions of a point have curves of their own.
  var hasDirections: Bool {
    countingSpring.map { $0.initialVelocity.dx != $0.initialVelocity.dy } ?? false
  }

  /// Returns the curve over some seconds; of a point's second direction if asked for.
  func curve(duration: TimeInterval, isVertical: Bool = false) -> DrivenSegment.Curve {
    if let spring = countingSpring {
      return spring.curve(duration: duration, isVertical: isVertical)
    }
    return .easing((cubicTimingParameters ?? UICubicTimingParameters()).function.curve)
  }
}
