// CardTransition.swift
// A card that slides up over its presenter, and is dragged down to be dismissed.
//
// SPDX-License-Identifier: MIT

import UIKit

class CardAnimator: NSObject, UIViewControllerAnimatedTransitioning {

  let isPresenting: Bool

  init(isPresenting: Bool) {
    self.isPresenting = isPresenting
    super.init()
  }

  func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?)
    -> TimeInterval
  {
    return 0.5
  }

  func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
    let containerView = transitionContext.containerView
    let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
    guard let card = transitionContext.viewController(forKey: key) else {
      return transitionContext.completeTransition(false)
    }
    let shown = CGRect(x: 20, y: 120, width: containerView.bounds.width - 40, height: 280)
    let away = shown.offsetBy(dx: 0, dy: containerView.bounds.height - shown.minY)
    if isPresenting {
      containerView.addSubview(card.view)
      card.view.frame = away
    }
    UIView.animate(
      withDuration: transitionDuration(using: transitionContext), delay: 0,
      options: .curveEaseInOut,
      animations: {
        card.view.frame = self.isPresenting ? shown : away
        containerView.backgroundColor = UIColor(white: 0, alpha: self.isPresenting ? 0.4 : 0)
      },
      completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      })
  }
}

class CardInteractor: UIPercentDrivenInteractiveTransition {
  var hasStarted = false
  var shouldFinish = false
}

class CardViewController: UIViewController {

  var interactor: CardInteractor? = nil

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.98, green: 0.96, blue: 0.9, alpha: 1)
    view.layer.cornerRadius = 16
    view.layer.shadowOpacity = 0.3
    view.layer.shadowRadius = 12
    let label = UILabel(frame: CGRect(x: 20, y: 20, width: 200, height: 30))
    label.text = "Drag me down"
    view.addSubview(label)
    view.addGestureRecognizer(
      UIPanGestureRecognizer(target: self, action: #selector(handleGesture(_:))))
  }

  @IBAction func handleGesture(_ sender: UIPanGestureRecognizer) {
    let percentThreshold: CGFloat = 0.3
    let translation = sender.translation(in: view.superview)
    let verticalMovement = translation.y / view.bounds.height
    let downwardMovement = fmaxf(Float(verticalMovement), 0.0)
    let downwardMovementPercent = fminf(downwardMovement, 1.0)
    let progress = CGFloat(downwardMovementPercent)

    guard let interactor = interactor else { return }

    switch sender.state {
    case .began:
      interactor.hasStarted = true
      dismiss(animated: true, completion: nil)
    case .changed:
      interactor.shouldFinish = progress > percentThreshold
      interactor.update(progress)
    case .cancelled:
      interactor.hasStarted = false
      interactor.cancel()
    case .ended:
      interactor.hasStarted = false
      interactor.shouldFinish ? interactor.finish() : interactor.cancel()
    default:
      break
    }
  }
}

class CardPresentingViewController: UIViewController {

  let interactor = CardInteractor()
  let button = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    button.setTitle("Show the card", for: .normal)
    button.frame = CGRect(x: 60, y: 100, width: 200, height: 44)
    button.addTarget(self, action: #selector(show as () -> Void), for: .touchUpInside)
    view.addSubview(button)
  }

  @objc func show() {
    let card = CardViewController()
    card.modalPresentationStyle = .custom
    card.transitioningDelegate = self
    card.interactor = interactor
    present(card, animated: true, completion: nil)
  }
}

extension CardPresentingViewController: UIViewControllerTransitioningDelegate {

  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> UIViewControllerAnimatedTransitioning? {
    return CardAnimator(isPresenting: true)
  }

  func animationController(forDismissed dismissed: UIViewController)
    -> UIViewControllerAnimatedTransitioning?
  {
    return CardAnimator(isPresenting: false)
  }

  func interactionControllerForDismissal(using animator: UIViewControllerAnimatedTransitioning)
    -> UIViewControllerInteractiveTransitioning?
  {
    return interactor.hasStarted ? interactor : nil
  }
}
