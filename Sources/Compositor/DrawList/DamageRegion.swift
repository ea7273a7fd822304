// DamageRegion.swift
// Stage: draw list. The pixels in which a picture may differ from the one before it.
//
// SPDX-License-Identifier: MIT

/// A few upright rectangles of device pixels that share none.
///
/// Many small changes become few rectangles, which hold a little more than what changed: what a canvas
/// saves by leaving a gap out is less than what one more rectangle costs.
package struct DamageRegion: Hashable, Sendable {
  /// More rectangles than this are put together.
  package static let mostRects = 16

  /// What there is; no pixel belongs to two. Empty when ``isEverything``.
  package private(set) var rects: [PixelRect] = []
  /// Whether every pixel may differ.
  package private(set) var isEverything: Bool

  /// No pixel.
  package static let none = DamageRegion(isEverything: false)
  /// Every pixel.
  package static let everything = DamageRegion(isEverything: true)

  private init(isEverything: Bool) { self.isEverything = isEverything }

  package var isEmpty: Bool { !isEverything && rects.isEmpty }

  /// Forgets everything and keeps the memory.
  package mutating func reset() {
    rects.removeAll(keepingCapacity: true)
    isEverything = false
  }

  /// Makes every pixel part of it.
  package mutating func addEverything() {
    rects.removeAll(keepingCapacity: true)
    isEverything = true
  }

  /// Makes a rectangle's pixels part of it.
  package mutating func add(_ rect: PixelRect) {
    if isEverything || rect.isEmpty { return }
    var new = rect
    var index = 0
    while index < rects.count {
      let old = rects[index]
      if old.contains(new) { return }
      if old.intersection(new).isEmpty && !old.isWorthJoining(new) {
        index += 1
        continue
      }
      // What grows may reach rectangles that were passed already.
      new = new.union(old)
      rects.swapAt(index, rects.count - 1)
      rects.removeLast()
      index = 0
    }
    rects.append(new)
    if rects.count > Self.mostRects { joinClosest() }
  }

  /// Cuts it to a target, of which it becomes everything when it covers nearly all.
  package mutating func cut(to target: PixelRect) {
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
  /// Pixels inside.
  package var area: Int { width * height }

  /// Whether one rectangle around both costs no more than both.
  fileprivate func isWorthJoining(_ other: PixelRect) -> Bool {
    union(other).area <= area + other.area + 1024
  }
}
