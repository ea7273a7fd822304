// CGPath+Elements.swift
// Paths element by element, hit testing, and further shapes.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The kind of a path element.
public enum CGPathElementType: Int32, Sendable {
  /// The start of a subpath: one point.
  case moveToPoint
  /// A line to one point.
  case addLineToPoint
  /// A quadratic curve: a control point and the end.
  case addQuadCurveToPoint
  /// A cubic curve: two control points and the end.
  case addCurveToPoint
  /// A line to the start of the subpath: no point.
  case closeSubpath
}

/// A path element, as passed by ``CGPath/applyWithBlock(_:)``.
public struct CGPathElement {
  /// The element's kind.
  public var type: CGPathElementType
  /// The element's points: controls first, the end last. Valid during the block. A close has none.
  public var points: UnsafeMutablePointer<CGPoint>
}

/// A function that receives the elements of a path, with the pointer passed to ``CGPath/apply(info:function:)``.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void

extension CGPath {
  /// Calls a function with a pointer and each element of the path, in order.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }

  /// Whether the path is one rectangle with sides along the axes, closed or back at its start. If so, it is stored.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    var points = elements.compactMap(\.end)
    if points.count == 5, points.first == points.last { points.removeLast() }
    let lines = elements.dropFirst().prefix { if case .line = $0 { true } else { false } }.count
    guard points.count == 4, case .move? = elements.first,
      elements.count - lines == (elements.last == .close ? 2 : 1),
      elements.last == .close || lines == 4
    else { return false }
    let isAcross = points[0].y == points[1].y
    for (index, point) in points.enumerated() {
      let next = points[(index + 1) % 4]
      guard isAcross == (index % 2 == 0) ? point.y == next.y : point.x == next.x else {
        return false
      }
    }
    rect?.pointee = CGRect(enclosing: points)
    return true
  }

  /// Calls a block with each element of the path, in order.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in elements {
      let type: CGPathElementType =
        switch element {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .cubic: .addCurveToPoint
        case .close: .closeSubpath
        }
      // Capacity for three points, so that the pointer is valid for a close, too.
      var points = element.points + Array(repeating: .zero, count: 3 - element.points.count)
      points.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        var element = CGPathElement(type: type, points: base)
        withUnsafePointer(to: &element, block)
      }
    }
  }

  /// Whether a point is inside. Subpaths are treated as closed. Curves are flattened to 32 lines
  /// each.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    var winding = 0
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    func cross(to end: CGPoint) {
      defer { current = end }
      guard (current.y <= point.y) != (end.y <= point.y) else { return }
      let x = current.x + (point.y - current.y) / (end.y - current.y) * (end.x - current.x)
      if x > point.x { winding += end.y > current.y ? 1 : -1 }
    }
    func follow(_ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
      let begin = current
      for step in 1..<32 {
        cross(
          to: .onCubic(
            from: begin, control1: control1, control2: control2, to: end, at: CGFloat(step) / 32))
      }
      cross(to: end)
    }
    for element in elements {
      switch transform.isIdentity ? element : element.applying(transform) {
      case .move(let end):
        cross(to: start)
        (start, current) = (end, end)
      case .line(let end): cross(to: end)
      case .quad(let control, let end):
        let (x, y) = (control.x * 2 / 3, control.y * 2 / 3)
        follow(
          CGPoint(x: current.x / 3 + x, y: current.y / 3 + y),
          CGPoint(x: end.x / 3 + x, y: end.y / 3 + y), end)
      case .cubic(let control1, let control2, let end): follow(control1, control2, end)
      case .close: cross(to: start)
      }
    }
    cross(to: start)
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }
}

extension CGMutablePath {
  /// Adds lines between points, after a move to the first.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }

  /// Adds rectangles as closed subpaths.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds an arc of a circle, with a line to its start when the path is not empty.
  ///
  /// - Parameters:
  ///   - center: In the space of the transform.
  ///   - radius: In the space of the transform.
  ///   - startAngle: Radians from the x axis towards the y axis.
  ///   - delta: The angle of the arc in radians. Positive towards the y axis.
  ///   - transform: Applied to the arc before it is added.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: startAngle + delta,
      clockwise: delta < 0, transform: transform)
  }

  /// Adds a line and an arc that rounds the corner at the first point, between the current point
  /// and the second.
  ///
  /// Without a corner or with a radius of zero, adds a line to the first point.
  public func addArc(
    tangent1End corner: CGPoint, tangent2End end: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    // The current point is in the path's space, the corner in the caller's.
    let start = currentPoint.applying(transform.inverted())
    let (u, v) = (
      CGPoint(x: start.x - corner.x, y: start.y - corner.y),
      CGPoint(x: end.x - corner.x, y: end.y - corner.y)
    )
    let lengths = (hypot(u.x, u.y), hypot(v.x, v.y))
    let sine = u.x * v.y - u.y * v.x
    guard radius > 0, abs(sine) > 1e-9 * lengths.0 * lengths.1 else {
      return addLine(to: corner, transform: transform)
    }
    let angle = acos(min(max((u.x * v.x + u.y * v.y) / (lengths.0 * lengths.1), -1), 1))
    let (reach, distance) = (radius / tan(angle / 2), radius / sin(angle / 2))
    let (first, second) = (
      CGPoint(x: u.x / lengths.0, y: u.y / lengths.0),
      CGPoint(x: v.x / lengths.1, y: v.y / lengths.1)
    )
    let middle = CGPoint(x: first.x + second.x, y: first.y + second.y)
    let scale = distance / hypot(middle.x, middle.y)
    let center = CGPoint(x: corner.x + middle.x * scale, y: corner.y + middle.y * scale)
    func turn(to direction: CGPoint) -> CGFloat {
      atan2(
        corner.y + direction.y * reach - center.y, corner.x + direction.x * reach - center.x)
    }
    addArc(
      center: center, radius: radius, startAngle: turn(to: first), endAngle: turn(to: second),
      clockwise: sine > 0, transform: transform)
  }
}

extension CGPath.Element {
  /// The element as a cubic curve from the pen's position; nil for a move or a close, which have none.
  package func cubic(
    from pen: CGPoint
  ) -> (control1: CGPoint, control2: CGPoint, end: CGPoint)? {
    func mix(_ a: CGPoint, _ b: CGPoint, _ t: Double) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    return switch self {
    case .line(let end): (mix(pen, end, 1.0 / 3), mix(pen, end, 2.0 / 3), end)
    case .quad(let control, let end): (mix(pen, control, 2.0 / 3), mix(end, control, 2.0 / 3), end)
    case .cubic(let control1, let control2, let end): (control1, control2, end)
    case .move, .close: nil
    }
  }
}
