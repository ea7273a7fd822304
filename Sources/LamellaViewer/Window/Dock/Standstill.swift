// Standstill.swift
// Where the stage stood still in a run, before a late frame.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The part of a run in which the picture before a late frame stayed on the screen.
struct Standstill: Hashable {
  /// In seconds of the stage's time since the start of the run.
  var times: ClosedRange<TimeInterval>
  /// Whether the delay was injected.
  var isInjected = false
  /// The pass of the run in which it was.
  fileprivate var pass = 0
}

/// The standstills of a run, as its time was passed last: in a loop and backwards a part is passed again, and what was
/// there before is forgotten.
struct Standstills: Hashable {
  private(set) var all: [Standstill] = []
  private var pass = 0
  private var isReversed = false

  /// The number that is kept: an endless run has no end of them.
  private static let capacity = 500

  /// Notes the last frame of a history.
  ///
  /// - Parameter limits: The begin and the end of the run, or of the part that is looped.
  mutating func note(
    lastOf history: FrameHistory, _ playback: Playback, within limits: ClosedRange<TimeInterval>
  ) {
    let last = history.count - 1
    guard let first = history.firstOfRun, last > first,
      let interval = history.interval(endingAt: last)
    else { return }
    let (before, now) = (history.runTime(at: last - 1), history.runTime(at: last))
    // At the edge of a loop, and where it is begun again, the time jumps the other way.
    let isWrapped = before != now && (now < before) != playback.isReversed
    if isWrapped || playback.isReversed != isReversed { pass += 1 }
    isReversed = playback.isReversed
    if isWrapped || history.isJump(endingAt: last) { return }
    all.removeAll {
      $0.pass < pass && $0.times.lowerBound < max(before, now) - 1e-6
        && $0.times.upperBound > min(before, now) + 1e-6
    }
    guard let late = history.lateFrame(at: last) else { return }
    let length = Double(interval.held) * interval.period * Double(playback.percent) / 100
    let end = playback.isReversed ? before - length : before + length
    // What was shown beyond an edge of a loop is at its other end.
    let shown = min(max(end, limits.lowerBound), limits.upperBound)
    all.append(
      Standstill(
        times: min(before, shown)...max(before, shown), isInjected: late.isInjected, pass: pass))
    if all.count > Self.capacity { all.removeFirst() }
  }
}
