// MainThread.swift
// Whether the current thread is the one of live layers.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Whether the current thread is the one of live layers.
package enum MainThread {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  // Read at every change of a layer. Only the main thread writes it, and always the same value; another
  // thread that reads it too early takes the slower path.
  nonisolated(unsafe) private static var known: pthread_t?

  /// Whether this is the main thread, or a thread that serves the main queue in its place, as
  /// `dispatchMain()` has on Linux.
  package static var isCurrent: Bool {
    if let known, pthread_equal(known, pthread_self()) != 0 { return true }
    if Thread.isMainThread {
      known = pthread_self()
      return true
    }
    return DispatchQueue.getSpecific(key: key) ?? false
  }

  /// Whether a queue is the main one. On Linux `DispatchQueue.main` is a new object each time.
  package static func isServed(by queue: DispatchQueue) -> Bool {
    queue.getSpecific(key: key) ?? false
  }

  /// Runs a function on the main thread: at once if this is it, else later.
  package static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent {
      MainActor.assumeIsolated { body() }
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated { body() } }
    }
  }
}

/// A variable that belongs to the main thread.
///
/// Layers have no actor, but live ones belong to the main thread, and so does what is global to them. Swift cannot
/// check that, so debug builds and the tests do: access from another thread stops the program.
package struct MainThreadValue<Value>: @unchecked Sendable {
  /// Never freed, as the variable is global.
  private let address: UnsafeMutablePointer<Value>

  package init(_ value: Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  package var value: Value {
    get {
      assert(MainThread.isCurrent, "a variable of the main thread is read from another thread")
      return address.pointee
    }
    nonmutating _modify {
      assert(MainThread.isCurrent, "a variable of the main thread is set from another thread")
      yield &address.pointee
    }
  }
}
