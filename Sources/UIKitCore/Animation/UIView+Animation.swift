// UIView+Animation.swift
// Animation blocks: options and the `animate` family.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// The options of an animation block. The raw values are Apple's, except for ``includesLayers``.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit per option; the curve in bits 16-19, the transition in bits 20-23.
    public let rawValue: UInt
    /// Creates a set of options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lays out changed views within the block, so that their subviews animate too.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Lets views receive touches while they animate.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Starts replacing animations from the presented value instead of the old model value.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats indefinitely.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Plays forward and in reverse; then the view shows its new value.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Uses the block's own duration when nested.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Uses the block's own curve when nested.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Lets a transition's block animate.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Hides and shows the views of a transition instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Inherits nothing of an enclosing block but its duration.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// No transition; the default.
    public static let transitionNone: AnimationOptions = []
    /// Rotates about the vertical axis; the left side comes to the front.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// Rotates about the vertical axis; the right side comes to the front.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// Turns the old appearance up as a flat page.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// Turns the new appearance down as a flat page.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// Fades from the old appearance to the new.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// Rotates about the horizontal axis; the upper side comes to the front.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// Rotates about the horizontal axis; the lower side comes to the front.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// Frames at the screen's rate. The default.
    public static let preferredFramesPerSecondDefault: AnimationOptions = []
    /// Accepted, without effect: animations run at the screen's rate.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// Accepted, without effect: animations run at the screen's rate.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
    /// Starts and ends slowly. The default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Starts slowly.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Ends slowly.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// Includes layers without a view: their implicit actions use the block's timing, and the
    /// completion waits for every animation added to any layer during the block.
    ///
    /// An extension of this library. Without it, as on iOS, a hosted layer's change neither uses the
    /// block's duration nor delays its completion.
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

  /// Enables or disables animation blocks. Running animations continue.
  public class func setAnimationsEnabled(_ enabled: Bool) { animationsAreEnabled = enabled }

  /// Runs changes without animating them.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let enabled = animationsAreEnabled
    animationsAreEnabled = false
    actionsWithoutAnimation()
    animationsAreEnabled = enabled
  }

  /// The duration of the innermost block, in seconds; 0 outside of blocks.
  public class var inheritedAnimationDuration: TimeInterval {
    max(BlockAnimationContext.innermost?.timing.duration ?? 0, 0)
  }

  /// Animates changes.
  ///
  /// - Parameters:
  ///   - duration: Seconds; 0 or less applies the changes at once.
  ///   - delay: Seconds until the start. A negative delay starts part-way.
  ///   - options: The options. Default ease in and out, once.
  ///   - animations: Changes of views. The models have the new values at once.
  ///   - completion: Called once when the last animation of the block has stopped, with whether all
  ///     reached their ends; at once when nothing animates.
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
  ///   - duration: Seconds; 0 or less applies the changes at once.
  ///   - delay: Seconds until the start. A negative delay starts part-way.
  ///   - dampingRatio: 1 does not oscillate. Clamped to 0.01...1.
  ///   - velocity: The initial velocity in total distances per second.
  ///   - options: The options. A curve has no effect.
  ///   - animations: Changes of views. The models have the new values at once.
  ///   - completion: As for ``animate(withDuration:delay:options:animations:completion:)``.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let dampingRatio = nearest(dampingRatio, ifNaN: 1, "the damping ratio of a spring")
    let velocity = nearest(velocity, "the velocity of a spring")
    run(
      BlockTiming(
        duration: duration, delay: delay,
        kind: .spring(dampingRatio: min(max(dampingRatio, 0.01), 1), velocity: velocity)),
      options, animations, completion)
  }

  /// Animates changes with a spring given by perceptual duration and bounce.
  ///
  /// The block completes when the spring has settled.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0,
    initialSpringVelocity: CGFloat = 0, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let duration = SpringNumbers.duration(duration)
    let bounce = SpringNumbers.bounce(bounce)
    let initialSpringVelocity = nearest(initialSpringVelocity, "the velocity of a spring")
    run(
      BlockTiming(
        duration: duration, delay: delay,
        kind: .perceptualSpring(
          duration: duration, bounce: bounce, velocity: initialSpringVelocity)),
      options, animations, completion)
  }

  /// Repeats the changes of a part of an animation block.
  ///
  /// Outside of blocks the changes are not animated. Nested blocks inherit the repetition.
  ///
  /// - Parameters:
  ///   - count: The repeat count, fractional or infinite.
  ///   - autoreverses: Whether each repetition also plays in reverse.
  ///   - animations: The changes.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    let count = nearest(count, in: 0 ... .infinity, "the repeat count of a block")
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
    BlockAnimationContext(timing: timing, options: options, completion: completion).run(animations)
  }
}
