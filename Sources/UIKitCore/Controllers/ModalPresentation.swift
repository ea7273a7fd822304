// ModalPresentation.swift
// A modal presentation: adds and removes the view, runs the transitions, and reports appearance.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The presentation of a controller, until its dismissal.
@MainActor
final class ModalPresentation {
  let presented: UIViewController
  private weak var presenting: UIViewController?
  private weak var source: UIViewController?
  private let container: UIView
  /// The presenting view's superview, while the view is out of the window.
  private weak var oldSuperview: UIView?
  private var oldIndex = 0
  private var transition: ControllerTransition?

  init(
    of presented: UIViewController, by presenting: UIViewController, source: UIViewController,
    in window: UIWindow
  ) {
    self.presented = presented
    self.presenting = presenting
    self.source = source
    container = UIView(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    presented.ownPresenting = presenting
    window.addSubview(container)
  }

  /// Whether the presenting view leaves the window during the presentation.
  private var replaces: Bool {
    presented.modalPresentationStyle == .fullScreen
      || presented.modalPresentationStyle == .currentContext
  }

  // MARK: Transitions

  func begin(animated: Bool, _ completion: (() -> Void)?) {
    guard let presenting else { return }
    let delegate = animated ? presented.transitioningDelegate : nil
    let animator = delegate?.animationController(
      forPresented: presented, presenting: presenting, source: source ?? presenting)
    let interactor = animator.flatMap { delegate?.interactionControllerForPresentation(using: $0) }
    run(
      from: presenting, to: presented, animated, animator, interactor,
      finish: { [self] didComplete in
        if didComplete {
          if presented.view.superview == nil { container.addSubview(presented.view) }
          if replaces { removePresenting() }
        } else {
          leave()
        }
      }, completion: completion)
  }

  func end(animated: Bool, _ completion: (() -> Void)?) {
    // A transition in progress is completed first.
    transition?.completeTransition(true)
    guard let presenting, presenting.presentation === self else {
      // The dismissal was already in progress, and is complete now.
      completion?()
      return
    }
    // Presentations on top are dismissed with it.
    if let next = presented.presentation { next.end(animated: false, nil) }
    if replaces { restorePresenting() }
    let delegate = animated ? presented.transitioningDelegate : nil
    let animator = delegate?.animationController(forDismissed: presented)
    let interactor = animator.flatMap { delegate?.interactionControllerForDismissal(using: $0) }
    run(
      from: presented, to: presenting, animated, animator, interactor,
      finish: { [self] didComplete in
        if didComplete {
          leave()
        } else {
          // The animation may have taken the view out of the container.
          if presented.view.superview == nil { container.addSubview(presented.view) }
          if replaces { removePresenting() }
        }
      }, completion: completion)
  }

  private func leave() {
    presented.viewIfLoaded?.removeFromSuperview()
    container.removeFromSuperview()
    presented.ownPresenting = nil
    presenting?.presentation = nil
  }

  private func removePresenting() {
    guard let view = presenting?.viewIfLoaded, let superview = view.superview else { return }
    oldSuperview = superview
    oldIndex = superview.subviews.firstIndex(of: view) ?? 0
    view.removeFromSuperview()
  }

  private func restorePresenting() {
    guard let presenting, let view = presenting.viewIfLoaded, view.superview == nil,
      let oldSuperview
    else { return }
    view.frame = oldSuperview.bounds
    presenting.isInTransition = true
    oldSuperview.insertSubview(view, at: oldIndex)
  }

  private func run(
    from: UIViewController, to: UIViewController, _ animated: Bool,
    _ animator: (any UIViewControllerAnimatedTransitioning)?,
    _ interactor: (any UIViewControllerInteractiveTransitioning)?,
    finish: @escaping (Bool) -> Void, completion: (() -> Void)?
  ) {
    let isPresenting = to === presented
    let reported = replaces ? [from, to] : [presented]
    for controller in reported { controller.isInTransition = true }
    let frame = container.bounds
    // A view that returns may have been laid out for another size.
    if isPresenting {
      presented.view.frame = frame
      presented.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
    let animator =
      animator ?? ModalAnimator(presented.modalTransitionStyle, isPresenting: isPresenting)
    let transition = ControllerTransition(
      isPresenting ? .presentation : .dismissal, in: container,
      from: ControllerTransition.Side(
        controller: from, view: isPresenting && !replaces ? nil : from.view,
        initialFrame: from.view.frame),
      to: ControllerTransition.Side(
        controller: to, view: isPresenting || replaces ? to.view : nil, finalFrame: frame),
      style: presented.modalPresentationStyle, animator: animator, interactor: interactor)
    self.transition = transition
    let isAnimated = animated && UIView.areAnimationsEnabled
    if isAnimated { transition.prepare() }
    if reported.contains(from) { from.willDisappear(animated: animated) }
    if reported.contains(to) { to.willAppear(animated: animated) }
    transition.completion = { [self] didComplete in
      self.transition = nil
      finish(didComplete)
      // Without effect on one whose appearance is not reported.
      let (gone, shown) = didComplete ? (from, to) : (to, from)
      if !didComplete {
        if reported.contains(gone) { gone.willDisappear(animated: animated) }
        if reported.contains(shown) { shown.willAppear(animated: animated) }
      }
      if reported.contains(gone) { gone.didDisappear(animated: animated) }
      if reported.contains(shown) { shown.didAppear(animated: animated) }
      for controller in reported { controller.isInTransition = false }
      completion?()
    }
    guard isAnimated else {
      transition.completeTransition(true, notifiesAnimator: false)
      return
    }
    transition.start()
  }
}

/// The default animations.
@MainActor
private final class ModalAnimator: UIViewControllerAnimatedTransitioning {
  private let style: UIModalTransitionStyle
  private let isPresenting: Bool

  init(_ style: UIModalTransitionStyle, isPresenting: Bool) {
    self.style = style
    self.isPresenting = isPresenting
  }

  func transitionDuration(
    using context: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.4 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
    guard let view = context.viewController(forKey: key)?.view else {
      context.completeTransition(true)
      return
    }
    if isPresenting { context.containerView.addSubview(view) }
    let change = {
      if self.style == .coverVertical {
        view.transform = CGAffineTransform(
          translationX: 0, y: context.containerView.bounds.height)
      } else {
        view.alpha = 0
      }
    }
    let undo = {
      view.transform = .identity
      view.alpha = 1
    }
    if isPresenting { UIView.performWithoutAnimation(change) }
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0, options: .curveEaseInOut,
      animations: isPresenting ? undo : change,
      completion: { _ in
        context.completeTransition(true)
        // The view is restored for its next presentation.
        if !self.isPresenting { undo() }
      })
  }
}
