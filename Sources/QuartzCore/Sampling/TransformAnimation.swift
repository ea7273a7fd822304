// TransformAnimation.swift
// Stage: commit → sample. The animations of a layer's transforms, on top of each other: whole matrices, decomposed when
// they are compiled, and members such as the rotation. The matrix is composed once a layer and frame.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A compiled animation of a transform. Immutable.
final class TransformAnimation: TimelineAnimation {
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
    case ends(TrackFunction<CATransform3D>)
  }

  /// The numbers of a member, from one end to the other, without cycles that add up.
  struct Line: Sendable {
    var member: ValueMember
    var from: SIMD4<Double>
    var delta: SIMD4<Double>
  }

  let place: PropertyPlace
  let timeline: Timeline
  private let values: Values
  let isAdditive: Bool
  let isCumulative: Bool
  /// Whether it is the first animation of its property, rather than on top of others.
  let isFirst: Bool
  /// The model's transform, of a first animation, and its parts.
  private let model: CATransform3D
  private let modelParts: TransformDecomposition

  /// - Parameter model: The model's transform, of the first animation of a property; nil for those on top of it.
  init(
    _ place: PropertyPlace, _ timeline: Timeline, _ values: Values, isAdditive: Bool,
    isCumulative: Bool, model: CATransform3D?
  ) {
    (self.place, self.timeline, self.values) = (place, timeline, values)
    (self.isAdditive, self.isCumulative, isFirst) = (isAdditive, isCumulative, model != nil)
    self.model = model ?? CATransform3DIdentity
    modelParts = TransformDecomposition(self.model)
  }

  /// A transform, its parts while members of it change, or both.
  private struct Form {
    var whole = CATransform3DIdentity
    var parts = TransformDecomposition.identity
    var isWhole = true
    var isParts = true
    let sinCos: SinCosTable.Reader

    @inline(__always)
    var transform: CATransform3D { isWhole ? whole : parts.transform(sinCos) }

    @inline(__always)
    mutating func set(_ transform: CATransform3D, isAdditive: Bool) {
      whole = isAdditive ? CATransform3DConcat(transform, self.transform) : transform
      (isWhole, isParts) = (true, false)
    }

    /// Goes over to the parts.
    @inline(__always)
    mutating func takeApart() {
      if !isParts { parts = TransformDecomposition(whole) }
      (isWhole, isParts) = (false, true)
    }
  }

  /// Applies a layer's animations at a time, each within the stretch that it entered.
  ///
  /// - Parameter tracks: Read in place, as a copy would retain its animation.
  @inline(__always)
  static func apply(
    _ tracks: UnsafeBufferPointer<TimelineTrack<TransformAnimation>>, at time: TimeInterval,
    curves: some EasingCurves, _ sinCos: SinCosTable.Reader,
    to values: UnsafeMutablePointer<LayerValues>
  ) {
    guard let first = tracks.baseAddress, !tracks.isEmpty else { return }
    var form = Form(sinCos: sinCos)
    var place = first.pointee.animation.place
    for index in 0..<tracks.count {
      let track = first + index
      Unmanaged.passUnretained(track.pointee.animation)._withUnsafeGuaranteedRef { animation in
        if animation.isFirst {
          if index > 0 { LayerValues.write(form.transform, to: place, in: values) }
          (form.whole, form.parts) = (animation.model, animation.modelParts)
          (form.isWhole, form.isParts) = (true, true)
          place = animation.place
        }
        guard track.pointee.stretch.segment.contributes else { return }
        let position = animation.timeline.position(
          in: track.pointee.stretch, at: time, curves: curves)
        animation.apply(position, at: time, curves: curves, to: &form)
      }
    }
    LayerValues.write(form.transform, to: place, in: values)
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
    case .line(let line):
      form.takeApart()
      var value = line.from + line.delta * position.fraction
      if isAdditive { value += form.parts[line.member] ?? .zero }
      form.parts.set(line.member, to: value)
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
        value { ends.value(at: $0, underlying: current) }, isAdditive: isAdditive)
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
}
