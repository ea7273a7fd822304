// WaitNotice.swift
// A line on standard error about a server that does not answer.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Reports what the program waits for, once it has waited for long. Libraries that connect to a display server wait
/// without an end.
final class WaitNotice: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - message: The sentence. Composed only when it is written.
  ///   - delay: Seconds. Default 3.
  ///   - write: Writes the message, on a thread of its own.
  init(
    _ message: @autoclosure @escaping @Sendable () -> String, after delay: TimeInterval = 3,
    write: @escaping @Sendable (String) -> Void = {
      Diagnostics.writeToStandardError("\(ProcessInfo.processInfo.processName): \($0)\n")
    }
  ) {
    Thread.detachNewThread { [ended] in
      if ended.wait(timeout: .now() + delay) == .timedOut { write(message()) }
    }
  }

  /// Called when the wait is over.
  func end() { ended.signal() }
}
