// ImageFileSamples.swift
// Image files made in memory, for the tests of their decoders.
//
// SPDX-License-Identifier: MIT

import CWebP
import CoreGraphics

/// Little-endian numbers of a number of bytes.
func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A GIF file, written without compression: codes stay nine bits long, as the table is cleared in time.
struct GIFSample {
  struct Frame {
    var rect: (x: Int, y: Int, width: Int, height: Int)
    var indices: [UInt8]
    var delay = 0
    var disposal = 0
    var transparent: UInt8?
    var isInterlaced = false
    var colors: [UInt8] = []
  }

  var width: Int, height: Int
  /// Three bytes for each of 256 colours; the rest are black.
  var colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
  var frames: [Frame]
  var loops: Int?

  private func table(_ colors: [UInt8]) -> [UInt8] {
    colors + [UInt8](repeating: 0, count: 768 - colors.count)
  }

  var bytes: [UInt8] {
    var file =
      Array("GIF89a".utf8) + littleEndian(width, 2) + littleEndian(height, 2) + [0xF7, 0, 0]
    file += table(colors)
    if let loops {
      file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + littleEndian(loops, 2) + [0]
    }
    for frame in frames {
      let flags = UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
      file += [0x21, 0xF9, 4, flags] + littleEndian(frame.delay, 2) + [frame.transparent ?? 0, 0]
      file += [0x2C]
      for number in [frame.rect.x, frame.rect.y, frame.rect.width, frame.rect.height] {
        file += littleEndian(number, 2)
      }
      file += [(frame.colors.isEmpty ? 0 : 0x87) | (frame.isInterlaced ? 0x40 : 0)]
      if !frame.colors.isEmpty { file += table(frame.colors) }
      file += [8] + compressed(frame.indices) + [0]
    }
    return file + [0x3B]
  }

  private func compressed(_ indices: [UInt8]) -> [UInt8] {
    var (bits, count, packed) = (0, 0, [UInt8]())
    func put(_ code: Int) {
      bits |= code << count
      count += 9
      while count >= 8 {
        packed.append(UInt8(bits & 0xFF))
        bits >>= 8
        count -= 8
      }
    }
    for (place, index) in indices.enumerated() {
      if place % 200 == 0 { put(256) }
      put(Int(index))
    }
    put(257)
    packed.append(UInt8(bits & 0xFF))
    return stride(from: 0, to: packed.count, by: 255).flatMap { start -> [UInt8] in
      let block = packed[start..<min(start + 255, packed.count)]
      return [UInt8(block.count)] + block
    }
  }
}

/// WebP files without loss.
enum WebPSample {
  /// A still picture of straight RGBA.
  static func still(_ rgba: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    let size = WebPEncodeLosslessRGBA(rgba, Int32(width), Int32(height), Int32(width * 4), &output)
    defer { WebPFree(output) }
    return Array(UnsafeBufferPointer(start: output, count: size))
  }

  /// An animation of whole pictures, with the milliseconds of each, and an orientation.
  static func animation(
    _ frames: [(rgba: [UInt8], milliseconds: Int)], _ width: Int, _ height: Int, loops: Int,
    orientation: UInt8? = nil
  ) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + littleEndian(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }
    let flags: UInt8 = 0x02 | 0x10 | (orientation == nil ? 0 : 0x08)
    var body = chunk(
      "VP8X", [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3))
    body += chunk("ANIM", [0, 0, 0, 0] + littleEndian(loops, 2))
    for frame in frames {
      // No blending, which would show what lies beneath.
      let header =
        littleEndian(0, 6) + littleEndian(width - 1, 3) + littleEndian(height - 1, 3)
        + littleEndian(frame.milliseconds, 3) + [0x02]
      body += chunk("ANMF", header + still(frame.rgba, width, height).dropFirst(12))
    }
    if let orientation { body += chunk("EXIF", exif(orientation)) }
    return Array("RIFF".utf8) + littleEndian(body.count + 4, 4) + Array("WEBP".utf8) + body
  }
}

/// A TIFF structure with an orientation, high byte first.
func exif(_ orientation: UInt8) -> [UInt8] {
  Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    + [0, 0, 0, 0]
}

/// A JPEG file with a segment that names an orientation.
func withOrientation(_ orientation: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
  let body = Array("Exif\0\0".utf8) + exif(orientation)
  let length = body.count + 2
  return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body + jpeg[2...]
}
