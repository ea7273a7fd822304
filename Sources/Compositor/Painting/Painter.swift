// Painter.swift
// Stage: draw list. Takes sampled layers, returns primitives back to front. Layers that did not change
// since the frame before are not painted again.
//
// This folder: from the sampled tree to a draw list, one part of `PaintWalk` for each subject, and what may be
// reused from the last frame.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Turns sampled layers into draw lists, one frame after another.
///
/// A frame that moves or restyles layers costs only these layers: their items overwrite those of the frame
/// before. A frame that adds, removes or reorders layers is painted completely and compared with the
/// frame before.
package struct Painter {
  private var context = PaintContext()
  private var scale: CGFloat = 0
  private var root: Int32 = -1
  /// Whether any layer flipped its sublayers since the last rebuild.
  private var hasFlips = false

  package init() {}

  /// The list that was painted last. Its serial number and damage decide what a canvas may keep.
  package var list: DrawList { _read { yield context.builder.list } }

  /// The number of lists that were rebuilt.
  package private(set) var rebuilds = 0

  /// Whether the last list shows particles that move, so that another frame has to follow.
  package var isMoving: Bool { context.particles.isMoving }

  /// Damages every pixel of the next list, as the target lost its content.
  package mutating func damageEverything() { scale = 0 }

  /// Paints everything that a tree shows.
  ///
  /// - Parameters:
  ///   - sampled: The frame's values. Touched layers are those since the last call.
  ///   - scale: Device pixels per point.
  ///   - size: The target's.
  ///   - background: The colour behind the root layer.
  package mutating func paint(
    _ tree: borrowing RenderTree, _ sampled: borrowing SampledTree, scale: CGFloat,
    size: PixelSize, background: CGColor
  ) {
    let hasNewTarget = scale != self.scale || tree.root != root
    (self.scale, root) = (scale, tree.root)
    context.builder.begin()
    if hasNewTarget { context.builder.damageEverything() }
    let needsRebuild =
      hasNewTarget || sampled.isRestructured || size != list.size || background != list.background
    let (touched, transitions) = (sampled.touched, sampled.transitions)
    context.particles.advance(tree, at: sampled.time)
    let delayed =
      tree.replicators.isEmpty
      ? nil : DelayedCopies(copy tree, sampled.easings, at: sampled.time)
    tree.nodes.withUnsafeBufferPointer { nodes in
      sampled.values.withUnsafeBufferPointer { values in
        guard let first = nodes.baseAddress, let values = values.baseAddress else { return }
        context.particles.nodes = first
        if needsRebuild { hasFlips = values.hasFlips(0..<nodes.count) }
        for slot in touched where values[Int(slot)].isGeometryFlipped { hasFlips = true }
        var walk = PaintWalk(
          nodes: first, values: values, transitions: transitions, hasFlips: hasFlips)
        if let delayed { walk.delays = delayed }
        if !needsRebuild && repaint(walk, touched) {
          context.builder.endList()
          return
        }
        rebuilds += 1
        context.cache.rebuild(count: nodes.count)
        context.builder.rebuild(size: size, background: background, layers: nodes.count)
        if root >= 0 { walk.paintRoot(root, rootState(walk), into: &context) }
        context.builder.endRebuild()
        context.cache.checkInvariants()
      }
    }
  }

  /// Repaints the touched layers over their former items; returns whether they fit.
  private mutating func repaint(_ walk: PaintWalk, _ touched: [Int32]) -> Bool {
    context.cache.beginFrame()
    for slot in touched where context.cache.isPainted(slot) {
      if walk.values[Int(slot)].zPosition != context.cache[slot].zPosition,
        !siblingsKeepOrder(of: slot, walk)
      {
        return false
      }
      mark(slot, walk)
    }
    // Particles move without a change of their layer.
    for slot in context.particles.slots where context.cache.isPainted(slot) { mark(slot, walk) }
    walk.repaintPlainLayers(touched, into: &context)
    return repaint(walk, repaintRootsOf: touched)
      && repaint(walk, repaintRootsOf: context.particles.slots)
  }

  /// Whether a layer and its siblings are painted in the same order as before; checked once a frame.
  ///
  /// False for layers in space and for copies, whose order depends on more than their positions.
  private mutating func siblingsKeepOrder(of slot: Int32, _ walk: PaintWalk) -> Bool {
    let parent = walk.nodes[Int(slot)].parent
    guard parent >= 0, context.cache.beginOrderCheck(of: parent) else { return true }
    let layer = walk.layer(parent)
    if layer.keepsDepth { return false }
    if layer.hasRareValues, case .replicator? = layer.subclass { return false }
    var end = Int32.min
    for child in walk.sublayersBackToFront(of: parent) where context.cache.isPainted(child) {
      let items = context.cache[child].items
      // A layer without items has no place among the others.
      if items.isEmpty { continue }
      if items.lowerBound < end { return false }
      end = Int32(items.upperBound)
    }
    return true
  }

  private mutating func mark(_ slot: Int32, _ walk: PaintWalk) {
    context.cache.markPath(from: slot) { walk.nodes[Int($0)].parent }
    context.cache.markRepaintRoot(context.cache[slot].repaintRoot)
  }

  private mutating func repaint(_ walk: PaintWalk, repaintRootsOf slots: [Int32]) -> Bool {
    for slot in slots where context.cache.isPainted(slot) {
      let repaintRoot = context.cache[slot].repaintRoot
      guard context.cache.isPendingRepaintRoot(repaintRoot) else { continue }
      context.cache.finishRepaintRoot(repaintRoot)
      // A layer beneath another repaint root is painted with it.
      var above = walk.nodes[Int(repaintRoot)].parent
      while above >= 0, !context.cache.isRepaintRoot(above) {
        above = walk.nodes[Int(above)].parent
      }
      if above >= 0 { continue }
      context.builder.overwrite(context.cache[repaintRoot].items)
      let parent = walk.nodes[Int(repaintRoot)].parent
      if repaintRoot == root {
        walk.paintRoot(root, rootState(walk), into: &context)
      } else if parent >= 0, let state = context.cache.childState(of: parent) {
        walk.paint(repaintRoot, in: state, of: walk.layer(parent), into: &context)
      } else {
        context.builder.fail()
      }
      context.builder.endOverwrite()
      if context.builder.hasFailed { return false }
    }
    return true
  }

  /// The state of the root layer: its bounds fill the target, wherever its position is.
  private func rootState(_ walk: PaintWalk) -> PaintState {
    let origin = walk.values[Int(root)].bounds.origin
    return PaintState(
      transform: PlaneTransform(tx: -origin.x, ty: -origin.y)
        .concatenating(PlaneTransform(a: scale, d: scale)),
      opacity: 1, scissor: PixelRect(list.size))
  }
}

extension UnsafePointer<LayerValues> {
  /// Whether any layer of a range flips its sublayers.
  fileprivate func hasFlips(_ slots: Range<Int>) -> Bool {
    slots.contains { self[$0].isGeometryFlipped }
  }
}
