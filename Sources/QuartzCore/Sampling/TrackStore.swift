// TrackStore.swift
// Stage: commit → sample. All animations of a tree's layers, each in the table of its form.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The animations of a tree. A layer that has any is one of their owners, by a number that is given
/// out again when it has none.
struct TrackStore {
  var curves = EasingTable()
  /// Whether a layer got others since the sampler last looked.
  var areNew = false
  private var numbers = PackedTrackTable<PackedNumber>()
  private var pairs = PackedTrackTable<PackedPair>()
  private var colors = PackedTrackTable<PackedColor>()
  private var boxes = PackedTrackTable<PackedBox>()
  private var rotations = PackedTrackTable<PackedRotation>()
  private var scales = PackedTrackTable<PackedScale>()
  private var lanes = GenericTrackTable<SIMD4<Double>>()
  private var general = GenericTrackTable<AnimatableValue>()
  private var owners: ContiguousArray<Owner> = []
  private var free: [Int32] = []

  private struct Owner {
    /// -1 for a number that is free.
    var slot: Int32 = -1
    var dependencies: UInt64 = 0
  }

  // MARK: Changes

  /// Gives a layer other animations.
  mutating func replace(
    _ owner: inout Int32, slot: Int32, with compiled: borrowing CompiledAnimations
  ) {
    if compiled.hasNone {
      remove(owner)
      owner = -1
      return
    }
    if owner < 0 {
      owner = free.popLast() ?? Int32(owners.count)
      if Int(owner) == owners.count { owners.append(Owner()) }
    }
    owners[Int(owner)] = Owner(slot: slot, dependencies: compiled.flat.dependencies)
    set(owner, slot, compiled.flat, compiled.lanes, compiled.general)
  }

  /// Ends a layer's animations; a number below 0 has none.
  mutating func remove(_ owner: Int32) {
    guard owner >= 0 else { return }
    set(owner, -1, PackedTrackCompiler(), [], [])
    owners[Int(owner)] = Owner()
    free.append(owner)
  }

  private mutating func set(
    _ owner: Int32, _ slot: Int32, _ flat: PackedTrackCompiler,
    _ lanes: [AnimationTrack<SIMD4<Double>>],
    _ general: [AnimationTrack<AnimatableValue>]
  ) {
    numbers.replace(owner, slot: slot, with: flat.numbers)
    pairs.replace(owner, slot: slot, with: flat.pairs)
    colors.replace(owner, slot: slot, with: flat.colors)
    boxes.replace(owner, slot: slot, with: flat.boxes)
    rotations.replace(owner, slot: slot, with: flat.rotations)
    scales.replace(owner, slot: slot, with: flat.scales)
    self.lanes.replace(owner, slot: slot, with: lanes)
    self.general.replace(owner, slot: slot, with: general)
    areNew = true
  }

  /// The properties whose model value is part of a layer's tracks, a bit for each.
  func dependencies(of owner: Int32) -> UInt64 {
    owner < 0 ? 0 : owners[Int(owner)].dependencies
  }

  /// Animations of a flat form.
  var flatCount: Int {
    numbers.count + pairs.count + colors.count + boxes.count + rotations.count + scales.count
  }

  // MARK: Sampling

  /// How often the timing of a flat animation was looked at.
  var turns: Int {
    numbers.turns + pairs.turns + colors.turns + boxes.turns + rotations.turns + scales.turns
  }

  /// Calls a function for each layer that has animations.
  func forEachOwner(_ body: (_ owner: Int32, _ slot: Int32) -> Void) {
    for (owner, entry) in owners.enumerated() where entry.slot >= 0 {
      body(Int32(owner), entry.slot)
    }
  }

  /// Forgets what a layer's tracks wrote, and gives them the layer's clock.
  mutating func reset(_ owner: Int32, clock: UInt32) {
    guard owner >= 0 else { return }
    numbers.reset(owner, clock: clock)
    pairs.reset(owner, clock: clock)
    colors.reset(owner, clock: clock)
    boxes.reset(owner, clock: clock)
    rotations.reset(owner, clock: clock)
    scales.reset(owner, clock: clock)
    lanes.reset(owner, clock: clock)
    general.reset(owner, clock: clock)
  }

  /// Writes a frame's values.
  ///
  /// - Parameter models: The render nodes' values.
  mutating func sample(
    _ frame: SamplePass, models: UnsafePointer<RenderNode>, changes: inout SampleChanges
  ) {
    curves.withReader { curves in
      numbers.sample(frame, curves: curves, changes: &changes)
      pairs.sample(frame, curves: curves, changes: &changes)
      colors.sample(frame, curves: curves, changes: &changes)
      boxes.sample(frame, curves: curves, changes: &changes)
      rotations.sample(frame, curves: curves, changes: &changes)
      scales.sample(frame, curves: curves, changes: &changes)
    }
    numbers.restore(frame.values, models)
    pairs.restore(frame.values, models)
    colors.restore(frame.values, models)
    boxes.restore(frame.values, models)
    rotations.restore(frame.values, models)
    scales.restore(frame.values, models)
    let values = frame.values.assumingMemoryBound(to: LayerValues.self)
    curves.withReader { curves in
      lanes.sample(frame, changes: &changes) { track, time in
        let slot = Int(track.pointee.slot)
        track.pointee.apply(
          at: time, curves: curves, model: models[slot].values, to: &values[slot])
      }
      general.sample(frame, changes: &changes) { track, time in
        let slot = Int(track.pointee.slot)
        track.pointee.apply(
          at: time, curves: curves, model: models[slot].values, to: &values[slot])
      }
    }
  }

  /// Calls a function for each layer that an animation moves now; for one with several, several times.
  func forEachMoving(_ body: (Int32) -> Void) {
    numbers.forEachMoving(body)
    pairs.forEachMoving(body)
    colors.forEachMoving(body)
    boxes.forEachMoving(body)
    rotations.forEachMoving(body)
    scales.forEachMoving(body)
    lanes.forEachMoving(body)
    general.forEachMoving(body)
  }

  /// Returns a layer's values at its local time.
  func present(_ owner: Int32, at time: TimeInterval, model: LayerValues) -> LayerValues {
    if owner < 0 { return model }
    var values = model
    withUnsafeMutableBytes(of: &values) { bytes in
      guard let values = bytes.baseAddress else { return }
      numbers.present(owner, at: time, curves: curves, into: values)
      pairs.present(owner, at: time, curves: curves, into: values)
      colors.present(owner, at: time, curves: curves, into: values)
      boxes.present(owner, at: time, curves: curves, into: values)
      rotations.present(owner, at: time, curves: curves, into: values)
      scales.present(owner, at: time, curves: curves, into: values)
    }
    lanes.forEach(of: owner) { $0.apply(at: time, curves: curves, model: model, to: &values) }
    general.forEach(of: owner) { $0.apply(at: time, curves: curves, model: model, to: &values) }
    return values
  }
}

extension AnimationTrack<SIMD4<Double>> {
  /// Writes what the track gives onto what the tracks before it gave.
  func apply(
    at time: TimeInterval, curves: some EasingCurves, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if isFirst { values[lanes: property] = model[lanes: property] }
    guard case .lanes(let kind) = property.kind, let range = member.laneRange(in: kind)
    else { return }
    let current = values[lanes: property]
    // Without a colour underneath, an animation that needs one has nothing to blend with: there is
    // no colour while it runs (semantics 4).
    if current == nil && (isAdditive || needsUnderlying) { return }
    guard
      let value = value(
        atLayerTime: time, underlying: (current ?? .zero).extracting(range), curves: curves)
    else { return }
    values[lanes: property] = (current ?? .zero).replacing(range, with: value)
  }
}

extension AnimationTrack<AnimatableValue> {
  /// Writes what the track gives onto what the tracks before it gave.
  func apply(
    at time: TimeInterval, curves: some EasingCurves, model: borrowing LayerValues,
    to values: inout LayerValues
  ) {
    if isFirst { values[property: property] = model[property: property] }
    let whole = values[property: property]
    guard let underlying = member.read(whole),
      let value = value(atLayerTime: time, underlying: underlying, curves: curves),
      let written = member.write(value, into: whole)
    else { return }
    values[property: property] = written
  }
}
