// UIView+AnimationCurve.swift
// The four named curves of views (semantics 2, 16.3).
//
// SPDX-License-Identifier: MIT

import QuartzCore

extension UIView {
  /// A named curve.
  ///
  /// Source: Apple's `UIView.AnimationCurve`.
  public enum AnimationCurve: Int, Sendable {
    /// Starts and ends slowly.
    case easeInOut
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Constant speed.
    case linear

    var functionName: CAMediaTimingFunctionName {
      switch self {
      case .easeInOut: .easeInEaseOut
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .linear: .linear
      }
    }
  }
}
