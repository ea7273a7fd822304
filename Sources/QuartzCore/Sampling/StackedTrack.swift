// StackedTrack.swift
// Stage: commit → sample. Additive animations of one property on top of each other, as plain numbers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One of several animations of the same numbers of a layer: the first of them, or one that adds to those before.
struct StackedTrack: Sendable {
  /// The node it belongs to; -1 marks a hole in a table.
  var slot: Int32
  var timing: ActiveTiming
  /// The curve's number.
  var curve: Int
  /// The form of the numbers: one, a pair, a colour or a box.
  var form: PackedForm
  /// The target, in bytes from the start of a layer's values.
  var offset: Int
  var from: SIMD4<Double>
  var delta: SIMD4<Double>
  /// The model's numbers, with which the first track of a stack begins.
  var model: SIMD4<Double>
  var isFirst: Bool
  /// Whether it adds to what is beneath; true for all but the first.
  var isAdditive: Bool
  /// What its timing is now.
  private var segment = TimingSegment(lower: .infinity, upper: -.infinity)

  init(
    slot: Int32, timing: ActiveTiming, curve: Int, form: PackedForm, offset: Int,
    from: SIMD4<Double>, delta: SIMD4<Double>, model: SIMD4<Double>, isFirst: Bool,
    isAdditive: Bool
  ) {
    (self.slot, self.timing, self.curve) = (slot, timing, curve)
    (self.form, self.offset, self.from, self.delta) = (form, offset, from, delta)
    (self.model, self.isFirst, self.isAdditive) = (model, isFirst, isAdditive)
  }

  /// Applies the track on top of the tracks before it, at a time within the segment that it entered.
  ///
  /// The sums are those of ``AnimationTrack/value(atLayerTime:underlying:curves:)``, in the same order.
  @inline(__always)
  func apply(at time: TimeInterval, curves: some EasingCurves, to values: UnsafeMutableRawPointer) {
    let target = values + offset
    guard segment.contributes else {
      if isFirst { store(model, to: target) }
      return
    }
    let progress = segment.progress(atParentTime: time, begin: timing.map.beginTime)
    let eased = curve == EasingIndex.linear ? progress : curves.value(of: curve, at: progress)
    let own = from + delta * eased
    store(isFirst ? (isAdditive ? own + model : own) : own + load(target), to: target)
  }

  @inline(__always)
  private func load(_ target: UnsafeMutableRawPointer) -> SIMD4<Double> {
    switch form {
    case .number: SIMD4(target.loadUnaligned(as: Double.self), 0, 0, 0)
    case .pair: SIMD4(lowHalf: target.loadUnaligned(as: SIMD2<Double>.self), highHalf: .zero)
    default: target.loadUnaligned(as: SIMD4<Double>.self)
    }
  }

  @inline(__always)
  private func store(_ numbers: SIMD4<Double>, to target: UnsafeMutableRawPointer) {
    switch form {
    case .number: target.storeBytes(of: numbers.x, as: Double.self)
    case .pair: target.storeBytes(of: numbers.lowHalf, as: SIMD2<Double>.self)
    case .box where numbers.z < 0 || numbers.w < 0:
      target.storeBytes(of: CGRect(lanes: numbers).standardized.lanes, as: SIMD4<Double>.self)
    default: target.storeBytes(of: numbers, as: SIMD4<Double>.self)
    }
  }
}

extension StackedTrack: OrderedTrack {
  func segment(atParentTime time: TimeInterval) -> TimingSegment {
    timing.segment(atParentTime: time)
  }

  mutating func enter(_ segment: TimingSegment) { self.segment = segment }
}
