// GIFEncoder.swift
// Stage: after the frame. Encodes pictures as an animated GIF, one after the other.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// Animated GIF files of pictures of one size. Equal pictures give equal bytes.
///
/// Each picture has colours of its own, at most 255. Where it has more, near ones become one. From the second picture
/// on, only the rectangle with changed pixels is written, and of these only what changed: what is at rest does not
/// flicker.
///
/// The bytes so far are always a whole file, so that an interrupted recording keeps what it has.
///
/// Source: Graphics Interchange Format, version 89a (CompuServe, 1990); the application block for repetitions is
/// Netscape's.
package struct GIFEncoder {
  /// The largest rate that viewers keep, in pictures per second: they show a picture of less than two hundredths of a
  /// second for a tenth.
  package static let maximumRate = 50

  private let width: Int, height: Int
  private var bytes: [UInt8]
  private var previous: [UInt8] = []
  /// The ends of the pictures in ``bytes``.
  private var ends: [Int] = []
  /// The number of pictures so far.
  package var count: Int { ends.count }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...65535.
  ///   - height: In pixels, 1...65535.
  ///   - plays: How often the animation is played, 0...65535; 0 is for ever.
  package init(width: Int, height: Int, plays: Int = 0) {
    trap(
      unless: (1...65_535).contains(width) && (1...65_535).contains(height)
        && (0...65_535).contains(plays),
      "no GIF has \(width) x \(height) pixels and is played \(plays) times")
    (self.width, self.height) = (width, height)
    // Eight bits for each colour, and no colours for all pictures.
    bytes =
      Array("GIF89a".utf8) + Self.word(width) + Self.word(height) + [0x70, 0, 0]
    // The extension counts how often the animation is repeated after it was played once; without, it is played once.
    if plays != 1 {
      bytes +=
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.word(max(0, plays - 1)) + [0]
    }
  }

  /// The file with the pictures so far.
  package var file: [UInt8] { bytes + [Self.trailer] }

  /// The last byte of a file.
  package static let trailer: UInt8 = 0x3B

  /// The file with the first pictures, 1...``count`` of them.
  package func file(first count: Int) -> [UInt8] { bytes[..<ends[count - 1]] + [Self.trailer] }

  /// The hundredths of a second that a picture is shown.
  ///
  /// Each ends at the hundredth that is nearest to its time, so that the rounding does not add up.
  ///
  /// - Parameters:
  ///   - index: The picture's place in the animation, from 0.
  ///   - framesPerSecond: The rate, above 0.
  package static func delay(ofFrame index: Int, framesPerSecond: Int) -> Int {
    func end(_ count: Int) -> Int {
      (count * 200 + framesPerSecond) / (2 * framesPerSecond)
    }
    return end(index + 1) - end(index)
  }

  /// Adds a picture of the file's size. What is transparent in it is black.
  ///
  /// - Parameter delay: How long it is shown, in hundredths of a second, 0...65535.
  package mutating func append(_ image: CGImage, delay: Int) {
    trap(
      unless: image.width == width && image.height == height && (0...65_535).contains(delay),
      "a picture of \(image.width) x \(image.height) pixels for \(delay) / 100 s is not part of a "
        + "GIF of \(width) x \(height)")
    let change = GIFChange(from: previous, to: image.pixels, width: width, height: height)
    let palette = GIFPalette(image.pixels, change)
    // One colour more, which is transparent: what did not change.
    let clear = palette.count
    var bits = 1
    while 1 << bits < clear + 1 { bits += 1 }
    bytes += [0x21, 0xF9, 4, 1 << 2 | 1] + Self.word(delay) + [UInt8(clear), 0]
    bytes += [0x2C] + Self.word(change.x.lowerBound) + Self.word(change.y.lowerBound)
    bytes += Self.word(change.x.count) + Self.word(change.y.count) + [0x80 | UInt8(bits - 1)]
    bytes += palette.colors + [UInt8](repeating: 0, count: (3 << bits) - palette.colors.count)
    var compressor = GIFCompressor(bits: max(2, bits))
    for y in change.y {
      for pixel in change.row(y) {
        compressor.append(
          change.contains(pixel) ? palette.index(of: pixel, in: image.pixels) : UInt8(clear))
      }
    }
    bytes.append(UInt8(max(2, bits)))
    let data = compressor.finish()
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      bytes.append(UInt8(block.count))
      bytes += block
    }
    bytes.append(0)
    previous = image.pixels
    ends.append(bytes.count)
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)]
  }
}

/// The pixels that are different in two pictures.
struct GIFChange {
  private let before: [UInt8]
  private let after: [UInt8]
  /// Pixels of a row.
  let width: Int
  /// The columns and rows with changes. Without any, a single pixel, as no picture is empty.
  private(set) var x = 0..<1, y = 0..<1

  /// - Parameter before: The pixels of the earlier picture; empty when there is none, where all pixels are new.
  init(from before: [UInt8], to after: [UInt8], width: Int, height: Int) {
    (self.before, self.after, self.width) = (before, after, width)
    guard !before.isEmpty else {
      (x, y) = (0..<width, 0..<height)
      return
    }
    var (left, right, top, bottom) = (width, -1, height, -1)
    for row in 0..<height {
      let start = row * width
      guard let first = (0..<width).first(where: { contains(start + $0) }),
        let last = (0..<width).last(where: { contains(start + $0) })
      else { continue }
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, row), row)
    }
    if bottom >= 0 { (x, y) = (left..<right + 1, top..<bottom + 1) }
  }

  /// The pixels of a row, from the first changed column to the last.
  func row(_ y: Int) -> Range<Int> { y * width + x.lowerBound..<y * width + x.upperBound }

  /// Whether a pixel changed.
  func contains(_ pixel: Int) -> Bool {
    guard !before.isEmpty else { return true }
    let at = pixel * 4
    return before[at] != after[at] || before[at + 1] != after[at + 1]
      || before[at + 2] != after[at + 2]
  }
}
