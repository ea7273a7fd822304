// RenderTree.swift
// Stage: render tree. The result of commits: values only, no layer. A commit changes what the layers
// changed; the sampler and the painter only read.
//
// This folder: the committed tree: nodes in an array, with values and tracks, without references to layers.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The changes that commits made in a render tree, passed to the sampler with the tree.
package struct RenderTreeChanges: Sendable {
  /// Slots whose values, animations or children changed; one that changed repeatedly is repeated.
  package private(set) var slots: [Int32] = []
  /// Whether a node was added or removed, or its children, mask, time or the presence of its
  /// transition changed.
  package internal(set) var isRestructured = false

  package init() {}

  /// The changes that make up a whole tree, for a sampler that has not seen it yet.
  package init(everythingIn tree: RenderTree) {
    slots = tree.nodes.indices.map { Int32($0) }
    isRestructured = true
  }

  mutating func add(_ slot: Int32) { slots.append(slot) }

  package mutating func removeAll() {
    slots.removeAllForReuse()
    isRestructured = false
  }
}

/// A layer tree as last committed, and its animations.
///
/// A value: commits change it, and record in ``changes`` what they changed. Nodes are addressed by slots,
/// which stay the same while a layer is in the tree.
package struct RenderTree: Sendable {
  package private(set) var nodes: [RenderNode] = []
  package var root: Int32 = -1
  /// The changes since they were last handed over.
  package private(set) var changes = RenderTreeChanges()
  /// Counts changes of nodes.
  package private(set) var generation = 0
  /// The easing curves that tracks refer to by number.
  package internal(set) var easings = EasingIndex.linearOnly
  private var free: [Int32] = []
  private var spareModels = RenderNode.SpareModels()
  /// Nodes that have a time of their own.
  private(set) var timedCount = 0
  /// The timelines of emitter layers, by slot.
  package internal(set) var emissions: [Int32: EmitterTimeline] = [:]
  /// The animations of emitters' values, by slot.
  private(set) var emitterTracks: [Int32: EmitterTracks] = [:]
  /// Nodes that show their sublayers several times.
  package private(set) var replicators: [Int32] = []

  package init() {}

  // MARK: Changes

  /// Makes room for new nodes.
  mutating func reserve(_ count: Int) { nodes.makeRoom(for: count - free.count) }

  /// Allocates a slot for a new node.
  package mutating func allocate() -> Int32 {
    let slot = free.popLast() ?? Int32(nodes.count)
    if Int(slot) == nodes.count { nodes.append(RenderNode()) }
    nodes[Int(slot)] = RenderNode()
    nodes[Int(slot)].isUsed = true
    changes.isRestructured = true
    noteChange(of: slot)
    return slot
  }

  /// Releases a slot.
  package mutating func release(_ slot: Int32) {
    if nodes[Int(slot)].time != nil { timedCount -= 1 }
    if !replicators.isEmpty { replicators.removeAll { $0 == slot } }
    nodes[Int(slot)] = RenderNode()
    if !emissions.isEmpty { (emissions[slot], emitterTracks[slot]) = (nil, nil) }
    free.append(slot)
    changes.isRestructured = true
    noteChange(of: slot)
  }

  /// Changes a node.
  package mutating func update(_ slot: Int32, _ change: (inout RenderNode) -> Void) {
    let old = nodes[Int(slot)].structure
    change(&nodes[Int(slot)])
    let new = nodes[Int(slot)].structure
    if new != old { changes.isRestructured = true }
    timedCount += (new.time == nil ? 0 : 1) - (old.time == nil ? 0 : 1)
    noteChange(of: slot)
  }

  /// Sets the animations of a node's layer, in order of addition; returns those of custom properties.
  mutating func setAnimations(
    _ slot: Int32, _ animations: [AttachedAnimation]
  ) -> [CustomTrack] {
    let compiled = CompiledAnimations(
      animations, slot: slot, values: nodes[Int(slot)].values, easings: &easings)
    nodes[Int(slot)].tracks = compiled.tracks
    if nodes[Int(slot)].hasTransition != (compiled.transition != nil) {
      changes.isRestructured = true
    }
    nodes[Int(slot)].transition = compiled.transition
    if nodes[Int(slot)].values.kind == .emitter {
      emitterTracks[slot] =
        compiled.emitter.isEmpty
        ? nil : EmitterTracks(version: generation + 1, list: compiled.emitter)
    }
    noteChange(of: slot)
    return compiled.custom
  }

  /// Sets a node's values; returns whether its animations were compiled with other ones.
  ///
  /// The check is part of the mutation, as a separate one could copy the tree.
  mutating func setValues(
    _ slot: Int32, _ values: LayerValues, name: String?, time: TimeMapping?
  ) -> Bool {
    var dependencies = nodes[Int(slot)].tracks?.dependencies ?? 0
    var needsCompiling = false
    while dependencies != 0 && !needsCompiling {
      let property = LayerProperty(rawValue: dependencies.trailingZeroBitCount)
      needsCompiling =
        property.map { !values.hasSame($0, as: nodes[Int(slot)].values) } ?? false
      dependencies &= dependencies - 1
    }
    nodes[Int(slot)].makeOwnModel(from: &spareModels)
    update(slot) {
      $0.values = values
      $0.name = name
      $0.time = time
    }
    if values.kind == .replicator, !replicators.contains(slot) { replicators.append(slot) }
    return needsCompiling
  }

  /// Takes the memory of a node's values for later changes; the node is not used again.
  mutating func recycle(_ node: inout RenderNode) { spareModels.take(from: &node) }

  private mutating func noteChange(of slot: Int32) {
    changes.add(slot)
    generation += 1
  }

  /// Hands over the changes since the last call.
  ///
  /// - Parameter message: Receives them. Its memory is used for the next changes, so that a frame
  ///   allocates none.
  package mutating func handOverChanges(to message: inout RenderTreeChanges) {
    checkInvariants()
    message.removeAll()
    swap(&message, &changes)
  }

  /// Drops the changes, where no sampler follows.
  package mutating func clearChanges() { changes.removeAll() }

  /// Whether there are changes that were not handed over.
  package var hasChanges: Bool { !changes.slots.isEmpty || changes.isRestructured }

  /// Slots that changed since the changes were last handed over.
  package var changed: [Int32] { changes.slots }

  /// Whether the structure changed since the changes were last handed over.
  package var isRestructured: Bool { changes.isRestructured }

  // MARK: Copies

  /// The tree without its nodes, and without what only commits need.
  var withoutNodes: RenderTree {
    var rest = RenderTree()
    (rest.root, rest.generation, rest.easings) = (root, generation, easings)
    (rest.timedCount, rest.emissions, rest.replicators) = (timedCount, emissions, replicators)
    return rest
  }

  /// Exchanges everything but the nodes with another tree.
  mutating func exchangeAll(butNodes other: inout RenderTree) {
    swap(&nodes, &other.nodes)
    swap(&self, &other)
  }

  /// Makes room for the nodes of a copy, up to a slot.
  mutating func makeRoom(upTo slot: Int32) { nodes.makeRoom(for: Int(slot) + 1 - nodes.count) }

  /// Exchanges a node of a copy.
  mutating func exchangeNode(_ slot: Int32, _ node: inout RenderNode) {
    if nodes.count <= Int(slot) {
      nodes.append(
        contentsOf: repeatElement(RenderNode(), count: Int(slot) + 1 - nodes.count))
    }
    swap(&nodes[Int(slot)], &node)
  }

  /// Traps if the tree contradicts itself; compiled out of release builds.
  ///
  /// Checks the nodes that changed, so that a debug build stays linear in what a commit touches.
  private func checkInvariants() {
    assert(
      changes.slots.allSatisfy { slot in
        let node = nodes[Int(slot)]
        return node.children.allSatisfy { nodes.indices.contains(Int($0)) }
          && node.parent < nodes.count && node.mask < nodes.count
          && (node.isUsed || (node.children.isEmpty && node.tracks == nil && node.time == nil))
      }, "a changed node refers to a slot outside of \(nodes.count), or is unused and not empty")
    assert(
      timedCount >= 0 && free.count <= nodes.count && root < Int32(nodes.count),
      "\(timedCount) timed nodes, \(free.count) free of \(nodes.count), root \(root)")
  }

  // MARK: Time

  /// Returns a node's local time at a media time, through every superlayer's time.
  package func localTime(of slot: Int32, at time: TimeInterval) -> TimeInterval {
    localTime(of: slot, at: time, within: 64)
  }

  /// - Parameter levels: The depth up to which it recurses, so that the usual case allocates nothing.
  private func localTime(of slot: Int32, at time: TimeInterval, within levels: Int) -> TimeInterval
  {
    var owner = timeOwner(of: slot)
    guard owner >= 0, let map = nodes[Int(owner)].time else { return time }
    if levels > 0 {
      return map.localTime(
        forParentTime: localTime(of: nodes[Int(owner)].parent, at: time, within: levels - 1))
    }
    var maps: [TimeMapping] = []
    while owner >= 0, let map = nodes[Int(owner)].time {
      maps.append(map)
      owner = timeOwner(of: nodes[Int(owner)].parent)
    }
    return maps.reversed().reduce(time) { $1.localTime(forParentTime: $0) }
  }

  /// The delay of a replicator's copy.
  package struct Delay: Sendable {
    package var replicator: Int32
    /// Seconds of the replicator's time; below 0 the copy is ahead.
    package var seconds: TimeInterval

    package init(replicator: Int32, seconds: TimeInterval) {
      (self.replicator, self.seconds) = (replicator, seconds)
    }
  }

  /// Returns the local time in a copy delayed by replicators above the node.
  package func localTime(
    of slot: Int32, at time: TimeInterval, delays: [Delay]
  ) -> TimeInterval {
    var path: [Int32] = []
    var current = slot
    while current >= 0 {
      path.append(current)
      current = nodes[Int(current)].parent
    }
    var local = time
    for node in path.reversed() {
      local = nodes[Int(node)].time?.localTime(forParentTime: local) ?? local
      // A replicator delays its sublayers, not itself.
      guard node != slot else { break }
      for delay in delays where delay.replicator == node { local -= delay.seconds }
    }
    return local
  }

  /// Whether anything beneath a node is animated.
  package func isAnimated(beneath slot: Int32) -> Bool {
    var pending = nodes[Int(slot)].children
    while let next = pending.popLast() {
      let node = nodes[Int(next)]
      if node.tracks != nil { return true }
      pending += node.children
      if node.mask >= 0 { pending.append(node.mask) }
    }
    return false
  }

  /// Local seconds of a node per second of media time.
  func speed(of slot: Int32) -> Double {
    if timedCount == 0 { return 1 }
    var (speed, current) = (1.0, slot)
    while current >= 0 {
      speed *= nodes[Int(current)].time?.speed ?? 1
      current = nodes[Int(current)].parent
    }
    return speed
  }

  /// The nearest node, from a slot upwards, that has a time of its own; -1 when none has.
  func timeOwner(of slot: Int32) -> Int32 {
    if timedCount == 0 { return -1 }
    var current = slot
    while current >= 0, nodes[Int(current)].time == nil { current = nodes[Int(current)].parent }
    return current
  }
}
