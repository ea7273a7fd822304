// PNGSample.swift
// PNG files of all kinds of pixels, written without compression, for the tests of the decoder.
//
// SPDX-License-Identifier: MIT

@testable import PNGFiles

/// A PNG file of 8 or 16 bits a channel, plain or interlaced.
struct PNGSample {
  var width: Int, height: Int
  /// 8 or 16.
  var depth: Int
  /// PNG's number: 0 grey, 2 RGB, 4 grey and alpha, 6 RGB and alpha.
  var colorType: UInt8
  /// The channels of the pixels, row by row.
  var values: [UInt16]
  var isInterlaced = false
  /// The data of `tRNS`: the colour that is transparent.
  var transparent: [UInt8] = []

  var channels: Int { [0: 1, 2: 3, 4: 2][colorType] ?? 4 }

  /// The first column and row of the passes of an interlaced file, and their steps.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  var bytes: [UInt8] {
    var data: [UInt8] = []
    for (x, y, across, down) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] where x < width {
      for row in stride(from: y, to: height, by: down) {
        // Without a filter.
        data.append(0)
        for column in stride(from: x, to: width, by: across) {
          let first = (row * width + column) * channels
          for value in values[first..<first + channels] {
            if depth == 16 { data.append(UInt8(value >> 8)) }
            data.append(UInt8(value & 0xFF))
          }
        }
      }
    }
    let number = PNGChunk.bigEndian
    let header =
      number(UInt32(width)) + number(UInt32(height))
      + [UInt8(depth), colorType, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGChunk.encode("IHDR", header)
      + (transparent.isEmpty ? [] : PNGChunk.encode("tRNS", transparent))
      + PNGChunk.encode("IDAT", Self.stored(data)) + PNGChunk.encode("IEND", [])
  }

  /// A stream of zlib's whose blocks are stored as they are.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let block = data[start..<min(start + 65_535, data.count)]
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [block.endIndex == data.count ? 1 : 0, low, high, ~low, ~high] + block
    }
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + PNGChunk.bigEndian(b << 16 | a)
  }
}
