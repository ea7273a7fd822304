// UIViewAnimating.swift
// Protocols, states and positions of interruptible animations.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The state of an animator.
///
/// Source: Apple's `UIViewAnimatingState`.
public enum UIViewAnimatingState: Int, Sendable {
  /// Not started, or finished.
  case inactive
  /// Running or paused.
  case active
  /// Stopped in place, waiting for `finishAnimation(at:)`.
  case stopped
}

/// The position at which animations ended.
///
/// Source: Apple's `UIViewAnimatingPosition`.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The end: the new values.
  case end
  /// The start: the old values.
  case start
  /// A position in between.
  case current
}

/// Control of animations that can be interrupted.
///
/// Source: Apple's `UIViewAnimating`. ``UIViewPropertyAnimator`` conforms.
@preconcurrency @MainActor
public protocol UIViewAnimating: AnyObject {
  /// Inactive, active or stopped.
  var state: UIViewAnimatingState { get }
  /// Whether it is active and not paused.
  var isRunning: Bool { get }
  /// Whether it plays from the end to the start.
  var isReversed: Bool { get set }
  /// The completed fraction in the direction of play, 0...1.
  var fractionComplete: CGFloat { get set }
  /// Starts, or continues after a pause.
  func startAnimation()
  /// Starts after a delay in seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Pauses at the current position.
  func pauseAnimation()
  /// Stops the animations in place; `false` waits for ``finishAnimation(at:)``.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Finishes a stopped animator.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// Animations made from blocks of changes.
///
/// All members are optional.
///
/// Source: Apple's `UIViewImplicitlyAnimating`.
@preconcurrency @MainActor
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  /// Adds changes that begin later, at a fraction of the time that remains.
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  /// Adds changes.
  func addAnimations(_ animation: @escaping () -> Void)
  /// Adds a block that runs once at the end.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  /// Continues after a pause, with another curve and duration.
  func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

extension UIViewImplicitlyAnimating {
  /// Does nothing.
  public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {}
  /// Does nothing.
  public func addAnimations(_ animation: @escaping () -> Void) {}
  /// Does nothing.
  public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {}
  /// Does nothing.
  public func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
  ) {}
}
