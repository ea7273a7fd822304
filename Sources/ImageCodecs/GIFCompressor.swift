// GIFCompressor.swift
// The compression of a GIF's pixels.
//
// SPDX-License-Identifier: MIT

/// Lempel, Ziv and Welch's method with codes of up to 12 bits, lowest bit first.
struct GIFCompressor {
  private static let mostCodes = 4096
  private let clear: Int
  /// The strings that have a code, as a tree: the first that is longer by a pixel, the next of the same length, and
  /// the last pixel. 0 is none, as that code is a single pixel.
  private var longer = [Int16](repeating: 0, count: GIFCompressor.mostCodes)
  private var next = [Int16](repeating: 0, count: GIFCompressor.mostCodes)
  private var pixels = [UInt8](repeating: 0, count: GIFCompressor.mostCodes)
  private var count: Int
  /// The bits of a code.
  private var size: Int
  /// The code of the pixels that are not yet written; -1 at the start.
  private var current = -1
  private var bits = 0, available = 0
  private var output: [UInt8] = []

  /// - Parameter bits: Of a pixel, 2...8.
  init(bits: Int) {
    clear = 1 << bits
    (count, size) = (clear + 2, bits + 1)
    write(clear)
  }

  mutating func append(_ pixel: UInt8) {
    guard current >= 0 else {
      current = Int(pixel)
      return
    }
    var code = Int(longer[current])
    while code != 0, pixels[code] != pixel { code = Int(next[code]) }
    if code != 0 {
      current = code
      return
    }
    write(current)
    add(pixel)
    current = Int(pixel)
  }

  /// Gives the current string and a pixel a code, or forgets all strings when there is none left.
  private mutating func add(_ pixel: UInt8) {
    guard count < Self.mostCodes else {
      write(clear)
      for index in longer.indices { longer[index] = 0 }
      (count, size) = (clear + 2, clear.trailingZeroBitCount + 1)
      return
    }
    pixels[count] = pixel
    next[count] = longer[current]
    longer[current] = Int16(count)
    count += 1
    // The reader has a string one code later.
    if count > 1 << size, size < 12 { size += 1 }
  }

  /// Writes the rest, and returns all bytes.
  mutating func finish() -> [UInt8] {
    if current >= 0 {
      write(current)
      // The reader has got another string.
      if count < Self.mostCodes, count + 1 > 1 << size, size < 12 { size += 1 }
    }
    write(clear + 1)
    if available > 0 { output.append(UInt8(bits & 0xFF)) }
    return output
  }

  private mutating func write(_ code: Int) {
    bits |= code << available
    available += size
    while available >= 8 {
      output.append(UInt8(bits & 0xFF))
      bits >>= 8
      available -= 8
    }
  }
}
