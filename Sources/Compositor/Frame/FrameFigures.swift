// FrameFigures.swift
// Stage: after the record. Takes frame records, returns figures of smoothness.
// Pure arithmetic: the same records give the same figures, live, in a test and in a saved trace.
//
// SPDX-License-Identifier: MIT

package import Foundation
import QuartzCore

/// The rating of a hitch time ratio.
package enum HitchBand: String, CaseIterable {
  case good, warning, critical
  case actNow = "act now"

  /// The limits of the bands.
  package enum Scale {
    /// Unweighted milliseconds per second, as in this program: 5 and 10.
    case raw
    /// Apple's newer, perceptually weighted ratio: 10, 25 and 50.
    case organizer

    /// The largest ratio that is good, in milliseconds per second.
    package var goodLimit: Double {
      switch self {
      case .raw: 5
      case .organizer: 10
      }
    }
  }

  /// Creates the band of a ratio, in milliseconds of hitch per second of animation.
  package init(ratio: Double, scale: Scale = .raw) {
    guard ratio > scale.goodLimit else {
      self = .good
      return
    }
    switch scale {
    case .raw: self = ratio < 10 ? .warning : .critical
    case .organizer: self = ratio <= 25 ? .warning : ratio <= 50 ? .critical : .actNow
    }
  }
}

/// The conclusion about smoothness that the figures support.
package enum Verdict: Hashable {
  /// No frame was measured.
  case notMeasured
  /// Less than ``leastTime`` of animation was measured, too little to rate: one late frame would decide the ratio. The
  /// measured time, in seconds.
  case tooShort(TimeInterval)
  /// The times do not come from a screen.
  case notRealTime(TimeSource)
  /// Frames take longer than a refresh, by too little to be whole refreshes late.
  case slowerThanScreen
  case rated(HitchBand)

  /// Seconds of animation below which there is no rating.
  package static let leastTime: TimeInterval = 1
}

/// The slowest hundredth of the frames, in frames per second, by the three common methods.
package struct LowFrameRates: Hashable {
  /// 1 / mean of the slowest ⌈N/100⌉ frame times.
  package var average: Double
  /// 1 / the frame time at which the slowest frames have covered 1 % of all time.
  package var time: Double
  /// 1 / the 99th percentile of the frame times.
  package var percentile: Double

  /// Creates the figures from frame times in seconds; nil without any.
  package init?(frameTimes: [TimeInterval]) {
    let slowestFirst = frameTimes.sorted(by: >)
    guard let slowest = slowestFirst.first, slowest > 0 else { return nil }
    let count = (slowestFirst.count + 99) / 100
    average = Double(count) / slowestFirst.prefix(count).reduce(0, +)

    let share = slowestFirst.reduce(0, +) / 100
    var covered = 0.0
    var reached = slowest
    for length in slowestFirst {
      covered += length
      reached = length
      if covered >= share { break }
    }
    time = 1 / reached
    percentile = 1 / nearestRank(99, ofSorted: slowestFirst.reversed())
  }
}

/// Returns a percentile by nearest rank, `sorted[⌈X/100 · N⌉ - 1]`.
///
/// - Parameters:
///   - percent: Above 0, up to 100.
///   - sorted: Ascending, not empty.
package func nearestRank(_ percent: Double, ofSorted sorted: [Double]) -> Double {
  trap(
    unless: percent > 0 && percent <= 100 && !sorted.isEmpty,
    "no \(percent)th percentile of \(sorted.count) values")
  // Multiplied first: 0.99 * 100 is 99.00000000000001 in binary, and its ceiling 100.
  let rank = Int((percent * Double(sorted.count) / 100).rounded(.up))
  return sorted[max(rank, 1) - 1]
}

/// The figures of a run of frames. Times are in seconds unless noted.
package struct FrameFigures: Hashable, Sendable {
  /// Number of frames.
  package var frames = 0
  /// Seconds in which an animation was running and visible: `A`.
  package var animatingTime: TimeInterval = 0
  /// Late frames. One late frame of any length is one hitch.
  package var hitches = 0
  /// Total of missed refreshes.
  package var missed = 0
  package var longestMiss = 0
  /// Sum of the hitch durations.
  package var hitchTime: TimeInterval = 0
  /// Sum of `Δd - T` over late frames, not quantised.
  package var rawLateTime: TimeInterval = 0
  /// Percentiles of `Δd`; nil without an interval that counts.
  package var p50: TimeInterval?
  package var p95: TimeInterval?
  package var p99: TimeInterval?
  package var lows: LowFrameRates?
  /// The number of intervals whose length is 0, 1, 2 … quarters of a refresh, to the nearest; the last one has all
  /// longer ones too. Empty without an interval that counts.
  package var histogram: [Int] = []
  /// The bars of ``histogram``: up to four refreshes.
  package static let histogramSteps = 17
  /// Mean and 99th percentile of the animation error's magnitude.
  package var animationErrorMean: TimeInterval = 0
  package var animationErrorP99: TimeInterval = 0
  /// The error as a fraction of the time shown, 0...1.
  package var animationErrorShare = 0.0
  /// Missed refreshes as a fraction of all refreshes that were due, 0...1.
  package var missedShare = 0.0
  /// The refresh period of the last frame, in seconds; nil without frames.
  package var period: TimeInterval?
  /// The source of the last frame's times; nil without frames.
  package var source: TimeSource?

  /// Milliseconds of hitch per second of animation; 0 without animation.
  package var hitchTimeRatio: Double { animatingTime > 0 ? hitchTime * 1000 / animatingTime : 0 }

  /// The conclusion about smoothness, by the bands of a scale.
  package func verdict(_ scale: HitchBand.Scale = .raw) -> Verdict {
    let band = HitchBand(ratio: hitchTimeRatio, scale: scale)
    guard let p50, let period, let source else { return .notMeasured }
    if source == .simulated || source == .virtual { return .notRealTime(source) }
    // Rounding errors of a sum of frame times are below a thousandth.
    if animatingTime < Verdict.leastTime * 0.999 { return .tooShort(animatingTime) }
    // At least half of the frames are late, but each by too little to round to a whole refresh.
    if p50 > period * 1.15, band == .good { return .slowerThanScreen }
    return .rated(band)
  }

  package init() {}

  /// Computes the figures of consecutive frames, oldest first.
  package init(_ records: some Sequence<FrameRecord>) {
    var previous: FrameRecord?
    var lengths: [TimeInterval] = []
    var errors: [TimeInterval] = []
    for record in records {
      frames += 1
      (period, source) = (record.period, record.source)
      defer { previous = record }
      guard let earlier = previous else { continue }
      let interval = FrameInterval(from: earlier, to: record)
      guard interval.counts else { continue }
      lengths.append(interval.length)
      errors.append(abs(interval.animationError))
      addToHistogram(interval)
      animatingTime += interval.length
      guard interval.missed > 0 else { continue }
      hitches += 1
      missed += interval.missed
      longestMiss = max(longestMiss, interval.missed)
      hitchTime += interval.hitch
      rawLateTime += interval.length - interval.period
    }
    guard !lengths.isEmpty else { return }
    missedShare = Double(missed) / Double(missed + lengths.count)
    animationErrorMean = errors.reduce(0, +) / Double(errors.count)
    animationErrorShare = errors.reduce(0, +) / animatingTime
    lows = LowFrameRates(frameTimes: lengths)
    lengths.sort()
    errors.sort()
    p50 = nearestRank(50, ofSorted: lengths)
    p95 = nearestRank(95, ofSorted: lengths)
    p99 = nearestRank(99, ofSorted: lengths)
    animationErrorP99 = nearestRank(99, ofSorted: errors)
  }

  private mutating func addToHistogram(_ interval: FrameInterval) {
    if histogram.isEmpty { histogram = [Int](repeating: 0, count: Self.histogramSteps) }
    let quarters = interval.period > 0 ? (4 * interval.length / interval.period).rounded() : 0
    histogram[Int(min(quarters, Double(Self.histogramSteps - 1)))] += 1
  }

  /// The number of refreshes that a blocked main thread misses when the block starts right after a refresh.
  ///
  ///     FrameFigures.expectedMisses(block: 0.05, work: 0.002, period: 1.0 / 60)  // 3
  ///
  /// - Parameters:
  ///   - block: Duration of the block, in seconds.
  ///   - work: Duration of a frame's work, in seconds.
  ///   - period: The refresh period, in seconds, above 0.
  package static func expectedMisses(
    block: TimeInterval, work: TimeInterval, period: TimeInterval
  ) -> Int {
    trap(unless: period > 0, "a refresh period must be above 0, not \(period)")
    return max(0, Int(((block + work) / period).rounded(.up)) - 1)
  }
}
