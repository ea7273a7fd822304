// Sampler.swift
// Stage: sample. A render tree and the frame's one time in, the values to show out.
// Reads no clock; the same tree and time always give the same values.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The values that a frame shows, by slot.
package struct SampledTree {
  /// The frame's one time, in seconds of media time.
  package fileprivate(set) var time: TimeInterval = 0
  /// As many as the tree has nodes; those of unused slots mean nothing.
  package fileprivate(set) var values: [LayerValues] = []
  /// How far each transition is, 0 old to 1 new; a layer without an entry shows only the new.
  package fileprivate(set) var transitions: [Int32: Double] = [:]
  /// Slots whose values or transition may differ from those of the frame before: a commit changed
  /// them, or an animation contributes now or did in the frame before. Each once, in no order.
  package fileprivate(set) var touched: [Int32] = []
  /// Whether, since the frame before, a node came or went, or a node's children, mask, time or the
  /// presence of its transition changed, so that nothing known of the tree's shape holds.
  package fileprivate(set) var isRestructured = true
  package init() {}
}

/// Fills in the values of a frame. Keeps what it worked out, so that a frame costs what moves.
package struct Sampler {
  /// The frame last sampled, to be lent rather than copied: a copy that is kept until the next frame
  /// makes that one copy all values.
  package private(set) var sampled = SampledTree()
  /// By slot, the frame that last listed it as touched.
  private var stamps: [Int] = []
  private var frame = 0
  private var transitionSlots = Set<Int32>()
  /// Local times of the nodes that have a time of their own, for the frame in work.
  private var localTimes: [Int32: TimeInterval] = [:]

  package init() {}

  /// Returns the values of a tree at a time.
  ///
  /// - Parameter tree: The tree; the list of its changes is emptied.
  @discardableResult
  package mutating func sample(_ tree: inout RenderTree, at time: TimeInterval) -> SampledTree {
    sampled.time = time
    sampled.isRestructured = tree.isRestructured
    frame += 1
    if stamps.count < tree.nodes.count {
      stamps += repeatElement(0, count: tree.nodes.count - stamps.count)
    }
    sampled.touched.removeAll(keepingCapacity: true)
    if sampled.values.count < tree.nodes.count {
      sampled.values += repeatElement(
        LayerValues(), count: tree.nodes.count - sampled.values.count)
    }
    for slot in tree.changed {
      touch(slot)
      sampled.values[Int(slot)] = tree.nodes[Int(slot)].values
      if tree.nodes[Int(slot)].transition == nil {
        transitionSlots.remove(slot)
        sampled.transitions[slot] = nil
      } else {
        transitionSlots.insert(slot)
      }
    }
    tree.clearChanges()

    localTimes.removeAll(keepingCapacity: true)
    for track in tree.lanes.tracks where track.slot >= 0 {
      touch(track.slot)
      let local = layerTime(tree, track.slot, time)
      Self.apply(
        track, at: local, model: tree.nodes[Int(track.slot)].values,
        to: &sampled.values[Int(track.slot)])
    }
    for track in tree.general.tracks where track.slot >= 0 {
      touch(track.slot)
      let local = layerTime(tree, track.slot, time)
      Self.apply(
        track, at: local, model: tree.nodes[Int(track.slot)].values,
        to: &sampled.values[Int(track.slot)])
    }
    for slot in transitionSlots {
      touch(slot)
      sampled.transitions[slot] = tree.nodes[Int(slot)].transition?
        .progress(atLayerTime: layerTime(tree, slot, time))
    }
    return sampled
  }

  private mutating func touch(_ slot: Int32) {
    guard stamps[Int(slot)] != frame else { return }
    stamps[Int(slot)] = frame
    sampled.touched.append(slot)
  }

  /// A node's values as last sampled.
  package func lastValues(of slot: Int32) -> LayerValues? {
    sampled.values.indices.contains(Int(slot)) ? sampled.values[Int(slot)] : nil
  }

  private mutating func layerTime(
    _ tree: RenderTree, _ slot: Int32, _ time: TimeInterval
  ) -> TimeInterval {
    let owner = tree.timeOwner(of: slot)
    if owner < 0 { return time }
    if let known = localTimes[owner] { return known }
    let local = tree.localTime(of: owner, at: time)
    localTimes[owner] = local
    return local
  }

  /// Returns one node's values at a time.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval
  ) -> LayerValues {
    let model = tree.nodes[Int(slot)].values
    let (lanes, general) = (tree.lanes.range(of: slot), tree.general.range(of: slot))
    if lanes.isEmpty && general.isEmpty { return model }
    var values = model
    let local = tree.localTime(of: slot, at: time)
    for index in lanes { apply(tree.lanes.tracks[index], at: local, model: model, to: &values) }
    for index in general { apply(tree.general.tracks[index], at: local, model: model, to: &values) }
    return values
  }

  /// Writes what a track gives onto what the tracks before it gave.
  @inline(__always)
  private static func apply(
    _ track: AnimationTrack<SIMD4<Double>>, at time: TimeInterval, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if track.isFirst { values[lanes: track.property] = model[lanes: track.property] }
    guard case .lanes(let kind) = track.property.kind,
      let range = track.member.laneRange(in: kind)
    else { return }
    let current = values[lanes: track.property]
    // Without a colour underneath, an animation that needs one has nothing to blend with: there is
    // no colour while it runs (semantics 4).
    if current == nil && (track.isAdditive || track.body.needsUnderlying) { return }
    guard
      let value = track.value(
        atLayerTime: time, underlying: (current ?? .zero).extracting(range))
    else { return }
    values[lanes: track.property] = (current ?? .zero).replacing(range, with: value)
  }

  private static func apply(
    _ track: AnimationTrack<AnimatableValue>, at time: TimeInterval, model: LayerValues,
    to values: inout LayerValues
  ) {
    if track.isFirst { values[property: track.property] = model[property: track.property] }
    let whole = values[property: track.property]
    guard let underlying = track.member.read(whole),
      let value = track.value(atLayerTime: time, underlying: underlying),
      let written = track.member.write(value, into: whole)
    else { return }
    values[property: track.property] = written
  }
}
