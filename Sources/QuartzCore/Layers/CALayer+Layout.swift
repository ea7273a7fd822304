// CALayer+Layout.swift
// Layout: marking layers, and laying out the marked ones in the order of the tree.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  func markNeedsLayout() {
    guard presentedModel == nil, !layerState[.isLayingOut] else { return }
    let isNew = !layerState[.needsLayout]
    layerState[.needsLayout] = true
    // Once for each layout, as a manager may request another one in the call.
    if isNew { rare[\.layoutManager]?.invalidateLayout(of: self) }
    ensureTransaction()
    if context != nil { listForLayout() }
  }

  /// Adds the layer to its superlayer's pending layouts, and each unlisted superlayer to its own.
  func listForLayout() {
    var layer = self
    while !layer.layerState[.isListedForLayout], let parent = layer.parent {
      layer.layerState[.isListedForLayout] = true
      parent.pendingLayouts.append(layer)
      layer = parent
    }
  }

  func boundsDidChange(from size: CGSize) {
    guard presentedModel == nil else { return }
    if size != values.bounds.size {
      if needsDisplayOnBoundsChange { setNeedsDisplay() }
      resizeSublayers(withOldSize: size)
    }
    transformDidChange()
  }

  /// Marks what the layer's geometry affects: its own sublayers, and those of its superlayer.
  func transformDidChange() {
    setNeedsLayout()
    parent?.markNeedsLayout()
  }

  func layOutTree() {
    var top = self
    while let parent = top.parent, parent.layerState[.needsLayout] { top = parent }
    top.layOutSubtree()
  }

  /// Lays out marked layers from this one down. A layer that marks itself again in its own layout is laid
  /// out at most a hundred times.
  func layOutSubtree() {
    var walk = LayoutWalk(depth: 0)
    layOutIfMarked()
    layOutDescendants(&walk)
    // Layers too deep for the call stack continue from here.
    var index = 0
    while index < walk.postponed.count {
      let layer = walk.postponed[index]
      index += 1
      if layer.context === context { layer.layOutDescendants(&walk) }
    }
  }

  /// The depth of the recursion, and the layers below its limit.
  private struct LayoutWalk {
    static let maximumDepth = 200
    var depth: Int
    var postponed: [CALayer] = []
  }

  private func layOutIfMarked() {
    var rounds = 0
    while layerState[.needsLayout] && rounds < 100 {
      rounds += 1
      layerState[.needsLayout] = false
      layerState[.isLayingOut] = true
      layoutSublayers()
      layerState[.isLayingOut] = false
      runAction(forKey: "onLayout")
    }
  }

  private func layOutDescendants(_ walk: inout LayoutWalk) {
    if context == nil ? childList.isEmpty && maskLayer == nil : pendingLayouts.isEmpty { return }
    if walk.depth == LayoutWalk.maximumDepth {
      walk.postponed.append(self)
      return
    }
    walk.depth += 1
    defer { walk.depth -= 1 }
    if context != nil {
      layOutPending(&walk)
      return
    }
    for child in children where child.parent === self && child.context == nil {
      child.layOutIfMarked()
      child.layOutDescendants(&walk)
    }
    if let maskLayer {
      maskLayer.layOutIfMarked()
      maskLayer.layOutDescendants(&walk)
    }
  }

  /// Lays out the pending layers of a live layer, each once and in the order of the tree. A layer that is
  /// marked after it was laid out waits for the next layout.
  private func layOutPending(_ walk: inout LayoutWalk) {
    // Layout may lay out this layer again; only the outermost call shortens the list.
    let isOutermost = !layerState[.isLayingOutSublayers]
    layerState[.isLayingOutSublayers] = true
    sortPendingLayouts()
    var index = 0
    while index < pendingLayouts.count {
      let child = pendingLayouts[index]
      index += 1
      guard child.layerState[.isListedForLayout], child.parent === self else { continue }
      let count = pendingLayouts.count
      layOut(pending: child, &walk)
      if pendingLayouts.count > count {
        // Layers were listed meanwhile, perhaps some that come later in the tree.
        layOutPending(after: child, &walk)
        break
      }
    }
    guard isOutermost else { return }
    layerState[.isLayingOutSublayers] = false
    // Each remains once: the flag is cleared for those already collected.
    var remaining: [CALayer] = []
    for child in pendingLayouts where child.layerState[.isListedForLayout] && child.parent === self
    {
      child.layerState[.isListedForLayout] = false
      remaining.append(child)
    }
    for child in remaining { child.layerState[.isListedForLayout] = true }
    pendingLayouts.removeAllForReuse()
    pendingLayouts += remaining
  }

  private func layOut(pending child: CALayer, _ walk: inout LayoutWalk) {
    child.layOutIfMarked()
    // Layout may have moved the layer to another superlayer, which lists it again.
    guard child.parent === self else { return }
    child.layerState[.isListedForLayout] = false
    child.layOutDescendants(&walk)
  }

  private func layOutPending(after child: CALayer, _ walk: inout LayoutWalk) {
    let first = child.parent === self ? childList.index(of: child).map { $0 + 1 } : 0
    for other in children[(first ?? childList.count)...]
    where other.layerState[.isListedForLayout] && other.parent === self {
      layOut(pending: other, &walk)
    }
    if let maskLayer, maskLayer !== child, maskLayer.layerState[.isListedForLayout] {
      layOut(pending: maskLayer, &walk)
    }
  }

  /// Sorts the pending layouts in the order of the tree, the mask last.
  private func sortPendingLayouts() {
    if pendingLayouts.count < 2 { return }
    let indices = pendingLayouts.map { child in
      child.layerState[.isListedForLayout] && child.parent === self && child !== maskLayer
        ? childList.index(of: child) ?? .max : .max
    }
    if zip(indices, indices.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    pendingLayouts = zip(indices, pendingLayouts).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
