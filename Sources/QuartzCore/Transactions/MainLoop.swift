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
    var timer: Timer?

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() {
      let call = body
      body = nil
      timer?.invalidate()
      timer = nil
      call?()
    }
  }

  /// Calls for the run loop that the main queue has not made yet.
  nonisolated(unsafe) private static var waiting: [Call] = []

  /// Whether the run loop of the current thread has a block. In `dispatchMain()` it is one thread after the other that
  /// is the main one.
  private static var hasBlock: Bool {
    get { Thread.current.threadDictionary[blockKey] != nil }
    set { Thread.current.threadDictionary[blockKey] = newValue ? true : nil }
  }
  private static let blockKey = "lamella.MainLoop.hasBlock"

  /// Calls code soon.
  static func async(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let call = Call(body)
    waiting.append(call)
    DispatchQueue.main.async {
      waiting.removeAll { $0 === call }
      call.run()
    }
    // One block at most, as in `dispatchMain()` none is ever called.
    guard !hasBlock else { return }
    hasBlock = true
    RunLoop.current.perform(inModes: [.common]) {
      hasBlock = false
      let calls = waiting
      waiting = []
      for call in calls { call.run() }
    }
  }

  /// Calls code after some seconds.
  static func async(after seconds: TimeInterval, _ body: @escaping () -> Void) {
    nonisolated(unsafe) let call = Call(body)
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: seconds), interval: 0, repeats: false
    ) { _ in call.run() }
    call.timer = timer
    RunLoop.current.add(timer, forMode: .common)
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { call.run() }
  }
}
