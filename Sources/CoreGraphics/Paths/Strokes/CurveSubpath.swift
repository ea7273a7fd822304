// CurveSubpath.swift
// Subpaths as curves with directions and lengths, for strokes and dashes.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A line or a curve with a direction at both ends.
struct OffsetCurve {
  let curve: CubicCurve
  let isLine: Bool
  /// The directions at the ends, as unit vectors.
  let startDirection: CGPoint, endDirection: CGPoint

  var p0: CGPoint { curve.p0 }
  var p1: CGPoint { curve.p1 }
  var p2: CGPoint { curve.p2 }
  var p3: CGPoint { curve.p3 }

  /// Nil for a curve that is a single point.
  init?(_ curve: CubicCurve, isLine: Bool) {
    func direction(_ points: [CGPoint]) -> CGPoint? {
      for point in points.dropFirst() {
        let (x, y) = (point.x - points[0].x, point.y - points[0].y)
        let length = hypot(x, y)
        if length > 0, length.isFinite { return CGPoint(x: x / length, y: y / length) }
      }
      return nil
    }
    guard let start = direction([curve.p0, curve.p1, curve.p2, curve.p3]),
      let end = direction([curve.p3, curve.p2, curve.p1, curve.p0])
    else { return nil }
    (self.curve, self.isLine) = (curve, isLine)
    startDirection = start
    endDirection = CGPoint(x: -end.x, y: -end.y)
  }

  private init(_ curve: CubicCurve, _ isLine: Bool, _ start: CGPoint, _ end: CGPoint) {
    (self.curve, self.isLine) = (curve, isLine)
    (startDirection, endDirection) = (start, end)
  }

  /// The curve from its end to its start.
  var reversed: OffsetCurve {
    OffsetCurve(
      CubicCurve(p0: p3, p1: p2, p2: p1, p3: p0), isLine,
      CGPoint(x: -endDirection.x, y: -endDirection.y),
      CGPoint(x: -startDirection.x, y: -startDirection.y))
  }

  /// The direction at a parameter between 0 and 1.
  func direction(at t: Double) -> CGPoint {
    let u = 1 - t
    let (a, b, c) = (u * u, 2 * u * t, t * t)
    let x = a * (p1.x - p0.x) + b * (p2.x - p1.x) + c * (p3.x - p2.x)
    let y = a * (p1.y - p0.y) + b * (p2.y - p1.y) + c * (p3.y - p2.y)
    let length = hypot(x, y)
    return length > 0 ? CGPoint(x: x / length, y: y / length) : startDirection
  }
}

/// The curves of a subpath.
struct CurveSubpath {
  var curves: [OffsetCurve] = []
  var isClosed = false
  /// The place of a subpath that has elements but no length.
  var dot: CGPoint?

  /// The subpaths of a path. One with a coordinate that is not finite is left out.
  static func all(of path: CGPath) -> [CurveSubpath] {
    var result: [CurveSubpath] = []
    var current = CurveSubpath()
    var (start, pen, isFinite) = (CGPoint.zero, CGPoint.zero, true)
    func finish() {
      if isFinite, !current.curves.isEmpty || current.dot != nil { result.append(current) }
      current = CurveSubpath()
      isFinite = start.x.isFinite && start.y.isFinite
    }
    func add(_ element: CGPath.Element, isLine: Bool) {
      guard let cubic = element.cubic(from: pen) else { return }
      let curve = CubicCurve(p0: pen, p1: cubic.control1, p2: cubic.control2, p3: cubic.end)
      current.dot = pen
      if let curve = OffsetCurve(curve, isLine: isLine) { current.curves.append(curve) }
      pen = cubic.end
    }
    for element in path.elements {
      isFinite = isFinite && element.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
      switch element {
      case .move(let point):
        finish()
        (start, pen) = (point, point)
        isFinite = point.x.isFinite && point.y.isFinite
      case .line: add(element, isLine: true)
      case .quad, .cubic: add(element, isLine: false)
      case .close:
        add(.line(start), isLine: true)
        current.isClosed = true
        finish()
        pen = start
      }
    }
    finish()
    return result
  }
}
