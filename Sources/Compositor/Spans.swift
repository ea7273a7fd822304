// Spans.swift
// Stage: canvas. Blends runs of premultiplied pixels, eight at a time; knows no shape and no list.
//
// SPDX-License-Identifier: MIT

/// The order of a pixel's bytes in memory; alpha is always the fourth.
package enum PixelOrder: Hashable, Sendable {
  case rgba
  /// What most window surfaces want.
  case bgra
}

/// One premultiplied pixel; alpha is the top byte, as the fourth in memory on a little-endian
/// machine.
package typealias Pixel = UInt32

/// Runs of pixels, blended. Every product is divided by 255 and rounded to nearest, so that an
/// opaque source replaces, a transparent one leaves alone, and nothing drifts.
package enum Spans {
  /// Sixteen channels in two halves: a pixel's bytes 0 and 2, or its bytes 1 and 3.
  ///
  /// Two channels share 32 bits with room for a product each, so no byte is ever widened.
  typealias Lanes = SIMD16<UInt16>
  typealias Pixels = SIMD8<UInt32>
  package typealias Row = UnsafeMutablePointer<Pixel>
  package typealias Source = UnsafePointer<Pixel>
  package typealias Mask = UnsafePointer<UInt8>

  // MARK: One pixel

  /// Returns a pixel with each channel times `factor` / 255; the factor is 0...255.
  @inline(__always) package static func scale(_ pixel: Pixel, _ factor: UInt32) -> Pixel {
    var even = (pixel & 0x00FF_00FF) &* factor &+ 0x0080_0080
    even = ((even &+ ((even &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
    var odd = ((pixel &>> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
    odd = (odd &+ ((odd &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
    return even | odd
  }

  /// Returns source over destination.
  @inline(__always) package static func over(_ source: Pixel, _ destination: Pixel) -> Pixel {
    source &+ scale(destination, 255 &- (source &>> 24))
  }

  /// Returns the channelwise sum, cut at 255.
  @inline(__always) package static func sum(_ a: Pixel, _ b: Pixel) -> Pixel {
    var even = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF)
    even = (even | (((even &>> 8) & 0x0001_0001) &* 0xFF)) & 0x00FF_00FF
    var odd = ((a &>> 8) & 0x00FF_00FF) &+ ((b &>> 8) & 0x00FF_00FF)
    odd = (odd | (((odd &>> 8) & 0x0001_0001) &* 0xFF)) & 0x00FF_00FF
    return even | (odd &<< 8)
  }

  /// Returns a pixel with its bytes 0 and 2 exchanged: RGBA from BGRA and back.
  @inline(__always) package static func swapped(_ pixel: Pixel) -> Pixel {
    (pixel & 0xFF00_FF00) | ((pixel &>> 16) & 0xFF) | ((pixel & 0xFF) &<< 16)
  }

  // MARK: Eight pixels

  /// Rounds each product of two bytes, divided by 255.
  @inline(__always) private static func divided(_ products: Lanes) -> Lanes {
    let rounded = products &+ 128
    return (rounded &+ (rounded &>> 8)) &>> 8
  }

  @inline(__always) private static func even(_ pixels: Lanes) -> Lanes { pixels & 0x00FF }
  @inline(__always) private static func odd(_ pixels: Lanes) -> Lanes { pixels &>> 8 }

  @inline(__always) private static func load(_ at: UnsafePointer<Pixel>) -> Lanes {
    UnsafeRawPointer(at).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) private static func store(_ lanes: Lanes, _ at: Row) {
    UnsafeMutableRawPointer(at).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Repeats the upper half of each pixel's odd channels, its alpha, in both halves.
  @inline(__always) private static func alphas(ofOdd odd: Lanes) -> Lanes {
    let pixels = unsafeBitCast(odd, to: Pixels.self)
    return unsafeBitCast((pixels &>> 16) | (pixels & 0xFFFF_0000), to: Lanes.self)
  }

  /// Repeats eight mask bytes in both halves of their pixels.
  @inline(__always) private static func spread(_ mask: Mask) -> Lanes {
    let bytes = UnsafeRawPointer(mask).loadUnaligned(as: SIMD8<UInt8>.self)
    let wide = Pixels(truncatingIfNeeded: bytes)
    return unsafeBitCast(wide | (wide &<< 16), to: Lanes.self)
  }

  @inline(__always) private static func over(
    even sourceEven: Lanes, odd sourceOdd: Lanes, _ destination: Lanes
  ) -> Lanes {
    let keep = 255 &- alphas(ofOdd: sourceOdd)
    let low = divided(even(destination) &* keep) &+ sourceEven
    let high = divided(odd(destination) &* keep) &+ sourceOdd
    return low | (high &<< 8)
  }

  // MARK: Runs of one colour

  /// Replaces a run.
  package static func fill(_ row: Row, _ count: Int, _ color: Pixel) {
    guard count > 0 else { return }
    row.update(repeating: color, count: count)
  }

  /// Draws one colour over a run.
  package static func blend(_ row: Row, _ count: Int, _ color: Pixel) {
    let alpha = color &>> 24
    if alpha == 255 { return fill(row, count, color) }
    if color == 0 { return }
    let keep = Lanes(repeating: UInt16(255 - alpha))
    let source = unsafeBitCast(Pixels(repeating: color), to: Lanes.self)
    var x = 0
    while x &+ 8 <= count {
      let below = load(row + x)
      let low = divided(even(below) &* keep)
      let high = divided(odd(below) &* keep)
      store((low | (high &<< 8)) &+ source, row + x)
      x &+= 8
    }
    while x < count {
      row[x] = color &+ scale(row[x], 255 &- alpha)
      x &+= 1
    }
  }

  /// Draws one colour over a run, as far as the mask covers each pixel.
  package static func blend(_ row: Row, _ count: Int, _ color: Pixel, mask: Mask) {
    let isOpaque = color &>> 24 == 255
    for x in 0..<max(count, 0) {
      let cover = UInt32(mask[x])
      if cover == 0 { continue }
      if cover == 255 {
        row[x] = isOpaque ? color : over(color, row[x])
      } else {
        row[x] = over(scale(color, cover), row[x])
      }
    }
  }

  /// The same for long runs where most pixels are partly covered, as in shadows.
  package static func blendSmooth(_ row: Row, _ count: Int, _ color: Pixel, mask: Mask) {
    let source = unsafeBitCast(Pixels(repeating: color), to: Lanes.self)
    let (colorEven, colorOdd) = (even(source), odd(source))
    var x = 0
    while x &+ 8 <= count {
      let cover = spread(mask + x)
      store(
        over(
          even: divided(colorEven &* cover), odd: divided(colorOdd &* cover), load(row + x)),
        row + x)
      x &+= 8
    }
    while x < count {
      row[x] = over(scale(color, UInt32(mask[x])), row[x])
      x &+= 1
    }
  }

  // MARK: Runs of many colours

  /// Draws a run of pixels over another, times `opacity` / 255.
  package static func blend(_ row: Row, _ count: Int, from source: Source, opacity: UInt32) {
    if opacity == 0 { return }
    var x = 0
    if opacity == 255 {
      while x &+ 8 <= count {
        let above = load(source + x)
        store(over(even: even(above), odd: odd(above), load(row + x)), row + x)
        x &+= 8
      }
    } else {
      let factor = Lanes(repeating: UInt16(opacity))
      while x &+ 8 <= count {
        let above = load(source + x)
        store(
          over(
            even: divided(even(above) &* factor), odd: divided(odd(above) &* factor),
            load(row + x)), row + x)
        x &+= 8
      }
    }
    while x < count {
      row[x] = over(scale(source[x], opacity), row[x])
      x &+= 1
    }
  }

  /// Draws a run of pixels over another, times mask / 255 and `opacity` / 255.
  package static func blend(
    _ row: Row, _ count: Int, from source: Source, mask: Mask, opacity: UInt32
  ) {
    for x in 0..<max(count, 0) where mask[x] != 0 {
      row[x] = over(scale(scale(source[x], opacity), UInt32(mask[x])), row[x])
    }
  }

  /// Adds a run, times `opacity` / 255, to another; sums are cut at 255.
  package static func add(_ row: Row, _ count: Int, from source: Source, opacity: UInt32) {
    let factor = Lanes(repeating: UInt16(opacity))
    let full = Lanes(repeating: 255)
    var x = 0
    while x &+ 8 <= count {
      let (above, below) = (load(source + x), load(row + x))
      let low = pointwiseMin(divided(even(above) &* factor) &+ even(below), full)
      let high = pointwiseMin(divided(odd(above) &* factor) &+ odd(below), full)
      store(low | (high &<< 8), row + x)
      x &+= 8
    }
    while x < count {
      row[x] = sum(scale(source[x], opacity), row[x])
      x &+= 1
    }
  }

  /// Keeps of a run what another's alpha, times `opacity` / 255, covers.
  package static func keep(_ row: Row, _ count: Int, alphaOf source: Source, opacity: UInt32) {
    let factor = Lanes(repeating: UInt16(opacity))
    var x = 0
    while x &+ 8 <= count {
      let below = load(row + x)
      let cover = divided(alphas(ofOdd: odd(load(source + x))) &* factor)
      let low = divided(even(below) &* cover)
      let high = divided(odd(below) &* cover)
      store(low | (high &<< 8), row + x)
      x &+= 8
    }
    while x < count {
      row[x] = scale(row[x], scale(source[x], opacity) &>> 24)
      x &+= 1
    }
  }

  /// Exchanges bytes 0 and 2 of each pixel on the way.
  package static func copySwapped(_ row: Row, _ count: Int, from source: Source) {
    for x in 0..<max(count, 0) { row[x] = swapped(source[x]) }
  }
}
