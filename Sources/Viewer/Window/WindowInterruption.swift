// WindowInterruption.swift
// Requests to end the window, which saves what it was asked to save first.
//
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization
import UIKit

/// Closes the window at a signal that asks the program to end. The second one ends it at once.
final class WindowInterruption: Sendable {
  /// The number of the signal that came first; 0 for none.
  private let first = Atomic<Int32>(0)
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  init() {
    sources = Interruption.signals.map {
      DispatchSource.makeSignalSource(signal: $0, queue: .global(qos: .userInitiated))
    }
    for (number, source) in zip(Interruption.signals, sources) {
      // A background job inherits that a signal is ignored; that stays so.
      var old = sigaction()
      sigaction(number, nil, &old)
      if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        continue
      }
      signal(number, SIG_IGN)
      source.setEventHandler { [weak self] in self?.end(by: number) }
      source.resume()
    }
  }

  private func end(by number: Int32) {
    guard first.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else {
      return Self.raise(number)
    }
    DispatchQueue.main.async { WindowHost.terminate() }
  }

  /// Ends the program by the signal that closed the window, if one did.
  func finish() {
    let number = first.load(ordering: .relaxed)
    if number != 0 { Self.raise(number) }
  }

  private static func raise(_ number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
