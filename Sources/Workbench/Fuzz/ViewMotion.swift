// ViewMotion.swift
// Random animation blocks, transitions and property animators of views.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// The animations of a random program of views.
@MainActor final class ViewMotion {
  private let stage: FuzzStage
  weak var program: ViewProgram?
  private var animators: [UIViewPropertyAnimator] = []
  private var random: FuzzRandom { stage.random }

  init(_ stage: FuzzStage) { self.stage = stage }

  func step() {
    switch random.integer(0...9) {
    case 0, 1, 2: animate()
    case 3: spring()
    case 4: keyframes()
    case 5: transition()
    case 6: addAnimator()
    case 7, 8: drive()
    default: UIView.performWithoutAnimation { self.change() }
    }
  }

  /// What an animation block does: one to three changes, seldom another block or a change of the tree.
  private func change() {
    for _ in 0..<random.integer(1...3) {
      if random.chance(0.1) {
        stage.interfere(1) { step() }
      } else if let view = program?.any() {
        program?.change(view)
      }
    }
  }

  private func completion(_ name: String) -> (Bool) -> Void {
    let completion = stage.completion(name) { [weak self] in
      self?.stage.interfere(0.3) { self?.program?.step() }
    }
    return { _ in completion.run() }
  }

  private func duration() -> Double { random.chance(0.1) ? 0 : random.plain(0.01...0.8) }

  private func options() -> UIView.AnimationOptions {
    var options: UIView.AnimationOptions = []
    for option: UIView.AnimationOptions in [
      .beginFromCurrentState, .layoutSubviews, .allowUserInteraction, .overrideInheritedDuration,
      .overrideInheritedCurve, .curveEaseIn, .curveLinear,
    ] where random.chance(0.2) { options.insert(option) }
    return options
  }

  private func animate() {
    stage.log("animate")
    UIView.animate(
      withDuration: duration(), delay: random.chance(0.2) ? random.plain(-0.1...0.5) : 0,
      options: options(), animations: { self.change() },
      completion: completion("a block's completion"))
  }

  private func spring() {
    stage.log("spring")
    UIView.animate(
      withDuration: duration(), delay: 0, usingSpringWithDamping: random.number(0.1...1),
      initialSpringVelocity: random.number(-9...9), options: options(),
      animations: { self.change() }, completion: completion("a spring's completion"))
  }

  private func keyframes() {
    stage.log("keyframes")
    UIView.animateKeyframes(
      withDuration: duration(), delay: 0, options: [],
      animations: {
        for _ in 0..<self.random.integer(0...3) {
          UIView.addKeyframe(
            withRelativeStartTime: self.random.plain(0...1),
            relativeDuration: self.random.plain(0...1)
          ) { self.change() }
        }
      }, completion: completion("a keyframe block's completion"))
  }

  private func transition() {
    guard let view = program?.any() else { return }
    stage.log("transition")
    UIView.transition(
      with: view, duration: duration(),
      options: random.pick([.transitionCrossDissolve, .transitionFlipFromLeft])
        ?? .transitionCurlUp,
      animations: { self.change() }, completion: completion("a transition's completion"))
  }

  // MARK: Animators

  private func addAnimator() {
    guard animators.count < 4 else { return }
    stage.log("animator")
    let animator =
      random.chance(0.5)
      ? UIViewPropertyAnimator(duration: duration(), curve: .easeInOut)
      : UIViewPropertyAnimator(duration: duration(), dampingRatio: random.plain(0.1...1))
    animator.addAnimations { [weak self] in self?.change() }
    let done = completion("an animator's completion")
    animator.addCompletion { _ in done(true) }
    animators.append(animator)
  }

  private func drive() {
    guard let animator = random.pick(animators) else { return }
    stage.log("drive \(animator.state.rawValue)")
    if animator.state == .stopped { return animator.finishAnimation(at: .current) }
    switch random.integer(0...6) {
    case 0, 1: animator.startAnimation()
    case 2: animator.pauseAnimation()
    case 3 where animator.state == .active: animator.isReversed.toggle()
    case 4 where animator.state == .active:
      animator.pauseAnimation()
      animator.fractionComplete = random.number(0...1)
    case 5 where animator.state == .active:
      animator.pauseAnimation()
      animator.continueAnimation(withTimingParameters: nil, durationFactor: random.plain(0...1))
    case 6 where animator.state == .active: animator.addAnimations { [weak self] in self?.change() }
    default: break
    }
  }

  /// Finishes every animator, so that each completion runs. Completions may add others.
  func end() {
    while let animator = animators.popLast() {
      if animator.state == .inactive {
        animator.startAnimation()
        stage.advance(by: 1 / 60)
      }
      if animator.state == .active { animator.stopAnimation(false) }
      if animator.state == .stopped { animator.finishAnimation(at: .end) }
    }
  }
}
