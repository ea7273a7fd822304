// CurveSample.swift
// The curve of one row of a run, in numbers and words: progress and value at any place of it.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The progress and the value of a recorded animation at fractions of one run.
@MainActor struct CurveSample {
  /// The row as it is now: how it ended is known later than its curve.
  var row: TimelineRow
  private let animation: RecordedAnimation
  let progress: (Double) -> Double
  /// How far the curve goes beyond its end, and when, in words. Nil for one that does not.
  let overshoot: String?
  /// The decimals of every number of the value, and the characters of the longest.
  private let format: (decimals: Int, width: Int)

  init(_ animation: RecordedAnimation, _ row: TimelineRow) {
    (self.animation, self.row) = (animation, row)
    progress = animation.progress(of: row)
    overshoot = Self.overshoot(of: progress, row)
    format = Self.format(of: animation)
  }

  /// One format for all values of an animation: numbers that change keep their places.
  private static func format(of animation: RecordedAnimation) -> (decimals: Int, width: Int) {
    let steps = 16
    let numbers = (0...steps).flatMap { step in
      animation.value(at: Double(step) / Double(steps))?.shownNumbers ?? []
    }
    let largest = numbers.map { abs($0) }.max() ?? 0
    let decimals = largest >= 100 ? 1 : largest >= 10 ? 2 : 3
    return (decimals, numbers.map { Wording.fixed($0, decimals).count }.max() ?? 0)
  }

  private static func overshoot(of progress: (Double) -> Double, _ row: TimelineRow) -> String? {
    let steps = 400
    let curve = (0...steps).map { progress(Double($0) / Double(steps)) }
    guard let peak = curve.indices.max(by: { curve[$0] < curve[$1] }),
      curve[peak] > max(1, curve[steps]) + 0.0005
    else { return nil }
    let percent = Wording.fixed(100 * (curve[peak] - 1), 1)
    let time = row.begin + row.shownRun * Double(peak) / Double(steps)
    return "\(percent) % over at \(Wording.seconds(time))"
  }

  /// The place in one run at a time.
  ///
  /// - Parameter elapsed: Seconds of the stage's time since the start of the sample's run.
  func place(at elapsed: TimeInterval) -> Double { row.fraction(at: elapsed) }

  /// The time that a line about now is of: after an animation its end, as the layer may have another value since.
  func shownTime(_ elapsed: TimeInterval) -> TimeInterval { min(elapsed, row.lastTime) }

  /// Time, progress and value as text, at a place in one run.
  ///
  /// - Parameter isAligned: Whether the numbers of the value are padded, so that their digits stay in their columns.
  func texts(at place: Double, time: TimeInterval, isAligned: Bool = false) -> [String] {
    let fraction = row.drivenFraction(at: row.begin + row.shownRun * place) ?? place
    return [
      Wording.seconds(time), Wording.fixed(progress(place), 3),
      animation.value(at: fraction).map { text(of: $0, isAligned: isAligned) } ?? "–",
    ]
  }

  /// A value as text: its numbers with the decimals of them all.
  private func text(of value: AnimatableValue, isAligned: Bool) -> String {
    let texts = value.shownNumbers.map { number in
      let text = Wording.fixed(number, format.decimals)
      let padding = isAligned ? max(0, format.width - text.count) : 0
      return String(repeating: " ", count: padding) + text
    }
    guard case .lanes(_, let kind) = value, !texts.isEmpty else {
      // A point's comma is no decimal sign.
      return value.text.replacing(/,(?=\S)/, with: ", ")
    }
    return kind == .size ? texts.joined(separator: " x ") : texts.joined(separator: ", ")
  }

  /// The texts of even steps through one run, with both its ends, and of the keys within it, as far as they have room.
  ///
  /// - Parameters:
  ///   - count: The number of lines. Below 2 there is none.
  ///   - isAligned: Whether the numbers of the value are padded.
  func table(_ count: Int, isAligned: Bool = false) -> [[String]] {
    guard count > 1 else { return [] }
    let keys =
      row.isDriven
      ? [] : AnimationCurve.keys(of: animation.animation).filter { $0 > 1e-6 && $0 < 1 - 1e-6 }
    let kept = keys.prefix(count - 2)
    let last = count - kept.count - 1
    // A step beside a key says the same.
    let steps = (0...last).map { Double($0) / Double(last) }
      .filter { step in !kept.contains { abs($0 - step) < 1e-6 } }
    return (steps + kept).sorted().map { place in
      texts(at: place, time: row.begin + row.shownRun * place, isAligned: isAligned)
    }
  }
}

extension AnimatableValue {
  /// The numbers of a value that is shown as numbers alone; none of any other.
  fileprivate var shownNumbers: [Double] {
    guard case .lanes(let lanes, let kind) = self else { return [] }
    switch kind {
    case .number: return [lanes.x]
    case .point, .vector, .size: return [lanes.x, lanes.y]
    case .rect, .bool, .color: return []
    }
  }
}

extension RecordedAnimation {
  /// Returns the progress at a fraction of one run of its row. For one that an animator plays, through all its segments.
  @MainActor func progress(of row: TimelineRow) -> (Double) -> Double {
    let own = AnimationCurve.progress(of: animation)
    guard row.isDriven else { return own }
    let isBasic = animation is CABasicAnimation
    return { place in
      let fraction = row.drivenFraction(at: row.begin + row.shownRun * place) ?? place
      // The curve of an animator takes the place of its own, if it is not one of keyframes.
      return isBasic ? fraction : own(fraction)
    }
  }

  /// The points of one run of its row.
  @MainActor func curve(of row: TimelineRow) -> [CurvePoint] {
    guard row.isDriven else { return AnimationCurve.points(of: animation) }
    func place(_ time: TimeInterval) -> Double { row.run > 0 ? (time - row.begin) / row.run : 0 }
    // Each segment has as many points as a whole run, up to ten of them.
    let places = row.segments.prefix(10).flatMap { segment -> [Double] in
      let length = segment.end.isFinite ? segment.end - segment.begin : 0
      let steps = AnimationCurve.steps
      return AnimationCurve.sides(of: place(segment.begin))
        + (1...steps).map { place(segment.begin + length * Double($0) / Double(steps)) }
    }
    return AnimationCurve.points(of: progress(of: row), also: places)
  }
}

extension Motion {
  /// The points of its curve; nil for one from key to key.
  var curve: [CurvePoint]? {
    pace.progress(over: duration, hasDuration: hasDuration).map {
      AnimationCurve.points(of: $0, also: [])
    }
  }
}

extension TimelineRow {
  /// Seconds of one run, as far as they can be shown.
  var shownRun: TimeInterval { run.isFinite ? run : 0 }

  /// The end, or when it was cut short. Infinite without an end.
  var lastTime: TimeInterval {
    if case .cutShort(let cut) = outcome { cut } else { end }
  }

  /// The place in one run at a time of the run of the sample: 0 before it, and where it ended after it.
  func fraction(at time: TimeInterval) -> Double {
    guard run.isFinite, run > 0 else { return 0 }
    let end = lastTime
    if isDriven { return min(max(min(time, end) - begin, 0), run) / run }
    let elapsed = min(max(time, begin), end) - begin
    var cycle = (elapsed / run).rounded(.down)
    // The end of a run belongs to it. A sum of times meets it with a rounding error.
    if cycle > 0, elapsed > end - begin - 1e-6, elapsed - cycle * run < 1e-6 { cycle -= 1 }
    let position = min(max(elapsed / run - cycle, 0), 1)
    return autoreverses && cycle.truncatingRemainder(dividingBy: 2) == 1 ? 1 - position : position
  }
}
