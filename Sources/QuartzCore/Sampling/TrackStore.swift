// TrackStore.swift
// Stage: sample. The animations of a tree's layers as the sampler runs through them: a table of numbers, one of
// transforms, one of lists and paths, and one of everything else.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The tables of a sampler.
///
/// A layer with animations is an *owner*: a small number that the tables use in place of the slot, given
/// out again once the layer has no animations.
struct TrackStore: Sendable {
  private var numbers = NumberTrackTable()
  private var transforms = OrderedTrackTable<TimelineTrack<TransformAnimation>>()
  private var lists = OrderedTrackTable<TimelineTrack<ListAnimation>>()
  private var objects = OrderedTrackTable<AnimationTrack>()
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

  /// Makes room for new tracks of numbers.
  mutating func reserve(_ counts: (tracks: Int, numbers: Int)) { numbers.reserve(counts) }

  /// Sets the tracks of a slot's layer; returns whether they differ from those before.
  mutating func set(_ tracks: LayerTracks?, of slot: Int32) -> Bool {
    let known = owner(of: slot)
    if known < 0 && tracks == nil { return false }
    if known >= 0 && owners[Int(known)].tracks === tracks { return false }
    let owner = known >= 0 ? known : allocate(slot)
    numbers.replace(owner, slot: slot, with: tracks?.numbers ?? NumberTracks())
    transforms.replace(owner, slot: slot, with: tracks?.transforms ?? [])
    lists.replace(owner, slot: slot, with: tracks?.lists ?? [])
    objects.replace(owner, slot: slot, with: tracks?.objects ?? [])
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

  /// Invalidates the results of the tracks of a slot's layer, and sets their clock.
  mutating func reset(_ slot: Int32, clock: UInt32) {
    let owner = owner(of: slot)
    guard owner >= 0 else { return }
    numbers.reset(owner, clock: clock)
    transforms.reset(owner, clock: clock)
    lists.reset(owner, clock: clock)
    objects.reset(owner, clock: clock)
  }

  /// The slots of layers with animations.
  var slots: [Int32] { owners.compactMap { $0.slot >= 0 ? $0.slot : nil } }

  // MARK: Sampling

  /// The number of stretches evaluated so far, of timings and between keys (test hook).
  var refreshCount: Int { numbers.refreshCount }

  /// Writes a frame's values.
  ///
  /// - Parameter models: The render nodes' values.
  mutating func sample(
    _ pass: SamplePass, easings: inout EasingTable, models: UnsafePointer<RenderNode>,
    changes: inout SampleChanges
  ) {
    easings.withReader { curves in
      numbers.sample(pass, curves, models, &changes)
      let values = pass.values.assumingMemoryBound(to: LayerValues.self)
      transforms.sample(pass, curves, &changes) { tracks, time in
        TransformAnimation.apply(
          tracks, at: time, curves: curves, pass.sinCos, to: values + Int(tracks[0].slot))
      }
      lists.sample(pass, curves, &changes) { tracks, time in
        let slot = Int(tracks[0].slot)
        for index in tracks.indices {
          ListAnimation.apply(
            tracks.baseAddress.unsafelyUnwrapped + index, at: time, curves: curves,
            model: models[slot].values, to: values + slot)
        }
      }
      objects.sample(pass, curves, &changes) { tracks, time in
        let slot = Int(tracks[0].slot)
        for track in tracks {
          track.apply(at: time, curves: curves, model: models[slot].values, to: &values[slot])
        }
      }
    }
  }

  /// Calls a function for each layer that an animation moves now, once for each animation.
  func forEachMoving(_ body: (Int32) -> Void) {
    numbers.forEachMoving(body)
    transforms.forEachMoving(body)
    lists.forEachMoving(body)
    objects.forEachMoving(body)
  }
}
