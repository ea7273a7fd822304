// RenderTree.swift
// Stage: render tree. The result of commits: values only, no layer. A commit touches what changed.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// One layer as last committed.
package struct RenderNode: Sendable {
  package var values = LayerValues()
  /// Back to front by index; the painter orders by zPosition.
  package var children: [Int32] = []
  package var parent: Int32 = -1
  package var mask: Int32 = -1
  /// Where its animations are kept; -1 without any.
  fileprivate(set) var tracks: Int32 = -1
  package var isUsed = false
  private var rare: Rare?

  /// What few nodes have, behind one reference.
  private final class Rare: Sendable {
    let time: TimeMapping?
    let transition: TransitionTrack?
    let name: String?

    /// Nil when nothing is there to keep.
    init?(_ time: TimeMapping?, _ transition: TransitionTrack?, _ name: String?) {
      if time == nil && transition == nil && name == nil { return nil }
      (self.time, self.transition, self.name) = (time, transition, name)
    }
  }

  package init() {}

  /// Where the values stand, in bytes.
  static let valuesOffset: Int = {
    guard let offset = MemoryLayout<RenderNode>.offset(of: \.values) else {
      preconditionFailure("a node's values are not stored in it")
    }
    return offset
  }()

  /// The layer's own time within its superlayer's; nil when both are the same.
  package var time: TimeMapping? {
    get { rare?.time }
    set { if time != newValue { rare = Rare(newValue, transition, name) } }
  }

  package var transition: TransitionTrack? {
    get { rare?.transition }
    set {
      if hasTransition || newValue != nil { rare = Rare(time, newValue, name) }
    }
  }

  package var hasTransition: Bool { rare?.transition != nil }

  /// For dumps.
  package var name: String? {
    get { rare?.name }
    set { if name != newValue { rare = Rare(time, transition, newValue) } }
  }

  /// What a walk over the tree depends on, besides the values.
  fileprivate struct Place: Equatable {
    var children: [Int32]
    var parent: Int32
    var mask: Int32
    var time: TimeMapping?
    var hasTransition: Bool
  }

  fileprivate var place: Place {
    Place(
      children: children, parent: parent, mask: mask, time: time, hasTransition: hasTransition)
  }
}

/// A layer tree as last committed, and its animations.
///
/// Nodes are known by their slots, which stay the same while a layer is in the tree.
package struct RenderTree {
  package private(set) var nodes: [RenderNode] = []
  package var root: Int32 = -1
  /// The animations. The sampler keeps in them for how long they need not be looked at.
  var tracks = TrackStore()
  /// Slots whose values, animations or children changed since the sampler last looked; one that
  /// changed often, often.
  package private(set) var changed: [Int32] = []
  /// Whether, since the sampler last looked, a node came or went, or its children, mask, time or
  /// the presence of its transition changed.
  package private(set) var isRestructured = false
  /// Counts commits that changed anything.
  package private(set) var generation = 0
  private var free: [Int32] = []
  /// Nodes that have a time of their own.
  private(set) var timedCount = 0
  /// What emitter layers emit, by slot.
  package internal(set) var emissions: [Int32: EmitterTimeline] = [:]
  /// The animations of emitters' values, by slot.
  private(set) var emitterTracks: [Int32: EmitterTracks] = [:]
  /// Nodes that show their sublayers several times.
  package private(set) var replicators: [Int32] = []

  package init() {}

  // MARK: Changes

  /// Takes a slot for a new node.
  package mutating func allocate() -> Int32 {
    let slot = free.popLast() ?? Int32(nodes.count)
    if Int(slot) == nodes.count { nodes.append(RenderNode()) }
    nodes[Int(slot)] = RenderNode()
    nodes[Int(slot)].isUsed = true
    isRestructured = true
    touch(slot)
    return slot
  }

  /// Gives a slot back.
  package mutating func release(_ slot: Int32) {
    tracks.remove(nodes[Int(slot)].tracks)
    if nodes[Int(slot)].time != nil { timedCount -= 1 }
    if !replicators.isEmpty { replicators.removeAll { $0 == slot } }
    nodes[Int(slot)] = RenderNode()
    if !emissions.isEmpty { (emissions[slot], emitterTracks[slot]) = (nil, nil) }
    free.append(slot)
    isRestructured = true
    touch(slot)
  }

  /// Changes a node.
  package mutating func update(_ slot: Int32, _ change: (inout RenderNode) -> Void) {
    let old = nodes[Int(slot)].place
    change(&nodes[Int(slot)])
    let new = nodes[Int(slot)].place
    if new != old { isRestructured = true }
    timedCount += (new.time == nil ? 0 : 1) - (old.time == nil ? 0 : 1)
    touch(slot)
  }

  /// Gives a node the animations of its layer, in order of addition; returns those of keys that are
  /// not stock ones.
  mutating func setAnimations(
    _ slot: Int32, _ animations: [AttachedAnimation]
  ) -> [CustomTrack] {
    let compiled = CompiledAnimations(
      animations, slot: slot, values: nodes[Int(slot)].values, curves: &tracks.curves)
    tracks.replace(&nodes[Int(slot)].tracks, slot: slot, with: compiled)
    if nodes[Int(slot)].hasTransition != (compiled.transition != nil) { isRestructured = true }
    nodes[Int(slot)].transition = compiled.transition
    if nodes[Int(slot)].values.kind == .emitter {
      emitterTracks[slot] =
        compiled.emitter.isEmpty
        ? nil : EmitterTracks(version: generation + 1, list: compiled.emitter)
    }
    touch(slot)
    return compiled.custom
  }

  /// Gives a node a layer's values; returns whether its animations were compiled with others.
  ///
  /// Mutating, as the tree of a context is large: to ask without changing would copy it.
  mutating func setValues(
    _ slot: Int32, _ values: LayerValues, name: String?, time: TimeMapping?
  ) -> Bool {
    var (dependencies, bends) = (tracks.dependencies(of: nodes[Int(slot)].tracks), false)
    while dependencies != 0 && !bends {
      let property = LayerProperty(rawValue: UInt8(dependencies.trailingZeroBitCount))
      bends = property.map { !values.hasSame($0, as: nodes[Int(slot)].values) } ?? false
      dependencies &= dependencies - 1
    }
    update(slot) {
      $0.values = values
      $0.name = name
      $0.time = time
    }
    if values.kind == .replicator, !replicators.contains(slot) { replicators.append(slot) }
    return bends
  }

  private mutating func touch(_ slot: Int32) {
    changed.append(slot)
    generation += 1
  }

  /// Forgets what changed, once the sampler has seen it.
  package mutating func clearChanges() {
    changed.removeAll(keepingCapacity: true)
    isRestructured = false
    tracks.areNew = false
  }

  /// Writes the values that animations give in a frame.
  mutating func sampleTracks(_ frame: SamplePass, changes: inout SampleChanges) {
    nodes.withUnsafeBufferPointer { nodes in
      guard let models = nodes.baseAddress else { return }
      tracks.sample(frame, models: models, changes: &changes)
    }
  }

  // MARK: Time

  /// Returns a node's local time at a media time, through every superlayer's time.
  package func localTime(of slot: Int32, at time: TimeInterval) -> TimeInterval {
    localTime(of: slot, at: time, within: 64)
  }

  /// - Parameter levels: How many times within times the call stack is used for. Few layers have a time of
  ///   their own, and a list of them would be memory asked for in each frame.
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

  /// A time by which a replicator's copy is behind.
  package struct Delay: Sendable {
    package var replicator: Int32
    /// Seconds of the replicator's time; below 0 the copy is ahead.
    package var seconds: TimeInterval

    package init(replicator: Int32, seconds: TimeInterval) {
      (self.replicator, self.seconds) = (replicator, seconds)
    }
  }

  /// As ``localTime(of:at:)`` in a copy that replicators above the node delay.
  package func localTime(
    of slot: Int32, at time: TimeInterval, delays: [Delay]
  ) -> TimeInterval {
    var way: [Int32] = []
    var current = slot
    while current >= 0 {
      way.append(current)
      current = nodes[Int(current)].parent
    }
    var local = time
    for node in way.reversed() {
      local = nodes[Int(node)].time?.localTime(forParentTime: local) ?? local
      // Its sublayers are behind, not itself.
      guard node != slot else { break }
      for delay in delays where delay.replicator == node { local -= delay.seconds }
    }
    return local
  }

  /// Whether anything beneath a node is animated.
  package func isAnimated(beneath slot: Int32) -> Bool {
    var open = nodes[Int(slot)].children
    while let next = open.popLast() {
      let node = nodes[Int(next)]
      if node.tracks >= 0 { return true }
      open += node.children
      if node.mask >= 0 { open.append(node.mask) }
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

  // MARK: Snapshots

  /// Returns a node and everything beneath it as a value of its own, as they are presented at a media
  /// time; what is in a transition stays the mix that it is.
  package func snapshot(
    of slot: Int32, at time: TimeInterval, values: (Int32) -> LayerValues
  ) -> LayerSnapshot {
    var copies: [RenderNode] = []
    var transitions: [Int32: Double] = [:]
    // Trees may be deep, so what is beneath waits in a list and not on the call stack.
    var waiting: [(slot: Int32, parent: Int32, isMask: Bool)] = [(slot, -1, false)]
    while let (slot, parent, isMask) = waiting.popLast() {
      let index = Int32(copies.count)
      var node = nodes[Int(slot)]
      if node.mask >= 0 { waiting.append((node.mask, index, true)) }
      for child in node.children.reversed() { waiting.append((child, index, false)) }
      node.values = values(slot)
      (node.parent, node.children, node.mask) = (parent, [], -1)
      if let transition = node.transition {
        let progress = transition.progress(atLayerTime: localTime(of: slot, at: time))
        // Looks within looks are kept only as long as anything of them can be seen.
        if let progress, (transition.snapshot?.depth ?? 0) < LayerSnapshot.greatestDepth {
          transitions[index] = progress
        } else {
          node.transition = nil
        }
      }
      copies.append(node)
      if isMask {
        copies[Int(parent)].mask = index
      } else if parent >= 0 {
        copies[Int(parent)].children.append(index)
      }
    }
    return LayerSnapshot(nodes: copies, transitions: transitions)
  }
}

/// A frozen copy of a subtree: the old look in a transition. Its root is the first node.
package final class LayerSnapshot: Sendable {
  package let nodes: [RenderNode]
  /// The values of the nodes, as a walk over a tree takes them.
  package let values: [LayerValues]
  /// How far the transitions of nodes were, by index.
  package let transitions: [Int32: Double]
  /// How many snapshots lie within each other here.
  let depth: Int

  /// With more of them within each other the oldest are no longer told apart.
  static let greatestDepth = 8

  package init(nodes: [RenderNode], transitions: [Int32: Double] = [:]) {
    self.nodes = nodes
    self.transitions = transitions
    values = nodes.map(\.values)
    depth = 1 + nodes.reduce(0) { max($0, $1.transition?.snapshot?.depth ?? 0) }
  }
}
