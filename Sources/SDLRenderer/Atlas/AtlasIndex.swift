// AtlasIndex.swift
// Stage: canvas. The positions of pictures on the pages of an atlas, and which page is emptied when all are full
// (`insert`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Compositor

/// The slots of pictures on atlas pages, by key.
///
/// It holds no pixels. A canvas looks up a key's slot; without one, it generates the picture, inserts
/// the key and uploads the pixels. When all pages are full, the page unused for longest is emptied,
/// after a callback in which the canvas flushes the triangles that show the page. Until then a slot is
/// never reused for another key.
package struct AtlasIndex<Key: Hashable> {
  /// A picture's position.
  package struct Slot: Hashable, Sendable {
    package var page: Int
    /// The picture's pixels on the page, without padding.
    package var rect: PixelRect
    /// The picture's position relative to its origin, as inserted.
    package var bounds: PixelRect
  }

  private struct Page {
    var packer: AtlasPacker
    var keys: [Key] = []
    var lastUse = 0
  }

  package let pageSize: PixelSize
  package let maximumPages: Int
  /// Pixels around each picture that belong to it, on each side.
  package let padding: Int
  private var pages: [Page] = []
  private var slots: [Key: Slot] = [:]
  private var frame = 0

  /// Creates an atlas. Pages are added as they are needed.
  ///
  /// - Precondition: `maximumPages` is positive, `padding` is not negative.
  package init(pageSize: PixelSize, maximumPages: Int, padding: Int = 1) {
    trap(unless: maximumPages > 0, "an atlas needs at least one page, not \(maximumPages)")
    trap(unless: padding >= 0, "an atlas cannot have a padding of \(padding)")
    self.pageSize = pageSize
    self.maximumPages = maximumPages
    self.padding = padding
  }

  /// The number of pages in use.
  package var pageCount: Int { pages.count }

  /// The number of pictures.
  package var count: Int { slots.count }

  /// Begins a frame. Pages age in frames.
  package mutating func beginFrame() { frame += 1 }

  /// Returns a key's slot, and marks its page as used. Nil for an unknown key.
  package mutating func slot(for key: Key) -> Slot? {
    guard let slot = slots[key] else { return nil }
    pages[slot.page].lastUse = frame
    return slot
  }

  /// Marks a page as used in this frame.
  package mutating func use(page: Int) { pages[page].lastUse = frame }

  /// Whether a picture of a size fits on a page.
  package func fits(_ size: PixelSize) -> Bool {
    size.width + 2 * padding <= pageSize.width && size.height + 2 * padding <= pageSize.height
  }

  /// Adds a slot for a key's picture.
  ///
  /// - Parameters:
  ///   - bounds: The picture's pixels relative to its origin.
  ///   - willEmpty: Called before a page is emptied, which removes all its slots.
  /// - Returns: The slot. Nil when the picture is larger than a page.
  /// - Precondition: `bounds` is not empty, and the key has no slot.
  package mutating func insert(
    _ key: Key, bounds: PixelRect, willEmpty: (_ page: Int) -> Void
  ) -> Slot? {
    trap(unless: slots[key] == nil, "\(key) already has a slot")
    trap(unless: !bounds.isEmpty, "a picture without pixels has no slot")
    guard fits(PixelSize(width: bounds.width, height: bounds.height)) else { return nil }
    let room = PixelSize(width: bounds.width + 2 * padding, height: bounds.height + 2 * padding)
    for page in pages.indices {
      if let rect = pages[page].packer.place(room) {
        return addSlot(rect, on: page, key, bounds)
      }
    }
    while pages.count < maximumPages {
      let page = pages.count
      pages.append(Page(packer: AtlasPacker(size: pageSize)))
      if let rect = pages[page].packer.place(room) { return addSlot(rect, on: page, key, bounds) }
    }
    let oldest = pages.indices.min { pages[$0].lastUse < pages[$1].lastUse }
    guard let page = oldest else { return nil }
    willEmpty(page)
    empty(page)
    return pages[page].packer.place(room).map { addSlot($0, on: page, key, bounds) }
  }

  /// Removes all pages, as when a GPU has lost its textures.
  package mutating func removeAll() {
    pages.removeAll()
    slots.removeAll()
  }

  private mutating func addSlot(
    _ rect: PixelRect, on page: Int, _ key: Key, _ bounds: PixelRect
  ) -> Slot {
    let inner = PixelRect(
      minX: rect.minX + padding, minY: rect.minY + padding, maxX: rect.maxX - padding,
      maxY: rect.maxY - padding)
    let slot = Slot(page: page, rect: inner, bounds: bounds)
    slots[key] = slot
    pages[page].keys.append(key)
    pages[page].lastUse = frame
    return slot
  }

  private mutating func empty(_ page: Int) {
    for key in pages[page].keys { slots[key] = nil }
    pages[page].keys.removeAll(keepingCapacity: true)
    pages[page].packer.reset()
    assert(
      slots.count == pages.reduce(0) { $0 + $1.keys.count },
      "the atlas has \(slots.count) slots and \(pages.map(\.keys.count)) keys on its pages")
  }
}
