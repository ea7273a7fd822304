// AnimationTrack.swift
// Stage: commit → sample. One animation of one property whose values are objects, lists, or of a caller's own type: its
// timeline, its values, and its sum with the tracks beneath it when it is additive.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// One animation of one property.
///
/// Those in a render tree, which threads share, have values of built-in types alone; one with values of a caller's type
/// stays with its layer, as a ``CustomTrack``.
package struct AnimationTrack: @unchecked Sendable {
  /// The node it belongs to; -1 marks a hole in a table.
  package var slot: Int32
  package var property: LayerProperty
  package var member: ValueMember
  package var timeline: Timeline
  package var body: TrackFunction<AnimatableValue>
  package var isAdditive: Bool
  package var isCumulative: Bool
  /// The value function, which turns the computed numbers into a transform; nil without one.
  package var function: ValueFunction?
  /// Whether it is the first track of its property, which starts from the model's value.
  package var isFirst = false

  package init(
    slot: Int32, property: LayerProperty, member: ValueMember, timeline: Timeline,
    body: TrackFunction<AnimatableValue>, isAdditive: Bool, isCumulative: Bool
  ) {
    (self.slot, self.property, self.member) = (slot, property, member)
    (self.timeline, self.body) = (timeline, body)
    (self.isAdditive, self.isCumulative) = (isAdditive, isCumulative)
  }

  /// Returns the value of the animated member at a time of the layer; nil when the animation contributes nothing.
  ///
  /// - Parameter curves: The easing curves by number; the same for everything in a frame, so that equal
  ///   animations give equal bits.
  package func value(
    atLayerTime time: TimeInterval, underlying: AnimatableValue,
    curves: some EasingCurves = EasingIndex.linearOnly
  ) -> AnimatableValue? {
    guard let position = timeline.position(at: time, curves: curves) else { return nil }
    // A missing end of an additive animation adds nothing (from, to, by).
    var current = isAdditive ? underlying.additiveIdentity : underlying
    if let function { current = function.numbers(in: current) }
    var value = body.value(at: position, underlying: current)
    if isCumulative && value.hasSums {
      let cycle = timeline.cycle(at: time)
      if cycle > 0 {
        let end = body.value(at: timeline.endOfCycle(curves: curves), underlying: current)
        value = end.scaled(by: cycle).adding(value)
      }
    }
    if let function, let numbers = value.lanes { value = .transform(function.transform(numbers)) }
    return isAdditive ? value.adding(underlying) : value
  }

  /// Returns the property's value on top of another; nil when the animation contributes nothing.
  func value(
    atLayerTime time: TimeInterval, onto whole: AnimatableValue, curves: some EasingCurves
  ) -> AnimatableValue? {
    guard let underlying = member.read(whole),
      let value = value(atLayerTime: time, underlying: underlying, curves: curves)
    else { return nil }
    return member.write(value, into: whole)
  }

  /// Applies the track on top of the tracks before it.
  func apply(
    at time: TimeInterval, curves: some EasingCurves, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if isFirst { values[property: property] = model[property: property] }
    if let new = value(atLayerTime: time, onto: values[property: property], curves: curves) {
      values[property: property] = new
    }
  }
}

extension AnimationTrack: OrderedTrack {
  func enter(at time: TimeInterval, curves: some EasingCurves) -> TimingSegment {
    // What it shows is evaluated in each frame, as long as the outermost timing moves.
    timeline.timing.segment(atParentTime: time)
  }
}
