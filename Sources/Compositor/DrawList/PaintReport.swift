// PaintReport.swift
// Stage: draw list. What painting a subtree does with pixels, for tools that show it: which are painted again, off
// screen, blended, and more than once.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation
package import QuartzCore

/// A picture that is painted apart and then composited.
package struct OffscreenPass: Hashable, Sendable {
  /// Why it is.
  package enum Reason: String, Sendable {
    case mask = "a mask"
    case clip = "a clip that is round or turned"
    case opacity = "opacity of a group"
    case shadow = "a shadow without a path"
    case filter = "a filter"
    case backdrop = "a backdrop"
    case blendMode = "a blend mode"
    case rasterization = "rasterisation"
    case transition = "a transition"
    case depth = "layers in space"
    case other = "its contents"
  }

  /// The pixels that it changes.
  package let rect: PixelRect
  /// The layer: its place in the sublayers of each layer above, from the first one of the subtree on; -1 for a mask.
  package let layer: [Int]
  package let reason: Reason
}

/// The draw list of a frozen subtree, and what it costs.
///
/// Particles are not part of it.
package struct PaintReport: Hashable, Sendable {
  private let list: DrawList
  /// The picture that each group and each backdrop is, by the indices of their items, without its place.
  private let owners: [Int: OffscreenPass]

  /// Makes the draw list of a subtree.
  ///
  /// - Parameter scale: Pixels per point.
  /// - Returns: Nil where its first node has no pixels, or too many.
  package init?(_ snapshot: LayerSnapshot, scale: CGFloat) {
    guard let size = snapshot.pixelSize(scale: scale) else { return nil }
    let (list, owners) = snapshot.owned(size: size, scale: scale)
    self.list = list
    self.owners = owners.reduce(into: [:]) { passes, owner in
      guard list.items.indices.contains(owner.key) else { return }
      let node = Int(max(0, owner.value))
      passes[owner.key] = OffscreenPass(
        rect: .empty, layer: snapshot.path(of: node),
        reason: snapshot.reason(for: list.items[owner.key], of: node))
    }
  }

  /// The size in pixels.
  package var size: PixelSize { list.size }

  /// The pixels that a canvas paints again when the subtree's picture follows another one.
  ///
  /// More than a window paints where a group's content comes to reach further: here the whole group counts.
  package func repainted(since former: PaintReport) -> [PixelRect] {
    guard former.size == size else { return [PixelRect(size)] }
    var next = list
    next.damage = .none
    if former.list.items.count == list.items.count {
      // As where layers only move or change: item by item.
      for (old, new) in zip(former.list.items, list.items) where old != new {
        next.damage.add(old.reach)
        next.damage.add(new.reach)
      }
    } else {
      next.damage.add(changesFrom: former.list.items, to: list.items)
    }
    next.endDamage()
    return next.damage.isEverything ? [PixelRect(size)] : next.damage.rects
  }

  /// The pictures that are painted apart and then composited: groups and backdrops, outer ones first.
  package var offscreenPasses: [OffscreenPass] {
    var passes: [OffscreenPass] = []
    // Items of a mapped group are in pixels of its own.
    var openGroups: [Bool] = []
    func add(_ rect: PixelRect, _ index: Int) {
      guard !rect.isEmpty else { return }
      let owner = owners[index]
      passes.append(
        OffscreenPass(rect: rect, layer: owner?.layer ?? [], reason: owner?.reason ?? .other))
    }
    for (index, item) in list.items.enumerated() {
      switch item.primitive {
      case .beginGroup(let group):
        let isMapped = group.isMapped || openGroups.last == true
        openGroups.append(isMapped)
        add(isMapped || group.spreadsDamage ? item.reach : group.bounds, index)
      case .endGroup: openGroups.removeLast()
      case .backdrop: add(item.reach, index)
      case .box, .image, .glyphs, .fill, .stroke, .gradient, .shadow, .sprites: break
      }
    }
    return passes
  }

  /// What is painted over what lies beneath, in painting order: whether it hides it, or is blended with it.
  package var draws: [(rect: PixelRect, isBlended: Bool)] {
    drawn.map { (rect: $0.rect, isBlended: !list.items[$0.item].isOpaque) }
  }

  /// The indices of the items that paint something, and where each of them does.
  private var drawn: [(item: Int, rect: PixelRect)] {
    var drawn: [(item: Int, rect: PixelRect)] = []
    // An item of a group with a shadow or with filters has the group's reach, as a change of it changes all of that. An
    // item of a mapped group is in pixels of its own.
    var openGroups: [(isSpreading: Bool, isMapped: Bool)] = []
    for (index, item) in list.items.enumerated() {
      if case .endGroup = item.primitive {
        openGroups.removeLast()
        continue
      }
      let outer = openGroups.last ?? (false, false)
      if !item.reach.isEmpty {
        let isOwn = outer.isSpreading && !outer.isMapped
        drawn.append((index, isOwn ? item.touched ?? item.reach : item.reach))
      }
      if case .beginGroup(let group) = item.primitive {
        openGroups.append(
          (outer.isSpreading || group.spreadsDamage, outer.isMapped || group.isMapped))
      }
    }
    return drawn
  }

  /// The number of times that each pixel is painted, at most 255; rows from the top.
  package var paintCounts: [UInt8] {
    let (width, height) = (size.width, size.height)
    // The differences along both axes, so that a rectangle costs four of them.
    var differences = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    let target = PixelRect(size)
    for (_, rect) in drawn {
      let part = rect.intersection(target)
      if part.isEmpty { continue }
      differences[part.minY * (width + 1) + part.minX] += 1
      differences[part.minY * (width + 1) + part.maxX] -= 1
      differences[part.maxY * (width + 1) + part.minX] -= 1
      differences[part.maxY * (width + 1) + part.maxX] += 1
    }
    var counts = [UInt8](repeating: 0, count: width * height)
    var above = [Int32](repeating: 0, count: width)
    for y in 0..<height {
      var sum: Int32 = 0
      for x in 0..<width {
        sum += differences[y * (width + 1) + x]
        above[x] += sum
        counts[y * width + x] = UInt8(clamping: above[x])
      }
    }
    return counts
  }
}

extension LayerSnapshot {
  /// The place of a node in the children of each node above; -1 for a mask.
  fileprivate func path(of index: Int) -> [Int] {
    var path: [Int] = []
    var node = index
    while nodes[node].parent >= 0 {
      let parent = Int(nodes[node].parent)
      path.append(nodes[parent].children.firstIndex(of: Int32(node)) ?? -1)
      node = parent
    }
    return path.reversed()
  }

  /// Why a node's item is painted apart.
  fileprivate func reason(for item: DrawItem, of index: Int) -> OffscreenPass.Reason {
    let (node, layer) = (nodes[index], values[index])
    guard case .beginGroup(let group) = item.primitive else { return .backdrop }
    if case .mode = group.blend { return .blendMode }
    if group.shadow != nil { return .shadow }
    if !group.filters.isEmpty { return .filter }
    if group.isMapped { return layer.shouldRasterize ? .rasterization : .depth }
    if node.mask >= 0 { return .mask }
    if group.blend == .destinationIn { return .clip }
    if transitions[Int32(index)] != nil { return .transition }
    if item.opacity < 1 { return .opacity }
    if layer.shouldRasterize { return .rasterization }
    return layer.masksToBounds ? .clip : .other
  }
}

extension DrawItem {
  /// The device pixels that its primitive covers within its scissor; nil where that is not known.
  fileprivate var touched: PixelRect? {
    let bounds: CGRect
    switch primitive {
    case .box(let box): bounds = box.rect
    case .image(let quad): bounds = quad.rect
    case .glyphs(let run): bounds = run.bounds
    case .fill(let path, _, _): bounds = path.boundingBox
    case .stroke(let path, let style, _):
      bounds = path.boundingBox.insetBy(dx: -style.width / 2, dy: -style.width / 2)
    case .gradient(let fill): bounds = fill.rect
    case .backdrop(let backdrop): bounds = backdrop.rect
    case .beginGroup(let group): return group.spreadsDamage ? reach : group.bounds
    case .shadow, .sprites, .endGroup: return nil
    }
    return transform.bounds(of: bounds).map { PixelRect(covering: $0).intersection(scissor) }
  }

  /// Whether it hides what lies beneath it, apart from its edges.
  fileprivate var isOpaque: Bool {
    guard opacity >= 1 else { return false }
    return switch primitive {
    case .box(let box): (box.fill?.alpha ?? 0) >= 1
    case .image(let quad): quad.image.isOpaque
    case .gradient(let fill): fill.gradient.colors.allSatisfy { $0.alpha >= 1 }
    case .glyphs, .fill, .stroke, .shadow, .sprites, .backdrop, .beginGroup, .endGroup: false
    }
  }
}

extension CGImage {
  /// Whether no pixel lets anything through.
  fileprivate var isOpaque: Bool {
    stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
  }
}
