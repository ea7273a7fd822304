// SteppedClock.swift
// Media time that moves only as standard input asks, so that a test that looks at the program from
// outside sees every frame, however slow the machine is.
//
// Switched on with LAMELLA_CLOCK=stdin. Time begins at 0. Each line of standard input is a media time
// in seconds. The clock moves there in steps of a sixtieth of a second, and each step is a refresh. Once
// nothing is left to draw, the trace gets a line:
//
//     clock       time=1.5
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import Glibc
import QuartzCore
import UIKit

/// The virtual clock of a program with a window, moved from outside.
@MainActor final class SteppedClock {
  /// Seconds between two refreshes.
  private static let period: TimeInterval = 1.0 / 60

  private let trace: Trace?
  private let source = DispatchSource.makeReadSource(
    fileDescriptor: STDIN_FILENO, queue: .main)
  /// What was read of a line that has not ended.
  private var line: [UInt8] = []
  /// Times that were asked for, oldest first.
  private var targets: [TimeInterval] = []
  /// Whether a frame was drawn since the clock last looked.
  private var hasDrawn = false

  /// The clock that the environment asks for; nil when it asks for none.
  static func fromEnvironment(trace: Trace?) -> SteppedClock? {
    guard ProcessInfo.processInfo.environment["LAMELLA_CLOCK"] == "stdin" else { return nil }
    return SteppedClock(trace: trace)
  }

  private init(trace: Trace?) { self.trace = trace }

  /// Takes over media time. Frames are no longer paced: each is shown as soon as it is drawn.
  func start() {
    MediaClock.useVirtual()
    ApplicationOptions.vsync = false
    ApplicationOptions.isPaced = false
    FrameObservers.add(self)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.read() }
    }
    source.activate()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      source.cancel()
      return
    }
    let isMoving = !targets.isEmpty
    for byte in buffer[..<count] {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if let time = Double(String(decoding: line, as: UTF8.self)) { targets.append(time) }
      line = []
    }
    if !isMoving && !targets.isEmpty { scheduleTurn() }
  }

  /// Goes on in the run loop's next turn; between two turns it delivers events and draws a frame.
  private func scheduleTurn() {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.turn() }
    }
  }

  private func turn() {
    guard let target = targets.first else { return }
    let now = MediaClock.now
    if now < target {
      MediaClock.advance(to: min(target, now + Self.period))
    } else if !hasDrawn {
      targets.removeFirst()
      trace?.clock(now)
    }
    hasDrawn = false
    if !targets.isEmpty { scheduleTurn() }
  }
}

extension SteppedClock: FrameObserver {
  package func frameWillRun(at time: TimeInterval) {}
  package func frameDidFinish(_ record: FrameRecord) { hasDrawn = true }
}
