// AtlasIndex.swift
// Stage: canvas. Which glyph picture sits where on the pages of an atlas.
//
// SPDX-License-Identifier: MIT

package import Compositor

/// Where pictures sit on atlas pages, by key: glyphs, and whatever else is small and comes again.
///
/// It holds no pixels. A canvas asks for a key's place; when there is none, it makes the picture,
/// asks for room, and uploads. When all pages are full, the page that has gone unused for longest
/// is emptied; a canvas hears of it first, as it may have drawn from that page and not yet told
/// the GPU. A place that has been handed out is never another key's while its page lives.
package struct AtlasIndex<Key: Hashable> {
  /// A picture's place.
  package struct Slot: Hashable, Sendable {
    package var page: Int
    /// The picture on its page, without the padding around it.
    package var rect: PixelRect
    /// Where the picture lies relative to its origin, as the caller told.
    package var bounds: PixelRect
  }

  private struct Page {
    var packer: AtlasPacker
    var keys: [Key] = []
    var lastUse = 0
  }

  package let pageSize: PixelSize
  package let maximumPages: Int
  /// Empty pixels around each picture.
  package let padding: Int
  private var pages: [Page] = []
  private var slots: [Key: Slot] = [:]
  private var frame = 0

  /// Creates an atlas without pages; they come as they are needed.
  ///
  /// - Precondition: There may be at least one page.
  package init(pageSize: PixelSize, maximumPages: Int, padding: Int = 1) {
    precondition(maximumPages > 0, "an atlas needs a page, not \(maximumPages)")
    precondition(padding >= 0, "a picture cannot have a padding of \(padding)")
    self.pageSize = pageSize
    self.maximumPages = maximumPages
    self.padding = padding
  }

  /// How many pages have been needed so far.
  package var pageCount: Int { pages.count }

  /// How many pictures have a place.
  package var count: Int { slots.count }

  /// Says that a new frame begins, by which the age of pages is told.
  package mutating func beginFrame() { frame += 1 }

  /// Returns a key's place; nil when it has none.
  package mutating func slot(for key: Key) -> Slot? {
    guard let slot = slots[key] else { return nil }
    pages[slot.page].lastUse = frame
    return slot
  }

  /// Says that a page's pictures are used in this frame, by who knows their places already.
  package mutating func use(page: Int) { pages[page].lastUse = frame }

  /// Whether a picture of a size can have a place at all.
  package func fits(_ size: PixelSize) -> Bool {
    size.width + 2 * padding <= pageSize.width && size.height + 2 * padding <= pageSize.height
  }

  /// Makes room for a key's picture.
  ///
  /// - Parameters:
  ///   - bounds: The picture's pixels relative to its origin; kept with the place.
  ///   - willEmpty: Called before a page is emptied to make room: all places on it end.
  /// - Returns: The place; nil when the picture is larger than a page.
  /// - Precondition: `bounds` is not empty, and the key has no place.
  package mutating func insert(
    _ key: Key, bounds: PixelRect, willEmpty: (_ page: Int) -> Void
  ) -> Slot? {
    precondition(slots[key] == nil, "\(key) already has a place")
    precondition(!bounds.isEmpty, "a picture without pixels needs no place")
    guard fits(PixelSize(width: bounds.width, height: bounds.height)) else { return nil }
    let room = PixelSize(width: bounds.width + 2 * padding, height: bounds.height + 2 * padding)
    for page in pages.indices {
      if let rect = pages[page].packer.place(room) {
        return take(rect, on: page, key, bounds)
      }
    }
    let page: Int
    if pages.count < maximumPages {
      page = pages.count
      pages.append(Page(packer: AtlasPacker(size: pageSize)))
    } else {
      page = pages.indices.min { pages[$0].lastUse < pages[$1].lastUse } ?? 0
      willEmpty(page)
      empty(page)
    }
    return pages[page].packer.place(room).map { take($0, on: page, key, bounds) }
  }

  /// Forgets everything, as when a GPU has lost its textures.
  package mutating func removeAll() {
    pages.removeAll()
    slots.removeAll()
  }

  private mutating func take(
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
      "the atlas has \(slots.count) places and \(pages.map(\.keys.count)) keys on its pages")
  }
}
