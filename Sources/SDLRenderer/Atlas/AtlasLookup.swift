// AtlasLookup.swift
// Stage: canvas. The texture regions of the pictures that most items need, glyphs and small boxes, by
// keys of two machine words.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics

/// A glyph or a box in two words and a byte. Within one kind, equal keys have equal pictures.
struct AtlasKey: Hashable {
  let high: UInt64, low: UInt64
  /// The sub-pixel position.
  let phase: UInt8

  init(_ key: GlyphKey) {
    high = UInt64(UInt32(bitPattern: key.face.rawValue)) << 32 | UInt64(key.glyph)
    low = UInt64(UInt32(bitPattern: key.size26_6))
    phase = key.subpixel
  }

  init(_ key: BoxKey) {
    // Ten bits each hold the quarters and eighths of the largest small box.
    high =
      UInt64(key.width) << 54 | UInt64(key.height) << 44 | UInt64(key.radiusX) << 34
      | UInt64(key.radiusY) << 24 | UInt64(key.borderX) << 14 | UInt64(key.borderY) << 4
      | UInt64(key.corners)
    low = UInt64(key.fill) << 32 | UInt64(key.ring)
    phase = key.phase.rawValue
  }

  /// Combines all into one word, which takes half the time of hashing two.
  func hash(into hasher: inout Hasher) {
    hasher.combine((high ^ low &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(phase) << 56)
  }
}

/// The texture regions of an atlas's pictures.
///
/// It repeats the atlas's index in a form that is faster to query. A page emptied in the atlas must be
/// removed here, too.
struct AtlasLookup<Key: Hashable> {
  struct Entry {
    /// Nil for a picture without pixels, such as a space.
    var picture: TextureRegion?
    /// Negative without a picture.
    var page: Int
  }

  private var entries: [Key: Entry] = [:]
  /// The entry found last. Equal pictures often follow each other.
  private var last: (key: Key, entry: Entry)?
  /// Number of entries with a picture.
  private(set) var pictureCount = 0

  subscript(key: Key) -> Entry? {
    @inline(__always) mutating get {
      if let last, last.key == key { return last.entry }
      guard let entry = entries[key] else { return nil }
      last = (key, entry)
      return entry
    }
  }

  mutating func insert(_ picture: TextureRegion?, page: Int, for key: Key) {
    let old = entries.updateValue(Entry(picture: picture, page: page), forKey: key)
    if picture != nil, old?.picture == nil { pictureCount += 1 }
  }

  /// Removes the pictures of a page.
  mutating func removePage(_ page: Int) {
    entries = entries.filter { $0.value.page != page }
    pictureCount = entries.values.count { $0.picture != nil }
    last = nil
  }

  mutating func removeAll() {
    entries.removeAll()
    pictureCount = 0
    last = nil
  }
}
