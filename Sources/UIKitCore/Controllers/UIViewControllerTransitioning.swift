// UIViewControllerTransitioning.swift
// How controllers come and go, and who may animate it.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// How much of the window a presented view covers.
public enum UIModalPresentationStyle: Int, Sendable {
  /// All of it; what is below stays there.
  case automatic = -2
  /// Nothing is presented.
  case none = -1
  /// All of it; what is below leaves the window meanwhile.
  case fullScreen = 0
  /// All of it; what is below stays there.
  case pageSheet = 1
  /// All of it; what is below stays there.
  case formSheet = 2
  /// All of it; what is below leaves the window meanwhile.
  case currentContext = 3
  /// As the transition's animation has it; what is below stays there.
  case custom = 4
  /// All of it; what is below stays there.
  case overFullScreen = 5
  /// All of it; what is below stays there.
  case overCurrentContext = 6
}

/// How a presented view comes and goes without an animation of one's own.
public enum UIModalTransitionStyle: Int, Sendable {
  /// It slides in from below.
  case coverVertical
  /// As `crossDissolve`, for now.
  case flipHorizontal
  /// It fades in.
  case crossDissolve
  /// As `crossDissolve`.
  case partialCurl
}

/// Which of a transition's two controllers.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  /// The key's name.
  public let rawValue: String
  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The one that is seen at the begin.
  public static let from = UITransitionContextViewControllerKey(rawValue: "from")
  /// The one that is seen at the end.
  public static let to = UITransitionContextViewControllerKey(rawValue: "to")
}

/// Which of a transition's two views.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  /// The key's name.
  public let rawValue: String
  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The one that leaves the window; none where it stays below.
  public static let from = UITransitionContextViewKey(rawValue: "from")
  /// The one that comes into the window; none where it is there already.
  public static let to = UITransitionContextViewKey(rawValue: "to")
}

/// What an animation of a transition is told, and tells.
@preconcurrency @MainActor
public protocol UIViewControllerContextTransitioning: AnyObject {
  /// The view in which it takes place; add the one that comes.
  var containerView: UIView { get }
  /// Whether it is to be seen at all.
  var isAnimated: Bool { get }
  /// Whether a gesture drives it: never.
  var isInteractive: Bool { get }
  /// Whether it was given up.
  var transitionWasCancelled: Bool { get }
  /// How much of the window the presented view covers.
  var presentationStyle: UIModalPresentationStyle { get }
  /// Has to be called when the animation is over; false takes everything back.
  func completeTransition(_ didComplete: Bool)
  /// Returns one of the controllers.
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  /// Returns one of the views, if it comes or goes.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  /// Where a controller's view is at the begin; zero where it is not seen.
  func initialFrame(for viewController: UIViewController) -> CGRect
  /// Where a controller's view has to be at the end; zero where it is not seen.
  func finalFrame(for viewController: UIViewController) -> CGRect
}

/// The animation of a transition.
@preconcurrency @MainActor
public protocol UIViewControllerAnimatedTransitioning: AnyObject {
  /// Returns how long it lasts, in seconds.
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval
  /// Animates, and then calls the context's `completeTransition(_:)`.
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
  /// The transition is over.
  func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
  /// Does nothing.
  public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Gives the animations with which a controller is presented and dismissed.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: AnyObject {
  /// Returns the animation of coming; nil, for the system's, unless implemented.
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns the animation of going; nil, for the system's, unless implemented.
  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
}

extension UIViewControllerTransitioningDelegate {
  /// The system's.
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController,
    source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  /// The system's.
  public func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
}
