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
  package var body: AnimationBody<Value>
  package var isAdditive: Bool
  package var isCumulative: Bool
  /// Whether it is the first of its property, so that it starts from the model's value.
  package var isFirst = false
  /// The groups around it, outermost first.
  package var groups: [EnclosingGroup] = []

  package init(
    slot: Int32, property: LayerProperty, member: ValueMember, timing: ActiveTiming,
    easing: EasingCurve, body: AnimationBody<Value>, isAdditive: Bool, isCumulative: Bool,
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
  }

  /// Returns the property's value at a time of the layer; nil when the animation contributes
  /// nothing (semantics 3).
  package func value(atLayerTime layerTime: TimeInterval, underlying: Value) -> Value? {
    var time = layerTime
    for group in groups {
      guard let inner = group.childTime(atParentTime: time) else { return nil }
      time = inner
    }
    guard let sample = timing.sample(atParentTime: time) else { return nil }
    // A missing end of an additive animation adds nothing (semantics 4).
    let current = isAdditive ? underlying.additiveIdentity : underlying
    var value = body.value(at: easing.value(at: sample.progress), underlying: current)
    if isCumulative && sample.cycle > 0 {
      let endOfCycle = body.value(
        at: easing.value(at: timing.autoreverses ? 0 : 1), underlying: current)
      value = endOfCycle.scaled(by: sample.cycle).adding(value)
    }
    return isAdditive ? value.adding(underlying) : value
  }
}

/// The tracks of all layers in one array. Replacing a layer's costs what the layer has, not what the
/// table holds: old places become holes, and holes are closed when they outnumber what lives.
package struct TrackTable<Value: Interpolatable> {
  /// In no order between layers; those of one layer stand together in order of addition.
  package private(set) var tracks: [AnimationTrack<Value>] = []
  private var ranges: [Int32: Range<Int>] = [:]
  private var holes = 0

  package init() {}

  /// Where a layer's tracks stand; empty without any.
  package func range(of slot: Int32) -> Range<Int> { ranges[slot] ?? 0..<0 }

  package var isEmpty: Bool { tracks.count == holes }

  /// Gives a layer other tracks.
  package mutating func replace(_ slot: Int32, with new: [AnimationTrack<Value>]) {
    if let old = ranges.removeValue(forKey: slot) {
      for index in old { tracks[index].slot = -1 }
      holes += old.count
    }
    if !new.isEmpty {
      ranges[slot] = tracks.count..<tracks.count + new.count
      tracks += new
    }
    if holes > 32 && holes * 2 > tracks.count { compact() }
    checkInvariants()
  }

  private mutating func compact() {
    var kept: [AnimationTrack<Value>] = []
    kept.reserveCapacity(tracks.count - holes)
    for (slot, range) in ranges {
      ranges[slot] = kept.count..<kept.count + range.count
      kept += tracks[range]
    }
    tracks = kept
    holes = 0
  }

  /// Traps if the table contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      ranges.allSatisfy { slot, range in tracks[range].allSatisfy { $0.slot == slot } }
        && ranges.values.reduce(0) { $0 + $1.count } + holes == tracks.count,
      "ranges \(ranges) and \(holes) holes do not fit \(tracks.count) tracks")
  }
}
