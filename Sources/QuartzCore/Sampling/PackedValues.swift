// PackedValues.swift
// Stage: commit → sample. The forms in which most animations compute: plain numbers, written to an offset
// within a layer's values.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The function of an animation with known ends: from a progress to numbers of a layer.
protocol PackedValue: Sendable, BitwiseCopyable {
  static var form: PackedForm { get }
  /// The bytes that it writes, from its target on.
  static var byteCount: Int { get }
  /// Writes the values of a progress.
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader)
  /// Prepares a target when the animation begins to show.
  static func prepare(_ target: UnsafeMutableRawPointer)
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
  func present(
    at local: TimeInterval, _ curves: some EasingCurves, _ sinCos: SinCosTable.Reader,
    into values: UnsafeMutableRawPointer
  ) {
    let segment = timing.segment(atParentTime: local)
    guard segment.contributes else { return }
    let progress = segment.progress(atParentTime: local, begin: timing.map.beginTime)
    Form.prepare(values + offset)
    form.write(curves.value(of: curve, at: progress), to: values + offset, sinCos)
  }
}

extension PackedValue {
  @inline(__always)
  static func prepare(_ target: UnsafeMutableRawPointer) {}
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
struct PackedNumber: PackedValue {
  var from: Double
  var delta: Double
  var base: Double

  static var form: PackedForm { .number }
  static var byteCount: Int { 8 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: from + delta * progress + base, as: Double.self)
  }
}

/// A point, a size, or two neighbours in a matrix.
struct PackedPair: PackedValue {
  var ends: LinearRamp<SIMD2<Double>>

  static var form: PackedForm { .pair }
  static var byteCount: Int { 16 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: ends.value(progress), as: SIMD2<Double>.self)
  }
}

/// The background colour, and the flag behind it that marks its presence.
struct PackedColor: PackedValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var form: PackedForm { .color }
  static var byteCount: Int { 33 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    target.storeBytes(of: ends.value(progress), as: SIMD4<Double>.self)
  }

  @inline(__always)
  static func prepare(_ target: UnsafeMutableRawPointer) {
    target.storeBytes(of: true, toByteOffset: 32, as: Bool.self)
  }
}

/// The bounds, whose size is never negative.
struct PackedBox: PackedValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var form: PackedForm { .box }
  static var byteCount: Int { 32 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    var value = ends.value(progress)
    if value.z < 0 || value.w < 0 { value = CGRect(lanes: value).standardized.lanes }
    target.storeBytes(of: value, as: SIMD4<Double>.self)
  }
}

/// A rotation about z, within the four numbers of the plane.
struct PackedRotation: PackedValue {
  var from: Double
  var delta: Double
  var base: Double
  /// The model's scale. As single numbers: a vector would give each track a wider alignment.
  var scaleX: Double
  var scaleY: Double

  static var form: PackedForm { .rotation }
  static var byteCount: Int { 32 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    let turn = sinCos.cosineAndSine(from + delta * progress + base)
    let second = SIMD2(-turn.y, turn.x) * scaleY
    target.storeBytes(of: turn * scaleX, as: SIMD2<Double>.self)
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
  }
}

/// The same scale along all axes, within the numbers of the plane and the scale in z behind them.
struct PackedScale: PackedValue {
  var from: Double
  var delta: Double
  var base: Double
  /// Of the model's angle.
  var cosine: Double
  var sine: Double

  static var form: PackedForm { .scale }
  static var byteCount: Int { 40 }

  @inline(__always)
  func write(_ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader) {
    let scale = from + delta * progress + base
    target.storeBytes(of: SIMD2(cosine, sine) * scale, as: SIMD2<Double>.self)
    let second = SIMD2(-sine, cosine) * scale
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
    target.storeBytes(of: scale, toByteOffset: 32, as: Double.self)
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
