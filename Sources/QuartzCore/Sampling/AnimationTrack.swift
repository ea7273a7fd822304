// AnimationTrack.swift
// Stage: commit → sample. One animation of one property, flat: what to compute, when, and onto what.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A group around an animation: its own time within the layer's, or an outer group's.
package struct EnclosingGroup: Sendable {
  package var timing: ActiveTiming
  package var easing: EasingCurve

  /// Returns the group's basic local time, which is its children's parent time; nil outside.
  func childTime(atParentTime time: TimeInterval) -> TimeInterval? {
    timing.sample(atParentTime: time).map { timing.duration * easing.value(at: $0.progress) }
  }
}

/// One animation of one property.
package struct AnimationTrack<Value: Interpolatable> {
  /// The node it belongs to; -1 marks a hole in a table.
  package var slot: Int32
  package var property: LayerProperty
  package var member: ValueMember
  package var timing: ActiveTiming
  package var easing: EasingCurve
  /// The curve's number; -1 when it has none and is solved.
  package var curve: Int32 = -1
  package var body: TrackFunction<Value>
  package var isAdditive: Bool
  package var isCumulative: Bool
  /// What makes a transform of the numbers that it computes; nil for other values (semantics 3.2).
  package var function: ValueFunction?
  /// Whether it is the first of its property, so that it starts from the model's value.
  package var isFirst = false
  /// The groups around it, outermost first.
  package var groups: [EnclosingGroup] = []
  /// Whether an end is missing, so that the value underneath stands in.
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

  /// Returns the property's value at a time of the layer; nil when the animation contributes
  /// nothing (semantics 3).
  ///
  /// - Parameter curves: What eases; the same for everything that a frame shows, so that what is
  ///   animated alike is equal to the bit.
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
    // A missing end of an additive animation adds nothing (semantics 4).
    var current = isAdditive ? underlying.additiveIdentity : underlying
    if let function { current = current.input(of: function) }
    var value = body.value(at: eased(sample.progress), underlying: current)
    if isCumulative && sample.cycle > 0 && value.hasSums {
      let endOfCycle = body.value(at: eased(timing.autoreverses ? 0 : 1), underlying: current)
      value = endOfCycle.scaled(by: sample.cycle).adding(value)
    }
    if let function { value = value.output(of: function) }
    return isAdditive ? value.adding(underlying) : value
  }

  /// As above, with a curve that is in no table.
  package func value(atLayerTime layerTime: TimeInterval, underlying: Value) -> Value? {
    value(atLayerTime: layerTime, underlying: underlying, curves: EasingTable.alone)
  }
}
