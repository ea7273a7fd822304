// ReferenceShading.swift
// The colours of gradients and images at a point of their layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension SceneGradient {
  /// The premultiplied colour at a point, which counts in the unit square of the bounds (semantics 21.1). Colours are
  /// blended before they are multiplied by their alpha.
  func color(at point: ReferencePoint, in bounds: CGRect) -> SIMD4<Float> {
    let unit = SIMD2<Double>(
      (point.x - bounds.minX) / bounds.width, (point.y - bounds.minY) / bounds.height)
    let from = SIMD2<Double>(start.x, start.y)
    let (way, offset) = (SIMD2<Double>(end.x, end.y) - from, unit - from)
    let position: Double
    switch kind {
    case .axial: position = (offset * way).sum() / (way * way).sum()
    case .radial: position = ((offset / way) * (offset / way)).sum().squareRoot()
    case .conic:
      let turn = (atan2(offset.y, offset.x) - atan2(way.y, way.x)) / (2 * .pi)
      position = turn - turn.rounded(.down)
    }
    return color(at: position).premultiplied
  }

  private func color(at position: Double) -> SceneColor {
    guard let after = locations.firstIndex(where: { $0 > position }) else {
      return colors[colors.count - 1]
    }
    guard after > 0 else { return colors[0] }
    let t = (position - locations[after - 1]) / (locations[after] - locations[after - 1])
    return colors[after - 1] + (colors[after] - colors[after - 1]) * t
  }
}

extension SceneImage {
  /// The premultiplied colour at a point: that of the nearest pixel, or of four by their distances.
  func color(at point: ReferencePoint, in bounds: CGRect) -> SIMD4<Float> {
    let x = column(
      point.x - bounds.minX, of: bounds.width, Double(width), contentsRect.minX,
      contentsRect.width, contentsCenter.minX, contentsCenter.maxX)
    let y = column(
      point.y - bounds.minY, of: bounds.height, Double(height), contentsRect.minY,
      contentsRect.height, contentsCenter.minY, contentsCenter.maxY)
    if isNearest { return pixel(x.rounded(.down), y.rounded(.down)) }
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (s, t) = (Float(x - 0.5 - left), Float(y - 0.5 - top))
    let upper = pixel(left, top) * (1 - s) + pixel(left + 1, top) * s
    let lower = pixel(left, top + 1) * (1 - s) + pixel(left + 1, top + 1) * s
    return upper * (1 - t) + lower * t
  }

  /// The column of the image at a distance from the left of the bounds; or the row, from the top.
  ///
  /// - Parameters:
  ///   - pixels: The size of the whole image.
  ///   - origin: Where the shown part begins, a fraction of the image, and
  ///   - extent: its size.
  ///   - low: Where the stretched middle begins, a fraction of the shown part, and
  ///   - high: where it ends.
  private func column(
    _ place: Double, of length: Double, _ pixels: Double, _ origin: Double, _ extent: Double,
    _ low: Double, _ high: Double
  ) -> Double {
    let shown = extent * pixels
    func whole(_ column: Double) -> Double { origin * pixels + column }
    if contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1) {
      return whole(place / length * shown)
    }
    // A middle of no size is one pixel.
    let grow = high - low < 1e-9 ? 0.5 / shown : 0
    let (first, last) = (max(low - grow, 0) * shown, min(high + grow, 1) * shown)
    // The parts beside the middle keep their size.
    let (head, tail) = (first / scale, (shown - last) / scale)
    if place < head { return whole(place * scale) }
    if place > length - tail { return whole(shown - (length - place) * scale) }
    return whole(first + (place - head) / (length - head - tail) * (last - first))
  }

  /// A pixel; those beyond the edge are like those at it.
  private func pixel(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let column = Int(min(max(x, 0), Double(width - 1)))
    let row = Int(min(max(y, 0), Double(height - 1)))
    let at = (row * width + column) * 4
    return SIMD4(
      Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), Float(pixels[at + 3])) / 255
  }
}
