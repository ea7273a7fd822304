// RunLoopTimers.swift
// Timers that Foundation's own functions made: a run loop tells when the next one fires, by the machine's clock.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Fires the timers of this thread's run loop no earlier than the virtual clock reaches their times, by waiting for them.
@MainActor struct RunLoopTimers {
  /// The next timer's time on both clocks; nil while none is known.
  private var next: (date: Date, due: TimeInterval)?

  /// Notes the next timer, if none is known.
  mutating func look(at time: TimeInterval) {
    guard next == nil, let date = RunLoop.current.limitDate(forMode: .default),
      date < .distantFuture
    else { return }
    next = (date, time + max(0, date.timeIntervalSinceNow))
  }

  /// Fires what is due, at most once in a frame each.
  mutating func fire(at time: TimeInterval) {
    look(at: time)
    while let (date, due) = next, due <= time + 1e-3 {
      _ = RunLoop.current.run(mode: .default, before: date.addingTimeInterval(1e-3))
      next = nil
      look(at: time)
      if let next, next.due <= time { break }
    }
  }
}
