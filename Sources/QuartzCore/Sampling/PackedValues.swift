// PackedValues.swift
// Stage: commit → sample. The few shapes in which most animations compute: plain numbers, and a place
// in the values of a layer that they are written to.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// What an animation computes, once its ends are known: a progress in, numbers of a layer out.
protocol PackedValue {
  /// Bytes of the values that belong to it, from its place on.
  static var byteCount: Int { get }
  /// Writes the values of a progress.
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader)
  /// Makes a place ready to be written to, when the animation begins to show.
  static func prepare(_ place: UnsafeMutableRawPointer)
}

extension PackedValue {
  @inline(__always)
  static func prepare(_ place: UnsafeMutableRawPointer) {}
}

/// The ends of an animation as a start, what is added on the way, and what lies underneath: the same
/// sums, in the same order, as ``AnimationTrack/value(atLayerTime:underlying:)`` makes.
struct LinearRamp<Value: SIMD<Double>> {
  var from: Value
  var delta: Value
  /// The model's value, for an additive animation; else nothing.
  var base: Value

  @inline(__always)
  func value(_ progress: Double) -> Value { from + delta * progress + base }
}

/// One number.
struct PackedNumber: PackedValue {
  var from: Double
  var delta: Double
  var base: Double

  static var byteCount: Int { 8 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    place.storeBytes(of: from + delta * progress + base, as: Double.self)
  }
}

/// A point, a size, or two neighbours in a matrix.
struct PackedPair: PackedValue {
  var ends: LinearRamp<SIMD2<Double>>

  static var byteCount: Int { 16 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    place.storeBytes(of: ends.value(progress), as: SIMD2<Double>.self)
  }
}

/// The background, with the flag behind it that says that there is one.
struct PackedColor: PackedValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var byteCount: Int { 33 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    place.storeBytes(of: ends.value(progress), as: SIMD4<Double>.self)
  }

  @inline(__always)
  static func prepare(_ place: UnsafeMutableRawPointer) {
    place.storeBytes(of: true, toByteOffset: 32, as: Bool.self)
  }
}

/// The bounds, whose size is never negative.
struct PackedBox: PackedValue {
  var ends: LinearRamp<SIMD4<Double>>

  static var byteCount: Int { 32 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    var value = ends.value(progress)
    if value.z < 0 || value.w < 0 { value = CGRect(lanes: value).standardized.lanes }
    place.storeBytes(of: value, as: SIMD4<Double>.self)
  }
}

/// A turn about z, within the four numbers of the plane.
struct PackedRotation: PackedValue {
  var from: Double
  var delta: Double
  var base: Double
  /// The scale that the model has.
  var scale: SIMD2<Double>

  static var byteCount: Int { 32 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    let turn = turns.cosineAndSine(from + delta * progress + base)
    let second = SIMD2(-turn.y, turn.x) * scale.y
    place.storeBytes(of: turn * scale.x, as: SIMD2<Double>.self)
    place.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
  }
}

/// The same scale along all axes, within the numbers of the plane and the scale in z behind them.
struct PackedScale: PackedValue {
  var from: Double
  var delta: Double
  var base: Double
  /// The cosine and the sine of the angle that the model has.
  var turn: SIMD2<Double>

  static var byteCount: Int { 40 }

  @inline(__always)
  func write(_ progress: Double, to place: UnsafeMutableRawPointer, _ turns: SinCosTable.Reader) {
    let scale = from + delta * progress + base
    place.storeBytes(of: turn * scale, as: SIMD2<Double>.self)
    let second = SIMD2(-turn.y, turn.x) * scale
    place.storeBytes(of: second, toByteOffset: 16, as: SIMD2<Double>.self)
    place.storeBytes(of: scale, toByteOffset: 32, as: Double.self)
  }
}

extension LayerValues {
  /// Where values stand in a layer's, in bytes.
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
    /// The rows' four numbers, the scale in z, and the translation's two.
    static let plane = offset(\.plane)
    static let translation = plane + 40

    private static func offset<Value>(_ path: KeyPath<LayerValues, Value>) -> Int {
      guard let offset = MemoryLayout<LayerValues>.offset(of: path) else {
        preconditionFailure("\(path) is not stored in a layer's values")
      }
      return offset
    }
  }
}
