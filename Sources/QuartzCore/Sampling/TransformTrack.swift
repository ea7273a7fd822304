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
    case line(Line)
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

  /// The numbers of a member, from one end to the other, without cycles that add up.
  struct Line: Sendable {
    var member: ValueMember
    var from: SIMD4<Double>
    var delta: SIMD4<Double>
  }

  let property: LayerProperty
  let timeline: Timeline
  private let values: Values
  /// The values, where they are those of a line: read without a copy of all others.
  private let line: Line?
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
    if case .line(let line) = values { self.line = line } else { line = nil }
    modelParts = model.map { TransformDecomposition($0) }
  }

  /// A transform, or its parts while members of it change.
  private struct Form {
    var whole = CATransform3DIdentity
    var parts = TransformDecomposition.identity
    var isParts = false

    /// The parts of ``whole``, where they are known.
    var known: TransformDecomposition?
    let sinCos: SinCosTable.Reader

    @inline(__always)
    var transform: CATransform3D { isParts ? parts.transform(sinCos) : whole }

    @inline(__always)
    mutating func set(_ transform: CATransform3D, isAdditive: Bool) {
      whole = isAdditive ? CATransform3DConcat(transform, self.transform) : transform
      (isParts, known) = (false, nil)
    }

    /// Goes over to the parts.
    @inline(__always)
    mutating func takeApart() {
      if isParts { return }
      parts = known ?? TransformDecomposition(whole)
      isParts = true
    }
  }

  /// Applies a layer's animations at a time, each within the stretch that it entered.
  ///
  /// - Parameter tracks: Read in place, as a copy would retain its animation.
  @inline(__always)
  static func apply(
    _ tracks: UnsafeBufferPointer<TransformTrack>, at time: TimeInterval,
    curves: some EasingCurves, _ sinCos: SinCosTable.Reader,
    to values: UnsafeMutablePointer<LayerValues>
  ) {
    guard let first = tracks.baseAddress, !tracks.isEmpty else { return }
    var form = Form(sinCos: sinCos)
    var property = LayerProperty.transform
    for index in 0..<tracks.count {
      let track = first + index
      Unmanaged.passUnretained(track.pointee.animation)._withUnsafeGuaranteedRef { animation in
        if let model = animation.model {
          if index > 0 { store(form.transform, as: property, in: values) }
          (form.whole, form.known, form.isParts) = (model, animation.modelParts, false)
          property = animation.property
        }
        guard track.pointee.stretch.segment.contributes else { return }
        let position = animation.timeline.position(
          in: track.pointee.stretch, at: time, curves: curves)
        if let line = animation.line {
          form.takeApart()
          var value = line.from + line.delta * position.fraction
          if animation.isAdditive { value += form.parts[line.member] ?? .zero }
          form.parts.set(line.member, to: value)
        } else {
          animation.apply(position, at: time, curves: curves, to: &form)
        }
      }
    }
    store(form.transform, as: property, in: values)
  }

  private func apply(
    _ position: KeyPosition, at time: TimeInterval, curves: some EasingCurves, to form: inout Form
  ) {
    let cycle = isCumulative ? timeline.cycle(at: time) : 0
    let end = cycle > 0 ? timeline.endOfCycle(curves: curves) : nil
    /// The value at the position, after that of each cycle that is over.
    func value<Value: Interpolatable>(_ at: (KeyPosition) -> Value) -> Value {
      end.map { at($0).scaled(by: cycle).adding(at(position)) } ?? at(position)
    }
    switch values {
    case .line: break
    case .numbers(let member, let function):
      form.takeApart()
      let current = form.parts[member] ?? .zero
      let beneath = isAdditive ? .zero : current
      let own = value { function.value(at: $0, underlying: beneath) }
      form.parts.set(member, to: isAdditive ? own + current : own)
    case .function(let function, let body):
      let current = function.numbers(in: isAdditive ? CATransform3DIdentity : form.transform)
      let numbers = value { body.value(at: $0, underlying: current) }
      form.set(function.transform(numbers), isAdditive: isAdditive)
    case .motion(let motion, let start, let scale):
      let sinCos = form.sinCos
      form.set(
        value { motion.transform(at: start + scale * $0.fraction, sinCos) },
        isAdditive: isAdditive)
    case .motions(let motions):
      let sinCos = form.sinCos
      form.set(value { Self.transform(of: motions, at: $0, sinCos) }, isAdditive: isAdditive)
    case .ends(let ends):
      let current = isAdditive ? CATransform3DIdentity : form.transform
      form.set(
        value { ends.value(at: $0.fraction, underlying: current) }, isAdditive: isAdditive)
    }
  }

  private static func transform(
    of motions: [TransformMotion], at position: KeyPosition, _ sinCos: SinCosTable.Reader
  ) -> CATransform3D {
    if position.from != position.to {
      return motions[position.from].transform(at: position.fraction, sinCos)
    }
    return position.from < motions.count
      ? motions[position.from].from : motions[motions.count - 1].to
  }

  @inline(__always)
  private static func store(
    _ transform: CATransform3D, as property: LayerProperty,
    in values: UnsafeMutablePointer<LayerValues>
  ) {
    if property == .transform { return values.pointee.transform = transform }
    let place = property.row.place
    LayerValues.write(place.block, in: values) {
      ($0 + place.offset).assumingMemoryBound(to: CATransform3D.self).pointee = transform
    }
  }
}
