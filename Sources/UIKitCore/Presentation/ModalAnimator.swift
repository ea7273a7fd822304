// ModalAnimator.swift
// The system's animations of presentation and dismissal.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The animations by a controller's `modalTransitionStyle`.
@MainActor
final class ModalAnimator: UIViewControllerAnimatedTransitioning {
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
    let controller = context.viewController(forKey: key)
    guard let view = context.view(forKey: isPresenting ? .to : .from) ?? controller?.view else {
      context.completeTransition(true)
      return
    }
    if isPresenting { context.containerView.addSubview(view) }
    let distance = context.containerView.bounds.height - Self.restingFrame(of: view).minY
    let change = {
      if self.style == .coverVertical {
        view.transform = CGAffineTransform(translationX: 0, y: distance)
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
        context.completeTransition(!context.transitionWasCancelled)
        // The view is restored for its next presentation.
        if !self.isPresenting { undo() }
      })
  }

  /// The frame of a view without its transform, which a drag may have set.
  private static func restingFrame(of view: UIView) -> CGRect {
    CGRect(
      x: view.center.x - view.bounds.width / 2, y: view.center.y - view.bounds.height / 2,
      width: view.bounds.width, height: view.bounds.height)
  }
}

/// The animations of an alert: it grows smaller and fades in, and fades out.
@MainActor
final class AlertAnimator: UIViewControllerAnimatedTransitioning {
  private let isPresenting: Bool

  init(isPresenting: Bool) { self.isPresenting = isPresenting }

  func transitionDuration(
    using context: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.25 }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let view = context.view(forKey: isPresenting ? .to : .from) else {
      context.completeTransition(true)
      return
    }
    if isPresenting {
      context.containerView.addSubview(view)
      UIView.performWithoutAnimation {
        view.alpha = 0
        view.transform = CGAffineTransform(scaleX: 1.2, y: 1.2)
      }
    }
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0, options: .curveEaseOut,
      animations: {
        view.alpha = self.isPresenting ? 1 : 0
        view.transform = .identity
      },
      completion: { _ in
        context.completeTransition(true)
        view.alpha = 1
      })
  }
}
