// MediaTimer.swift
// Stage: sample. A one-shot timer in media time, virtual or real.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore

/// Calls a function once, after some media time.
///
/// Waiting draws no frames. When the window goes off the screen its timers fire at once. A timer that
/// is released does not fire.
@MainActor
package final class MediaTimer {
  private final class StartObserver: CAAnimationDelegate {
    nonisolated(unsafe) weak var timer: MediaTimer?
    func animationDidStart(_ anim: CAAnimation) {
      let timer = timer
      MainActor.assumeIsolated { timer?.fire() }
    }
  }

  private let layer: CALayer
  private let key: String
  private let body: () -> Void
  private var isWaiting = true

  /// Starts a timer.
  ///
  /// - Parameters:
  ///   - seconds: The delay, by the window's clock.
  ///   - window: The window of the clock.
  package init(after seconds: TimeInterval, in window: UIWindow, _ body: @escaping () -> Void) {
    layer = window.layer
    self.body = body
    let observer = StartObserver()
    key = "timer \(UUID().uuidString)"
    // An empty animation that waits for its start, so the window sleeps until then.
    let animation = CAAnimationGroup()
    animation.beginTime = layer.localTime(at: CACurrentMediaTime()) + seconds
    animation.duration = 0.001
    animation.delegate = observer
    observer.timer = self
    layer.add(animation, forKey: key)
  }

  private func fire() {
    guard isWaiting else { return }
    isWaiting = false
    body()
  }

  /// Cancels the timer.
  package func cancel() {
    guard isWaiting else { return }
    isWaiting = false
    layer.removeAnimation(forKey: key)
  }
}
