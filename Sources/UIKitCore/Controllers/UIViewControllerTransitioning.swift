// UIViewControllerTransitioning.swift
// Presentation styles, and the protocols of custom transitions.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// The place of a presented view in the window.
public enum UIModalPresentationStyle: Int, Sendable {
  /// That of `pageSheet`.
  case automatic = -2
  /// No presentation.
  case none = -1
  /// The whole window. The presenting view leaves the window meanwhile.
  case fullScreen = 0
  /// A sheet: see ``UISheetPresentationController``.
  case pageSheet = 1
  /// A sheet that is smaller in a large window.
  case formSheet = 2
  /// The whole window. The presenting view leaves the window meanwhile.
  case currentContext = 3
  /// As the presentation controller of the transitioning delegate sets it.
  case custom = 4
  /// The whole window. The presenting view stays in it.
  case overFullScreen = 5
  /// The whole window. The presenting view stays in it.
  case overCurrentContext = 6
  /// That of `formSheet`.
  case popover = 7
}

/// The default transition of presentation and dismissal.
public enum UIModalTransitionStyle: Int, Sendable {
  /// Slides in from below.
  case coverVertical
  /// Same as `crossDissolve`.
  case flipHorizontal
  /// Fades in.
  case crossDissolve
  /// Same as `crossDissolve`.
  case partialCurl
}

/// The key of one of a transition's controllers.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  /// The key's name.
  public let rawValue: String
  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The controller that is visible at the start.
  public static let from = UITransitionContextViewControllerKey(rawValue: "from")
  /// The controller that is visible at the end.
  public static let to = UITransitionContextViewControllerKey(rawValue: "to")
}

/// The key of one of a transition's views.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  /// The key's name.
  public let rawValue: String
  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The view that leaves the window, if any.
  public static let from = UITransitionContextViewKey(rawValue: "from")
  /// The view that enters the window, if any.
  public static let to = UITransitionContextViewKey(rawValue: "to")
}

/// The state of a transition, for its animation.
@preconcurrency @MainActor
public protocol UIViewControllerContextTransitioning: AnyObject {
  /// The view that contains the transition. The animation adds the entering view.
  var containerView: UIView { get }
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// Whether a gesture drives the transition now.
  var isInteractive: Bool { get }
  /// Whether the transition was cancelled.
  var transitionWasCancelled: Bool { get }
  /// The part of the window that the presented view covers.
  var presentationStyle: UIModalPresentationStyle { get }
  /// Shows a fraction of the animations alongside, 0...1. Called by the object that drives the transition.
  func updateInteractiveTransition(_ percentComplete: CGFloat)
  /// The gesture has ended, and the transition continues to its end.
  func finishInteractiveTransition()
  /// The gesture has ended, and the transition returns to its start.
  func cancelInteractiveTransition()
  /// A gesture takes a transition that plays.
  func pauseInteractiveTransition()
  /// The rotation of the device: identity.
  var targetTransform: CGAffineTransform { get }
  /// Completes the transition. Must be called when the animation ends; false reverts it.
  func completeTransition(_ didComplete: Bool)
  /// Returns one of the controllers.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Returns one of the views, if it enters or leaves.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// Returns the frame of a controller's view at the start; zero if it is not visible.
  func initialFrame(for viewController: UIViewController) -> CGRect
  /// Returns the frame of a controller's view at the end; zero if it is not visible.
  func finalFrame(for viewController: UIViewController) -> CGRect
}

/// The animation of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  /// Returns the duration, in seconds.
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval
  /// Runs the animation, then calls the context's `completeTransition(_:)`.
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  /// The transition is over.
  func animationEnded(_ transitionCompleted: Bool)
  /// Returns an animator of the transition that can be paused and scrubbed, the same each time. Optional.
  func interruptibleAnimator(
    using transitionContext: any UIViewControllerContextTransitioning
  ) -> any UIViewImplicitlyAnimating
}

extension UIViewControllerAnimatedTransitioning {
  /// Does nothing.
  public func animationEnded(_ transitionCompleted: Bool) {}
  /// Returns an object that means none.
  public func interruptibleAnimator(
    using transitionContext: any UIViewControllerContextTransitioning
  ) -> any UIViewImplicitlyAnimating { NoInterruptibleAnimator.shared }
}

/// Provides the animations of presentation and dismissal.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: AnyObject {
  /// Returns the animation of the presentation. Default nil, for the system's.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns the animation of the dismissal. Default nil, for the system's.
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns what drives the presentation by a gesture. Default nil, for none.
  func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
  /// Returns what drives the dismissal by a gesture. Default nil, for none.
  func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
  /// Returns the look of a presentation of the style `custom`. Default nil, which is the whole window.
  ///
  /// - Parameters:
  ///   - presented: The controller that is presented.
  ///   - presenting: The controller that presents it.
  ///   - source: The controller whose `present(_:animated:completion:)` was called.
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?,
    source: UIViewController
  ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
  /// Returns nil.
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  /// Returns nil.
  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  /// Returns nil.
  public func interactionControllerForPresentation(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  /// Returns nil.
  public func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  /// Returns nil.
  public func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?,
    source: UIViewController
  ) -> UIPresentationController? { nil }
}
