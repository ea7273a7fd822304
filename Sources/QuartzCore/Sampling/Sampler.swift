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
///
/// A tree belongs to one sampler at a time: another one starts with a tree whose nodes have all been
/// touched.
package struct Sampler {
  /// The frame last sampled, to be lent rather than copied: a copy that is kept until the next frame
  /// makes that one copy all values.
  package private(set) var sampled = SampledTree()
  private var transitionSlots: [Int32] = []
  private var clocks: [LayerClock] = [LayerClock()]
  /// The number of the clock of a node that has a time of its own.
  private var clockNumbers: [Int32: UInt32] = [:]
  private var times: [TimeInterval] = [0]
  /// Slots that animations move, each once.
  private var moving: [Int32] = []
  private var changes = SampleChanges()
  /// Whether ``SampledTree/touched`` is what moves and nothing else.
  private var touchesMovingAlone = false
  /// By slot, the list that last had it.
  private var stamps: [Int] = []
  private var stamp = 0

  package init() {}

  /// Returns the values of a tree at a time.
  ///
  /// - Parameter tree: The tree; the list of its changes is emptied.
  @discardableResult
  package mutating func sample(_ tree: inout RenderTree, at time: TimeInterval) -> SampledTree {
    sampled.time = time
    sampled.isRestructured = tree.isRestructured
    takeChanges(of: &tree)
    takeTimes(of: tree, at: time)
    changes.movesOthers = tree.tracks.areNew
    changes.rested.removeAll(keepingCapacity: true)
    write(&tree)
    takeTransitions(of: tree, at: time)
    listTouched(tree)
    tree.clearChanges()
    return sampled
  }

  /// Sets the values of layers that changed to the model's.
  private mutating func takeChanges(of tree: inout RenderTree) {
    if sampled.values.count < tree.nodes.count {
      let count = tree.nodes.count - sampled.values.count
      sampled.values += repeatElement(LayerValues(), count: count)
      stamps += repeatElement(0, count: count)
    }
    if tree.isRestructured, tree.timedCount > 0 || clocks.count > 1 { findClocks(&tree) }
    for slot in tree.changed {
      if tree.nodes[Int(slot)].hasTransition, !transitionSlots.contains(slot) {
        transitionSlots.append(slot)
      }
      sampled.values[Int(slot)] = tree.nodes[Int(slot)].values
      tree.tracks.reset(tree.nodes[Int(slot)].tracks, clock: clock(of: slot, in: tree))
    }
  }

  // MARK: Time

  /// Gives every layer with animations the clock of the nearest time above it.
  private mutating func findClocks(_ tree: inout RenderTree) {
    clocks = [LayerClock()]
    times = [0]
    clockNumbers = [:]
    var owners: [(Int32, Int32)] = []
    tree.tracks.forEachOwner { owners.append(($0, $1)) }
    for (owner, slot) in owners { tree.tracks.reset(owner, clock: clock(of: slot, in: tree)) }
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

  private mutating func takeTimes(of tree: RenderTree, at time: TimeInterval) {
    times[0] = time
    for index in 1..<max(1, clocks.count) {
      times[index] = tree.localTime(of: clocks[index].owner, at: time)
    }
  }

  // MARK: Values

  private mutating func write(_ tree: inout RenderTree) {
    // Taken out of the sampler for the time being, so that all of it can be lent at once.
    var values: [LayerValues] = []
    var changes = SampleChanges()
    swap(&values, &sampled.values)
    swap(&changes, &self.changes)
    let (clocks, times, time) = (clocks, times, sampled.time)
    values.withUnsafeMutableBytes { values in
      clocks.withUnsafeBufferPointer { clocks in
        times.withUnsafeBufferPointer { times in
          guard let first = values.baseAddress, let now = times.baseAddress else { return }
          SinCosTable.shared.withReader { turns in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: SamplePass.batchSize) {
              guard let progresses = $0.baseAddress else { return }
              let frame = SamplePass(
                time: time, values: first, clocks: clocks, times: now, turns: turns,
                progresses: progresses)
              tree.sampleTracks(frame, changes: &changes)
            }
          }
        }
      }
    }
    swap(&values, &sampled.values)
    swap(&changes, &self.changes)
  }

  private mutating func takeTransitions(of tree: RenderTree, at time: TimeInterval) {
    if transitionSlots.isEmpty { return }
    for slot in transitionSlots {
      sampled.transitions[slot] = tree.nodes[Int(slot)].transition?
        .progress(atLayerTime: tree.localTime(of: slot, at: time))
    }
    transitionSlots.removeAll { !tree.nodes[Int($0)].hasTransition }
  }

  // MARK: Touched slots

  private mutating func listTouched(_ tree: RenderTree) {
    if changes.movesOthers {
      stamp += 1
      moving.removeAll(keepingCapacity: true)
      tree.tracks.forEachMoving { slot in
        guard stamps[Int(slot)] != stamp else { return }
        stamps[Int(slot)] = stamp
        moving.append(slot)
      }
    }
    let others =
      !tree.changed.isEmpty || !changes.rested.isEmpty || !transitionSlots.isEmpty
      || !tree.replicators.isEmpty
    if !changes.movesOthers && !others && touchesMovingAlone { return }
    touchesMovingAlone = !others
    stamp += 1
    sampled.touched.removeAll(keepingCapacity: true)
    for slot in moving { touch(slot) }
    for slot in tree.changed { touch(slot) }
    for slot in changes.rested { touch(slot) }
    for slot in transitionSlots { touch(slot) }
    // Copies that are behind move on when what they are copies of rests.
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

  /// Returns one node's values in a copy that replicators above it delay.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval, delays: [RenderTree.Delay]
  ) -> LayerValues {
    let node = tree.nodes[Int(slot)]
    if node.tracks < 0 { return node.values }
    return tree.tracks.present(
      node.tracks, at: tree.localTime(of: slot, at: time, delays: delays), model: node.values)
  }

  /// Returns one node's values at a time.
  package static func present(
    _ slot: Int32, in tree: RenderTree, at time: TimeInterval
  ) -> LayerValues {
    let node = tree.nodes[Int(slot)]
    if !tree.emissions.isEmpty, let log = tree.emissions[slot] {
      let local = tree.localTime(of: slot, at: time)
      var values = tree.tracks.present(node.tracks, at: local, model: node.values)
      values.emitter = log.values(at: local)
      return values
    }
    if node.tracks < 0 { return node.values }
    return tree.tracks.present(
      node.tracks, at: tree.localTime(of: slot, at: time), model: node.values)
  }
}
