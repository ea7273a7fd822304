// ConvexShape.swift
// Stage: canvas. Takes a rectangle with round corners and any map to the plane, returns its outline
// as edges, and from them the exact area of each pixel it covers, row by row.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A side of an outline, running down.
struct Edge {
  var x0: Double, y0: Double, y1: Double
  /// How far x moves for each pixel down.
  var slope: Double
}

/// A convex outline in device pixels; its edges lie in an ``EdgeList``.
///
/// Every map of a rectangle with round corners, perspective included, is convex, so that each row
/// is one run of pixels between a chain of left edges and a chain of right ones.
struct ConvexShape {
  /// Edges in the list, from the top down.
  var left: Range<Int>, right: Range<Int>
  var minX: Double, minY: Double, maxX: Double, maxY: Double
  /// Rows that the two upright sides alone bound; empty unless the shape is upright.
  var plainRows: Range<Int>

  var pixels: PixelRect {
    PixelRect(
      covering: CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
  }
}

/// Outlines of one frame, in memory that the next frame uses again.
struct EdgeList {
  private(set) var edges: [Edge] = []
  private var outline: [SIMD3<Double>] = []
  private var clipped: [SIMD3<Double>] = []
  private var rising: [Edge] = []

  /// Farther than this from the origin, in device pixels, nothing is drawn.
  private static let limit = 1e10
  /// What lies nearer to the eye is cut off, as it would be larger than any target.
  private static let nearest = 1e-5
  /// How far a polygon may lie inside the arc it stands for, in device pixels.
  private static let sagitta = 0.01

  mutating func removeAll() { edges.removeAll(keepingCapacity: true) }

  /// Adds a rectangle's outline; nil when nothing of it can be seen.
  mutating func add(
    rect: CGRect, radii: SIMD4<Double>, transform: PlaneTransform
  ) -> ConvexShape? {
    let rect = rect.standardized
    guard rect.isFinite, !rect.isEmpty else { return nil }
    let half = min(rect.width, rect.height) / 2
    var radii = radii
    for corner in 0..<4 { radii[corner] = radii[corner] > 0 ? min(radii[corner], half) : 0 }
    trace(rect, radii, transform)
    if !transform.isAffine { cutBehindEye() }
    guard var shape = sort() else { return nil }
    if transform.isUpright {
      let (upper, lower) = (max(radii[0], radii[1]), max(radii[2], radii[3]))
      let scale = abs(transform.d)
      let (top, bottom) = transform.d < 0 ? (lower, upper) : (upper, lower)
      let low = max(shape.minY, -1e9), high = min(shape.maxY, 1e9)
      let first = top == 0 ? low.rounded(.down) : (low + top * scale).rounded(.up)
      let last = bottom == 0 ? high.rounded(.up) : (high - bottom * scale).rounded(.down)
      if first < last { shape.plainRows = Int(first)..<Int(last) }
    }
    return shape
  }

  /// Puts the corners' points, clockwise from the top left, into ``outline``.
  private mutating func trace(_ r: CGRect, _ radii: SIMD4<Double>, _ t: PlaneTransform) {
    outline.removeAll(keepingCapacity: true)
    func add(_ x: Double, _ y: Double) {
      outline.append(
        SIMD3(
          x * t.a + y * t.c + t.tx, x * t.b + y * t.d + t.ty,
          t.isAffine ? 1 : x * t.px + y * t.py + t.pw))
    }
    let scale = max(hypot(t.a, t.b), hypot(t.c, t.d))
    for corner in 0..<4 {
      let radius = radii[corner]
      let isLeft = corner == 0 || corner == 3
      let isTop = corner < 2
      let x = isLeft ? r.minX + radius : r.maxX - radius
      let y = isTop ? r.minY + radius : r.maxY - radius
      guard radius > 0 else {
        add(x, y)
        continue
      }
      let needed = (.pi / 4) * (radius * scale / (2 * Self.sagitta)).squareRoot()
      let count = needed < 64 ? max(1, Int(needed.rounded(.up))) : 64
      let (turnCos, turnSin) = Self.turns[count]
      var (c, s) = (1.0, 0.0)
      for step in 0...count {
        if step == count { (c, s) = (0, 1) }
        switch corner {
        case 0: add(x - radius * c, y - radius * s)
        case 1: add(x + radius * s, y - radius * c)
        case 2: add(x + radius * c, y + radius * s)
        default: add(x - radius * s, y + radius * c)
        }
        (c, s) = (c * turnCos - s * turnSin, c * turnSin + s * turnCos)
      }
    }
  }

  /// Cosine and sine of one step when a quarter circle is cut into 1...64.
  private static let turns: [(Double, Double)] = (0...64).map { count in
    let angle = Double.pi / 2 / Double(max(count, 1))
    return (cos(angle), sin(angle))
  }

  /// Cuts off what lies behind the eye, and divides by w.
  private mutating func cutBehindEye() {
    clipped.removeAll(keepingCapacity: true)
    var previous = outline[outline.count - 1]
    for point in outline {
      let (from, to) = (previous.z - Self.nearest, point.z - Self.nearest)
      if (from < 0) != (to < 0) {
        clipped.append(previous + (point - previous) * (from / (from - to)))
      }
      if to >= 0 { clipped.append(point) }
      previous = point
    }
    for index in clipped.indices { clipped[index] /= max(clipped[index].z, Self.nearest) }
    swap(&outline, &clipped)
  }

  /// Splits the outline into its two chains.
  private mutating func sort() -> ConvexShape? {
    guard outline.count > 2 else { return nil }
    var low = outline[0], high = outline[0]
    var top = 0
    var area = 0.0
    var previous = outline[outline.count - 1]
    for (index, point) in outline.enumerated() {
      guard abs(point.x) < Self.limit, abs(point.y) < Self.limit else { return nil }
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
      if point.y < outline[top].y { top = index }
      area +=
        (previous.x - outline[0].x) * (point.y - outline[0].y)
        - (point.x - outline[0].x) * (previous.y - outline[0].y)
      previous = point
    }
    guard abs(area) > 1e-9 else { return nil }
    // Clockwise as seen, with y down: what runs down is the right side.
    let isClockwise = area > 0
    let first = edges.count
    rising.removeAll(keepingCapacity: true)
    for step in 0..<outline.count {
      let from = outline[(top + step) % outline.count]
      let to = outline[(top + step + 1) % outline.count]
      // An edge this flat covers less than any mask can say, and its slope would be noise.
      if abs(to.y - from.y) < 1e-9 { continue }
      if to.y > from.y {
        edges.append(
          Edge(x0: from.x, y0: from.y, y1: to.y, slope: (to.x - from.x) / (to.y - from.y)))
      } else {
        rising.append(
          Edge(x0: to.x, y0: to.y, y1: from.y, slope: (from.x - to.x) / (from.y - to.y)))
      }
    }
    let middle = edges.count
    edges.append(contentsOf: rising.reversed())
    let (falling, raised) = (first..<middle, middle..<edges.count)
    return ConvexShape(
      left: isClockwise ? raised : falling, right: isClockwise ? falling : raised,
      minX: low.x, minY: low.y, maxX: high.x, maxY: high.y, plainRows: 0..<0)
  }
}
