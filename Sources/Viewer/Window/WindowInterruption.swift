// WindowInterruption.swift
// Requests to end the window, which first saves what it was asked to save and what it remembers.
//
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import UIKit

/// Closes the window at a signal that asks the program to end. The second one ends it at once.
enum WindowInterruption {
  /// The number of the signal that came first, 0 for none, and the end of a pipe that wakes the main thread. A signal
  /// handler may do no more than read them and write there. Handlers, unlike ignored signals, are not inherited by the
  /// programs that this one runs.
  private struct State {
    var first: sig_atomic_t = 0
    var wake: Int32 = -1
  }
  nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()
  @MainActor private static var source: (any DispatchSourceRead)?

  /// Takes note of requests from now on.
  @MainActor static func watch() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    state.pointee.wake = ends[1]
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
      guard WindowInterruption.state.pointee.first == 0 else {
        return WindowInterruption.end(by: number)
      }
      WindowInterruption.state.pointee.first = number
      var byte: UInt8 = 0
      _ = write(WindowInterruption.state.pointee.wake, &byte, 1)
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
    let number = state.pointee.first
    if number != 0 { end(by: number) }
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
