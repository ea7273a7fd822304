// KeyframeTimeline.swift
// Stage: sample. Compiled keyframes: values at key times.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Values at key times, and the curve between them.
package struct KeyframeTimeline<Value: Interpolatable> {
  private(set) var times: KeyTimes
  private var values: [Value]
  /// The incoming and the outgoing tangent of a cubic at each value.
  private var incoming: [Value] = []
  private var outgoing: [Value] = []

  /// Creates a timeline; nil when there is nothing to animate.
  package init?(
    values: [Value], keyTimes: [Double]?, easings: [EasingCurve],
    mode: CAAnimationCalculationMode,
    shape: (tension: [Double], continuity: [Double], bias: [Double]) = ([], [], [])
  ) {
    guard values.count > 1 else { return nil }
    let isPaced = mode == .paced || mode == .cubicPaced
    var (values, given) = (values, isPaced ? nil : keyTimes)
    if let times = given, times.isEmpty || !times.allSatisfy(\.isFinite) { given = nil }

    var times: [Double]
    var course = KeyTimes.Course.linear
    if let given {
      // Where counts differ, the common prefix counts.
      values = Array(values.prefix(given.count))
      times = Array(given.prefix(values.count))
    } else if mode == .paced {
      times = Self.pacedTimes(values)
    } else {
      let intervals = mode == .discrete ? values.count : values.count - 1
      times = values.indices.map { Double($0) / Double(intervals) }
    }
    if mode == .discrete {
      course = .discrete
    } else if mode == .cubic || mode == .cubicPaced, values.allSatisfy(\.formsCurves) {
      course = .cubic
    }
    guard values.count > 1 else { return nil }
    self.values = values
    self.times = KeyTimes(times, easings: isPaced ? [] : easings, course: course)
    if course == .cubic { makeTangents(shape) }
    if course == .cubic && mode == .cubicPaced { paceCurve() }
  }

  /// Replaces a smooth curve by short straight pieces, each as long in time as it is in length.
  private mutating func paceCurve() {
    let pieces = 64 * (values.count - 1)
    let points = (0...pieces).map { value(at: Double($0) / Double(pieces)) }
    values = points
    times = KeyTimes(Self.pacedTimes(points), easings: [], course: .linear)
  }

  private static func pacedTimes(_ values: [Value]) -> [Double] {
    var sums = [0.0]
    for (a, b) in zip(values, values.dropFirst()) {
      sums.append(sums[sums.count - 1] + a.distance(to: b))
    }
    guard let total = sums.last, total > 0 else {
      return values.indices.map { Double($0) / Double(values.count - 1) }
    }
    return sums.map { $0 / total }
  }

  /// Tangents of Kochanek and Bartels, 1984, with a correction for uneven times; the outer ones are
  /// the plain differences.
  private mutating func makeTangents(
    _ shape: (tension: [Double], continuity: [Double], bias: [Double])
  ) {
    func parameter(_ list: [Double], _ index: Int) -> Double {
      list.indices.contains(index) && list[index].isFinite ? list[index] : 0
    }
    for index in values.indices {
      let tension = parameter(shape.tension, index)
      if index == 0 || index == values.count - 1 {
        let (a, b) = index == 0 ? (0, 1) : (index - 1, index)
        let tangent = values[b].subtracting(values[a]).scaled(by: 1 - tension)
        incoming.append(tangent)
        outgoing.append(tangent)
        continue
      }
      let (k, b) = (parameter(shape.continuity, index), parameter(shape.bias, index))
      let before = values[index].subtracting(values[index - 1])
      let after = values[index + 1].subtracting(values[index])
      let times = times.times
      let (previous, next) = (times[index] - times[index - 1], times[index + 1] - times[index])
      let sum = previous + next
      let (fitIn, fitOut) = sum > 0 ? (2 * previous / sum, 2 * next / sum) : (1, 1)
      incoming.append(
        before.scaled(by: (1 - tension) * (1 - k) * (1 + b) / 2 * fitIn)
          .adding(after.scaled(by: (1 - tension) * (1 + k) * (1 - b) / 2 * fitIn)))
      outgoing.append(
        before.scaled(by: (1 - tension) * (1 + k) * (1 + b) / 2 * fitOut)
          .adding(after.scaled(by: (1 - tension) * (1 - k) * (1 - b) / 2 * fitOut)))
    }
  }

  /// Gives numbers to the curves between the keys.
  mutating func number(in index: inout EasingIndex?) { times.number(in: &index) }

  /// Returns the value at a progress; before the first time the first value, after the last the last.
  package func value(at progress: Double) -> Value {
    value(at: progress, curves: EasingIndex.linearOnly)
  }

  /// Returns the value at a progress; before the first time the first value, after the last the last.
  ///
  /// - Parameter curves: The easing curves by number.
  package func value(at progress: Double, curves: some EasingCurves) -> Value {
    value(at: times.position(at: progress, curves: curves))
  }

  /// Returns the value at a position.
  func value(at position: KeyPosition) -> Value {
    let a = values[position.from]
    if position.from == position.to { return a }
    let (b, t) = (values[position.to], position.fraction)
    guard times.course == .cubic else { return a.blended(to: b, by: t) }
    let t2 = t * t
    let t3 = t2 * t
    return a.scaled(by: 2 * t3 - 3 * t2 + 1)
      .adding(outgoing[position.from].scaled(by: t3 - 2 * t2 + t))
      .adding(b.scaled(by: 3 * t2 - 2 * t3))
      .adding(incoming[position.to].scaled(by: t3 - t2))
  }

  /// The value of a key.
  subscript(key: Int) -> Value { values[key] }

  /// The number of keys.
  var count: Int { values.count }

  /// Keyframes without curves between them, at the times of others.
  init(_ values: [Value], at times: KeyTimes) { (self.values, self.times) = (values, times) }

  /// The keyframes with other values.
  ///
  /// - Parameter difference: Maps a difference of two values.
  func mapped(_ value: (Value) -> Value, difference: (Value) -> Value) -> KeyframeTimeline {
    var result = self
    result.values = values.map(value)
    result.incoming = incoming.map(difference)
    result.outgoing = outgoing.map(difference)
    return result
  }
}

extension KeyframeTimeline: Sendable where Value: Sendable {}
