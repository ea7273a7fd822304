// GIFFile.swift
// Stage: start. Decodes GIF files, still and animated.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// GIF files as images.
///
/// Source: Graphics Interchange Format, version 89a (CompuServe, 1990); the application block for repetitions is
/// Netscape's.
enum GIFFile {
  static func decode(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DecodedImage {
    // The first pass only counts, so that nothing is decoded of a file that is too large.
    var counting = GIFReader(bytes, name)
    try counting.readHeader()
    while try counting.nextFrame() != nil {}
    guard counting.count > 0 else {
      throw .broken(path: name, format: "GIF", reason: "it has no picture")
    }
    try ImageLimits.check(
      name, width: counting.width, height: counting.height, frames: counting.count)
    // Pictures that reach beyond the canvas are decoded as a whole, too.
    guard counting.pixels <= ImageLimits.maximumBytes / 4 else {
      throw .tooLarge(
        path: name, width: counting.widest, height: counting.highest, frames: counting.count)
    }
    var reader = GIFReader(bytes, name)
    try reader.readHeader()
    // A file without a size has that of its first picture, which only the pass that counts has found.
    var canvas = GIFCanvas(width: counting.width, height: counting.height)
    var frames: [DecodedImage.Frame] = []
    while let frame = try reader.nextFrame() {
      let indices = GIFPixels.decode(bytes, frame)
      let isWhole = indices.count == frame.width * frame.height
      if !isWhole {
        reader.isWhole = false
        // The pictures before are shown without it; a first one as far as it goes.
        if !frames.isEmpty { break }
        guard !indices.isEmpty else {
          throw .broken(path: name, format: "GIF", reason: "the data of picture 1 are broken")
        }
      }
      canvas.draw(frame, indices)
      let image = CGImage(
        width: canvas.width, height: canvas.height, premultipliedRGBA: canvas.pixels)
      frames.append(DecodedImage.Frame(image: image, duration: frame.duration))
      if !isWhole { break }
      canvas.dispose(frame)
    }
    return DecodedImage(
      format: .gif, frames: frames, loopCount: reader.loopCount, isWhole: reader.isWhole)
  }
}

/// A picture of a GIF file.
struct GIFFrame {
  /// What becomes of the picture before the next one.
  enum Disposal { case keep, clear, restore }

  var left = 0, top = 0, width = 0, height = 0
  var isInterlaced = false
  /// Three bytes for each colour.
  var colors: ArraySlice<UInt8> = []
  var transparent: Int?
  var disposal = Disposal.keep
  /// In seconds.
  var duration = 0.0
  /// The bits of a pixel, and the blocks of the compressed pixels.
  var codeSize = 0
  var blocks: [Range<Int>] = []
}

/// Reads the blocks of a GIF file.
struct GIFReader {
  private let bytes: [UInt8]
  private let name: String
  private var place = 0
  private var globalColors: ArraySlice<UInt8> = []
  private var next = GIFFrame()
  private(set) var width = 0, height = 0
  private(set) var count = 0
  /// The sum of all pictures' pixels, and their longest sides.
  private(set) var pixels = 0, widest = 0, highest = 0
  /// How often the animation is played; 0 is for ever. A file without the number plays once.
  private(set) var loopCount = 1
  /// Whether the end was reached without a fault.
  var isWhole = true

  init(_ bytes: [UInt8], _ name: String) { (self.bytes, self.name) = (bytes, name) }

  private var tooShort: ImageFileError {
    .broken(path: name, format: "GIF", reason: "it ends too early")
  }

  private mutating func take(_ count: Int) throws(ImageFileError) -> ArraySlice<UInt8> {
    guard bytes.count - place >= count else { throw tooShort }
    place += count
    return bytes[place - count..<place]
  }

  private mutating func byte() throws(ImageFileError) -> Int {
    let taken = try take(1)
    return Int(taken[taken.startIndex])
  }

  private mutating func word() throws(ImageFileError) -> Int {
    let low = try byte()
    return low | (try byte()) << 8
  }

  private mutating func colors(_ flags: Int) throws(ImageFileError) -> ArraySlice<UInt8>? {
    flags & 0x80 == 0 ? nil : try take(3 << (flags & 7 + 1))
  }

  /// Reads sub-blocks up to their end, or that of the file.
  private mutating func blocks() -> [Range<Int>] {
    var result: [Range<Int>] = []
    while place < bytes.count {
      let size = Int(bytes[place])
      place += 1
      if size == 0 { return result }
      let end = min(place + size, bytes.count)
      result.append(place..<end)
      place = end
    }
    isWhole = false
    return result
  }

  mutating func readHeader() throws(ImageFileError) {
    _ = try take(6)
    (width, height) = (try word(), try word())
    let flags = try byte()
    _ = try take(2)
    globalColors = try colors(flags) ?? []
  }

  /// Returns the next picture; nil at the end, or where a file with pictures has a fault.
  mutating func nextFrame() throws(ImageFileError) -> GIFFrame? {
    do throws(ImageFileError) {
      while true {
        switch try byte() {
        case 0x3B: return nil
        case 0x21: try readExtension()
        case 0x2C: return try readFrame()
        case let other:
          throw ImageFileError.broken(
            path: name, format: "GIF", reason: "a block of an unknown kind, \(other)")
        }
      }
    } catch {
      guard count > 0 else { throw error }
      isWhole = false
      return nil
    }
  }

  private mutating func readExtension() throws(ImageFileError) {
    let kind = try byte()
    let blocks = blocks()
    guard let first = blocks.first.map({ Array(bytes[$0]) }) else { return }
    if kind == 0xF9, first.count >= 4 {
      next.disposal = [2: .clear, 3: .restore][first[0] >> 2 & 7] ?? .keep
      next.duration = Double(Int(first[1]) | Int(first[2]) << 8) / 100
      next.transparent = first[0] & 1 == 1 ? Int(first[3]) : nil
    } else if kind == 0xFF, first.elementsEqual("NETSCAPE2.0".utf8), blocks.count > 1 {
      let loop = Array(bytes[blocks[1]])
      if loop.count >= 3, loop[0] == 1 { loopCount = Int(loop[1]) | Int(loop[2]) << 8 }
    }
  }

  private mutating func readFrame() throws(ImageFileError) -> GIFFrame {
    var frame = next
    next = GIFFrame()
    (frame.left, frame.top) = (try word(), try word())
    (frame.width, frame.height) = (try word(), try word())
    let flags = try byte()
    frame.isInterlaced = flags & 0x40 != 0
    frame.colors = try colors(flags) ?? globalColors
    frame.codeSize = try byte()
    frame.blocks = blocks()
    if count == 0 {
      // A file without a size has its first picture's.
      if width == 0 { width = frame.left + frame.width }
      if height == 0 { height = frame.top + frame.height }
    }
    count += 1
    pixels += frame.width * frame.height
    (widest, highest) = (max(widest, frame.width), max(highest, frame.height))
    return frame
  }
}
