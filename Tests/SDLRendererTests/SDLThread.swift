// SDLThread.swift
// One thread for everything that draws with OpenGL.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Isolation to one thread.
///
/// An OpenGL context belongs to the thread that made it. The main actor of a test run is no such
/// place: on Linux the main queue may be served by one thread now and by another then, and a test's
/// fixture and its body are two turns of it.
@globalActor actor SDLThread {
  static let shared = SDLThread()

  private static let executor = ThreadExecutor(name: "SDL")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  /// Runs a function on the thread and waits for it.
  static func wait<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    executor.wait(body)
  }
}

/// Runs jobs in order on a thread of its own.
private final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var pending: [() -> Void] = []

  init(name: String) {
    let thread = Thread { [self] in
      while true { next()() }
    }
    thread.name = name
    // Drivers compile shaders on the caller's stack.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func next() -> () -> Void {
    condition.lock()
    defer { condition.unlock() }
    while pending.isEmpty { condition.wait() }
    return pending.removeFirst()
  }

  private func add(_ body: @escaping () -> Void) {
    condition.lock()
    pending.append(body)
    condition.signal()
    condition.unlock()
  }

  func enqueue(_ job: UnownedJob) {
    add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func wait<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result?
    add {
      result = body()
      done.signal()
    }
    done.wait()
    guard let result else { preconditionFailure("the SDL thread answered nothing") }
    return result
  }
}
