// FaultOutcome.swift
// What a fault does to the frames: as expected from the fault, and as found in their records. The window's log and
// `lamella check --self-test` compare the two.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The figures of some frames by which a fault is recognised.
struct FaultOutcome: Hashable {
  /// Total of missed refreshes.
  var missed = 0
  /// The cause of the longest delay, by its name; nil where none is known, and without a late frame.
  var cause: String?
  /// The largest magnitude of an animation error, in seconds.
  var animationError: TimeInterval = 0
  /// The longest time by which custom properties were behind, in seconds.
  var skew: TimeInterval = 0

  /// Measures the frames from an index on.
  static func found(in history: FrameHistory, from first: Int) -> FaultOutcome {
    var outcome = FaultOutcome()
    var longest = 0
    for index in max(0, first)..<max(0, history.count) {
      outcome.skew = max(outcome.skew, history[index].skew)
      guard let interval = history.interval(endingAt: index), interval.counts else { continue }
      outcome.missed += interval.missed
      outcome.animationError = max(outcome.animationError, abs(interval.animationError))
      guard interval.missed > longest else { continue }
      longest = interval.missed
      let cause = history.cause(ofHitchAt: index)
      outcome.cause = cause == .unknown ? nil : cause?.name
    }
    return outcome
  }
}

extension Injection {
  /// What the fault does to frames that are otherwise in time.
  ///
  /// - Parameters:
  ///   - period: The refresh period, in seconds.
  ///   - work: The duration of a frame's work, in seconds.
  ///   - hasRenderThread: Whether frames have a thread of their own, which a busy main thread does not stop.
  func expected(
    period: TimeInterval, work: TimeInterval, hasRenderThread: Bool
  ) -> FaultOutcome {
    var outcome = FaultOutcome()
    func delay(by seconds: TimeInterval, _ stage: FrameStage) {
      outcome.missed = FrameFigures.expectedMisses(block: seconds, work: work, period: period)
      if outcome.missed > 0 { outcome.cause = stage.title.lowercased() }
    }
    switch self {
    case .dropFrame:
      (outcome.missed, outcome.cause) = (1, FrameStage.present.title.lowercased())
      outcome.animationError = period
    case .mainThread, .mainThreadLong:
      // The frame's time is chosen after the commit, so that a pause shows no wrong place.
      if !hasRenderThread { delay(by: seconds, .commit) }
    case .slowRender, .renderThread:
      delay(by: seconds, .render)
      outcome.animationError = Double(outcome.missed) * period
    case .unevenClock: outcome.animationError = 2 * faults.unevenness
    case .lateCallback: outcome.skew = period
    }
    return outcome
  }
}
