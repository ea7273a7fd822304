// UIView+Animation.swift
// Animation blocks: what a caller writes (semantics 16, 7.2).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// How a block animates. The raw values are Apple's, but for ``includesLayers``.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit an option; the curve in bits 16-19, the transition in bits 20-23.
    public let rawValue: UInt
    /// Creates a set of options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lays out the views that change, inside the block, so that their subviews move along.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Lets touches through to views while they animate.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Starts replacing animations from what is on the screen instead of the old model value.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats for ever.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Plays there and back; then the view shows its new value.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Uses the block's own duration inside another block.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Uses the block's own curve inside another block.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Lets a transition's block animate.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Hides and shows the views of a transition instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Uses nothing of another block around this one but its duration.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// No transition; the default.
    public static let transitionNone: AnimationOptions = []
    /// Turns about the vertical axis; the left side comes to the front.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// Turns about the vertical axis; the right side comes to the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// Turns the old look up like a calendar's leaf: there are no curling pages here.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// Turns the new look down like a calendar's leaf: there are no curling pages here.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// Dissolves the old look into the new.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// Turns about the horizontal axis; the upper side comes to the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// Turns about the horizontal axis; the lower side comes to the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// Frames at the screen's own rate; the default.
    public static let preferredFramesPerSecondDefault: AnimationOptions = []
    /// Kept, and without effect: animations are shown at the screen's own rate.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// Kept, and without effect: animations are shown at the screen's own rate.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
    /// Starts and ends slowly; the default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Starts slowly.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Ends slowly.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// Takes hosted layers along: implicit actions of layers without a view use the block's timing,
    /// and every animation that any layer gets during the block counts for its completion.
    ///
    /// Ours; without it a block does as on iOS, where a hosted layer's change neither uses the
    /// block's duration nor delays its completion (semantics 18.3).
    public static let includesLayers = AnimationOptions(rawValue: 1 << 40)

    var curve: CAMediaTimingFunctionName {
      switch (rawValue >> 16) & 15 {
      case 1: .easeIn
      case 2: .easeOut
      case 3: .linear
      default: .easeInEaseOut
      }
    }
  }

  private static var animationsAreEnabled = true

  /// Whether blocks animate. Default true.
  public class var areAnimationsEnabled: Bool { animationsAreEnabled }

  /// Turns blocks on or off; running animations go on.
  public class func setAnimationsEnabled(_ enabled: Bool) { animationsAreEnabled = enabled }

  /// Runs changes without animating them.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let enabled = animationsAreEnabled
    animationsAreEnabled = false
    actionsWithoutAnimation()
    animationsAreEnabled = enabled
  }

  /// Seconds that the innermost block lasts; 0 outside of blocks.
  public class var inheritedAnimationDuration: TimeInterval {
    max(BlockAnimationContext.innermost?.timing.duration ?? 0, 0)
  }

  /// Animates changes.
  ///
  /// - Parameters:
  ///   - duration: Seconds; 0 and less make the changes at once.
  ///   - delay: Seconds until it begins; a negative delay starts part-way.
  ///   - options: How it animates; in and out, once, unless said otherwise.
  ///   - animations: Changes of views; their models have the new values at once.
  ///   - completion: Called once, when the last animation of the block has stopped, with whether all
  ///     reached their ends; at once when nothing animates.
  /// - Precondition: Duration and delay are finite.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    run(
      BlockTiming(duration: duration, delay: delay, kind: .curve(options.curve)), options,
      animations, completion)
  }

  /// Animates changes with the default curve, without delay.
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates changes with the default curve, without delay or completion.
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: nil)
  }

  /// Animates changes with a spring that settles within the duration.
  ///
  /// - Parameters:
  ///   - duration: Seconds; 0 and less make the changes at once.
  ///   - delay: Seconds until it begins; a negative delay starts part-way.
  ///   - dampingRatio: 1 does not swing; clamped to 0.01...1.
  ///   - velocity: Distances a second at the start.
  ///   - options: How it animates; a curve among them does not count.
  ///   - animations: Changes of views; their models have the new values at once.
  ///   - completion: As of ``animate(withDuration:delay:options:animations:completion:)``.
  /// - Precondition: All numbers are finite.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    precondition(
      dampingRatio.isFinite && velocity.isFinite,
      "a spring needs a finite damping ratio and velocity, not \(dampingRatio) and \(velocity)")
    run(
      BlockTiming(
        duration: duration, delay: delay,
        kind: .spring(dampingRatio: min(max(dampingRatio, 0.01), 1), velocity: velocity)),
      options, animations, completion)
  }

  /// Animates changes with a spring given by how long it seems to take and how much it bounces.
  ///
  /// It ends, and completes, when the spring has settled.
  /// - Precondition: All numbers are finite, the duration positive, the bounce in -1...1.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0,
    initialSpringVelocity: CGFloat = 0, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    precondition(
      duration > 0 && abs(bounce) <= 1 && initialSpringVelocity.isFinite,
      "a spring needs a positive duration, a bounce in -1...1 and a finite velocity, not "
        + "\(duration), \(bounce) and \(initialSpringVelocity)")
    run(
      BlockTiming(
        duration: duration, delay: delay,
        kind: .perceptualSpring(
          duration: duration, bounce: bounce, velocity: initialSpringVelocity)),
      options, animations, completion)
  }

  /// Lets the changes of a part of an animation block play several times.
  ///
  /// Outside of blocks the changes are just made. Blocks inside take it over as they do options.
  ///
  /// - Parameters:
  ///   - count: How often; may be fractional or infinite.
  ///   - autoreverses: Whether each time plays there and back.
  ///   - animations: The changes.
  /// - Precondition: The count is not negative.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    precondition(count >= 0, "an animation cannot play \(count) times")
    guard let block = BlockAnimationContext.innermost else {
      animations()
      return
    }
    let outer = block.repetition
    block.repetition = BlockAnimationContext.Repetition(
      count: Float(count), autoreverses: autoreverses)
    animations()
    block.repetition = outer
  }

  private static func run(
    _ timing: BlockTiming, _ options: AnimationOptions, _ animations: () -> Void,
    _ completion: ((Bool) -> Void)?
  ) {
    BlockTiming.check(timing.duration, timing.delay)
    BlockAnimationContext(timing: timing, options: options, completion: completion).run(animations)
  }
}
