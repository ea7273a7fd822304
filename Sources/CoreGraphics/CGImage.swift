// CGImage.swift
// Immutable pixels: premultiplied RGBA, eight bits each, rows from the top.
//
// SPDX-License-Identifier: MIT

/// An immutable picture: premultiplied sRGB, 4 bytes a pixel in the order R, G, B, A, rows top down
/// without padding.
public final class CGImage: Sendable, Hashable {
  /// Size in pixels, both at least 1.
  public let width: Int, height: Int
  /// `width × height × 4` bytes.
  package let pixels: [UInt8]

  /// Creates an image that takes over its pixels.
  ///
  /// - Precondition: Both sizes are positive and `pixels` holds exactly `width × height × 4` bytes.
  package init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height * 4,
      "an image of \(width) x \(height) pixels cannot have \(pixels.count) bytes")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Bytes from one row to the next.
  public var bytesPerRow: Int { width * 4 }

  /// Images are equal when they are the same object.
  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
