// StageClock.swift
// Pause, step, scrub, speed and direction of the stage, by the media timing of one layer. The window's time is
// not affected. After Apple's Technical Q&A QA1673.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The clock of a layer and everything below it.
@MainActor final class StageClock {
  private let layer: CALayer
  /// Stage seconds per second while playing, above 0. Default 1.
  private(set) var speed = 1.0
  private(set) var isPaused = false
  /// Whether the stage's time runs backwards while it plays.
  private(set) var isReversed = false
  /// The part of the run that is played again and again, in seconds since its start; nil for none.
  private(set) var loop: ClosedRange<TimeInterval>?
  /// Whether the main thread moves the stage's time while it plays: backwards, and in a loop.
  var isDriven: Bool { isReversed || loop != nil }
  /// Media time of the last frame that was shown, in seconds.
  ///
  /// Slightly ahead of the clock. Pausing must not show an earlier time.
  var lastFrameTime: TimeInterval = 0
  /// Stage time at which the run started; nil before the first.
  private(set) var start: TimeInterval?
  /// The stage's seconds from what began the run, such as a press, to the begin of its first animation, at which the run
  /// starts. 0 until that has begun.
  private(set) var alignment: TimeInterval = 0
  /// Seconds from the run's start to the end of its last animation, as far as known.
  private(set) var length: TimeInterval = 0
  /// Called when the clock has stopped by itself, at the start of the run.
  var didStop: () -> Void = {}
  private var link: CADisplayLink?
  /// The display time to which a driven stage was moved last.
  private var drivenTo: TimeInterval?

  init(layer: CALayer) { self.layer = layer }

  // A link that goes on without its clock would keep the program awake.
  isolated deinit { endDriving() }

  /// The stage's time at a media time, in seconds.
  func stageTime(at time: TimeInterval) -> TimeInterval { layer.localTime(at: time) }

  // MARK: The run

  /// Stage seconds since the run's start, at a media time.
  func elapsed(at time: TimeInterval) -> TimeInterval {
    start.map { max(0, stageTime(at: time) - $0) } ?? 0
  }

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - time: Its start in the stage's time. Default now.
  ///   - length: Seconds that it takes at least.
  func beginRun(at time: TimeInterval? = nil, length: TimeInterval) {
    start = time ?? stageTime(at: now)
    (self.length, alignment) = (length, 0)
  }

  /// Moves the start of the run to the begin of its first animation, in the stage's time.
  func alignRun(to begin: TimeInterval) {
    guard let start else { return }
    (alignment, self.start) = (begin - start, begin)
  }

  /// Notes that an animation of the run ends at a stage time, which may be infinite.
  func extendRun(to end: TimeInterval) {
    guard let start else { return }
    length = max(length, end - start)
  }

  /// Discards the run, when another sample is shown.
  func reset() {
    (start, length, loop, isReversed) = (nil, 0, nil, false)
    endDriving()
    if !isPaused { run(at: speed) }
  }

  // MARK: Playing

  func setSpeed(_ speed: Double) {
    trap(unless: speed > 0 && speed.isFinite, "the stage needs a speed above 0, not \(speed)")
    self.speed = speed
    if !isPaused { resume() }
  }

  func pause() {
    guard !isPaused else { return }
    isPaused = true
    endDriving()
    run(at: 0)
  }

  func play() {
    guard isPaused else { return }
    isPaused = false
    resume()
  }

  func setReversed(_ isReversed: Bool) {
    guard isReversed != self.isReversed else { return }
    self.isReversed = isReversed
    if !isPaused { resume() }
  }

  /// Plays a part of the run again and again, from its start when the stage is outside of it. Nil ends that.
  func setLoop(_ range: ClosedRange<TimeInterval>?) {
    guard range != loop else { return }
    loop = range
    if !isPaused { resume() }
  }

  /// Pauses and moves the stage's time by seconds, which may be negative.
  func step(by seconds: TimeInterval) {
    pause()
    layer.timeOffset += seconds
  }

  /// Pauses and moves the stage to a time, in seconds since the start of the run.
  func scrub(to elapsed: TimeInterval) {
    guard let start else { return }
    pause()
    layer.timeOffset = start + max(0, elapsed)
  }

  private var now: TimeInterval { max(CACurrentMediaTime(), lastFrameTime) }

  private func resume() {
    if isDriven {
      drive()
    } else {
      endDriving()
      run(at: speed)
    }
  }

  /// Changes the rate without a jump of the stage's time.
  private func run(at rate: Double) {
    let now = now
    let stageNow = stageTime(at: now)
    layer.beginTime = layer.superlayer?.localTime(at: now) ?? now
    layer.timeOffset = stageNow
    layer.speed = Float(rate)
  }

  // MARK: Driving

  // Backwards and in a loop the layer's own time is paused, and moved in each frame: nothing ends on a paused
  // layer, so that every animation can be passed again.

  private func drive() {
    if layer.speed != 0 { run(at: 0) }
    guard link == nil else { return }
    drivenTo = nil
    let link = CADisplayLink { [weak self] in self?.advance(to: $0.targetTimestamp) }
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  private func endDriving() {
    link?.invalidate()
    link = nil
  }

  private func advance(to time: TimeInterval) {
    guard let start else { return }
    let passed = max(0, time - (drivenTo ?? time)) * speed
    drivenTo = time
    var position = layer.timeOffset - start + (isReversed ? -passed : passed)
    if let loop {
      let span = max(loop.upperBound - loop.lowerBound, 1e-3)
      if !loop.contains(position) {
        let rest = (position - loop.lowerBound).truncatingRemainder(dividingBy: span)
        position = loop.lowerBound + (rest < 0 ? rest + span : rest)
      }
    } else if position <= 0 {
      position = 0
    }
    layer.timeOffset = start + position
    if position == 0, isReversed, loop == nil {
      pause()
      didStop()
    }
  }
}
