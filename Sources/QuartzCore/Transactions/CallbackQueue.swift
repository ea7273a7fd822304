// CallbackQueue.swift
// Stage: callbacks. What has to run after a commit or a frame, from the run loop: completion blocks
// and animation delegates. And who moves time when there is no window to do it.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Code that waits for the run loop.
///
/// Belongs to the main thread, as live layers do; so its variables need no lock.
package enum CallbackQueue {
  nonisolated(unsafe) private static var pending: [() -> Void] = []

  /// Runs the frames of a program with windows; without one, the main queue does what is needed.
  nonisolated(unsafe) package static var wakeHost: (() -> Void)?

  /// Whether anything waits.
  package static var isEmpty: Bool { pending.isEmpty }

  /// Puts code at the end of what waits; from another thread, once the main thread comes to it.
  package static func enqueue(_ body: @escaping () -> Void) {
    guard MainThread.isCurrent else {
      nonisolated(unsafe) let body = body
      DispatchQueue.main.async { enqueue(body) }
      return
    }
    pending.append(body)
    if pending.count == 1 { schedule { drain() } }
  }

  /// Runs everything that waits, and what comes to wait meanwhile.
  package static func drain() {
    // A block that always leaves another behind would never end; the rest waits for the next turn.
    var rounds = 0
    while !pending.isEmpty && rounds < 1000 {
      let batch = pending
      pending = []
      for body in batch { body() }
      rounds += 1
    }
    if !pending.isEmpty { schedule { drain() } }
  }

  /// Has the host run soon, else a block on the main queue.
  private static func schedule(_ body: @escaping @Sendable () -> Void) {
    if let wakeHost { wakeHost() } else { DispatchQueue.main.async(execute: body) }
  }

  // MARK: Without a window

  nonisolated(unsafe) private static var isFlushScheduled = false

  /// An implicit transaction was opened: it is committed when the run loop turns.
  static func transactionDidOpen() {
    if let wakeHost {
      wakeHost()
    } else if !isFlushScheduled {
      isFlushScheduled = true
      DispatchQueue.main.async {
        isFlushScheduled = false
        CATransaction.flush()
      }
    }
  }

  /// Without a host, sees to it that animations start and end at their times.
  static func scheduleEvents() {
    guard wakeHost == nil, !MediaClock.isVirtual else { return }
    let now = MediaClock.now
    guard let next = LayerContext.live.compactMap({ $0.nextEventTime(after: now) }).min() else {
      return
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + max(0, next - now)) {
      let now = MediaClock.now
      for context in LayerContext.live { context.processEvents(at: now) }
      drain()
      scheduleEvents()
    }
  }
}
