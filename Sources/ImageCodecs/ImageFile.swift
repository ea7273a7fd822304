// ImageFile.swift
// Stage: start. Recognises the format of an image file and decodes it.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import PNGFiles

/// Image files: PNG, JPEG, GIF and WebP.
package enum ImageFile {
  /// Decodes a file's bytes as sRGB with premultiplied alpha. Profiles of colours are ignored.
  ///
  /// - Parameter name: The file's name in errors.
  package static func decode(
    _ bytes: [UInt8], name: String
  ) throws(ImageFileError) -> DecodedImage {
    switch format(of: bytes) {
    case .png: return try decodePNG(bytes, name)
    case .jpeg: return try JPEGFile.decode(bytes, name: name)
    case .gif: return try GIFFile.decode(bytes, name: name)
    case .webP: return try WebPFile.decode(bytes, name: name)
    case nil: throw .unknownFormat(path: name)
    }
  }

  /// Whether a file begins like a picture of any of the formats.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { format(of: bytes) != nil }

  /// Whether a file begins like a PNG.
  package static func isPNG(_ bytes: [UInt8]) -> Bool { format(of: bytes) == .png }

  /// Whether a file begins like a GIF.
  package static func isGIF(_ bytes: [UInt8]) -> Bool { format(of: bytes) == .gif }

  /// The format by a file's first bytes.
  static func format(of bytes: [UInt8]) -> DecodedImage.Format? {
    func starts(_ signature: [UInt8], at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: signature)
    }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if starts(Array("GIF87a".utf8)) || starts(Array("GIF89a".utf8)) { return .gif }
    if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) { return .webP }
    return nil
  }

  private static func decodePNG(
    _ bytes: [UInt8], _ name: String
  ) throws(ImageFileError) -> DecodedImage {
    do {
      let image = try PNGFile.decode(bytes, name: name)
      return DecodedImage(
        format: .png, frames: [DecodedImage.Frame(image: image, duration: 0)],
        orientation: EXIFOrientation.inPNG(bytes))
    } catch {
      switch error {
      case .tooLarge(_, let width, let height):
        throw .tooLarge(path: name, width: width, height: height, frames: 1)
      case .outOfMemory(_, let width, let height):
        throw .outOfMemory(path: name, width: width, height: height)
      case .broken(_, let reason), .cannotWrite(_, let reason):
        throw .broken(path: name, format: "PNG", reason: reason)
      case .missing: throw .broken(path: name, format: "PNG", reason: "there is no such file")
      }
    }
  }
}
