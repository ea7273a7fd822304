// AtlasPages.swift
// Stage: canvas. Textures that hold many small pictures, and where on them each picture is.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// How much an atlas holds before what has gone unused for longest gives room.
package struct AtlasLimits: Sendable {
  /// Pixels along each side of a page.
  package var pageSide: Int
  /// Pages of what comes again: glyphs, boxes, small images.
  package var lastingPages: Int
  /// Pages of what seldom does: paths, gradients, shadows of things that grow.
  package var passingPages: Int

  package init(pageSide: Int = 1024, lastingPages: Int = 4, passingPages: Int = 3) {
    (self.pageSide, self.lastingPages, self.passingPages) = (pageSide, lastingPages, passingPages)
  }
}

/// Some pages and the pictures on them.
final class AtlasPages {
  private final class Page {
    let texture: Texture
    init(_ texture: consuming Texture) { self.texture = texture }
  }

  private let renderer: OpaquePointer
  private let batcher: Batcher
  private let blend: SDL_BlendMode
  private var atlas: AtlasIndex<PictureKey>
  private var pages: [Page] = []
  // Asked for with every glyph and box; nothing of the pages is used while they are changed.
  @exclusivity(unchecked) private var glyphs = AtlasLookup<AtlasKey>()
  @exclusivity(unchecked) private var boxes = AtlasLookup<AtlasKey>()
  private var others = AtlasLookup<PictureKey>()
  /// The pages that have been used in this frame, a bit for each.
  @exclusivity(unchecked) private var usedPages: UInt64 = 0

  /// - Parameters:
  ///   - batcher: What gathers triangles; it draws them before pictures that they show are replaced.
  ///   - side: Pixels along each side of a page.
  init(
    renderer: OpaquePointer, batcher: Batcher, blend: SDL_BlendMode, side: Int, maximumPages: Int
  ) {
    self.renderer = renderer
    self.batcher = batcher
    self.blend = blend
    atlas = AtlasIndex(
      pageSize: PixelSize(width: side, height: side), maximumPages: min(maximumPages, 64))
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

  /// Returns what is known of a glyph; a known one may have no pixels.
  @inline(__always) func glyph(_ code: AtlasKey) -> AtlasLookup<AtlasKey>.Known? {
    guard let known = glyphs[code] else { return nil }
    use(known.page)
    return known
  }

  @inline(__always) func box(_ code: AtlasKey) -> TextureRegion? {
    guard let known = boxes[code] else { return nil }
    use(known.page)
    return known.picture
  }

  func picture(_ key: PictureKey) -> TextureRegion? {
    guard let known = others[key] else { return nil }
    use(known.page)
    return known.picture
  }

  /// Notes that a glyph has no pixels.
  func insertEmpty(_ code: AtlasKey) { glyphs.insert(nil, page: -1, for: code) }

  /// Uploads a picture that is not there yet; nil when it is larger than a page.
  func insert(_ key: PictureKey, _ bitmap: Bitmap) throws(SDLError) -> TextureRegion? {
    // What has been gathered from a page must be drawn before other pictures take its place.
    let slot = atlas.insert(key, bounds: bitmap.bounds) { page in
      batcher.flush()
      glyphs.forget(page: page)
      boxes.forget(page: page)
      others.forget(page: page)
    }
    guard let slot else { return nil }
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
    return picture
  }

  /// Keeps a page from giving room in this frame as long as another can.
  @inline(__always) private func use(_ page: Int) {
    guard page >= 0, usedPages & 1 << UInt64(page) == 0 else { return }
    usedPages |= 1 << UInt64(page)
    atlas.use(page: page)
  }

  private func page(_ index: Int) throws(SDLError) -> Page {
    while pages.count <= index {
      let page = Page(try Texture(size: atlas.pageSize, renderer: renderer))
      try check(
        SDL_SetTextureBlendMode(page.texture.pointer, blend), "setting up premultiplied blending")
      pages.append(page)
    }
    return pages[index]
  }
}

extension Bitmap {
  /// Puts the pixels and those around them on a texture.
  func upload(
    to texture: OpaquePointer, x: Int, y: Int, _ batcher: Batcher
  ) throws(SDLError) {
    let (width, height) = (bounds.width + 2, bounds.height + 2)
    var area = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(width), h: Int32(height))
    try check(
      SDL_UpdateTexture(texture, &area, padded, Int32(width * 4)), "uploading a picture")
    batcher.countUpload(bytes: width * height * 4)
  }
}
