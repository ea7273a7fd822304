// CompletionCounter.swift
// Several animations with one completion: called once all have stopped.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import QuartzCore

/// Counts animations that have stopped, as their delegate or from their completion blocks.
@MainActor final class CompletionCounter: CAAnimationDelegate {
  private var remaining: Int
  private var allFinished = true
  private let completion: (Bool) -> Void

  /// - Parameters:
  ///   - count: Number of animations to wait for.
  ///   - completion: Called once, after the last animation, with whether all of them finished.
  init(of count: Int = 1, _ completion: @escaping (Bool) -> Void) {
    remaining = count
    self.completion = completion
  }

  /// Counts one animation.
  func stopped(_ finished: Bool) {
    remaining -= 1
    allFinished = allFinished && finished
    if remaining == 0 { completion(allFinished) }
  }

  nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    MainActor.assumeIsolated { stopped(flag) }
  }
}

extension Sample {
  /// Returns a counter that reports one completion, timed from now.
  func completionCounter(reporting animation: String, of count: Int = 1) -> CompletionCounter {
    let start = SampleTime.now
    return CompletionCounter(of: count) { [weak self] finished in
      self?.report(animation, finished: finished, since: start)
    }
  }
}
