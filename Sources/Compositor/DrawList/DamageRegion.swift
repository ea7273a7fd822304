// DamageRegion.swift
// Stage: draw list. The pixels in which a picture may differ from the one before.
//
// SPDX-License-Identifier: MIT

/// A few disjoint rectangles of device pixels.
///
/// `DrawListBuilder` adds what an item that changed reached before, and what it reaches now.
///
/// Many small changes become few rectangles with a little more than what changed: for a canvas, one more
/// rectangle costs more than a small gap.
package struct DamageRegion: Hashable, Sendable {
  /// The most rectangles of a region.
  package static let maximumRectCount = 16

  /// The rectangles; no two share a pixel. Empty when ``isEverything``.
  package private(set) var rects: [PixelRect] = []
  /// Whether every pixel may differ.
  package private(set) var isEverything: Bool

  /// No pixel.
  package static let none = DamageRegion(isEverything: false)
  /// Every pixel.
  package static let everything = DamageRegion(isEverything: true)

  /// The number of pixels that are as good as every pixel, so that counting them ends.
  private var most = Int.max

  private init(isEverything: Bool) { self.isEverything = isEverything }

  /// The number of a target's pixels that are as good as all of them.
  private static func most(of target: PixelRect) -> Int { target.area / 8 * 7 }

  package static func == (a: DamageRegion, b: DamageRegion) -> Bool {
    a.isEverything == b.isEverything && a.rects == b.rects
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rects) }

  package var isEmpty: Bool { !isEverything && rects.isEmpty }

  /// Removes all pixels and keeps the memory.
  ///
  /// - Parameter size: The target of what is added next.
  mutating func reset(for size: PixelSize) {
    most = Self.most(of: PixelRect(size))
    rects.removeAll(keepingCapacity: true)
    isEverything = false
  }

  /// Adds every pixel.
  package mutating func addEverything() {
    rects.removeAll(keepingCapacity: true)
    isEverything = true
  }

  /// Adds a rectangle's pixels.
  package mutating func add(_ rect: PixelRect) {
    if isEverything || rect.isEmpty { return }
    var new = rect
    var index = 0
    while index < rects.count {
      let old = rects[index]
      if old.contains(new) { return }
      if old.intersection(new).isEmpty && !old.costsLessJoined(new) {
        index += 1
        continue
      }
      // The larger rectangle may reach ones that were passed already.
      new = new.union(old)
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
      index = 0
    }
    if rects.count < Self.maximumRectCount { rects.append(new) } else { join(new) }
  }

  /// Whether any of a rectangle's pixels is in the region.
  package func touches(_ rect: PixelRect) -> Bool {
    isEverything || rects.contains { !$0.intersection(rect).isEmpty }
  }

  /// Clips the region to a target; one that covers nearly all of it becomes everything.
  package mutating func clip(to target: PixelRect) {
    if isEverything { return }
    var area = 0
    for index in rects.indices {
      rects[index] = rects[index].intersection(target)
      area += rects[index].area
    }
    rects.removeAll { $0.isEmpty }
    if area > Self.most(of: target) { addEverything() }
  }

  /// Joins a rectangle with the one with which that adds the fewest pixels, or makes the region everything.
  private mutating func join(_ new: PixelRect) {
    var (closest, least, area) = (0, Int.max, new.area)
    for index in rects.indices {
      let own = rects[index].area
      area += own
      let added = rects[index].union(new).area - own
      if added < least { (closest, least) = (index, added) }
    }
    if area > most { return addEverything() }
    let joined = rects[closest].union(new)
    rects.swapAt(closest, rects.count - 1)
    rects.removeLast()
    add(joined)
  }
}

extension PixelRect {
  /// The number of pixels.
  package var area: Int { width * height }

  /// Whether one rectangle around both costs no more than two.
  fileprivate func costsLessJoined(_ other: PixelRect) -> Bool {
    union(other).area <= area + other.area + 1024
  }
}
