// SteppedClock.swift
// Media time controlled by standard input, so that a test of the built program sees every frame on a
// machine of any speed.
//
// Enabled by LAMELLA_CLOCK=stdin. Time starts at 0. Each line of standard input is a media time in
// seconds. The clock moves there in steps of a sixtieth of a second, and each step is a refresh. When
// nothing is left to draw, a line is written to the log of events:
//
//     clock       time=1.5
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import Glibc
import QuartzCore
import UIKit

/// The virtual clock of a program with a window, controlled by another program.
@MainActor final class SteppedClock {
  /// Seconds between two refreshes.
  private static let period: TimeInterval = 1.0 / 60

  private let eventLog: EventLog?
  private let source = DispatchSource.makeReadSource(
    fileDescriptor: STDIN_FILENO, queue: .main)
  /// The bytes of an incomplete line.
  private var line: [UInt8] = []
  /// Requested times, oldest first.
  private var targets: [TimeInterval] = []
  /// Whether a frame was drawn since the last step.
  private var hasDrawn = false

  /// The clock requested by the environment; nil without one.
  static func fromEnvironment(eventLog: EventLog?) -> SteppedClock? {
    guard ProcessInfo.processInfo.environment["LAMELLA_CLOCK"] == "stdin" else { return nil }
    return SteppedClock(eventLog: eventLog)
  }

  private init(eventLog: EventLog?) { self.eventLog = eventLog }

  /// Makes media time virtual. Frames are not paced: each is shown as soon as it is drawn.
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
    if !isMoving && !targets.isEmpty { scheduleStep() }
  }

  /// Continues in the run loop's next turn, after events were delivered and a frame was drawn.
  private func scheduleStep() {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.step() }
    }
  }

  private func step() {
    guard let target = targets.first else { return }
    let now = MediaClock.now
    if now < target {
      MediaClock.advance(to: min(target, now + Self.period))
    } else if !hasDrawn {
      targets.removeFirst()
      eventLog?.clock(now)
    }
    hasDrawn = false
    if !targets.isEmpty { scheduleStep() }
  }
}

extension SteppedClock: FrameObserver {
  package func frameWillRun(at time: TimeInterval) {}
  package func frameDidFinish(_ record: FrameRecord) { hasDrawn = true }
}
