// LayerContext.swift
// What makes a layer tree live: its place in the render tree, and what of it has to be committed.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A live layer tree: the layers of one window.
package final class LayerContext {
  private struct Weak { weak var context: LayerContext? }
  // Live trees belong to the main thread, which alone makes and asks for contexts.
  nonisolated(unsafe) private static var all: [Weak] = []

  /// Every context that is in use, oldest first. Walking them makes no array.
  package static var live: some Sequence<LayerContext> { all.lazy.compactMap(\.context) }

  package let root: CALayer
  /// The tree as last committed.
  package var tree = RenderTree()
  /// Whether the tree counts as shown: without it no implicit animation is made.
  package var isVisible = true

  private var dirty: [CALayer] = []
  private var layoutQueue: [CALayer] = []
  private var displayQueue: [CALayer] = []
  /// Committed layers that left the tree since the last commit.
  private var left: [CALayer] = []
  private var releasedSlots: [Int32] = []
  /// Layers with animations, as committed, and what they wait for.
  var schedule = AnimationSchedule()

  /// Makes a tree live.
  ///
  /// - Precondition: The root has no superlayer, and this is the main thread.
  package init(root: CALayer) {
    precondition(root.parent == nil, "\(root.label) has a superlayer and cannot be a root")
    self.root = root
    Self.all.removeAll { $0.context == nil }
    Self.all.append(Weak(context: self))
    CATransaction.ensureOpen()
    root.enter(self)
  }

  /// Ends the tree's life: its animations stop unfinished, and its layers can become live elsewhere.
  package func invalidate() {
    root.leaveContext()
    processLeaving()
    Self.all.removeAll { $0.context == nil || $0.context === self }
  }

  // MARK: Marks

  /// Whether a commit has anything to do.
  package var hasChanges: Bool {
    !dirty.isEmpty || !layoutQueue.isEmpty || !displayQueue.isEmpty || !left.isEmpty
      || !releasedSlots.isEmpty
  }

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

  func needsLayout(_ layer: CALayer) { layoutQueue.append(layer) }

  func needsDisplay(_ layer: CALayer) { displayQueue.append(layer) }

  func didEnter(_ layer: CALayer) {
    if layer.needsLayoutFlag { layoutQueue.append(layer) }
    if layer.needsDisplayFlag { displayQueue.append(layer) }
    if layer === root { mark(layer, [.values, .children]) }
  }

  func didLeave(_ layer: CALayer) {
    CATransaction.ensureOpen()
    if layer.slot >= 0 { left.append(layer) }
  }

  func releaseLater(_ slot: Int32) { releasedSlots.append(slot) }

  // MARK: Commit

  /// Commits every live tree's changes, as of a media time.
  static func commitAll(at time: TimeInterval) {
    let contexts = Array(live)
    // All trees are laid out and displayed before any is packed, as they may reach into each other.
    var rounds = 0
    while rounds < 100, contexts.contains(where: { $0.layOutAndDisplay() }) { rounds += 1 }
    // The old look of a transition is what was committed before any of this commit's changes, with
    // the layers that leave. A layer that goes from one tree to another leaves before it arrives.
    for context in contexts { context.prepareAnimations(at: time) }
    for context in contexts { context.processLeaving() }
    for context in contexts { context.pack(at: time) }
  }

  private func prepareAnimations(at time: TimeInterval) {
    for layer in dirty
    where layer.context === self && layer.dirty.contains(.animations) && layer.slot >= 0 {
      prepareAnimations(of: layer, at: time)
    }
  }

  /// Runs what was asked for; returns whether anything was.
  private func layOutAndDisplay() -> Bool {
    let (layouts, displays) = (layoutQueue, displayQueue)
    if layouts.isEmpty && displays.isEmpty { return false }
    layoutQueue = []
    for layer in layouts where layer.context === self && layer.needsLayoutFlag {
      layer.layoutIfNeeded()
    }
    displayQueue.removeFirst(displays.count)
    for layer in displays where layer.context === self && layer.needsDisplayFlag {
      layer.displayForCommit(isDrawnByFrames: schedule.contains(layer.slot))
    }
    return true
  }

  private func processLeaving() {
    for layer in left where layer.context !== self && layer.slot >= 0 {
      schedule.remove(layer.slot)
      tree.release(layer.slot)
      layer.slot = -1
      layer.dirty = []
      layer.committedCustom = CommittedCustom()
      layer.removeAllAnimations()
    }
    left = []
    for slot in releasedSlots { tree.release(slot) }
    releasedSlots = []
  }

  /// Puts everything that changed into the render tree.
  private func pack(at time: TimeInterval) {
    let layers = dirty
    dirty = []
    if root.slot < 0 {
      tree.root = add(root, parent: -1, at: time)
    }
    for layer in layers where layer.context === self {
      let dirt = layer.dirty
      layer.dirty = []
      guard layer.slot >= 0, !dirt.isEmpty else { continue }
      if dirt.contains(.children) { packChildren(of: layer, at: time) }
      let bends =
        dirt.contains(.values) && tree.dependsOnChange(layer.slot, to: layer.values)
      if dirt.contains(.values) { packValues(of: layer) }
      if dirt.contains(.custom) { layer.committedCustom.values = layer.customValues }
      if bends || dirt.contains(.animations) { packAnimations(of: layer, at: time) }
    }
  }

  /// Gives a new layer and everything beneath it slots.
  private func add(_ layer: CALayer, parent: Int32, at time: TimeInterval) -> Int32 {
    if layer.slot < 0 {
      layer.slot = tree.allocate()
      prepareAnimations(of: layer, at: time)
      packValues(of: layer)
      layer.committedCustom.values = layer.customValues
      packChildren(of: layer, at: time)
      if !layer.attachments.isEmpty { packAnimations(of: layer, at: time) }
      layer.dirty.subtract([.values, .children, .animations, .custom])
    }
    tree.update(layer.slot) { $0.parent = parent }
    return layer.slot
  }

  private func packChildren(of layer: CALayer, at time: TimeInterval) {
    let children = layer.children.map { add($0, parent: layer.slot, at: time) }
    let mask = layer.maskLayer.map { add($0, parent: layer.slot, at: time) } ?? -1
    // What moved may have come to other times.
    if tree.timedCount > 0 { schedule.isStale = true }
    tree.update(layer.slot) {
      $0.children = children
      $0.mask = mask
    }
  }

  private func packValues(of layer: CALayer) {
    let map = layer.timing.map
    if (tree.nodes[Int(layer.slot)].time ?? .identity) != map { schedule.isStale = true }
    tree.update(layer.slot) {
      $0.values = layer.values
      $0.name = layer.name
      $0.time = map == .identity ? nil : map
    }
  }

  /// Gives animations without a begin the commit's time, and transitions their old look.
  private func prepareAnimations(of layer: CALayer, at time: TimeInterval) {
    for attached in layer.attachments where !attached.wasCommitted {
      attached.wasCommitted = true
      if !attached.hasBegin {
        attached.hasBegin = true
        attached.timing.map.beginTime = layer.convertTime(time, from: nil)
      }
      if attached.animation is CATransition, tree.nodes.indices.contains(Int(layer.slot)) {
        attached.snapshot = tree.snapshot(of: layer.slot) {
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
