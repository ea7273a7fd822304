// AtlasIndexTests.swift
// Slots of pictures on atlas pages: unique, correct, and reused by age.
//
// SPDX-License-Identifier: MIT

import Compositor
@testable import SDLRenderer
import TestSupport
import Testing

@Suite struct AtlasIndexTests {
  private func bounds(_ side: Int) -> PixelRect {
    PixelRect(minX: -1, minY: -side, maxX: side - 1, maxY: 0)
  }

  private func atlas(pages: Int) -> AtlasIndex<Int> {
    AtlasIndex(pageSize: PixelSize(width: 64, height: 64), maximumPages: pages)
  }

  @Test func insertedPictureKeepsItsSlot() {
    var atlas = atlas(pages: 1)
    #expect(atlas.slot(for: 7) == nil)
    let slot = atlas.insert(7, bounds: bounds(10)) { _ in Issue.record("nothing to empty") }
    #expect(slot?.bounds == bounds(10))
    #expect(slot?.rect.width == 10 && slot?.rect.height == 10)
    #expect(atlas.slot(for: 7) == slot)
    // One pixel of padding, so that a filter does not reach a neighbour.
    #expect((slot?.rect.minX ?? 0) >= 1 && (slot?.rect.minY ?? 0) >= 1)
  }

  @Test func pagesAreAddedWhenNeeded() {
    var atlas = atlas(pages: 3)
    #expect(atlas.pageCount == 0)
    for key in 0..<3 { _ = atlas.insert(key, bounds: bounds(60)) { _ in } }
    #expect(atlas.pageCount == 3)
    #expect(Set((0..<3).compactMap { atlas.slot(for: $0)?.page }) == [0, 1, 2])
  }

  @Test func leastRecentlyUsedPageIsEmptied() {
    var atlas = atlas(pages: 2)
    _ = atlas.insert(0, bounds: bounds(60)) { _ in }
    _ = atlas.insert(1, bounds: bounds(60)) { _ in }
    atlas.beginFrame()
    _ = atlas.slot(for: 0)
    var emptied: [Int] = []
    let slot = atlas.insert(2, bounds: bounds(60)) { emptied.append($0) }
    #expect(emptied == [1])
    #expect(slot?.page == 1)
    #expect(atlas.slot(for: 1) == nil)
    #expect(atlas.slot(for: 0) != nil)
  }

  @Test func pictureLargerThanAPageHasNoSlot() {
    var atlas = atlas(pages: 1)
    #expect(atlas.insert(0, bounds: bounds(63)) { _ in } == nil)
    #expect(atlas.fits(PixelSize(width: 62, height: 62)))
    #expect(!atlas.fits(PixelSize(width: 63, height: 1)))
    atlas.removeAll()
    #expect(atlas.count == 0)
  }

  /// Law: a model that paints keys into pages always reads back the requested key.
  @Test(arguments: UInt64(1)...10)
  func slotAlwaysShowsItsKey(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var atlas = atlas(pages: 2)
    var pages = [[Int]](repeating: [Int](repeating: -1, count: 64 * 64), count: 2)
    for step in 0..<3000 {
      if step % 10 == 0 { atlas.beginFrame() }
      let key = Int.random(in: 0..<80, using: &random)
      let side = 3 + key % 20
      var slot = atlas.slot(for: key)
      if slot == nil {
        slot = atlas.insert(key, bounds: bounds(side)) { page in
          pages[page] = [Int](repeating: -1, count: 64 * 64)
        }
        guard let slot else {
          Issue.record("no slot for \(key)")
          return
        }
        for y in slot.rect.minY..<slot.rect.maxY {
          for x in slot.rect.minX..<slot.rect.maxX { pages[slot.page][y * 64 + x] = key }
        }
      }
      guard let slot else { return }
      for (x, y) in [
        (slot.rect.minX, slot.rect.minY), (slot.rect.maxX - 1, slot.rect.maxY - 1),
      ] where pages[slot.page][y * 64 + x] != key {
        Issue.record("\(key) shows \(pages[slot.page][y * 64 + x])")
        return
      }
    }
  }

  @Test func insertingAKeyTwiceTraps() async {
    await #expect(processExitsWith: .failure) {
      var atlas = AtlasIndex<Int>(pageSize: PixelSize(width: 9, height: 9), maximumPages: 1)
      let bounds = PixelRect(minX: 0, minY: 0, maxX: 2, maxY: 2)
      _ = atlas.insert(0, bounds: bounds) { _ in }
      _ = atlas.insert(0, bounds: bounds) { _ in }
    }
  }
}
