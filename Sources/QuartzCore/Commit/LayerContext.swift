// LayerContext.swift
// What makes a layer tree live: its place in the render tree, and what of it has to be committed.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A live layer tree: the layers of one window.
///
/// A context stays until ``invalidate()``, whoever else holds it: its layers refer to it without a
/// count.
package final class LayerContext {
  // Live trees belong to the main thread, which alone makes and asks for contexts.
  /// Every context that is in use, oldest first.
  nonisolated(unsafe) package private(set) static var live: [LayerContext] = []

  package let root: CALayer
  /// The tree as last committed.
  package var tree = RenderTree()
  /// Whether the tree counts as shown: without it no implicit animation is made.
  package var isVisible = true

  private var dirty: [CALayer] = []
  /// The layers that a commit is at work on; memory that the next one uses again.
  private var packing: [CALayer] = []
  /// Layers that got slots and are still to be packed.
  private var newcomers: [CALayer] = []
  private var displayQueue: [CALayer] = []
  private var displaying: [CALayer] = []
  /// Emitter layers that a commit gave slots to.
  private var newEmitters: [Int32] = []
  /// Committed layers that left the tree since the last commit.
  private var left: [CALayer] = []
  /// Committed layers that went to another tree since the last commit, and their slots here.
  private var movedAway: [(layer: CALayer, slot: Int32)] = []
  /// Layers that draw of themselves what can be seen.
  private var tiled: [CATiledLayer] = []
  /// Layers with animations, as committed, and what they wait for.
  var schedule = EventSchedule()

  /// Makes a tree live.
  ///
  /// A layer is the root of one tree alone: if it was another's, that one ends.
  ///
  /// - Precondition: The root has no superlayer, and this is the main thread.
  package init(root: CALayer) {
    precondition(root.parent == nil, "\(root.label) has a superlayer and cannot be a root")
    root.context?.invalidate()
    self.root = root
    DebugSwitches.readEnvironment()
    Self.live.append(self)
    CATransaction.ensureOpen()
    root.enter(self)
  }

  /// Ends the tree's life: its animations stop unfinished, and its layers can become live elsewhere.
  package func invalidate() {
    if isAlive { root.leaveContext() }
    processLeaving()
    // What was never committed has no slot to give back, yet it stood in the list.
    for layer in dirty where layer.context == nil { layer.dirty = [] }
    (dirty, displayQueue) = ([], [])
    Self.live.removeAll { $0 === self }
  }

  /// Whether the tree is live; what a commit calls may end it.
  package var isAlive: Bool { root.context === self }

  /// Ends a tree's life when it goes itself: held by who makes a tree live and may go without a word.
  package final class Hold {
    package let context: LayerContext

    package init(_ context: LayerContext) { self.context = context }

    deinit {
      nonisolated(unsafe) let context = context
      if MainThread.isCurrent {
        context.invalidate()
      } else {
        DispatchQueue.main.async { context.invalidate() }
      }
    }
  }

  // MARK: Marks

  /// Whether a commit has anything to do.
  package var hasChanges: Bool {
    !dirty.isEmpty || needsLayout || !displayQueue.isEmpty || !left.isEmpty || !movedAway.isEmpty
  }

  private var needsLayout: Bool { root.needsLayoutFlag || !root.pendingLayouts.isEmpty }

  func mark(_ layer: CALayer, _ dirt: LayerDirt) {
    CATransaction.ensureOpen()
    // A layer that was never committed is packed whole when its superlayer's children are.
    guard layer.slot >= 0 || layer === root else { return }
    layer.dirty.formUnion(dirt)
    if !layer.dirty.contains(.listed) {
      layer.dirty.insert(.listed)
      dirty.append(layer)
    }
  }

  func needsDisplay(_ layer: CALayer) {
    layer.isListedForDisplay = true
    displayQueue.append(layer)
  }

  func didEnter(_ layer: CALayer) {
    if let other = layer.committedIn, other !== self { other.letGo(layer) }
    if layer.needsLayoutFlag { layer.listForLayout() }
    // It may stand in another tree's list, which does not count here.
    layer.isListedForDisplay = false
    if layer.needsDisplayFlag { needsDisplay(layer) }
    if layer === root { mark(layer, [.values, .children]) }
    if layer.values.kind == .tiled, let layer = layer as? CATiledLayer { tiled.append(layer) }
    // One that left since the last commit may have changed outside, where nobody marks it.
    if layer.slot >= 0 { mark(layer, [.values, .children, .animations, .custom]) }
  }

  func didLeave(_ layer: CALayer) {
    CATransaction.ensureOpen()
    if layer.slot >= 0 { left.append(layer) }
    if layer.values.kind == .tiled { tiled.removeAll { $0 === layer } }
  }

  /// Takes the slot from a layer that is in another tree now; what it shows here stays until the commit.
  private func letGo(_ layer: CALayer) {
    movedAway.append((layer, layer.slot))
    forget(layer)
  }

  /// Makes a layer one that was not committed.
  private func forget(_ layer: CALayer) {
    schedule.remove(layer.slot)
    layer.slot = -1
    layer.committedIn = nil
    layer.dirty = []
    layer.committedCustom = CommittedCustom()
  }

  // MARK: Commit

  /// Commits every live tree's changes, as of a media time.
  static func commitAll(at time: TimeInterval) {
    // All trees are laid out and displayed before any is packed, as they may reach into each other, and
    // each in every round, so that one that never comes to rest does not keep the others waiting.
    var rounds = 0
    while rounds < 100, live.count(where: { $0.layOutAndDisplay() }) > 0 { rounds += 1 }
    let contexts = live
    // What can be seen is known once everything is in its place.
    for context in contexts where !context.dirty.isEmpty {
      for layer in context.tiled { layer.showTiles() }
    }
    // The old look of a transition is what was committed before any of this commit's changes, with
    // the layers that leave. A layer that goes from one tree to another leaves before it arrives.
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

  /// Runs what was asked for; returns whether anything was.
  private func layOutAndDisplay() -> Bool {
    guard isAlive, needsLayout || !displayQueue.isEmpty else { return false }
    // What layout and display ask for meanwhile waits for the next round.
    swap(&displaying, &displayQueue)
    for layer in displaying { layer.isListedForDisplay = false }
    root.layOutSubtree()
    for layer in displaying where layer.context === self && layer.needsDisplayFlag {
      layer.displayForCommit(isDrawnByFrames: schedule.contains(layer.slot))
    }
    displaying.removeAll(keepingCapacity: true)
    return true
  }

  private func processLeaving() {
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

  /// Puts everything that changed into the render tree.
  private func pack(at time: TimeInterval) {
    swap(&packing, &dirty)
    defer { packing.removeAll(keepingCapacity: true) }
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
      let bends = dirt.contains(.values) && packValues(of: layer)
      if dirt.contains(.custom) { layer.committedCustom.values = layer.customValues }
      if bends || dirt.contains(.animations) { packAnimations(of: layer, at: time) }
      if layer.values.kind == .emitter { tree.noteEmission(of: layer.slot, at: time) }
    }
    // Only now is it known where the time of those comes from that came with others above them.
    for slot in newEmitters { tree.noteEmission(of: slot, at: time) }
    newEmitters.removeAll(keepingCapacity: true)
  }

  /// Writes what a commit is about to touch, for the debug switch `commits`.
  private func log(_ layers: [CALayer], at time: TimeInterval) {
    let touched = layers.filter { $0.context === self }.map { "\($0.label) (\($0.dirty))" }
    guard !touched.isEmpty else { return }
    DebugSwitches.commits.log(
      "at \(time.inSeconds): " + touched.joined(separator: ", "))
  }

  /// Gives a layer and everything beneath it slots, as far as they have none.
  private func addTree(_ layer: CALayer) {
    layer.visitTree { layer in
      guard layer.slot < 0 else { return false }
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
      if layer.values.kind == .emitter { newEmitters.append(layer.slot) }
      if !layer.attachments.isEmpty { packAnimations(of: layer, at: time) }
      layer.dirty.subtract([.values, .children, .animations, .custom])
    }
    newcomers.removeAll(keepingCapacity: true)
  }

  private func packChildren(of layer: CALayer) {
    let children = layer.children.map { place($0, in: layer.slot) }
    let mask = layer.maskLayer.map { place($0, in: layer.slot) } ?? -1
    // What moved may have come to other times.
    if tree.timedCount > 0 { schedule.isStale = true }
    tree.update(layer.slot) {
      $0.children = children
      $0.mask = mask
    }
  }

  /// Returns the slot of a sublayer or mask.
  private func place(_ layer: CALayer, in parent: Int32) -> Int32 {
    if layer.slot < 0 { addTree(layer) }
    // One that stays where it was is not touched when a sibling comes or goes.
    if tree.nodes[Int(layer.slot)].parent != parent {
      tree.update(layer.slot) { $0.parent = parent }
    }
    return layer.slot
  }

  /// Returns whether the layer's animations have to be compiled again.
  private func packValues(of layer: CALayer) -> Bool {
    let map = layer.timing.map
    if (tree.nodes[Int(layer.slot)].time ?? .identity) != map { schedule.isStale = true }
    return tree.setValues(
      layer.slot, layer.values, name: layer.name, time: map == .identity ? nil : map)
  }

  /// Gives animations without a begin the commit's time, and transitions their old look.
  private func prepareAnimations(of layer: CALayer, at time: TimeInterval) {
    for attached in layer.attachments where !attached.wasCommitted || !attached.hasBegin {
      if !attached.hasBegin {
        attached.hasBegin = true
        // What stands there is a delay: 0 but for an animation that is conducted.
        attached.timing.map.beginTime += layer.convertTime(time, from: nil)
      }
      if attached.wasCommitted { continue }
      attached.wasCommitted = true
      if attached.animation is CATransition, tree.nodes.indices.contains(Int(layer.slot)) {
        attached.snapshot = tree.snapshot(of: layer.slot, at: time) {
          Sampler.present($0, in: tree, at: time)
        }
      }
    }
  }

  private func packAnimations(of layer: CALayer, at time: TimeInterval) {
    layer.committedCustom.tracks = tree.setAnimations(layer.slot, layer.attachments)
    schedule.update(layer, at: layer.slot)
    if schedule.contains(layer.slot) && !schedule.isStale {
      schedule.set(layer.slot, wait(of: layer, at: time))
    }
  }

  // MARK: Frames

  /// A node's values at a media time.
  func presentedValues(of slot: Int32, at time: TimeInterval) -> LayerValues {
    Sampler.present(slot, in: tree, at: time)
  }

  /// Animations attached to layers of the tree, as committed.
  package var animationCount: Int { schedule.animationCount }

  /// Draws the layers that an animation made dirty, for a frame's time; returns how many.
  package func displayAnimatedLayers(at time: TimeInterval) -> Int {
    if schedule.redrawn.isEmpty { return 0 }
    var count = 0
    MediaClock.withFrameTime(time) {
      for slot in schedule.redrawn {
        guard let layer = schedule.entry(of: slot)?.layer, layer.animatesDisplay,
          layer.context === self
        else { continue }
        layer.displayPresentation()
        count += 1
      }
    }
    return count
  }
}
