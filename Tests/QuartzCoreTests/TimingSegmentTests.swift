// TimingSegmentTests.swift
// The interval in which an animation's progress is a line, compared with the timing itself.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QuartzCore

/// A segment agrees with the timing wherever it is valid.
@Suite struct TimingSegmentTests {
  static func timing(_ random: inout SeededRandom) -> ActiveTiming {
    func one<Value>(_ values: Value...) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let map = TimeMapping(
      beginTime: one(0, 1, number(-2...2), 1000 * number(0...1)),
      speed: one(1, 1, 2, 0.3, -1, -0.5, 0, number(-3...3)),
      timeOffset: one(0, 0, 1, number(-3...3)))
    return ActiveTiming(
      map: map, duration: one(1, 0.5, 0, .infinity, number(0.01...2)),
      repeatCount: one(0, 1, 3, 2.5, number(0...4), .infinity),
      repeatDuration: one(0, 0, number(0...3)), autoreverses: one(false, true),
      fillsBackwards: one(false, true), fillsForwards: one(false, true))
  }

  /// Times of every kind: ends and reversals exactly, adjacent to them, and anywhere.
  static func times(_ timing: ActiveTiming, _ random: inout SeededRandom) -> [Double] {
    let speed = timing.map.speed == 0 ? 1 : abs(timing.map.speed)
    let turns = (0...4).map {
      let part = Double($0) * (timing.duration.isFinite ? timing.duration : 1)
      return timing.map.beginTime + (part - ($0 == 4 ? timing.map.timeOffset : 0)) / speed
    }
    let ends = [timing.map.beginTime, timing.endInParentTime].filter(\.isFinite)
    let near = (turns + ends).flatMap { [$0, $0.nextUp, $0.nextDown, $0 - 1e-9, $0 + 2e-9] }
    return near
      + (0..<20).map { _ in timing.map.beginTime + .random(in: -2...6, using: &random) / speed }
  }

  @Test func segmentsAgreeWithTheTiming() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<1500 {
      let timing = Self.timing(&random)
      let times = Self.times(timing, &random)
      for time in times {
        let segment = timing.segment(atParentTime: time)
        for other in [time] + times
        where other == time || segment.lower < other && other < segment.upper {
          let sample = timing.sample(atParentTime: other)
          #expect(segment.contributes == (sample != nil), "\(timing) at \(other)")
          guard let sample else { continue }
          let progress = segment.progress(atParentTime: other, begin: timing.map.beginTime)
          #expect(progress == sample.progress, "\(timing) at \(other)")
        }
      }
    }
  }

  /// Segments are as long as possible: without a reversal, one is enough.
  @Test func segmentsLast() {
    let timing = ActiveTiming(
      map: TimeMapping(beginTime: 1), duration: 2, repeatCount: 3, autoreverses: true)
    let segment = timing.segment(atParentTime: 2)
    #expect(segment.lower < 1.001 && segment.upper > 2.999 && !segment.isConstant)
    #expect(timing.segment(atParentTime: 0).lower == -.infinity)
    #expect(timing.segment(atParentTime: 0).upper > 0.999)
    #expect(timing.segment(atParentTime: 14).upper == .infinity)
    #expect(timing.segment(atParentTime: 3).lower == timing.segment(atParentTime: 3).upper)
  }
}
