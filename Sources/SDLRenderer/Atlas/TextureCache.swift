// TextureCache.swift
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
    // A shadow's corner serves boxes of all sizes.
    case .shadow(let key): key.isCorner
    case .coverage, .gradient: false
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
struct TextureRegion {
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

/// All pictures that a canvas has on its textures.
final class TextureCache {
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

  private let renderer: OpaquePointer
  private let batcher: Batcher
  private let blend: SDL_BlendMode
  let longestSide: Int
  private let lasting: AtlasPages
  private let passing: AtlasPages
  private var owned: [PictureKey: Owned] = [:]
  /// Bytes of box pictures that may still be made; see ``box(_:make:)``.
  private var allowance = TextureCache.mostAllowance
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
    func pages(_ count: Int) -> AtlasPages {
      AtlasPages(
        renderer: renderer, batcher: batcher, blend: blend,
        side: min(limits.pageSide, longestSide), maximumPages: count)
    }
    lasting = pages(limits.lastingPages)
    passing = pages(limits.passingPages)
  }

  /// Begins a frame; gives up what has gone unused.
  func beginFrame() {
    frame += 1
    lasting.beginFrame()
    passing.beginFrame()
    allowance = min(allowance + Self.allowancePerFrame, Self.mostAllowance)
    if frame % 16 == 0, owned.contains(where: { frame - $0.value.lastUse > Self.patience }) {
      owned = owned.filter { frame - $0.value.lastUse <= Self.patience }
    }
  }

  /// Forgets everything, as when the driver has lost its textures.
  func removeAll() {
    lasting.removeAll()
    passing.removeAll()
    owned.removeAll()
  }

  /// Returns a picture, made and uploaded when it is not there yet; nil when it is empty.
  ///
  /// - Parameter isAlone: Whether it must have a texture of its own, as when it is shown beyond
  ///   its edges.
  func picture(
    _ key: PictureKey, isAlone: Bool = false, make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    let pages = key.isLasting ? lasting : passing
    if !isAlone, let known = pages.picture(key) { return known }
    if let known = owned[key] {
      known.lastUse = frame
      return picture(of: known)
    }
    guard let bitmap = make() else { return nil }
    return try add(key, bitmap, to: pages, isAlone: isAlone)
  }

  /// Returns a glyph's picture; nil when it is empty.
  ///
  /// - Parameter make: Asked only when the glyph has no picture.
  @inline(__always) func glyph(
    _ key: GlyphKey, make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    if let known = lasting.glyph(AtlasKey(key)) { return known.picture }
    return try newGlyph(key, make)
  }

  @inline(never) private func newGlyph(
    _ key: GlyphKey, _ make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    if let known = owned[.glyph(key)] {
      known.lastUse = frame
      return picture(of: known)
    }
    guard let bitmap = make() else {
      lasting.insertEmpty(AtlasKey(key))
      return nil
    }
    return try add(.glyph(key), bitmap, to: lasting)
  }

  /// Returns a small box's picture; nil when it has none and should get none now.
  ///
  /// Boxes that change their size in each frame would fill the atlas with pictures that are used
  /// once: when too many come, they are put together from corners instead.
  @inline(__always) func box(_ key: BoxKey, make: () -> Bitmap) throws(SDLError) -> TextureRegion? {
    if let known = lasting.box(AtlasKey(key)) { return known }
    return try newBox(key, make)
  }

  @inline(never) private func newBox(
    _ key: BoxKey, _ make: () -> Bitmap
  ) throws(SDLError) -> TextureRegion? {
    if let known = owned[.box(key)] {
      known.lastUse = frame
      return picture(of: known)
    }
    let cost = (key.size.width + 2) * (key.size.height + 2) * 4
    guard cost <= allowance else { return nil }
    allowance -= cost
    return try add(.box(key), make(), to: lasting)
  }

  private func add(
    _ key: PictureKey, _ bitmap: Bitmap, to pages: AtlasPages, isAlone: Bool = false
  ) throws(SDLError) -> TextureRegion? {
    if !isAlone, max(bitmap.bounds.width, bitmap.bounds.height) <= Self.longestShared,
      let picture = try pages.insert(key, bitmap)
    {
      return picture
    }
    var isSmooth = true
    if case .image(_, false) = key { isSmooth = false }
    let size = PixelSize(width: bitmap.bounds.width + 2, height: bitmap.bounds.height + 2)
    let new = Owned(
      try Texture(size: size, renderer: renderer, isSmooth: isSmooth), bounds: bitmap.bounds,
      lastUse: frame)
    try check(
      SDL_SetTextureBlendMode(new.texture.pointer, blend), "setting up premultiplied blending")
    try bitmap.upload(to: new.texture.pointer, x: 0, y: 0, batcher)
    owned[key] = new
    return picture(of: new)
  }

  private func picture(of owned: Owned) -> TextureRegion {
    TextureRegion(
      texture: owned.texture.pointer, origin: SIMD2(1, 1),
      scale: SIMD2(1 / Float(owned.texture.size.width), 1 / Float(owned.texture.size.height)),
      bounds: owned.bounds)
  }
}
