// Interruption.swift
// Ctrl-C and requests to end, for commands that keep what they have.
//
// SPDX-License-Identifier: MIT

import Glibc

/// Requests to end a command, between ``watch()`` and ``ignore()``. A window has ``WindowInterruption``.
enum Interruption {
  /// The signals that ask a program to end.
  static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// Written by a signal handler, which may do nothing more.
  nonisolated(unsafe) private static let flag: UnsafeMutablePointer<sig_atomic_t> = {
    let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }()

  /// Whether the program is to end.
  static var hasCome: Bool { flag.pointee != 0 }

  /// Takes note of requests, instead of ending. The third one ends the program.
  ///
  /// A call that waits, such as for a reader of a pipe, is interrupted: `signal` would begin it again.
  static func watch() {
    flag.pointee = 0
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      Interruption.flag.pointee += 1
      guard Interruption.flag.pointee >= 3 else { return }
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in signals { sigaction(number, &action, nil) }
  }

  /// Ends at the next request, as usual.
  static func ignore() { for number in signals { signal(number, SIG_DFL) } }
}
