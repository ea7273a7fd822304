// PackedNested.swift
// Stage: commit → sample. Packed animations within another time: a member of a group, and keyframes, each piece
// of which is an animation within the whole one.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What is within a track's timing.
enum NestedAnimation: Sendable {
  /// A member of a group that lasts some seconds and has no easing.
  case member(ActiveTiming, groupDuration: TimeInterval)
  case keyframes(PackedKeyframes)
  case polyline(PackedPolyline)

  /// What a track is that has it within its timing.
  var content: PackedKind.Content {
    switch self {
    case .member, .keyframes: .nested
    case .polyline: .polyline
    }
  }
}

/// Keyframes whose values are numbers of a track's form. An object, so that tracks can refer to it by its address.
final class PackedKeyframes: Sendable {
  private let pieces: [KeyframePiece<SIMD4<Double>>]

  init(_ timeline: KeyframeTimeline<SIMD4<Double>>) { pieces = timeline.pieces }

  /// Returns the piece at a progress, 0...1; see ``KeyframeTimeline/piece(at:)``.
  func piece(at progress: Double) -> KeyframePiece<SIMD4<Double>> {
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].low <= progress { low = middle } else { high = middle - 1 }
    }
    return pieces[low]
  }
}

/// The numbers of another form, in a time of their own within the track's.
///
/// Between two boundaries, of a group's member or of keyframes, it is one animation from one end to the other, whose
/// progress is linear in the track's. At a boundary it takes over the next one.
struct PackedNested<Numbers: PackedRampValue>: PackedValue {
  private var numbers: Numbers

  // The inner progress is that of a ``TimingSegment`` at the progress times the duration.
  private var duration = 1.0
  private var begin = 0.0
  private var rate = 1.0
  private var shift = 0.0
  private var divisor = 1.0

  /// What keyframes need to go on from key to key.
  struct Aside: PackedAside {
    /// The keyframes, which the layer's tracks keep. Nil for a member of a group.
    fileprivate var keyframes: Unmanaged<PackedKeyframes>?
    /// The segment of the track's timing, within which they need no other; empty at first.
    fileprivate var outer = TimingSegment(lower: .infinity, upper: -.infinity)
  }

  init(_ numbers: Numbers) { self.numbers = numbers }

  static var kind: PackedKind { PackedKind(form: Numbers.form, content: .nested) }

  var byteCount: Int { numbers.byteCount }

  @inline(__always)
  mutating func write(
    _ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader
  ) {
    numbers.write(progress, to: target, sinCos)
  }

  @inline(__always)
  func prepare(_ target: UnsafeMutableRawPointer) { numbers.prepare(target) }

  @inline(__always)
  func inner(_ progress: Double) -> Double {
    TimingSegment.clamp(((progress * duration - begin) * rate + shift) / divisor)
  }

  mutating func enter(
    _ animation: @autoclosure () -> NestedAnimation?, _ aside: inout Aside,
    _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval, curve: Int
  ) -> Int {
    switch animation() {
    case .member(let timing, let groupDuration):
      let progress = segment.progress(atParentTime: local, begin: begin)
      enter(timing, groupDuration, at: progress, &segment, at: local, outerBegin: begin)
      return curve
    case .keyframes(let keyframes):
      (aside.keyframes, aside.outer) = (.passUnretained(keyframes), segment)
      return enter(
        keyframes.piece(at: segment.progress(atParentTime: local, begin: begin)), &segment,
        at: local, begin: begin)
    case .polyline, nil: trap("a nested track has no animation within its timing")
    }
  }

  mutating func advance(
    _ aside: Aside, _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval
  ) -> Int? {
    guard let keyframes = aside.keyframes, aside.outer.lower < local, local < aside.outer.upper
    else { return nil }
    segment = aside.outer
    let progress = segment.progress(atParentTime: local, begin: begin)
    let piece = keyframes.takeUnretainedValue().piece(at: progress)
    return enter(piece, &segment, at: local, begin: begin)
  }

  /// Takes over a piece of keyframes. Returns the number of its curve.
  private mutating func enter(
    _ piece: KeyframePiece<SIMD4<Double>>, _ segment: inout TimingSegment, at local: TimeInterval,
    begin: TimeInterval
  ) -> Int {
    numbers.setEnds(from: piece.from, delta: piece.to - piece.from)
    let progress = segment.progress(atParentTime: local, begin: begin)
    segment.narrow(from: piece.low, to: piece.high, around: local, begin: begin)
    guard let curve = piece.curve else {
      segment.hold(progress)
      (self.begin, divisor) = (0, 1)
      return EasingIndex.linear
    }
    (self.begin, divisor) = (piece.low, piece.high - piece.low)
    return Int(curve)
  }

  private mutating func enter(
    _ timing: ActiveTiming, _ groupDuration: TimeInterval, at outer: Double,
    _ segment: inout TimingSegment, at local: TimeInterval, outerBegin: TimeInterval
  ) {
    let inside = timing.segment(atParentTime: outer * groupDuration)
    (duration, begin) = (groupDuration, timing.map.beginTime)
    (rate, shift, divisor) = (inside.rate, inside.shift, inside.divisor)
    segment.narrow(
      from: inside.lower / groupDuration, to: inside.upper / groupDuration, around: local,
      begin: outerBegin)
    if !inside.contributes { segment.contributes = false }
    if inside.isConstant { segment.hold(outer) }
  }
}

extension TimingSegment {
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

  /// Holds the progress that the segment has now.
  fileprivate mutating func hold(_ progress: Double) {
    (rate, shift, divisor) = (0, progress, 1)
  }
}
