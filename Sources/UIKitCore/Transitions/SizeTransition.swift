// SizeTransition.swift
// The change of a window's size, as a transition that controllers may add changes to.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The change of a window's size.
///
/// A user drags a window's edge with the pointer: what is added alongside is done at once, with the layout of the new
/// size, and does not animate.
@MainActor
final class SizeTransition: UIViewControllerTransitionCoordinator {
  private typealias Handler = @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void

  let containerView: UIView
  private weak var root: UIViewController?
  private var alongside: [Handler] = []
  private var completions: [Handler] = []
  private var isComplete = false

  init(of window: UIWindow) {
    containerView = window
    root = window.rootViewController
  }

  /// Makes the changes, then runs the completions. The window has its new size.
  func complete() {
    isComplete = true
    // Changes may add others.
    for handler in alongside { handler(self) }
    containerView.layoutIfNeeded()
    for handler in completions { handler(self) }
    (alongside, completions) = ([], [])
  }

  func animate(
    alongsideTransition animation: (
      @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    guard !isComplete else { return false }
    if let animation { alongside.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  func animateAlongsideTransition(
    in view: UIView?,
    animation: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: completion)
  }

  // No gesture drives it.
  func notifyWhenInteractionChanges(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {}
  func notifyWhenInteractionEnds(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {}

  var isAnimated: Bool { false }
  var presentationStyle: UIModalPresentationStyle { .none }
  var initiallyInteractive: Bool { false }
  var isInterruptible: Bool { false }
  var isInteractive: Bool { false }
  var isCancelled: Bool { false }
  var transitionDuration: TimeInterval { 0 }
  var percentComplete: CGFloat { 0 }
  var completionVelocity: CGFloat { 1 }
  var completionCurve: UIView.AnimationCurve { .easeInOut }
  var targetTransform: CGAffineTransform { .identity }
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    root
  }
  func view(forKey key: UITransitionContextViewKey) -> UIView? { root?.viewIfLoaded }
}
