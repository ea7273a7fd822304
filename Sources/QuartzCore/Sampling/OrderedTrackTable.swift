// OrderedTrackTable.swift
// Stage: sample. The animations of all layers that apply one on top of the other, in one array.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A track of an ``OrderedTrackTable``.
protocol OrderedTrack {
  /// The node it belongs to; -1 marks a hole in the table.
  var slot: Int32 { get set }
  /// Takes over the stretch of the track's timeline that a time lies in, and returns the times for which it is valid.
  mutating func enter(at time: TimeInterval, curves: some EasingCurves) -> TimingSegment
}

/// The tracks of all layers in one array.
///
/// Replacing a layer's tracks takes time in proportion to their number: old elements become holes,
/// which are closed once they outnumber the tracks.
struct OrderedTrackTable<Track: OrderedTrack & Sendable>: Sendable {
  /// A layer's tracks.
  private struct Run {
    var slot: Int32 = -1
    var clock: UInt32 = 0
    /// Whether its tracks move the layer now.
    var moves = false
    var range: Range<Int32> = 0..<0
    /// The media times between which they move, or rest, as they do now; empty until evaluated.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
  }

  /// The tracks of one layer are contiguous, in order of addition; layers are in no order.
  private var tracks: ContiguousArray<Track> = []
  private var runs: ContiguousArray<Run> = []
  private var holes = 0

  init() {}

  private func range(of owner: Int32) -> Range<Int32> {
    owner >= 0 && Int(owner) < runs.count ? runs[Int(owner)].range : 0..<0
  }

  // MARK: Changes

  /// Replaces an owner's tracks.
  mutating func replace(_ owner: Int32, slot: Int32, with new: [Track]) {
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
    var living: ContiguousArray<Track> = []
    living.reserveCapacity(tracks.count - holes)
    for owner in runs.indices where runs[owner].slot >= 0 {
      let range = runs[owner].range
      runs[owner].range = Int32(living.count)..<Int32(living.count + range.count)
      living += tracks[Int(range.lowerBound)..<Int(range.upperBound)]
    }
    tracks = living
    holes = 0
  }

  /// Invalidates the results of an owner's tracks, as their layer's values were set to the model's,
  /// and sets their clock.
  mutating func reset(_ owner: Int32, clock: UInt32) {
    guard !range(of: owner).isEmpty else { return }
    runs[Int(owner)].clock = clock
    (runs[Int(owner)].lower, runs[Int(owner)].upper) = (.infinity, -.infinity)
  }

  // MARK: Sampling

  /// Calls a function with each layer's tracks whose values may have changed, in the order in which they
  /// apply.
  @inline(__always)
  mutating func sample(
    _ pass: SamplePass, _ curves: EasingTable.Reader, _ changes: inout SampleChanges,
    apply: (UnsafeBufferPointer<Track>, _ localTime: TimeInterval) -> Void
  ) {
    for owner in runs.indices where runs[owner].slot >= 0 {
      let isCurrent = runs[owner].lower < pass.time && pass.time < runs[owner].upper
      if isCurrent && !runs[owner].moves { continue }
      let (range, clock) = (runs[owner].range, Int(runs[owner].clock))
      let local = pass.times[clock]
      if !isCurrent {
        let motion = enter(range, local, pass.clocks[clock], curves)
        (runs[owner].lower, runs[owner].upper) = (motion.lower, motion.upper)
        if runs[owner].moves != motion.moves { changes.movesOthers = true }
        if !motion.moves { changes.rested.append(runs[owner].slot) }
        runs[owner].moves = motion.moves
      }
      tracks.withUnsafeBufferPointer { tracks in
        let run = Int(range.lowerBound)..<Int(range.upperBound)
        apply(UnsafeBufferPointer(rebasing: tracks[run]), local)
      }
    }
  }

  /// Evaluates the timings of some tracks. Returns whether they move their layer, and the media times around now
  /// between which they do, or do not.
  private mutating func enter(
    _ range: Range<Int32>, _ local: TimeInterval, _ clock: LayerClock, _ curves: EasingTable.Reader
  ) -> (moves: Bool, lower: TimeInterval, upper: TimeInterval) {
    var (lower, upper) = (-TimeInterval.infinity, TimeInterval.infinity)
    var moves = false
    for index in range {
      let segment = tracks[Int(index)].enter(at: local, curves: curves)
      // A paused clock stays paused until the tree changes.
      if clock.speed == 0 { continue }
      let (low, high) = clock.mediaTimes(of: segment)
      (lower, upper) = (max(lower, low), min(upper, high))
      if segment.contributes && !segment.isConstant { moves = true }
    }
    return (moves || !(lower < upper), lower, upper)
  }

  /// Calls a function for each layer that its tracks move now.
  func forEachMoving(_ body: (Int32) -> Void) {
    for run in runs where run.slot >= 0 && run.moves { body(run.slot) }
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
