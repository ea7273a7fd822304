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
  private var intervals: [TimeInterval] = []
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
  /// - Parameter isContinuous: Whether the previous frame was displayed one refresh earlier.
  package mutating func noteDisplay(_ time: TimeInterval, isContinuous: Bool) {
    defer { lastDisplay = time }
    guard mode == .driver, isContinuous, let lastDisplay else { return }
    intervals.append(time - lastDisplay)
    if intervals.count > 32 { intervals.removeFirst() }
    guard intervals.count >= 8 else { return }
    let median = intervals.sorted()[intervals.count / 2]
    if median < nominalPeriod * 0.25 {
      // The driver reported that it waits for the screen, but does not.
      mode = .simulated
      period = nominalPeriod
      intervals = []
    } else if median <= longestPeriod {
      period = median
    }
  }
}
