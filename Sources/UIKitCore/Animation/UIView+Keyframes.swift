// UIView+Keyframes.swift
// Keyframe blocks: options, `animateKeyframes` and `addKeyframe`.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// The options of a keyframe block. The raw values are Apple's.
  ///
  /// A curve of ``AnimationOptions`` may be given by its raw value. It eases the timeline as a whole.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit per option; the calculation mode in bits 10-12.
    public let rawValue: UInt
    /// Creates a set of options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lays out changed views within the block, so that their subviews animate too.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Lets views receive touches while they animate.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Starts replacing animations from the presented value instead of the old model value.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Repeats indefinitely.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Plays forward and in reverse; then the view shows its new value.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Uses the block's own duration when nested.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// Inherits nothing of an enclosing block but its duration.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Linear between values. The default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Each value holds until the next.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Linear at constant speed; the times of keyframes are ignored.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Along a smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Along a smooth curve at constant speed; the times of keyframes are ignored.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    private static let modeBits: UInt = 7 << 10

    var calculationMode: CAAnimationCalculationMode {
      switch (rawValue & Self.modeBits) >> 10 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }

    /// The options shared with plain blocks, whose bits are the same.
    var common: AnimationOptions { AnimationOptions(rawValue: rawValue & ~Self.modeBits) }
  }

  /// Animates changes through keyframes.
  ///
  /// The block adds keyframes with ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``.
  /// Changes outside of keyframes animate over the full duration. Between its keyframes a property
  /// holds the last value. The timeline as a whole eases in and out, unless a curve is given or
  /// inherited.
  ///
  /// - Parameters:
  ///   - duration: The full duration in seconds; 0 or less applies the changes at once.
  ///   - delay: Seconds until the start. A negative delay starts part-way.
  ///   - options: The options. The default calculation mode is linear.
  ///   - animations: Adds the keyframes.
  ///   - completion: As for ``animate(withDuration:delay:options:animations:completion:)``.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    KeyframeBlockContext(
      timing: BlockTiming(
        duration: duration, delay: delay, kind: .curve(options.common.curve)),
      mode: options.calculationMode, options: options.common, completion: completion
    ).run(animations)
  }

  /// Adds a keyframe to the running keyframe block. Its changes are reached at the keyframe's end.
  ///
  /// Outside of a keyframe block the changes are not animated.
  ///
  /// - Parameters:
  ///   - frameStartTime: The start, in fractions of the full duration; clamped to 0...1.
  ///   - frameDuration: The duration, in fractions of the full duration; 0 changes at that instant.
  ///   - animations: The changes.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    let frameStartTime = nearest(frameStartTime, "the relative start of a keyframe")
    let frameDuration = nearest(frameDuration, "the relative duration of a keyframe")
    guard let block = UIAnimationContext.current as? KeyframeBlockContext else {
      animations()
      return
    }
    let start = min(max(frameStartTime, 0), 1)
    block.addKeyframe(from: start, to: min(max(start + frameDuration, start), 1), animations)
  }
}
