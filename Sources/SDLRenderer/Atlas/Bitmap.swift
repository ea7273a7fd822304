// Bitmap.swift
// Stage: canvas. Texels on the way to a texture: from coverage or from an image.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics

/// Texels to be written to a texture.
enum Bitmap {
  case mask(Coverage)
  /// A part of an image, in its pixels.
  case image(CGImage, PixelRect)

  /// The place of the texels relative to the picture's origin. Not empty.
  var bounds: PixelRect {
    switch self {
    case .mask(let coverage): coverage.bounds
    case .image(_, let part): PixelRect(PixelSize(width: part.width, height: part.height))
    }
  }

  var format: GLTexture.Format {
    switch self {
    case .mask: .mask
    case .image: .color
    }
  }

  /// Texels around the picture that belong to it on a page: a filter between texels reaches half of one.
  static func padding(_ format: GLTexture.Format) -> Int { format == .mask ? 0 : 1 }

  /// Writes the texels.
  ///
  /// - Parameters:
  ///   - x: The texel of the picture's first column.
  ///   - layer: Of a texture of masks.
  ///   - padding: Texels around it that repeat its edges.
  /// - Returns: The number of bytes.
  func write(to texture: GLTexture, layer: Int = 0, x: Int, y: Int, padding: Int) -> Int {
    let size = PixelSize(width: bounds.width + 2 * padding, height: bounds.height + 2 * padding)
    let area = PixelRect(
      minX: x - padding, minY: y - padding, maxX: x - padding + size.width,
      maxY: y - padding + size.height)
    switch self {
    case .mask(let coverage): coverage.pixels.withUnsafeBytes { write($0, texture, area, layer) }
    case .image(let image, let part):
      if padding == 0, part == PixelRect(PixelSize(width: image.width, height: image.height)) {
        image.pixels.withUnsafeBytes { write($0, texture, area) }
      } else {
        let texels = Self.padded(image, part, size, padding)
        texels.withUnsafeBytes { write($0, texture, area) }
      }
    }
    return size.width * size.height * texture.format.bytes
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, _ texture: GLTexture, _ area: PixelRect, _ layer: Int = 0
  ) {
    if let base = bytes.baseAddress { texture.write(base, to: area, layer: layer) }
  }

  private static func padded(
    _ image: CGImage, _ part: PixelRect, _ size: PixelSize, _ padding: Int
  ) -> [UInt32] {
    var texels = [UInt32](repeating: 0, count: size.width * size.height)
    image.pixels.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for y in 0..<size.height {
        let row = min(max(part.minY + y - padding, 0), image.height - 1) * image.width
        for x in 0..<size.width {
          let column = min(max(part.minX + x - padding, 0), image.width - 1)
          texels[y * size.width + x] = pixels[row + column]
        }
      }
    }
    return texels
  }
}
