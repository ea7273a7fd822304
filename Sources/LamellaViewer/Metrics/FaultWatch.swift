// FaultWatch.swift
// The fault that was injected last: what it is expected to do to the frames, and what it was found to do.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// Watches the frames of an injected fault until the last one that it may concern.
struct FaultWatch {
  private struct Expected {
    var injection: Injection
    var outcome: FaultOutcome
    /// The number of the first frame that it may concern.
    var first: Int
    /// The number of frames to wait for.
    var frames: Int
  }
  private var expected: Expected?

  /// Expects what a fault does to the frames after the last one, in place of any fault before it.
  ///
  /// - Parameters:
  ///   - last: A frame in which the sample moves, with a period above 0.
  ///   - hasRenderThread: Whether frames have a thread of their own. Then a block of the main thread makes no frame
  ///     late.
  mutating func expect(_ injection: Injection, after last: FrameRecord, hasRenderThread: Bool) {
    let outcome = injection.expected(
      period: last.period, work: max(last.work, 0.0001), hasRenderThread: hasRenderThread)
    expected = Expected(
      injection: injection, outcome: outcome, first: last.index + 1,
      frames: injection.frames(period: last.period))
  }

  /// The sentence about the fault once its last frame was shown, or nothing moves any longer; nil before and without a
  /// fault.
  mutating func note(lastOf history: FrameHistory) -> String? {
    guard let expected, let last = history.last,
      last.index >= expected.first + expected.frames || !last.isAnimating
    else { return nil }
    return end(in: history)
  }

  /// Ends the watch. Returns the sentence about its fault; nil without one.
  mutating func end(in history: FrameHistory) -> String? {
    guard let expected else { return nil }
    self.expected = nil
    let first = (0..<history.count).first { history[$0].index >= expected.first }
    return Wording.injected(
      expected.injection, expected: expected.outcome,
      found: .found(in: history, from: first ?? history.count))
  }
}
