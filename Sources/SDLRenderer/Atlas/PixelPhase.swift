// PixelPhase.swift
// Stage: canvas. The position of a picture's content between its pixels.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// A position within a pixel, in quarters.
///
/// A picture made at the position at which it is shown is hardly filtered, so that small arcs and thin
/// borders stay as sharp between pixels as on them.
struct PixelPhase: Hashable {
  /// The quarters in x, 0...3, plus four times those in y.
  private(set) var rawValue: UInt8 = 0

  /// A whole pixel.
  init() {}

  /// The phase nearest to a place in device pixels.
  init(_ x: Double, _ y: Double) {
    func quarters(_ value: Double) -> UInt8 {
      UInt8(truncatingIfNeeded: Int((value - value.rounded(.down)) * 4 + 0.5) & 3)
    }
    rawValue = quarters(x) | quarters(y) << 2
  }

  /// The phase of a point under a transform; a whole pixel where pictures are filtered anyway.
  init(of point: CGPoint, _ t: PlaneTransform) {
    let (x, y) = (point.x * t.a + t.tx, point.y * t.d + t.ty)
    let isExact = t.isUpright && t.a > 0 && t.d > 0 && abs(x) < 1e6 && abs(y) < 1e6
    self = isExact ? PixelPhase(x, y) : PixelPhase()
  }

  /// Quarters of a pixel.
  var quarters: (x: Int, y: Int) { (Int(rawValue & 3), Int(rawValue >> 2)) }

  /// In pixels.
  var offset: SIMD2<Double> { SIMD2(Double(rawValue & 3) / 4, Double(rawValue >> 2) / 4) }
}

/// The phases of a box's corners, each from the edges of the pixels outside of it.
struct CornerPhases {
  private var low = SIMD2(0.0, 0), high = SIMD2(0.0, 0)

  /// Whole pixels where the box is not upright, as its pictures are filtered anyway.
  init(_ rect: CGRect, _ t: PlaneTransform) {
    guard t.isUpright, t.a > 0, t.d > 0 else { return }
    low = SIMD2(rect.minX * t.a + t.tx, rect.minY * t.d + t.ty)
    high = SIMD2(-(rect.maxX * t.a + t.tx), -(rect.maxY * t.d + t.ty))
    guard low.max() < 1e6, low.min() > -1e6, high.max() < 1e6, high.min() > -1e6 else {
      (low, high) = (.zero, .zero)
      return
    }
  }

  func corner(isRight: Bool, isLower: Bool) -> PixelPhase {
    PixelPhase(isRight ? high.x : low.x, isLower ? high.y : low.y)
  }

  /// The phase of all corners; nil where they differ.
  var common: PixelPhase? {
    let phase = PixelPhase(low.x, low.y)
    return phase == PixelPhase(high.x, high.y) ? phase : nil
  }
}
