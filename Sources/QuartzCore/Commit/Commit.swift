// Commit.swift
// Stage: commit. The changes of live layers in, a changed render tree out: layout and display, the begin of
// animations, layers that left, and then values, children and animations.
//
// This folder: the commit, live trees (`LayerContext`), and the compilers from animations to tracks.
//
// SPDX-License-Identifier: MIT

import Foundation

extension LayerContext {
  /// Commits every live tree's changes, as of a media time.
  static func commitAll(at time: TimeInterval) {
    // All trees are laid out and displayed before any is packed, as they may change each other, and in
    // rounds, so that one that always needs another layout does not delay the others.
    var rounds = 0
    while rounds < 100, live.count(where: { $0.layOutAndDisplay() }) > 0 { rounds += 1 }
    let contexts = live
    // Visible tiles depend on the final layout.
    for context in contexts where !context.dirty.isEmpty {
      for layer in context.tiled { layer.showTiles() }
    }
    // The before image of a transition is taken before any of this commit's changes, including layers
    // that leave. A layer that moves from one tree to another leaves before it arrives.
    for context in contexts { context.prepareAnimations(at: time) }
    for context in contexts { context.processLeaving() }
    for context in contexts where context.isAlive { context.pack(at: time) }
  }

  private func prepareAnimations(at time: TimeInterval) {
    for layer in dirty
    where layer.context === self && layer.dirty.contains(.animations) && layer.slot >= 0 {
      prepareAnimations(of: layer, at: time)
    }
  }

  /// Runs pending layout and display; returns whether there was any.
  private func layOutAndDisplay() -> Bool {
    guard isAlive, needsLayout || !displayQueue.isEmpty else { return false }
    // Layers that need display again during the round are left to the next.
    swap(&displaying, &displayQueue)
    for layer in displaying { layer.layerState[.isListedForDisplay] = false }
    root.layOutSubtree()
    for layer in displaying where layer.context === self && layer.layerState[.needsDisplay] {
      layer.displayForCommit(isDrawnByFrames: schedule.contains(layer.slot))
    }
    displaying.removeAllForReuse()
    return true
  }

  /// Releases the slots of layers that left the tree.
  func processLeaving() {
    let (leaving, moved) = (left, movedAway)
    (left, movedAway) = ([], [])
    for (layer, slot) in moved {
      tree.release(slot)
      if layer.slot < 0 { layer.removeAllAnimations() }
    }
    for layer in leaving where layer.context !== self && layer.committedIn === self {
      tree.release(layer.slot)
      forget(layer)
      layer.removeAllAnimations()
    }
  }

  /// Writes everything that changed into the render tree.
  private func pack(at time: TimeInterval) {
    swap(&packing, &dirty)
    defer { packing.removeAllForReuse() }
    if DebugSwitches.on.contains(.commits) { log(packing, at: time) }
    if root.slot < 0 {
      addTree(root)
      tree.root = root.slot
      packNewcomers(at: time)
    }
    for layer in packing where layer.context === self {
      let dirt = layer.dirty
      layer.dirty = []
      guard layer.slot >= 0, !dirt.isEmpty else { continue }
      if dirt.contains(.children) {
        packChildren(of: layer)
        packNewcomers(at: time)
      }
      let needsCompiling = dirt.contains(.values) && packValues(of: layer)
      if dirt.contains(.custom) { layer.committedCustom.values = layer.customValues }
      if needsCompiling || dirt.contains(.animations) { packAnimations(of: layer, at: time) }
      if layer.values.kind == .emitter { emitters.append(layer.slot) }
    }
    // The local time of an emitter depends on superlayers that may be packed after it. Until all are, parents of
    // old and new places may even form a cycle.
    for slot in emitters { tree.noteEmission(of: slot, at: time) }
    emitters.removeAllForReuse()
  }

  /// Logs the layers of a commit, for the debug switch `commits`.
  private func log(_ layers: [CALayer], at time: TimeInterval) {
    let touched = layers.filter { $0.context === self }.map { "\($0.label) (\($0.dirty))" }
    guard !touched.isEmpty else { return }
    DebugSwitches.commits.log(
      "at \(time.inSeconds): " + touched.joined(separator: ", "))
  }

  /// Allocates slots for a layer and everything beneath it that has none.
  private func addTree(_ layer: CALayer) {
    layer.visitTree { layer in
      guard layer.slot < 0 else { return false }
      tree.reserve(1 + layer.children.count)
      layer.slot = tree.allocate()
      layer.committedIn = self
      newcomers.append(layer)
      return true
    }
  }

  /// Packs the layers that got slots, superlayers first.
  private func packNewcomers(at time: TimeInterval) {
    if newcomers.isEmpty { return }
    for layer in newcomers {
      prepareAnimations(of: layer, at: time)
      _ = packValues(of: layer)
      layer.committedCustom.values = layer.customValues
      packChildren(of: layer)
      if layer.values.kind == .emitter { emitters.append(layer.slot) }
      if !layer.attachments.isEmpty { packAnimations(of: layer, at: time) }
      layer.dirty.subtract([.values, .children, .animations, .custom])
    }
    newcomers.removeAllForReuse()
  }

  private func packChildren(of layer: CALayer) {
    tree.reserve(layer.children.count { $0.slot < 0 })
    let children = layer.children.map { attachSlot(of: $0, to: layer.slot) }
    let mask = layer.maskLayer.map { attachSlot(of: $0, to: layer.slot) } ?? -1
    // A layer that moved may be in another time space.
    if tree.timedCount > 0 { schedule.isStale = true }
    tree.update(layer.slot) {
      $0.children = children
      $0.mask = mask
    }
  }

  /// Returns the slot of a sublayer or mask, whose parent it sets.
  private func attachSlot(of layer: CALayer, to parent: Int32) -> Int32 {
    if layer.slot < 0 { addTree(layer) }
    // A layer is not touched when a sibling is added or removed.
    if tree.nodes[Int(layer.slot)].parent != parent {
      tree.update(layer.slot) { $0.parent = parent }
    }
    return layer.slot
  }

  /// Writes a layer's values; returns whether its animations have to be compiled again.
  private func packValues(of layer: CALayer) -> Bool {
    let map = layer.timing.map
    if (tree.nodes[Int(layer.slot)].time ?? .identity) != map { schedule.isStale = true }
    return tree.setValues(
      layer.slot, layer.values, name: layer.name, time: map == .identity ? nil : map)
  }

  /// Resolves the begin of animations that have none to the commit's time, and takes the before images of
  /// transitions.
  private func prepareAnimations(of layer: CALayer, at time: TimeInterval) {
    for attached in layer.attachments where !attached.wasCommitted || !attached.hasBegin {
      if !attached.wasCommitted, let animationEditor {
        animationEditor.edit(AnimationDraft(layer: layer, attached: attached, time: time))
      }
      if !attached.hasBegin { attached.resolveBegin(atLayerTime: layer.localTime(at: time)) }
      if attached.wasCommitted { continue }
      attached.wasCommitted = true
      if attached.animation is CATransition, tree.nodes.indices.contains(Int(layer.slot)) {
        attached.snapshot = snapshot(of: layer.slot, at: time)
      }
    }
  }

  /// Notifies the delegates of animations that begin with the commit: after it, and before the completion blocks
  /// of transactions that wait for no animation.
  private func reportStarts(on layer: CALayer, at time: TimeInterval) {
    for attached in layer.attachments
    where !attached.didStart && attached.hasBegin && attached.animation.delegate != nil {
      guard attached.timing.phase(atParentTime: layer.localTime(at: time)) == .active else {
        continue
      }
      layer.start(attached)
    }
  }

  private func packAnimations(of layer: CALayer, at time: TimeInterval) {
    layer.committedCustom.tracks = tree.setAnimations(layer.slot, layer.attachments)
    reportStarts(on: layer, at: time)
    schedule.update(layer, at: layer.slot)
    if schedule.contains(layer.slot) && !schedule.isStale {
      schedule.set(layer.slot, nextEvent(of: layer, at: time))
    }
  }
}
