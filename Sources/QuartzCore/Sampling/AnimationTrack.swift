// AnimationTrack.swift
// Stage: commit → sample. One animation of one property: its function, its timing, its target, and its
// sum with the tracks beneath it when it is additive.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// One animation of one property.
package struct AnimationTrack<Value: Interpolatable> {
  /// The node it belongs to; -1 marks a hole in a table.
  package var slot: Int32
  package var property: LayerProperty
  package var member: ValueMember
  package var timing: ActiveTiming
  package var easing: EasingCurve
  /// The curve's number; -1 for a curve without one, which is solved.
  package var curve: Int32 = -1
  package var body: TrackFunction<Value>
  package var isAdditive: Bool
  package var isCumulative: Bool
  /// The value function, which turns the computed numbers into a transform; nil without one.
  package var function: ValueFunction?
  /// Whether it is the first track of its property, which starts from the model's value.
  package var isFirst = false
  /// The groups around it, outermost first.
  package var groups: [EnclosingGroup] = []
  /// Whether an end is missing and is taken from the value underneath.
  package let needsUnderlying: Bool

  package init(
    slot: Int32, property: LayerProperty, member: ValueMember, timing: ActiveTiming,
    easing: EasingCurve, body: TrackFunction<Value>, isAdditive: Bool, isCumulative: Bool,
    groups: [EnclosingGroup]
  ) {
    self.slot = slot
    self.property = property
    self.member = member
    self.timing = timing
    self.easing = easing
    self.body = body
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.groups = groups
    needsUnderlying = body.needsUnderlying
  }

  /// Returns the property's value at a time of the layer; nil when the animation contributes nothing.
  ///
  /// - Parameter curves: The easing curves by number; the same for everything in a frame, so that equal
  ///   animations give equal bits.
  package func value(
    atLayerTime layerTime: TimeInterval, underlying: Value, curves: some EasingCurves
  ) -> Value? {
    var time = layerTime
    for group in groups {
      guard let inner = group.childTime(atParentTime: time) else { return nil }
      time = inner
    }
    guard let sample = timing.sample(atParentTime: time) else { return nil }
    func eased(_ progress: Double) -> Double {
      curve < 0 ? easing.value(at: progress) : curves.value(of: Int(curve), at: progress)
    }
    // A missing end of an additive animation adds nothing (from, to, by).
    var current = isAdditive ? underlying.additiveIdentity : underlying
    if let function { current = current.input(of: function) }
    var value = body.value(at: eased(sample.progress), underlying: current, curves: curves)
    if isCumulative && sample.cycle > 0 && value.hasSums {
      let endOfCycle = body.value(
        at: eased(timing.autoreverses ? 0 : 1), underlying: current, curves: curves)
      value = endOfCycle.scaled(by: sample.cycle).adding(value)
    }
    if let function { value = value.output(of: function) }
    return isAdditive ? value.adding(underlying) : value
  }

  /// Returns the value of a track whose curve has no number.
  package func value(atLayerTime layerTime: TimeInterval, underlying: Value) -> Value? {
    value(atLayerTime: layerTime, underlying: underlying, curves: EasingIndex.linearOnly)
  }
}

extension AnimationTrack: Sendable where Value: Sendable {}

extension AnimationTrack<SIMD4<Double>> {
  /// Applies the track on top of the tracks before it.
  func apply(
    at time: TimeInterval, curves: some EasingCurves, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if isFirst { values[lanes: property] = model[lanes: property] }
    guard case .lanes(let kind) = property.kind, let range = member.laneRange(in: kind)
    else { return }
    let current = values[lanes: property]
    // Without a colour underneath that it needs, an animation shows none (from, to, by).
    if current == nil && (isAdditive || needsUnderlying) { return }
    guard
      let value = value(
        atLayerTime: time, underlying: (current ?? .zero).extracting(range), curves: curves)
    else { return }
    values[lanes: property] = (current ?? .zero).replacing(range, with: value)
  }
}

extension AnimationTrack<StockValue> {
  /// Applies the track on top of the tracks before it.
  func apply(
    at time: TimeInterval, curves: some EasingCurves, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if isFirst { values[property: property] = model[property: property] }
    let whole = values[property: property]
    guard let underlying = member.read(whole).flatMap({ StockValue($0) }),
      let value = value(atLayerTime: time, underlying: underlying, curves: curves),
      let written = member.write(value.animatable, into: whole)
    else { return }
    values[property: property] = written
  }
}
