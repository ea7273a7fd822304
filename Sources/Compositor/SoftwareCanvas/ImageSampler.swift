// ImageSampler.swift
// Stage: canvas. Takes an image and a map from device pixels to its own, returns rows of colours.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Reads images row by row, linearly filtered or nearest; outside, edge pixels repeat.
struct ImageSampler {
  let order: PixelOrder

  typealias Scratch = UnsafeMutablePointer<Pixel>
  /// Returns the colours of a row's pixels, in scratch memory or in the image's own.
  typealias Reader = (_ y: Int, _ columns: Range<Int>, _ scratch: Scratch) -> UnsafePointer<Pixel>

  init(order: PixelOrder) { self.order = order }

  /// Calls a function with a reader of an image.
  ///
  /// - Parameters:
  ///   - map: From device pixels to the image's, or to where its parts are given.
  ///   - parts: The columns and rows of an image in parts.
  func use(
    _ image: CGImage, map: PlaneTransform, parts: (x: PartsAxis, y: PartsAxis)? = nil,
    isSmooth: Bool, _ body: (Reader) -> Void
  ) {
    image.pixels.withUnsafeBytes { bytes in
      guard let pixels = bytes.baseAddress?.assumingMemoryBound(to: Pixel.self) else { return }
      let view = ImageView(
        pixels: pixels, width: image.width, height: image.height, isSwapped: order == .bgra)
      if let parts {
        body { y, columns, scratch in
          view.sample(y, columns, map, parts.x, parts.y, isSmooth, scratch)
          return UnsafePointer(scratch)
        }
      } else if let (dx, dy) = Self.wholeOffset(map, isSmooth) {
        body { y, columns, scratch in view.copy(y + dy, columns, dx, scratch) }
      } else if map.isAffine {
        body { y, columns, scratch in
          view.sample(y, columns, map, isSmooth, scratch)
          return UnsafePointer(scratch)
        }
      } else {
        body { y, columns, scratch in
          view.sampleInPerspective(y, columns, map, isSmooth, scratch)
          return UnsafePointer(scratch)
        }
      }
    }
  }

  /// The offset between image and device pixels where these coincide; nil where they do not.
  private static func wholeOffset(_ map: PlaneTransform, _ isSmooth: Bool) -> (Int, Int)? {
    guard map.isUpright, abs(map.a - 1) < 1e-6, abs(map.d - 1) < 1e-6, abs(map.tx) < 1e6,
      abs(map.ty) < 1e6
    else { return nil }
    let (dx, dy) = (map.tx.rounded(), map.ty.rounded())
    guard abs(map.tx - dx) < 1e-3, abs(map.ty - dy) < 1e-3 else { return nil }
    return (Int(dx), Int(dy))
  }
}

/// An image's pixels while their memory is accessible.
private struct ImageView {
  var pixels: UnsafePointer<Pixel>
  var width: Int, height: Int
  /// Whether bytes 0 and 2 of each pixel are exchanged.
  var isSwapped: Bool

  /// Reads pixels as they are.
  func copy(
    _ y: Int, _ columns: Range<Int>, _ dx: Int, _ scratch: UnsafeMutablePointer<Pixel>
  ) -> UnsafePointer<Pixel> {
    let row = pixels + min(max(y, 0), height - 1) * width
    let from = columns.lowerBound + dx, to = columns.upperBound + dx
    if from >= 0 && to <= width {
      if !isSwapped { return row + from }
      Spans.copySwapped(scratch, columns.count, from: row + from)
      return UnsafePointer(scratch)
    }
    for x in from..<to {
      let pixel = row[min(max(x, 0), width - 1)]
      scratch[x - from] = isSwapped ? Spans.swapped(pixel) : pixel
    }
    return UnsafePointer(scratch)
  }

  /// Fractions of an image pixel in a fixed-point number.
  private static let bits = 32.0
  private static let one = 4_294_967_296.0

  func sample(
    _ y: Int, _ columns: Range<Int>, _ map: PlaneTransform, _ isSmooth: Bool,
    _ scratch: UnsafeMutablePointer<Pixel>
  ) {
    // Steps are whole numbers and start at column 0, so that where a row begins does not matter.
    let centre = Double(y) + 0.5
    let half = isSmooth ? 0.5 : 0
    let startU = 0.5 * map.a + centre * map.c + map.tx - half
    let startV = 0.5 * map.b + centre * map.d + map.ty - half
    func fixed(_ value: Double) -> Int {
      value.isFinite ? Int((min(max(value, -1e9), 1e9) * Self.one).rounded()) : 0
    }
    let (stepU, stepV) = (fixed(map.a), fixed(map.b))
    var u = fixed(startU) &+ stepU &* columns.lowerBound
    var v = fixed(startV) &+ stepV &* columns.lowerBound
    for index in 0..<columns.count {
      let pixel =
        isSmooth ? filtered(u, v) : pixels[clampedY(v >> 32) * width + clampedX(u >> 32)]
      scratch[index] = isSwapped ? Spans.swapped(pixel) : pixel
      u &+= stepU
      v &+= stepV
    }
  }

  func sampleInPerspective(
    _ y: Int, _ columns: Range<Int>, _ map: PlaneTransform, _ isSmooth: Bool,
    _ scratch: UnsafeMutablePointer<Pixel>
  ) {
    let centre = Double(y) + 0.5
    let half = isSmooth ? 0.5 : 0
    func fixed(_ value: Double) -> Int {
      value.isFinite ? Int((min(max(value - half, -1e6), 1e6) * Self.one).rounded(.down)) : 0
    }
    for x in columns {
      let across = Double(x) + 0.5
      let w = across * map.px + centre * map.py + map.pw
      let u = fixed((across * map.a + centre * map.c + map.tx) / w)
      let v = fixed((across * map.b + centre * map.d + map.ty) / w)
      let pixel =
        isSmooth ? filtered(u, v) : pixels[clampedY(v >> 32) * width + clampedX(u >> 32)]
      scratch[x - columns.lowerBound] = isSwapped ? Spans.swapped(pixel) : pixel
    }
  }

  /// Reads an image in parts, whose places the map gives as fractions of its columns and rows.
  func sample(
    _ y: Int, _ columns: Range<Int>, _ map: PlaneTransform, _ across: PartsAxis,
    _ down: PartsAxis, _ isSmooth: Bool, _ scratch: UnsafeMutablePointer<Pixel>
  ) {
    let centre = Double(y) + 0.5
    let half = isSmooth ? 0.5 : 0
    // Rounded, so that a part that is neither stretched nor shrunk keeps its pixels.
    func fixed(_ value: Double) -> Int {
      value.isFinite ? Int((min(max(value - half, -1e6), 1e6) * 65536).rounded()) << 16 : 0
    }
    for x in columns {
      let place = Double(x) + 0.5
      let w = map.isAffine ? 1 : place * map.px + centre * map.py + map.pw
      let u = fixed(across.texel(at: (place * map.a + centre * map.c + map.tx) / w))
      let v = fixed(down.texel(at: (place * map.b + centre * map.d + map.ty) / w))
      let pixel =
        isSmooth ? filtered(u, v) : pixels[clampedY(v >> 32) * width + clampedX(u >> 32)]
      scratch[x - columns.lowerBound] = isSwapped ? Spans.swapped(pixel) : pixel
    }
  }

  @inline(__always) private func clampedX(_ x: Int) -> Int { min(max(x, 0), width - 1) }
  @inline(__always) private func clampedY(_ y: Int) -> Int { min(max(y, 0), height - 1) }

  /// Returns the mix of four neighbours; weights are 1/256.
  @inline(__always) private func filtered(_ u: Int, _ v: Int) -> Pixel {
    let (column, line) = (u >> 32, v >> 32)
    let across = UInt64((u >> 24) & 0xFF), down = UInt64((v >> 24) & 0xFF)
    let (left, right) = (clampedX(column), clampedX(column &+ 1))
    let top = pixels + clampedY(line) &* width
    let bottom = pixels + clampedY(line &+ 1) &* width
    let upper = Self.mix(Self.widened(top[left]), Self.widened(top[right]), across)
    let lower = Self.mix(Self.widened(bottom[left]), Self.widened(bottom[right]), across)
    return Self.narrowed(Self.mix(upper, lower, down))
  }

  /// Four bytes, each followed by a byte of zeros.
  @inline(__always) private static func widened(_ pixel: Pixel) -> UInt64 {
    let wide = UInt64(pixel)
    let halves = (wide | (wide &<< 16)) & 0x0000_FFFF_0000_FFFF
    return (halves | (halves &<< 8)) & 0x00FF_00FF_00FF_00FF
  }

  @inline(__always) private static func narrowed(_ wide: UInt64) -> Pixel {
    let halves = (wide | (wide &>> 8)) & 0x0000_FFFF_0000_FFFF
    return Pixel(truncatingIfNeeded: halves | (halves &>> 16))
  }

  @inline(__always) private static func mix(_ a: UInt64, _ b: UInt64, _ part: UInt64) -> UInt64 {
    let sum = a &* (256 &- part) &+ b &* part &+ 0x0080_0080_0080_0080
    return (sum &>> 8) & 0x00FF_00FF_00FF_00FF
  }
}
