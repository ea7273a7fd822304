// DelayedCalls.swift
// Calls that wait for a time of the virtual clock, in place of the main queue: a test that moves the clock turns them.
//
// SPDX-License-Identifier: MIT

public import Dispatch
package import Foundation
import QuartzCore
import Synchronization

/// What waits for the virtual clock of a test. Outside of one, nothing waits here.
package enum DelayedCalls {
  private struct Call: Sendable {
    var due: TimeInterval
    var body: @Sendable () -> Void
  }

  private struct State {
    var now: TimeInterval = 0
    var calls: [Call] = []
  }

  private static let isOn = Atomic(false)
  private static let state = Mutex(State())
  /// Deadlines are taken a moment before they are known here.
  private static let step = 1e-4

  /// Collects the calls of the main queue from now on.
  package static func begin() {
    state.withLock { $0 = State(now: MediaClock.now) }
    isOn.store(true, ordering: .releasing)
  }

  /// Returns to the main queue, which gets what still waits.
  package static func end() {
    guard isOn.exchange(false, ordering: .acquiringAndReleasing) else { return }
    let (now, calls) = state.withLock { state in
      defer { state.calls = [] }
      return (state.now, state.calls)
    }
    for call in calls.sorted(by: { $0.due < $1.due }) {
      DispatchQueue.main.asyncAfter(
        deadline: .now() + max(0, call.due - now), qos: .unspecified, flags: [], execute: call.body)
    }
  }

  /// Whether the functions of a queue wait here.
  static func serves(_ queue: DispatchQueue) -> Bool {
    isOn.load(ordering: .acquiring) && MainThread.isServed(by: queue)
  }

  /// Whether nothing waits.
  package static var isEmpty: Bool { state.withLock { $0.calls.isEmpty } }

  /// Adds a call; false if there is no virtual clock to wait for. Called on any thread.
  package static func add(after delay: TimeInterval, _ body: @escaping @Sendable () -> Void) -> Bool
  {
    guard isOn.load(ordering: .acquiring) else { return false }
    let delay =
      delay.isFinite ? max(0, (delay / step).rounded(.up) * step) : .greatestFiniteMagnitude
    state.withLock { $0.calls.append(Call(due: $0.now + delay, body: body)) }
    return true
  }

  /// Runs the calls that are due at the clock's time, in the order of their times. What they add waits for the next turn.
  @MainActor package static func run() {
    guard isOn.load(ordering: .acquiring) else { return }
    let now = MediaClock.now
    let due = state.withLock { state in
      state.now = now
      let isDue = { (call: Call) in call.due <= now + step }
      defer { state.calls.removeAll(where: isDue) }
      return state.calls.filter(isDue)
    }
    // Stable: calls of one time are in the order in which they were added.
    for call in due.enumerated().sorted(by: {
      ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
    }) {
      call.element.body()
    }
  }
}

// Swift prefers these to Dispatch's, which have defaults for what a call leaves out.

extension DispatchQueue {
  /// Runs a function later on the queue: Dispatch's `async(group:qos:flags:execute:)`.
  ///
  /// While a test of `LamellaTesting` has a scene, the main queue's functions run in the scene's next frame.
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {
    if DelayedCalls.serves(self), DelayedCalls.add(after: 0, work) { return }
    async(group: nil, execute: work)
  }

  /// Runs a function on the queue at a time: Dispatch's `asyncAfter(deadline:qos:flags:execute:)`.
  ///
  /// While a test of `LamellaTesting` has a scene, the main queue's functions wait for the scene's clock.
  public func asyncAfter(
    deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void
  ) {
    if DelayedCalls.serves(self) {
      let (now, then) = (DispatchTime.now().uptimeNanoseconds, deadline.uptimeNanoseconds)
      let delay = then > now ? Double(then - now) * 1e-9 : 0
      if DelayedCalls.add(after: delay, work) { return }
    }
    asyncAfter(deadline: deadline, qos: .unspecified, execute: work)
  }
}
