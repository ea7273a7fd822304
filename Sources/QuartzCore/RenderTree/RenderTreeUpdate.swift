// RenderTreeUpdate.swift
// Stage: commit → sample. The changes of one or several commits as a value, for a copy of the tree on
// another thread.
//
// SPDX-License-Identifier: MIT

/// What a copy of a render tree needs to become the same as the tree.
///
/// A tree that is shared by two threads would be copied whole by the next commit. An update has the nodes that
/// changed, so that a commit's cost depends on its changes alone, on both threads.
package struct RenderTreeUpdate: Sendable {
  /// The changed nodes by slot, each once.
  fileprivate var nodes: [(slot: Int32, node: RenderNode)] = []
  /// The index of each slot in ``nodes``; -1 for a slot without a change.
  private var indices: [Int32] = []
  fileprivate var isRestructured = false
  /// The tree without its nodes.
  fileprivate var rest = RenderTree()

  package init() {}

  /// The number of nodes that changed.
  package var count: Int { nodes.count }

  /// Removes all changes; keeps the memory, unless it is for many thousands.
  package mutating func removeAll() {
    for (slot, _) in nodes { indices[Int(slot)] = -1 }
    nodes.removeAllForReuse()
    isRestructured = false
    rest = RenderTree()
  }

  /// Removes what the update has replaced in a copy, and leaves the memory of values to the tree that the copy follows.
  package mutating func removeAll(recyclingIn tree: inout RenderTree) {
    for index in nodes.indices { tree.recycle(&nodes[index].node) }
    removeAll()
  }

  fileprivate mutating func set(_ slot: Int32, _ node: RenderNode) {
    if indices.count <= Int(slot) {
      indices.append(contentsOf: repeatElement(-1, count: Int(slot) + 1 - indices.count))
    }
    if indices[Int(slot)] >= 0 {
      nodes[Int(indices[Int(slot)])].node = node
    } else {
      indices[Int(slot)] = Int32(nodes.count)
      nodes.append((slot, node))
    }
  }
}

extension RenderTree {
  /// Adds the changes since the last call to an update.
  ///
  /// - Parameter update: May have changes of earlier commits, which were not applied yet.
  package mutating func handOverChanges(to update: inout RenderTreeUpdate) {
    for slot in changes.slots { update.set(slot, nodes[Int(slot)]) }
    if changes.isRestructured { update.isRestructured = true }
    update.rest = withoutNodes
    clearChanges()
  }

  /// Applies an update of another tree, of which this one is a copy.
  ///
  /// - Parameters:
  ///   - update: Has what it replaced afterwards. A node is exchanged, not copied: its references are neither
  ///     retained nor released here, but where the update is emptied.
  ///   - changes: What changed is added, for the sampler that follows the copy.
  package mutating func apply(_ update: inout RenderTreeUpdate, changes: inout RenderTreeChanges) {
    exchangeAll(butNodes: &update.rest)
    makeRoom(upTo: update.nodes.last?.slot ?? -1)
    for index in update.nodes.indices {
      let slot = update.nodes[index].slot
      exchangeNode(slot, &update.nodes[index].node)
      changes.add(slot)
    }
    if update.isRestructured { changes.isRestructured = true }
  }
}
