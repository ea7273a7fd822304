// AnimatedPNG.swift
// Several pictures as one animated PNG, which browsers and image viewers play.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// Animated PNG files, written one picture after the other. Each frame is a whole picture; equal frames give equal
/// bytes.
///
/// Source: the APNG specification, part of PNG's third edition.
package struct AnimatedPNG {
  private let framesPerSecond: Int
  private let plays: Int
  private let text: [(key: String, value: String)]
  private var header: [UInt8] = []
  private var frames: [UInt8] = []
  private var sequence: UInt32 = 0
  /// The ends of the pictures in ``frames``.
  private var ends: [Int] = []
  /// The number of pictures so far.
  package var count: Int { ends.count }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - framesPerSecond: The rate, 1...65535.
  ///   - plays: How often the animation is played; 0 is for ever.
  ///   - text: Keys and values of `tEXt` chunks, as of a ``PNGFile``.
  package init(framesPerSecond: Int, plays: Int = 0, text: [(key: String, value: String)] = []) {
    trap(
      unless: (1...65_535).contains(framesPerSecond),
      "an animated PNG has no \(framesPerSecond) frames a second")
    (self.framesPerSecond, self.plays, self.text) = (framesPerSecond, max(0, plays), text)
  }

  /// Adds a picture. All of them have the size of the first.
  package mutating func append(_ frame: CGImage) throws(PNGError) {
    let file = try PNGFile.encode(frame, text: count == 0 ? text : [])
    let pixels = PNGChunk.all(in: file).filter { $0.name == "IDAT" }
    // With the texts, up to the pixels, which have 8 bytes of their own before them.
    if count == 0, let first = pixels.first { header = Array(file[..<(first.data.lowerBound - 8)]) }
    frames += PNGChunk.encode("fcTL", control(of: frame))
    sequence += 1
    for chunk in pixels {
      let data = file[chunk.data]
      if count == 0 {
        frames += PNGChunk.encode("IDAT", data)
      } else {
        frames += PNGChunk.encode("fdAT", PNGChunk.bigEndian(sequence) + data)
        sequence += 1
      }
    }
    ends.append(frames.count)
  }

  /// The file with the pictures so far; empty without any.
  package var file: [UInt8] { file(first: count) }

  /// The file with the first pictures, 0...``count`` of them; empty without any.
  package func file(first count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    let control = PNGChunk.bigEndian(UInt32(count)) + PNGChunk.bigEndian(UInt32(plays))
    return header + PNGChunk.encode("acTL", control) + frames[..<ends[count - 1]]
      + PNGChunk.encode("IEND", [])
  }

  /// The body of a frame's control chunk: it covers the whole picture and replaces what was there.
  private func control(of frame: CGImage) -> [UInt8] {
    PNGChunk.bigEndian(sequence) + PNGChunk.bigEndian(UInt32(frame.width))
      + PNGChunk.bigEndian(UInt32(frame.height)) + PNGChunk.bigEndian(0) + PNGChunk.bigEndian(0)
      + [0, 1] + [UInt8(framesPerSecond >> 8), UInt8(framesPerSecond & 0xFF)] + [0, 0]
  }
}
