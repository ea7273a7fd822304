// UIBezierPath.swift
// A path with its line style, filled and stroked in the current context.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Hashable, Sendable {
  /// One bit per corner.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The top left corner.
  public static let topLeft = UIRectCorner(rawValue: 1)
  /// The top right corner.
  public static let topRight = UIRectCorner(rawValue: 2)
  /// The bottom left corner.
  public static let bottomLeft = UIRectCorner(rawValue: 4)
  /// The bottom right corner.
  public static let bottomRight = UIRectCorner(rawValue: 8)
  /// All four.
  public static let allCorners = UIRectCorner(rawValue: ~0)
}

/// A path with its line style and fill rule. Lengths are points, angles radians, y points down.
open class UIBezierPath: NSObject, NSCopying {
  private var path = CGMutablePath()

  /// The width of strokes, in points. Default 1.
  open var lineWidth: CGFloat = 1
  /// The ends of strokes. Default butt.
  open var lineCapStyle = CGLineCap.butt
  /// The joins of strokes. Default miter.
  open var lineJoinStyle = CGLineJoin.miter
  /// The longest miter, in line widths. Default 10.
  open var miterLimit: CGFloat = 10
  /// The tolerance of curves, in pixels. Stored, without effect.
  open var flatness: CGFloat = 0.6
  /// Whether fills use the even-odd rule. Default false.
  open var usesEvenOddFillRule = false
  var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])

  /// Creates an empty path.
  public override init() {}

  /// Returns a path with the same elements and line style.
  open func copy(with zone: NSZone? = nil) -> Any {
    withOutline(cgPath)
  }

  /// Creates a closed rectangle.
  public convenience init(rect: CGRect) { self.init(cgPath: CGPath(rect: rect)) }

  /// Creates a closed ellipse that touches the rectangle's sides.
  public convenience init(ovalIn rect: CGRect) { self.init(cgPath: CGPath(ellipseIn: rect)) }

  /// Creates a rectangle with round corners. The radius is at most half of the shorter side.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    let rect = rect.standardized
    let radius = min(max(cornerRadius, 0), min(rect.width, rect.height) / 2)
    self.init(cgPath: CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius))
  }

  /// Creates a rectangle with some corners round.
  public convenience init(
    roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
  ) {
    let rect = rect.standardized
    let width = min(max(cornerRadii.width, 0), rect.width / 2)
    let height = min(max(cornerRadii.height, 0), rect.height / 2)
    self.init()
    /// Adds a line to a corner and its arc. The factors select the side.
    func corner(_ corner: UIRectCorner, at point: CGPoint, from: CGVector, to: CGVector) {
      guard corners.contains(corner) else { return addLine(to: point) }
      let handle = 1 - CGPath.circleControl
      func along(_ v: CGVector, _ part: CGFloat) -> CGPoint {
        CGPoint(x: point.x + v.dx * width * part, y: point.y + v.dy * height * part)
      }
      addLine(to: along(from, 1))
      addCurve(
        to: along(to, 1), controlPoint1: along(from, handle), controlPoint2: along(to, handle))
    }
    move(to: CGPoint(x: rect.midX, y: rect.minY))
    corner(
      .topRight, at: CGPoint(x: rect.maxX, y: rect.minY), from: CGVector(dx: -1, dy: 0),
      to: CGVector(dx: 0, dy: 1))
    corner(
      .bottomRight, at: CGPoint(x: rect.maxX, y: rect.maxY), from: CGVector(dx: 0, dy: -1),
      to: CGVector(dx: -1, dy: 0))
    corner(
      .bottomLeft, at: CGPoint(x: rect.minX, y: rect.maxY), from: CGVector(dx: 1, dy: 0),
      to: CGVector(dx: 0, dy: -1))
    corner(
      .topLeft, at: CGPoint(x: rect.minX, y: rect.minY), from: CGVector(dx: 0, dy: 1),
      to: CGVector(dx: 1, dy: 0))
    close()
  }

  /// Creates an arc. Clockwise is as on the screen.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }

  /// Creates a path with the elements of another.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// A copy of the elements.
  open var cgPath: CGPath {
    get { path.copy() ?? CGPath() }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  // MARK: Building

  /// Starts a new subpath.
  open func move(to point: CGPoint) { path.move(to: point) }

  /// Adds a straight line.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  /// Adds a cubic Bezier curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic Bezier curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc, with a line to its start unless the path is empty. Clockwise is as on the screen.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
    clockwise: Bool
  ) {
    // CGPath names directions for a y axis that points up.
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: !clockwise)
  }

  /// Closes the subpath with a line to its start.
  open func close() { path.closeSubpath() }

  /// Adds all elements of another path.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

  /// Removes all elements.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Applies a transform to all points.
  open func apply(_ transform: CGAffineTransform) { cgPath = path.applying(transform) }

  // MARK: Queries

  /// Whether there are no elements.
  open var isEmpty: Bool { path.isEmpty }

  /// The bounding box of the curve; null when empty.
  open var bounds: CGRect { path.boundingBoxOfPath }

  /// The end point of the path; zero when empty.
  open var currentPoint: CGPoint { path.currentPoint }

  // MARK: Drawing

  /// Sets alternating lengths of dashes and gaps. An empty list draws a solid line.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dash = (
      phase, pattern.map { Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
    )
  }

  /// Stores the lengths of dashes and gaps, their number and the phase. Nil pointers are left out.
  ///
  /// - Parameters:
  ///   - pattern: Has space for all lengths; call with nil first for their number.
  ///   - count: Gets the number of lengths.
  ///   - phase: Gets the place in the pattern, in points, at which the line begins.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    for (index, length) in dash.lengths.enumerated() { pattern?[index] = length }
    count?.pointee = dash.lengths.count
    phase?.pointee = dash.phase
  }

  /// Fills the path in the current context.
  open func fill() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Strokes the path in the current context.
  open func stroke() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.setMiterLimit(miterLimit)
    context.setLineDash(phase: dash.phase, lengths: dash.lengths)
    context.beginPath()
    context.addPath(path)
    context.strokePath()
    context.restoreGState()
  }

  /// Fills the path in the current context with a blend mode, and an alpha, 0...1, on top of the context's.
  open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: alpha) { fill() }
  }

  /// Strokes the path in the current context with a blend mode, and an alpha, 0...1, on top of the context's.
  open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: alpha) { stroke() }
  }

  /// Clips the current context to the path.
  open func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  // MARK: Shape

  /// Whether the path contains a point, by its fill rule.
  open func contains(_ point: CGPoint) -> Bool {
    cgPath.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Returns the path from its end to its start: subpaths in reverse order, each reversed.
  open func reversing() -> UIBezierPath {
    var subpaths: [[CGPath.Element]] = []
    for element in cgPath.elements {
      if case .move = element { subpaths.append([]) }
      if subpaths.isEmpty { subpaths.append([.move(.zero)]) }
      subpaths[subpaths.count - 1].append(element)
    }
    var reversed: [CGPath.Element] = []
    for subpath in subpaths.reversed() {
      let isClosed = subpath.last == .close
      let steps = isClosed ? subpath.dropLast() : subpath[...]
      let ends = steps.compactMap(\.end)
      guard let last = ends.last else { continue }
      reversed.append(.move(last))
      for (step, begin) in zip(steps.dropFirst(), ends).reversed() {
        switch step {
        case .move, .line: reversed.append(.line(begin))
        case .quad(let control, _): reversed.append(.quad(control: control, end: begin))
        case .cubic(let c1, let c2, _):
          reversed.append(.cubic(control1: c2, control2: c1, end: begin))
        case .close: reversed.append(.close)
        }
      }
      if isClosed { reversed.append(.close) }
    }
    return withOutline(CGPath(elements: reversed))
  }
}
