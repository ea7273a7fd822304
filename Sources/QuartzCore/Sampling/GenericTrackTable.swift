// GenericTrackTable.swift
// Stage: commit → sample. The animations that have no flat form, of all layers, in one array.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The tracks of all layers in one array. Replacing a layer's costs what the layer has, not what the
/// table holds: old places become holes, and holes are closed when they outnumber what lives.
struct GenericTrackTable<Value: Interpolatable> {
  /// A layer's tracks: where they stand, and for how long they need not be looked at.
  private struct Run {
    var slot: Int32 = -1
    var clock: UInt32 = 0
    /// Whether they move the layer now.
    var moves = false
    var range: Range<Int32> = 0..<0
    /// The media times between which what they show stays the same.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
  }

  /// In no order between layers; those of one layer stand together in order of addition.
  private var tracks: ContiguousArray<AnimationTrack<Value>> = []
  private var runs: ContiguousArray<Run> = []
  private var holes = 0

  init() {}

  private func range(of owner: Int32) -> Range<Int32> {
    owner >= 0 && Int(owner) < runs.count ? runs[Int(owner)].range : 0..<0
  }

  // MARK: Changes

  /// Gives an owner other tracks.
  mutating func replace(_ owner: Int32, slot: Int32, with new: [AnimationTrack<Value>]) {
    let old = range(of: owner)
    if old.isEmpty && new.isEmpty { return }
    if runs.count <= Int(owner) {
      runs.append(contentsOf: repeatElement(Run(), count: Int(owner) + 1 - runs.count))
    }
    if old.count == new.count {
      for (index, track) in zip(old, new) { tracks[Int(index)] = track }
    } else {
      for index in old { tracks[Int(index)].slot = -1 }
      holes += old.count
      let start = Int32(tracks.count)
      tracks += new
      runs[Int(owner)].range = new.isEmpty ? 0..<0 : start..<Int32(tracks.count)
    }
    runs[Int(owner)].slot = new.isEmpty ? -1 : slot
    (runs[Int(owner)].lower, runs[Int(owner)].upper) = (.infinity, -.infinity)
    runs[Int(owner)].moves = false
    if holes > 32 && holes * 2 > tracks.count { compact() }
    checkInvariants()
  }

  private mutating func compact() {
    var kept: ContiguousArray<AnimationTrack<Value>> = []
    kept.reserveCapacity(tracks.count - holes)
    for owner in runs.indices where runs[owner].slot >= 0 {
      let range = runs[owner].range
      runs[owner].range = Int32(kept.count)..<Int32(kept.count + range.count)
      kept += tracks[Int(range.lowerBound)..<Int(range.upperBound)]
    }
    tracks = kept
    holes = 0
  }

  /// Forgets what an owner's tracks wrote, as their layer's values were set to the model's, and gives
  /// them the layer's clock.
  mutating func reset(_ owner: Int32, clock: UInt32) {
    guard !range(of: owner).isEmpty else { return }
    runs[Int(owner)].clock = clock
    (runs[Int(owner)].lower, runs[Int(owner)].upper) = (.infinity, -.infinity)
  }

  // MARK: Sampling

  /// Calls a function for each layer's tracks whose values may have changed, in the order in which they
  /// apply.
  mutating func sample(
    _ frame: SamplePass, changes: inout SampleChanges,
    apply: (UnsafePointer<AnimationTrack<Value>>, _ localTime: TimeInterval) -> Void
  ) {
    for owner in runs.indices where runs[owner].slot >= 0 {
      let isKnown = runs[owner].lower < frame.time && frame.time < runs[owner].upper
      if isKnown && !runs[owner].moves { continue }
      let (range, clock) = (runs[owner].range, Int(runs[owner].clock))
      let local = frame.times[clock]
      if !isKnown {
        let look = self.look(at: range, local, frame.clocks[clock])
        (runs[owner].lower, runs[owner].upper) = (look.lower, look.upper)
        if runs[owner].moves != look.moves { changes.movesOthers = true }
        if !look.moves { changes.rested.append(runs[owner].slot) }
        runs[owner].moves = look.moves
      }
      tracks.withUnsafeBufferPointer { tracks in
        for index in range {
          apply(tracks.baseAddress.unsafelyUnwrapped + Int(index), local)
        }
      }
    }
  }

  /// Whether some tracks move their layer, and the media times around now for which that is known.
  private func look(
    at range: Range<Int32>, _ local: TimeInterval, _ clock: LayerClock
  ) -> (moves: Bool, lower: TimeInterval, upper: TimeInterval) {
    var (lower, upper) = (-TimeInterval.infinity, TimeInterval.infinity)
    if clock.speed == 0 { return (false, lower, upper) }
    for index in range {
      let timing = tracks[Int(index)].groups.first?.timing ?? tracks[Int(index)].timing
      let window = timing.window(atParentTime: local)
      let (low, high) = clock.mediaTimes(of: window)
      // One that moves is enough.
      if window.contributes && !window.isConstant { return (true, low, high) }
      (lower, upper) = (max(lower, low), min(upper, high))
    }
    return (!(lower < upper), lower, upper)
  }

  /// Calls a function for each layer that an animation moves now.
  func forEachMoving(_ body: (Int32) -> Void) {
    for run in runs where run.slot >= 0 && run.moves { body(run.slot) }
  }

  /// Calls a function for an owner's tracks, in the order in which they apply.
  func forEach(of owner: Int32, _ body: (AnimationTrack<Value>) -> Void) {
    for index in range(of: owner) { body(tracks[Int(index)]) }
  }

  /// Traps if the table contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      runs.allSatisfy { run in
        run.range.allSatisfy { tracks[Int($0)].slot == run.slot }
      } && runs.reduce(0) { $0 + $1.range.count } + holes == tracks.count,
      "runs and \(holes) holes do not fit \(tracks.count) tracks")
  }
}
