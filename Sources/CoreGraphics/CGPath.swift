// CGPath.swift
// Paths: elements, bounds, the usual shapes. Flattening and filling are the Compositor's business.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Which points a path that crosses itself holds inside.
public enum CGPathFillRule: Int, Sendable {
  /// Inside where the path winds around a point a number of times that is not zero.
  case winding
  /// Inside where it winds an odd number of times.
  case evenOdd
}

/// How a stroke ends.
public enum CGLineCap: Int32, Sendable { case butt, round, square }

/// How two segments of a stroke meet.
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }

/// The width, ends, joins and dashes of a stroke; lengths in points of the path's space.
package struct StrokeStyle: Hashable, Sendable {
  package var width: CGFloat = 1
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var miterLimit: CGFloat = 10
  package var dashPhase: CGFloat = 0
  /// Alternating lengths of dash and gap; empty for a whole line.
  package var dashLengths: [CGFloat] = []
  package init() {}
}

/// An immutable path.
public class CGPath: Hashable, @unchecked Sendable {
  /// One step of a path, in points.
  package enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(control: CGPoint, end: CGPoint)
    case cubic(control1: CGPoint, control2: CGPoint, end: CGPoint)
    case close
  }

  /// A form that canvases draw faster than a general path.
  package enum Shape: Hashable, Sendable {
    case rect(CGRect)
    case roundedRect(CGRect, radius: CGFloat)
    case general
  }

  package fileprivate(set) var elements: [Element]
  package fileprivate(set) var shape = Shape.general

  package init(elements: [Element], shape: Shape = .general) {
    self.elements = elements
    self.shape = shape
  }

  /// Creates an empty path.
  public init() { elements = [] }

  /// Creates a closed rectangle.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
    let rect = rect.standardized
    self.init(
      elements: [
        .move(CGPoint(x: rect.minX, y: rect.minY)), .line(CGPoint(x: rect.maxX, y: rect.minY)),
        .line(CGPoint(x: rect.maxX, y: rect.maxY)), .line(CGPoint(x: rect.minX, y: rect.maxY)),
        .close,
      ], shape: .rect(rect))
    apply(transform)
  }

  /// Creates a closed ellipse that touches the four sides of a rectangle.
  public convenience init(
    ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    let rect = rect.standardized
    self.init(
      elements: CGPath.roundedElements(rect, rect.width / 2, rect.height / 2),
      shape: rect.width == rect.height
        ? .roundedRect(rect, radius: rect.width / 2) : .general)
    apply(transform)
  }

  /// Creates a rectangle with corners rounded by quarter ellipses.
  ///
  /// Radii are cut to half of the side, as a corner cannot reach beyond it.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>? = nil
  ) {
    let rect = rect.standardized
    let width = min(max(cornerWidth, 0), rect.width / 2)
    let height = min(max(cornerHeight, 0), rect.height / 2)
    self.init(
      elements: CGPath.roundedElements(rect, width, height),
      shape: width == height ? .roundedRect(rect, radius: width) : .general)
    apply(transform)
  }

  private func apply(_ transform: UnsafePointer<CGAffineTransform>?) {
    guard let transform = transform?.pointee, !transform.isIdentity else { return }
    elements = elements.map { $0.applying(transform) }
    shape = .general
  }

  /// Distance of control points from the corner's ends for which a cubic is closest to a circle.
  package static let circleControl: CGFloat = 0.552_284_749_830_793_6

  private static func roundedElements(_ r: CGRect, _ w: CGFloat, _ h: CGFloat) -> [Element] {
    let (cw, ch) = (w * (1 - circleControl), h * (1 - circleControl))
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
    return [
      .move(point(r.maxX, r.midY)), .line(point(r.maxX, r.maxY - h)),
      .cubic(
        control1: point(r.maxX, r.maxY - ch), control2: point(r.maxX - cw, r.maxY),
        end: point(r.maxX - w, r.maxY)),
      .line(point(r.minX + w, r.maxY)),
      .cubic(
        control1: point(r.minX + cw, r.maxY), control2: point(r.minX, r.maxY - ch),
        end: point(r.minX, r.maxY - h)),
      .line(point(r.minX, r.minY + h)),
      .cubic(
        control1: point(r.minX, r.minY + ch), control2: point(r.minX + cw, r.minY),
        end: point(r.minX + w, r.minY)),
      .line(point(r.maxX - w, r.minY)),
      .cubic(
        control1: point(r.maxX - cw, r.minY), control2: point(r.maxX, r.minY + ch),
        end: point(r.maxX, r.minY + h)),
      .close,
    ]
  }

  /// Whether the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// The point a next segment would start from; zero for an empty path.
  public var currentPoint: CGPoint {
    var start = CGPoint.zero
    var current = CGPoint.zero
    for element in elements {
      if case .move(let point) = element { start = point }
      current = element.end ?? start
    }
    return current
  }

  /// The smallest upright rectangle around all points, control points too; null when empty.
  public var boundingBox: CGRect { CGRect(enclosing: elements.flatMap(\.points)) }

  /// The smallest upright rectangle around the curve itself; null when empty.
  public var boundingBoxOfPath: CGRect {
    var points: [CGPoint] = []
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      points += element.extremes(from: current)
      if case .move(let end) = element { start = end }
      current = element.end ?? start
    }
    return CGRect(enclosing: points)
  }

  /// Returns an immutable copy.
  public func copy() -> CGPath? { CGPath(elements: elements, shape: shape) }

  /// Returns a mutable copy.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements, shape: shape) }

  /// Returns a copy moved through a transform.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    let result = CGPath(elements: elements, shape: shape)
    result.apply(transform)
    return result
  }

  package func applying(_ transform: CGAffineTransform) -> CGPath {
    CGPath(elements: elements.map { $0.applying(transform) })
  }

  /// Paths are equal when their elements are.
  public static func == (a: CGPath, b: CGPath) -> Bool { a === b || a.elements == b.elements }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension CGPath.Element {
  /// Where the element ends; nil for a close, which ends where its subpath began.
  package var end: CGPoint? {
    switch self {
    case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end): end
    case .close: nil
    }
  }

  package var points: [CGPoint] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .quad(let control, let end): [control, end]
    case .cubic(let control1, let control2, let end): [control1, control2, end]
    case .close: []
    }
  }

  package func applying(_ t: CGAffineTransform) -> Self {
    switch self {
    case .move(let end): .move(end.applying(t))
    case .line(let end): .line(end.applying(t))
    case .quad(let control, let end): .quad(control: control.applying(t), end: end.applying(t))
    case .cubic(let c1, let c2, let end):
      .cubic(control1: c1.applying(t), control2: c2.applying(t), end: end.applying(t))
    case .close: .close
    }
  }

  /// The end point and the points where a curve turns in x or y.
  fileprivate func extremes(from start: CGPoint) -> [CGPoint] {
    switch self {
    case .move(let end), .line(let end): return [end]
    case .close: return []
    case .quad(let control, let end):
      let c1 = CGPoint(
        x: start.x + (control.x - start.x) * 2 / 3, y: start.y + (control.y - start.y) * 2 / 3)
      let c2 = CGPoint(
        x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
      return Self.cubic(control1: c1, control2: c2, end: end).extremes(from: start)
    case .cubic(let c1, let c2, let end):
      func turns(_ p0: CGFloat, _ p1: CGFloat, _ p2: CGFloat, _ p3: CGFloat) -> [CGFloat] {
        let (a, b, c) = (p3 - p0 + 3 * (p1 - p2), 2 * (p0 - 2 * p1 + p2), p1 - p0)
        if abs(a) < 1e-12 { return abs(b) < 1e-12 ? [] : [-c / b] }
        let root = b * b - 4 * a * c
        return root < 0
          ? [] : [(-b + root.squareRoot()) / (2 * a), (-b - root.squareRoot()) / (2 * a)]
      }
      let times =
        turns(start.x, c1.x, c2.x, end.x) + turns(start.y, c1.y, c2.y, end.y)
      return [end]
        + times.filter { $0 > 0 && $0 < 1 }.map { t in
          CGPoint.onCubic(from: start, control1: c1, control2: c2, to: end, at: t)
        }
    }
  }
}

/// A path that can grow.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  private func append(_ element: Element, _ transform: CGAffineTransform) {
    elements.append(transform.isIdentity ? element : element.applying(transform))
    shape = .general
  }

  /// Starts a new subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    append(.move(point), transform)
  }

  /// Adds a straight line.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    append(.line(point), transform)
  }

  /// Adds a quadratic Bezier curve.
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) { append(.quad(control: control, end: end), transform) }

  /// Adds a cubic Bezier curve.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) { append(.cubic(control1: control1, control2: control2, end: end), transform) }

  /// Adds a line back to where the subpath began.
  public func closeSubpath() { append(.close, .identity) }

  /// Adds a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    addPath(CGPath(rect: rect), transform: transform)
  }

  /// Adds an ellipse as a closed subpath.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    addPath(CGPath(ellipseIn: rect), transform: transform)
  }

  /// Adds a rounded rectangle as a closed subpath.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    addPath(
      CGPath(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight),
      transform: transform)
  }

  /// Adds all elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    let wasEmpty = elements.isEmpty
    let added = path.shape
    for element in path.elements { append(element, transform) }
    if wasEmpty && transform.isIdentity { shape = added }
  }

  /// Adds an arc of a circle, with a line to its start when the path is not empty.
  ///
  /// - Parameters:
  ///   - startAngle: Radians from the x axis towards the y axis.
  ///   - endAngle: Radians, likewise.
  ///   - clockwise: True runs towards smaller angles, which looks clockwise in a y-up world, as at
  ///     Apple's.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    var sweep = endAngle - startAngle
    let turn = 2 * CGFloat.pi
    if clockwise {
      if sweep > 0 { sweep -= turn * (sweep / turn).rounded(.up) }
      sweep = max(sweep, -turn)
    } else {
      if sweep < 0 { sweep += turn * (-sweep / turn).rounded(.up) }
      sweep = min(sweep, turn)
    }
    func onCircle(_ angle: CGFloat) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    let start = onCircle(startAngle)
    append(elements.isEmpty ? .move(start) : .line(start), transform)
    // One cubic follows a quarter turn to within 0.03 % of the radius.
    let pieces = max(1, Int((abs(sweep) / (CGFloat.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / CGFloat(pieces)
    let reach = 4.0 / 3.0 * tan(step / 4) * radius
    for piece in 0..<pieces where sweep != 0 {
      let (a, b) = (startAngle + step * CGFloat(piece), startAngle + step * CGFloat(piece + 1))
      let (p, q) = (onCircle(a), onCircle(b))
      append(
        .cubic(
          control1: CGPoint(x: p.x - reach * sin(a), y: p.y + reach * cos(a)),
          control2: CGPoint(x: q.x + reach * sin(b), y: q.y - reach * cos(b)), end: q), transform)
    }
  }
}
