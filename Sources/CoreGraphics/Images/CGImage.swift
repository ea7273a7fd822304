// CGImage.swift
// Immutable pixels: premultiplied RGBA, eight bits per channel, rows from the top.
//
// This folder: pixels, and the layouts of bytes from which they are made (`PixelLayout`).
//
// SPDX-License-Identifier: MIT

/// An immutable image: premultiplied sRGB, 4 bytes per pixel in the order R, G, B, A, rows from the
/// top without padding.
public final class CGImage: Sendable, Hashable {
  /// The size in pixels, at least 1 by 1.
  public let width: Int, height: Int
  /// `width × height × 4` bytes.
  package let pixels: [UInt8]
  /// What the image was made from; its layout is what the public properties describe.
  let source: ImageSource
  let smallerVersions = SmallerVersions()

  /// Creates an image that owns its pixels.
  ///
  /// - Precondition: Both sizes are positive, and `pixels` has exactly `width × height × 4` bytes.
  package convenience init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8]) {
    self.init(width: width, height: height, premultipliedRGBA: pixels, source: .pixels)
  }

  init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8], source: ImageSource) {
    trap(
      unless: width > 0 && height > 0 && pixels.count == width * height * 4,
      "an image of \(width) x \(height) pixels cannot have \(pixels.count) bytes")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.source = source
  }

  /// Images are equal when they are the same object.
  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
