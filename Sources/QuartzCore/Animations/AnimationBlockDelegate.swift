// AnimationBlockDelegate.swift
// An animation delegate made of blocks.
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
/// The animation retains it. Each block runs at most once, for the first animation that starts and the
/// first that stops, and is then released.
///
/// Source: ours, after the delegate of a UIKit block; see the article "View-Layer Synergy".
public final class AnimationBlockDelegate: CAAnimationDelegate {
  private var start: (() -> Void)?
  private var stop: ((Bool) -> Void)?

  /// Creates a delegate; both blocks are optional.
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
