// VideoLock.swift
// Stage: events, present. SDL's data of a window, such as its size, is changed by one thread and used by another.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Held by the main thread while SDL reads events, and by any thread while SDL creates or shows a window's surface.
///
/// SDL changes a window's size while it reads events. A surface that is created or shown meanwhile would have the width
/// of one size and the height of another, and be written beyond its end.
enum VideoLock {
  private static let lock = NSLock()

  static func withLock<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
