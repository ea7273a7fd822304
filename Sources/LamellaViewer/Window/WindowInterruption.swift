// WindowInterruption.swift
// Requests to end the window, which first saves what it was asked to save and what it remembers.
//
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import UIKit

/// Closes the window at a signal that asks the program to end. The second one ends it at once.
enum WindowInterruption {
  /// The number of the signal that came first, 0 for none. A handler, which any thread may run, does no more than
  /// exchange it and write to the pipe that wakes the main thread. Handlers, unlike ignored signals, are not inherited
  /// by the programs that this one runs.
  private static let first = Atomic<Int32>(0)
  private static let wake = Atomic<Int32>(-1)
  @MainActor private static var source: (any DispatchSourceRead)?

  /// Takes note of requests from now on.
  @MainActor static func watch() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wake.store(ends[1], ordering: .sequentiallyConsistent)
    // Made here, as a handler must not make it.
    _ = first.load(ordering: .sequentiallyConsistent)
    let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated {
        self.source?.cancel()
        WindowHost.terminate()
      }
    }
    source.resume()
    self.source = source
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let isFirst = WindowInterruption.first.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent
      ).exchanged
      guard isFirst else { return WindowInterruption.end(by: number) }
      var byte: UInt8 = 0
      _ = write(WindowInterruption.wake.load(ordering: .sequentiallyConsistent), &byte, 1)
    }
    // A call that waits goes on.
    action.sa_flags = SA_RESTART
    for number in Interruption.signals {
      // A background job inherits that a signal is ignored; that stays so.
      var old = sigaction()
      sigaction(number, nil, &old)
      let isIgnored =
        unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      if !isIgnored { sigaction(number, &action, nil) }
    }
  }

  /// Ends the program by the signal that closed the window, if one did.
  static func finish() {
    let number = first.load(ordering: .sequentiallyConsistent)
    if number != 0 { end(by: number) }
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
