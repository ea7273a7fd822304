// Interruption.swift
// Ctrl-C and requests to end, for commands that keep what they have.
//
// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Requests to end a command, between ``watch()`` and ``ignore()``. A window has ``WindowInterruption``.
package enum Interruption {
  /// The signals that ask a program to end.
  package static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The number of requests. Counted by a signal handler, which any thread may run.
  private static let count = Atomic(0)

  /// Whether the program is to end.
  package static var hasCome: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  /// Takes note of requests, instead of ending. The third one ends the program.
  ///
  /// A call that waits, such as for a reader of a pipe, is interrupted: `signal` would begin it again.
  package static func watch() {
    // Made here, as a handler must not make it.
    count.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let count = Interruption.count.add(1, ordering: .sequentiallyConsistent).newValue
      guard count >= 3 else { return }
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in signals { sigaction(number, &action, nil) }
  }

  /// Ends at the next request, as usual.
  package static func ignore() { for number in signals { signal(number, SIG_DFL) } }
}
