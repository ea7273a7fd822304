// TransformTrack.swift
// Stage: commit → sample. The animations of a layer's transforms, on top of each other: whole matrices, decomposed when
// they are compiled, and members such as the rotation. The matrix is composed once a layer and frame.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One animation of a transform.
struct TransformTrack: OrderedTrack, Sendable {
  /// The node it belongs to; -1 marks a hole in a table.
  var slot: Int32
  let animation: TransformAnimation
  fileprivate var stretch = Timeline.Stretch.none

  init(slot: Int32, _ animation: TransformAnimation) {
    (self.slot, self.animation) = (slot, animation)
  }

  mutating func enter(at time: TimeInterval, curves: some EasingCurves) -> TimingSegment {
    stretch = animation.timeline.stretch(at: time, curves: curves)
    return stretch.segment
  }
}

/// A compiled animation of a transform. Immutable.
final class TransformAnimation: Sendable {
  /// The values of the animation.
  enum Values: Sendable {
    /// The numbers of a member, from one end to the other.
    case line(ValueMember, from: SIMD4<Double>, delta: SIMD4<Double>)
    /// The numbers of a member: keyframes, or ends of which one is that of the transform beneath.
    case numbers(ValueMember, TrackFunction<SIMD4<Double>>)
    /// The numbers of a function, which makes a transform of them.
    case function(ValueFunction, TrackFunction<SIMD4<Double>>)
    /// The way from one transform to another, and which part of it: at the start, and from there to the end.
    case motion(TransformMotion, start: Double, scale: Double)
    /// The ways from each key to the next.
    case motions([TransformMotion])
    /// Ends of which one is the transform beneath.
    case ends(FromToBy<CATransform3D>)
  }

  let property: LayerProperty
  let timeline: Timeline
  let values: Values
  let isAdditive: Bool
  let isCumulative: Bool
  /// The model's transform, of the first animation of a property; nil for those on top of it.
  let model: CATransform3D?
  private let modelParts: TransformDecomposition?

  init(
    _ property: LayerProperty, _ timeline: Timeline, _ values: Values, isAdditive: Bool,
    isCumulative: Bool, model: CATransform3D?
  ) {
    (self.property, self.timeline, self.values) = (property, timeline, values)
    (self.isAdditive, self.isCumulative, self.model) = (isAdditive, isCumulative, model)
    modelParts = model.map { TransformDecomposition($0) }
  }

  /// A transform, or its parts while members of it change.
  private enum Form {
    case whole(CATransform3D)
    case parts(TransformDecomposition)
  }

  /// Applies a layer's animations at a time, each within the stretch that it entered.
  @inline(__always)
  static func apply(
    _ tracks: UnsafeBufferPointer<TransformTrack>, at time: TimeInterval,
    curves: some EasingCurves, _ sinCos: SinCosTable.Reader,
    to values: UnsafeMutablePointer<LayerValues>
  ) {
    var form = Form.whole(CATransform3DIdentity)
    var last: TransformAnimation?
    for index in tracks.indices {
      let animation = tracks[index].animation
      if let model = animation.model {
        if let last { last.store(form, sinCos, in: values) }
        (form, last) = (.whole(model), animation)
      }
      let stretch = tracks[index].stretch
      guard stretch.segment.contributes else { continue }
      let position = stretch.position(
        at: time, begin: animation.timeline.timing.map.beginTime, curves: curves)
      let cycle = animation.isCumulative ? animation.timeline.cycle(at: time) : 0
      let end = cycle > 0 ? animation.timeline.endOfCycle(curves: curves) : nil
      animation.apply(position, cycle, end, sinCos, to: &form)
    }
    if let last { last.store(form, sinCos, in: values) }
  }

  @inline(__always)
  private func apply(
    _ position: KeyPosition, _ cycle: Double, _ end: KeyPosition?, _ sinCos: SinCosTable.Reader,
    to form: inout Form
  ) {
    func whole() -> CATransform3D {
      switch form {
      case .whole(let transform): transform
      case .parts(let parts): parts.transform(sinCos)
      }
    }
    func parts() -> TransformDecomposition {
      switch form {
      case .whole(let transform): modelParts ?? TransformDecomposition(transform)
      case .parts(let parts): parts
      }
    }
    func set(_ transform: CATransform3D) {
      form = .whole(isAdditive ? CATransform3DConcat(transform, whole()) : transform)
    }
    func numbers(
      _ function: TrackFunction<SIMD4<Double>>, on underlying: SIMD4<Double>
    ) -> SIMD4<Double> {
      let value = function.value(at: position, underlying: underlying)
      guard let end else { return value }
      return function.value(at: end, underlying: underlying) * cycle + value
    }
    switch values {
    case .line(let member, let from, let delta):
      var parts = parts()
      var value = from + delta * position.fraction
      if isAdditive { value += parts[member] ?? .zero }
      parts.set(member, to: value)
      form = .parts(parts)
    case .numbers(let member, let function):
      var parts = parts()
      let current = parts[member] ?? .zero
      let value = numbers(function, on: isAdditive ? .zero : current)
      parts.set(member, to: isAdditive ? value + current : value)
      form = .parts(parts)
    case .function(let function, let body):
      let current = function.numbers(in: isAdditive ? CATransform3DIdentity : whole())
      set(function.transform(numbers(body, on: current)))
    case .motion(let motion, let start, let scale):
      let value = motion.transform(at: start + scale * position.fraction, sinCos)
      set(
        end.map {
          motion.transform(at: start + scale * $0.fraction, sinCos).scaled(by: cycle)
            .adding(value)
        } ?? value)
    case .motions(let motions):
      func transform(_ position: KeyPosition) -> CATransform3D {
        if position.from == position.to {
          return position.from < motions.count
            ? motions[position.from].from : motions[motions.count - 1].to
        }
        return motions[position.from].transform(at: position.fraction, sinCos)
      }
      let value = transform(position)
      set(end.map { transform($0).scaled(by: cycle).adding(value) } ?? value)
    case .ends(let ends):
      let current = isAdditive ? CATransform3DIdentity : whole()
      let value = ends.value(at: position.fraction, underlying: current)
      set(
        end.map {
          ends.value(at: $0.fraction, underlying: current).scaled(by: cycle).adding(value)
        } ?? value)
    }
  }

  @inline(__always)
  private func store(
    _ form: Form, _ sinCos: SinCosTable.Reader, in values: UnsafeMutablePointer<LayerValues>
  ) {
    let transform: CATransform3D
    switch form {
    case .whole(let whole): transform = whole
    case .parts(let parts): transform = parts.transform(sinCos)
    }
    switch property {
    case .transform: values.pointee.transform = transform
    case .sublayerTransform: values.pointee.sublayerTransform = transform
    default: values.pointee[property: property] = .transform(transform)
    }
  }
}
