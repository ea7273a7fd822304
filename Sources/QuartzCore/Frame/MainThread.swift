// MainThread.swift
// Whether the code runs where live layers belong.
//
// SPDX-License-Identifier: MIT

import Foundation

enum MainThread {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  nonisolated(unsafe) private static var known: pthread_t?

  /// Whether this is the main thread, or a thread that serves the main queue in its place, as
  /// `dispatchMain()` has on Linux.
  static var isCurrent: Bool {
    if let known, pthread_equal(known, pthread_self()) != 0 { return true }
    if Thread.isMainThread {
      known = pthread_self()
      return true
    }
    return DispatchQueue.getSpecific(key: key) ?? false
  }
}
