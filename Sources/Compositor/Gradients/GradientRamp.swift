// GradientRamp.swift
// Stage: canvas. Takes a gradient, returns its colours at even steps, premultiplied.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

/// A gradient's colours at even steps.
package enum GradientRamp {
  /// The number of colours of a ramp.
  package static let count = 1024

  /// Appends a ramp. Colours are interpolated before they are premultiplied.
  ///
  /// Where the colour does not change it is a pixel's, without fractions, so that it is drawn without dither.
  package static func append(
    _ gradient: CGGradient, opacity: Double, order: PixelOrder, to ramps: inout [DitheredPixel]
  ) {
    forEachColor(of: gradient) { color, isEven in
      ramps.append(
        isEven
          ? DitheredPixel(PixelColor.pixel(color, opacity: opacity, order: order))
          : DitheredPixel(
            PixelColor.premultiplied(color) * PixelColor.unit(opacity), order))
    }
  }

  /// Returns a ramp's colours, premultiplied, 0...1. Where the colour does not change it is a pixel's.
  package static func colors(of gradient: CGGradient) -> [SIMD4<Float>] {
    var colors: [SIMD4<Float>] = []
    colors.reserveCapacity(count)
    forEachColor(of: gradient) { color, isEven in
      let exact = PixelColor.premultiplied(color)
      colors.append(
        SIMD4<Float>(isEven ? (exact * 255).rounded(.toNearestOrAwayFromZero) / 255 : exact))
    }
    return colors
  }

  /// Calls a function with each of a ramp's colours, and whether it is that of a stop.
  private static func forEachColor(
    of gradient: CGGradient, _ body: (_ color: CGColor, _ isEven: Bool) -> Void
  ) {
    let last = gradient.colors.count - 1
    var stop = 0
    for index in 0..<count {
      let position = Double(index) / Double(count - 1)
      while stop < last && !(gradient.locations[stop + 1] > position) { stop += 1 }
      let from = gradient.colors[stop]
      guard stop < last, position > gradient.locations[stop], from != gradient.colors[stop + 1]
      else {
        body(from, true)
        continue
      }
      let (start, end) = (gradient.locations[stop], gradient.locations[stop + 1])
      let part = (position - start) / (end - start)
      body(
        CGColor(lanes: from.lanes + (gradient.colors[stop + 1].lanes - from.lanes) * part), false)
    }
  }

  /// The index of the colour at a position, 0...1; beyond them the ends' colours.
  @inline(__always) package static func index(_ position: Double) -> Int {
    Int(PixelColor.unit(position) * Double(count - 1) + 0.5)
  }
}
