// SDLThread.swift
// A single thread for all drawing with OpenGL.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Isolation to one thread.
///
/// An OpenGL context belongs to the thread that created it. The main actor cannot be used in tests:
/// on Linux the main queue may be served by different threads, and a test's fixture and body are
/// two jobs.
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

/// Runs jobs in order on its own thread.
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
    guard let result else { preconditionFailure("the SDL thread returned no result") }
    return result
  }
}
