// LayerContext.swift
// Stage: transaction → commit. A live layer tree: its render tree, and the layers that are marked for the
// next commit.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A live layer tree: the layers of one window.
///
/// A context is retained until ``invalidate()``, as its layers refer to it unowned.
package final class LayerContext {
  /// The contexts in use, oldest first.
  package static var live: [LayerContext] { storedLive.value }
  private static let storedLive = MainThreadValue<[LayerContext]>([])

  package let root: CALayer
  /// The tree as last committed.
  @exclusivity(unchecked) package var tree = RenderTree()
  /// Whether the tree is visible. Without it, no implicit animation is made.
  @exclusivity(unchecked) package var isVisible = true
  /// Whether y grows downwards on the screen, so that contents are drawn upside down compared to a context of
  /// Core Graphics, as in a window.
  package var isFlipped = false
  /// Results of the action searches since the last frame.
  @exclusivity(unchecked) var actionCounts = ActionCounts()
  /// The layer beneath which action searches are counted; nil counts the whole tree.
  package weak var actionCountRoot: CALayer?
  /// What records the action searches. Nil, the default, records none at no cost.
  package var actionRecorder: ActionRecorder? {
    didSet {
      ActionLog.recorders += (actionRecorder == nil ? 0 : 1) - (oldValue == nil ? 0 : 1)
    }
  }

  /// What edits new animations. Nil, the default, edits none at no cost.
  package weak var animationEditor: (any AnimationEditor)?

  // Marks: the input of the next commit.

  /// Layers with changes.
  @exclusivity(unchecked) var dirty: [CALayer] = []
  /// Layers that need display.
  @exclusivity(unchecked) var displayQueue: [CALayer] = []
  /// Committed layers that left the tree since the last commit.
  var left: [CALayer] = []
  /// Committed layers that moved to another tree since the last commit, and their slots here.
  var movedAway: [(layer: CALayer, slot: Int32)] = []
  /// Layers that draw the tiles that are visible.
  private(set) var tiled: [CATiledLayer] = []

  // Buffers of a commit in progress, kept so that the next one allocates none.

  /// Layers that are packed.
  @exclusivity(unchecked) var packing: [CALayer] = []
  /// Layers with a new slot that are still to be packed.
  @exclusivity(unchecked) var newcomers: [CALayer] = []
  /// Layers that are displayed.
  @exclusivity(unchecked) var displaying: [CALayer] = []
  /// Emitter layers that are packed.
  var emitters: [Int32] = []
  /// The cache of ``withEasings(_:)``.
  private var easings = EasingTable()
  /// Layers with animations, as committed, and their next events.
  @exclusivity(unchecked) var schedule = EventSchedule()

  /// Makes a tree live.
  ///
  /// A layer is the root of one tree only; its previous tree ends.
  ///
  /// - Precondition: The root has no superlayer, and this is the main thread.
  package init(root: CALayer) {
    trap(unless: root.parent == nil, "\(root.label) has a superlayer and cannot be a root")
    root.context?.invalidate()
    self.root = root
    DebugSwitches.readEnvironment()
    _ = MethodSlot.ofLayers
    Self.storedLive.value.append(self)
    CATransaction.ensureOpen()
    root.enter(self)
  }

  /// Ends the tree: its animations stop unfinished, and its layers can become live elsewhere.
  package func invalidate() {
    if isAlive { root.leaveContext() }
    processLeaving()
    // Layers that were never committed have no slot, but may be marked.
    for layer in dirty where layer.context == nil { layer.dirty = [] }
    (dirty, displayQueue) = ([], [])
    actionRecorder = nil
    Self.storedLive.value.removeAll { $0 === self }
  }

  /// Whether the tree is live; user code in a commit may end it.
  package var isAlive: Bool { root.context === self }

  /// Ends a tree in its deinit, for owners that may be released without ending it.
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

  var needsLayout: Bool { root.layerState[.needsLayout] || !root.pendingLayouts.isEmpty }

  func mark(_ layer: CALayer, _ dirt: LayerDirt) {
    CATransaction.ensureOpen()
    // A new layer is packed with its superlayer's children.
    guard layer.slot >= 0 || layer === root else { return }
    layer.dirty.formUnion(dirt)
    if !layer.dirty.contains(.listed) {
      layer.dirty.insert(.listed)
      dirty.append(layer)
    }
  }

  func needsDisplay(_ layer: CALayer) {
    layer.layerState[.isListedForDisplay] = true
    displayQueue.append(layer)
  }

  func didEnter(_ layer: CALayer) {
    if let other = layer.committedIn, other !== self { other.letGo(layer) }
    if layer.layerState[.needsLayout] { layer.listForLayout() }
    // The flag may come from another tree's queue.
    layer.layerState[.isListedForDisplay] = false
    if layer.layerState[.needsDisplay] { needsDisplay(layer) }
    if layer === root { mark(layer, [.values, .children]) }
    if layer.values.kind == .tiled, let layer = layer as? CATiledLayer { tiled.append(layer) }
    // A layer that left since the last commit is not marked for changes outside.
    if layer.slot >= 0 { mark(layer, [.values, .children, .animations, .custom]) }
  }

  func didLeave(_ layer: CALayer) {
    CATransaction.ensureOpen()
    if layer.slot >= 0 { left.append(layer) }
    if layer.values.kind == .tiled { tiled.removeAll { $0 === layer } }
  }

  /// Releases a layer that is in another tree now; its node here remains until the commit.
  private func letGo(_ layer: CALayer) {
    movedAway.append((layer, layer.slot))
    forget(layer)
  }

  /// Resets a layer to one that was never committed.
  func forget(_ layer: CALayer) {
    schedule.remove(layer.slot)
    layer.slot = -1
    layer.committedIn = nil
    layer.dirty = []
    layer.committedCustom = CommittedCustom()
  }

  // MARK: Frames

  /// Hands over what the commits since the last call changed.
  ///
  /// - Parameter message: Receives the changes.
  package func handOverChanges(to message: inout RenderTreeChanges) {
    tree.handOverChanges(to: &message)
  }

  /// Adds what the commits since the last call changed to an update of a copy of the tree.
  package func handOverChanges(to update: inout RenderTreeUpdate) {
    tree.handOverChanges(to: &update)
  }

  /// Returns a node's values at a media time.
  ///
  /// Each is one that a layer may have: where an animation passes beyond the largest numbers, the model's.
  func presentedValues(of slot: Int32, at time: TimeInterval) -> LayerValues {
    var values = withEasings { Sampler.present(slot, in: tree, at: time, curves: $0) }
    let node = tree.nodes[Int(slot)]
    node.tracks?.replaceOverflow(in: &values, by: node.values)
    return values
  }

  /// Returns a node and everything beneath it as presented at a media time.
  func snapshot(of slot: Int32, at time: TimeInterval) -> LayerSnapshot {
    withEasings { curves in
      tree.snapshot(of: slot, at: time) { Sampler.present($0, in: tree, at: time, curves: curves) }
    }
  }

  /// Lends the easing curves of the tree for values outside of frames.
  func withEasings<R>(_ body: (EasingTable.Reader) -> R) -> R {
    easings.update(from: tree.easings)
    return easings.withReader(body)
  }

  /// The number of animations attached to layers of the tree, as committed.
  package var animationCount: Int { schedule.animationCount }

  /// Whether animations make layers dirty, so that each frame needs ``displayAnimatedLayers(at:)``.
  package var drawsForFrames: Bool { !schedule.redrawnSlots.isEmpty }

  /// Draws the layers that animations make dirty, for a frame's time; returns their number.
  package func displayAnimatedLayers(at time: TimeInterval) -> Int {
    if schedule.redrawnSlots.isEmpty { return 0 }
    var count = 0
    MediaClock.withFrameTime(time) {
      for slot in schedule.redrawnSlots {
        guard let layer = schedule.entry(of: slot)?.layer, layer.animatesDisplay,
          layer.context === self
        else { continue }
        layer.displayAnimatedValues()
        count += 1
      }
    }
    return count
  }
}
