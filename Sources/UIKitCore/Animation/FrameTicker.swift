// FrameTicker.swift
// Stage: sample. A callback in every frame with the frame's media time, virtual or real.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Calls a function in every frame for some seconds.
///
/// The calls come where a frame draws custom properties, so their changes are part of that frame. A
/// ticker is an empty layer with a running animation: it costs nothing while idle, and its end is
/// reported even in a window that is not visible. The view's layer tree retains it.
@MainActor
final class FrameTicker {
  private final class TickLayer: CALayer {
    @Animatable var elapsed: Double = 0
    nonisolated(unsafe) weak var ticker: FrameTicker?

    override func display() {
      let ticker = ticker
      MainActor.assumeIsolated { ticker?.tick(at: MediaClock.presentationTime) }
    }
  }

  private final class EndObserver: CAAnimationDelegate {
    private let run: (Bool) -> Void
    init(_ run: @escaping (Bool) -> Void) { self.run = run }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { run(flag) }
  }

  private static let key = "tick"
  private let layer = TickLayer()
  private var run = 0
  private var start: TimeInterval = 0
  private var duration: TimeInterval = 0
  private var step: ((TimeInterval) -> Void)?
  private var end: ((Bool) -> Void)?

  /// Creates a ticker for the frames of a view.
  init(in view: UIView) {
    layer.isHidden = true
    layer.ticker = self
    view.layer.addSublayer(layer)
  }

  /// Whether a run is in progress.
  var isRunning: Bool { step != nil }

  /// Begins a run. One in progress is stopped without calling its `end`.
  ///
  /// - Parameters:
  ///   - seconds: The duration.
  ///   - step: Called in each frame with the seconds since the start, below `seconds`.
  ///   - end: Called once, with true after `seconds`, false when the layers left the window.
  func run(
    for seconds: TimeInterval, step: @escaping (TimeInterval) -> Void,
    end: @escaping (Bool) -> Void
  ) {
    stop()
    run += 1
    (start, duration) = (MediaClock.presentationTime, seconds)
    (self.step, self.end) = (step, end)
    let (number, time) = (run, start)
    let animation = CABasicAnimation(keyPath: "elapsed")
    animation.fromValue = 0.0
    animation.toValue = seconds
    animation.beginTime = layer.localTime(at: time)
    animation.duration = seconds
    animation.delegate = EndObserver { [weak self] isFinished in
      MainActor.assumeIsolated {
        if let self, self.run == number { self.finish(isFinished) }
      }
    }
    layer.add(animation, forKey: Self.key)
  }

  /// Ends a run without calling its `end`.
  func stop() {
    guard isRunning else { return }
    (step, end) = (nil, nil)
    run += 1
    layer.removeAnimation(forKey: Self.key)
  }

  /// Removes the ticker from its view; it cannot run again.
  func remove() {
    stop()
    layer.removeFromSuperlayer()
  }

  private func tick(at time: TimeInterval) {
    // The layer is displayed once more after a run.
    guard isRunning else { return }
    let elapsed = time - start
    if elapsed < duration { step?(max(0, elapsed)) } else { finish(true) }
  }

  private func finish(_ isOver: Bool) {
    let end = end
    stop()
    end?(isOver)
  }
}
