// DamageRegion.swift
// Stage: draw list. The pixels in which a picture may differ from the one before.
//
// SPDX-License-Identifier: MIT

/// A few disjoint rectangles of device pixels.
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

  private init(isEverything: Bool) { self.isEverything = isEverything }

  package var isEmpty: Bool { !isEverything && rects.isEmpty }

  /// Removes all pixels and keeps the memory.
  package mutating func reset() {
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
    rects.append(new)
    if rects.count > Self.maximumRectCount { joinClosest() }
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
    if area * 8 > target.area * 7 { addEverything() }
  }

  private mutating func joinClosest() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste =
          rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let joined = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
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
