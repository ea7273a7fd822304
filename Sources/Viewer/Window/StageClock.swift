// StageClock.swift
// Pause, step and speed of the stage, by the media timing of one layer. The window's time is not affected.
// After Apple's Technical Q&A QA1673.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The clock of a layer and everything below it.
@MainActor final class StageClock {
  private let layer: CALayer
  /// Stage seconds per second while playing: 1, 0.5, 0.25 or 0.1.
  private(set) var speed = 1.0
  private(set) var isPaused = false
  /// Media time of the last frame that was shown, in seconds.
  ///
  /// Slightly ahead of the clock. Pausing must not show an earlier time.
  var lastFrameTime: TimeInterval = 0
  /// Stage time of the last trigger; nil before the first.
  private var start: TimeInterval?

  init(layer: CALayer) { self.layer = layer }

  /// The stage's time at a media time, in seconds.
  func stageTime(at time: TimeInterval) -> TimeInterval { layer.localTime(at: time) }

  /// Stage seconds since the last trigger, at a media time.
  func elapsed(at time: TimeInterval) -> TimeInterval {
    start.map { max(0, stageTime(at: time) - $0) } ?? 0
  }

  /// Notes that a trigger is fired now.
  func markStart() { start = stageTime(at: now) }

  /// Discards the last trigger, when another sample is shown.
  func reset() { start = nil }

  func setSpeed(_ speed: Double) {
    trap(unless: speed > 0 && speed.isFinite, "the stage needs a speed above 0, not \(speed)")
    self.speed = speed
    if !isPaused { run(at: speed) }
  }

  func pause() {
    guard !isPaused else { return }
    isPaused = true
    run(at: 0)
  }

  func play() {
    guard isPaused else { return }
    isPaused = false
    run(at: speed)
  }

  /// Pauses and moves the stage's time by seconds, which may be negative.
  func step(by seconds: TimeInterval) {
    pause()
    layer.timeOffset += seconds
  }

  private var now: TimeInterval { max(CACurrentMediaTime(), lastFrameTime) }

  /// Changes the rate without a jump of the stage's time.
  private func run(at rate: Double) {
    let now = now
    let stageNow = stageTime(at: now)
    layer.beginTime = layer.superlayer?.localTime(at: now) ?? now
    layer.timeOffset = stageNow
    layer.speed = Float(rate)
  }
}
