// AtlasLookup.swift
// Stage: canvas. Where the pictures are that nearly every item asks for: glyphs and small boxes, found
// by two machine words.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics

/// A glyph or a box in two words; within its kind, equal codes have equal pictures.
struct AtlasKey: Hashable {
  let high: UInt64, low: UInt64

  init(_ key: GlyphKey) {
    high = UInt64(UInt32(bitPattern: key.face.rawValue)) << 32 | UInt64(key.glyph)
    low = UInt64(UInt32(bitPattern: key.size26_6)) << 8 | UInt64(key.subpixel)
  }

  init(_ key: BoxKey) {
    // Ten bits each: that many quarters and eighths a box can have.
    high =
      UInt64(key.width) << 54 | UInt64(key.height) << 44 | UInt64(key.radiusX) << 34
      | UInt64(key.radiusY) << 24 | UInt64(key.borderX) << 14 | UInt64(key.borderY) << 4
      | UInt64(key.corners)
    low = UInt64(key.fill) << 32 | UInt64(key.ring)
  }

  /// One word of both, spread by an odd number, takes half the time of two.
  func hash(into hasher: inout Hasher) {
    hasher.combine(high ^ low &* 0x9E37_79B9_7F4A_7C15)
  }
}

/// Places on atlas pages by key or code.
///
/// It repeats what the atlas knows, in a form that is faster to ask, and must forget a page when
/// the atlas does.
struct AtlasLookup<Key: Hashable> {
  struct Known {
    /// Nil for what has no pixels, such as a space.
    var picture: TextureRegion?
    /// Negative for none.
    var page: Int
  }

  private var places: [Key: Known] = [:]
  /// What was found last: things that look alike often follow each other.
  private var last: (key: Key, known: Known)?

  /// Returns what is known of a key.
  subscript(key: Key) -> Known? {
    @inline(__always) mutating get {
      if let last, last.key == key { return last.known }
      guard let known = places[key] else { return nil }
      last = (key, known)
      return known
    }
  }

  mutating func insert(_ picture: TextureRegion?, page: Int, for key: Key) {
    places[key] = Known(picture: picture, page: page)
  }

  /// Forgets the pictures of a page.
  mutating func forget(page: Int) {
    places = places.filter { $0.value.page != page }
    last = nil
  }

  mutating func removeAll() {
    places.removeAll()
    last = nil
  }
}
