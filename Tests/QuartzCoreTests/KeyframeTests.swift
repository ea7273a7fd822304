// KeyframeTests.swift
// Keyframe animations through lists of values (semantics 6).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

@Suite struct KeyframeTests {
  private func made(
    _ values: [Double], _ times: [Double]? = nil, easings: [EasingCurve] = [],
    _ mode: CAAnimationCalculationMode = .linear,
    shape: (tension: [Double], continuity: [Double], bias: [Double]) = ([], [], [])
  ) throws -> KeyframeTimeline<SIMD4<Double>> {
    let values = values.map { SIMD4<Double>($0, 0, 0, 0) }
    return try #require(
      KeyframeTimeline(
        values: values, keyTimes: times, easings: easings, mode: mode, shape: shape))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var rule: String
    var values: [Double]
    var times: [Double]?
    var mode = CAAnimationCalculationMode.linear
    var at: [Double]
    var shows: [Double]
    var testDescription: String { rule }
  }

  static let rows = [
    Row(
      rule: "even times", values: [0, 10, 30], at: [0, 0.25, 0.5, 0.75, 1],
      shows: [0, 5, 10, 20, 30]),
    Row(
      rule: "given times", values: [0, 10, 30], times: [0, 0.2, 1], at: [0.1, 0.2, 0.6, 1],
      shows: [5, 10, 20, 30]),
    Row(
      rule: "outer values hold outside of the times", values: [4, 8], times: [0.25, 0.75],
      at: [0, 0.25, 0.5, 0.75, 1], shows: [4, 4, 6, 8, 8]),
    Row(
      rule: "more values than times: the common prefix", values: [0, 10, 99], times: [0, 1],
      at: [0.5, 1], shows: [5, 10]),
    Row(
      rule: "more times than values: the common prefix", values: [0, 10], times: [0, 0.5, 1],
      at: [0.25, 0.5, 1], shows: [5, 10, 10]),
    Row(
      rule: "descending times: the last at or before counts", values: [0, 10, 30],
      times: [0, 0.8, 0.5], at: [0.25, 0.75], shows: [3.125, 30]),
    Row(
      rule: "times outside of 0...1 count", values: [0, 10, 30], times: [0, 0.8, 2],
      at: [0.25, 0.75, 1], shows: [3.125, 9.375, 10 + 20.0 / 6]),
    Row(
      rule: "of times that descend, the last at or before counts", values: [0, 100, 7, 50],
      times: [0, 3.87, 1, 1], at: [1], shows: [50]),
    Row(
      rule: "equal times jump", values: [0, 10, 50, 60], times: [0, 0.5, 0.5, 1],
      at: [0.25, 0.5, 0.75], shows: [5, 50, 55]),
    Row(
      rule: "discrete without times: n slots", values: [1, 2, 3, 4], mode: .discrete,
      at: [0, 0.24, 0.25, 0.5, 0.99, 1], shows: [1, 1, 2, 3, 4, 4]),
    Row(
      rule: "discrete with n + 1 times", values: [1, 2], times: [0, 0.3, 1], mode: .discrete,
      at: [0, 0.29, 0.3, 0.99, 1], shows: [1, 1, 2, 2, 2]),
    Row(
      rule: "discrete with n times: the last only at the end", values: [1, 2, 3],
      times: [0, 0.5, 1], mode: .discrete, at: [0, 0.49, 0.5, 0.99, 1], shows: [1, 1, 2, 2, 3]),
    Row(
      rule: "paced: one speed, times ignored", values: [0, 10, 40], times: [0, 0.9, 1],
      mode: .paced, at: [0.125, 0.25, 0.5, 0.75], shows: [5, 10, 20, 30]),
    Row(
      rule: "paced there and back", values: [0, 30, 20], mode: .paced, at: [0.5, 0.75, 0.875],
      shows: [20, 30, 25]),
  ]

  /// semantics 6.1 and semantics 6.2.
  @Test(arguments: rows) func shows(_ row: Row) throws {
    let timeline = try made(row.values, row.times, row.mode)
    for (time, expected) in zip(row.at, row.shows) {
      #expect(abs(timeline.value(at: time).x - expected) < 1e-9, "at \(time)")
    }
  }

  /// semantics 6.1: an empty list of values has no effect.
  @Test func oneValueIsNoAnimation() {
    for values in [[], [SIMD4<Double>.zero]] {
      #expect(KeyframeTimeline(values: values, keyTimes: nil, easings: [], mode: .linear) == nil)
    }
  }

  /// semantics 6.2: each segment has its curve; a missing one is linear.
  @Test func segmentsHaveTheirCurves() throws {
    let curve = CAMediaTimingFunction(name: .easeIn).curve
    let timeline = try made([0, 10, 20], easings: [curve])
    #expect(abs(timeline.value(at: 0.25).x - 10 * curve.value(at: 0.5)) < 1e-9)
    #expect(abs(timeline.value(at: 0.75).x - 15) < 1e-9)
  }

  /// semantics 6.1: pacing ignores the segments' curves.
  @Test func pacedSegmentsHaveNoCurves() throws {
    let curve = CAMediaTimingFunction(name: .easeIn).curve
    let timeline = try made([0, 10, 20], easings: [curve, curve], .paced)
    #expect(abs(timeline.value(at: 0.25).x - 5) < 1e-9)
  }

  /// semantics 2: an overall curve that overshoots extends the outer segments in a straight line.
  @Test func outerSegmentsGoOn() throws {
    let curve = CAMediaTimingFunction(name: .easeIn).curve
    let timeline = try made([0, 10, 30], easings: [curve, curve])
    #expect(abs(timeline.value(at: 1.1).x - 34) < 1e-9)
    #expect(abs(timeline.value(at: -0.1).x + 2) < 1e-9)
  }

  // MARK: Cubic

  /// semantics 6.2: the formulas of Kochanek and Bartels, implemented independently.
  @Test func cubicFollowsItsFormulas() throws {
    let points = [0.0, 10, 4, 20]
    let times = [0.0, 0.2, 0.6, 1]
    let (t, k, b) = ([0, 0.3, -0.2, 0], [0, -0.4, 0.5, 0], [0, 0.1, -0.6, 0])
    let timeline = try made(points, times, .cubic, shape: (t, k, b))
    func tangents(_ i: Int) -> (incoming: Double, outgoing: Double) {
      if i == 0 { return (points[1] - points[0], points[1] - points[0]) }
      if i == 3 { return (points[3] - points[2], points[3] - points[2]) }
      let (a, c) = (points[i] - points[i - 1], points[i + 1] - points[i])
      let (before, after) = (times[i] - times[i - 1], times[i + 1] - times[i])
      let incoming =
        (1 - t[i]) * (1 - k[i]) * (1 + b[i]) / 2 * a + (1 - t[i]) * (1 + k[i]) * (1 - b[i]) / 2 * c
      let outgoing =
        (1 - t[i]) * (1 + k[i]) * (1 + b[i]) / 2 * a + (1 - t[i]) * (1 - k[i]) * (1 - b[i]) / 2 * c
      return (incoming * 2 * before / (before + after), outgoing * 2 * after / (before + after))
    }
    for step in 0...100 {
      let p = Double(step) / 100
      let i = p < 0.2 ? 0 : p < 0.6 ? 1 : 2
      let s = (p - times[i]) / (times[i + 1] - times[i])
      let expected =
        (2 * s * s * s - 3 * s * s + 1) * points[i]
        + (s * s * s - 2 * s * s + s) * tangents(i).outgoing
        + (3 * s * s - 2 * s * s * s) * points[i + 1]
        + (s * s * s - s * s) * tangents(i + 1).incoming
      #expect(abs(timeline.value(at: p).x - expected) < 1e-9, "at \(p)")
    }
  }

  /// semantics 6.2: the curve passes through its values at their times, and collinear points stay
  /// collinear.
  @Test func cubicMeetsItsValues() throws {
    let bent = try made([3, -4, 8, 1], nil, .cubic)
    for (index, value) in [3.0, -4, 8, 1].enumerated() {
      #expect(abs(bent.value(at: Double(index) / 3).x - value) < 1e-9)
    }
    let straight = try made([0, 5, 10, 15], nil, .cubic)
    for step in 0...30 {
      #expect(abs(straight.value(at: Double(step) / 30).x - Double(step) / 2) < 1e-9)
    }
  }

  /// semantics 6.2: at full tension a curve stops at each value.
  @Test func tensionTightens() throws {
    let timeline = try made([0, 10, 0], nil, .cubic, shape: ([0, 1, 0], [], []))
    let slope = (timeline.value(at: 0.501).x - timeline.value(at: 0.499).x) / 0.002
    #expect(abs(slope) < 0.1)
  }

  /// semantics 6.2: the paced cubic follows the same curve at constant speed.
  @Test func cubicPacedHasOneSpeed() throws {
    let points = [SIMD4(0.0, 0, 0, 0), SIMD4(100, 0, 0, 0), SIMD4(100, 300, 0, 0)]
    let timeline = try #require(
      KeyframeTimeline(values: points, keyTimes: nil, easings: [], mode: .cubicPaced))
    let places = (0...40).map { timeline.value(at: Double($0) / 40) }
    let steps = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
    let mean = steps.reduce(0, +) / 40
    for step in steps { #expect(abs(step - mean) < mean * 0.01, "\(steps)") }
    #expect(places[0] == points[0] && places[40].distance(to: points[2]) < 1e-9)
  }

  /// semantics 6.2: transforms in cubic mode use the linear rule.
  @Test func cubicTransformsAreLinear() throws {
    let values = [1, 2, 4].map { AnimatableValue.transform(CATransform3DMakeScale($0, 1, 1)) }
    func value(_ mode: CAAnimationCalculationMode, _ p: Double) throws -> CATransform3D {
      let timeline = try #require(
        KeyframeTimeline(values: values, keyTimes: nil, easings: [], mode: mode))
      guard case .transform(let t) = timeline.value(at: p) else { return CATransform3D() }
      return t
    }
    for p in [0.1, 0.25, 0.6, 0.9] {
      #expect(try value(.cubic, p) == value(.linear, p))
      #expect(try value(.cubicPaced, p) == value(.linear, p))
    }
  }

  /// The list of a timeline's pieces has the right one at every progress: between keys, at them, beside them, with
  /// several keys at one time, and before the first and after the last one.
  @Test func piecesAreListedInOrder() throws {
    var random = SeededRandom(seed: 55)
    for _ in 0..<2000 {
      let count = Int.random(in: 2...6, using: &random)
      let values = (0..<count).map { SIMD4(Double($0) + 1, 0, 0, 0) }
      // Eighths, so that some keys share their times, and some are at 0 and at 1.
      let times = (0..<count).map { _ in Double(Int.random(in: -1...9, using: &random)) / 8 }
        .sorted()
      let mode: CAAnimationCalculationMode = Bool.random(using: &random) ? .linear : .discrete
      var timeline = try #require(
        KeyframeTimeline(values: values, keyTimes: times, easings: [], mode: mode))
      var easings: EasingIndex? = .linearOnly
      timeline.number(in: &easings)
      let keys = times.filter { (0...1).contains($0) }
      let progresses =
        [0, 1] + keys + keys.map(\.nextDown) + keys.map(\.nextUp)
        + (0..<20).map { _ in Double.random(in: 0...1, using: &random) }
      for progress in progresses where progress >= 0 && progress <= 1 {
        let piece = timeline.times.piece(at: progress)
        #expect(piece.low <= progress && progress <= piece.high, "\(times) at \(progress)")
        let fraction = piece.curve == nil ? 0 : (progress - piece.low) / (piece.high - piece.low)
        let position = KeyPosition(from: piece.from, to: piece.to, fraction: fraction)
        #expect(
          timeline.value(at: position) == timeline.value(at: progress), "\(times) at \(progress)")
      }
    }
  }
}
