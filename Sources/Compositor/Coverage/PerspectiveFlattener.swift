// PerspectiveFlattener.swift
// Stage: canvas. Takes a path in perspective, returns straight lines. All other paths are flattened by PathOutline.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Turns curves into points within a tolerance in device pixels.
package enum PerspectiveFlattener {
  /// One subpath as points in device pixels.
  package struct Polyline: Hashable, Sendable {
    package var points: [CGPoint]
    /// Whether the path closes it; a fill closes every subpath.
    package var isClosed: Bool

    package init(points: [CGPoint] = [], isClosed: Bool = false) {
      self.points = points
      self.isClosed = isClosed
    }
  }

  /// The most lines a single curve becomes, however large it is.
  package static let maximumLinesPerCurve = 1024

  /// Returns a path's subpaths as points in device pixels; subpaths of a single point are dropped.
  ///
  /// A curve is cut into equal steps of its parameter. Wang's bound on the distance between a curve and
  /// its chords gives their number.
  ///
  /// - Parameter tolerance: The greatest distance from the curve, in device pixels.
  /// - Returns: No subpath when a point is not finite or lies behind the eye.
  package static func polylines(
    _ path: CGPath, transform: PlaneTransform = .identity, tolerance: Double = 0.1
  ) -> [Polyline] {
    trap(unless: tolerance > 0, "a path cannot be flattened within \(tolerance) pixels")
    var result: [Polyline] = []
    var current = Polyline()
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    var isWhole = true
    func image(_ point: CGPoint) -> CGPoint {
      if let image = transform.apply(point), image.x.isFinite, image.y.isFinite { return image }
      isWhole = false
      return .zero
    }
    func finish() {
      if current.points.count > 1 { result.append(current) }
      current = Polyline()
    }
    func begin() {
      if current.points.isEmpty { current.points.append(image(pen)) }
    }
    func curve(_ bend: Double, _ factor: Double, _ at: (Double) -> CGPoint) {
      begin()
      // A division by w bends a curve further; twice the steps give a quarter of the distance.
      let steps =
        (factor * bend / tolerance).squareRoot().rounded(.up) * (transform.isAffine ? 1 : 2)
      let count = steps.isFinite ? min(max(Int(min(steps, 1e6)), 1), maximumLinesPerCurve) : 1
      for step in 1...count { current.points.append(image(at(Double(step) / Double(count)))) }
    }

    for element in path.elements where isWhole {
      switch element {
      case .move(let point):
        finish()
        (start, pen) = (point, point)
      case .line(let point):
        begin()
        current.points.append(image(point))
        pen = point
      case .quad(let control, let end):
        let from = pen
        curve(bend(image(from), image(control), image(end)), 0.25) {
          .onQuad(from: from, control: control, to: end, at: $0)
        }
        pen = end
      case .cubic(let c1, let c2, let end):
        let from = pen
        let (p, q, r, s) = (image(from), image(c1), image(c2), image(end))
        curve(max(bend(p, q, r), bend(q, r, s)), 0.75) {
          .onCubic(from: from, control1: c1, control2: c2, to: end, at: $0)
        }
        pen = end
      case .close:
        current.isClosed = true
        finish()
        pen = start
      }
    }
    finish()
    return isWhole ? result : []
  }

  /// Returns a path of lines only, in device pixels.
  package static func flattened(
    _ path: CGPath, transform: PlaneTransform, tolerance: Double = 0.1
  ) -> CGPath {
    var elements: [CGPath.Element] = []
    for line in polylines(path, transform: transform, tolerance: tolerance) {
      elements.append(.move(line.points[0]))
      for point in line.points.dropFirst() { elements.append(.line(point)) }
      if line.isClosed { elements.append(.close) }
    }
    return CGPath(elements: elements)
  }

  /// The length of a control polygon's second difference.
  private static func bend(_ p: CGPoint, _ q: CGPoint, _ r: CGPoint) -> Double {
    hypot(p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y)
  }
}
