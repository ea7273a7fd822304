// BitmapLayout.swift
// The layout of a bitmap context's pixels in memory, and their conversion.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The layout of pixels in memory, eight bits a component.
struct BitmapLayout {
  /// What the bytes of a pixel mean.
  enum Kind {
    /// The index of each component's byte; alpha is nil where its byte is skipped.
    case rgb(red: Int, green: Int, blue: Int, alpha: Int?)
    case gray
    case alpha
  }

  let kind: Kind
  let width: Int, height: Int
  let bytesPerRow: Int

  /// The most pixels along a side, and bytes.
  private static let longestSide = 32768, largest = 1 << 30

  /// Nil for a layout that contexts do not have, as on iOS: eight bits a component; premultiplied alpha, or
  /// none, in either order of bytes; grey without alpha; alpha alone.
  ///
  /// - Parameters:
  ///   - bytesPerRow: 0 for the least.
  ///   - components: Of the colour space: 3, 1, or 0 without one.
  ///   - info: `CGImageAlphaInfo` in the lowest five bits, the order of bytes in bits 12 to 14.
  init?(
    width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int, components: Int, info: UInt32
  ) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height),
      bitsPerComponent == 8
    else { return nil }
    let (alphaInfo, order) = (info & 0x1F, info & 0x7000)
    let isLittle = order == 0x2000
    // Orders of 16 bits need 16-bit components.
    guard order == 0 || isLittle || order == 0x4000 else { return nil }
    var bytes = 4
    switch (components, alphaInfo) {
    case (3, 1), (3, 5):
      // Premultiplied, or none, last: RGBA, from the other end ABGR.
      let alpha = isLittle ? 0 : 3
      kind = .rgb(
        red: isLittle ? 3 : 0, green: isLittle ? 2 : 1, blue: isLittle ? 1 : 2,
        alpha: alphaInfo == 1 ? alpha : nil)
    case (3, 2), (3, 6):
      // First: ARGB, from the other end BGRA.
      let alpha = isLittle ? 3 : 0
      kind = .rgb(
        red: isLittle ? 2 : 1, green: isLittle ? 1 : 2, blue: isLittle ? 0 : 3,
        alpha: alphaInfo == 2 ? alpha : nil)
    case (1, 0): (kind, bytes) = (.gray, 1)
    case (_, 7): (kind, bytes) = (.alpha, 1)
    default: return nil
    }
    let least = width * bytes
    guard bytesPerRow == 0 || bytesPerRow >= least else { return nil }
    (self.width, self.height) = (width, height)
    self.bytesPerRow = bytesPerRow == 0 ? least : bytesPerRow
    guard self.bytesPerRow <= Self.largest / height else { return nil }
    bytesPerPixel = bytes
  }

  let bytesPerPixel: Int

  var byteCount: Int { bytesPerRow * height }

  /// Whether pixels are opaque.
  var isOpaque: Bool {
    switch kind {
    case .rgb(_, _, _, let alpha): alpha == nil
    case .gray: true
    case .alpha: false
    }
  }

  /// Returns the pixels of memory as an image.
  func image(of memory: UnsafeRawPointer) -> CGImage {
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      let row = memory + y * bytesPerRow
      for x in 0..<width {
        let (from, to) = (row + x * bytesPerPixel, (y * width + x) * 4)
        func byte(_ index: Int) -> UInt8 { from.load(fromByteOffset: index, as: UInt8.self) }
        switch kind {
        case .rgb(let red, let green, let blue, let alpha):
          pixels[to] = byte(red)
          pixels[to + 1] = byte(green)
          pixels[to + 2] = byte(blue)
          pixels[to + 3] = alpha.map(byte) ?? 255
        case .gray:
          for index in 0..<3 { pixels[to + index] = byte(0) }
          pixels[to + 3] = 255
        case .alpha: pixels[to + 3] = byte(0)
        }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Writes an image of the same size to memory.
  func write(_ image: CGImage, to memory: UnsafeMutableRawPointer) {
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        let row = memory + y * bytesPerRow
        for x in 0..<width {
          let (from, to) = ((y * width + x) * 4, row + x * bytesPerPixel)
          func set(_ index: Int, _ value: UInt8) {
            to.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
          }
          switch kind {
          case .rgb(let red, let green, let blue, let alpha):
            set(red, pixels[from])
            set(green, pixels[from + 1])
            set(blue, pixels[from + 2])
            if let alpha { set(alpha, pixels[from + 3]) }
          case .gray:
            let (r, g, b) = (pixels[from], pixels[from + 1], pixels[from + 2])
            let luminance = 0.299 * Double(r) + 0.587 * Double(g) + 0.114 * Double(b)
            set(0, UInt8(min(luminance + 0.5, 255)))
          case .alpha: set(0, pixels[from + 3])
          }
        }
      }
    }
  }
}
