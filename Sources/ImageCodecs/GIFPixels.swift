// GIFPixels.swift
// The decompression of the pixels of a GIF's pictures.
//
// SPDX-License-Identifier: MIT

/// The decompression of a picture's pixels.
enum GIFPixels {
  /// Returns an index into the colours for each pixel, row by row: too few of a picture that was cut off or has a code
  /// without a meaning.
  ///
  /// Lempel, Ziv and Welch's method with codes of 3 to 12 bits, lowest bit first.
  static func decode(_ bytes: [UInt8], _ frame: GIFFrame) -> [UInt8] {
    let wanted = frame.width * frame.height
    guard wanted > 0 else { return [] }
    guard (2...8).contains(frame.codeSize), wanted <= ImageLimits.maximumBytes / 4 else {
      return []
    }
    var result: [UInt8] = []
    // Not more than the data can deliver, if the header lies: 12 bits are at most 4096 pixels.
    let compressed = frame.blocks.reduce(0) { $0 + $1.count }
    result.reserveCapacity(min(wanted, compressed * 4096))
    let clear = 1 << frame.codeSize
    var table = GIFTable(clear)
    var (size, previous) = (frame.codeSize + 1, -1)
    var (bits, available) = (0, 0)
    for block in frame.blocks {
      for byte in bytes[block] {
        bits |= Int(byte) << available
        available += 8
        while available >= size {
          let code = bits & ((1 << size) - 1)
          bits >>= size
          available -= size
          if code == clear {
            table.clearStrings()
            (size, previous) = (frame.codeSize + 1, -1)
            continue
          }
          if code == clear + 1 { return result }
          guard table.append(code, after: previous, to: &result) else { return result }
          if result.count >= wanted { return Array(result.prefix(wanted)) }
          previous = code
          if table.count == 1 << size, size < 12 { size += 1 }
        }
      }
    }
    return result
  }
}

/// The strings that codes mean: each is an earlier one and a further pixel.
private struct GIFTable {
  private let clear: Int
  private var prefixes = [Int16](repeating: -1, count: 4096)
  private var pixels = [UInt8](repeating: 0, count: 4096)
  private var lengths = [Int32](repeating: 1, count: 4096)
  private(set) var count: Int

  init(_ clear: Int) {
    self.clear = clear
    count = clear + 2
    for index in 0..<clear { pixels[index] = UInt8(index) }
  }

  /// Forgets the strings. Those that are out of the table are not read, so a file of nothing but clear codes takes no
  /// more time than any other.
  mutating func clearStrings() { count = clear + 2 }

  /// Appends a code's pixels, and adds the previous code's with the first of them to the table. False for a code
  /// without a meaning.
  mutating func append(_ code: Int, after previous: Int, to result: inout [UInt8]) -> Bool {
    guard code < count || (code == count && previous >= 0 && count < 4096) else { return false }
    guard previous >= 0 else {
      guard code < clear else { return false }
      result.append(pixels[code])
      return true
    }
    if count < 4096 {
      prefixes[count] = Int16(previous)
      lengths[count] = lengths[previous] + 1
      // The previous string's first pixel, when the code is the one being added.
      pixels[count] = first(of: code == count ? previous : code)
      count += 1
    }
    let start = result.count
    let length = Int(lengths[code])
    result.append(contentsOf: repeatElement(0, count: length))
    var (at, link) = (start + length - 1, code)
    while at >= start {
      result[at] = pixels[link]
      link = Int(prefixes[link])
      at -= 1
    }
    return true
  }

  private func first(of code: Int) -> UInt8 {
    var code = code
    while code >= clear, prefixes[code] >= 0 { code = Int(prefixes[code]) }
    return pixels[code]
  }
}
