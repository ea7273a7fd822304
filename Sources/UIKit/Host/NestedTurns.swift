// NestedTurns.swift
// Turns of a program with windows while its code runs a run loop inside an event, a timer or a callback.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import UIKitCore

/// Calls for turns from a run loop that user code runs inside the program's own.
///
/// Code such as `while !isDone { RunLoop.main.run(mode: .default, before: …) }` keeps the program's run loop from
/// its next turn. A timer notices it: the program's run loop keeps moving the timer ahead, so it fires only inside
/// another run loop, within three refreshes. There it runs a turn every refresh.
@MainActor final class NestedTurns {
  /// Runs a turn.
  var turn: (() -> Void)?
  private var timer: Timer?
  /// The machine time at which the timer fires; infinity while it is out of sight.
  private var due = TimeInterval.infinity

  private var interval: TimeInterval {
    1 / TimeInterval(max(1, UIScreen.main.maximumFramesPerSecond))
  }

  /// Moves the timer ahead, before user code runs. Where it is still far ahead it stays: to move it takes two calls of
  /// the system.
  func expect() {
    let now = MediaClock.machineTime
    if due < .infinity, due - now > interval * 0.75 { return }
    fire(in: interval * 3, from: now)
  }

  private func fire(in seconds: TimeInterval, from now: TimeInterval) {
    due = now + seconds
    if let timer, timer.isValid {
      timer.fireDate = Date(timeIntervalSinceNow: seconds)
      return
    }
    // One shot: a timer does not fire in a run loop that its own call runs.
    let timer = Timer(fire: Date(timeIntervalSinceNow: seconds), interval: 0, repeats: false) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.didFire() }
    }
    RunLoop.main.add(timer, forMode: .common)
    self.timer = timer
  }

  /// Moves the timer out of sight, before the program sleeps for long.
  func expectNone() {
    timer?.fireDate = .distantFuture
    due = .infinity
  }

  private func didFire() {
    timer = nil
    guard let turn else { return }
    let began = MediaClock.machineTime
    fire(in: interval, from: began)
    turn()
    guard self.turn != nil else { return }
    // A turn that draws on this thread has waited for a refresh already.
    let now = MediaClock.machineTime
    fire(in: max(interval - (now - began), 0.001), from: now)
  }
}
