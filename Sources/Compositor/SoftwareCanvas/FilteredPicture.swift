// FilteredPicture.swift
// Stage: canvas. The steps of filters (`LayerFilter`) over pictures in memory.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A picture that is being filtered: premultiplied pixels.
package struct FilteredPicture {
  let width: Int, height: Int
  /// Components in 1/256 of a byte's unit, so that a blur of several passes stays smooth.
  private var values: [SIMD4<UInt16>]

  /// The largest deviation, in pixels; stronger blurs are drawn with it.
  package static let softest = 200.0

  /// Copies pixels.
  init(_ rows: PixelRows, _ bounds: PixelRect) {
    (width, height) = (bounds.width, bounds.height)
    values = []
    values.reserveCapacity(width * height)
    for y in bounds.minY..<bounds.maxY {
      let row = rows.row(y)
      for x in bounds.minX..<bounds.maxX {
        let pixel = row[x]
        values.append(
          SIMD4<UInt16>(
            truncatingIfNeeded: SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 0xFF) &<< 8)
      }
    }
  }

  /// Writes the pixels to where they were copied from.
  func write(to rows: PixelRows, _ bounds: PixelRect) {
    for y in 0..<height {
      let row = rows.row(bounds.minY + y) + bounds.minX
      for x in 0..<width { row[x] = pixel(x, y) }
    }
  }

  func pixel(_ x: Int, _ y: Int) -> Pixel {
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: values[y * width + x] &+ 128) &>> 8
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
  }

  /// Applies filters, the first one first.
  ///
  /// - Parameters:
  ///   - clamps: Whether edge pixels repeat beyond the edges, which are transparent otherwise.
  ///   - order: The order of bytes.
  mutating func apply(_ filters: [LayerFilter], clamps: Bool, order: PixelOrder) {
    for filter in filters {
      switch filter {
      case .blur(let deviation): blur(min(deviation, Self.softest), clamps: clamps)
      case .color(let matrix): map(matrix, order)
      }
    }
  }

  // MARK: Colours

  private mutating func map(_ matrix: ColorMatrix, _ order: PixelOrder) {
    // A colour that fills a surface, as most do, is mapped once.
    var (last, mapped) = (SIMD4<UInt16>.zero, SIMD4<UInt16>.zero)
    for index in values.indices {
      let value = values[index]
      if value != last { (last, mapped) = (value, Self.mapped(value, matrix, order)) }
      values[index] = mapped
    }
  }

  private static func mapped(
    _ value: SIMD4<UInt16>, _ matrix: ColorMatrix, _ order: PixelOrder
  ) -> SIMD4<UInt16> {
    let alpha = Double(value.w)
    guard alpha > 0 else { return .zero }
    var color = SIMD3(Double(value.x), Double(value.y), Double(value.z)) / alpha
    if order == .bgra { color = SIMD3(color.z, color.y, color.x) }
    color = matrix.apply(color).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
    if order == .bgra { color = SIMD3(color.z, color.y, color.x) }
    let result = SIMD3<UInt16>(color * alpha + 0.5)
    return SIMD4(result, value.w)
  }

  // MARK: Blurs

  /// A running mean whose two outermost values count in part, so that a blur grows smoothly.
  private struct Mean {
    /// Values on each side that count in full.
    let radius: Int
    /// The part of the next value on each side, 0...1.
    let part: Float
    /// The reciprocal of the sum of all weights.
    let scale: Float

    init(_ mean: GaussianBlur.Mean) {
      (radius, part) = (mean.radius, Float(mean.part))
      scale = Float(1 / (Double(2 * mean.radius + 1) + 2 * mean.part))
    }

    @inline(__always) func value(
      _ sum: SIMD4<UInt32>, _ first: SIMD4<UInt32>, _ last: SIMD4<UInt32>
    ) -> SIMD4<UInt16> {
      let total = SIMD4<Float>(exactly: sum) + SIMD4<Float>(exactly: first &+ last) * part
      return SIMD4<UInt16>(truncatingIfNeeded: (total * scale).nearest)
    }
  }

  private mutating func blur(_ deviation: Double, clamps: Bool) {
    guard deviation > 0.05, width > 0, height > 0 else { return }
    let mean = Mean(GaussianBlur.mean(deviation))
    var other = values
    for _ in 0..<3 {
      meanOfRows(&other, mean, clamps)
      swap(&values, &other)
      meanOfColumns(&other, mean, clamps)
      swap(&values, &other)
    }
  }

  private func meanOfRows(_ other: inout [SIMD4<UInt16>], _ mean: Mean, _ clamps: Bool) {
    let radius = mean.radius
    values.withUnsafeBufferPointer { values in
      other.withUnsafeMutableBufferPointer { other in
        for y in 0..<height {
          let row = y * width
          @inline(__always) func value(_ x: Int) -> SIMD4<UInt32> {
            if x >= 0 && x < width { return SIMD4(truncatingIfNeeded: values[row + x]) }
            return clamps
              ? SIMD4(truncatingIfNeeded: values[row + min(max(x, 0), width - 1)]) : .zero
          }
          var sum = SIMD4<UInt32>.zero
          for x in -radius..<radius { sum &+= value(x) }
          for x in 0..<width {
            sum &+= value(x + radius)
            other[row + x] = mean.value(sum, value(x - radius - 1), value(x + radius + 1))
            sum &-= value(x - radius)
          }
        }
      }
    }
  }

  private func meanOfColumns(_ other: inout [SIMD4<UInt16>], _ mean: Mean, _ clamps: Bool) {
    let radius = mean.radius
    var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
    let empty = [SIMD4<UInt16>](repeating: .zero, count: width)
    values.withUnsafeBufferPointer { values in
      empty.withUnsafeBufferPointer { empty in
        other.withUnsafeMutableBufferPointer { other in
          sums.withUnsafeMutableBufferPointer { sums in
            guard let values = values.baseAddress, let empty = empty.baseAddress else { return }
            func row(_ y: Int) -> UnsafePointer<SIMD4<UInt16>> {
              if y >= 0 && y < height { return values + y * width }
              return clamps ? values + min(max(y, 0), height - 1) * width : empty
            }
            for y in -radius..<radius {
              let row = row(y)
              for x in 0..<width { sums[x] &+= SIMD4(truncatingIfNeeded: row[x]) }
            }
            // Row by row, as neighbours in memory are neighbours in a row.
            for y in 0..<height {
              let (new, old) = (row(y + radius), row(y - radius))
              let (first, last) = (row(y - radius - 1), row(y + radius + 1))
              for x in 0..<width {
                let sum = sums[x] &+ SIMD4(truncatingIfNeeded: new[x])
                other[y * width + x] = mean.value(
                  sum, SIMD4(truncatingIfNeeded: first[x]), SIMD4(truncatingIfNeeded: last[x]))
                sums[x] = sum &- SIMD4(truncatingIfNeeded: old[x])
              }
            }
          }
        }
      }
    }
  }
}
