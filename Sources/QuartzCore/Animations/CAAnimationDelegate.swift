// CAAnimationDelegate.swift
// The protocols that report the start and the end of animations.
//
// SPDX-License-Identifier: MIT

/// Methods called at an animation's start and end, from the run loop, on the thread of the layers.
public protocol CAAnimationDelegate: AnyObject {
  /// The active interval began.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation ended or was removed.
  ///
  /// - Parameters:
  ///   - anim: The copy that the layer ran.
  ///   - flag: Whether it reached its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// Counts animations from their attachment to a layer to their end, independently of their delegates.
package protocol AnimationObserver: AnyObject {
  func animationWasAttached(to layer: CALayer)
  /// Called exactly once for each attachment.
  func animationDidEnd(on layer: CALayer, finished: Bool)
  /// The observer as the delegate of animations that ``CAAnimation/report(to:)`` it. Default nil.
  var asDelegate: (any CAAnimationDelegate)? { get }
  /// The origin of the animations with this observer, for tools. Default nil: the observer began none of them.
  var origin: AnimationOrigin? { get }
}

extension AnimationObserver {
  package var asDelegate: (any CAAnimationDelegate)? { nil }
  package var origin: AnimationOrigin? { nil }
}
