// PictureStore.swift
// Stage: canvas. Pictures on textures: small ones together on atlas pages, large ones alone.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import CoreGraphics
import Foundation

/// What a picture shows; equal keys have equal pictures.
enum PictureKey: Hashable {
  case white
  case glyph(GlyphKey)
  case corner(CornerKey)
  case box(BoxKey)
  /// The key keeps the image alive, so that no other can take its identity.
  case image(CGImage, isSmooth: Bool)
  case shadow(ShadowKey)
  case coverage(CoverageKey)
  case gradient(GradientKey)

  /// Whether it is likely to come again in many frames; others have pages of their own, so that
  /// what moves does not push glyphs out.
  var isLasting: Bool {
    switch self {
    case .white, .glyph, .corner, .box, .image: true
    case .shadow, .coverage, .gradient: false
    }
  }
}

/// Premultiplied pixels that go to a texture.
struct Bitmap {
  /// Where it lies relative to its origin; not empty.
  var bounds: PixelRect
  /// Red in the lowest byte.
  var pixels: [UInt32]
  /// Whether the pixels around it repeat its edges; else they are transparent.
  var extendsEdges = false

  init(bounds: PixelRect, pixels: [UInt32], extendsEdges: Bool = false) {
    self.bounds = bounds
    self.pixels = pixels
    self.extendsEdges = extendsEdges
  }

  /// White, as much as is covered; nil when nothing is.
  init?(_ coverage: Coverage) {
    guard !coverage.bounds.isEmpty else { return nil }
    self.init(
      bounds: coverage.bounds, pixels: coverage.pixels.map { UInt32($0) &* 0x0101_0101 })
  }

  /// White over a given area, transparent where the coverage does not reach.
  init(_ coverage: Coverage, bounds: PixelRect) {
    var pixels = [UInt32](repeating: 0, count: bounds.width * bounds.height)
    let part = coverage.bounds.intersection(bounds)
    for y in part.minY..<max(part.minY, part.maxY) {
      for x in part.minX..<part.maxX {
        let value =
          coverage.pixels[
            (y - coverage.bounds.minY) * coverage.bounds.width + x - coverage.bounds.minX]
        pixels[(y - bounds.minY) * bounds.width + x - bounds.minX] = UInt32(value) &* 0x0101_0101
      }
    }
    self.init(bounds: bounds, pixels: pixels)
  }

  /// An image's pixels; halved until no side is longer than a GPU takes.
  init(_ image: CGImage, longestSide: Int) {
    var (width, height) = (image.width, image.height)
    var pixels = image.pixels.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    while max(width, height) > longestSide, width > 1, height > 1 {
      let (halfWidth, halfHeight) = (width / 2, height / 2)
      var half = [UInt32](repeating: 0, count: halfWidth * halfHeight)
      for y in 0..<halfHeight {
        for x in 0..<halfWidth {
          let at = y * 2 * width + x * 2
          half[y * halfWidth + x] = Self.mean(
            pixels[at], pixels[at + 1], pixels[at + width], pixels[at + width + 1])
        }
      }
      (width, height, pixels) = (halfWidth, halfHeight, half)
    }
    self.init(
      bounds: PixelRect(PixelSize(width: width, height: height)), pixels: pixels,
      extendsEdges: true)
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    func sum(_ shift: UInt32) -> UInt32 {
      (((a >> shift) & mask) + ((b >> shift) & mask) + ((c >> shift) & mask)
        + ((d >> shift) & mask) + 0x0002_0002) >> 2 & mask
    }
    return sum(0) | sum(8) << 8
  }

  /// The pixels with one more on each side.
  var padded: [UInt32] {
    let (width, height) = (bounds.width, bounds.height)
    var result = [UInt32](repeating: 0, count: (width + 2) * (height + 2))
    for y in (extendsEdges ? -1 : 0)..<(extendsEdges ? height + 1 : height) {
      let row = min(max(y, 0), height - 1) * width
      let target = (y + 1) * (width + 2) + 1
      for x in 0..<width { result[target + x] = pixels[row + x] }
      if extendsEdges {
        result[target - 1] = pixels[row]
        result[target + width] = pixels[row + width - 1]
      }
    }
    return result
  }
}

/// A picture's place on a texture.
struct Picture {
  let texture: OpaquePointer
  /// The texel of the picture's top left pixel.
  let origin: SIMD2<Float>
  /// One over the texture's size.
  let scale: SIMD2<Float>
  /// Where it lies relative to its own origin.
  let bounds: PixelRect

  /// Returns the place on the texture, 0...1, of a place in pixels of the picture.
  func coordinate(_ x: Float, _ y: Float) -> SIMD2<Float> { (origin + SIMD2(x, y)) * scale }
}

/// How much an atlas holds before what has gone unused for longest gives room.
package struct AtlasLimits: Sendable {
  /// Pixels along each side of a page.
  package var pageSide = 1024
  /// Pages of what comes again: glyphs, boxes, small images.
  package var lastingPages = 4
  /// Pages of what seldom does: shadows, paths, gradients.
  package var passingPages = 3

  package init(pageSide: Int = 1024, lastingPages: Int = 4, passingPages: Int = 3) {
    (self.pageSide, self.lastingPages, self.passingPages) = (pageSide, lastingPages, passingPages)
  }
}

/// All pictures that a canvas has on its textures.
final class PictureStore {
  private final class Owned {
    let texture: Texture
    let bounds: PixelRect
    var lastUse: Int

    init(_ texture: consuming Texture, bounds: PixelRect, lastUse: Int) {
      self.texture = texture
      self.bounds = bounds
      self.lastUse = lastUse
    }
  }

  private final class Page {
    let texture: Texture
    init(_ texture: consuming Texture) { self.texture = texture }
  }

  private let renderer: OpaquePointer
  private let batcher: Batcher
  private let blend: SDL_BlendMode
  let longestSide: Int
  private var lasting: GlyphAtlas<PictureKey>
  private var passing: GlyphAtlas<PictureKey>
  private var lastingPages: [Page] = []
  private var passingPages: [Page] = []
  private var owned: [PictureKey: Owned] = [:]
  /// The places of what is asked for most, found by small numbers.
  private var glyphs = KnownPictures()
  private var boxes = KnownPictures()
  /// Lasting pages that have been used in this frame, a bit for each.
  private var usedPages: UInt64 = 0
  /// Bytes of box pictures that may still be made; see ``box(_:make:)``.
  private var allowance = PictureStore.mostAllowance
  private var frame = 0

  /// Longer than this, in pixels, a picture has a texture of its own.
  private static let longestShared = 512
  /// Frames without use after which a texture is given up.
  private static let patience = 60
  private static let mostAllowance = 2 << 20
  private static let allowancePerFrame = 16 << 10

  init(
    renderer: OpaquePointer, batcher: Batcher, blend: SDL_BlendMode, longestSide: Int,
    limits: AtlasLimits
  ) {
    self.renderer = renderer
    self.batcher = batcher
    self.blend = blend
    self.longestSide = longestSide
    let side = min(limits.pageSide, longestSide)
    let size = PixelSize(width: side, height: side)
    lasting = GlyphAtlas(pageSize: size, maximumPages: min(limits.lastingPages, 64))
    passing = GlyphAtlas(pageSize: size, maximumPages: limits.passingPages)
  }

  /// Begins a frame; gives up what has gone unused.
  func beginFrame() {
    frame += 1
    lasting.beginFrame()
    passing.beginFrame()
    usedPages = 0
    allowance = min(allowance + Self.allowancePerFrame, Self.mostAllowance)
    if frame % 16 == 0, owned.contains(where: { frame - $0.value.lastUse > Self.patience }) {
      owned = owned.filter { frame - $0.value.lastUse <= Self.patience }
    }
  }

  /// Forgets everything, as when the driver has lost its textures.
  func removeAll() {
    lasting.removeAll()
    passing.removeAll()
    glyphs.removeAll()
    boxes.removeAll()
    lastingPages.removeAll()
    passingPages.removeAll()
    owned.removeAll()
  }

  /// Returns a picture, made and uploaded when it is not there yet; nil when it is empty.
  ///
  /// - Parameter isAlone: Whether it must have a texture of its own, as when it is shown beyond
  ///   its edges.
  func picture(
    _ key: PictureKey, isAlone: Bool = false, make: () -> Bitmap?
  ) throws(SDLError) -> Picture? {
    if let known = owned[key] {
      known.lastUse = frame
      return picture(of: known)
    }
    if !isAlone, let slot = key.isLasting ? lasting.slot(for: key) : passing.slot(for: key) {
      return picture(at: slot, isLasting: key.isLasting)
    }
    guard let bitmap = make() else { return nil }
    if isAlone || max(bitmap.bounds.width, bitmap.bounds.height) > Self.longestShared {
      return picture(of: try own(bitmap, key))
    }
    let isLasting = key.isLasting
    // What has been gathered from a page must be drawn before other pictures take its place.
    let slot =
      isLasting
      ? lasting.insert(key, bounds: bitmap.bounds) { page in
        batcher.flush()
        glyphs.forget(page: page)
        boxes.forget(page: page)
      } : passing.insert(key, bounds: bitmap.bounds) { _ in batcher.flush() }
    guard let slot else { return picture(of: try own(bitmap, key)) }
    let page = try page(slot.page, isLasting: isLasting)
    try upload(
      bitmap, to: page, x: slot.rect.minX - 1, y: slot.rect.minY - 1)
    return picture(at: slot, isLasting: isLasting)
  }

  /// Returns a glyph's picture; nil when it is empty.
  ///
  /// - Parameter make: Asked only when the glyph has no picture.
  func glyph(_ key: GlyphKey, make: () -> Bitmap?) throws(SDLError) -> Picture? {
    let code = PictureCode(key)
    if let known = glyphs[code] { return use(known) }
    return try know(.glyph(key), in: \.glyphs, as: code, make)
  }

  /// Returns a small box's picture; nil when it has none and should get none now.
  ///
  /// Boxes that change their size in each frame would fill the atlas with pictures that are used
  /// once: when too many come, they are put together from corners instead.
  func box(_ key: BoxKey, make: () -> Bitmap) throws(SDLError) -> Picture? {
    let code = PictureCode(key)
    if let known = boxes[code] { return use(known) }
    let cost = (key.size.width + 2) * (key.size.height + 2) * 4
    guard cost <= allowance else { return nil }
    allowance -= cost
    return try know(.box(key), in: \.boxes, as: code, make)
  }

  private func use(_ known: KnownPictures.Known) -> Picture? {
    if known.page >= 0, usedPages & 1 << UInt64(known.page) == 0 {
      usedPages |= 1 << UInt64(known.page)
      lasting.use(page: known.page)
    }
    return known.picture
  }

  private func know(
    _ key: PictureKey, in list: ReferenceWritableKeyPath<PictureStore, KnownPictures>,
    as code: PictureCode, _ make: () -> Bitmap?
  ) throws(SDLError) -> Picture? {
    let picture = try picture(key, make: make)
    // Without a slot it has a texture of its own, which is found by its key.
    if picture == nil || lasting.slot(for: key) != nil {
      let page = lasting.slot(for: key)?.page ?? -1
      self[keyPath: list].insert(KnownPictures.Known(picture: picture, page: page), for: code)
    }
    return picture
  }

  private func page(_ index: Int, isLasting: Bool) throws(SDLError) -> OpaquePointer {
    var pages = isLasting ? lastingPages : passingPages
    while pages.count <= index {
      let page = Page(try Texture(size: lasting.pageSize, renderer: renderer))
      try check(
        SDL_SetTextureBlendMode(page.texture.pointer, blend), "setting up premultiplied blending")
      pages.append(page)
      if isLasting { lastingPages = pages } else { passingPages = pages }
    }
    return pages[index].texture.pointer
  }

  private func own(_ bitmap: Bitmap, _ key: PictureKey) throws(SDLError) -> Owned {
    var isSmooth = true
    if case .image(_, false) = key { isSmooth = false }
    let size = PixelSize(width: bitmap.bounds.width + 2, height: bitmap.bounds.height + 2)
    let result = Owned(
      try Texture(size: size, renderer: renderer, isSmooth: isSmooth), bounds: bitmap.bounds,
      lastUse: frame)
    try check(
      SDL_SetTextureBlendMode(result.texture.pointer, blend), "setting up premultiplied blending")
    try upload(bitmap, to: result.texture.pointer, x: 0, y: 0)
    owned[key] = result
    return result
  }

  private func upload(
    _ bitmap: Bitmap, to texture: OpaquePointer, x: Int, y: Int
  ) throws(SDLError) {
    let (width, height) = (bitmap.bounds.width + 2, bitmap.bounds.height + 2)
    var area = SDL_Rect(x: Int32(x), y: Int32(y), w: Int32(width), h: Int32(height))
    try check(
      SDL_UpdateTexture(texture, &area, bitmap.padded, Int32(width * 4)), "uploading a picture")
    batcher.countUpload(bytes: width * height * 4)
  }

  private func picture(of owned: Owned) -> Picture {
    Picture(
      texture: owned.texture.pointer, origin: SIMD2(1, 1),
      scale: SIMD2(1 / Float(owned.texture.size.width), 1 / Float(owned.texture.size.height)),
      bounds: owned.bounds)
  }

  private func picture(at slot: GlyphAtlas<PictureKey>.Slot, isLasting: Bool) -> Picture {
    let page = isLasting ? lastingPages[slot.page] : passingPages[slot.page]
    return Picture(
      texture: page.texture.pointer,
      origin: SIMD2(Float(slot.rect.minX), Float(slot.rect.minY)),
      scale: SIMD2(
        1 / Float(page.texture.size.width), 1 / Float(page.texture.size.height)),
      bounds: slot.bounds)
  }
}
