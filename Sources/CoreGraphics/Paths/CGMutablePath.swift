// CGMutablePath.swift
// A path that is built element by element.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A mutable path.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  private func append(_ element: Element, _ transform: CGAffineTransform) {
    elements.append(transform.isIdentity ? element : element.applying(transform))
    shape = .general
  }

  /// Begins a new subpath.
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

  /// Adds a line to the subpath's start.
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
  /// Adds nothing when a number is not finite.
  ///
  /// - Parameters:
  ///   - center: In the space of the transform.
  ///   - radius: In the space of the transform.
  ///   - startAngle: Radians from the x axis towards the y axis.
  ///   - endAngle: Radians, likewise.
  ///   - clockwise: Whether angles decrease, which is clockwise with y up, as for Apple's. A whole turn between the
  ///     angles is a whole circle in either direction.
  ///   - transform: Applied to the arc before it is added.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    var sweep = endAngle - startAngle
    guard sweep.isFinite, radius.isFinite, center.x.isFinite, center.y.isFinite else { return }
    let turn = 2 * CGFloat.pi
    // Sums of angles make a turn inexact.
    if clockwise {
      if sweep > 0 { sweep -= turn * ((sweep / turn + 1e-9).rounded(.down) + 1) }
      sweep = max(sweep, -turn)
    } else {
      if sweep < 0 { sweep += turn * ((-sweep / turn + 1e-9).rounded(.down) + 1) }
      sweep = min(sweep, turn)
    }
    func onCircle(_ angle: CGFloat) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    let start = onCircle(startAngle)
    append(elements.isEmpty ? .move(start) : .line(start), transform)
    // A cubic approximates a quarter circle to within 0.03 % of the radius.
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
