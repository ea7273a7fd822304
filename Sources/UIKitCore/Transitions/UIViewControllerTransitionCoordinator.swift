// UIViewControllerTransitionCoordinator.swift
// Animations alongside a transition of controllers.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// The state of a transition, for animations alongside it.
///
/// Source: Apple's `UIViewControllerTransitionCoordinatorContext`.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// The part of the window that a presented view covers; none for other transitions.
  var presentationStyle: UIModalPresentationStyle { get }
  /// Whether a gesture drove the transition at its start.
  var initiallyInteractive: Bool { get }
  /// Whether its animation can be interrupted.
  var isInterruptible: Bool { get }
  /// Whether a gesture drives the transition now.
  var isInteractive: Bool { get }
  /// Whether the transition was cancelled.
  var isCancelled: Bool { get }
  /// The duration of the animation, in seconds.
  var transitionDuration: TimeInterval { get }
  /// The fraction that the gesture has shown, 0...1.
  var percentComplete: CGFloat { get }
  /// The speed factor of the rest after the gesture.
  var completionVelocity: CGFloat { get }
  /// The curve of the rest after the gesture.
  var completionCurve: UIView.AnimationCurve { get }
  /// Returns one of the controllers.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Returns one of the views, if it enters or leaves.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// The view that contains the transition.
  var containerView: UIView { get }
  /// The rotation of the device: identity.
  var targetTransform: CGAffineTransform { get }
}

/// Adds animations to a transition of controllers.
///
///     transitionCoordinator?.animate { _ in self.label.alpha = 0 }
///
/// The animations take the transition's duration, follow its gesture, and are undone when it is cancelled.
///
/// Source: Apple's `UIViewControllerTransitionCoordinator`.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  /// Adds changes that animate with the transition, and a function that runs after it.
  ///
  /// - Returns: Whether they were added: not after the transition.
  @discardableResult
  func animate(
    alongsideTransition animation: (
      @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// Adds changes of a view outside of the container. Same as `animate(alongsideTransition:completion:)`.
  @discardableResult
  func animateAlongsideTransition(
    in view: UIView?,
    animation: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// Adds a function that runs whenever a gesture takes over or releases the transition.
  func notifyWhenInteractionChanges(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)
  /// Adds a function that runs when the gesture ends. Deprecated by Apple.
  func notifyWhenInteractionEnds(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
  /// Adds changes that animate with the transition.
  @discardableResult
  public func animate(
    alongsideTransition animation: (
      @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: nil)
  }
}
