// PixelColor.swift
// Stage: canvas. Takes a colour, returns a pixel.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Conversion of colours to pixels.
enum PixelColor {
  /// Returns a colour's pixel; components are clamped to 0...1, and NaN counts as 0.
  static func pixel(_ color: CGColor, opacity: Double, order: PixelOrder) -> Pixel {
    pixel(premultiplied(color) * unit(opacity), order)
  }

  /// Returns premultiplied red, green, blue and alpha, 0...1.
  static func premultiplied(_ color: CGColor) -> SIMD4<Double> {
    let lanes = SIMD4(
      unit(color.lanes.x), unit(color.lanes.y), unit(color.lanes.z), unit(color.lanes.w))
    return SIMD4(lanes.x * lanes.w, lanes.y * lanes.w, lanes.z * lanes.w, lanes.w)
  }

  static func pixel(_ premultiplied: SIMD4<Double>, _ order: PixelOrder) -> Pixel {
    let bytes = SIMD4<UInt32>(premultiplied * 255 + 0.5)
    let (first, third) = order == .rgba ? (bytes.x, bytes.z) : (bytes.z, bytes.x)
    return first | (bytes.y << 8) | (third << 16) | (bytes.w << 24)
  }

  /// Returns a value clamped to 0...1; 0 for NaN.
  static func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
