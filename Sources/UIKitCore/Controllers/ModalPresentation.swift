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
  private let container: UIView
  /// The presenting view's superview, while the view is out of the window.
  private weak var oldSuperview: UIView?
  private var oldIndex = 0
  private var transition: ModalTransition?

  init(of presented: UIViewController, by presenting: UIViewController, in window: UIWindow) {
    self.presented = presented
    self.presenting = presenting
    container = UIView(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    presented.presentingViewController = presenting
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
    let animator = presented.transitioningDelegate?.animationController(
      forPresented: presented, presenting: presenting, source: presenting)
    run(from: presenting, to: presented, animated, animator) { [self] didComplete in
      if didComplete {
        if presented.view.superview == nil { container.addSubview(presented.view) }
        if replaces { removePresenting() }
      } else {
        leave()
      }
      completion?()
    }
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
    let animator = presented.transitioningDelegate?.animationController(forDismissed: presented)
    run(from: presented, to: presenting, animated, animator) { [self] didComplete in
      if didComplete { leave() } else if replaces { removePresenting() }
      completion?()
    }
  }

  private func leave() {
    presented.viewIfLoaded?.removeFromSuperview()
    container.removeFromSuperview()
    presented.presentingViewController = nil
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
    finish: @escaping (Bool) -> Void
  ) {
    let isPresenting = to === presented
    let reported = replaces ? [from, to] : [presented]
    for controller in reported { controller.isInTransition = true }
    if reported.contains(from) { from.willDisappear(animated: animated) }
    if reported.contains(to) { to.willAppear(animated: animated) }
    let frame = container.bounds
    if isPresenting { presented.view.frame = frame }
    let animator =
      animator ?? StandardAnimator(presented.modalTransitionStyle, isPresenting: isPresenting)
    let transition = ModalTransition(
      container: container, from: from, to: to,
      views: (
        isPresenting && !replaces ? nil : from.view, isPresenting || replaces ? to.view : nil
      ),
      style: presented.modalPresentationStyle, frame: frame)
    self.transition = transition
    transition.isAnimated = animated
    transition.completion = { [self] didComplete in
      self.transition = nil
      finish(didComplete)
      if reported.contains(from) {
        if didComplete { from.didDisappear(animated: animated) }
      }
      if reported.contains(to) {
        if didComplete { to.didAppear(animated: animated) }
      }
      for controller in reported { controller.isInTransition = false }
      if !didComplete, isPresenting {
        to.didAppear(animated: false)
        to.disappear()
      }
      if animated { animator.animationEnded(didComplete) }
    }
    guard animated, UIView.areAnimationsEnabled else {
      transition.completeTransition(true)
      return
    }
    animator.animateTransition(using: transition)
  }
}

/// One presentation or dismissal.
@MainActor
final class ModalTransition: UIViewControllerContextTransitioning {
  let containerView: UIView
  var isAnimated = true
  let presentationStyle: UIModalPresentationStyle
  private(set) var transitionWasCancelled = false
  private let controllers: (from: UIViewController, to: UIViewController)
  private let views: (from: UIView?, to: UIView?)
  private let frame: CGRect
  /// Called once, with whether the transition completed.
  var completion: ((Bool) -> Void)?

  init(
    container: UIView, from: UIViewController, to: UIViewController,
    views: (from: UIView?, to: UIView?), style: UIModalPresentationStyle, frame: CGRect
  ) {
    containerView = container
    controllers = (from, to)
    self.views = views
    presentationStyle = style
    self.frame = frame
  }

  var isInteractive: Bool { false }

  func completeTransition(_ didComplete: Bool) {
    guard let completion else { return }
    self.completion = nil
    transitionWasCancelled = !didComplete
    completion(didComplete)
  }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    switch key {
    case .from: controllers.from
    case .to: controllers.to
    default: nil
    }
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    switch key {
    case .from: views.from
    case .to: views.to
    default: nil
    }
  }

  func initialFrame(for viewController: UIViewController) -> CGRect {
    viewController === controllers.from ? viewController.view.frame : .zero
  }

  func finalFrame(for viewController: UIViewController) -> CGRect {
    viewController === controllers.to ? frame : .zero
  }
}

/// The default animations.
@MainActor
private final class StandardAnimator: UIViewControllerAnimatedTransitioning {
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
