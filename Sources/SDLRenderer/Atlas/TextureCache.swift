// TextureCache.swift
// Stage: canvas. Pictures on textures: small ones share atlas pages, large ones have their own texture, which is
// dropped when no frame used it for a second.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import CoreGraphics
import Foundation

/// The contents of a picture. Equal keys have equal pictures.
enum PictureKey: Hashable {
  case white
  case glyph(GlyphKey)
  case corner(CornerKey)
  case box(BoxKey)
  /// The key retains the image, so that its identity is not reused.
  case image(CGImage, isSmooth: Bool)
  case shadow(ShadowKey)
  case coverage(CoverageKey)
  case gradient(GradientKey)
  case slanted(SlantedKey)

  /// Whether the picture is likely to recur in many frames. Others have pages of their own, so that
  /// animated ones do not evict glyphs.
  var isPersistent: Bool {
    switch self {
    // On the page of upright text and boxes, with which they are drawn at once.
    case .white, .glyph, .corner, .box, .image, .slanted: true
    // A shadow's corner is shared by boxes of all sizes.
    case .shadow(let key): key.isCorner
    case .coverage, .gradient: false
    }
  }
}

/// A picture's region on a texture.
struct TextureRegion {
  let texture: OpaquePointer
  /// The texel at the picture's top left.
  let origin: SIMD2<Float>
  /// The reciprocal of the texture's size.
  let scale: SIMD2<Float>
  /// The picture's pixels relative to its origin.
  let bounds: PixelRect

  /// Returns the texture coordinate, 0...1, of a point in pixels of the picture.
  func coordinate(_ x: Float, _ y: Float) -> SIMD2<Float> { (origin + SIMD2(x, y)) * scale }
}

/// All pictures of a canvas.
final class TextureCache {
  /// A texture with a single picture.
  private final class SingleTexture {
    let texture: Texture
    let bounds: PixelRect
    var lastUse: Int

    init(_ texture: consuming Texture, bounds: PixelRect, lastUse: Int) {
      self.texture = texture
      self.bounds = bounds
      self.lastUse = lastUse
    }
  }

  private let supply: TextureSupply
  private let batcher: Batcher
  private let blend: SDL_BlendMode
  let longestSide: Int
  private let persistent: AtlasPages
  private let transient: AtlasPages
  private var singles: [PictureKey: SingleTexture] = [:]
  /// Bytes of box pictures that may still be generated; see ``box(_:make:)``.
  private var allowance = TextureCache.maximumAllowance
  private var frame = 0

  /// The longest side of a picture on an atlas page, in pixels.
  private static let longestAtlasSide = 512
  /// Frames without use after which a picture's own texture is destroyed.
  private static let maximumIdleFrames = 60
  private static let maximumAllowance = 2 << 20
  private static let allowancePerFrame = 16 << 10

  init(
    supply: TextureSupply, batcher: Batcher, blend: SDL_BlendMode, longestSide: Int,
    limits: AtlasLimits
  ) {
    self.supply = supply
    self.batcher = batcher
    self.blend = blend
    self.longestSide = longestSide
    func pages(_ count: Int) -> AtlasPages {
      AtlasPages(
        supply: supply, batcher: batcher, blend: blend,
        side: min(limits.pageSide, longestSide), maximumPages: count)
    }
    persistent = pages(limits.persistentPages)
    transient = pages(limits.transientPages)
  }

  /// Begins a frame; destroys textures that are no longer used.
  func beginFrame() {
    frame += 1
    persistent.beginFrame()
    transient.beginFrame()
    allowance = min(allowance + Self.allowancePerFrame, Self.maximumAllowance)
    if frame % 16 == 0,
      singles.contains(where: { frame - $0.value.lastUse > Self.maximumIdleFrames })
    {
      singles = singles.filter { frame - $0.value.lastUse <= Self.maximumIdleFrames }
    }
  }

  /// Removes everything, as when the driver has lost its textures.
  func removeAll() {
    persistent.removeAll()
    transient.removeAll()
    singles.removeAll()
  }

  /// Returns a picture, generated and uploaded when it is new. Nil when it is empty.
  ///
  /// - Parameter isSingle: Whether the picture needs a texture of its own, as when texels beyond its
  ///   edges are shown.
  func picture(
    _ key: PictureKey, isSingle: Bool = false, make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    let pages = key.isPersistent ? persistent : transient
    if !isSingle, let picture = pages.picture(key) { return picture }
    if let picture = single(key) { return picture }
    guard let bitmap = make() else { return nil }
    return try add(key, bitmap, to: pages, isSingle: isSingle)
  }

  /// Returns a glyph's picture. Nil when it is empty.
  ///
  /// - Parameter make: Generates the picture of a new glyph.
  @inline(__always) func glyph(
    _ key: GlyphKey, make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    if let entry = persistent.glyph(AtlasKey(key)) { return entry.picture }
    return try newGlyph(key, make)
  }

  @inline(never) private func newGlyph(
    _ key: GlyphKey, _ make: () -> Bitmap?
  ) throws(SDLError) -> TextureRegion? {
    if let picture = single(.glyph(key)) { return picture }
    guard let bitmap = make() else {
      persistent.insertEmpty(AtlasKey(key))
      return nil
    }
    return try add(.glyph(key), bitmap, to: persistent)
  }

  /// Returns a small box's picture. Nil when it is new and the allowance is used up.
  ///
  /// Boxes that change their size in each frame would fill the atlas with pictures that are used
  /// once. Beyond the allowance they are drawn as nine-patches instead.
  @inline(__always) func box(_ key: BoxKey, make: () -> Bitmap) throws(SDLError) -> TextureRegion? {
    if let picture = persistent.box(AtlasKey(key)) { return picture }
    return try newBox(key, make)
  }

  /// Returns a small box's picture. Nil when it is new.
  func knownBox(_ key: BoxKey) -> TextureRegion? {
    persistent.box(AtlasKey(key)) ?? single(.box(key))
  }

  @inline(never) private func newBox(
    _ key: BoxKey, _ make: () -> Bitmap
  ) throws(SDLError) -> TextureRegion? {
    if let picture = single(.box(key)) { return picture }
    let cost = (key.size.width + 2) * (key.size.height + 2) * 4
    guard cost <= allowance else { return nil }
    allowance -= cost
    return try add(.box(key), make(), to: persistent)
  }

  private func add(
    _ key: PictureKey, _ bitmap: Bitmap, to pages: AtlasPages, isSingle: Bool = false
  ) throws(SDLError) -> TextureRegion? {
    if !isSingle, max(bitmap.bounds.width, bitmap.bounds.height) <= Self.longestAtlasSide,
      let picture = try pages.insert(key, bitmap)
    {
      return picture
    }
    var isSmooth = true
    if case .image(_, false) = key { isSmooth = false }
    let size = PixelSize(width: bitmap.bounds.width + 2, height: bitmap.bounds.height + 2)
    let new = SingleTexture(
      try Texture(size: size, supply: supply, isSmooth: isSmooth), bounds: bitmap.bounds,
      lastUse: frame)
    try check(
      SDL_SetTextureBlendMode(new.texture.pointer, blend), "setting up premultiplied blending")
    try bitmap.upload(to: new.texture.pointer, x: 0, y: 0, batcher)
    singles[key] = new
    return region(of: new)
  }

  /// Returns the picture that has a texture of its own under a key.
  private func single(_ key: PictureKey) -> TextureRegion? {
    guard let found = singles[key] else { return nil }
    found.lastUse = frame
    return region(of: found)
  }

  private func region(of single: SingleTexture) -> TextureRegion {
    TextureRegion(
      texture: single.texture.pointer, origin: SIMD2(1, 1),
      scale: SIMD2(1 / Float(single.texture.size.width), 1 / Float(single.texture.size.height)),
      bounds: single.bounds)
  }
}
