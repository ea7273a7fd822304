// UIViewAnimating.swift
// What can be started, paused, turned round and scrubbed (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The flow of animations that can be interrupted.
///
/// Source: Apple's `UIViewAnimating`; see ``UIViewPropertyAnimator``, which conforms.
@preconcurrency @MainActor
public protocol UIViewAnimating: AnyObject {
  /// Inactive, active or stopped.
  var state: UIViewAnimatingState { get }
  /// Whether it is active and not paused.
  var isRunning: Bool { get }
  /// Whether it plays from the end to the start.
  var isReversed: Bool { get set }
  /// How far it is in the direction of play, 0...1.
  var fractionComplete: CGFloat { get set }
  /// Starts, or goes on after a pause.
  func startAnimation()
  /// Starts after some seconds.
  func startAnimation(afterDelay delay: TimeInterval)
  /// Stands still where it is.
  func pauseAnimation()
  /// Ends the animations where they are; `false` waits for ``finishAnimation(at:)``.
  func stopAnimation(_ withoutFinishing: Bool)
  /// Ends what was stopped.
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}
