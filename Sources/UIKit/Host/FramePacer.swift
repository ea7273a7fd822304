// FramePacer.swift
// When a frame will be on the screen: from the refreshes seen so far, or from a grid of our own where
// the driver does not wait for the screen.
// Pure: times in, times out.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Predicts display times and measures the refresh period.
package struct FramePacer {
  /// Whether displays come from the driver's own waiting, from our own, or as fast as they can.
  package enum Mode { case driver, simulated, unpaced }

  package private(set) var mode: Mode
  /// The refresh period in seconds: nominal at first, then the median of what was seen.
  package private(set) var period: TimeInterval
  private let nominalPeriod: TimeInterval
  /// The last display, from which refreshes are counted; nil before the first.
  package private(set) var lastDisplay: TimeInterval?
  private var intervals: [TimeInterval] = []
  /// What a frame still costs after its time was chosen, in seconds: a running mean.
  private var work: TimeInterval = 0.002

  /// - Parameters:
  ///   - nominalRate: What the display says of itself, in hertz; 0 when it says nothing.
  package init(mode: Mode, nominalRate: Int) {
    self.mode = mode
    nominalPeriod = 1 / Double(nominalRate > 0 ? nominalRate : 60)
    period = nominalPeriod
  }

  /// The first refresh that a frame can reach whose time is chosen now.
  package func nextDisplay(after now: TimeInterval) -> TimeInterval {
    mode == .unpaced ? now : refresh(notBefore: now + work)
  }

  /// The first refresh at or after a time.
  package func refresh(notBefore time: TimeInterval) -> TimeInterval {
    guard let lastDisplay, mode != .unpaced else { return time }
    let count = ((time - lastDisplay) / period - 1e-6).rounded(.up)
    return lastDisplay + max(1, count) * period
  }

  /// Takes note of what a frame cost between the choice of its time and its present, in seconds.
  package mutating func noteWork(_ seconds: TimeInterval) {
    work += (min(max(seconds, 0), period) - work) / 8
  }

  /// Takes note of a display.
  ///
  /// - Parameter isContinuous: Whether the frame before was drawn for the refresh before.
  package mutating func noteDisplay(_ time: TimeInterval, isContinuous: Bool) {
    defer { lastDisplay = time }
    guard mode == .driver, isContinuous, let lastDisplay else { return }
    intervals.append(time - lastDisplay)
    if intervals.count > 32 { intervals.removeFirst() }
    guard intervals.count >= 8 else { return }
    let median = intervals.sorted()[intervals.count / 2]
    if median < nominalPeriod * 0.25 {
      // The driver said that it waits for the screen, and does not.
      mode = .simulated
      period = nominalPeriod
      intervals = []
    } else if median < 0.1 {
      period = median
    }
  }
}
