// PathOffset.swift
// The outline of a stroke: a path's lines and curves at half of the width on both sides, with joins and caps.
//
// This folder: the outlines of strokes and dashes as paths, and flattened paths.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Makes the outline of a stroke.
struct PathOffset {
  /// Half of the width.
  private let distance: Double
  private let style: StrokeStyle
  private(set) var elements: [CGPath.Element] = []

  init(_ style: StrokeStyle) {
    self.style = style
    distance = style.width / 2
  }

  /// The greatest error of an offset curve.
  private var tolerance: Double { distance / 500 }

  /// Adds the outline of a subpath.
  mutating func add(_ subpath: CurveSubpath) {
    let curves = subpath.curves
    guard let first = curves.first, let last = curves.last else {
      if let point = subpath.dot { addDot(point) }
      return
    }
    let reversed = curves.reversed().map(\.reversed)
    elements.append(.move(first.p0 + first.startDirection.left * distance))
    addSide(curves)
    if subpath.isClosed {
      addJoin(last.endDirection, first.startDirection, at: first.p0)
      elements += [.close, .move(last.p3 - last.endDirection.left * distance)]
      addSide(reversed)
      addJoin(-first.startDirection, -last.endDirection, at: last.p3)
    } else {
      addCap(last.endDirection, at: last.p3)
      addSide(reversed)
      addCap(-first.startDirection, at: first.p0)
    }
    elements.append(.close)
  }

  /// The point that a subpath without a length draws with round or square caps.
  private mutating func addDot(_ point: CGPoint) {
    guard style.cap != .butt else { return }
    let right = CGPoint(x: 1, y: 0)
    elements.append(.move(point + right.left * distance))
    addCap(right, at: point)
    addCap(-right, at: point)
    elements.append(.close)
  }

  private mutating func addSide(_ curves: [OffsetCurve]) {
    for (index, curve) in curves.enumerated() {
      if index > 0 {
        addJoin(curves[index - 1].endDirection, curve.startDirection, at: curve.p0)
      }
      if curve.isLine {
        elements.append(.line(curve.p3 + curve.endDirection.left * distance))
      } else {
        curve.appendOffset(by: distance, within: tolerance, depth: 0, to: &elements)
      }
    }
  }

  /// Adds the join on the left side of a corner.
  private mutating func addJoin(_ u: CGPoint, _ v: CGPoint, at point: CGPoint) {
    let (cross, dot) = (u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
    let end = point + v.left * distance
    if abs(cross) < 1e-6, dot > 0 { return elements.append(.line(end)) }
    if cross > 0, dot > -1 + 1e-9 {
      // The inside of the corner: through the corner itself, so that no gap opens beside short lines.
      elements += [.line(point), .line(end)]
      return
    }
    switch style.join {
    case .round:
      addArc(from: u.left, turning: -Double.turn(withCosine: dot), at: point)
    case .miter where style.miterLimit * ((1 + dot) / 2).squareRoot() >= 1:
      elements += [
        .line(point + (u.left + v.left) * (distance / (1 + dot))), .line(end),
      ]
    case .miter, .bevel: elements.append(.line(end))
    }
  }

  private mutating func addCap(_ direction: CGPoint, at point: CGPoint) {
    switch style.cap {
    case .butt: elements.append(.line(point - direction.left * distance))
    case .round: addArc(from: direction.left, turning: -.pi, at: point)
    case .square:
      elements += [
        .line(point + (direction + direction.left) * distance),
        .line(point + (direction - direction.left) * distance),
        .line(point - direction.left * distance),
      ]
    }
  }

  /// Adds an arc about a point that begins in a direction.
  private mutating func addArc(from start: CGPoint, turning angle: Double, at center: CGPoint) {
    let pieces = max(1, Int((abs(angle) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = angle / Double(pieces)
    let reach = 4.0 / 3.0 * tan(step / 4)
    let first = atan2(start.y, start.x)
    for piece in 0..<pieces {
      let (a, b) = (first + step * Double(piece), first + step * Double(piece + 1))
      let (p, q) = (CGPoint(x: cos(a), y: sin(a)), CGPoint(x: cos(b), y: sin(b)))
      elements.append(
        .cubic(
          control1: center + (p + p.left * reach) * distance,
          control2: center + (q - q.left * reach) * distance, end: center + q * distance))
    }
  }
}

extension Double {
  /// The angle of a cosine, 0 to a half turn, whatever its rounding.
  fileprivate static func turn(withCosine cosine: Double) -> Double {
    atan2((1 - min(cosine * cosine, 1)).squareRoot(), cosine)
  }
}

extension CGPoint {
  /// The vector, turned by a quarter from x towards y.
  fileprivate var left: CGPoint { CGPoint(x: -y, y: x) }
  fileprivate static func + (a: CGPoint, b: CGPoint) -> CGPoint {
    CGPoint(x: a.x + b.x, y: a.y + b.y)
  }
  fileprivate static func - (a: CGPoint, b: CGPoint) -> CGPoint {
    CGPoint(x: a.x - b.x, y: a.y - b.y)
  }
  fileprivate static prefix func - (a: CGPoint) -> CGPoint { CGPoint(x: -a.x, y: -a.y) }
  fileprivate static func * (a: CGPoint, b: Double) -> CGPoint { CGPoint(x: a.x * b, y: a.y * b) }
}

extension OffsetCurve {
  /// Appends the curve at a distance to its left, after its own offset start.
  ///
  /// A cubic whose ends have the offset's tangents and speeds; in two halves where that is not close enough.
  fileprivate func appendOffset(
    by distance: Double, within tolerance: Double, depth: Int, to elements: inout [CGPath.Element]
  ) {
    let (u, v) = (startDirection, endDirection)
    let (q0, q3) = (p0 + u.left * distance, p3 + v.left * distance)
    let (c1, c2) = (
      q0 + u * (hypot(p1.x - p0.x, p1.y - p0.y) * stretch(distance, atEnd: false)),
      q3 - v * (hypot(p3.x - p2.x, p3.y - p2.y) * stretch(distance, atEnd: true))
    )
    let candidate = CubicCurve(p0: q0, p1: c1, p2: c2, p3: q3)
    let isClose =
      u.x * v.x + u.y * v.y > 0.3
      && [0.25, 0.5, 0.75].allSatisfy { t in
        let normal = direction(at: t).left
        let error = candidate.point(at: t) - (curve.point(at: t) + normal * distance)
        return abs(error.x * normal.x + error.y * normal.y) <= tolerance
      }
    if isClose || depth == 8 {
      elements.append(.cubic(control1: c1, control2: c2, end: q3))
    } else {
      for half in [curve.part(from: 0, to: 0.5), curve.part(from: 0.5, to: 1)] {
        guard let half = OffsetCurve(half, isLine: false) else { continue }
        half.appendOffset(by: distance, within: tolerance, depth: depth + 1, to: &elements)
      }
    }
  }

  /// The ratio of the offset's speed at an end to the curve's: smaller on the inside of a bend, negative beyond
  /// its centre.
  private func stretch(_ distance: Double, atEnd: Bool) -> Double {
    let (speed, other) = (atEnd ? p3 - p2 : p1 - p0, atEnd ? p1 - p2 : p2 - p1)
    let length = hypot(speed.x, speed.y)
    guard length > 1e-12 else { return 1 }
    let curvature =
      2.0 / 3.0 * (speed.x * other.y - speed.y * other.x) / (length * length * length)
    let stretch = 1 - distance * curvature
    return stretch.isFinite ? min(max(stretch, -8), 8) : 1
  }
}
