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

/// The drag from the left edge that goes back; from the right one where the layout runs from right to left.
@MainActor
final class NavigationPopGesture: UIGestureRecognizerDelegate {
  /// The time to which a released drag is projected, in seconds.
  private static let projection: CGFloat = 0.25

  private unowned let controller: UINavigationController
  private let pan = UIScreenEdgePanGestureRecognizer()
  private var interaction: UIPercentDrivenInteractiveTransition?

  var recognizer: UIGestureRecognizer { pan }

  init(_ controller: UINavigationController) {
    self.controller = controller
    followDirection()
    pan.delegate = self
    pan.addHandler { [weak self] _ in self?.panDidChange() }
  }

  /// Takes the edge from which the controller's view leads back.
  func followDirection() {
    let isMirrored = controller.viewIfLoaded?.isMirrored ?? ProgramDirection.isFromRight
    pan.edges = isMirrored ? .right : .left
  }

  /// 1, or -1 where back is to the left.
  private var side: CGFloat { controller.view.isMirrored ? -1 : 1 }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard controller.stack.count > 1, controller.transition == nil, !controller.barIsHidden else {
      return false
    }
    return controller.topViewController?.navigationItem.showsBackButton ?? false
  }

  private func panDidChange() {
    switch pan.state {
    case .began: begin()
    case .changed: interaction?.update(fraction)
    case .ended: end(velocity: side * pan.velocity(in: nil).x)
    case .cancelled: end(velocity: -.infinity)
    case .possible, .failed: break
    }
  }

  private var width: CGFloat { max(controller.view.bounds.width, 1) }

  private var fraction: CGFloat { min(max(side * pan.translation(in: nil).x / width, 0), 1) }

  private func begin() {
    // A program's own delegate may allow more.
    guard controller.stack.count > 1, controller.transition == nil else { return }
    let interaction = UIPercentDrivenInteractiveTransition()
    self.interaction = interaction
    controller.nextInteractor = interaction
    controller.popViewController(animated: true)
    interaction.update(fraction)
  }

  /// Finishes when the drag, continued at its velocity for a moment, passes the middle.
  private func end(velocity: CGFloat) {
    guard let interaction else { return }
    self.interaction = nil
    let part = interaction.percentComplete
    let finishes = part + velocity / width * Self.projection > 0.5
    // The rest takes as long as at the finger's velocity, within limits.
    let rest = finishes ? 1 - part : part
    let speed = abs(velocity) / width
    if rest > 0, speed.isFinite {
      let seconds = min(max(rest / max(speed, 0.01), 0.08), NavigationAnimator.duration)
      interaction.completionSpeed = max(rest * NavigationAnimator.duration / seconds, 0.01)
    }
    interaction.completionCurve = .easeOut
    finishes ? interaction.finish() : interaction.cancel()
  }
}
