// ObjectLocks.swift
// Locks of objects, which Objective-C's `@synchronized` uses.
//
// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The locks of objects that threads hold or wait for.
private final class ObjectLocks: Sendable {
  /// A lock, and the number of times it is held or waited for.
  private struct Entry {
    let lock: ObjectLock
    var uses: Int
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  func enter(_ object: AnyObject) {
    let key = ObjectIdentifier(object)
    let lock = entries.withLock { entries in
      var entry = entries[key] ?? Entry(lock: ObjectLock(), uses: 0)
      entry.uses += 1
      entries[key] = entry
      return entry.lock
    }
    lock.enter()
  }

  /// Returns whether the current thread held the object's lock.
  func exit(_ object: AnyObject) -> Bool {
    let key = ObjectIdentifier(object)
    return entries.withLock { entries in
      guard var entry = entries[key], entry.lock.exit() else { return false }
      entry.uses -= 1
      entries[key] = entry.uses == 0 ? nil : entry
      return true
    }
  }
}

/// A lock that one thread may take several times.
private final class ObjectLock: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let owner = Mutex<(thread: ObjectIdentifier?, depth: Int)>((nil, 0))

  func enter() {
    lock.lock()
    let thread = ObjectIdentifier(Thread.current)
    owner.withLock { $0 = (thread, $0.depth + 1) }
  }

  func exit() -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    let isOwner = owner.withLock { owner in
      guard owner.thread == thread, owner.depth > 0 else { return false }
      owner.depth -= 1
      if owner.depth == 0 { owner.thread = nil }
      return true
    }
    if isOwner { lock.unlock() }
    return isOwner
  }
}

private let objectLocks = ObjectLocks()

/// Waits until no other thread holds the lock of an object, and takes it. A thread may take it several times.
///
/// - Returns: 0. A value that is no object has no lock, as on Apple's systems.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 {
  if type(of: obj) is AnyClass { objectLocks.enter(obj as AnyObject) }
  return 0
}

/// Releases the lock of an object.
///
/// - Returns: 0, or -1 where the current thread does not hold the lock.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 {
  guard type(of: obj) is AnyClass else { return 0 }
  return objectLocks.exit(obj as AnyObject) ? 0 : -1
}
