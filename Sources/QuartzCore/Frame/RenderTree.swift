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
  /// The layer's own time within its superlayer's; nil when both are the same.
  package var time: TimeMapping?
  package var transition: TransitionTrack?
  /// For dumps.
  package var name: String?
  package var isUsed = false

  package init() {}

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
      children: children, parent: parent, mask: mask, time: time, hasTransition: transition != nil)
  }
}

/// A layer tree as last committed, and its animations.
///
/// Nodes are known by their slots, which stay the same while a layer is in the tree.
package struct RenderTree {
  package private(set) var nodes: [RenderNode] = []
  package var root: Int32 = -1
  package private(set) var lanes = TrackTable<SIMD4<Double>>()
  package private(set) var general = TrackTable<AnimatableValue>()
  /// Slots whose values, animations or children changed since the sampler last looked.
  package private(set) var changed: [Int32] = []
  /// Whether, since the sampler last looked, a node came or went, or its children, mask, time or
  /// the presence of its transition changed.
  package private(set) var isRestructured = false
  /// Counts commits that changed anything.
  package private(set) var generation = 0
  private var free: [Int32] = []

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
    lanes.replace(slot, with: [])
    general.replace(slot, with: [])
    nodes[Int(slot)] = RenderNode()
    free.append(slot)
    isRestructured = true
    touch(slot)
  }

  /// Changes a node.
  package mutating func update(_ slot: Int32, _ change: (inout RenderNode) -> Void) {
    let old = nodes[Int(slot)].place
    change(&nodes[Int(slot)])
    if nodes[Int(slot)].place != old { isRestructured = true }
    touch(slot)
  }

  mutating func setAnimations(_ slot: Int32, _ compiled: CompiledAnimations) {
    lanes.replace(slot, with: compiled.lanes)
    general.replace(slot, with: compiled.general)
    let (old, new) = (nodes[Int(slot)].transition, compiled.transition)
    nodes[Int(slot)].transition = new
    if (old == nil) != (new == nil) { isRestructured = true }
    touch(slot)
  }

  private mutating func touch(_ slot: Int32) {
    changed.append(slot)
    generation += 1
  }

  /// Forgets what changed, once the sampler has seen it.
  package mutating func clearChanges() {
    changed.removeAll(keepingCapacity: true)
    isRestructured = false
  }

  // MARK: Time

  /// Returns a node's local time at a media time, through every superlayer's time.
  package func localTime(of slot: Int32, at time: TimeInterval) -> TimeInterval {
    let owner = timeOwner(of: slot)
    guard owner >= 0, let map = nodes[Int(owner)].time else { return time }
    return map.localTime(forParentTime: localTime(of: nodes[Int(owner)].parent, at: time))
  }

  /// The nearest node, from a slot upwards, that has a time of its own; -1 when none has.
  func timeOwner(of slot: Int32) -> Int32 {
    var current = slot
    while current >= 0, nodes[Int(current)].time == nil { current = nodes[Int(current)].parent }
    return current
  }

  // MARK: Snapshots

  /// Returns a node and everything beneath it as a value of its own, with values as presented.
  package func snapshot(of slot: Int32, values: (Int32) -> LayerValues) -> LayerSnapshot {
    var copies: [RenderNode] = []
    func copy(_ slot: Int32, parent: Int32) -> Int32 {
      let index = Int32(copies.count)
      var node = nodes[Int(slot)]
      node.values = values(slot)
      node.parent = parent
      copies.append(node)
      copies[Int(index)].children = node.children.map { copy($0, parent: index) }
      if node.mask >= 0 { copies[Int(index)].mask = copy(node.mask, parent: index) }
      return index
    }
    _ = copy(slot, parent: -1)
    return LayerSnapshot(nodes: copies)
  }
}

/// A frozen copy of a subtree: the old look in a transition. Its root is the first node.
package final class LayerSnapshot: Sendable {
  package let nodes: [RenderNode]
  /// The values of the nodes, as a walk over a tree takes them.
  package let values: [LayerValues]

  package init(nodes: [RenderNode]) {
    self.nodes = nodes
    values = nodes.map(\.values)
  }
}
