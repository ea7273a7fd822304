// ConvexOutline.swift
// Stage: canvas. Takes a rectangle with round corners and any map to the plane, returns its outline
// as points, from which ``ConvexCoverage`` computes the exact area of each pixel.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows
import CoreGraphics
import Foundation

/// A rectangle with round corners and its map to device pixels.
///
/// A tenth of the size of its outline: tracing that again for each tile costs less than reading it from
/// memory.
struct RoundedShape {
  var rect: CGRect
  /// In the order of ``Box/radii``.
  var radii: SIMD4<Double>
  var transform: PlaneTransform
}

extension OutlineVertex {
  init(_ place: SIMD2<Double>) { self.init(x: place.x, y: place.y, slope: 0, half_inverse: 0) }
}

/// A convex outline in device pixels; its points lie in the ``OutlineTracer`` that traced it.
///
/// Every map of a rectangle with round corners, perspective included, is convex, so that each row
/// is one run of pixels between a chain of left edges and a chain of right ones.
struct ConvexOutline {
  /// The number of points, which form a ring.
  var count: Int
  /// The highest point of the ring and the lowest.
  var top: Int, bottom: Int
  /// Whether the ring runs clockwise as seen, with y down: down on the right.
  var isClockwise: Bool
  var minX: Double, minY: Double, maxX: Double, maxY: Double
  /// The rows between the two upright edges alone; empty unless the shape is upright.
  var uprightRows: Range<Int>

  var pixels: PixelRect {
    func low(_ value: Double) -> Int {
      let whole = Int(min(max(value, -16_777_216), 16_777_216))
      return Double(whole) > value ? whole - 1 : whole
    }
    return PixelRect(minX: low(minX), minY: low(minY), maxX: -low(-maxX), maxY: -low(-maxY))
  }
}

/// Traces one outline after another, in the same memory.
final class OutlineTracer {
  /// The points of the last outline, always at one address.
  let points: UnsafeMutablePointer<OutlineVertex>
  private var count = 0
  /// An outline that is not affine, with its w, before and after it is cut.
  private var outline: [SIMD3<Double>] = []
  private var clipped: [SIMD3<Double>] = []

  /// The distance from the origin, in device pixels, beyond which nothing is drawn.
  private static let limit = 1e10
  /// The distance from the eye below which a shape is cut off, as it would exceed any target.
  private static let nearest = 1e-5
  /// The distance of the middle of a polygon's edge inside the arc of its end points, in device
  /// pixels.
  ///
  /// The end points lie two thirds of that outside of the arc that the edge approximates, so that the
  /// area is the arc's, and no pixel is wrong by more than a few of 255.
  private static let sagitta = 0.05
  /// The most edges of a corner.
  private static let maximumSideCount = 64
  /// More points than any outline has, including those that a cut behind the eye adds.
  static let maximumPointCount = 4 * (maximumSideCount + 1) + 8

  init() { points = .allocate(capacity: Self.maximumPointCount) }

  deinit { points.deallocate() }

  /// Traces a shape; nil when nothing of it can be seen.
  func trace(_ shape: RoundedShape) -> ConvexOutline? {
    let (rect, transform) = (shape.rect.standardized, shape.transform)
    guard rect.isFinite, !rect.isEmpty else { return nil }
    let half = min(rect.width, rect.height) / 2
    var radii = shape.radii
    for corner in 0..<4 { radii[corner] = radii[corner] > 0 ? min(radii[corner], half) : 0 }
    count = 0
    if transform.isAffine {
      trace(rect, radii, transform)
    } else {
      traceInPerspective(rect, radii, transform)
    }
    guard var shape = finish() else { return nil }
    if transform.isUpright {
      let (upper, lower) = (max(radii[0], radii[1]), max(radii[2], radii[3]))
      let scale = abs(transform.d)
      let (top, bottom) = transform.d < 0 ? (lower, upper) : (upper, lower)
      let low = max(shape.minY, -1e9), high = min(shape.maxY, 1e9)
      let first = top == 0 ? low.rounded(.down) : (low + top * scale).rounded(.up)
      let last = bottom == 0 ? high.rounded(.up) : (high - bottom * scale).rounded(.down)
      if first < last { shape.uprightRows = Int(first)..<Int(last) }
    }
    return shape
  }

  /// The number of edges that approximate a corner's arc.
  private static func sides(_ radius: Double, _ scale: Double) -> Int {
    let needed = (.pi / 4) * (radius * scale / (2 * sagitta)).squareRoot()
    return needed < Double(maximumSideCount) ? max(1, Int(needed) + 1) : maximumSideCount
  }

  /// Points of a quarter circle cut into 1...64 edges, one table after another; the outer points lie on
  /// the circle, the inner ones so far outside that the area is right.
  private static let arcPoints: [SIMD2<Double>] = (0...maximumSideCount).flatMap { count in
    (0...max(count, 1)).map { step in
      if step == 0 { return SIMD2(1, 0) }
      if step >= count { return SIMD2(0, 1) }
      let part = Double.pi / 2 / Double(count)
      let radius = (part / sin(part)).squareRoot()
      return SIMD2(cos(part * Double(step)), sin(part * Double(step))) * radius
    }
  }

  /// Adds the corners' points, clockwise from the top left.
  private func trace(_ r: CGRect, _ radii: SIMD4<Double>, _ t: PlaneTransform) {
    let (along, down) = (SIMD2(t.a, t.b), SIMD2(t.c, t.d))
    let origin = SIMD2(t.tx, t.ty)
    let scale = max(t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d).squareRoot()
    var next = points + count
    Self.arcPoints.withUnsafeBufferPointer { arcPoints in
      for corner in 0..<4 {
        let radius = radii[corner]
        let x = corner == 0 || corner == 3 ? r.minX + radius : r.maxX - radius
        let y = corner < 2 ? r.minY + radius : r.maxY - radius
        let centre = along * x + down * y + origin
        guard radius > 0 else {
          next.initialize(to: OutlineVertex(centre))
          next += 1
          continue
        }
        // From the arc's first direction to its second.
        let (from, to) =
          switch corner {
          case 0: (along * -radius, down * -radius)
          case 1: (down * -radius, along * radius)
          case 2: (along * radius, down * radius)
          default: (down * radius, along * -radius)
          }
        let sides = Self.sides(radius, scale)
        // Tables of 2, 2, 3, 4... points lie before this one.
        let row = sides == 0 ? 0 : 2 + (sides - 1) * (sides + 2) / 2
        for step in 0...sides {
          let arcPoint = arcPoints[row &+ step]
          next.initialize(to: OutlineVertex(centre + from * arcPoint.x + to * arcPoint.y))
          next += 1
        }
      }
    }
    count = next - points
  }

  /// Adds the points of an outline of which a part may lie behind the eye.
  private func traceInPerspective(_ r: CGRect, _ radii: SIMD4<Double>, _ t: PlaneTransform) {
    // The outline in the primitive's own plane, as fine as its scale at the nearest point requires.
    let nearest = [
      (r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY),
    ].reduce(Double.infinity) { min($0, $1.0 * t.px + $1.1 * t.py + t.pw) }
    let scale =
      max(t.a * t.a + t.b * t.b, t.c * t.c + t.d * t.d).squareRoot() / max(nearest, 0.01)
    var plane = PlaneTransform.identity
    (plane.a, plane.d) = (scale, scale)
    guard scale > 0, scale.isFinite else { return }
    trace(r, radii, plane)
    outline.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let (x, y) = (points[index].x / scale, points[index].y / scale)
      outline.append(
        SIMD3(
          x * t.a + y * t.c + t.tx, x * t.b + y * t.d + t.ty, x * t.px + y * t.py + t.pw))
    }
    count = 0
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
    for point in clipped {
      let w = max(point.z, Self.nearest)
      points[count] = OutlineVertex(SIMD2(point.x / w, point.y / w))
      count += 1
    }
  }

  /// Measures the ring of points.
  private func finish() -> ConvexOutline? {
    guard count > 2 else { return nil }
    let (count, ring) = (count, points)
    var (minX, maxX, minY, maxY) = (ring[0].x, ring[0].x, ring[0].y, ring[0].y)
    let (x0, y0) = (ring[0].x, ring[0].y)
    var top = 0, bottom = 0
    var area = 0.0
    var (x, y) = (x0, y0)
    for index in 1...count {
      let next = index == count ? 0 : index
      let (toX, toY) = (ring[next].x, ring[next].y)
      let (acrossSide, downSide) = (toX - x, toY - y)
      ring[index &- 1].slope = acrossSide / downSide
      let halfInverse = abs(0.5 * downSide / acrossSide)
      ring[index &- 1].half_inverse = halfInverse < 5e4 ? halfInverse : 0
      area += (x - x0) * (toY - y0) - (toX - x0) * (y - y0)
      minX = toX < minX ? toX : minX
      maxX = toX > maxX ? toX : maxX
      if toY < minY {
        minY = toY
        top = next
      }
      if toY > maxY {
        maxY = toY
        bottom = next
      }
      (x, y) = (toX, toY)
    }
    // A NaN is not within limits either: it makes the area a NaN.
    guard abs(area) > 1e-9, minX > -Self.limit, minY > -Self.limit, maxX < Self.limit,
      maxY < Self.limit
    else { return nil }
    return ConvexOutline(
      count: count, top: top, bottom: bottom, isClockwise: area > 0,
      minX: minX, minY: minY, maxX: maxX, maxY: maxY, uprightRows: 0..<0)
  }
}
