// ImageFile.swift
// Stage: start. Recognises the format of an image file and decodes it.
//
// This folder: files of pictures by format: JPEG, WebP, GIF, and with `PNGFiles` PNG.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import PNGFiles

/// Image files: PNG, JPEG, GIF and WebP.
package enum ImageFile {
  /// Decodes a file's bytes as sRGB with premultiplied alpha. Profiles of colours are ignored.
  ///
  /// A file that was cut off, or is damaged behind its header, gives the part that is there.
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
    case nil: throw .unknownFormat(path: name, format: ForeignFormat.name(of: bytes))
    }
  }

  /// Whether a file begins like a picture of any of the formats.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { format(of: bytes) != nil }

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
    let orientation = EXIFOrientation.inPNG(bytes)
    // An animation with a fault shows the picture that programs without animations show.
    if let animation = try? AnimatedPNG.decode(bytes, name: name) {
      return DecodedImage(
        format: .png,
        frames: animation.frames.map { DecodedImage.Frame(image: $0.image, duration: $0.duration) },
        orientation: orientation, loopCount: animation.plays, isWhole: animation.isWhole)
    }
    do {
      let part = try PNGFile.decodePart(bytes, name: name)
      return DecodedImage(
        format: .png, frames: [DecodedImage.Frame(image: part.image, duration: 0)],
        orientation: orientation, isWhole: part.fault == nil)
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
