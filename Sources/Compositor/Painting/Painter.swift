// Painter.swift
// Stage: draw list. Sampled layers in, primitives back to front out. What did not change since the
// frame before is not painted again (OneFrame).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Turns sampled layers into draw lists, one frame after another.
///
/// A frame that moves layers, or changes how they look, costs what these layers cost: their items are
/// written over those of the frame before. A frame that adds, removes or reorders layers is painted
/// anew and compared with the one before.
package struct Painter {
  private var painting = PaintContext()
  private var scale: CGFloat = 0
  private var root: Int32 = -1
  /// Whether any layer flipped its sublayers since everything was painted anew.
  private var hasFlips = false

  package init() {}

  /// What was painted last. Its serial number and damage tell a canvas what it may keep.
  package var list: DrawList { _read { yield painting.writer.list } }

  /// Counts how often everything was painted anew.
  package private(set) var rebuilds = 0

  /// Whether particles move that the last list shows, so that another frame has to follow.
  package var isMoving: Bool { painting.particles.isMoving }

  /// Makes every pixel of the next list differ, as the target lost what it showed.
  package mutating func damageEverything() { scale = 0 }

  /// Paints everything that a tree shows.
  ///
  /// - Parameters:
  ///   - sampled: The frame's values. What it says was touched is since the last call of this.
  ///   - scale: Device pixels per point.
  ///   - size: The target's.
  ///   - background: The colour behind the root layer.
  package mutating func paint(
    _ tree: borrowing RenderTree, _ sampled: borrowing SampledTree, scale: CGFloat,
    size: PixelSize, background: CGColor
  ) {
    let isAnother = scale != self.scale || tree.root != root
    (self.scale, root) = (scale, tree.root)
    painting.writer.begin()
    if isAnother { painting.writer.damageEverything() }
    let isAnew =
      isAnother || sampled.isRestructured || size != list.size || background != list.background
    let (touched, transitions) = (sampled.touched, sampled.transitions)
    painting.particles.advance(tree, at: sampled.time)
    let delayed =
      tree.replicators.isEmpty
      ? nil : DelayedCopies(copy tree, sampled.easings, at: sampled.time)
    tree.nodes.withUnsafeBufferPointer { nodes in
      sampled.values.withUnsafeBufferPointer { values in
        guard let first = nodes.baseAddress, let values = values.baseAddress else { return }
        painting.particles.nodes = first
        if isAnew { hasFlips = values.hasFlips(0..<nodes.count) }
        for slot in touched where values[Int(slot)].isGeometryFlipped { hasFlips = true }
        var walk = PaintWalk(
          nodes: first, values: values, transitions: transitions, hasFlips: hasFlips)
        if let delayed { walk.delays = delayed }
        if !isAnew && repaint(walk, touched) {
          painting.writer.endList()
          return
        }
        rebuilds += 1
        painting.marks.rebuild(count: nodes.count)
        painting.writer.rebuild(size: size, background: background)
        if root >= 0 { walk.paintRoot(root, rootPlace(walk), into: &painting) }
        painting.writer.endAnew()
      }
    }
  }

  /// Paints again what was touched, in its old place; returns whether it fits there.
  private mutating func repaint(_ walk: PaintWalk, _ touched: [Int32]) -> Bool {
    painting.marks.beginFrame()
    for slot in touched where painting.marks.isPainted(slot) {
      // Siblings may change their order.
      if walk.values[Int(slot)].zPosition != painting.marks[slot].zPosition { return false }
      mark(slot, walk)
    }
    // Particles move without anybody's touch.
    for slot in painting.particles.slots where painting.marks.isPainted(slot) { mark(slot, walk) }
    return repaint(walk, anchorsOf: touched) && repaint(walk, anchorsOf: painting.particles.slots)
  }

  private mutating func mark(_ slot: Int32, _ walk: PaintWalk) {
    painting.marks.markPath(from: slot) { walk.nodes[Int($0)].parent }
    painting.marks.markAnchor(painting.marks[slot].anchor)
  }

  private mutating func repaint(_ walk: PaintWalk, anchorsOf slots: [Int32]) -> Bool {
    for slot in slots where painting.marks.isPainted(slot) {
      let anchor = painting.marks[slot].anchor
      guard painting.marks.isAnchor(anchor) else { continue }
      painting.marks.unmarkAnchor(anchor)
      // What is beneath another anchor is painted with it.
      var above = walk.nodes[Int(anchor)].parent
      while above >= 0, !painting.marks.wasAnchor(above) { above = walk.nodes[Int(above)].parent }
      if above >= 0 { continue }
      painting.writer.begin(over: painting.marks[anchor].items)
      let parent = walk.nodes[Int(anchor)].parent
      if anchor == root {
        walk.paintRoot(root, rootPlace(walk), into: &painting)
      } else if parent >= 0, painting.marks[parent].inside >= 0 {
        let place = painting.marks.insides[Int(painting.marks[parent].inside)]
        walk.paint(anchor, in: place, of: walk.values + Int(parent), into: &painting)
      } else {
        painting.writer.fail()
      }
      painting.writer.endOver()
      if painting.writer.hasFailed { return false }
    }
    return true
  }

  /// The root's own place is the window's business: its bounds fill the target.
  private func rootPlace(_ walk: PaintWalk) -> PaintState {
    let origin = walk.values[Int(root)].bounds.origin
    return PaintState(
      transform: PlaneTransform(tx: -origin.x, ty: -origin.y)
        .concatenating(PlaneTransform(a: scale, d: scale)),
      opacity: 1, scissor: PixelRect(list.size))
  }
}

extension UnsafePointer<LayerValues> {
  /// Whether any of some layers flips its sublayers.
  fileprivate func hasFlips(_ slots: Range<Int>) -> Bool {
    slots.contains { self[$0].isGeometryFlipped }
  }
}
