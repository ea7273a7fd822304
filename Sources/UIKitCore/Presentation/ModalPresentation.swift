// ModalPresentation.swift
// A modal presentation: adds and removes the view, runs the transitions, and reports appearance.
//
// This folder: presentations of controllers, their looks (`UIPresentationController`), sheets, popovers and
// alerts.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The presentation of a controller, until its dismissal.
@MainActor
final class ModalPresentation {
  let presented: UIViewController
  let controller: UIPresentationController
  private weak var presenting: UIViewController?
  private weak var source: UIViewController?
  private let container: PresentationContainer
  /// The presenting view's superview outside of transitions.
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
    controller = presented.makePresentationController(by: presenting, source: source)
    controller.setPresenting(presenting)
    container = PresentationContainer(frame: window.bounds)
    container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    container.controller = controller
    presented.ownPresenting = presenting
    window.addSubview(container)
    controller.setContainer(container)
  }

  /// Whether the presenting view leaves the window during the presentation.
  private var replaces: Bool { controller.shouldRemovePresentersView }

  private var presentedView: UIView { controller.presentedView ?? presented.view }

  // MARK: Transitions

  func begin(animated: Bool, _ completion: (() -> Void)?) {
    guard let presenting else { return }
    if replaces { rememberPlaceOfPresenting() }
    let delegate = animated ? presented.transitioningDelegate : nil
    let animator = delegate?.animationController(
      forPresented: presented, presenting: presenting, source: source ?? presenting)
    let interactor = animator.flatMap { delegate?.interactionControllerForPresentation(using: $0) }
    // Animations of a program move the controller's view, as on iOS.
    (controller as? UISheetPresentationController)?.usesOwnAnimations = animator != nil
    run(
      from: presenting, to: presented, animated, animator, interactor,
      finish: { [self] didComplete in
        if didComplete {
          if presentedView.superview == nil { container.addSubview(presentedView) }
          if replaces { removePresenting() }
          controller.presentationTransitionDidEnd(true)
        } else {
          controller.presentationTransitionDidEnd(false)
          if replaces { returnPresenting() }
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
        controller.dismissalTransitionDidEnd(didComplete)
        if didComplete {
          if replaces { returnPresenting() }
          leave()
        } else {
          // The animation may have taken the view out of the container.
          if presentedView.superview == nil { container.addSubview(presentedView) }
          if replaces { removePresenting() }
        }
      }, completion: completion)
  }

  private func leave() {
    // A subclass's wrapper, which may be gone, is not made anew.
    presented.viewIfLoaded?.removeFromSuperview()
    container.removeFromSuperview()
    for view in container.subviews { view.removeFromSuperview() }
    controller.setContainer(nil)
    presented.ownPresenting = nil
    presenting?.presentation = nil
  }

  private func rememberPlaceOfPresenting() {
    guard let view = presenting?.viewIfLoaded, let superview = view.superview else { return }
    oldSuperview = superview
    oldIndex = superview.subviews.firstIndex(of: view) ?? 0
  }

  private func removePresenting() { presenting?.viewIfLoaded?.removeFromSuperview() }

  private func restorePresenting() {
    guard let presenting, presenting.viewIfLoaded?.superview == nil else { return }
    presenting.isInTransition = true
    returnPresenting()
  }

  /// Puts the presenting view back where it was: an animation may have moved it into the container.
  private func returnPresenting() {
    guard let view = presenting?.viewIfLoaded, let oldSuperview, view.superview !== oldSuperview
    else { return }
    view.frame = oldSuperview.bounds
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
    let animator =
      animator ?? controller.makeAnimator(isPresenting: isPresenting)
      ?? ModalAnimator(presented.modalTransitionStyle, isPresenting: isPresenting)
    let transition = makeTransition(
      from: from, to: to, isPresenting: isPresenting, animator, interactor)
    self.transition = transition
    let isAnimated = animated && UIView.areAnimationsEnabled
    if isAnimated { transition.prepare() }
    // From here on the coordinator takes animations alongside.
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
    notifyController(isPresenting: isPresenting)
    if isPresenting { place(in: transition) }
    if reported.contains(from) { from.willDisappear(animated: animated) }
    if reported.contains(to) { to.willAppear(animated: animated) }
    guard isAnimated else {
      transition.completeTransition(true, notifiesAnimator: false)
      return
    }
    transition.start()
  }

  private func makeTransition(
    from: UIViewController, to: UIViewController, isPresenting: Bool,
    _ animator: any UIViewControllerAnimatedTransitioning,
    _ interactor: (any UIViewControllerInteractiveTransitioning)?
  ) -> ControllerTransition {
    let fromView: UIView = isPresenting ? from.view : presentedView
    let toView: UIView? = isPresenting ? presentedView : replaces ? to.view : nil
    return ControllerTransition(
      isPresenting ? .presentation : .dismissal, in: container,
      from: ControllerTransition.Side(
        controller: from, view: isPresenting && !replaces ? nil : fromView,
        initialFrame: fromView.frame),
      to: ControllerTransition.Side(controller: to, view: toView, finalFrame: container.bounds),
      style: presented.modalPresentationStyle, animator: animator, interactor: interactor)
  }

  private func notifyController(isPresenting: Bool) {
    if isPresenting {
      controller.delegate?.presentationController(
        controller, willPresentWithAdaptiveStyle: .none,
        transitionCoordinator: presented.transitionCoordinator)
      controller.presentationTransitionWillBegin()
    } else {
      controller.dismissalTransitionWillBegin()
    }
  }

  /// Gives the presented view its place. One that returns may have been laid out for another size.
  private func place(in transition: ControllerTransition) {
    let frame = controller.frameOfPresentedViewInContainerView
    presentedView.frame = frame
    if frame == container.bounds {
      presentedView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }
    transition.to.finalFrame = frame
  }
}
