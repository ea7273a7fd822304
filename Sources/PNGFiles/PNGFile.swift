// PNGFile.swift
// Stage: start. Decodes PNG files within a limit (maximumSide) and encodes snapshots, with libpng. ImageLimits is the limit
// of the other formats.
//
// This folder: PNG files by libpng, still and animated.
//
// SPDX-License-Identifier: MIT

internal import CPNG
package import CoreGraphics
import Foundation
import Glibc

/// Why a PNG file could not be read or written.
package enum PNGError: Error, Hashable, CustomStringConvertible {
  case missing(path: String)
  case broken(path: String, reason: String)
  /// A side is longer than ``PNGFile/maximumSide`` pixels.
  case tooLarge(path: String, width: Int, height: Int)
  /// The system cannot provide the memory of the pixels.
  case outOfMemory(path: String, width: Int, height: Int)
  case cannotWrite(path: String, reason: String)

  package var description: String {
    switch self {
    case .missing(let path): "there is no file \(path)"
    case .broken(let path, let reason): "\(path) cannot be read as a PNG: \(reason)"
    case .tooLarge(let path, let width, let height):
      "\(path) is \(width) x \(height) pixels; the limit is \(PNGFile.maximumSide) a side"
    case .outOfMemory(let path, let width, let height):
      "\(path) is \(width) x \(height) pixels; there is no memory for them"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

/// PNG files as images.
package enum PNGFile {
  /// The longest side in pixels that is decoded. A square image of this size needs 1 GiB.
  package static let maximumSide = 16_384

  /// The end of the signature and the header of a file, in bytes.
  static let headerEnd = 33

  /// Reads a file as sRGB with 8 bits per channel and premultiplied alpha.
  package static func read(_ path: String) throws(PNGError) -> CGImage {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .missing(path: path) }
    // Opening a pipe waits for a writer; a device may have no end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .broken(path: path, reason: "it is not a regular file")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .broken(path: path, reason: "it cannot be opened")
    }
    return try decode([UInt8](data), name: path)
  }

  /// Decodes a file's bytes.
  ///
  /// - Parameter name: The file's name in errors.
  package static func decode(_ bytes: [UInt8], name: String) throws(PNGError) -> CGImage {
    let part = try decodePart(bytes, name: name)
    if let fault = part.fault { throw .broken(path: name, reason: fault) }
    return part.image
  }

  /// Decodes a file's bytes as far as they go.
  ///
  /// - Parameter name: The file's name in errors.
  /// - Returns: The picture, transparent where the file has nothing, and why it is not whole; nil for a file that is.
  ///   Of an interlaced file that was cut off all rows are there, with fewer details.
  /// - Throws: For a file without a row of pixels.
  package static func decodePart(
    _ bytes: [UInt8], name: String
  ) throws(PNGError) -> (image: CGImage, fault: String?) {
    let (width, height) = try size(bytes, name)
    var reading = lamella_png_reading()
    (reading.width, reading.height) = (UInt32(width), UInt32(height))
    // Not filled: what the file does not deliver, if its header lies, is not touched before a row was read.
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      reading.pixels = buffer.baseAddress
      bytes.withUnsafeBufferPointer { lamella_png_read($0.baseAddress, $0.count, &reading) }
      guard reading.rows > 0 else { return }
      let end = Int(reading.rows) * width * 4
      buffer[end...].update(repeating: 0)
      premultiply(buffer[..<end])
      count = buffer.count
    }
    let message = withUnsafeBytes(of: reading.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    let fault = reading.is_whole != 0 ? nil : message.isEmpty ? endsTooEarly : message
    guard !pixels.isEmpty else { throw .broken(path: name, reason: fault ?? "it has no pixels") }
    return (CGImage(width: width, height: height, premultipliedRGBA: pixels), fault)
  }

  private static let endsTooEarly = "it ends too early"

  /// The size that a file's header states, within the limits.
  static func size(
    _ bytes: [UInt8], _ name: String
  ) throws(PNGError) -> (width: Int, height: Int) {
    guard bytes.starts(with: signature) else {
      throw .broken(path: name, reason: "it does not begin like one")
    }
    guard bytes.count >= headerEnd else { throw .broken(path: name, reason: endsTooEarly) }
    func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    guard bytes[12..<16].elementsEqual("IHDR".utf8), width > 0, height > 0 else {
      throw .broken(path: name, reason: "its header is broken")
    }
    guard width <= maximumSide, height <= maximumSide else {
      throw .tooLarge(path: name, width: width, height: height)
    }
    guard PictureMemory.isAvailable(width * height * 4) else {
      throw .outOfMemory(path: name, width: width, height: height)
    }
    return (width, height)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Writes an image to a path, or to standard output for "-".
  ///
  /// A file appears whole or not at all: a write that fails leaves an earlier file as it was.
  ///
  /// - Parameter text: Keys and values of `tEXt` chunks, in Latin-1. Keys have 1 to 79 characters.
  package static func write(
    _ image: CGImage, to path: String, text: [(key: String, value: String)] = []
  ) throws(PNGError) {
    let bytes = try encode(image, name: path, text: text)
    if let failure = WholeFile.write(bytes, to: path) {
      throw .cannotWrite(
        path: path == "-" ? "to standard output" : path, reason: failure.reason)
    }
  }

  /// Encodes an image as a file's bytes. Equal images give equal bytes.
  package static func encode(
    _ image: CGImage, name: String = "the picture", text: [(key: String, value: String)] = []
  ) throws(PNGError) -> [UInt8] {
    let outOfMemory = PNGError.outOfMemory(path: name, width: image.width, height: image.height)
    guard let pixels = straight(image.pixels) else { throw outOfMemory }
    var target = png_image()
    target.version = UInt32(PNG_IMAGE_VERSION)
    target.width = UInt32(image.width)
    target.height = UInt32(image.height)
    target.format = rgba
    defer { png_image_free(&target) }
    let row = Int32(image.bytesPerRow)
    var size = 0
    guard png_image_write_to_memory(&target, nil, &size, 0, pixels, row, nil) != 0 else {
      throw .cannotWrite(path: name, reason: message(of: target))
    }
    // The file, and its copy with the texts.
    guard PictureMemory.isAvailable(size * 2) else { throw outOfMemory }
    var bytes = [UInt8](repeating: 0, count: size)
    guard png_image_write_to_memory(&target, &bytes, &size, 0, pixels, row, nil) != 0 else {
      throw .cannotWrite(path: name, reason: message(of: target))
    }
    bytes.removeLast(bytes.count - size)
    // Text may follow the header at once.
    bytes.insert(contentsOf: text.flatMap { chunk(key: $0.key, value: $0.value) }, at: headerEnd)
    return bytes
  }

  // MARK: Chunks

  /// Four bytes per pixel, alpha last and not premultiplied.
  private static var rgba: UInt32 { UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_ALPHA) }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func premultiply(_ pixels: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    let pixels = UnsafeMutableBufferPointer(rebasing: pixels)
    for index in stride(from: 0, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
      let alpha = Int(pixels[index + 3])
      for channel in index..<index + 3 {
        pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255)
      }
    }
  }

  /// Pixels whose colours are not multiplied by their alpha. Nil where there is no memory for them; opaque ones need
  /// none.
  private static func straight(_ premultiplied: [UInt8]) -> [UInt8]? {
    let all = stride(from: 0, to: premultiplied.count, by: 4)
    guard let first = all.first(where: { premultiplied[$0 + 3] != 255 }) else {
      return premultiplied
    }
    guard PictureMemory.isAvailable(premultiplied.count) else { return nil }
    var pixels = premultiplied
    for index in stride(from: first, to: pixels.count, by: 4) where pixels[index + 3] != 255 {
      let alpha = Int(pixels[index + 3])
      for channel in index..<index + 3 {
        pixels[channel] =
          alpha == 0 ? 0 : UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return pixels
  }

  private static func chunk(key: String, value: String) -> [UInt8] {
    trap(
      unless: (1...79).contains(key.unicodeScalars.count),
      "a PNG text key has 1 to 79 characters, not \(key.unicodeScalars.count) as in \"\(key)\"")
    func latin1(_ text: String) -> [UInt8] {
      text.unicodeScalars.map { $0.value > 0 && $0.value < 256 ? UInt8($0.value) : 0x3F }
    }
    return PNGChunk.encode("tEXt", latin1(key) + [0] + latin1(value))
  }

  /// The CRC of PNG chunks (ISO 3309).
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return ~crc
  }
}
