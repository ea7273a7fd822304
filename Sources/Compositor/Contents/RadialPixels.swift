// RadialPixels.swift
// The pixels of a gradient between two circles with different centres.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A gradient between two circles.
///
/// A point has the colour of the last of the circles between the two on which it lies.
///
/// Source: PDF Reference 1.7, 4.6.3, radial shadings.
struct RadialPixels {
  private let radial: Drawing.RadialGradient
  /// From device pixels to the gradient's space.
  private let inverse: CGAffineTransform
  private let area: PixelRect

  /// - Parameters:
  ///   - transform: From the gradient's space to the drawing's.
  ///   - scale: Pixels per point of the drawing.
  ///   - area: The device pixels of the image.
  init(
    _ radial: Drawing.RadialGradient, _ transform: CGAffineTransform, scale: CGFloat,
    area: PixelRect
  ) {
    self.radial = radial
    inverse = transform.concatenating(CGAffineTransform(scaleX: scale, y: scale)).inverted()
    self.area = area
  }

  /// The pixels of the area.
  var image: CGImage {
    var ramp: [DitheredPixel] = []
    GradientRamp.append(radial.gradient, opacity: 1, order: .rgba, to: &ramp)
    var pixels = [UInt8](repeating: 0, count: area.width * area.height * 4)
    func color(_ x: Double, _ y: Double) -> Pixel {
      let point = CGPoint(x: Double(area.minX) + x, y: Double(area.minY) + y).applying(inverse)
      let thresholds = DitheredPixel.thresholds(row: Int(y))
      return position(of: point).map {
        ramp[GradientRamp.index($0)].pixel(thresholds[Int(x) & 7])
      } ?? 0
    }
    for y in 0..<area.height {
      for x in 0..<area.width {
        let (left, top) = (Double(x), Double(y))
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { color(left + $0, top + $1) }
        let clear = corners.count { $0 == 0 }
        if clear == 4 && color(left + 0.5, top + 0.5) == 0 { continue }
        // On the gradient's edge, the mean of sixteen points.
        let isEdge = clear > 0
        let points = isEdge ? [0.125, 0.375, 0.625, 0.875] : [0.5]
        var sum = SIMD4<UInt32>.zero
        for down in points {
          for across in points {
            let pixel = color(left + across, top + down)
            sum &+= SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 0xFF
          }
        }
        let count = UInt32(points.count * points.count)
        let at = (y * area.width + x) * 4
        for byte in 0..<4 { pixels[at + byte] = UInt8((sum[byte] + count / 2) / count) }
      }
    }
    return CGImage(width: area.width, height: area.height, premultipliedRGBA: pixels)
  }

  /// The largest position whose circle goes through a point; nil without one.
  private func position(of point: CGPoint) -> Double? {
    let across = CGVector(
      dx: radial.end.x - radial.start.x, dy: radial.end.y - radial.start.y)
    let growth = radial.endRadius - radial.startRadius
    let (px, py) = (point.x - radial.start.x, point.y - radial.start.y)
    // |p − t·across| = startRadius + t·growth, squared.
    let a = across.dx * across.dx + across.dy * across.dy - growth * growth
    let b = px * across.dx + py * across.dy + radial.startRadius * growth
    let c = px * px + py * py - radial.startRadius * radial.startRadius
    var candidates: [Double]
    if abs(a) < 1e-9 {
      guard abs(b) > 1e-12 else { return nil }
      candidates = [c / (2 * b)]
    } else {
      let discriminant = b * b - a * c
      guard discriminant >= 0 else { return nil }
      let root = discriminant.squareRoot()
      candidates = [(b + root) / a, (b - root) / a]
      if candidates[0] < candidates[1] { candidates.swapAt(0, 1) }
    }
    return candidates.first { position in
      radial.startRadius + position * growth >= 0
        && (position >= 0 || radial.options.contains(.drawsBeforeStartLocation))
        && (position <= 1 || radial.options.contains(.drawsAfterEndLocation))
    }
  }
}
