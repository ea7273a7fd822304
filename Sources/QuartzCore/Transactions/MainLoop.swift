// MainLoop.swift
// Calls from the main run loop of a program without windows, nested run loops included.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Calls code once, from the main queue or the main thread's run loop, whichever is served first.
///
/// A run loop that runs inside a block of the main queue, or in a task on the main actor, does not serve the
/// queue; a thread in `dispatchMain()` runs no run loop of its own.
///
/// Only for the main thread.
enum MainLoop {
  /// Code that is called at most once.
  private final class Call {
    private var body: (() -> Void)?
    /// When it is called; nil for soon.
    let date: Date?
    /// One for each thread that was the main one meanwhile.
    private var timers: [Timer] = []

    init(at date: Date? = nil, _ body: @escaping () -> Void) {
      (self.date, self.body) = (date, body)
    }

    func run() {
      let call = body
      body = nil
      for timer in timers { timer.invalidate() }
      timers = []
      call?()
    }

    /// Adds a timer to the thread's run loop.
    func addTimer() {
      guard let date else { return }
      nonisolated(unsafe) let call = self
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in MainLoop.run(call) }
      timers.append(timer)
      RunLoop.current.add(timer, forMode: .common)
    }
  }

  /// Calls for the run loop that the main queue has not made yet.
  private static let waiting = MainThreadValue<[Call]>([])

  /// Whether the run loop of the current thread has a block. In `dispatchMain()` it is one thread after the other that
  /// is the main one.
  private static var hasBlock: Bool {
    get { Thread.current.threadDictionary[blockKey] != nil }
    set { Thread.current.threadDictionary[blockKey] = newValue ? true : nil }
  }
  private static let blockKey = "lamella.MainLoop.hasBlock"

  /// Calls that wait for their time.
  private static let timed = MainThreadValue<[Call]>([])
  /// The thread whose run loop has all of the calls.
  private static let home = MainThreadValue<Thread?>(nil)

  /// Gives the run loop of the current thread what waits in that of another one, which was the main thread before.
  ///
  /// Who finds a call scheduled already relies on it.
  static func follow() {
    let thread = Thread.current
    if home.value === thread { return }
    home.value = thread
    if !waiting.value.isEmpty { addBlock() }
    for call in timed.value { call.addTimer() }
  }

  /// Calls code soon.
  static func async(_ body: @escaping () -> Void) {
    follow()
    nonisolated(unsafe) let call = Call(body)
    waiting.value.append(call)
    DispatchQueue.main.async {
      waiting.value.removeAll { $0 === call }
      call.run()
    }
    addBlock()
  }

  private static func addBlock() {
    // One block at most, as in `dispatchMain()` none is ever called.
    guard !hasBlock else { return }
    hasBlock = true
    RunLoop.current.perform(inModes: [.common]) {
      hasBlock = false
      let calls = waiting.value
      waiting.value = []
      for call in calls { call.run() }
    }
  }

  /// Calls code after some seconds.
  static func async(after seconds: TimeInterval, _ body: @escaping () -> Void) {
    follow()
    nonisolated(unsafe) let call = Call(at: Date(timeIntervalSinceNow: seconds), body)
    timed.value.append(call)
    call.addTimer()
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { run(call) }
  }

  private static func run(_ call: Call) {
    timed.value.removeAll { $0 === call }
    call.run()
  }
}
