// UIPercentDrivenInteractiveTransition.swift
// Drives the animation of a transition by a fraction, from a gesture.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Drives the animation of a transition by a fraction.
///
/// Works with every animator: the time of the container's layer is paused and moved. An animator that
/// provides an `interruptibleAnimator(using:)` is paused and scrubbed instead.
///
///     case .changed: interaction.update(pan.translation(in: view).x / view.bounds.width)
///     case .ended: pan.velocity(in: view).x > 0 ? interaction.finish() : interaction.cancel()
///
/// After ``cancel()`` the animation runs back to its start, and the animated properties of views have
/// their old values again.
///
/// Source: Apple's `UIPercentDrivenInteractiveTransition`.
@preconcurrency @MainActor
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning
{
  private weak var transition: ControllerTransition?

  /// Creates an object for one transition at a time.
  public override init() { super.init() }

  /// The duration of the animation, in seconds; 0 without a transition.
  open var duration: CGFloat { CGFloat(transition?.transitionDuration ?? 0) }

  /// The fraction that is shown, 0...1.
  open private(set) var percentComplete: CGFloat {
    get { transition?.percentComplete ?? lastFraction }
    set { lastFraction = newValue }
  }

  private var lastFraction: CGFloat = 0

  /// Multiplies the speed of the rest after ``finish()`` or ``cancel()``. Default 1, which takes the rest's
  /// part of the duration. Positive.
  open var completionSpeed: CGFloat = 1 {
    didSet {
      completionSpeed = nearest(
        completionSpeed, in: 1e-3...1e6, ifNaN: 1, "the completion speed of a transition")
    }
  }

  /// The curve of the rest. Default ease in and out.
  open var completionCurve = UIView.AnimationCurve.easeInOut

  /// The timing of the rest for an animator that is interruptible; nil for ``completionCurve``.
  open var timingCurve: (any UITimingCurveProvider)?

  /// Whether the transition begins paused. Default true. Otherwise it plays by itself until ``pause()``.
  ///
  /// While it plays, ``update(_:)`` has no effect, ``cancel()`` turns back from where it is, and ``finish()`` lets it play
  /// on: a gesture that ends before it was seen to begin ends the transition all the same.
  open var wantsInteractiveStart = true

  /// Begins the transition, paused at its start.
  open func startInteractiveTransition(
    _ transitionContext: any UIViewControllerContextTransitioning
  ) {
    lastFraction = 0
    (transitionContext as? ControllerTransition)?.beginDriven(by: self)
  }

  /// Takes a transition that plays, so that ``pause()`` can stop it.
  final func attach(_ transition: ControllerTransition) { self.transition = transition }

  /// Pauses a transition that plays.
  open func pause() { transition?.pauseInteractiveTransition() }

  /// Shows a fraction of the animation. It is clamped to 0...1; NaN is ignored.
  open func update(_ percentComplete: CGFloat) {
    transition?.updateInteractiveTransition(percentComplete)
  }

  /// Ends the gesture: the animation continues back to its start.
  open func cancel() {
    if let transition, transition.playsByItself { transition.pauseInteractiveTransition() }
    lastFraction = percentComplete
    transition?.cancelInteractiveTransition()
  }

  /// Ends the gesture: the animation continues to its end.
  open func finish() {
    lastFraction = percentComplete
    transition?.finishInteractiveTransition()
  }
}
