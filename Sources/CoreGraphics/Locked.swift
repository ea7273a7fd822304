// Locked.swift
// A value that threads share, and its lock.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A value that is read and changed under a lock.
///
/// The lock is one of POSIX, as the thread sanitizer follows it. It does not follow the standard library's `Mutex`,
/// whose contended path is compiled without it.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Accessed under the lock only.
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls a function with the value while no other thread has it. The function must not use the same lock.
  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
