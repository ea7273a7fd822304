// SwipeBackNavigationController.swift
// Going back by a swipe from the edge: an interactive transition of a navigation controller's delegate.
//
// SPDX-License-Identifier: MIT

import UIKit

class SwipeBackNavigationController: UINavigationController {

  private var interaction: UIPercentDrivenInteractiveTransition?
  private(set) lazy var edgePan: UIScreenEdgePanGestureRecognizer = {
    let recognizer = UIScreenEdgePanGestureRecognizer(
      target: self, action: #selector(SwipeBackNavigationController.handleEdgePan(_:)))
    recognizer.edges = UIRectEdge.left
    return recognizer
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    delegate = self
    interactivePopGestureRecognizer?.isEnabled = false
    view.addGestureRecognizer(edgePan)
  }

  @objc func handleEdgePan(_ recognizer: UIScreenEdgePanGestureRecognizer) {
    let percent = recognizer.translation(in: view).x / view.bounds.size.width
    switch recognizer.state {
    case .began:
      interaction = UIPercentDrivenInteractiveTransition()
      popViewController(animated: true)
    case .changed:
      interaction?.update(percent)
    case .ended, .cancelled:
      if percent > 0.5 || recognizer.velocity(in: view).x > 600 {
        interaction?.finish()
      } else {
        interaction?.cancel()
      }
      interaction = nil
    default:
      break
    }
  }
}

extension SwipeBackNavigationController: UINavigationControllerDelegate {

  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    return operation == .pop ? SlideBackAnimator() : nil
  }

  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: UIViewControllerAnimatedTransitioning
  ) -> UIViewControllerInteractiveTransitioning? {
    return animationController is SlideBackAnimator ? interaction : nil
  }
}

class SlideBackAnimator: NSObject, UIViewControllerAnimatedTransitioning {

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?)
    -> TimeInterval
  {
    return 0.4
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    guard let fromView = transitionContext.view(forKey: .from),
      let toView = transitionContext.view(forKey: .to),
      let toVC = transitionContext.viewController(forKey: .to)
    else { return }
    let container = transitionContext.containerView
    let width = container.frame.size.width
    toView.frame = transitionContext.finalFrame(for: toVC)
    container.insertSubview(toView, belowSubview: fromView)
    toView.transform = CGAffineTransform(scaleX: 0.9, y: 0.9)
    fromView.layer.shadowOpacity = 0.5
    fromView.layer.shadowRadius = 8
    UIView.animate(
      withDuration: transitionDuration(using: transitionContext), delay: 0, options: .curveLinear,
      animations: {
        fromView.transform = CGAffineTransform(translationX: width, y: 0)
        toView.transform = .identity
      },
      completion: { _ in
        fromView.transform = .identity
        toView.transform = .identity
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      })
  }
}
