// RefreshPredictorTests.swift
// Frame pacing: the refresh grid, measured periods, and drivers that do not wait.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import UIKit

@Suite struct RefreshPredictorTests {
  /// Shows frames at even intervals, each right after the one before.
  private func show(_ count: Int, every interval: Double, in predictor: inout RefreshPredictor) {
    var time = predictor.lastDisplay ?? 0
    for _ in 0..<count {
      time += interval
      predictor.noteDisplay(time, presented: time, isContinuous: true)
    }
  }

  /// Shows frames of varied work with a driver that waits for the screen, or returns at once.
  ///
  /// - Parameters:
  ///   - period: The screen's; nil when presenting returns at once.
  ///   - cost: What presenting costs at least, in seconds.
  private func show(
    _ count: Int, work: ClosedRange<Double>, cost: ClosedRange<Double>, period: Double?,
    seed: UInt64, in predictor: inout RefreshPredictor
  ) {
    var random = SeededRandom(seed: seed)
    var time = predictor.lastDisplay ?? 0
    for _ in 0..<count {
      let presented = time + Double.random(in: work, using: &random)
      let done = presented + Double.random(in: cost, using: &random)
      // A wake-up is late by up to a quarter of a millisecond.
      time =
        period.map {
          (done / $0).rounded(.up) * $0 + Double.random(in: 0...0.00025, using: &random)
        } ?? done
      predictor.noteDisplay(time, presented: presented, isContinuous: true)
    }
  }

  /// Displays without a rate are assumed to be 60 Hz.
  @Test(arguments: [(60, 60.0), (144, 144.0), (0, 60.0), (-1, 60.0)])
  func startsAtNominalRate(nominal: Int, rate: Double) {
    let predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
    #expect(predictor.period == 1 / rate)
  }

  /// Xvfb shows 62.4 frames per second; the period is measured.
  @Test func measuresThePeriod() {
    var predictor = RefreshPredictor(mode: .driver, nominalRate: 0)
    show(20, every: 0.01602, in: &predictor)
    #expect(abs(predictor.period - 0.01602) < 1e-9)
    #expect(predictor.mode == .driver)
  }

  @Test func pauseIsNotMeasuredAsInterval() {
    var predictor = RefreshPredictor(mode: .driver, nominalRate: 60)
    show(20, every: 1.0 / 60, in: &predictor)
    predictor.noteDisplay(100, presented: 100, isContinuous: false)
    #expect(abs(predictor.period - 1.0 / 60) < 1e-9)
  }

  /// Drivers that claim to wait, and return at once, are detected.
  @Test func timerReplacesNonBlockingVSync() {
    var predictor = RefreshPredictor(mode: .driver, nominalRate: 0)
    show(20, every: 0.0002, in: &predictor)
    #expect(predictor.mode == .simulated)
    #expect(predictor.period == 1.0 / 60)
  }

  /// A GPU behind a server without a screen: presenting returns at once, but copying the picture and the frame's
  /// own work take longer than a quarter of a refresh. Taken for a screen, it would be one of 180 Hz.
  @Test(arguments: [
    (0, 0.002...0.006), (60, 0.002...0.006), (60, 0.006...0.012), (0, 0.004...0.012),
  ])
  func timerReplacesVSyncThatOnlyTakesTime(nominal: Int, work: ClosedRange<Double>) {
    for seed in 0..<20 as Range<UInt64> {
      var predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
      show(
        240, work: work, cost: 0.0014...0.0022, period: nil, seed: seed, in: &predictor)
      #expect(predictor.mode == .simulated && predictor.period == 1.0 / 60, "\(seed)")
    }
  }

  /// Frames of varied work, some of which miss their refresh, do not hide that the driver waits; nor do frames of
  /// equal work.
  @Test(arguments: [(0, 60.0), (60, 60), (144, 144), (60, 144), (0, 144), (0, 48.74)])
  func driverThatWaitsIsTrusted(nominal: Int, rate: Double) {
    for share in [
      0.0...0.1, 0.1...0.6, 0.2...1.3, 0.3...0.3, 0.5...0.52, 0.8...1.2, 0.9...2.5, 0.05...3,
    ] {
      for seed in 0..<20 as Range<UInt64> {
        var predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
        show(
          300, work: share.lowerBound / rate...share.upperBound / rate, cost: 0.0003...0.001,
          period: 1 / rate, seed: seed, in: &predictor)
        #expect(predictor.mode == .driver, "\(share), \(seed)")
      }
    }
  }

  /// Such as Xvfb with GL in software: it waits, but not for frames that took longer than a refresh.
  @Test(arguments: [0, 60])
  func driverThatQueuesSlowFramesIsTrusted(nominal: Int) {
    for seed in 0..<20 as Range<UInt64> {
      var predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
      show(
        240, work: 0.015...0.03, cost: 0.001...0.003, period: nil, seed: seed, in: &predictor)
      #expect(predictor.mode == .driver, "\(seed)")
    }
  }

  /// Frames that each take three refreshes are late by two; the refresh period is what it was.
  @Test(arguments: [(60, 60.0), (0, 60), (50, 50), (24, 24), (144, 144)])
  func refreshPeriodDoesNotFollowASlowProgram(nominal: Int, rate: Double) {
    var predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
    show(20, every: 3 / rate, in: &predictor)
    #expect(predictor.period == 1 / rate)
    // Nor does it when the program is only a little too slow.
    show(40, every: 1.3 / rate, in: &predictor)
    #expect(predictor.period == 1 / rate)
    show(40, every: 1 / rate, in: &predictor)
    #expect(abs(predictor.period - 1 / rate) < 1e-9)
  }

  /// A rate that is reported in whole hertz is measured exactly.
  @Test(arguments: [(60, 59.94), (59, 59.94), (24, 23.976), (23, 23.976), (144, 143.86), (0, 50)])
  func measuresARateBesideTheReportedOne(nominal: Int, rate: Double) {
    var predictor = RefreshPredictor(mode: .driver, nominalRate: nominal)
    show(20, every: 1 / rate, in: &predictor)
    #expect(abs(predictor.period - 1 / rate) < 1e-9)
  }

  @Test func firstFrameIsNotDelayed() {
    let predictor = RefreshPredictor(mode: .simulated, nominalRate: 60)
    let display = predictor.nextDisplay(after: 5)
    #expect(display > 5 && display < 5 + 1.0 / 60)
  }

  /// Without pacing a frame is shown as soon as it is ready.
  @Test func unpacedFramesDoNotWait() {
    var predictor = RefreshPredictor(mode: .unpaced, nominalRate: 60)
    for time in [5, 5.001, 5.0011, 9] {
      #expect(predictor.nextDisplay(after: time) == time)
      #expect(predictor.refresh(notBefore: time) == time)
      predictor.noteWork(0.004)
      predictor.noteDisplay(time, presented: time, isContinuous: true)
    }
    #expect(predictor.mode == .unpaced && predictor.period == 1.0 / 60)
  }

  /// Presentation times are whole periods after the last one, never before the work is done, and at
  /// most one period later.
  @Test func presentationTimesAreOnTheRefreshGrid() {
    var random = SeededRandom(seed: 7)
    var predictor = RefreshPredictor(mode: .simulated, nominalRate: 60)
    predictor.noteDisplay(10, presented: 10, isContinuous: false)
    for _ in 0..<1000 {
      let now = 10 + Double.random(in: 0...5, using: &random)
      let display = predictor.nextDisplay(after: now)
      let periods = (display - 10) * 60
      #expect(abs(periods - periods.rounded()) < 1e-6 && periods > 0.5)
      #expect(display > now && display < now + 1.0 / 60 + 1.0 / 60)
    }
  }

  @Test func workEstimateIsAtMostOnePeriod() {
    var predictor = RefreshPredictor(mode: .simulated, nominalRate: 60)
    for _ in 0..<100 { predictor.noteWork(5) }
    predictor.noteDisplay(1, presented: 1, isContinuous: false)
    let limit: TimeInterval = 1 + 2.0 / 60 + 1e-9
    #expect(predictor.nextDisplay(after: 1) <= limit)
    for _ in 0..<100 { predictor.noteWork(-3) }
    let next: TimeInterval = 1 + 1.0 / 60
    #expect(predictor.nextDisplay(after: 1) == next)
  }
}
