// BlockAnimation.swift
// Stage: action search. The context that UIView.animate makes, the layer animations it answers with
// (semantics 16.1-16.4), and who waits for them (16.5, 16.6, 18.4).
//
// SPDX-License-Identifier: MIT

import Foundation
package import QuartzCore

/// How an animation block moves things.
struct BlockTiming {
  enum Kind {
    case curve(CAMediaTimingFunctionName)
    /// UIKit's spring: it fills the duration.
    case spring(dampingRatio: Double, velocity: Double)
    /// A spring by how it seems; it lasts until it has settled.
    case perceptualSpring(duration: Double, bounce: Double, velocity: Double)
  }
  /// Seconds.
  var duration: TimeInterval
  var delay: TimeInterval
  var kind: Kind
}

/// The context of one `UIView.animate` call.
final class BlockAnimationContext: UIAnimationContext {
  let timing: BlockTiming
  let options: UIView.AnimationOptions
  let state: BlockAnimationState
  /// Media time at which the block began, to which delays are added, so that all animations of one
  /// block run in step.
  private let start = CACurrentMediaTime()
  private var touchedViews: [UIView] = []

  private enum Manner { case additive, replacing }

  /// How a property is animated: added to what it is, or in its place (semantics 16.2). Nil for one that
  /// is not animated.
  private static func manner(_ key: String) -> Manner? {
    switch key {
    case "bounds", "position", "transform", "cornerRadius": .additive
    case "backgroundColor", "opacity", "anchorPoint", "shadowOpacity": .replacing
    default: nil
    }
  }

  /// The options that an inner block takes over.
  private static let inherited: UIView.AnimationOptions = [
    .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
    .includesLayers,
  ]

  init(
    timing: BlockTiming, options: UIView.AnimationOptions, completion: ((Bool) -> Void)?
  ) {
    var (timing, options) = (timing, options)
    // What an inner block inherits of an outer one (semantics 16.4); the delay is always its own.
    if let outer = UIAnimationContext.current as? BlockAnimationContext {
      let overridesAll = options.contains(.overrideInheritedOptions)
      if !options.contains(.overrideInheritedDuration) { timing.duration = outer.timing.duration }
      if !options.contains(.overrideInheritedCurve), !overridesAll {
        timing.kind = outer.timing.kind
      }
      if !overridesAll { options.formUnion(outer.options.intersection(Self.inherited)) }
    }
    self.timing = timing
    self.options = options
    state = BlockAnimationState(
      blocksTouches: !options.contains(.allowUserInteraction), completion: completion)
    super.init()
  }

  /// Runs the block's changes.
  func run(_ animations: () -> Void) {
    guard timing.duration > 0 || isPerceptual else {
      // No time to animate in: the changes show at once, and the completion comes with the next turn
      // of the run loop.
      UIAnimationContext.performOutside(animations)
      state.endWithoutAnimations()
      return
    }
    guard options.contains(.includesLayers) else {
      perform(animations)
      return
    }
    let (observers, times) = (CATransaction.additionalObservers, CATransaction.timesImplicitAction)
    CATransaction.additionalObservers = observers + [state]
    CATransaction.timesImplicitAction = { [self] animation, layer in
      MainActor.assumeIsolated { self.setTiming(of: animation, on: layer) }
    }
    perform(animations)
    CATransaction.additionalObservers = observers
    CATransaction.timesImplicitAction = times
  }

  private var isPerceptual: Bool {
    if case .perceptualSpring = timing.kind { true } else { false }
  }

  override func willEndBlock() {
    guard options.contains(.layoutSubviews) else { return }
    for view in touchedViews { view.layoutIfNeeded() }
  }

  override func didEndBlock() {
    touchedViews = []
    state.blockDidEnd()
  }

  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    let manner = Self.manner(key)
    guard manner != nil || layer.isAnimatableKey(key) || view.animatesInBlocks(key) else {
      return nil
    }
    let isAdditive = manner == .additive
    if options.contains(.layoutSubviews) { touchedViews.append(view) }
    let animation = makeAnimation(key)
    animation.additiveKeyPath = isAdditive ? key : nil
    let isFromScreen = !isAdditive && options.contains(.beginFromCurrentState)
    animation.from =
      (isFromScreen ? layer.presentation() : nil)?.value(forKey: key).map { AnimationEnd($0) }
      ?? layer.currentEnd(forKey: key)
    if animation.from.isNone, key == "backgroundColor" {
      animation.fromValue = UIColor.clear.cgColor
    }
    animation.fillMode = .both
    animation.delegate = state
    setTiming(of: animation, on: layer)
    return animation
  }

  private func makeAnimation(_ key: String) -> CABasicAnimation {
    switch timing.kind {
    case .curve: return CABasicAnimation(keyPath: key)
    case .spring(let ratio, let velocity):
      let spring = CASpringAnimation(keyPath: key)
      let frequency = Spring.frequency(
        dampingRatio: ratio, velocity: velocity, duration: timing.duration)
      spring.stiffness = frequency * frequency
      spring.damping = 2 * ratio * frequency
      spring.initialVelocity = velocity
      return spring
    case .perceptualSpring(let duration, let bounce, let velocity):
      let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
      spring.keyPath = key
      spring.initialVelocity = velocity
      return spring
    }
  }

  /// Gives an animation the block's duration, curve, delay and repetition.
  private func setTiming(of animation: CAAnimation, on layer: CALayer) {
    switch timing.kind {
    case .curve(let name):
      animation.duration = timing.duration
      animation.timingFunction = CAMediaTimingFunction.shared(name)
    case .spring:
      animation.duration = timing.duration
      animation.timingFunction =
        animation is CASpringAnimation ? nil : CAMediaTimingFunction.shared(.easeInEaseOut)
    case .perceptualSpring(let duration, _, _):
      animation.duration = (animation as? CASpringAnimation)?.settlingDuration ?? duration
      animation.timingFunction = nil
    }
    if timing.delay != 0 {
      // Added in the layer's own time (semantics 1.8): a slowed layer's delay is as slow as the
      // rest.
      animation.beginTime = layer.convertTime(start, from: nil) + timing.delay
    }
    if options.contains(.repeat) { animation.repeatCount = .infinity }
    animation.autoreverses = options.contains(.autoreverse)
    animation.fillMode = .both
  }
}

/// Waits for the animations of one block: the delegate of each, and counted by attachment, so that a
/// block's end does not depend on what becomes of the delegate (semantics 18.4).
///
/// Called on the main thread, where live layers belong.
package final class BlockAnimationState: CAAnimationDelegate, AnimationObserver,
  @unchecked Sendable
{
  private let blocksTouches: Bool
  private var completion: ((Bool) -> Void)?
  private var running = 0
  private var didBlockEnd = false
  private var allFinished = true

  init(blocksTouches: Bool, completion: ((Bool) -> Void)?) {
    self.blocksTouches = blocksTouches
    self.completion = completion
  }

  package func animationWasAttached(to layer: CALayer) {
    running += 1
    changeBlockers(of: layer, by: 1)
  }

  package func animationDidEnd(on layer: CALayer, finished: Bool) {
    running -= 1
    allFinished = allFinished && finished
    changeBlockers(of: layer, by: -1)
    if didBlockEnd && running == 0 { complete() }
  }

  private func changeBlockers(of layer: CALayer, by change: Int) {
    guard blocksTouches else { return }
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { (layer.delegate as? UIView)?.interactionBlockers += change }
  }

  /// The block ran to its end: with nothing to wait for it is complete at once (semantics 16.5).
  func blockDidEnd() {
    didBlockEnd = true
    if running == 0 { complete() }
  }

  /// The block changed everything at once: it is complete with the next turn of the run loop.
  func endWithoutAnimations() {
    didBlockEnd = true
    RunLoopCallbacks.enqueue { self.complete() }
  }

  private func complete() {
    let block = completion
    completion = nil
    block?(allFinished)
  }
}
