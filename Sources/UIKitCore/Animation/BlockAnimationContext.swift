// BlockAnimationContext.swift
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

  /// Stops a caller whose numbers are none.
  static func check(_ duration: TimeInterval, _ delay: TimeInterval) {
    precondition(
      duration.isFinite && delay.isFinite,
      "a block needs a finite duration and delay, not \(duration) and \(delay)")
  }
}

/// The context of one `UIView.animate` call; keyframe blocks are a subclass.
class BlockAnimationContext: UIAnimationContext {
  /// How often the animations of a block play; see `UIView.modifyAnimations`.
  struct Repetition {
    var count: Float
    var autoreverses: Bool
  }

  // Set for good when the block begins, but for one that `beginAnimations` opened.
  final var timing: BlockTiming
  final var options: UIView.AnimationOptions
  final let state: BlockAnimationState
  /// What is said about repetition at this moment; nil for what the options say.
  final var repetition: Repetition?
  /// Whether `beginFromCurrentState` counts only for properties that move: a value that was set just
  /// before, and was never seen, is then what the others start from.
  final var restStartsFromModel = false
  /// Media time at which the block began, to which delays are added, so that all animations of one
  /// block run in step.
  private let start = CACurrentMediaTime()
  private var touchedViews: [UIView] = []

  enum Manner { case additive, replacing }

  /// How a property is animated: added to what it is, or in its place (semantics 16.2). Nil for one that
  /// is not animated.
  final func manner(of key: String, on layer: CALayer) -> Manner? {
    switch key {
    case "bounds", "position", "transform", "cornerRadius": .additive
    case "backgroundColor", "opacity", "anchorPoint", "shadowOpacity": .replacing
    default:
      layer.isAnimatableKey(key) || (layer.delegate as? UIView)?.animatesInBlocks(key) == true
        ? .replacing : nil
    }
  }

  /// The innermost block that is running; contexts of other kinds do not hide it.
  static var innermost: BlockAnimationContext? {
    var context = UIAnimationContext.current
    while let some = context {
      if let block = some as? BlockAnimationContext { return block }
      context = some.outer
    }
    return nil
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
    let outer = Self.innermost
    if let outer {
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
    if !options.contains(.overrideInheritedOptions) {
      repetition = outer?.repetition
      restStartsFromModel = outer?.restStartsFromModel ?? false
    }
  }

  /// Whether there is no time to animate in: the changes show at once, and the completion comes with
  /// the next turn of the run loop (semantics 16.3). Blocks inside inherit it.
  final var isImmediate: Bool {
    if case .perceptualSpring = timing.kind { false } else { timing.duration <= 0 }
  }

  /// Runs the block's changes.
  final func run(_ animations: () -> Void) {
    // A block that does not animate leaves hosted layers to themselves.
    guard options.contains(.includesLayers), !isImmediate, UIView.areAnimationsEnabled else {
      perform(animations)
      return
    }
    CATransaction.withAnimationScope {
      $0.observers.append(state)
      $0.setImplicitTiming = { [self] animation, layer in
        MainActor.assumeIsolated { self.setTiming(of: animation, on: layer) }
      }
    } _: {
      perform(animations)
    }
  }

  /// Remembers a view that changed, where views are to be laid out in the block.
  final func noteChange(of view: UIView) {
    if options.contains(.layoutSubviews) { touchedViews.append(view) }
  }

  /// Lays out the views that changed, in the block, so that what is in them moves along.
  final func layOutChangedViews() {
    // Layout changes views that may have to be laid out in turn.
    while let view = touchedViews.popLast() { view.layoutIfNeeded() }
  }

  override func willEndBlock() { layOutChangedViews() }

  override func didEndBlock() {
    touchedViews = []
    if isImmediate { state.endWithoutAnimations() } else { state.blockDidEnd() }
  }

  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard !isImmediate, let manner = manner(of: key, on: layer) else { return nil }
    noteChange(of: view)
    let animation = makeAnimation(key)
    animation.additiveKeyPath = manner == .additive ? key : nil
    animation.from = start(of: key, on: layer, manner)
    animation.delegate = state
    animation.observer = state
    setTiming(of: animation, on: layer)
    return animation
  }

  override func adopt(_ animation: CAAnimation, for layer: CALayer) -> Bool {
    guard !isImmediate, UIView.areAnimationsEnabled else { return false }
    animation.observer = state
    setTiming(of: animation, on: layer)
    return true
  }

  /// A property's value at the start: that of the model, or what is on the screen where a replacing
  /// animation is to begin from there.
  final func start(of key: String, on layer: CALayer, _ manner: Manner) -> AnimationEndpoint {
    let isFromScreen =
      manner == .replacing && options.contains(.beginFromCurrentState)
      && (!restStartsFromModel || layer.isAnimating(key))
    let start =
      (isFromScreen ? layer.presentation() : nil)?.value(forKey: key).map { AnimationEndpoint($0) }
      ?? layer.currentEnd(forKey: key)
    return start.isNone && key == "backgroundColor"
      ? AnimationEndpoint(UIColor.clear.cgColor) : start
  }

  private func makeAnimation(_ key: String) -> CABasicAnimation {
    switch timing.kind {
    case .curve: return CABasicAnimation(keyPath: key)
    case .spring(let ratio, let velocity):
      return SpringConversion(
        dampingRatio: ratio, velocity: velocity, duration: timing.duration
      ).makeAnimation(keyPath: key)
    case .perceptualSpring(let duration, let bounce, let velocity):
      return SpringConversion(perceptualDuration: duration, bounce: bounce, velocity: velocity)
        .makeAnimation(keyPath: key)
    }
  }

  /// Gives an animation the block's duration, curve, delay and repetition.
  final func setTiming(of animation: CAAnimation, on layer: CALayer) {
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
    if let repetition {
      animation.repeatCount = repetition.count
      animation.autoreverses = repetition.autoreverses
    } else {
      if options.contains(.repeat) { animation.repeatCount = .infinity }
      animation.autoreverses = options.contains(.autoreverse)
    }
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
    MainActor.assumeIsolated { (layer.delegate as? UIView)?.touchBlockCount += change }
  }

  /// The block ran to its end: with nothing to wait for it is complete at once (semantics 16.5).
  func blockDidEnd() {
    didBlockEnd = true
    if running == 0 { complete() }
  }

  /// The block changed everything at once: it is complete with the next turn of the run loop.
  func endWithoutAnimations() {
    didBlockEnd = true
    CallbackQueue.enqueue { self.complete() }
  }

  private func complete() {
    let block = completion
    completion = nil
    block?(allFinished)
  }
}
