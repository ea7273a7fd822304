// PathGrid.swift
// The grid on which paths are combined: points with integer coordinates, so that comparisons are exact.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A point of the grid. Coordinates are at most 2^28 from zero, so that products of differences, even of doubled
/// coordinates, fit in 64 bits.
struct GridPoint: Hashable, Comparable {
  var x: Int, y: Int

  /// By x, then by y.
  static func < (a: GridPoint, b: GridPoint) -> Bool { a.x < b.x || (a.x == b.x && a.y < b.y) }

  static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }

  /// The coordinates of a grid that is twice as fine.
  var doubled: GridPoint { GridPoint(x: 2 * x, y: 2 * y) }

  /// The cross product of two vectors: positive when the second is counterclockwise of the first, with y up.
  static func cross(_ a: GridPoint, _ b: GridPoint) -> Int { a.x * b.y - a.y * b.x }

  /// Twice the area of a triangle, positive when it is counterclockwise with y up.
  static func orientation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
    cross(b - a, c - a)
  }

  /// Whether the direction is in the first half of a counterclockwise turn from the x axis.
  private var isUpper: Bool { y > 0 || (y == 0 && x > 0) }

  /// Whether one direction comes before another in a counterclockwise turn from the x axis.
  static func precedes(_ a: GridPoint, _ b: GridPoint) -> Bool {
    a.isUpper == b.isUpper ? cross(a, b) > 0 : a.isUpper
  }
}

/// The map between points of paths and the grid.
///
/// The distance of grid lines is a power of two, so that whole numbers, halves and quarters stay as they are.
struct PathGrid {
  /// Grid lines per point.
  private var scale: Double
  /// The grid's origin in points.
  private var center: CGPoint

  /// Creates a grid of about 2^28 lines in each direction; nil for an area without a size, or too large for a `Double`.
  init?(covering bounds: CGRect) {
    let extent = max(bounds.width, bounds.height)
    guard bounds.isFinite, extent > 0, extent.isFinite else { return nil }
    let exponent = 27 - extent.exponent
    guard (-960...960).contains(exponent) else { return nil }
    scale = Double(sign: .plus, exponent: Double.Exponent(exponent), significand: 1)
    center = .zero
    // A grid line, so that coordinates with few binary digits are on grid lines, too.
    let x = ((bounds.minX + bounds.width / 2) * scale).rounded()
    let y = ((bounds.minY + bounds.height / 2) * scale).rounded()
    guard x.isFinite, y.isFinite else { return nil }
    center = CGPoint(x: x / scale, y: y / scale)
  }

  /// The grid point nearest to a point of the covered area.
  func snap(_ point: CGPoint) -> GridPoint {
    func line(_ distance: Double) -> Int {
      Int(min(max((distance * scale).rounded(), -0x1p28), 0x1p28))
    }
    return GridPoint(x: line(point.x - center.x), y: line(point.y - center.y))
  }

  /// A grid point's place, in points.
  func point(_ p: GridPoint) -> CGPoint {
    CGPoint(x: center.x + Double(p.x) / scale, y: center.y + Double(p.y) / scale)
  }
}
