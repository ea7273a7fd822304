// Timeline.swift
// Stage: sample. When an animation is at which of its keys: begin, rate, repeats, fill, the groups around it, key
// times and curves, without values.
// Pure arithmetic: reads no clock, holds no state.
//
// This folder: when an animation is at which of its keys, whatever its values are.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The course of an animation over the time of its layer.
///
/// Most are a timing and a curve. The others have their groups and key times in an object.
package struct Timeline: Sendable {
  /// The timing in the layer's time: of a member of groups, the outermost group's.
  var timing: ActiveTiming
  /// The number of the curve from the start to the end.
  var curve: Int
  var content: TimelineContent?
}

/// What is within the timing of few timelines.
final class TimelineContent: Sendable {
  /// The easing of the outermost group, and for each timing within it the seconds of a run of the group around it, and
  /// its own easing. Empty without groups.
  private let members: [(span: TimeInterval, timing: ActiveTiming, outer: EasingCurve)]
  private let curve: TimelineCurve
  /// The number of the curve; nil for one that is solved.
  private let number: Int?
  private let keys: KeyTimes?
  /// Whether it is linear in time from each boundary to the next, up to one curve with a number.
  private let hasSegments: Bool
  /// Whether that curve leads along all keys, rather than from one to the next.
  let isAlongKeys: Bool

  fileprivate init(
    _ groups: [EnclosingGroup], _ timing: ActiveTiming, _ curve: TimelineCurve, _ number: Int?,
    _ keys: KeyTimes?, isCumulative: Bool
  ) {
    let timings = groups.dropFirst().map(\.timing) + [timing]
    members = zip(groups, timings).map { ($0.timing.duration, $1, $0.easing) }
    (self.curve, self.number, self.keys) = (curve, number, keys)
    isAlongKeys =
      !isCumulative
      && keys.map { $0.areOnLines && (!$0.hasPieces || number != EasingIndex.linear) } ?? false
    hasSegments =
      groups.allSatisfy(\.easing.isLinear) && number != nil
      && (keys == nil || isAlongKeys || (keys?.hasPieces == true && number == EasingIndex.linear))
  }

  /// The animation's own timing within its groups; nil without any.
  var innermost: ActiveTiming? { members.last?.timing }

  /// The position at a fraction of the way along all keys.
  fileprivate func position(along fraction: Double, curves: some EasingCurves) -> KeyPosition {
    keys?.position(at: fraction, curves: curves) ?? KeyPosition(fraction: fraction)
  }

  /// Whether the keys are evaluated along one curve, at other times than single ones.
  var hasLine: Bool { isAlongKeys && hasSegments }

  /// The position at a progress of the animation's own timing.
  func position(at progress: Double, curves: some EasingCurves) -> KeyPosition {
    let eased =
      number.map { curves.value(of: $0, at: progress) } ?? curve.value(at: progress)
    return keys?.position(at: eased, curves: curves) ?? KeyPosition(fraction: eased)
  }

  fileprivate func stretch(
    _ timing: ActiveTiming, _ number: Int, at local: TimeInterval, curves: some EasingCurves
  ) -> Timeline.Stretch {
    guard hasSegments else { return exactStretch(timing, at: local, curves: curves) }
    let begin = timing.map.beginTime
    var result = Timeline.Stretch(timing.segment(atParentTime: local), curve: number)
    for member in members where result.segment.contributes {
      let progress = result.segment.progress(atParentTime: local, begin: begin)
      result.segment.enter(
        member.timing, within: member.span, at: progress, around: local, begin: begin)
    }
    guard let keys, !isAlongKeys, result.segment.contributes else { return result }
    let progress = result.segment.progress(atParentTime: local, begin: begin)
    let piece = keys.piece(at: progress)
    (result.from, result.to) = (piece.from, piece.to)
    result.segment.narrow(from: piece.low, to: piece.high, around: local, begin: begin)
    guard let curve = piece.curve else {
      result.segment.hold(progress)
      result.curve = EasingIndex.linear
      return result
    }
    result.curve = Int(curve)
    result.segment.shift -= piece.low * result.segment.divisor
    result.segment.divisor *= piece.high - piece.low
    return result
  }

  /// The position at a time, which has to be evaluated again at any other.
  private func exactStretch(
    _ timing: ActiveTiming, at local: TimeInterval, curves: some EasingCurves
  ) -> Timeline.Stretch {
    let outer = timing.segment(atParentTime: local)
    var result = Timeline.Stretch(outer, curve: EasingIndex.linear)
    guard outer.contributes else { return result }
    if !outer.isConstant { (result.segment.lower, result.segment.upper) = (local, local) }
    var progress = outer.progress(atParentTime: local, begin: timing.map.beginTime)
    for member in members {
      let time = member.span * member.outer.value(at: progress)
      guard let sample = member.timing.sample(atParentTime: time) else {
        result.segment.contributes = false
        return result
      }
      progress = sample.progress
    }
    let position = position(at: progress, curves: curves)
    (result.from, result.to, result.fraction) = (position.from, position.to, position.fraction)
    return result
  }
}

/// The curve of a whole animation.
enum TimelineCurve: Sendable {
  case eased(EasingCurve)
  case spring(SpringMotion, eased: EasingCurve)

  func value(at progress: Double) -> Double {
    switch self {
    case .eased(let easing): easing.value(at: progress)
    case .spring(let motion, let easing): motion.fraction(at: easing.value(at: progress))
    }
  }

  /// Its number; nil for one that has none.
  fileprivate func number(in easings: inout EasingIndex?) -> Int? {
    switch self {
    case .eased(let easing):
      easing.isLinear ? EasingIndex.linear : easings?.number(of: easing)
    case .spring(let motion, let easing):
      easing.isLinear ? easings?.number(of: motion) : nil
    }
  }
}

extension Timeline {
  /// Compiles the course of an animation.
  ///
  /// - Parameters:
  ///   - groups: The groups around the animation, outermost first.
  ///   - keys: Its key times, whose curves have numbers; nil without keyframes.
  ///   - isCumulative: Whether cycles add up, so that positions are those within a cycle.
  ///   - easings: Receives curves that are new. Nil for a timeline that is evaluated without them.
  package init(
    _ timing: ActiveTiming, groups: [EnclosingGroup] = [], easing: EasingCurve,
    spring: SpringMotion? = nil, keys: KeyTimes? = nil, isCumulative: Bool = false,
    _ easings: inout EasingIndex?
  ) {
    let curve = spring.map { TimelineCurve.spring($0, eased: easing) } ?? .eased(easing)
    let number = curve.number(in: &easings)
    self.timing = groups.first?.timing ?? timing
    self.curve = number ?? EasingIndex.linear
    if groups.isEmpty && keys == nil && number != nil { return }
    content = TimelineContent(
      groups, timing, curve, number, keys, isCumulative: isCumulative)
  }

  /// A timeline without begin or end.
  static let always = Timeline(
    timing: ActiveTiming(
      map: .identity, duration: 0, fillsBackwards: true, fillsForwards: true),
    curve: EasingIndex.linear)

  /// Where an animation is around a time.
  package struct Stretch: Sendable, BitwiseCopyable {
    /// The times of the layer for which the stretch is valid, and the progress from one key to the other.
    package var segment: TimingSegment
    /// The number of the curve from one key to the other.
    var curve: Int
    // The two keys.
    var from = 0
    var to = 1
    /// The fraction of the way between the keys, where it follows from no curve with a number: for one time alone.
    var fraction: Double?

    init(_ segment: TimingSegment, curve: Int) { (self.segment, self.curve) = (segment, curve) }

    /// Nothing yet.
    static let none = Stretch(TimingSegment(lower: .infinity, upper: -.infinity), curve: 0)

    /// The position at a time within it.
    @inline(__always)
    func position(at local: TimeInterval, begin: TimeInterval, curves: some EasingCurves)
      -> KeyPosition
    {
      if let fraction { return KeyPosition(from: from, to: to, fraction: fraction) }
      let progress = segment.progress(atParentTime: local, begin: begin)
      return KeyPosition(
        from: from, to: to,
        fraction: curve == EasingIndex.linear ? progress : curves.value(of: curve, at: progress))
    }
  }

  /// Returns the stretch around a time of the layer.
  func stretch(at local: TimeInterval, curves: some EasingCurves) -> Stretch {
    content?.stretch(timing, curve, at: local, curves: curves)
      ?? Stretch(timing.segment(atParentTime: local), curve: curve)
  }

  /// Returns the position at a time of the layer; nil when the animation contributes nothing.
  func position(at local: TimeInterval, curves: some EasingCurves) -> KeyPosition? {
    let stretch = stretch(at: local, curves: curves)
    return stretch.segment.contributes ? position(in: stretch, at: local, curves: curves) : nil
  }

  /// Returns the position at a time of the layer within a stretch.
  @inline(__always)
  func position(
    in stretch: Stretch, at local: TimeInterval, curves: some EasingCurves
  ) -> KeyPosition {
    let position = stretch.position(at: local, begin: timing.map.beginTime, curves: curves)
    guard let content, content.hasLine else { return position }
    return content.position(along: position.fraction, curves: curves)
  }

  /// The number of cycles that are over at a time of the layer.
  func cycle(at local: TimeInterval) -> Double {
    guard let content, let innermost = content.innermost else {
      return timing.sample(atParentTime: local)?.cycle ?? 0
    }
    return content.cycle(of: innermost, timing, at: local)
  }

  /// The position at the end of a cycle.
  func endOfCycle(curves: some EasingCurves) -> KeyPosition {
    let progress = (content?.innermost ?? timing).autoreverses ? 0.0 : 1
    if let content { return content.position(at: progress, curves: curves) }
    return KeyPosition(fraction: curves.value(of: curve, at: progress))
  }
}

extension TimelineContent {
  fileprivate func cycle(
    of innermost: ActiveTiming, _ timing: ActiveTiming, at local: TimeInterval
  ) -> Double {
    guard var sample = timing.sample(atParentTime: local) else { return 0 }
    for member in members {
      let time = member.span * member.outer.value(at: sample.progress)
      guard let inner = member.timing.sample(atParentTime: time) else { return 0 }
      sample = inner
    }
    return sample.cycle
  }
}

// MARK: - Segments within segments

extension TimingSegment {
  /// Goes on to a timing within this one's, whose parent time is this one's progress times a span.
  fileprivate mutating func enter(
    _ timing: ActiveTiming, within span: TimeInterval, at progress: Double,
    around local: TimeInterval, begin: TimeInterval
  ) {
    let inside = timing.segment(atParentTime: progress * span)
    narrow(from: inside.lower / span, to: inside.upper / span, around: local, begin: begin)
    guard inside.contributes else { return contributes = false }
    if isConstant || inside.isConstant || lower == upper {
      let inner = inside.progress(atParentTime: progress * span, begin: timing.map.beginTime)
      return hold(inner)
    }
    let factor = span * inside.rate / divisor
    (rate, shift) = (
      rate * factor, shift * factor - timing.map.beginTime * inside.rate + inside.shift
    )
    divisor = inside.divisor
  }

  /// Shortens the segment to the times at which its progress is between two, without those that rounding may put on
  /// either side; see ``ActiveTiming/segment(atParentTime:)``. A constant one has one progress.
  fileprivate mutating func narrow(
    from low: Double, to high: Double, around time: TimeInterval, begin: TimeInterval
  ) {
    if isConstant { return }
    guard low < high, rate != 0 else { return (lower, upper) = (time, time) }
    func parentTime(_ progress: Double) -> TimeInterval {
      begin + (progress * divisor - shift) / rate
    }
    let ends = (parentTime(low), parentTime(high))
    let (first, last) = rate * divisor > 0 ? ends : (ends.1, ends.0)
    let speed = abs(rate)
    let magnitude = abs(time) + abs(begin) + (abs(shift) + abs(divisor)) / speed
    let margin = max(1, 1 / speed) * (3 * ActiveTiming.resolution + magnitude * 4e-15)
    (lower, upper) = (max(lower, first + margin), min(upper, last - margin))
    if !(lower < time && time < upper) { (lower, upper) = (time, time) }
  }

  /// Holds a progress.
  fileprivate mutating func hold(_ progress: Double) {
    (rate, shift, divisor) = (0, progress, 1)
  }
}
