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
/// Belongs to the main thread, as live layers do.
package enum CallbackQueue {
  private static let pending = MainThreadValue<[() -> Void]>([])

  /// The driver that drains the queue. What is in the queue already is for a new driver to drain.
  package static var driver: CallbackDriver {
    get { storedDriver.value }
    set {
      storedDriver.value = newValue
      if !isEmpty { scheduleDrain() }
    }
  }
  private static let storedDriver = MainThreadValue(CallbackDriver.mainQueue)

  /// How many calls of ``drain()`` run, one inside the other.
  package static var depth: Int { storedDepth.value }
  private static let storedDepth = MainThreadValue(0)

  /// Whether the queue is empty.
  package static var isEmpty: Bool { pending.value.isEmpty }

  /// Appends code to the queue; from another thread, through the main queue.
  package static func enqueue(_ body: @escaping () -> Void) {
    guard MainThread.isCurrent else {
      nonisolated(unsafe) let body = body
      DispatchQueue.main.async { enqueue(body) }
      return
    }
    pending.value.append(body)
    if pending.value.count == 1 { scheduleDrain() } else if driver.isMainQueue { MainLoop.follow() }
  }

  /// Runs everything in the queue, and what is appended meanwhile.
  package static func drain() {
    // Bounded, as a block may always append another; the rest runs in the next turn of the run loop.
    var rounds = 0
    storedDepth.value += 1
    defer { storedDepth.value -= 1 }
    while !isEmpty && rounds < 1000 {
      let batch = pending.value
      pending.value = []
      for body in batch { WorkLog.run("a completion") { body() } }
      rounds += 1
    }
    if !isEmpty { scheduleDrain() }
  }

  private static func scheduleDrain() {
    switch driver {
    case .mainQueue: MainLoop.async { drain() }
    case .manual: break
    case .host(let wake): wake()
    }
  }

  // MARK: Transactions and events

  private static let isFlushScheduled = MainThreadValue(false)

  /// Schedules the commit of an implicit transaction that was opened; with a host, sets the flag of ``takeOpening()``.
  static func transactionDidOpen() {
    switch driver {
    case .mainQueue:
      if isFlushScheduled.value { return MainLoop.follow() }
      isFlushScheduled.value = true
      MainLoop.async {
        isFlushScheduled.value = false
        CATransaction.flush()
      }
    case .manual: break
    // No wake: most transactions are committed in the turn in which they are opened. The host reads the flag before it
    // sleeps.
    case .host: hasOpening.value = true
    }
  }

  /// Notes an explicit transaction, which its own code commits: its changes are sent by a host that does not sleep yet.
  static func explicitTransactionDidOpen() {
    if case .host = driver { hasOpening.value = true }
  }

  /// Whether a transaction was opened since the last call of ``takeOpening()``.
  private static let hasOpening = MainThreadValue(false)

  /// Whether a transaction was opened since the last call. It may be committed already.
  package static func takeOpening() -> Bool {
    defer { hasOpening.value = false }
    return hasOpening.value
  }

  /// The time of the next wake-up for events, and its number; an earlier wake-up that fires later does nothing.
  private static let wake = MainThreadValue((time: CFTimeInterval.infinity, number: 0))

  /// Schedules the next start or end of an animation where the main queue is the driver.
  static func scheduleEvents() {
    guard driver.isMainQueue, !MediaClock.isVirtual else { return }
    MainLoop.follow()
    let now = MediaClock.now
    guard let next = LayerContext.live.compactMap({ $0.nextEventTime(after: now) }).min() else {
      return
    }
    // One that has passed may wait in a run loop that nobody runs any more.
    guard next < wake.value.time || wake.value.time < now else { return }
    let number = wake.value.number + 1
    wake.value = (next, number)
    MainLoop.async(after: max(0, next - now)) {
      guard number == wake.value.number else { return }
      wake.value.time = .infinity
      let now = MediaClock.now
      for context in LayerContext.live { context.processEvents(at: now) }
      drain()
      scheduleEvents()
    }
  }
}
