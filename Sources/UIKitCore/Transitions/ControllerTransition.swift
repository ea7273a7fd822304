// ControllerTransition.swift
// One transition between two controllers: the context of its animation and of its gesture, and the coordinator of
// animations alongside.
//
// This folder: transitions between controllers, and their animations' time under a gesture (`TransitionRecorder`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One transition between two controllers. The owner, such as a navigation controller, changes the
/// hierarchy in ``completion``.
@MainActor
final class ControllerTransition: UIViewControllerContextTransitioning,
  UIViewControllerTransitionCoordinator
{
  /// What a transition does.
  enum Kind { case presentation, dismissal, navigation, tab }

  /// A controller at the start or the end of a transition.
  struct Side {
    let controller: UIViewController?
    /// The view, if it enters or leaves.
    let view: UIView?
    /// The frame of the view at the transition's start and end, in the container's coordinates.
    var initialFrame = CGRect.zero
    var finalFrame = CGRect.zero
  }

  private typealias Handler = @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void

  let kind: Kind
  let containerView: UIView
  let from: Side
  var to: Side
  let presentationStyle: UIModalPresentationStyle
  private let animator: any UIViewControllerAnimatedTransitioning
  private let interactor: (any UIViewControllerInteractiveTransitioning)?
  private let recorder: TransitionRecorder
  let isAnimated = true
  let transitionDuration: TimeInterval

  private(set) var transitionWasCancelled = false
  private(set) var isInteractive = false
  private(set) var initiallyInteractive = false
  private var didEndInteraction = false
  /// Whether no gesture has driven the transition yet.
  var playsByItself: Bool { !isInteractive && !didEndInteraction }
  private var fraction: CGFloat = 0

  /// The animator that is scrubbed instead of the container's time.
  private var driven: (any UIViewImplicitlyAnimating)?
  private var alongside: [Handler] = []
  private var didStart = false
  private var completions: [Handler] = []
  private var interactionHandlers: [Handler] = []
  /// Changes the hierarchy and reports appearance. Called once, with whether the transition completed.
  var completion: ((Bool) -> Void)?

  init(
    _ kind: Kind, in container: UIView, from: Side, to: Side,
    style: UIModalPresentationStyle = .none,
    animator: any UIViewControllerAnimatedTransitioning,
    interactor: (any UIViewControllerInteractiveTransitioning)?
  ) {
    self.kind = kind
    containerView = container
    (self.from, self.to) = (from, to)
    presentationStyle = style
    self.animator = animator
    self.interactor = interactor
    transitionDuration = animator.transitionDuration(using: nil)
    recorder = TransitionRecorder(container: container, duration: transitionDuration)
  }

  // MARK: Running

  /// Makes the controllers' `transitionCoordinator` this transition, before they report that they will
  /// appear.
  func prepare() {
    for side in [from, to] { side.controller?.currentTransition = self }
    // Known before the start, so that appearance callbacks can read it.
    isInteractive = interactor?.wantsInteractiveStart ?? false
    initiallyInteractive = isInteractive
  }

  /// Starts the animation, or hands it to the gesture.
  func start() {
    guard let interactor else {
      play()
      return
    }
    (interactor as? UIPercentDrivenInteractiveTransition)?.attach(self)
    if isInteractive {
      interactor.startInteractiveTransition(self)
      if !didStart { runAlongside() }
    } else {
      play()
    }
  }

  private func play() {
    recorder.record { animator.animateTransition(using: self) }
    runAlongside()
  }

  /// Starts the animation paused.
  func beginDriven(by interactor: UIPercentDrivenInteractiveTransition) {
    interactor.attach(self)
    let provided = animator.interruptibleAnimator(using: self)
    if provided is NoInterruptibleAnimator {
      recorder.hold(holdsContainer: true)
      recorder.record { animator.animateTransition(using: self) }
    } else {
      driven = provided
      recorder.hold(holdsContainer: false)
      provided.pauseAnimation()
    }
    runAlongside()
  }

  private func runAlongside() {
    didStart = true
    let handlers = alongside
    alongside = []
    for handler in handlers { run(handler) }
  }

  private func run(_ handler: @escaping Handler) {
    guard completion != nil else {
      handler(self)
      return
    }
    if isInteractive, !recorder.isHeld { recorder.hold(holdsContainer: false) }
    recorder.record {
      UIView.animate(
        withDuration: transitionDuration, delay: 0,
        options: [isInteractive ? .curveLinear : .curveEaseInOut, .allowUserInteraction],
        animations: { handler(self) })
    }
  }

  // MARK: Interaction

  var percentComplete: CGFloat { fraction }

  func updateInteractiveTransition(_ percentComplete: CGFloat) {
    guard isInteractive, completion != nil, !percentComplete.isNaN else { return }
    fraction = min(max(percentComplete, 0), 1)
    driven?.fractionComplete = fraction
    recorder.scrub(to: fraction)
  }

  func pauseInteractiveTransition() {
    guard !isInteractive, completion != nil else { return }
    let provided = animator.interruptibleAnimator(using: self)
    if provided is NoInterruptibleAnimator {
      recorder.hold(holdsContainer: true)
      fraction = recorder.fraction
    } else {
      driven = provided
      provided.pauseAnimation()
      fraction = provided.fractionComplete
      recorder.hold(holdsContainer: false)
    }
    isInteractive = true
    notifyInteractionChange()
  }

  func finishInteractiveTransition() { endInteraction(finishes: true) }

  func cancelInteractiveTransition() { endInteraction(finishes: false) }

  private func endInteraction(finishes: Bool) {
    guard isInteractive, completion != nil else { return }
    isInteractive = false
    didEndInteraction = true
    transitionWasCancelled = !finishes
    notifyInteractionChange()
    if let driven {
      let timing =
        (interactor as? UIPercentDrivenInteractiveTransition)?.timingCurve
        ?? UICubicTimingParameters(animationCurve: completionCurve)
      if !finishes { driven.isReversed.toggle() }
      driven.continueAnimation(
        withTimingParameters: timing,
        durationFactor: max(0.01, (finishes ? 1 - fraction : fraction) / completionVelocity))
    }
    recorder.run(toEnd: finishes, speed: completionVelocity, curve: completionCurve) {}
  }

  private func notifyInteractionChange() {
    for handler in interactionHandlers { handler(self) }
  }

  // MARK: Completion

  func completeTransition(_ didComplete: Bool) {
    completeTransition(didComplete, notifiesAnimator: true)
  }

  /// Completes the transition. An animator that was not used is not notified.
  func completeTransition(_ didComplete: Bool, notifiesAnimator: Bool) {
    guard let completion else { return }
    self.completion = nil
    recorder.end(isCancelled: transitionWasCancelled)
    transitionWasCancelled = !didComplete
    isInteractive = false
    for side in [from, to] where side.controller?.currentTransition === self {
      side.controller?.currentTransition = nil
    }
    // Added too late to be animated.
    for handler in alongside { handler(self) }
    alongside = []
    completion(didComplete)
    if notifiesAnimator { animator.animationEnded(didComplete) }
    let handlers = completions
    (completions, interactionHandlers) = ([], [])
    for handler in handlers { handler(self) }
  }

  // MARK: Context

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    switch key {
    case .from: from.controller
    case .to: to.controller
    default: nil
    }
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    switch key {
    case .from: from.view
    case .to: to.view
    default: nil
    }
  }

  func initialFrame(for viewController: UIViewController) -> CGRect {
    viewController === from.controller
      ? from.initialFrame : viewController === to.controller ? to.initialFrame : .zero
  }

  func finalFrame(for viewController: UIViewController) -> CGRect {
    viewController === to.controller
      ? to.finalFrame : viewController === from.controller ? from.finalFrame : .zero
  }

  // MARK: Coordinator

  var isInterruptible: Bool {
    !(animator.interruptibleAnimator(using: self) is NoInterruptibleAnimator)
  }
  var isCancelled: Bool { transitionWasCancelled }
  var completionVelocity: CGFloat { interactor?.completionSpeed ?? 1 }
  var completionCurve: UIView.AnimationCurve { interactor?.completionCurve ?? .easeInOut }
  var targetTransform: CGAffineTransform { .identity }

  func animate(
    alongsideTransition animation: (
      @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    guard self.completion != nil else { return false }
    if let completion { completions.append(completion) }
    if let animation {
      if didStart { run(animation) } else { alongside.append(animation) }
    }
    return true
  }

  func animateAlongsideTransition(
    in view: UIView?,
    animation: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: (@MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: completion)
  }

  func notifyWhenInteractionChanges(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {
    interactionHandlers.append(handler)
  }

  func notifyWhenInteractionEnds(
    _ handler: @escaping @MainActor (any UIViewControllerTransitionCoordinatorContext) -> Void
  ) {
    interactionHandlers.append { context in
      if !context.isInteractive { handler(context) }
    }
  }
}

/// Returned by animators that have no interruptible animator.
@MainActor
final class NoInterruptibleAnimator: UIViewImplicitlyAnimating {
  static let shared = NoInterruptibleAnimator()
  var state: UIViewAnimatingState { .inactive }
  var isRunning: Bool { false }
  var isReversed = false
  var fractionComplete: CGFloat = 0
  func startAnimation() {}
  func startAnimation(afterDelay delay: TimeInterval) {}
  func pauseAnimation() {}
  func stopAnimation(_ withoutFinishing: Bool) {}
  func finishAnimation(at finalPosition: UIViewAnimatingPosition) {}
}
