// Spans.swift
// Stage: canvas. Blends runs of premultiplied pixels of many colours, eight at a time; depends on no shape and no
// list. Runs of one colour are drawn in C: CPixelRows/pixel_vectors.h.
//
// This folder: single rows of pixels: outlines of round boxes, their coverage, blending. What has one colour is
// drawn in C.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows

/// The order of a pixel's bytes in memory; alpha is always the fourth.
package enum PixelOrder: Hashable, Sendable {
  case rgba
  /// The order of most window surfaces.
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
    pixel_scaled(pixel, factor)
  }

  /// Returns source over destination.
  @inline(__always) package static func over(_ source: Pixel, _ destination: Pixel) -> Pixel {
    pixel_over(source, destination)
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
    spread(UnsafeRawPointer(mask).loadUnaligned(as: SIMD8<UInt8>.self))
  }

  @inline(__always) private static func spread(_ bytes: SIMD8<UInt8>) -> Lanes {
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

  // MARK: Runs of one colour or two

  /// Replaces a run.
  package static func fill(_ row: Row, _ count: Int, _ color: Pixel) {
    guard count > 0 else { return }
    row.update(repeating: color, count: count)
  }

  /// Returns the colour of a pixel of which `covered` is filled or bordered, `within` of it filled.
  @inline(__always) package static func mix(
    _ fill: Pixel, _ within: UInt32, _ ring: Pixel, _ covered: UInt32
  ) -> Pixel {
    let within = min(within, covered)
    return scale(fill, within) &+ scale(ring, covered &- within)
  }

  /// Draws one colour over a run as far as the inner mask covers each pixel, and another as far as
  /// the mask covers it besides.
  ///
  /// - Parameter room: How many pixels from the start belong to the caller. Where there are eight
  ///   for the last few of the run, all eight are written at once, those beyond the run as they
  ///   were; seven bytes after the masks' last are then read too.
  package static func blend(
    _ row: Row, _ count: Int, _ fill: Pixel, ring: Pixel, mask: Mask, inner: Mask, room: Int = 0
  ) {
    let inside = unsafeBitCast(Pixels(repeating: fill), to: Lanes.self)
    let border = unsafeBitCast(Pixels(repeating: ring), to: Lanes.self)
    var x = 0
    while x < count {
      if x &+ 8 > max(count, room) {
        row[x] = over(mix(fill, UInt32(inner[x]), ring, UInt32(mask[x])), row[x])
        x &+= 1
        continue
      }
      let left = UInt64(truncatingIfNeeded: max(8 &- (count &- x), 0))
      let covered = UnsafeRawPointer(mask + x).loadUnaligned(as: UInt64.self)
      let within = UnsafeRawPointer(inner + x).loadUnaligned(as: SIMD8<UInt8>.self)
      let outer = unsafeBitCast(covered & (UInt64.max &>> (8 &* left)), to: SIMD8<UInt8>.self)
      let both = pointwiseMin(within, outer)
      let (a, b) = (spread(both), spread(outer &- both))
      let low = divided(even(inside) &* a) &+ divided(even(border) &* b)
      let high = divided(odd(inside) &* a) &+ divided(odd(border) &* b)
      store(over(even: low, odd: high, load(row + x)), row + x)
      x &+= 8
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
    let factor = Lanes(repeating: UInt16(opacity))
    var x = 0
    while x &+ 8 <= count {
      let cover = spread(mask + x)
      let above = load(source + x)
      let low = divided(divided(even(above) &* factor) &* cover)
      let high = divided(divided(odd(above) &* factor) &* cover)
      store(over(even: low, odd: high, load(row + x)), row + x)
      x &+= 8
    }
    while x < count {
      row[x] = over(scale(scale(source[x], opacity), UInt32(mask[x])), row[x])
      x &+= 1
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

  /// Writes a run with each channel times that of a colour / 255; both runs may be the same.
  package static func tint(_ row: Row, _ count: Int, from source: Source, _ color: Pixel) {
    let factors = unsafeBitCast(Pixels(repeating: color), to: Lanes.self)
    var x = 0
    while x &+ 8 <= count {
      let pixels = load(source + x)
      let low = divided(even(pixels) &* even(factors))
      let high = divided(odd(pixels) &* odd(factors))
      store(low | (high &<< 8), row + x)
      x &+= 8
    }
    while x < count {
      var result: Pixel = 0
      for shift: Pixel in [0, 8, 16, 24] {
        let product = ((source[x] &>> shift) & 0xFF) &* ((color &>> shift) & 0xFF) &+ 128
        result |= ((product &+ (product &>> 8)) &>> 8) &<< shift
      }
      row[x] = result
      x &+= 1
    }
  }

  /// Multiplies a run by another's alpha, times `opacity` / 255.
  package static func multiply(
    _ row: Row, _ count: Int, byAlphaOf source: Source, opacity: UInt32
  ) {
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

  /// Copies a run with bytes 0 and 2 of each pixel exchanged.
  package static func copySwapped(_ row: Row, _ count: Int, from source: Source) {
    for x in 0..<max(count, 0) { row[x] = swapped(source[x]) }
  }
}
