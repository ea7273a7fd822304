// PathOutline.swift
// Stage: canvas. Paths as contours in device pixels, flattened before they reach FreeType, and
// clipped where they would exceed its range.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Closed contours in device pixels, y down.
struct PathOutline {
  /// A point's role in its curve; FreeType's values.
  enum Tag { static let conic: UInt8 = 0, on: UInt8 = 1, cubic: UInt8 = 2 }

  var points: [SIMD2<Double>] = []
  var tags: [UInt8] = []
  /// The index of each contour's last point.
  var ends: [Int] = []

  init() {}

  /// Creates the outline of a path. Nil when it contains a value that is not finite.
  init?(_ path: CGPath, transform: CGAffineTransform) {
    for element in path.elements {
      switch element {
      case .move(let end):
        closeContour()
        append(end, Tag.on, transform)
      case .line(let end): append(end, Tag.on, transform)
      case .quad(let control, let end):
        append(control, Tag.conic, transform)
        append(end, Tag.on, transform)
      case .cubic(let control1, let control2, let end):
        append(control1, Tag.cubic, transform)
        append(control2, Tag.cubic, transform)
        append(end, Tag.on, transform)
      case .close:
        let start = contourStart
        closeContour()
        // A segment after a close without a move begins at the subpath's start.
        if let start { append(start) }
      }
    }
    closeContour()
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
  }

  private var contourStart: SIMD2<Double>? {
    let first = (ends.last ?? -1) + 1
    return first < points.count ? points[first] : nil
  }

  private mutating func append(_ point: CGPoint, _ tag: UInt8, _ transform: CGAffineTransform) {
    let p = point.applying(transform)
    points.append(SIMD2(p.x, p.y))
    tags.append(tag)
  }

  mutating func append(_ point: SIMD2<Double>, tag: UInt8 = Tag.on) {
    points.append(point)
    tags.append(tag)
  }

  /// Appends whole contours.
  mutating func append(_ other: PathOutline) {
    ends += other.ends.map { $0 + points.count }
    points += other.points
    tags += other.tags
  }

  /// Ends the current contour. A single point is removed, because it has no area.
  mutating func closeContour() {
    let first = (ends.last ?? -1) + 1
    if points.count - first < 2 {
      points.removeLast(points.count - first)
      tags.removeLast(tags.count - first)
    } else {
      ends.append(points.count - 1)
    }
  }

  /// The bounds of all points, control points included. Nil without points.
  var hull: (low: SIMD2<Double>, high: SIMD2<Double>)? {
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return (low, high)
  }

  /// Returns flattened contours, within 0.01 px of the curve inside a box.
  ///
  /// FreeType's own flattening lies up to 0.06 px inside a curve, which is 2 % of a small disc.
  ///
  /// - Parameter isClipped: Whether the contours are clipped to the box. Winding inside it is
  ///   preserved.
  func flattened(low: SIMD2<Double>, high: SIMD2<Double>, isClipped: Bool) -> PathOutline {
    var result = PathOutline()
    var first = 0
    for end in ends {
      var polygon = flattened(first...end, low: low, high: high)
      first = end + 1
      for axis in 0...1 where isClipped {
        polygon = Self.cut(polygon, axis: axis, at: low[axis], keepsAbove: true)
        polygon = Self.cut(polygon, axis: axis, at: high[axis], keepsAbove: false)
      }
      for point in polygon { result.append(point) }
      result.closeContour()
    }
    return result
  }

  private func flattened(
    _ range: ClosedRange<Int>, low: SIMD2<Double>, high: SIMD2<Double>
  ) -> [SIMD2<Double>] {
    var result = [points[range.lowerBound]]
    var index = range.lowerBound + 1
    func point(_ index: Int) -> SIMD2<Double> {
      index <= range.upperBound ? points[index] : points[range.lowerBound]
    }
    while index <= range.upperBound {
      let start = result[result.count - 1]
      switch tags[index] {
      case Tag.conic:
        let (control, end) = (points[index], point(index + 1))
        flattenCubic(
          start, start + (control - start) * (2.0 / 3), end + (control - end) * (2.0 / 3), end,
          low: low, high: high, into: &result)
        index += 2
      case Tag.cubic:
        flattenCubic(
          start, points[index], point(index + 1), point(index + 2), low: low, high: high,
          into: &result)
        index += 3
      default:
        result.append(points[index])
        index += 1
      }
    }
    return result
  }

  /// Clips a polygon to one side of a line (Sutherland and Hodgman).
  private static func cut(
    _ polygon: [SIMD2<Double>], axis: Int, at limit: Double, keepsAbove: Bool
  ) -> [SIMD2<Double>] {
    guard var previous = polygon.last else { return [] }
    func isInside(_ p: SIMD2<Double>) -> Bool { keepsAbove ? p[axis] >= limit : p[axis] <= limit }
    var result: [SIMD2<Double>] = []
    for point in polygon {
      if isInside(point) != isInside(previous) {
        var crossing =
          previous + (point - previous)
          * ((limit - previous[axis]) / (point[axis] - previous[axis]))
        crossing[axis] = limit
        result.append(crossing)
      }
      if isInside(point) { result.append(point) }
      previous = point
    }
    return result
  }
}

/// Appends the points of a cubic after its start, with segments within 0.01 px of the curve. A
/// cubic completely to one side of a box becomes one line.
func flattenCubic(
  _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
  low: SIMD2<Double>, high: SIMD2<Double>, into points: inout [SIMD2<Double>], depth: Int = 0
) {
  let hullLow = pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3))
  let hullHigh = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3))
  let isOutside =
    hullHigh.x < low.x || hullHigh.y < low.y || hullLow.x > high.x || hullLow.y > high.y
  // A cubic is no farther from its chord, at equal parameters, than its second differences.
  let bend = max(length(p0 - 2 * p1 + p2), length(p1 - 2 * p2 + p3)) * 0.75
  if isOutside || depth == 20 || bend < 0.01 {
    points.append(p3)
    return
  }
  let (a, b, c) = ((p0 + p1) / 2, (p1 + p2) / 2, (p2 + p3) / 2)
  let (d, e) = ((a + b) / 2, (b + c) / 2)
  let middle = (d + e) / 2
  flattenCubic(p0, a, d, middle, low: low, high: high, into: &points, depth: depth + 1)
  flattenCubic(middle, e, c, p3, low: low, high: high, into: &points, depth: depth + 1)
}

/// The length of a vector.
func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

// MARK: - Crossings

extension PathOutline {
  /// More points than this are not searched.
  private static let mostSearched = 4096

  /// Whether two straight sides cross, each in the midst of the other.
  var crossesItself: Bool {
    guard points.count > 3, points.count <= Self.mostSearched else { return false }
    var sides = downwardSides
    sides.sort { $0.top.y < $1.top.y }
    // The sides that reach down to the next one's top.
    var active: [(top: SIMD2<Double>, bottom: SIMD2<Double>)] = []
    for side in sides {
      active.removeAll { $0.bottom.y <= side.top.y }
      if active.contains(where: { Self.cross($0, side) }) { return true }
      active.append(side)
    }
    return false
  }

  private var downwardSides: [(top: SIMD2<Double>, bottom: SIMD2<Double>)] {
    var sides: [(top: SIMD2<Double>, bottom: SIMD2<Double>)] = []
    sides.reserveCapacity(points.count)
    var first = 0
    for end in ends {
      var from = points[end]
      for to in points[first...end] {
        if from.y != to.y { sides.append(from.y < to.y ? (from, to) : (to, from)) }
        from = to
      }
      first = end + 1
    }
    return sides
  }

  private static func cross(
    _ a: (top: SIMD2<Double>, bottom: SIMD2<Double>),
    _ b: (top: SIMD2<Double>, bottom: SIMD2<Double>)
  ) -> Bool {
    if max(a.top.x, a.bottom.x) <= min(b.top.x, b.bottom.x)
      || max(b.top.x, b.bottom.x) <= min(a.top.x, a.bottom.x)
    {
      return false
    }
    /// Twice the area of a triangle, positive on one side of a line.
    func side(_ p: SIMD2<Double>, of line: (top: SIMD2<Double>, bottom: SIMD2<Double>)) -> Double {
      let (u, v) = (line.bottom - line.top, p - line.top)
      return u.x * v.y - u.y * v.x
    }
    let (p, q) = (side(a.top, of: b), side(a.bottom, of: b))
    let (r, s) = (side(b.top, of: a), side(b.bottom, of: a))
    // What crosses by less than a thousandth of a pixel's area shows nowhere.
    let least = 1e-3
    return min(p, q) < -least && max(p, q) > least && min(r, s) < -least && max(r, s) > least
  }
}
