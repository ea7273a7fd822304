// NavigationAnimator.swift
// The default push and pop: the upper view slides over the lower one, which moves a third of the way and is dimmed.
// In a navigation controller's view from right to left, it comes from the left.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The default animation of a navigation controller.
@MainActor
final class NavigationAnimator: UIViewControllerAnimatedTransitioning {
  /// The part of the width that the lower view moves.
  static let parallax: CGFloat = 1 / 3
  /// Seconds of a push and a pop, and of the bar's change with them.
  static let duration: TimeInterval = 0.35
  /// The opacity of the black over the lower view.
  static let dimming: CGFloat = 0.1
  private static let shadowWidth: CGFloat = 10

  private let isPush: Bool
  private let isMirrored: Bool

  init(isPush: Bool, isMirrored: Bool = false) {
    (self.isPush, self.isMirrored) = (isPush, isMirrored)
  }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { Self.duration }

  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    guard let from = context.view(forKey: .from), let to = context.view(forKey: .to),
      let target = context.viewController(forKey: .to)
    else {
      context.completeTransition(true)
      return
    }
    let container = context.containerView
    let frame = context.finalFrame(for: target)
    let old = from.frame
    let (upper, lower) = isPush ? (to, from) : (from, to)
    let dim = UIView(frame: isPush ? old : frame)
    let shadow = makeShadow(height: container.bounds.height)
    let side: CGFloat = isMirrored ? -1 : 1
    let lowerAside = (isPush ? old : frame).offsetBy(dx: -side * frame.width * Self.parallax, dy: 0)
    let upperAside = (isPush ? frame : old).offsetBy(dx: side * container.bounds.width, dy: 0)
    func placeShadow() {
      shadow.frame.origin.x =
        isMirrored ? upper.frame.maxX : upper.frame.minX - Self.shadowWidth
    }
    UIView.performWithoutAnimation {
      // Before it is added, so that its safe area changes once.
      to.frame = frame
      container.addSubview(lower)
      container.addSubview(dim)
      container.addSubview(shadow)
      container.addSubview(upper)
      to.layoutIfNeeded()
      to.frame = isPush ? upperAside : lowerAside
      dim.backgroundColor = .black
      dim.alpha = isPush ? 0 : Self.dimming
      dim.frame = lower.frame
      placeShadow()
    }
    UIView.animate(
      withDuration: transitionDuration(using: context), delay: 0,
      options: context.isInteractive ? .curveLinear : .curveEaseInOut,
      animations: { [isPush] in
        to.frame = frame
        from.frame = isPush ? lowerAside : upperAside
        dim.frame = lower.frame
        dim.alpha = isPush ? Self.dimming : 0
        placeShadow()
      },
      completion: { _ in
        dim.removeFromSuperview()
        shadow.removeFromSuperview()
        from.frame = old
        context.completeTransition(!context.transitionWasCancelled)
      })
  }

  /// The shadow at the edge of the upper view.
  private func makeShadow(height: CGFloat) -> UIView {
    let view = GradientView(frame: CGRect(x: 0, y: 0, width: Self.shadowWidth, height: height))
    view.isUserInteractionEnabled = false
    guard let gradient = view.layer as? CAGradientLayer else { return view }
    gradient.colors = [
      UIColor(white: 0, alpha: 0).cgColor, UIColor(white: 0, alpha: 0.18).cgColor,
    ]
    gradient.startPoint = CGPoint(x: isMirrored ? 1 : 0, y: 0.5)
    gradient.endPoint = CGPoint(x: isMirrored ? 0 : 1, y: 0.5)
    return view
  }
}

/// A view with a gradient.
private final class GradientView: UIView {
  override class var layerClass: AnyClass { CAGradientLayer.self }
}
