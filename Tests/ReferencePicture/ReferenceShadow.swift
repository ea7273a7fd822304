// ReferenceShadow.swift
// A layer's shadow: its alpha in its own plane, blurred there by a Gaussian, and seen through its map.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension ReferenceRenderer {
  /// Returns the shadow of a layer, without the layer's opacity.
  static func shadow(_ shadow: SceneShadow, of layer: SceneLayer, _ map: ReferenceMap, _ size: Size)
    -> ReferencePicture
  {
    var result = ReferencePicture(width: size.width, height: size.height)
    // Blurred pixels need not be small.
    let scale = shadow.radius < 2 ? 4.0 : 2
    let reach = layer.reach.union(shadow.path?.boundingBox ?? .null)
      .insetBy(dx: -3.5 * shadow.radius - 2, dy: -3.5 * shadow.radius - 2)
    let width = Int((reach.width * scale).rounded(.up))
    let height = Int((reach.height * scale).rounded(.up))
    guard let back = map.inverse, width > 0, height > 0, width * height < 4_000_000 else {
      return result
    }
    let plane = ReferenceMap(scale: scale, x: -reach.minX * scale, y: -reach.minY * scale)
    var caster = ReferencePicture(width: width, height: height)
    if let path = shadow.path {
      let polygons = ReferenceOutline.fill(path).map { ReferenceOutline.see($0, plane) }
      caster.over(ReferenceCoverage(polygons, width: width, height: height)) { _, _ in
        SIMD4(0, 0, 0, 1)
      }
    } else {
      paintBody(layer, plane, &caster)
    }
    let alpha = ReferenceBlur(
      caster.pixels.map(\.w), width, height, deviation: shadow.radius * scale)
    let color = (shadow.color * SIMD4(1, 1, 1, shadow.opacity)).premultiplied
    let places = [-0.375, -0.125, 0.125, 0.375]
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum: Float = 0
        for down in places {
          for across in places {
            let device = ReferencePoint(x: Double(x) + 0.5 + across, y: Double(y) + 0.5 + down)
            let point = back(device).flat
            // What lies behind the eye is not seen.
            guard map(point).w > 0 else { continue }
            let own = plane(
              ReferencePoint(x: point.x - shadow.offset.dx, y: point.y - shadow.offset.dy))
            sum += alpha.value(own.x, own.y)
          }
        }
        result.pixels[y * size.width + x] = color * (sum / 16)
      }
    }
    return result
  }
}

/// A plane of numbers, blurred.
struct ReferenceBlur {
  private var values: [Float]
  private let width: Int, height: Int

  /// Blurs in both directions by a Gaussian, out to three and a half deviations.
  init(_ values: [Float], _ width: Int, _ height: Int, deviation: Double) {
    (self.values, self.width, self.height) = (values, width, height)
    guard deviation > 0 else { return }
    let reach = Int((deviation * 3.5).rounded(.up))
    var weights = (-reach...reach).map { place in
      Float(exp(-Double(place * place) / (2 * deviation * deviation)))
    }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    blur(weights, lines: height, apart: width, length: width, step: 1)
    blur(weights, lines: width, apart: 1, length: height, step: width)
  }

  private mutating func blur(_ weights: [Float], lines: Int, apart: Int, length: Int, step: Int) {
    let reach = weights.count / 2
    var result = [Float](repeating: 0, count: length)
    for line in 0..<lines {
      for index in 0..<length {
        var sum: Float = 0
        for other in max(index - reach, 0)...min(index + reach, length - 1) {
          sum += values[line * apart + other * step] * weights[other - index + reach]
        }
        result[index] = sum
      }
      for index in 0..<length { values[line * apart + index * step] = result[index] }
    }
  }

  /// The value at a place, between those at the middles of four pixels; 0 outside.
  func value(_ x: Double, _ y: Double) -> Float {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    guard left >= 0, top >= 0, left < Double(width - 1), top < Double(height - 1) else { return 0 }
    let (s, t) = (Float(x - 0.5 - left), Float(y - 0.5 - top))
    let at = Int(top) * width + Int(left)
    let upper = values[at] * (1 - s) + values[at + 1] * s
    let lower = values[at + width] * (1 - s) + values[at + width + 1] * s
    return upper * (1 - t) + lower * t
  }
}
