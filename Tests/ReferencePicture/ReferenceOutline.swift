// ReferenceOutline.swift
// Paths and round boxes as polygons in a layer's space, and polygons seen through a map.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A subpath as short lines.
struct ReferenceLine {
  struct Point {
    var place: ReferencePoint
    /// The distance along the whole path. Within a curve it is proportional to the curve's parameter, as in
    /// Core Animation's strokeStart and strokeEnd.
    var travel: Double
    /// Whether an element of the path ends here, so that a stroke has a join.
    var isCorner: Bool
  }

  var points: [Point] = []
  var isClosed = false

  /// The short lines of each curve.
  private static let pieces = 32

  /// Returns the subpaths of a path.
  static func lines(of path: CGPath) -> [ReferenceLine] {
    var lines: [ReferenceLine] = []
    var travel = 0.0
    path.applyWithBlock { element in
      let (type, p) = (element.pointee.type, element.pointee.points)
      func point(_ index: Int) -> SIMD2<Double> { SIMD2(p[index].x, p[index].y) }
      if type == .moveToPoint {
        let place = ReferencePoint(x: p[0].x, y: p[0].y)
        lines.append(
          ReferenceLine(points: [Point(place: place, travel: travel, isCorner: true)]))
        return
      }
      guard var line = lines.popLast(), let last = line.points.last, let first = line.points.first
      else { return }
      let from = SIMD2(last.place.x, last.place.y)
      var curve: [SIMD2<Double>] = []
      switch type {
      case .addLineToPoint: curve = [point(0)]
      case .addQuadCurveToPoint:
        curve = steps { t in
          (1 - t) * (1 - t) * from + 2 * t * (1 - t) * point(0) + t * t * point(1)
        }
      case .addCurveToPoint:
        curve = steps { t in
          let (s, u) = (1 - t, t * t)
          return s * s * s * from + 3 * s * s * t * point(0) + 3 * s * u * point(1)
            + u * t * point(2)
        }
      default:
        line.isClosed = true
        curve = [SIMD2(first.place.x, first.place.y)]
      }
      let length = zip([from] + curve, curve).reduce(0) { sum, ends in
        let d = ends.1 - ends.0
        return sum + (d * d).sum().squareRoot()
      }
      for (index, p) in curve.enumerated() {
        let share = Double(index + 1) / Double(curve.count)
        line.points.append(
          Point(
            place: ReferencePoint(x: p.x, y: p.y), travel: travel + share * length,
            isCorner: index == curve.count - 1))
      }
      travel += length
      lines.append(line)
    }
    return lines
  }

  private static func steps(_ curve: (Double) -> SIMD2<Double>) -> [SIMD2<Double>] {
    (1...pieces).map { curve(Double($0) / Double(pieces)) }
  }
}

enum ReferenceOutline {
  /// A box with quarter circles as corners, turning from x to y.
  static func box(_ rect: CGRect, radius: Double) -> ReferencePolygon {
    let radius = min(radius, rect.width / 2, rect.height / 2)
    let corners = [
      (rect.maxX - radius, rect.minY + radius, -0.5), (rect.maxX - radius, rect.maxY - radius, 0.0),
      (rect.minX + radius, rect.maxY - radius, 0.5), (rect.minX + radius, rect.minY + radius, 1.0),
    ]
    let steps = radius > 0 ? 24 : 0
    return corners.flatMap { x, y, start in
      (0...steps).map { step in
        let angle = (start + 0.5 * Double(step) / Double(max(steps, 1))) * .pi
        return ReferencePoint(x: x + radius * cos(angle), y: y + radius * sin(angle))
      }
    }
  }

  /// The polygons of a path's inside.
  static func fill(_ path: CGPath) -> [ReferencePolygon] {
    ReferenceLine.lines(of: path).map { $0.points.map(\.place) }
  }

  /// The least depth that is seen.
  private static let nearest = 1e-3

  /// Returns a polygon seen through a map, without what lies behind the eye.
  static func see(_ polygon: ReferencePolygon, _ map: ReferenceMap) -> ReferencePolygon {
    let points = polygon.map { map($0) }
    guard points.contains(where: { $0.w < nearest }) else { return points.map(\.flat) }
    var seen: ReferencePolygon = []
    for (index, to) in points.enumerated() {
      let from = points[(index + points.count - 1) % points.count]
      if (from.w < nearest) != (to.w < nearest) {
        let t = (nearest - from.w) / (to.w - from.w)
        seen.append(
          ReferencePoint(
            x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y), w: nearest))
      }
      if to.w >= nearest { seen.append(to) }
    }
    return seen.map(\.flat)
  }
}
