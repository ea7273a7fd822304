// StageTimes.swift
// The stage's time of recent frames: it cannot be found later, as the stage is paused, slowed and scrubbed.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// Seconds since the start of the run for each of the last frames, by their numbers. Takes no memory while it runs.
struct StageTimes {
  private var times = [TimeInterval](repeating: 0, count: FrameHistory.capacity)

  /// Notes a frame's time.
  mutating func note(_ time: TimeInterval, ofFrame number: Int) {
    times[number % times.count] = time
  }

  /// The time of a frame, which must be one of the last ``FrameHistory/capacity``.
  subscript(number: Int) -> TimeInterval { times[number % times.count] }
}
