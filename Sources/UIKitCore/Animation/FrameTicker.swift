// FrameTicker.swift
// Stage: sample. What has to move by its own rules asks for a call in every frame, with the frame's
// time; what has to happen later asks for one call. Both go by media time, virtual or real.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Calls a function in every frame for a while.
///
/// The calls come where a frame draws custom properties, so what they change is in that very frame.
/// A driver is an empty layer with a running animation: between its runs it costs nothing, and a
/// window that nobody sees still learns of its end. It lives as long as the view, which keeps it.
@MainActor
final class FrameTicker {
  private final class DriverLayer: CALayer {
    @Animatable var elapsed: Double = 0
    nonisolated(unsafe) weak var driver: FrameTicker?

    override func display() {
      nonisolated(unsafe) let layer = model()
      MainActor.assumeIsolated { layer.driver?.tick(at: MediaClock.presentationTime) }
    }
  }

  private final class Ending: CAAnimationDelegate {
    private let run: (Bool) -> Void
    init(_ run: @escaping (Bool) -> Void) { self.run = run }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { run(flag) }
  }

  private static let key = "drive"
  private let layer = DriverLayer()
  private var run = 0
  private var start: TimeInterval = 0
  private var duration: TimeInterval = 0
  private var step: ((TimeInterval) -> Void)?
  private var end: ((Bool) -> Void)?

  /// Creates a driver for the frames that show a view.
  init(in view: UIView) {
    layer.isHidden = true
    layer.driver = self
    view.layer.addSublayer(layer)
  }

  /// Whether a run goes on.
  var isRunning: Bool { step != nil }

  /// Begins a run, in place of one that goes on, which ends without a word.
  ///
  /// - Parameters:
  ///   - seconds: How long it lasts.
  ///   - step: Called in each frame with the seconds since the begin, below `seconds`.
  ///   - end: Called once, with whether the time is over; false when the layers left the window.
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
    animation.beginTime = layer.convertTime(time, from: nil)
    animation.duration = seconds
    animation.delegate = Ending { [weak self] isFinished in
      MainActor.assumeIsolated {
        if let self, self.run == number { self.finish(isFinished) }
      }
    }
    layer.add(animation, forKey: Self.key)
  }

  /// Ends a run without a word.
  func stop() {
    guard isRunning else { return }
    (step, end) = (nil, nil)
    run += 1
    layer.removeAnimation(forKey: Self.key)
  }

  private func tick(at time: TimeInterval) {
    let elapsed = time - start
    if elapsed < duration { step?(max(0, elapsed)) } else { finish(true) }
  }

  private func finish(_ isOver: Bool) {
    let end = end
    stop()
    end?(isOver)
  }
}

/// Calls a function once, some media time from now.
///
/// No frame is drawn for the wait. A window that goes off the screen does not keep anybody waiting: its
/// timers fire then. A timer fires only as long as somebody keeps it.
@MainActor
final class MediaTimer {
  private final class Ending: CAAnimationDelegate {
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
  ///   - seconds: From now on, by the window's clock.
  ///   - window: Whose clock counts.
  init(after seconds: TimeInterval, in window: UIWindow, _ body: @escaping () -> Void) {
    layer = window.layer
    self.body = body
    let ending = Ending()
    key = "timer \(UUID().uuidString)"
    // An animation of nothing: it waits for its begin, and so the window sleeps until then.
    let animation = CAAnimationGroup()
    animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + seconds
    animation.duration = 0.001
    animation.delegate = ending
    ending.timer = self
    layer.add(animation, forKey: key)
  }

  private func fire() {
    guard isWaiting else { return }
    isWaiting = false
    body()
  }

  /// Gives the timer up.
  func cancel() {
    guard isWaiting else { return }
    isWaiting = false
    layer.removeAnimation(forKey: key)
  }
}
