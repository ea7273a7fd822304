// Bitmap.swift
// Stage: canvas. Pixels on the way to a texture: from coverage, from an image, or generated.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import CoreGraphics

/// Premultiplied pixels to be uploaded to a texture.
struct Bitmap {
  /// The bitmap's position relative to its origin. Not empty.
  var bounds: PixelRect
  /// Rows from the top, red in the lowest byte.
  var pixels: [UInt32]
  /// Whether the padding repeats the edge pixels. Transparent padding otherwise.
  var extendsEdges = false

  init(bounds: PixelRect, pixels: [UInt32], extendsEdges: Bool = false) {
    self.bounds = bounds
    self.pixels = pixels
    self.extendsEdges = extendsEdges
  }

  /// Creates white pixels with the alpha of a coverage. Nil when the coverage is empty.
  init?(_ coverage: Coverage) {
    guard !coverage.bounds.isEmpty else { return nil }
    self.init(
      bounds: coverage.bounds, pixels: coverage.pixels.map { UInt32($0) &* 0x0101_0101 })
  }

  /// Creates white pixels with the alpha of a coverage over an area, transparent outside the coverage.
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

  /// Creates an image's pixels, halved until no side exceeds the GPU's limit.
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

  /// The pixels with padding of one pixel on each side.
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

extension Bitmap {
  /// Uploads the padded pixels to a texture.
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
