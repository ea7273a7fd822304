// AnimationEnd.swift
// One answer for several animations: all of them have stopped, and whether each reached its end.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// Waits for a number of animations, as their delegate or told by their completions.
@MainActor final class AnimationEnd: CAAnimationDelegate {
  private var remaining: Int
  private var allFinished = true
  private let ended: (Bool) -> Void

  /// - Parameters:
  ///   - count: How many have to stop.
  ///   - ended: Called once, when the last has stopped, with whether all reached their ends.
  init(of count: Int = 1, _ ended: @escaping (Bool) -> Void) {
    remaining = count
    self.ended = ended
  }

  /// One has stopped.
  func stopped(_ finished: Bool) {
    remaining -= 1
    allFinished = allFinished && finished
    if remaining == 0 { ended(allFinished) }
  }

  nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    MainActor.assumeIsolated { stopped(flag) }
  }
}
