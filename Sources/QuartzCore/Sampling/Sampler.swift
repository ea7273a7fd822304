// Sampler.swift
// Stage: sample. A render tree and the frame's one time in, the values to show out.
// Reads no clock; equal trees and times always give equal values.
//
// This folder: the tables that a frame runs through, and the pass over them, for frames and for presentation
// layers.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Computes the values of a frame. Its caches persist, so that the cost of a frame depends on what
/// moves.
///
/// A sampler follows one tree and receives all of its changes, in order. One that starts later
/// receives ``RenderTreeChanges/init(everythingIn:)`` first.
package struct Sampler: Sendable {
  /// The frame last sampled. To be borrowed: keeping a copy beyond the next frame copies all values.
  package private(set) var sampled = SampledTree()
  private var tracks = TrackStore()
  private var transitionSlots: [Int32] = []
  private var clocks: [LayerClock] = [LayerClock()]
  /// The number of the clock of a node that has a time of its own.
  private var clockNumbers: [Int32: UInt32] = [:]
  private var times: [TimeInterval] = [0]
  /// Slots that animations move, each once.
  private var moving: [Int32] = []
  private var sampleChanges = SampleChanges()
  /// Whether ``SampledTree/touched`` equals ``moving``.
  private var touchesMovingAlone = false
  /// By slot, the list that last had it.
  private var stamps: [Int] = []
  private var stamp = 0
  /// The memory of the changes last handed over.
  private var message = RenderTreeChanges()

  package init() {}

  /// Returns the values of a tree at a time.
  ///
  /// - Parameter changes: The changes of the tree since the last call.
  @discardableResult
  package mutating func sample(
    _ tree: RenderTree, _ changes: RenderTreeChanges, at time: TimeInterval
  ) -> SampledTree {
    sampled.time = time
    sampled.isRestructured = changes.isRestructured
    sampled.easings.update(from: tree.easings)
    sampleChanges.movesOthers = false
    sampleChanges.rested.removeAll(keepingCapacity: true)
    apply(changes, of: tree)
    updateTimes(of: tree, at: time)
    writeValues(of: tree)
    updateTransitions(of: tree, at: time)
    listTouched(tree, changes)
    return sampled
  }

  /// Takes over a tree's changes, and returns its values at a time.
  @discardableResult
  package mutating func sample(_ tree: inout RenderTree, at time: TimeInterval) -> SampledTree {
    var changes = RenderTreeChanges()
    swap(&changes, &message)
    tree.handOverChanges(to: &changes)
    sample(tree, changes, at: time)
    swap(&changes, &message)
    return sampled
  }

  /// Sets the values and tracks of layers that changed to the model's.
  private mutating func apply(_ changes: RenderTreeChanges, of tree: RenderTree) {
    if sampled.values.count < tree.nodes.count {
      let count = tree.nodes.count - sampled.values.count
      sampled.values += repeatElement(LayerValues(), count: count)
      stamps += repeatElement(0, count: count)
    }
    if changes.slots.count > 64 { reserveTracks(changes, of: tree) }
    for slot in changes.slots {
      if tracks.set(tree.nodes[Int(slot)].tracks, of: slot) { sampleChanges.movesOthers = true }
      if tree.nodes[Int(slot)].hasTransition, !transitionSlots.contains(slot) {
        transitionSlots.append(slot)
      }
      sampled.values[Int(slot)] = tree.nodes[Int(slot)].values
    }
    if changes.isRestructured, tree.timedCount > 0 || clocks.count > 1 { findClocks(tree) }
    for slot in changes.slots { tracks.reset(slot, clock: clock(of: slot, in: tree)) }
  }

  /// Makes room for the tracks of layers that changed.
  private mutating func reserveTracks(_ changes: RenderTreeChanges, of tree: RenderTree) {
    var counts = (tracks: 0, numbers: 0)
    // A slot that changed repeatedly is repeated.
    stamp += 1
    for slot in changes.slots where stamps[Int(slot)] != stamp {
      stamps[Int(slot)] = stamp
      tree.nodes[Int(slot)].tracks?.numbers.add(to: &counts)
    }
    tracks.reserve(counts)
  }

  // MARK: Time

  /// Sets the clock of every layer with animations to that of the nearest time above it.
  private mutating func findClocks(_ tree: RenderTree) {
    clocks = [LayerClock()]
    times = [0]
    clockNumbers = [:]
    for slot in tracks.slots { tracks.reset(slot, clock: clock(of: slot, in: tree)) }
  }

  /// The number of a layer's clock.
  private mutating func clock(of slot: Int32, in tree: RenderTree) -> UInt32 {
    if tree.timedCount == 0 { return 0 }
    let owner = tree.timeOwner(of: slot)
    if owner < 0 { return 0 }
    if let known = clockNumbers[owner] { return known }
    clocks.append(
      LayerClock(
        owner: owner, speed: tree.speed(of: owner), offset: tree.localTime(of: owner, at: 0)))
    times.append(0)
    clockNumbers[owner] = UInt32(clocks.count - 1)
    return UInt32(clocks.count - 1)
  }

  private mutating func updateTimes(of tree: RenderTree, at time: TimeInterval) {
    times[0] = time
    for index in 1..<max(1, clocks.count) {
      times[index] = tree.localTime(of: clocks[index].owner, at: time)
    }
  }

  // MARK: Values

  private mutating func writeValues(of tree: RenderTree) {
    // Moved out of the sampler, so that its tables and its values can be written to at once.
    var values: [LayerValues] = []
    var easings = EasingTable.empty
    swap(&values, &sampled.values)
    swap(&easings, &sampled.easings)
    let (clocks, times, time) = (clocks, times, sampled.time)
    values.withUnsafeMutableBytes { values in
      tree.nodes.withUnsafeBufferPointer { nodes in
        guard let values = values.baseAddress, let models = nodes.baseAddress else { return }
        Self.withPass(time: time, values: values, clocks: clocks, times: times) { pass in
          tracks.sample(pass, easings: &easings, models: models, changes: &sampleChanges)
        }
      }
    }
    swap(&values, &sampled.values)
    swap(&easings, &sampled.easings)
  }

  private static func withPass(
    time: TimeInterval, values: UnsafeMutableRawPointer, clocks: [LayerClock],
    times: [TimeInterval], _ body: (SamplePass) -> Void
  ) {
    clocks.withUnsafeBufferPointer { clocks in
      times.withUnsafeBufferPointer { times in
        SinCosTable.shared.withReader { sinCos in
          withUnsafeTemporaryAllocation(of: Double.self, capacity: SamplePass.batchSize) {
            progresses in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: SamplePass.batchSize) { springs in
              guard let progresses = progresses.baseAddress, let springs = springs.baseAddress,
                let now = times.baseAddress
              else { return }
              body(
                SamplePass(
                  time: time, values: values, clocks: clocks, times: now, sinCos: sinCos,
                  progresses: progresses, springs: springs))
            }
          }
        }
      }
    }
  }

  private mutating func updateTransitions(of tree: RenderTree, at time: TimeInterval) {
    if transitionSlots.isEmpty { return }
    for slot in transitionSlots {
      sampled.transitions[slot] = tree.nodes[Int(slot)].transition?
        .progress(atLayerTime: tree.localTime(of: slot, at: time))
    }
    transitionSlots.removeAll { !tree.nodes[Int($0)].hasTransition }
  }

  // MARK: Touched slots

  private mutating func listTouched(_ tree: RenderTree, _ changes: RenderTreeChanges) {
    let movesOthers = sampleChanges.movesOthers
    if movesOthers {
      stamp += 1
      moving.removeAll(keepingCapacity: true)
      tracks.forEachMoving { slot in
        guard stamps[Int(slot)] != stamp else { return }
        stamps[Int(slot)] = stamp
        moving.append(slot)
      }
    }
    let others =
      !changes.slots.isEmpty || !sampleChanges.rested.isEmpty || !transitionSlots.isEmpty
      || !tree.replicators.isEmpty
    if !movesOthers && !others && touchesMovingAlone { return }
    touchesMovingAlone = !others
    stamp += 1
    sampled.touched.removeAll(keepingCapacity: true)
    for slot in moving { touch(slot) }
    for slot in changes.slots { touch(slot) }
    for slot in sampleChanges.rested { touch(slot) }
    for slot in transitionSlots { touch(slot) }
    // Delayed copies still move when the original rests.
    for slot in tree.replicators where sampled.values[Int(slot)].replicator.instanceDelay != 0 {
      touch(slot)
    }
  }

  private mutating func touch(_ slot: Int32) {
    guard stamps[Int(slot)] != stamp else { return }
    stamps[Int(slot)] = stamp
    sampled.touched.append(slot)
  }

  /// A node's values as last sampled.
  package func lastValues(of slot: Int32) -> LayerValues? {
    sampled.values.indices.contains(Int(slot)) ? sampled.values[Int(slot)] : nil
  }

  /// The number of timings evaluated so far (test hook).
  package var refreshCount: Int { tracks.refreshCount }

  // MARK: Single nodes

  /// Returns one node's values in a copy that replicators above it delay.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval, delays: [RenderTree.Delay],
    curves: some EasingCurves
  ) -> LayerValues {
    let node = tree.nodes[Int(slot)]
    guard let tracks = node.tracks else { return node.values }
    return tracks.present(
      at: tree.localTime(of: slot, at: time, delays: delays), curves: curves, model: node.values)
  }

  /// Returns one node's values at a time.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval, curves: some EasingCurves
  ) -> LayerValues {
    let node = tree.nodes[Int(slot)]
    let timeline = tree.emissions.isEmpty ? nil : tree.emissions[slot]
    if node.tracks == nil && timeline == nil { return node.values }
    let local = tree.localTime(of: slot, at: time)
    var values =
      node.tracks?.present(at: local, curves: curves, model: node.values) ?? node.values
    if let timeline { values.emitter = timeline.values(at: local) }
    return values
  }

  /// Returns one node's values at a time, without a cache of easing curves.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval
  ) -> LayerValues {
    present(slot, in: tree, at: time, curves: tree.easings)
  }
}
