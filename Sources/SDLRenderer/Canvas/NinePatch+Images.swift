// NinePatch+Images.swift
// Stage: canvas. The lines of images that stretch in parts, or whose edge pixels repeat beyond them.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

extension NinePatchAxis {
  /// One axis of an image: the ends of its parts, and where its edge pixels begin to repeat.
  ///
  /// - Parameters:
  ///   - axis: The map from fractions of the side to the picture.
  ///   - side: The side in the primitive's space.
  ///   - extent: The picture's pixels. Beyond them its edge is repeated, because a texture's neighbours
  ///     are other pictures, and SDL skips triangles with texture coordinates outside 0...1.
  ///   - unit: Device pixels per unit, for ends that fade over one device pixel; nil for hard ones.
  init(_ axis: PartsAxis, over side: ClosedRange<Double>, extent: Int, unit: Double?) {
    let length = side.upperBound - side.lowerBound
    let half = unit.map { min(0.5 / $0, length / 2) } ?? 0
    let reach = unit.map { 0.5 / $0 } ?? 0
    let (first, last) = (side.lowerBound - reach, side.upperBound + reach)
    count = 0
    func add(_ line: Double, to lines: inout SIMD8<Double>, _ count: inout Int) {
      var index = count
      while index > 0, lines[index - 1] > line {
        lines[index] = lines[index - 1]
        index -= 1
      }
      lines[index] = line
      count += 1
    }
    add(first, to: &position, &count)
    add(last, to: &position, &count)
    if unit != nil {
      add(side.lowerBound + half, to: &position, &count)
      add(side.upperBound - half, to: &position, &count)
    }
    for fraction in [
      axis.place.y, axis.place.z, axis.position(of: 0), axis.position(of: Double(extent)),
    ] {
      guard let fraction, fraction > 0, fraction < 1 else { continue }
      add(side.lowerBound + fraction * length, to: &position, &count)
    }
    let end = Double(extent) + 0.5
    let low = min(max(axis.texel.x - 0.5, -0.5), end)
    let high = max(min(axis.texel.w + 0.5, end), low)
    // A side thinner than a pixel covers no pixel completely.
    let full = unit.map { min(1, length * $0) } ?? 1
    for line in 0..<count {
      let place = position[line]
      texel[line] = min(
        max(axis.texel(at: (place - side.lowerBound) / length), low), max(high, low))
      guard unit != nil, half > 0 else { continue }
      if place == first || place == side.lowerBound + half { edge[line] = side.lowerBound }
      if place == last || place == side.upperBound - half { edge[line] = side.upperBound }
      let inside = min(place - first, last - place) / (half + reach)
      alpha[line] = Float(min(max(inside, 0), 1) * full)
    }
  }
}

extension ImageParts {
  /// One part, for an image that stretches alike everywhere.
  static let one = ImageParts(source: SIMD4(0, 0, 1, 1), place: SIMD4(0, 0, 1, 1))
}
