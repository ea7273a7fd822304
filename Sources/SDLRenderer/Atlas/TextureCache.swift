// TextureCache.swift
// Stage: canvas. Pictures on textures: small ones share atlas pages, large ones have their own texture, which is
// dropped when no frame used it for a second.
//
// This folder: textures: glyphs, paths and images on shared pages.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// A picture that has a texture of its own.
private enum LargePicture: Hashable {
  case glyph(GlyphKey)
  case path(PathKey)
  /// The key retains the image, so that its identity is not reused.
  case image(CGImage, PixelRect)
}

/// A path's coverage.
struct PathKey: Hashable {
  enum Paint: Hashable {
    case fill(CGPathFillRule)
    case stroke(StrokeStyle)
  }
  /// A copy, because the path itself is mutable.
  var elements: [CGPath.Element]
  var paint: Paint
  /// Without whole pixels of translation, so that a path that moves by whole pixels keeps its picture.
  /// Affine for a fill.
  var transform: PlaneTransform
  var clip: PixelRect

  /// Hashes some of the elements only. Paths are hashed in every frame, and different paths mostly
  /// differ in these.
  func hash(into hasher: inout Hasher) {
    hasher.combine(elements.count)
    if let first = elements.first, let last = elements.last {
      hasher.combine(first)
      hasher.combine(elements[elements.count / 2])
      hasher.combine(last)
    }
    hasher.combine(paint)
    hasher.combine(transform)
    hasher.combine(clip)
  }

  func coverage(_ source: any CoverageSource) -> Coverage {
    let path = CGPath(elements: elements)
    return switch paint {
    case .fill(let rule):
      source.fill(path, rule: rule, transform: transform.affine, clip: clip)
    case .stroke(let style):
      source.stroke(path, style: style, transform: transform, clip: clip)
    }
  }
}

/// All pictures of a canvas.
final class TextureCache {
  /// A texture with a single picture.
  private final class Single {
    let texture: GLTexture
    let region: TextureRegion
    var lastUse: Int

    init(_ texture: GLTexture, bounds: PixelRect, lastUse: Int) {
      self.texture = texture
      self.lastUse = lastUse
      region = TextureRegion(texture: texture.name, layer: 0, origin: .zero, bounds: bounds)
    }
  }

  private let supply: TextureSupply
  private let recorder: DrawRecorder
  private let glyphs: AtlasPages<GlyphKey>
  private let paths: AtlasPages<PathKey>
  private let images: AtlasPages<CGImage>
  private var singles: [LargePicture: Single] = [:]
  private var frame = 0

  /// The longest side of a picture on an atlas page, in pixels.
  private static let longestAtlasSide = 512
  /// The longest side of an image on one.
  private static let longestImageSide = 256
  /// Frames without use after which a picture's own texture is deleted.
  private static let maximumIdleFrames = 60

  var longestSide: Int { supply.longestSide }

  init(supply: TextureSupply, recorder: DrawRecorder, limits: AtlasLimits) {
    self.supply = supply
    self.recorder = recorder
    let (lasting, passing) = (limits.persistentPages, limits.transientPages)
    let masks = PageTextures(
      .mask, supply: supply, side: limits.pageSide, pages: lasting + passing)
    glyphs = AtlasPages(masks, recorder: recorder, pages: 0..<lasting)
    paths = AtlasPages(masks, recorder: recorder, pages: lasting..<lasting + passing)
    images = AtlasPages(
      PageTextures(.color, supply: supply, side: limits.pageSide, pages: lasting),
      recorder: recorder, pages: 0..<lasting)
  }

  /// Begins a frame; deletes textures that are no longer used.
  func beginFrame() {
    frame += 1
    glyphs.beginFrame()
    paths.beginFrame()
    images.beginFrame()
    if frame % 16 == 0,
      singles.contains(where: { frame - $0.value.lastUse > Self.maximumIdleFrames })
    {
      singles = singles.filter { frame - $0.value.lastUse <= Self.maximumIdleFrames }
    }
  }

  /// Removes everything, as when the driver has lost its textures.
  func removeAll() {
    glyphs.removeAll()
    paths.removeAll()
    images.removeAll()
    singles.removeAll()
  }

  /// Returns a glyph's coverage. Nil when it is empty.
  @inline(__always) func glyph(
    _ key: GlyphKey, _ source: any CoverageSource
  ) throws(SDLError) -> TextureRegion? {
    switch glyphs.entry(key) {
    case .picture(let region, _): region
    case .empty: nil
    case nil: try add(key, .glyph(key), glyphs) { .mask(source.glyph(key)) }
    }
  }

  /// Returns a path's coverage. Nil when it is empty.
  func path(_ key: PathKey, _ source: any CoverageSource) throws(SDLError) -> TextureRegion? {
    switch paths.entry(key) {
    case .picture(let region, _): region
    case .empty: nil
    case nil: try add(key, .path(key), paths) { .mask(key.coverage(source)) }
    }
  }

  /// Returns a part of an image.
  ///
  /// - Parameter part: No side of it is longer than ``longestSide``.
  func image(_ image: CGImage, _ part: PixelRect) throws(SDLError) -> TextureRegion? {
    let isWhole = part == PixelRect(PixelSize(width: image.width, height: image.height))
    guard isWhole, max(image.width, image.height) <= Self.longestImageSide else {
      return try single(.image(image, part)) { .image(image, part) }
    }
    return switch images.entry(image) {
    case .picture(let region, _): region
    case .empty: nil
    case nil: try add(image, .image(image, part), images) { .image(image, part) }
    }
  }

  private func add<Key>(
    _ key: Key, _ large: LargePicture, _ pages: AtlasPages<Key>, _ make: () -> Bitmap
  ) throws(SDLError) -> TextureRegion? {
    if let known = singles[large] {
      known.lastUse = frame
      return known.region
    }
    let bitmap = make()
    let bounds = bitmap.bounds
    if bounds.isEmpty {
      pages.insertEmpty(key)
      return nil
    }
    if max(bounds.width, bounds.height) <= Self.longestAtlasSide,
      let region = try pages.insert(key, bitmap)
    {
      return region
    }
    return try single(large) { bitmap }
  }

  /// Returns the picture that has a texture of its own under a key.
  private func single(
    _ key: LargePicture, _ make: () -> Bitmap
  ) throws(SDLError) -> TextureRegion? {
    if let known = singles[key] {
      known.lastUse = frame
      return known.region
    }
    let bitmap = make()
    let bounds = bitmap.bounds
    if bounds.isEmpty { return nil }
    let texture = try GLTexture(
      size: PixelSize(width: bounds.width, height: bounds.height), format: bitmap.format,
      supply: supply)
    recorder.countUpload(bytes: bitmap.write(to: texture, x: 0, y: 0, padding: 0))
    let new = Single(texture, bounds: bounds, lastUse: frame)
    singles[key] = new
    return new.region
  }
}
