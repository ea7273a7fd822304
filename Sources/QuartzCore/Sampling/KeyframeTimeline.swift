// KeyframeTimeline.swift
// Stage: sample. Compiled keyframes: a progress in, a value out.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Values at key times, and the curve between them.
package struct KeyframeTimeline<Value: Interpolatable> {
  private enum Curve { case linear, discrete, cubic }

  private var values: [Value]
  /// The time of each value; for discrete ones, the start of its interval.
  private var times: [Double]
  private var isAscending = true
  private var easings: [EasingCurve]
  /// The numbers of the easings, -1 for one that is solved; empty where none has a number.
  private var numbers: [Int32] = []
  private var curve: Curve
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

    switch mode {
    case .discrete:
      let count = values.count
      if let times = given {
        values = Array(values.prefix(times.count))
        self.times = Array(times.prefix(values.count))
      } else {
        times = (0..<count).map { Double($0) / Double(count) }
      }
      curve = .discrete
    case .cubic, .cubicPaced, .paced, .linear:
      if let times = given {
        // Where counts differ, the common prefix counts.
        let count = min(values.count, times.count)
        values = Array(values.prefix(count))
        self.times = Array(times.prefix(count))
      } else if mode == .paced {
        times = Self.pacedTimes(values)
      } else {
        times = values.indices.map { Double($0) / Double(values.count - 1) }
      }
      let isSmooth = mode == .cubic || mode == .cubicPaced
      curve = isSmooth && values.allSatisfy(\.formsCurves) ? .cubic : .linear
    default:
      times = values.indices.map { Double($0) / Double(values.count - 1) }
      curve = .linear
    }
    guard values.count > 1 else { return nil }
    self.values = values
    isAscending = KeyTimes.areAscending(times)
    self.easings = isPaced ? [] : easings
    if curve == .cubic { makeTangents(shape) }
    if curve == .cubic && mode == .cubicPaced { paceCurve() }
  }

  /// Replaces a smooth curve by short straight pieces, each as long in time as it is in length.
  private mutating func paceCurve() {
    let pieces = 64 * (values.count - 1)
    let points = (0...pieces).map { value(at: Double($0) / Double(pieces)) }
    (values, times, curve) = (points, Self.pacedTimes(points), .linear)
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

  /// The last segment that begins at or before a progress; the first before all of them.
  private func segment(at progress: Double) -> Int {
    // Times are honoured as given: of descending ones, the last at or before the progress counts.
    guard isAscending else {
      return min(times.lastIndex { $0 <= progress } ?? 0, values.count - 2)
    }
    var (low, high) = (0, values.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= progress { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Gives numbers to the curves between the keys.
  mutating func number(in index: inout EasingIndex) {
    numbers = easings.map { curve in index.number(of: curve).map { Int32($0) } ?? -1 }
  }

  /// Returns the value at a progress; before the first time the first value, after the last the last.
  package func value(at progress: Double) -> Value {
    value(at: progress, curves: EasingIndex.linearOnly)
  }

  /// Returns the value at a progress; before the first time the first value, after the last the last.
  ///
  /// - Parameter curves: The easing curves by number.
  package func value(at progress: Double, curves: some EasingCurves) -> Value {
    if curve == .discrete {
      // A value counts from its own instant, whatever the rounding.
      return values[times.lastIndex { $0 <= progress + ActiveTiming.resolution } ?? 0]
    }
    // Of descending times, the last may be past already.
    if !isAscending, progress <= 1, let last = times.last, last <= progress {
      return values[values.count - 1]
    }
    let segment = segment(at: progress)
    let (start, end) = (times[segment], times[segment + 1])
    if end <= start { return values[progress < start ? segment : segment + 1] }
    var fraction = (progress - start) / (end - start)
    // An overshooting whole-animation curve leaves the first and last segments at their ends; there
    // the segment goes on without its own easing. Gaps before the first and after the last key time
    // hold the outer values.
    if fraction < 0 && (start > 0 || progress >= 0) { return values[segment] }
    if fraction > 1 && (end < 1 || progress <= 1) { return values[segment + 1] }
    if fraction >= 0 && fraction <= 1 && easings.indices.contains(segment) {
      let number = numbers.indices.contains(segment) ? numbers[segment] : -1
      fraction =
        number < 0
        ? easings[segment].value(at: fraction) : curves.value(of: Int(number), at: fraction)
    }
    let (a, b) = (values[segment], values[segment + 1])
    guard curve == .cubic else { return a.blended(to: b, by: fraction) }
    let (t, t2) = (fraction, fraction * fraction)
    let t3 = t2 * t
    return a.scaled(by: 2 * t3 - 3 * t2 + 1).adding(outgoing[segment].scaled(by: t3 - 2 * t2 + t))
      .adding(b.scaled(by: 3 * t2 - 2 * t3))
      .adding(incoming[segment + 1].scaled(by: t3 - t2))
  }
}

/// What a timeline is between two of its keys.
struct KeyframePiece<Value> {
  /// The values at both ends.
  var from: Value
  var to: Value
  /// The progresses between which it is the timeline, infinite without a key there. It counts from the first one on,
  /// up to the first one of the next piece.
  var low = -Double.infinity
  var high = Double.infinity
  /// The number of the curve from one end to the other; nil for a value that is held.
  var curve: Int32?
}

extension KeyframePiece: Equatable where Value: Equatable {}

extension KeyframePiece: Sendable where Value: Sendable {}

extension KeyframeTimeline {
  /// Whether ``piece(at:)`` describes it: straight or discrete, in order, with curves that have numbers.
  var hasPieces: Bool {
    curve != .cubic && isAscending && numbers.count == easings.count
      && numbers.allSatisfy { $0 >= 0 }
  }

  /// Returns the piece at a progress, 0...1, that gives ``value(at:curves:)``.
  func piece(at progress: Double) -> KeyframePiece<Value> {
    func held(_ index: Int) -> KeyframePiece<Value> {
      KeyframePiece(from: values[index], to: values[index])
    }
    if curve == .discrete {
      let index = times.lastIndex { $0 <= progress + ActiveTiming.resolution } ?? 0
      var piece = held(index)
      if index > 0 { piece.low = times[index] - ActiveTiming.resolution }
      if index + 1 < times.count { piece.high = times[index + 1] - ActiveTiming.resolution }
      return piece
    }
    let segment = segment(at: progress)
    let (start, end) = (times[segment], times[segment + 1])
    if progress < start {
      var piece = held(segment)
      piece.high = start
      return piece
    }
    if end <= start || progress > end {
      var piece = held(segment + 1)
      // The last key is the end of the piece before it.
      piece.low = end <= start ? start : end.nextUp
      return piece
    }
    return KeyframePiece(
      from: values[segment], to: values[segment + 1], low: start, high: end,
      curve: numbers.indices.contains(segment) ? numbers[segment] : Int32(EasingIndex.linear))
  }

  /// The pieces of the progresses 0...1, in order.
  var pieces: [KeyframePiece<Value>] {
    var last = piece(at: 0)
    var pieces = [last]
    var progress = last.high
    while progress <= 1 {
      let next = piece(at: progress)
      if next.low > last.low {
        last = next
        pieces.append(next)
      }
      progress = max(progress.nextUp, last.high)
    }
    return pieces
  }

  /// The keys, where straight lines run between them from 0 to 1; else nil.
  var straightKeys: (times: [Double], values: [Value])? {
    guard curve == .linear, isAscending, easings.allSatisfy(\.isLinear), times.first == 0,
      times.last == 1
    else { return nil }
    return (times, values)
  }

  /// The timeline with other values at its keys.
  func mapped(_ transform: (Value) -> Value) -> KeyframeTimeline {
    var result = self
    result.values = values.map(transform)
    return result
  }
}

extension KeyframeTimeline: Sendable where Value: Sendable {}
