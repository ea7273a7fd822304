// UINavigationController+Transitions.swift
// Changes of a navigation controller's stack, with their transitions and callbacks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UINavigationController {
  /// A change of the stack.
  private struct StackChange {
    let old: [UIViewController]
    let new: [UIViewController]
    let operation: Operation
    let barWasHidden: Bool

    var added: [UIViewController] { new.filter { some in !old.contains { $0 === some } } }
    var removed: [UIViewController] { old.filter { some in !new.contains { $0 === some } } }
  }

  /// Replaces the stack.
  final func change(
    to new: [UIViewController], _ operation: Operation, animated: Bool
  ) {
    // A transition in progress is completed first.
    if let transition { transition.completeTransition(!transition.transitionWasCancelled) }
    let interactor = nextInteractor
    nextInteractor = nil
    let change = StackChange(
      old: stack, new: new, operation: operation, barWasHidden: barIsHidden)
    begin(change)
    let (from, to) = (change.old.last, change.new.last)
    guard let from, let to, from !== to, isViewLoaded, view.window != nil, isShown else {
      showWithoutTransition(change)
      return
    }
    run(change, from: from, to: to, animated: animated && UIView.areAnimationsEnabled, interactor)
  }

  private func begin(_ change: StackChange) {
    for controller in change.removed {
      controller.willMove(toParent: nil)
      controller.isMovingFromParent = true
    }
    for controller in change.added {
      addChild(controller)
      controller.isMovingToParent = true
    }
    stack = change.new
    sortChildren(as: stack)
  }

  /// Makes the changes of parents final.
  private func settle(_ change: StackChange, didComplete: Bool) {
    for controller in change.removed { controller.isMovingFromParent = false }
    for controller in change.added { controller.isMovingToParent = false }
    if didComplete {
      for controller in change.removed { controller.removeFromParent() }
      for controller in change.added { controller.didMove(toParent: self) }
    } else {
      for controller in change.added {
        controller.willMove(toParent: nil)
        controller.removeFromParent()
      }
      sortChildren(as: stack)
    }
  }

  private func showWithoutTransition(_ change: StackChange) {
    for controller in change.removed { controller.viewIfLoaded?.removeFromSuperview() }
    settle(change, didComplete: true)
    navigationBar.items = stack.map(\.navigationItem)
    showTop()
  }

  // MARK: Transitions

  private func run(
    _ change: StackChange, from: UIViewController, to: UIViewController, animated: Bool,
    _ interactor: UIPercentDrivenInteractiveTransition?
  ) {
    let custom =
      animated
      ? delegate?.navigationController(
        self, animationControllerFor: change.operation, from: from, to: to) : nil
    let animator =
      custom
      ?? NavigationAnimator(
        isPush: change.operation == .push, isMirrored: view.isMirrored)
    let driver: (any UIViewControllerInteractiveTransitioning)? =
      custom.map { delegate?.navigationController(self, interactionControllerFor: $0) }
      ?? interactor
    layOutContents()
    let transition = ControllerTransition(
      .navigation, in: content,
      from: ControllerTransition.Side(
        controller: from, view: from.view, initialFrame: from.view.frame),
      to: ControllerTransition.Side(controller: to, view: to.view), animator: animator,
      interactor: driver)
    self.transition = transition
    for controller in [from, to] { controller.isInTransition = true }
    transition.completion = { [weak self] didComplete in
      self?.end(change, from: from, to: to, animated: animated, didComplete: didComplete)
    }
    if animated {
      transition.prepare()
      currentTransition = transition
    }
    from.willDisappear(animated: animated)
    to.willAppear(animated: animated)
    // A callback may have begun another change.
    guard self.transition === transition else { return }
    delegate?.navigationController(self, willShow: to, animated: animated)
    guard self.transition === transition else { return }
    transition.to.finalFrame = contentFrame(for: to)
    let barChange = navigationBar.beginChange(
      to: stack.map(\.navigationItem), isPush: change.operation == .push)
    barChangeInProgress = barChange
    showToolbarItems(animated: animated)
    guard animated else {
      UIView.performWithoutAnimation(barChange.animations)
      transition.completeTransition(true, notifiesAnimator: false)
      return
    }
    transition.animate(alongsideTransition: { _ in barChange.animations() })
    transition.start()
  }

  private func end(
    _ change: StackChange, from: UIViewController, to: UIViewController, animated: Bool,
    didComplete: Bool
  ) {
    if currentTransition === transition { currentTransition = nil }
    transition = nil
    if !didComplete {
      stack = change.old
      barIsHidden = change.barWasHidden
    }
    barChangeInProgress?.end(didComplete)
    barChangeInProgress = nil
    showTop()
    for controller in [from, to] where controller !== topViewController {
      controller.viewIfLoaded?.removeFromSuperview()
    }
    let (gone, shown) = didComplete ? (from, to) : (to, from)
    if !didComplete {
      gone.willDisappear(animated: animated)
      shown.willAppear(animated: animated)
    }
    gone.didDisappear(animated: animated)
    shown.didAppear(animated: animated)
    for controller in [from, to] { controller.isInTransition = false }
    settle(change, didComplete: didComplete)
    updateBarVisibility()
    if didComplete { delegate?.navigationController(self, didShow: to, animated: animated) }
  }
}
