// TrackStore.swift
// Stage: sample. The animations of a tree's layers as the sampler runs through them: one table for each
// kind.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The tables of a form: of plain animations, of those within another time, and of those along a polyline.
private struct FormTables<Form: PackedRampValue>: Sendable {
  private var plain = PackedTrackTable<Form>()
  private var nested = PackedTrackTable<PackedNested<Form>>()
  private var polylines = PackedTrackTable<PackedAlongPolyline<Form>>()

  var refreshCount: Int { plain.refreshCount + nested.refreshCount + polylines.refreshCount }

  mutating func reserve(_ counts: PackedTrackCounts) {
    plain.reserve(counts[Form.kind])
    nested.reserve(counts[PackedNested<Form>.kind])
    polylines.reserve(counts[PackedAlongPolyline<Form>.kind])
  }

  mutating func replace(
    _ owner: Int32, slot: Int32, with tracks: PackedTracks, of kinds: PackedKinds
  ) {
    plain.replace(owner, slot: slot, with: tracks, of: kinds)
    nested.replace(owner, slot: slot, with: tracks, of: kinds)
    polylines.replace(owner, slot: slot, with: tracks, of: kinds)
  }

  mutating func reset(_ owner: Int32, clock: UInt32) {
    plain.reset(owner, clock: clock)
    nested.reset(owner, clock: clock)
    polylines.reset(owner, clock: clock)
  }

  mutating func sample(
    _ pass: SamplePass, _ curves: EasingTable.Reader, _ models: UnsafePointer<RenderNode>,
    _ changes: inout SampleChanges
  ) {
    plain.sample(pass, curves, models, &changes)
    nested.sample(pass, curves, models, &changes)
    polylines.sample(pass, curves, models, &changes)
  }

  func forEachMoving(_ body: (Int32) -> Void) {
    plain.forEachMoving(body)
    nested.forEachMoving(body)
    polylines.forEachMoving(body)
  }
}

/// The tables of a sampler.
///
/// A layer with animations is an *owner*: a small number that the tables use in place of the slot, given
/// out again once the layer has no animations.
struct TrackStore: Sendable {
  private var numbers = FormTables<PackedNumber>()
  private var pairs = FormTables<PackedPair>()
  private var colors = FormTables<PackedColor>()
  private var boxes = FormTables<PackedBox>()
  private var rotations = FormTables<PackedRotation>()
  private var scales = FormTables<PackedScale>()
  private var stacks = OrderedTrackTable<StackedTrack>()
  private var lanes = OrderedTrackTable<AnimationTrack<SIMD4<Double>>>()
  private var general = OrderedTrackTable<AnimationTrack<StockValue>>()
  private var owners: ContiguousArray<Owner> = []
  private var free: [Int32] = []
  /// The owner of each slot; -1 without one.
  private var ownersBySlot: ContiguousArray<Int32> = []

  private struct Owner {
    /// -1 for a free number.
    var slot: Int32 = -1
    /// Its tracks in the tables.
    var tracks: LayerTracks?
  }

  // MARK: Changes

  /// Makes room for new tracks.
  mutating func reserve(_ counts: PackedTrackCounts) {
    numbers.reserve(counts)
    pairs.reserve(counts)
    colors.reserve(counts)
    boxes.reserve(counts)
    rotations.reserve(counts)
    scales.reserve(counts)
  }

  /// Sets the tracks of a slot's layer; returns whether they differ from those before.
  mutating func set(_ tracks: LayerTracks?, of slot: Int32) -> Bool {
    let known = owner(of: slot)
    if known < 0 && tracks == nil { return false }
    if known >= 0 && owners[Int(known)].tracks === tracks { return false }
    let owner = known >= 0 ? known : allocate(slot)
    replace(owner, slot: slot, with: tracks)
    owners[Int(owner)].tracks = tracks
    if tracks == nil {
      owners[Int(owner)] = Owner()
      ownersBySlot[Int(slot)] = -1
      free.append(owner)
    }
    return true
  }

  private func owner(of slot: Int32) -> Int32 {
    Int(slot) < ownersBySlot.count ? ownersBySlot[Int(slot)] : -1
  }

  private mutating func allocate(_ slot: Int32) -> Int32 {
    let owner = free.popLast() ?? Int32(owners.count)
    if Int(owner) == owners.count { owners.append(Owner()) }
    owners[Int(owner)].slot = slot
    if ownersBySlot.count <= Int(slot) {
      let count = Int(slot) + 1 - ownersBySlot.count
      ownersBySlot.append(contentsOf: repeatElement(-1, count: count))
    }
    ownersBySlot[Int(slot)] = owner
    return owner
  }

  private mutating func replace(_ owner: Int32, slot: Int32, with tracks: LayerTracks?) {
    let packed = tracks?.packed ?? PackedTracks()
    let kinds = packed.kinds
    numbers.replace(owner, slot: slot, with: packed, of: kinds)
    pairs.replace(owner, slot: slot, with: packed, of: kinds)
    colors.replace(owner, slot: slot, with: packed, of: kinds)
    boxes.replace(owner, slot: slot, with: packed, of: kinds)
    rotations.replace(owner, slot: slot, with: packed, of: kinds)
    scales.replace(owner, slot: slot, with: packed, of: kinds)
    stacks.replace(owner, slot: slot, with: tracks?.stacks ?? [])
    lanes.replace(owner, slot: slot, with: tracks?.lanes ?? [])
    general.replace(owner, slot: slot, with: tracks?.general ?? [])
  }

  /// Invalidates the results of the tracks of a slot's layer, and sets their clock.
  mutating func reset(_ slot: Int32, clock: UInt32) {
    let owner = owner(of: slot)
    guard owner >= 0 else { return }
    numbers.reset(owner, clock: clock)
    pairs.reset(owner, clock: clock)
    colors.reset(owner, clock: clock)
    boxes.reset(owner, clock: clock)
    rotations.reset(owner, clock: clock)
    scales.reset(owner, clock: clock)
    stacks.reset(owner, clock: clock)
    lanes.reset(owner, clock: clock)
    general.reset(owner, clock: clock)
  }

  /// The slots of layers with animations.
  var slots: [Int32] { owners.compactMap { $0.slot >= 0 ? $0.slot : nil } }

  // MARK: Sampling

  /// The number of segments evaluated so far, of timings and between keys (test hook).
  var refreshCount: Int {
    numbers.refreshCount + pairs.refreshCount + colors.refreshCount + boxes.refreshCount
      + rotations.refreshCount + scales.refreshCount
  }

  /// Writes a frame's values.
  ///
  /// - Parameter models: The render nodes' values.
  mutating func sample(
    _ pass: SamplePass, easings: inout EasingTable, models: UnsafePointer<RenderNode>,
    changes: inout SampleChanges
  ) {
    easings.withReader { curves in
      numbers.sample(pass, curves, models, &changes)
      pairs.sample(pass, curves, models, &changes)
      colors.sample(pass, curves, models, &changes)
      boxes.sample(pass, curves, models, &changes)
      rotations.sample(pass, curves, models, &changes)
      scales.sample(pass, curves, models, &changes)
      stacks.sample(pass, changes: &changes) { track, time in
        let values = pass.values + Int(track.pointee.slot) * MemoryLayout<LayerValues>.stride
        track.pointee.apply(at: time, curves: curves, to: values)
      }
      let values = pass.values.assumingMemoryBound(to: LayerValues.self)
      lanes.sample(pass, changes: &changes) { track, time in
        let slot = Int(track.pointee.slot)
        track.pointee.apply(
          at: time, curves: curves, model: models[slot].values, to: &values[slot])
      }
      general.sample(pass, changes: &changes) { track, time in
        let slot = Int(track.pointee.slot)
        track.pointee.apply(
          at: time, curves: curves, model: models[slot].values, to: &values[slot])
      }
    }
  }

  /// Calls a function for each layer that an animation moves now, once for each animation.
  func forEachMoving(_ body: (Int32) -> Void) {
    numbers.forEachMoving(body)
    pairs.forEachMoving(body)
    colors.forEachMoving(body)
    boxes.forEachMoving(body)
    rotations.forEachMoving(body)
    scales.forEachMoving(body)
    stacks.forEachMoving(body)
    lanes.forEachMoving(body)
    general.forEachMoving(body)
  }
}
