// AnimatedPNG.swift
// Several pictures as one animated PNG, which browsers and image viewers play.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// Animated PNG files. Each frame is a whole picture; equal frames give equal bytes.
///
/// Source: the APNG specification, part of PNG's third edition.
package enum AnimatedPNG {
  /// Encodes frames of the same size.
  ///
  /// - Parameters:
  ///   - frames: At least one.
  ///   - framesPerSecond: The rate, 1...65535.
  ///   - plays: How often the animation is played; 0 is for ever.
  package static func encode(
    _ frames: [CGImage], framesPerSecond: Int, plays: Int = 0
  ) throws(PNGError) -> [UInt8] {
    trap(
      unless: !frames.isEmpty && (1...65_535).contains(framesPerSecond),
      "an animated PNG needs frames and a rate, not \(frames.count) at \(framesPerSecond) a second")
    var bytes: [UInt8] = []
    var sequence: UInt32 = 0
    for (index, frame) in frames.enumerated() {
      let file = try PNGFile.encode(frame)
      if index == 0 {
        // The signature and the header.
        bytes += file[..<33]
        bytes += chunk("acTL", bigEndian(UInt32(frames.count)) + bigEndian(UInt32(max(0, plays))))
      }
      bytes += chunk(
        "fcTL", control(of: frame, sequence: sequence, framesPerSecond: framesPerSecond))
      sequence += 1
      for data in imageData(of: file) {
        if index == 0 {
          bytes += chunk("IDAT", data)
        } else {
          bytes += chunk("fdAT", bigEndian(sequence) + data)
          sequence += 1
        }
      }
    }
    return bytes + chunk("IEND", [])
  }

  /// The body of a frame's control chunk: it covers the whole picture and replaces what was there.
  private static func control(
    of frame: CGImage, sequence: UInt32, framesPerSecond: Int
  ) -> [UInt8] {
    bigEndian(sequence) + bigEndian(UInt32(frame.width)) + bigEndian(UInt32(frame.height))
      + bigEndian(0) + bigEndian(0) + [0, 1]
      + [UInt8(framesPerSecond >> 8), UInt8(framesPerSecond & 0xFF)] + [0, 0]
  }

  /// The bodies of a file's image data chunks.
  private static func imageData(of file: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = file[place + 4..<place + 8]
      if name.elementsEqual("IDAT".utf8), place + 12 + length <= file.count {
        found.append(Array(file[place + 8..<place + 8 + length]))
      }
      place += 12 + length
    }
    return found
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(PNGFile.crc32(body))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
