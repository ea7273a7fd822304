// LimitedGeometry.swift
// The limit of views' coordinates, from which layout derives others by sums and products.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CGFloat {
  /// The greatest coordinate of views, in points: the product of two is finite.
  static var greatestCoordinate: CGFloat { 1e150 }

  /// The number, if it is in the limits or not finite; else the limit.
  fileprivate var limited: CGFloat {
    isFinite ? Swift.min(Swift.max(self, -.greatestCoordinate), .greatestCoordinate) : self
  }
}

extension CGPoint {
  /// The nearest point in the limits of views' coordinates. Infinite coordinates and NaN remain.
  @inline(__always) var limited: CGPoint {
    Swift.max(abs(x), abs(y)) <= .greatestCoordinate ? self : limitedEach
  }

  private var limitedEach: CGPoint { CGPoint(x: x.limited, y: y.limited) }
}

extension CGRect {
  /// The rectangle with each number in the limits of views' coordinates. Infinite numbers and NaN remain.
  @inline(__always) var limited: CGRect {
    let position = Swift.max(abs(origin.x), abs(origin.y))
    let length = Swift.max(abs(size.width), abs(size.height))
    return Swift.max(position, length) <= .greatestCoordinate ? self : limitedEach
  }

  private var limitedEach: CGRect {
    CGRect(
      x: origin.x.limited, y: origin.y.limited, width: size.width.limited,
      height: size.height.limited)
  }
}
