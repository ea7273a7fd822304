// AnimationBlockDelegate.swift
// Blocks, for who would rather not write a delegate (semantics 1.9).
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation's delegate made of two blocks.
///
///     let fade = CABasicAnimation(keyPath: "opacity")
///     fade.fromValue = 0
///     fade.duration = 0.75
///     fade.delegate = AnimationBlockDelegate(
///       start: { print("begins to fade in") },
///       stop: { finished in print(finished ? "faded in" : "was cut short") })
///     layer.add(fade, forKey: "fade")
///
/// The animation keeps it, so nobody else has to. Each block runs once at most, for the first animation
/// that starts and the first that stops, and is then let go with everything it holds.
///
/// Source: ours; it is what UIKit makes of a block's completion, see the article "View-Layer Synergy".
public final class AnimationBlockDelegate: CAAnimationDelegate {
  private var start: (() -> Void)?
  private var stop: ((Bool) -> Void)?

  /// Creates a delegate; a block that is nil, the default, is not missed.
  ///
  /// - Parameters:
  ///   - start: Called when the animation begins, after its delay.
  ///   - stop: Called when it has ended or was removed, with whether it reached its end.
  public init(start: (() -> Void)? = nil, stop: ((_ finished: Bool) -> Void)? = nil) {
    self.start = start
    self.stop = stop
  }

  /// Runs the first block, once.
  public func animationDidStart(_ anim: CAAnimation) {
    let block = start
    start = nil
    block?()
  }

  /// Runs the second block, once.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    let block = stop
    (start, stop) = (nil, nil)
    block?(flag)
  }
}
