// BlockAnimationContext.swift
// Stage: action search. The context of UIView.animate: turns layer changes into animations with the
// block's timing.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The timing of an animation block.
struct BlockTiming {
  enum Kind {
    case curve(CAMediaTimingFunctionName)
    /// A spring that fills the duration.
    case spring(dampingRatio: Double, velocity: Double)
    /// A spring by perceptual duration and bounce; it lasts until it has settled.
    case perceptualSpring(duration: Double, bounce: Double, velocity: Double)
  }
  /// Seconds.
  var duration: TimeInterval
  var delay: TimeInterval
  var kind: Kind

  /// Creates a timing; a duration or delay that is not finite takes the nearest, with a report. NaN is 0.
  init(duration: TimeInterval, delay: TimeInterval, kind: Kind) {
    self.duration = Self.duration(duration)
    self.delay = Self.delay(delay)
    self.kind = kind
  }

  /// Sets the duration. That of a spring by perceptual duration and bounce is its perceptual one; without a duration
  /// there is no spring.
  mutating func setDuration(_ seconds: TimeInterval) {
    duration = seconds
    guard case .perceptualSpring(_, let bounce, let velocity) = kind else { return }
    kind =
      seconds > 0
      ? .perceptualSpring(duration: seconds, bounce: bounce, velocity: velocity)
      : .curve(.easeInEaseOut)
  }

  static func duration(_ seconds: TimeInterval) -> TimeInterval {
    nearest(seconds, "the duration of an animation block")
  }

  static func delay(_ seconds: TimeInterval) -> TimeInterval {
    nearest(seconds, "the delay of an animation block")
  }
}

extension BlockAnimationContext.Repetition {
  /// The repetition of an animation; nil for one that plays once.
  init?(of animation: CAAnimation) {
    guard animation.repeatCount > 0 || animation.autoreverses else { return nil }
    self.init(count: animation.repeatCount, autoreverses: animation.autoreverses)
  }
}

/// The context of one `UIView.animate` call. Keyframe blocks are a subclass.
class BlockAnimationContext: UIAnimationContext {
  /// The repetition of a block's animations; see `UIView.modifyAnimations`.
  struct Repetition {
    /// Fractional or infinite; 0 plays once.
    var count: Float
    var autoreverses: Bool

    /// The number of runs; each way back counts as one.
    var runs: Double { (count > 0 ? Double(count) : 1) * (autoreverses ? 2 : 1) }
  }

  // Constant once the block begins, except by the deprecated methods such as `setAnimationDuration`.
  final var timing: BlockTiming
  final var options: UIView.AnimationOptions
  final let state: BlockAnimationState
  /// The current repetition; nil for that of the options.
  final var repetition: Repetition?
  /// The repetition of what changes now.
  final var shownRepetition: Repetition {
    repetition
      ?? Repetition(
        count: options.contains(.repeat) ? .infinity : 0,
        autoreverses: options.contains(.autoreverse))
  }
  /// Whether `beginFromCurrentState` applies only to animating properties. The others start from the
  /// model, which may have values that were never shown.
  final var restStartsFromModel = false
  /// The media time of the block's start, which delays count from, so that all animations of a block
  /// are in sync.
  private let start = CACurrentMediaTime()
  private var touchedViews: [UIView] = []
  private var transitions: [(view: UIView, options: UIView.AnimationOptions)] = []

  /// The combination of an animation with the property's value.
  enum Composition { case additive, replacing }

  /// Returns how animations of a property combine with its value; nil for a property that is not
  /// animated.
  final func composition(of key: String, on layer: CALayer) -> Composition? {
    switch key {
    case "bounds", "position", "transform", "cornerRadius": .additive
    case "backgroundColor", "opacity", "anchorPoint", "shadowOpacity", "backdropRadius": .replacing
    default:
      layer.isAnimatableKey(key) || (layer.delegate as? UIView)?.animatesInBlocks(key) == true
        ? .replacing : nil
    }
  }

  /// The innermost running block, regardless of contexts of other kinds.
  static var innermost: BlockAnimationContext? {
    var context = UIAnimationContext.current
    while let some = context {
      if let block = some as? BlockAnimationContext { return block }
      context = some.outer
    }
    return nil
  }

  /// The block whose changes animate now; nil where the innermost context animates nothing, or is of another kind.
  static var animating: BlockAnimationContext? {
    guard UIView.areAnimationsEnabled, let block = UIAnimationContext.current as? Self,
      !block.isImmediate
    else { return nil }
    return block
  }

  /// The options that a nested block inherits.
  private static let inherited: UIView.AnimationOptions = [
    .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
    .includesLayers,
  ]

  init(
    timing: BlockTiming, options: UIView.AnimationOptions, completion: ((Bool) -> Void)?
  ) {
    var (timing, options) = (timing, options)
    // A nested block inherits everything but the delay, unless overridden.
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

  /// Whether the block has no duration: changes show at once, and the completion runs in the next
  /// iteration of the run loop. Nested blocks inherit it.
  final var isImmediate: Bool {
    if case .perceptualSpring = timing.kind { false } else { timing.duration <= 0 }
  }

  /// Runs the block's changes.
  final func run(_ animations: () -> Void) {
    // A block that does not animate has no effect on hosted layers.
    guard options.contains(.includesLayers), !isImmediate, UIView.areAnimationsEnabled else {
      perform(animations)
      return
    }
    CATransaction.withAnimationScope {
      $0.observers.append(state)
      $0.setBlockTiming = { [self] animation, layer in
        MainActor.assumeIsolated { self.setTiming(of: animation, on: layer) }
      }
    } _: {
      perform(animations)
    }
  }

  /// Records a changed view, if the block lays out changed views.
  final func recordChange(of view: UIView) {
    if options.contains(.layoutSubviews) { touchedViews.append(view) }
  }

  /// Lays out a view at the end of the block, or of the keyframe that is open.
  final func layOutAtEnd(_ view: UIView) { touchedViews.append(view) }

  /// Lays out the changed views within the block, so that their subviews animate too.
  final func layOutChangedViews() {
    // Layout may change further views.
    while let view = touchedViews.popLast() { view.layoutIfNeeded() }
  }

  /// Adds a transition of a view's layer at the end of the block.
  final func add(_ transition: UIView.AnimationTransition, on view: UIView) {
    transitions.removeAll { $0.view === view }
    transitions.append((view, transition.option))
  }

  override func willEndBlock() {
    layOutChangedViews()
    for (view, option) in transitions {
      guard let transition = makeTransition(option, in: view.layer) else { continue }
      view.layer.add(transition, forKey: kCATransition)
    }
    transitions = []
  }

  override func didEndBlock() {
    touchedViews = []
    if isImmediate { state.endWithoutAnimations() } else { state.blockDidEnd() }
  }

  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard !isImmediate, let composition = composition(of: key, on: layer) else { return nil }
    recordChange(of: view)
    let animation = makeAnimation(key)
    animation.becomesAdditive = composition == .additive
    animation.from = start(of: key, on: layer, composition)
    animation.report(to: state)
    setTiming(of: animation, on: layer)
    return animation
  }

  override func adopt(_ animation: CAAnimation, for layer: CALayer) -> Bool {
    guard !isImmediate, UIView.areAnimationsEnabled else { return false }
    animation.observer = state
    setTiming(of: animation, on: layer)
    return true
  }

  /// Returns a property's start value: the model's, or the presented value if a replacing animation
  /// begins from the current state.
  final func start(of key: String, on layer: CALayer, _ composition: Composition)
    -> AnimationEndpoint
  {
    let isFromScreen =
      composition == .replacing && options.contains(.beginFromCurrentState)
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
      // Added in the layer's time, so that a slowed layer's delay is slowed too.
      animation.beginTime = layer.localTime(at: start) + timing.delay
    }
    let repetition = shownRepetition
    if repetition.count > 0 { animation.repeatCount = repetition.count }
    animation.autoreverses = repetition.autoreverses
    animation.fillMode = .both
  }
}
