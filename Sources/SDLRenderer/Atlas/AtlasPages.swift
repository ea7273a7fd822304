// AtlasPages.swift
// Stage: canvas. Textures that hold many small pictures, with the region of each picture. AtlasIndex chooses the
// places, and the page that is emptied.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// The size of an atlas. When it is full, the page unused for longest is emptied.
package struct AtlasLimits: Sendable {
  /// Pixels along each side of a page; half of it for the first one, if there are others.
  package var pageSide: Int
  /// Pages of pictures that recur: glyphs, boxes, small images.
  package var persistentPages: Int
  /// Pages of pictures that seldom recur: paths, gradients, shadows of resizing layers.
  package var transientPages: Int

  package init(pageSide: Int = 1024, persistentPages: Int = 4, transientPages: Int = 3) {
    self.pageSide = pageSide
    self.persistentPages = persistentPages
    self.transientPages = transientPages
  }
}

/// Atlas pages and the pictures on them.
final class AtlasPages {
  private final class Page {
    let texture: Texture
    init(_ texture: consuming Texture) { self.texture = texture }
  }

  private let supply: TextureSupply
  private let batcher: Batcher
  private let blend: SDL_BlendMode
  private var atlas: AtlasIndex<PictureKey>
  private var pages: [Page] = []
  // Read for every glyph and box. No access overlaps a mutation.
  @exclusivity(unchecked) private var glyphs = AtlasLookup<AtlasKey>()
  @exclusivity(unchecked) private var boxes = AtlasLookup<AtlasKey>()
  private var others = AtlasLookup<PictureKey>()
  /// The pages used in this frame, one bit each.
  @exclusivity(unchecked) private var usedPages: UInt64 = 0

  /// - Parameters:
  ///   - batcher: Flushed before pictures that its triangles show are replaced.
  ///   - side: Pixels along each side of a page; half of it for the first one, if there are others.
  init(
    supply: TextureSupply, batcher: Batcher, blend: SDL_BlendMode, side: Int, maximumPages: Int
  ) {
    self.supply = supply
    self.batcher = batcher
    self.blend = blend
    atlas = AtlasIndex(
      pageSize: PixelSize(width: side, height: side),
      firstPageSize: PixelSize(width: (side + 1) / 2, height: (side + 1) / 2),
      maximumPages: min(maximumPages, 64))
  }

  func beginFrame() {
    atlas.beginFrame()
    usedPages = 0
  }

  func removeAll() {
    atlas.removeAll()
    pages.removeAll()
    glyphs.removeAll()
    boxes.removeAll()
    others.removeAll()
  }

  /// Returns a glyph's entry, which has no picture for a glyph without pixels. Nil for a new glyph.
  @inline(__always) func glyph(_ key: AtlasKey) -> AtlasLookup<AtlasKey>.Entry? {
    guard let entry = glyphs[key] else { return nil }
    use(entry.page)
    return entry
  }

  @inline(__always) func box(_ key: AtlasKey) -> TextureRegion? {
    guard let entry = boxes[key] else { return nil }
    use(entry.page)
    return entry.picture
  }

  func picture(_ key: PictureKey) -> TextureRegion? {
    guard let entry = others[key] else { return nil }
    use(entry.page)
    return entry.picture
  }

  /// Records that a glyph has no pixels.
  func insertEmpty(_ key: AtlasKey) { glyphs.insert(nil, page: -1, for: key) }

  /// Uploads a new picture. Returns nil when it is larger than a page.
  func insert(_ key: PictureKey, _ bitmap: Bitmap) throws(SDLError) -> TextureRegion? {
    // Triangles that show a page must be drawn before its pictures are replaced.
    // A picture whose upload failed already has its slot.
    let inserted =
      atlas.slot(for: key)
      ?? atlas.insert(key, bounds: bitmap.bounds) { page in
        batcher.flush()
        glyphs.removePage(page)
        boxes.removePage(page)
        others.removePage(page)
      }
    guard let slot = inserted else { return nil }
    let page = try page(slot.page)
    try bitmap.upload(
      to: page.texture.pointer, x: slot.rect.minX - 1, y: slot.rect.minY - 1, batcher)
    let picture = TextureRegion(
      texture: page.texture.pointer,
      origin: SIMD2(Float(slot.rect.minX), Float(slot.rect.minY)),
      scale: SIMD2(
        1 / Float(page.texture.size.width), 1 / Float(page.texture.size.height)),
      bounds: slot.bounds)
    switch key {
    case .glyph(let glyph): glyphs.insert(picture, page: slot.page, for: AtlasKey(glyph))
    case .box(let box): boxes.insert(picture, page: slot.page, for: AtlasKey(box))
    default: others.insert(picture, page: slot.page, for: key)
    }
    checkInvariants()
    return picture
  }

  /// Marks a page as used in this frame, so that older pages are emptied first.
  @inline(__always) private func use(_ page: Int) {
    guard page >= 0, usedPages & 1 << UInt64(page) == 0 else { return }
    usedPages |= 1 << UInt64(page)
    atlas.use(page: page)
  }

  private func page(_ index: Int) throws(SDLError) -> Page {
    while pages.count <= index {
      let page = Page(try Texture(size: atlas.size(ofPage: pages.count), supply: supply))
      try check(
        SDL_SetTextureBlendMode(page.texture.pointer, blend), "setting up premultiplied blending")
      pages.append(page)
    }
    return pages[index]
  }

  /// Traps if the lookups hold other pictures than the atlas; compiled out of release builds.
  private func checkInvariants() {
    assert(
      pages.count <= atlas.pageCount,
      "there are \(pages.count) textures for \(atlas.pageCount) atlas pages")
    // A picture whose upload failed is in the atlas only.
    assert(
      glyphs.pictureCount + boxes.pictureCount + others.pictureCount <= atlas.count,
      "the lookups have \(glyphs.pictureCount) glyphs, \(boxes.pictureCount) boxes and "
        + "\(others.pictureCount) others, the atlas \(atlas.count) pictures")
  }
}
