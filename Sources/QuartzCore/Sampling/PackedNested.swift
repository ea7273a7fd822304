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
}

/// Keyframes whose values are numbers of a track's form. An object, as a copy of the timeline would count the
/// references of all its arrays each time that a key is reached.
final class PackedKeyframes: Sendable {
  let timeline: KeyframeTimeline<SIMD4<Double>>

  init(_ timeline: KeyframeTimeline<SIMD4<Double>>) { self.timeline = timeline }
}

/// Numbers of any other form, in a time of their own within the track's.
///
/// Between two boundaries, of a group's member or of keyframes, it is one animation from one end to the other, whose
/// progress is linear in the track's. At a boundary it takes over the next one.
struct PackedNested: PackedValue {
  /// The form of the numbers.
  var numbers: PackedForm
  /// The place among the layer's nested animations.
  var index: Int32
  var ramp: LinearRamp<SIMD4<Double>>
  /// See ``PackedRampValue/init(_:model:)``.
  var model: SIMD2<Double>

  // The inner progress is that of a ``TimingSegment`` at the progress times the duration.
  private var duration = 1.0
  private var begin = 0.0
  private var rate = 1.0
  private var shift = 0.0
  private var divisor = 1.0

  init(
    _ numbers: PackedForm, _ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>, index: Int32
  ) {
    (self.numbers, self.ramp, self.model, self.index) = (numbers, ramp, model, index)
  }

  static var form: PackedForm { .nested }

  var byteCount: Int {
    switch numbers {
    case .number: PackedNumber(ramp, model: model).byteCount
    case .pair: PackedPair(ramp, model: model).byteCount
    case .color: PackedColor(ramp, model: model).byteCount
    case .box: PackedBox(ramp, model: model).byteCount
    case .rotation: PackedRotation(ramp, model: model).byteCount
    case .scale: PackedScale(ramp, model: model).byteCount
    case .nested: 0
    }
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    switch numbers {
    case .number: PackedNumber(ramp, model: model).write(progress, to: target, sinCos)
    case .pair: PackedPair(ramp, model: model).write(progress, to: target, sinCos)
    case .color: PackedColor(ramp, model: model).write(progress, to: target, sinCos)
    case .box: PackedBox(ramp, model: model).write(progress, to: target, sinCos)
    case .rotation: PackedRotation(ramp, model: model).write(progress, to: target, sinCos)
    case .scale: PackedScale(ramp, model: model).write(progress, to: target, sinCos)
    case .nested: break
    }
  }

  func prepare(_ target: UnsafeMutableRawPointer) {
    if numbers == .color { PackedColor(ramp, model: model).prepare(target) }
  }

  @inline(__always)
  func inner(_ progress: Double) -> Double {
    TimingSegment.clamp(((progress * duration - begin) * rate + shift) / divisor)
  }

  mutating func enter(
    _ nested: [NestedAnimation], _ segment: inout TimingSegment, at local: TimeInterval,
    begin: TimeInterval, curve: Int
  ) -> Int {
    let outer = segment.progress(atParentTime: local, begin: begin)
    switch nested[Int(index)] {
    case .member(let timing, let groupDuration):
      enter(timing, groupDuration, at: outer, &segment, at: local, outerBegin: begin)
      return curve
    case .keyframes(let keyframes):
      let piece = keyframes.timeline.piece(at: outer)
      (ramp.from, ramp.delta) = (piece.from, piece.to - piece.from)
      segment.narrow(from: piece.low, to: piece.high, around: local, begin: begin)
      guard let curve = piece.curve else {
        segment.hold(outer)
        (self.begin, divisor) = (0, 1)
        return EasingIndex.linear
      }
      (self.begin, divisor) = (piece.low, piece.high - piece.low)
      return Int(curve)
    }
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
