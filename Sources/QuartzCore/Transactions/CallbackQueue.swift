// CallbackQueue.swift
// Stage: callbacks. Code that runs from the run loop after a commit or a frame: completion blocks and
// animation delegates.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The driver of commits, events and callbacks.
package enum CallbackDriver {
  /// The main queue or run loop, at the times of events: a program without windows.
  case mainQueue
  /// The caller, which advances the virtual clock: tests and off-screen windows.
  case manual
  /// The frames of a host with windows, which calls ``CallbackQueue/takeOpening()`` before it sleeps.
  ///
  /// - Parameter wake: Makes the host run soon.
  case host(wake: () -> Void)

  var isMainQueue: Bool { if case .mainQueue = self { true } else { false } }
}

/// Code that waits for the run loop.
///
/// Belongs to the main thread, as live layers do; so its variables need no lock.
package enum CallbackQueue {
  nonisolated(unsafe) private static var pending: [() -> Void] = []

  /// The driver that drains the queue. What is in the queue already is for a new driver to drain.
  nonisolated(unsafe) package static var driver = CallbackDriver.mainQueue {
    didSet { if !pending.isEmpty { scheduleDrain() } }
  }

  /// How many calls of ``drain()`` run, one inside the other.
  nonisolated(unsafe) package private(set) static var depth = 0

  /// Whether the queue is empty.
  package static var isEmpty: Bool { pending.isEmpty }

  /// Appends code to the queue; from another thread, through the main queue.
  package static func enqueue(_ body: @escaping () -> Void) {
    guard MainThread.isCurrent else {
      nonisolated(unsafe) let body = body
      DispatchQueue.main.async { enqueue(body) }
      return
    }
    pending.append(body)
    if pending.count == 1 { scheduleDrain() } else if driver.isMainQueue { MainLoop.follow() }
  }

  /// Runs everything in the queue, and what is appended meanwhile.
  package static func drain() {
    // Bounded, as a block may always append another; the rest runs in the next turn of the run loop.
    var rounds = 0
    depth += 1
    defer { depth -= 1 }
    while !pending.isEmpty && rounds < 1000 {
      let batch = pending
      pending = []
      for body in batch { WorkLog.run("a completion") { body() } }
      rounds += 1
    }
    if !pending.isEmpty { scheduleDrain() }
  }

  private static func scheduleDrain() {
    switch driver {
    case .mainQueue: MainLoop.async { drain() }
    case .manual: break
    case .host(let wake): wake()
    }
  }

  // MARK: Transactions and events

  nonisolated(unsafe) private static var isFlushScheduled = false

  /// Schedules the commit of an implicit transaction that was opened; with a host, sets the flag of ``takeOpening()``.
  static func transactionDidOpen() {
    switch driver {
    case .mainQueue:
      if isFlushScheduled { return MainLoop.follow() }
      isFlushScheduled = true
      MainLoop.async {
        isFlushScheduled = false
        CATransaction.flush()
      }
    case .manual: break
    // No wake: most transactions are committed in the turn in which they are opened. The host reads the flag before it
    // sleeps.
    case .host: hasOpening = true
    }
  }

  /// Notes an explicit transaction, which its own code commits: its changes are sent by a host that does not sleep yet.
  static func explicitTransactionDidOpen() {
    if case .host = driver { hasOpening = true }
  }

  /// Whether a transaction was opened since the last call of ``takeOpening()``.
  nonisolated(unsafe) private static var hasOpening = false

  /// Whether a transaction was opened since the last call. It may be committed already.
  package static func takeOpening() -> Bool {
    defer { hasOpening = false }
    return hasOpening
  }

  /// The time of the next wake-up for events, and its number; an earlier wake-up that fires later does nothing.
  nonisolated(unsafe) private static var wake = (time: CFTimeInterval.infinity, number: 0)

  /// Schedules the next start or end of an animation where the main queue is the driver.
  static func scheduleEvents() {
    guard driver.isMainQueue, !MediaClock.isVirtual else { return }
    MainLoop.follow()
    let now = MediaClock.now
    guard let next = LayerContext.live.compactMap({ $0.nextEventTime(after: now) }).min() else {
      return
    }
    // One that has passed may wait in a run loop that nobody runs any more.
    guard next < wake.time || wake.time < now else { return }
    wake = (next, wake.number + 1)
    let number = wake.number
    MainLoop.async(after: max(0, next - now)) {
      guard number == wake.number else { return }
      wake.time = .infinity
      let now = MediaClock.now
      for context in LayerContext.live { context.processEvents(at: now) }
      drain()
      scheduleEvents()
    }
  }
}
