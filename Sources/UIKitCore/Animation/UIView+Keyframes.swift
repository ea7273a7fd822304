// UIView+Keyframes.swift
// Keyframe blocks: what a caller writes (semantics 16.8).
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

extension UIView {
  /// How a keyframe block animates. The raw values are Apple's.
  ///
  /// A curve of ``AnimationOptions`` may be given by its raw value; it distorts the whole timeline.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// One bit an option; the calculation mode in bits 10-12.
    public let rawValue: UInt
    /// Creates a set of options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Lays out the views that change, inside the block, so that their subviews move along.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Lets touches through to views while they animate.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Starts replacing animations from what is on the screen instead of the old model value.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// Repeats for ever.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// Plays there and back; then the view shows its new value.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// Uses the block's own duration inside another block.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// Uses nothing of another block around this one but its duration.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Straight from one value to the next; the default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Each value holds until the next.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Straight, at one speed; the times of keyframes are ignored.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Along a smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// Along a smooth curve, at one speed; the times of keyframes are ignored.
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

    /// What plain blocks know too: their bits are the same.
    var common: AnimationOptions { AnimationOptions(rawValue: rawValue & ~Self.modeBits) }
  }

  /// Animates changes through keyframes.
  ///
  /// The block adds keyframes with ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``; what
  /// it changes outside of them animates over the whole duration. Between its keyframes a property holds
  /// the last value. The timeline as a whole eases in and out, unless a curve is given or inherited.
  ///
  /// - Parameters:
  ///   - duration: Seconds of the whole; 0 and less make the changes at once.
  ///   - delay: Seconds until it begins; a negative delay starts part-way.
  ///   - options: How it animates, and the way between keyframes; linear, unless said otherwise.
  ///   - animations: Adds the keyframes.
  ///   - completion: As of ``animate(withDuration:delay:options:animations:completion:)``.
  /// - Precondition: Duration and delay are finite.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    BlockTiming.check(duration, delay)
    KeyframeBlockContext(
      timing: BlockTiming(
        duration: duration, delay: delay, kind: .curve(options.common.curve)),
      mode: options.calculationMode, options: options.common, completion: completion
    ).run(animations)
  }

  /// Adds a keyframe to the keyframe block that runs: its changes are reached at the keyframe's end.
  ///
  /// Outside of a keyframe block the changes are just made.
  ///
  /// - Parameters:
  ///   - frameStartTime: When the change begins, 0...1 of the whole duration; clamped to it.
  ///   - frameDuration: How long it takes, 0...1 of the whole; 0 changes at that instant.
  ///   - animations: The changes.
  /// - Precondition: Both are finite.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) {
    precondition(
      frameStartTime.isFinite && frameDuration.isFinite,
      "a keyframe needs finite times, not \(frameStartTime) and \(frameDuration)")
    guard let block = UIAnimationContext.current as? KeyframeBlockContext else {
      animations()
      return
    }
    let start = min(max(frameStartTime, 0), 1)
    block.addKeyframe(from: start, to: min(max(start + frameDuration, start), 1), animations)
  }
}
