// NestedTurns.swift
// Turns of a program with windows while its code runs a run loop inside an event, a timer or a callback.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKitCore

/// Calls for turns from a run loop that user code runs inside the program's own.
///
/// Code such as `while !isDone { RunLoop.main.run(mode: .default, before: …) }` keeps the program's run loop from
/// its next turn. A timer notices it: each turn of the program's run loop moves the timer ahead, so it fires only
/// inside another run loop. There it runs a turn every refresh.
@MainActor final class NestedTurns {
  /// Runs a turn.
  var turn: (() -> Void)?
  private var timer: Timer?

  private var interval: TimeInterval {
    1 / TimeInterval(max(1, UIScreen.main.maximumFramesPerSecond))
  }

  /// Moves the timer ahead, before user code runs.
  func expect() {
    if let timer, timer.isValid {
      timer.fireDate = Date(timeIntervalSinceNow: interval)
      return
    }
    // One shot: a timer does not fire in a run loop that its own call runs.
    let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: 0, repeats: false) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.fire() }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  /// Moves the timer out of sight, before the program sleeps.
  func expectNone() { timer?.fireDate = .distantFuture }

  private func fire() {
    timer = nil
    guard let turn else { return }
    expect()
    turn()
    if self.turn != nil { expect() }
  }
}
