// AnimationTrack.swift
// Stage: commit → sample. One animation of one property whose values are objects, lists, or of a caller's own type: its
// timeline, its values, and its sum with the tracks beneath it when it is additive.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// One animation of one property.
package struct AnimationTrack<Value: Interpolatable> {
  /// The node it belongs to; -1 marks a hole in a table.
  package var slot: Int32
  package var property: LayerProperty
  package var member: ValueMember
  package var timeline: Timeline
  package var body: TrackFunction<Value>
  package var isAdditive: Bool
  package var isCumulative: Bool
  /// The value function, which turns the computed numbers into a transform; nil without one.
  package var function: ValueFunction?
  /// Whether it is the first track of its property, which starts from the model's value.
  package var isFirst = false
  /// Whether an end is missing and is taken from the value underneath.
  package let needsUnderlying: Bool

  package init(
    slot: Int32, property: LayerProperty, member: ValueMember, timeline: Timeline,
    body: TrackFunction<Value>, isAdditive: Bool, isCumulative: Bool
  ) {
    (self.slot, self.property, self.member) = (slot, property, member)
    (self.timeline, self.body) = (timeline, body)
    (self.isAdditive, self.isCumulative) = (isAdditive, isCumulative)
    needsUnderlying = body.needsUnderlying
  }

  /// Returns the property's value at a time of the layer; nil when the animation contributes nothing.
  ///
  /// - Parameter curves: The easing curves by number; the same for everything in a frame, so that equal
  ///   animations give equal bits.
  package func value(
    atLayerTime time: TimeInterval, underlying: Value, curves: some EasingCurves
  ) -> Value? {
    guard let position = timeline.position(at: time, curves: curves) else { return nil }
    // A missing end of an additive animation adds nothing (from, to, by).
    var current = isAdditive ? underlying.additiveIdentity : underlying
    if let function { current = current.input(of: function) }
    var value = body.value(at: position, underlying: current)
    if isCumulative && value.hasSums {
      let cycle = timeline.cycle(at: time)
      if cycle > 0 {
        let end = body.value(at: timeline.endOfCycle(curves: curves), underlying: current)
        value = end.scaled(by: cycle).adding(value)
      }
    }
    if let function { value = value.output(of: function) }
    return isAdditive ? value.adding(underlying) : value
  }

  /// Returns the value of a track whose curves have no numbers.
  package func value(atLayerTime layerTime: TimeInterval, underlying: Value) -> Value? {
    value(atLayerTime: layerTime, underlying: underlying, curves: EasingIndex.linearOnly)
  }
}

extension AnimationTrack: Sendable where Value: Sendable {}

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

extension AnimationTrack: OrderedTrack {
  func enter(at time: TimeInterval, curves: some EasingCurves) -> TimingSegment {
    // What it shows is evaluated in each frame, as long as the outermost timing moves.
    timeline.timing.segment(atParentTime: time)
  }
}
