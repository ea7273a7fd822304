// TimeMappingTests.swift
// The progress shown at a parent time (semantics 1.1-1.7).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct TimeMappingTests {
  /// One animation's timing at one parent time, and the progress it shows; nil for none.
  struct Row: CustomTestStringConvertible, Sendable {
    var begin = 0.0
    var speed = 1.0
    var offset = 0.0
    var duration = 2.0
    var count = 0.0
    var repeats = 0.0
    var reverses = false
    var fill = CAMediaTimingFillMode.removed
    var at: Double
    var shows: Double?

    var testDescription: String {
      "begin \(begin) speed \(speed) offset \(offset) duration \(duration) count \(count) "
        + "for \(repeats) reversing \(reverses) \(fill.rawValue) at \(at)"
    }

    var timing: ActiveTiming {
      ActiveTiming(
        map: TimeMapping(beginTime: begin, speed: speed, timeOffset: offset), duration: duration,
        repeatCount: count, repeatDuration: repeats, autoreverses: reverses,
        fillsBackwards: fill == .backwards || fill == .both,
        fillsForwards: fill == .forwards || fill == .both)
    }
  }

  static let rows: [Row] = [
    // 1.3: before, at the start, inside, exactly at the end, after.
    Row(at: -0.1, shows: nil), Row(at: 0, shows: 0), Row(at: 0.5, shows: 0.25),
    Row(at: 2, shows: 1), Row(at: 2.001, shows: nil),
    Row(begin: 3, at: 2.9, shows: nil), Row(begin: 3, at: 4, shows: 0.5),
    // 1.2: speed scales local time, so two seconds at double speed last one.
    Row(speed: 2, at: 0.5, shows: 0.5), Row(speed: 2, at: 1, shows: 1),
    Row(speed: 2, at: 1.01, shows: nil), Row(speed: 0.5, at: 3, shows: 0.75),
    // 1.2: repetition by count, whole and fractional, and by duration.
    Row(count: 2, at: 2, shows: 0), Row(count: 2, at: 3, shows: 0.5),
    Row(count: 2, at: 4, shows: 1),
    Row(count: 2.5, at: 5, shows: 0.5), Row(count: 2.5, at: 5.1, shows: nil),
    Row(count: 0.25, at: 0.5, shows: 0.25), Row(count: 0.25, at: 0.6, shows: nil),
    Row(count: .infinity, at: 1001, shows: 0.5),
    Row(repeats: 3, at: 3, shows: 0.5), Row(repeats: 3, at: 3.1, shows: nil),
    Row(count: 9, repeats: 3, at: 3.1, shows: nil),
    // 1.2, 1.4: with autoreverses, one cycle lasts twice the duration; a repeat counts both halves.
    Row(reverses: true, at: 1, shows: 0.5), Row(reverses: true, at: 2, shows: 1),
    Row(reverses: true, at: 3, shows: 0.5), Row(reverses: true, at: 4, shows: 0),
    Row(reverses: true, at: 4.1, shows: nil),
    Row(duration: 1, count: 2, reverses: true, at: 4, shows: 0),
    Row(duration: 1, count: 2, reverses: true, at: 3.5, shows: 0.5),
    // 1.5: the offset wraps around and does not shorten.
    Row(offset: 3, duration: 5, at: 0, shows: 0.6),
    Row(offset: 3, duration: 5, at: 1.9, shows: 0.98),
    Row(offset: 3, duration: 5, at: 2, shows: 0), Row(offset: 3, duration: 5, at: 4, shows: 0.4),
    Row(offset: 3, duration: 5, at: 5, shows: 0.6),
    Row(offset: 3, duration: 5, at: 5.1, shows: nil),
    Row(speed: 2, offset: 0.5, duration: 1, at: 0, shows: 0.5),
    Row(speed: 2, offset: 0.5, duration: 1, at: 0.51, shows: nil),
    // 1.4: negative local time folds towards cycle -1.
    Row(offset: -0.6, at: 0, shows: 0.7),
    // 1.6: speed 0 shows the offset indefinitely.
    Row(speed: 0, offset: 0.5, at: 0, shows: 0.25),
    Row(speed: 0, offset: 0.5, at: 1e6, shows: 0.25),
    Row(speed: 0, offset: 0.5, at: -1e6, shows: 0.25),
    // 1.6: negative speed jumps to the end right after the start, unless an offset prevents it.
    Row(speed: -1, duration: 1, at: 0, shows: 0),
    Row(speed: -1, duration: 1, at: 0.25, shows: 0.75),
    Row(speed: -1, duration: 1, at: 1, shows: 0), Row(speed: -1, duration: 1, at: 1.1, shows: nil),
    Row(speed: -1, offset: 1, duration: 1, at: 0, shows: 1),
    Row(speed: -1, offset: 1, duration: 1, at: 0.25, shows: 0.75),
    Row(speed: -1, offset: 1, duration: 1, at: 1, shows: 0),
    // 1.7: fill modes.
    Row(fill: .backwards, at: -5, shows: 0), Row(fill: .backwards, at: 5, shows: nil),
    Row(fill: .forwards, at: -5, shows: nil), Row(fill: .forwards, at: 5, shows: 1),
    Row(fill: .both, at: -5, shows: 0), Row(fill: .both, at: 5, shows: 1),
    Row(offset: 1, fill: .both, at: -5, shows: 0.5), Row(offset: 1, fill: .both, at: 5, shows: 0.5),
    Row(reverses: true, fill: .forwards, at: 9, shows: 0),
    Row(count: 2.5, fill: .forwards, at: 9, shows: 0.5),
    // An infinite duration stays at its start.
    Row(duration: .infinity, at: 7, shows: 0),
  ]

  /// semantics 1.2, semantics 1.3, semantics 1.4, semantics 1.5, semantics 1.6 and semantics 1.7.
  @Test(arguments: rows) func shows(_ row: Row) {
    let sample = row.timing.sample(atParentTime: row.at)
    guard let expected = row.shows else {
      #expect(sample == nil)
      return
    }
    #expect(abs((sample?.progress ?? .nan) - expected) < 1e-9, "it shows \(sample as Any)")
  }

  /// semantics 1.4: finished cycles are counted, the last one not at the very end.
  @Test(arguments: [(0.0, 0.0), (1.9, 0), (2, 1), (5.9, 2), (6, 2)])
  func cyclesAreCounted(at time: Double, cycle: Double) {
    let timing = Row(count: 3, at: 0, shows: nil).timing
    #expect(timing.sample(atParentTime: time)?.cycle == cycle)
  }

  /// semantics 1.1: conversion to local time and back.
  @Test func mappingAndItsInverseCancel() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let map = TimeMapping(
        beginTime: .random(in: -10...10, using: &random),
        speed: .random(in: 0.1...4, using: &random) * (Bool.random(using: &random) ? 1 : -1),
        timeOffset: .random(in: -10...10, using: &random))
      let time = Double.random(in: -100...100, using: &random)
      #expect(abs(map.parentTime(forLocalTime: map.localTime(forParentTime: time)) - time) < 1e-9)
      #expect(map.localTime(forParentTime: map.beginTime) == map.timeOffset)
    }
  }

  /// semantics 1.11: at speed 0 there is no inverse.
  @Test func stoppedTimeHasNoInverse() {
    #expect(TimeMapping(beginTime: 3, speed: 0, timeOffset: 5).parentTime(forLocalTime: 5) == 0)
  }

  private static func random(_ random: inout SeededRandom) -> Row {
    Row(
      begin: .random(in: -2...2, using: &random), speed: .random(in: 0.2...3, using: &random),
      offset: .random(in: 0...5, using: &random), duration: .random(in: 0.1...3, using: &random),
      count: .random(in: 0.1...4, using: &random), reverses: .random(using: &random),
      fill: .both, at: 0, shows: nil)
  }

  /// semantics 1.4: progress is continuous except where a cycle without autoreverses wraps.
  @Test func progressIsContinuousWhereItReverses() {
    var source = SeededRandom(seed: 2)
    for _ in 0..<100 {
      var row = Self.random(&source)
      row.reverses = true
      let timing = row.timing
      let step = 1e-4
      var last = timing.sample(atParentTime: row.begin - 1)?.progress ?? -1
      var time = row.begin - 1
      // The step at the end of a fraction of a cycle with an offset wraps, so it stops before it.
      let end = row.begin + timing.activeDuration / row.speed - step
      // Before the begin, the first instant holds.
      while time < min(end, row.begin + 0.5) {
        let progress = timing.sample(atParentTime: time)?.progress ?? -1
        #expect(abs(progress - last) <= step * row.speed / row.duration + 1e-9)
        last = progress
        time += step
      }
    }
  }

  /// Progress stays in 0...1 for any timing, and always exists within the active interval.
  @Test func progressStaysInRange() {
    var source = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      let timing = Self.random(&source).timing
      let time = Double.random(in: -5...50, using: &source)
      let sample = timing.sample(atParentTime: time)
      #expect((0...1).contains(sample?.progress ?? -1))
    }
  }

  /// semantics 1.7: a fill holds the value of the nearest instant of the active interval.
  @Test func fillsHoldTheOuterInstants() {
    var source = SeededRandom(seed: 4)
    for _ in 0..<300 {
      let timing = Self.random(&source).timing
      let end = timing.endInParentTime
      #expect(
        timing.sample(atParentTime: timing.map.beginTime - 3)
          == timing.sample(atParentTime: timing.map.beginTime))
      let (last, filled) = (timing.sample(atParentTime: end), timing.sample(atParentTime: end + 3))
      #expect(abs((last?.progress ?? -1) - (filled?.progress ?? -2)) < 1e-9)
    }
  }

  /// semantics 1.3: a sum of frame times that should equal the end does, despite rounding.
  @Test(arguments: [1.0 / 60, 1.0 / 30, 0.1, 1.0 / 24]) func sumsOfFramesHitTheEnd(period: Double) {
    let timing = ActiveTiming(map: .identity, duration: 1)
    var time = 0.0
    for _ in 0..<Int((1 / period).rounded()) { time += period }
    #expect(timing.sample(atParentTime: time)?.progress == 1)
  }

  @Test func badNumbersTrap() async {
    await #expect(processExitsWith: .failure) { _ = TimeMapping(speed: .nan) }
    await #expect(processExitsWith: .failure) { _ = TimeMapping(beginTime: .infinity) }
  }
}
