// AtlasPages.swift
// Stage: canvas. Textures that hold many small pictures, with the region of each picture. AtlasIndex chooses the
// places, and the page that is emptied.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The size of an atlas. When it is full, the page unused for longest is emptied.
package struct AtlasLimits: Sendable {
  /// Pixels along each side of a page.
  package var pageSide: Int
  /// Pages of glyphs, and as many of small images.
  package var persistentPages: Int
  /// Pages of pictures that seldom recur: paths.
  package var transientPages: Int

  package init(pageSide: Int = 1024, persistentPages: Int = 4, transientPages: Int = 3) {
    self.pageSide = pageSide
    self.persistentPages = persistentPages
    self.transientPages = transientPages
  }
}

/// A picture's place on a texture.
struct TextureRegion {
  let texture: GLName
  /// The layer of a mask.
  let layer: UInt32
  /// The texel of the picture's origin.
  let origin: SIMD2<Float>
  /// The picture's pixels relative to its origin.
  let bounds: PixelRect
}

/// The textures of pages: for masks one, whose layers they are, so that a draw call can show all of them; for images one
/// each.
final class PageTextures {
  let format: GLTexture.Format
  let side: Int
  private let supply: TextureSupply
  private let layers: Int
  private var textures: [GLTexture] = []

  /// - Parameters:
  ///   - side: Pixels along each side of a page.
  ///   - pages: The number of pages of masks.
  init(_ format: GLTexture.Format, supply: TextureSupply, side: Int, pages: Int) {
    (self.format, self.supply, layers) = (format, supply, pages)
    self.side = min(side, supply.longestSide)
  }

  func removeAll() { textures.removeAll() }

  func texture(ofPage page: Int) throws(SDLError) -> GLTexture {
    let index = format == .mask ? 0 : page
    while textures.count <= index {
      textures.append(
        try GLTexture(
          size: PixelSize(width: side, height: side), format: format, supply: supply,
          layers: layers))
    }
    return textures[index]
  }
}

/// Atlas pages of one format, and the pictures on them.
final class AtlasPages<Key: Hashable> {
  /// What is known of a key.
  enum Entry {
    /// It has no pixels, such as a space.
    case empty
    case picture(TextureRegion, page: Int)
  }

  private let textures: PageTextures
  private let firstPage: Int
  private let recorder: DrawRecorder
  private var atlas: AtlasIndex<Key>
  // Read for every glyph. No access overlaps a mutation.
  @exclusivity(unchecked) private var entries: [Key: Entry] = [:]
  /// The entry found last. Equal pictures often follow each other.
  @exclusivity(unchecked) private var last: (key: Key, entry: Entry)?
  /// The pages used in this frame, one bit each.
  @exclusivity(unchecked) private var usedPages: UInt64 = 0

  /// - Parameters:
  ///   - recorder: Flushed before pictures that its instances show are replaced.
  ///   - pages: Those of the textures that are this atlas's.
  init(_ textures: PageTextures, recorder: DrawRecorder, pages: Range<Int>) {
    self.textures = textures
    self.recorder = recorder
    firstPage = pages.lowerBound
    atlas = AtlasIndex(
      pageSize: PixelSize(width: textures.side, height: textures.side),
      maximumPages: min(pages.count, 64), padding: Bitmap.padding(textures.format))
  }

  func beginFrame() {
    atlas.beginFrame()
    usedPages = 0
    last = nil
  }

  func removeAll() {
    atlas.removeAll()
    textures.removeAll()
    entries.removeAll()
    last = nil
  }

  /// Returns what is known of a key, whose page is then in use. Nil for a new one.
  @inline(__always) func entry(_ key: Key) -> Entry? {
    if let last, last.key == key { return last.entry }
    guard let entry = entries[key] else { return nil }
    if case .picture(_, let page) = entry { use(page) }
    last = (key, entry)
    return entry
  }

  /// Records that a key has no pixels.
  func insertEmpty(_ key: Key) { entries[key] = .empty }

  /// Writes a new picture to a page. Returns nil when it is larger than one.
  func insert(_ key: Key, _ bitmap: Bitmap) throws(SDLError) -> TextureRegion? {
    // A picture whose page could not be created already has its slot.
    var slot = atlas.slot(for: key)
    if slot == nil {
      var emptied: Int?
      slot = atlas.insert(key, bounds: bitmap.bounds) { emptied = $0 }
      if let emptied {
        // Instances that show the page are drawn before its pictures are replaced.
        try recorder.flush()
        entries = entries.filter {
          if case .picture(_, emptied) = $0.value { false } else { true }
        }
        last = nil
      }
    }
    guard let slot else { return nil }
    let texture = try textures.texture(ofPage: firstPage + slot.page)
    let layer = firstPage + slot.page
    recorder.countUpload(
      bytes: bitmap.write(
        to: texture, layer: layer, x: slot.rect.minX, y: slot.rect.minY,
        padding: Bitmap.padding(textures.format)))
    let region = TextureRegion(
      texture: texture.name, layer: UInt32(layer),
      origin: SIMD2(Float(slot.rect.minX), Float(slot.rect.minY)),
      bounds: slot.bounds)
    entries[key] = .picture(region, page: slot.page)
    return region
  }

  /// Marks a page as used in this frame, so that older pages are emptied first.
  @inline(__always) private func use(_ page: Int) {
    guard usedPages & 1 << UInt64(page) == 0 else { return }
    usedPages |= 1 << UInt64(page)
    atlas.use(page: page)
  }
}
