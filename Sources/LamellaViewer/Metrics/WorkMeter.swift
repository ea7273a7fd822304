// WorkMeter.swift
// What the window itself costs, beside the sample that it shows.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// The processor time of the main thread that a frame of the window takes for its observers and the drawing of its charts:
/// what a sample would not have to share a frame with if it ran alone.
@MainActor final class WorkMeter {
  /// Seconds of a frame, as the mean of about the last second.
  private(set) var mean: TimeInterval = 0
  private var ofFrame: TimeInterval = 0
  private var frames = 0
  /// The begin of the work that is being measured; nil outside.
  private var begin: TimeInterval?
  private let clock: () -> TimeInterval

  /// - Parameter clock: Returns the processor time of the thread, in seconds.
  init(clock: @escaping () -> TimeInterval = WorkMeter.threadTime) { self.clock = clock }

  /// Performs work of the window. Work within it counts once.
  func measure<Result>(_ work: () -> Result) -> Result {
    guard begin == nil else { return work() }
    let start = clock()
    begin = start
    defer {
      ofFrame += clock() - start
      begin = nil
    }
    return work()
  }

  /// Ends a frame, whose work is added to the mean.
  func endFrame() {
    frames = min(frames + 1, 60)
    mean += (ofFrame - mean) / Double(frames)
    ofFrame = 0
  }

  nonisolated static func threadTime() -> TimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
