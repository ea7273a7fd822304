// RefreshPredictor.swift
// Predicts the refresh at which a frame will be displayed: from measured refreshes, or on a simulated grid when the
// driver does not wait for the screen. It does not wait: that does WindowScreen.present. Pure: all times are arguments.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Predicts display times and measures the refresh period.
package struct RefreshPredictor {
  /// The pace of displays: the driver's, simulated refreshes, or none.
  package enum Mode { case driver, simulated, unpaced }

  package private(set) var mode: Mode
  /// The refresh period in seconds: the nominal one, then the median of measured ones.
  package private(set) var period: TimeInterval
  private let nominalPeriod: TimeInterval
  /// The longest median of intervals that is a refresh period. A longer one is the program's own pace: frames
  /// that each take longer than a refresh.
  private let longestPeriod: TimeInterval
  /// The last display, the origin of the refresh grid. Nil before the first.
  package private(set) var lastDisplay: TimeInterval?
  /// The last frames that were displayed right after another.
  private var frames = PacedFrames()
  /// The number of displays in a row after which presenting seemed to return at once.
  private var doubts = 0
  /// The doubts after which the driver does not wait for the screen.
  private static let mostDoubts = 8
  /// The time in seconds between choosing a frame's time and presenting it: a running mean.
  private var work: TimeInterval = 0.002

  /// - Parameters:
  ///   - nominalRate: The display's reported refresh rate in hertz. 0 when unknown.
  package init(mode: Mode, nominalRate: Int) {
    self.mode = mode
    nominalPeriod = 1 / Double(nominalRate > 0 ? nominalRate : 60)
    period = nominalPeriod
    // A reported rate is a whole number of hertz: 23.98 may be reported as 24 or 23. An unknown one is assumed
    // to be 60 Hz, and may be 50.
    longestPeriod = nominalPeriod * (nominalRate > 0 ? 1.05 : 1.25)
  }

  /// The first refresh that a frame begun now can reach.
  package func nextDisplay(after now: TimeInterval) -> TimeInterval {
    mode == .unpaced ? now : refresh(notBefore: now + work)
  }

  /// The first refresh at or after a time.
  package func refresh(notBefore time: TimeInterval) -> TimeInterval {
    guard let lastDisplay, mode != .unpaced else { return time }
    let count = ((time - lastDisplay) / period - 1e-6).rounded(.up)
    return lastDisplay + max(1, count) * period
  }

  /// Records the time in seconds between choosing a frame's time and presenting it.
  package mutating func noteWork(_ seconds: TimeInterval) {
    work += (min(max(seconds, 0), period) - work) / 8
  }

  /// Records a display.
  ///
  /// - Parameters:
  ///   - time: When the call that presents the frame returned.
  ///   - presented: When it was called.
  ///   - isContinuous: Whether the previous frame was displayed one refresh earlier.
  package mutating func noteDisplay(
    _ time: TimeInterval, presented: TimeInterval, isContinuous: Bool
  ) {
    defer { lastDisplay = time }
    guard mode == .driver, isContinuous, let lastDisplay else { return }
    frames.append(work: presented - lastDisplay, wait: time - presented)
    guard let median = frames.medianInterval else { return }
    // A driver that does wait may queue frames that are slower than the nominal rate, and return at once.
    let isDoubtful = median < nominalPeriod * 0.95 && frames.returnAtOnce
    doubts = isDoubtful ? doubts + 1 : 0
    if median < nominalPeriod * 0.25 || doubts == Self.mostDoubts {
      // The driver reported that it waits for the screen, but does not.
      mode = .simulated
      period = nominalPeriod
    } else if median <= longestPeriod {
      period = median
    }
  }
}

/// What the last frames spent on work and on waiting, in seconds.
private struct PacedFrames {
  private var all: [(work: TimeInterval, wait: TimeInterval)] = []
  private static let capacity = 32
  /// The times from one display to the next, ascending.
  private var intervals: [TimeInterval] = []

  mutating func append(work: TimeInterval, wait: TimeInterval) {
    all.append((work, wait))
    if all.count > Self.capacity { all.removeFirst() }
    intervals = all.map { $0.work + $0.wait }.sorted()
  }

  /// The median time from one display to the next. Nil for too few frames.
  var medianInterval: TimeInterval? { all.count >= 8 ? intervals[intervals.count / 2] : nil }

  /// Whether presenting seems to return at once. False for too few frames, and for those that do not show it.
  var returnAtOnce: Bool { all.count >= 16 && steepestSlope().map { $0 >= -0.5 } ?? false }

  /// The slope of the waits over the work, as steep as it may well be; nil where the frames do not show it.
  ///
  /// A call that waits for the next refresh waits as much less as the frame took longer: the slope is -1. A call that
  /// returns at once takes its own time, whatever the work was: the slope is 0. Frames of equal work show nothing,
  /// and those that wait for different numbers of refreshes cannot be compared.
  private func steepestSlope() -> Double? {
    // The most frames of about the same interval.
    var (best, from, end) = (0, 0.0, 0)
    for (index, interval) in intervals.enumerated() {
      while end < intervals.count, intervals[end] <= interval * 1.3 { end += 1 }
      if end - index > best { (best, from) = (end - index, interval) }
    }
    let frames = all.filter { (from...from * 1.3).contains($0.work + $0.wait) }
    guard frames.count >= 10 else { return nil }
    let count = Double(frames.count)
    let meanWork = frames.reduce(0) { $0 + $1.work } / count
    let meanWait = frames.reduce(0) { $0 + $1.wait } / count
    var (squares, products) = (0.0, 0.0)
    for frame in frames {
      squares += (frame.work - meanWork) * (frame.work - meanWork)
      products += (frame.work - meanWork) * (frame.wait - meanWait)
    }
    // The work has to vary by more than clocks and schedulers do.
    guard (squares / count).squareRoot() > from * 0.02 else { return nil }
    let slope = products / squares
    let rest = frames.reduce(0) {
      let error = $1.wait - meanWait - slope * ($1.work - meanWork)
      return $0 + error * error
    }
    return slope - 3 * (rest / (count - 2) / squares).squareRoot()
  }
}
