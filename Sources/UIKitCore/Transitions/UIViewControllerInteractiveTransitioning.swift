// UIViewControllerInteractiveTransitioning.swift
// The protocol of objects that drive a transition by gestures.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Drives a transition of controllers, usually by a gesture.
///
/// Source: Apple's `UIViewControllerInteractiveTransitioning`. ``UIPercentDrivenInteractiveTransition`` conforms.
@preconcurrency @MainActor
public protocol UIViewControllerInteractiveTransitioning: AnyObject {
  /// Begins the transition. The object then calls the context's `updateInteractiveTransition(_:)`, and
  /// `finishInteractiveTransition()` or `cancelInteractiveTransition()`.
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
  /// Multiplies the speed of the transition after the gesture. Default 1.
  var completionSpeed: CGFloat { get }
  /// The curve of the transition after the gesture. Default ease in and out.
  var completionCurve: UIView.AnimationCurve { get }
  /// Whether the transition begins under control of the gesture. Default true.
  var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
  /// 1.
  public var completionSpeed: CGFloat { 1 }
  /// Ease in and out.
  public var completionCurve: UIView.AnimationCurve { .easeInOut }
  /// True.
  public var wantsInteractiveStart: Bool { true }
}
