// CGPath+Strokes.swift
// Copies of a path as the outline of its stroke, as dashes, and as straight lines.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CGPath {
  /// Returns the outline of the path's stroke. Filled with the winding rule, it is the stroke.
  ///
  /// Offsets of curves are curves, within 1/1000 of the width. Subpaths with coordinates that are not finite are
  /// left out.
  ///
  /// - Parameters:
  ///   - lineWidth: The stroke's width, in points. Not above zero gives an empty path.
  ///   - lineCap: The form of open ends.
  ///   - lineJoin: The form of corners.
  ///   - miterLimit: The maximum length of a miter, in line widths. A longer one becomes a bevel.
  ///   - transform: Applied to the outline.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    guard lineWidth > 0, lineWidth.isFinite else { return CGPath() }
    var style = StrokeStyle()
    (style.width, style.cap, style.join) = (lineWidth, lineCap, lineJoin)
    style.miterLimit = miterLimit
    var outline = PathOffset(style)
    for subpath in CurveSubpath.all(of: self) { outline.add(subpath) }
    let path = CGPath(elements: outline.elements)
    return transform.isIdentity ? path : path.applying(transform)
  }

  /// Creates the outline of a path's stroke; see `copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - transform: Applied to the path. Nil for none.
  ///   - lineWidth: The stroke's width, in points. Not above zero gives an empty path.
  ///   - lineCap: The ends of the stroke.
  ///   - lineJoin: The corners of the stroke.
  ///   - miterLimit: The maximum length of a miter, in line widths.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat,
    lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let moved = transform.map { path.applying($0.pointee) } ?? path
    let outline = moved.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit)
    self.init(elements: outline.elements)
  }

  /// Returns the path in dashes, as open subpaths. Each subpath begins the pattern again.
  ///
  /// - Parameters:
  ///   - phase: Where in the pattern a subpath begins, in points.
  ///   - lengths: Alternating lengths of dashes and gaps, in points. Without lengths, with negative ones, and with so
  ///     many dashes that they cannot be seen, above 100 000, the copy is solid.
  ///   - transform: Applied to the dashes.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    var result = elements
    let subpaths = CurveSubpath.all(of: self)
    if let pattern = DashPattern(phase: phase, lengths: lengths.map(Double.init)),
      !pattern.isTooFine(for: length)
    {
      result = []
      for subpath in subpaths { subpath.appendDashes(pattern, to: &result) }
    }
    let path = CGPath(elements: result)
    return transform.isIdentity ? path : path.applying(transform)
  }

  /// Returns the path with straight lines instead of curves.
  ///
  /// - Parameter threshold: The greatest distance of the lines from a curve, in points. A curve becomes at most 1024
  ///   lines, however small this is.
  public func flattened(threshold: CGFloat) -> CGPath {
    let threshold = threshold > 0 ? threshold : 1e-6
    var result: [Element] = []
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      switch element {
      case .move(let point): start = point
      case .line, .close: break
      case .quad, .cubic:
        guard let cubic = element.cubic(from: pen) else { continue }
        let curve = CubicCurve(p0: pen, p1: cubic.control1, p2: cubic.control2, p3: cubic.end)
        let count = curve.steps(within: threshold)
        for step in 1..<max(count, 1) {
          result.append(.line(curve.point(at: Double(step) / Double(count))))
        }
        result.append(.line(cubic.end))
        pen = cubic.end
        continue
      }
      result.append(element)
      pen = element.end ?? start
    }
    return CGPath(elements: result)
  }
}
