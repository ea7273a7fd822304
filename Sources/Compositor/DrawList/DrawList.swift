// DrawList.swift
// Stage: draw list. A picture as a value: primitives in painting order, each with a transform, a clip
// and an opacity.
//
// This folder: primitives and groups, the `Canvas` protocol, and the damage between two lists.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// A picture as a value.
package struct DrawList: Hashable, Sendable {
  /// The target's size, and the colour it is cleared to.
  package var size: PixelSize
  package var background: CGColor
  package var items: [DrawItem] = []
  /// Whether the list may have groups or backdrops that read the pixels beneath them, as a window's cannot be read.
  package var needsPixels = false
  /// The number of the list among those of its painter, from 1; 0 for a list without a painter.
  package var serial = 0
  /// The pixels in which the picture may differ from that of the list before, numbered ``serial`` - 1. A
  /// canvas that drew that one last, at the same size, may keep all others.
  package var damage = DamageRegion.everything

  package init(size: PixelSize, background: CGColor = .clear) {
    self.size = size
    self.background = background
  }

  /// Completes the damage once all items have added theirs.
  mutating func endDamage() {
    if needsPixels { addDamageOfBackdrops() }
    damage.clip(to: PixelRect(size))
  }

  /// A backdrop is filtered from all pixels around it, so a change of any of them draws all of them again.
  private mutating func addDamageOfBackdrops() {
    var sources: [PixelRect] = []
    for item in items {
      if case .backdrop(let backdrop) = item.primitive {
        sources.append(item.reach.outset(by: backdrop.filters.reach))
      }
    }
    // A backdrop may lie beneath another.
    for _ in sources.indices {
      let before = damage
      for source in sources where damage.touches(source) { damage.add(source) }
      if damage == before { break }
    }
  }
}

/// One primitive of a list, and how it is drawn.
package struct DrawItem: Hashable, Sendable {
  package var primitive: Primitive
  /// From the primitive's space to device pixels.
  package var transform: PlaneTransform
  /// 0...1, multiplied into the primitive's own alpha.
  package var opacity: Double
  /// Device pixels outside do not change. Clips other than upright rectangles are groups.
  package var scissor: PixelRect
  /// The device pixels that the item can change, within its scissor. In a group with a shadow or with
  /// pixels of its own, and where a group begins and ends: all that the group can change. Empty where the
  /// item is invisible.
  package var reach: PixelRect

  package init(
    _ primitive: Primitive, transform: PlaneTransform, opacity: Double, scissor: PixelRect,
    reach: PixelRect? = nil
  ) {
    self.primitive = primitive
    self.transform = transform
    self.opacity = opacity
    self.scissor = scissor
    self.reach = reach ?? scissor
  }

  package static func == (a: DrawItem, b: DrawItem) -> Bool {
    // Most items that change move, and a primitive takes long to compare.
    a.transform == b.transform && a.opacity == b.opacity && a.reach == b.reach
      && a.scissor == b.scissor && a.primitive == b.primitive
  }
}

extension DamageRegion {
  /// Adds the pixels in which two lists of items may differ: what the items between those that both begin with and those
  /// that both end with reach.
  mutating func add(changesFrom old: [DrawItem], to new: [DrawItem]) {
    let shorter = min(old.count, new.count)
    var first = 0
    while first < shorter, old[first] == new[first] { first += 1 }
    var tail = 0
    while tail < shorter - first, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    for index in first..<old.count - tail { add(old[index].reach) }
    for index in first..<new.count - tail { add(new[index].reach) }
  }
}
