// PackedValues.swift
// Stage: commit → sample. The forms in which most animations compute: plain numbers, written to an offset
// within a layer's values.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The function of an animation with known ends: from a progress to numbers of a layer.
protocol PackedValue: Sendable, BitwiseCopyable {
  /// What a track has beside the fields that every frame reads: nothing but for a nested one.
  associatedtype Aside: PackedAside
  /// The numbers of an animation from one end to the other.
  associatedtype Numbers: PackedRampValue

  static var kind: PackedKind { get }
  init(_ numbers: Numbers)
  /// The bytes that it writes, from its target on.
  var byteCount: Int { get }
  /// Writes the values of a progress.
  mutating func write(
    _ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader)
  /// Prepares a target when the animation begins to show.
  func prepare(_ target: UnsafeMutableRawPointer)
  /// Returns the progress, before easing, of what is within the track at a progress of the track's timing. Of a
  /// plain track that is the same.
  func inner(_ progress: Double) -> Double
  /// Takes over what is within the track's timing at a time: nothing for a plain track.
  ///
  /// - Parameters:
  ///   - animation: What is within; nil for a plain track.
  ///   - segment: The timing's segment; becomes shorter, where what is within is valid for less time.
  ///   - curve: The number of the track's curve.
  /// - Returns: The number of the curve to apply.
  mutating func enter(
    _ animation: @autoclosure () -> NestedAnimation?, _ aside: inout Aside,
    _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval, curve: Int
  ) -> Int
  /// Takes over the next part of what is within the track's timing, if its segment is the one that was entered.
  ///
  /// - Parameter segment: Becomes the part's.
  /// - Returns: The number of the curve to apply. Nil if the timing has to be evaluated.
  mutating func advance(
    _ aside: Aside, _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval
  ) -> Int?
}

/// Fields of a track that a frame seldom reads; empty at first.
protocol PackedAside: Sendable, BitwiseCopyable {
  init()
}

/// No fields.
struct NoAside: PackedAside {}

/// A form that is made of numbers that run from one end to the other.
protocol PackedRampValue: PackedValue where Aside == NoAside, Numbers == Self {
  static var form: PackedForm { get }
  /// Replaces both ends, of which the form takes as many numbers as it has.
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>)
  /// - Parameters:
  ///   - ramp: The ends, of which the form takes as many numbers as it has.
  ///   - model: What the form needs of the model beside the ends.
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>)
}

/// A compiled animation of a form.
struct PackedTrack<Form: PackedValue>: Sendable {
  var timing: ActiveTiming
  var form: Form
  /// The target, in bytes from the start of a layer's values.
  var offset: Int
  /// The curve's number.
  var curve: Int

  /// Writes the track's value at a local time into its model's values.
  ///
  /// - Parameter nested: What is within its timing; nil but for a nested one.
  func present(
    at local: TimeInterval, _ nested: @autoclosure () -> NestedAnimation?,
    _ curves: some EasingCurves, _ sinCos: SinCosTable.Reader,
    into values: UnsafeMutableRawPointer
  ) {
    var segment = timing.segment(atParentTime: local)
    guard segment.contributes else { return }
    var (form, aside) = (form, Form.Aside())
    let begin = timing.map.beginTime
    let curve = form.enter(nested(), &aside, &segment, at: local, begin: begin, curve: curve)
    guard segment.contributes else { return }
    let progress = form.inner(segment.progress(atParentTime: local, begin: begin))
    form.prepare(values + offset)
    form.write(curves.value(of: curve, at: progress), to: values + offset, sinCos)
  }
}

extension PackedRampValue {
  static var kind: PackedKind { PackedKind(form: form, content: .plain) }

  @inline(__always)
  init(_ numbers: Self) { self = numbers }

  @inline(__always)
  func prepare(_ target: UnsafeMutableRawPointer) {}

  @inline(__always)
  func inner(_ progress: Double) -> Double { progress }

  @inline(__always)
  func enter(
    _ animation: @autoclosure () -> NestedAnimation?, _ aside: inout NoAside,
    _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval, curve: Int
  ) -> Int {
    curve
  }

  @inline(__always)
  func advance(
    _ aside: NoAside, _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval
  ) -> Int? {
    nil
  }
}

/// The ends of an animation as a start, a difference and a base: the same sums, in the same order, as
/// ``AnimationTrack/value(atLayerTime:underlying:)`` makes.
struct LinearRamp<Value: SIMD<Double> & Sendable & BitwiseCopyable>: Sendable, BitwiseCopyable {
  var from: Value
  var delta: Value
  /// The model's value for an additive animation, else 0.
  var base: Value

  @inline(__always)
  func value(_ progress: Double) -> Value { from + delta * progress + base }
}

/// One number.
struct PackedNumber: PackedRampValue {
  var from: Double
  var delta: Double
  var base: Double

  static var form: PackedForm { .number }
  var byteCount: Int { 8 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (self.from, self.delta) = (from.x, delta.x)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: from + delta * progress + base, as: Double.self)
  }
}

/// A point, a size, or two neighbours in a matrix.
struct PackedPair: PackedRampValue {
  var ends: LinearRamp<SIMD2<Double>>

  static var form: PackedForm { .pair }
  var byteCount: Int { 16 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (ends.from, ends.delta) = (from.lowHalf, delta.lowHalf)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: ends.value(progress), as: SIMD2<Double>.self)
  }
}

/// The background colour, and the flag behind it that marks its presence.
struct PackedColor: PackedRampValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var form: PackedForm { .color }
  var byteCount: Int { 33 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (ends.from, ends.delta) = (from, delta)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: ends.value(progress), as: SIMD4<Double>.self)
  }

  @inline(__always)
  func prepare(_ target: UnsafeMutableRawPointer) {
    target.storeBytes(of: true, toByteOffset: 32, as: Bool.self)
  }
}

/// The bounds, whose size is never negative.
struct PackedBox: PackedRampValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var form: PackedForm { .box }
  var byteCount: Int { 32 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (ends.from, ends.delta) = (from, delta)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    var value = ends.value(progress)
    if value.z < 0 || value.w < 0 { value = CGRect(lanes: value).standardized.lanes }
    target.storeBytes(of: value, as: SIMD4<Double>.self)
  }
}

/// A rotation about z, within the four numbers of the plane.
struct PackedRotation: PackedRampValue {
  var from: Double
  var delta: Double
  var base: Double
  /// The model's scale. As single numbers: a vector would give each track a wider alignment.
  var scaleX: Double
  var scaleY: Double

  static var form: PackedForm { .rotation }
  var byteCount: Int { 32 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (self.from, self.delta) = (from.x, delta.x)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    let turn = sinCos.cosineAndSine(from + delta * progress + base)
    let second = SIMD2(-turn.y, turn.x) * scaleY
    target.storeBytes(of: turn * scaleX, as: SIMD2<Double>.self)
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
  }
}

/// The same scale along all axes, within the numbers of the plane and the scale in z behind them.
struct PackedScale: PackedRampValue {
  var from: Double
  var delta: Double
  var base: Double
  /// Of the model's angle.
  var cosine: Double
  var sine: Double

  static var form: PackedForm { .scale }
  var byteCount: Int { 40 }

  @inline(__always)
  mutating func setEnds(from: SIMD4<Double>, delta: SIMD4<Double>) {
    (self.from, self.delta) = (from.x, delta.x)
  }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    let scale = from + delta * progress + base
    target.storeBytes(of: SIMD2(cosine, sine) * scale, as: SIMD2<Double>.self)
    let second = SIMD2(-sine, cosine) * scale
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
    target.storeBytes(of: scale, toByteOffset: 32, as: Double.self)
  }
}

extension PackedNumber {
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) {
    self.init(from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x)
  }
}

extension PackedPair {
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) {
    self.init(
      ends: LinearRamp(
        from: ramp.from.lowHalf, delta: ramp.delta.lowHalf, base: ramp.base.lowHalf))
  }
}

extension PackedColor {
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) { self.init(ends: ramp) }
}

extension PackedBox {
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) { self.init(ends: ramp) }
}

extension PackedRotation {
  /// - Parameter model: The model's scale.
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) {
    self.init(
      from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x, scaleX: model.x, scaleY: model.y)
  }
}

extension PackedScale {
  /// - Parameter model: The cosine and the sine of the model's angle.
  @inline(__always)
  init(_ ramp: LinearRamp<SIMD4<Double>>, model: SIMD2<Double>) {
    self.init(
      from: ramp.from.x, delta: ramp.delta.x, base: ramp.base.x, cosine: model.x, sine: model.y)
  }
}

extension LayerValues {
  /// Offsets of values, in bytes.
  enum Offset {
    static let bounds = offset(\.bounds)
    static let position = offset(\.position)
    static let anchorPoint = offset(\.anchorPoint)
    static let zPosition = offset(\.zPosition)
    static let opacity = offset(\.opacity)
    static let cornerRadius = offset(\.cornerRadius)
    static let borderWidth = offset(\.borderWidth)
    static let contentsScale = offset(\.contentsScale)
    static let background = offset(\.background)
    /// Four numbers of the matrix, the scale in z, and the two of the translation.
    static let plane = offset(\.plane)
    static let translation = plane + 40

    private static func offset<Value>(_ path: KeyPath<LayerValues, Value>) -> Int {
      guard let offset = MemoryLayout<LayerValues>.offset(of: path) else {
        trap("\(path) is not stored in a layer's values")
      }
      return offset
    }
  }
}
