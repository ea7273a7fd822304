// CGPath.swift
// Paths: elements, bounds and shapes. Flattened and filled by the Compositor.
//
// This folder: paths and their elements, trimming, continuous corners.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The rule for the inside of a path that crosses itself.
public enum CGPathFillRule: Int, Sendable {
  /// Inside where the winding number is not zero.
  case winding
  /// Inside where the winding number is odd.
  case evenOdd
}

/// The shape of a stroke's ends.
public enum CGLineCap: Int32, Sendable {
  /// Cut at the end.
  case butt
  /// A half circle around the end.
  case round
  /// Cut half a line width beyond the end.
  case square
}

/// The shape of a stroke's corners.
public enum CGLineJoin: Int32, Sendable {
  /// The outer edges meet, up to the miter limit.
  case miter
  /// A circle around the corner.
  case round
  /// Cut straight across the corner.
  case bevel
}

/// The width, caps, joins and dashes of a stroke, in points of the path's space.
package struct StrokeStyle: Hashable, Sendable {
  package var width: CGFloat = 1
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var miterLimit: CGFloat = 10
  package var dashPhase: CGFloat = 0
  /// Alternating lengths of dash and gap. Empty for a solid line.
  package var dashLengths: [CGFloat] = []
  package init() {}
}

/// An immutable path.
public class CGPath: Hashable, @unchecked Sendable {
  /// An element of a path, in points.
  package enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(control: CGPoint, end: CGPoint)
    case cubic(control1: CGPoint, control2: CGPoint, end: CGPoint)
    case close
  }

  /// A shape that canvases draw faster than a general path.
  package enum Shape: Hashable, Sendable {
    case rect(CGRect)
    case roundedRect(CGRect, radius: CGFloat)
    case general
  }

  package internal(set) var elements: [Element]
  package internal(set) var shape = Shape.general

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

  /// Creates a closed ellipse inscribed in a rectangle.
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
  /// Radii are limited to half of the side.
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

  /// The distance of control points from a quarter circle's ends at which a cubic is closest to it.
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

  /// The start of the next segment. Zero for an empty path.
  public var currentPoint: CGPoint {
    var start = CGPoint.zero
    var current = CGPoint.zero
    for element in elements {
      if case .move(let point) = element { start = point }
      current = element.end ?? start
    }
    return current
  }

  /// The bounding rectangle of all points, control points included. Null when empty.
  public var boundingBox: CGRect { CGRect(enclosing: elements.flatMap(\.points)) }

  /// The bounding rectangle of the curve itself. Null when empty.
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

  /// Returns a transformed copy.
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
  /// The element's end. Nil for a close.
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

  /// The end point and the points where a curve is extreme in x or y.
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
