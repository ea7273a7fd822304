// PixelVectors.swift
// Stage: canvas. Pixels as vectors of numbers, and back: conversions for which the standard library has only
// slow, generic code.
//
// SPDX-License-Identifier: MIT

extension SIMD4<Float> {
  /// Creates a vector of small numbers.
  @inline(__always) init(exactly numbers: SIMD4<UInt32>) {
    self.init(Float(numbers.x), Float(numbers.y), Float(numbers.z), Float(numbers.w))
  }

  /// A pixel's bytes from the lowest to the highest, 0...1.
  @inline(__always) init(unitsOf pixel: UInt32) {
    let bytes = SIMD4<UInt32>(pixel, pixel &>> 8, pixel &>> 16, pixel &>> 24) & 0xFF
    self.init(exactly: bytes)
    self *= 1 / 255
  }

  /// The nearest whole numbers; for numbers from 0 to 2²² only.
  @inline(__always) var nearest: SIMD4<UInt32> {
    // In this range, the lowest bits of a float's significand are the number.
    unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }

  /// The pixel with these bytes, of numbers 0...1, the first one lowest.
  @inline(__always) var pixel: Pixel {
    let bytes = (self * 255).nearest
    return bytes.x | bytes.y &<< 8 | bytes.z &<< 16 | bytes.w &<< 24
  }
}
