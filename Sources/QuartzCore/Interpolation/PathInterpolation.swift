// PathInterpolation.swift
// Paths between two paths: ends move straight, and the handles of curves turn.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CGPath {
  /// The path between two paths, element by element. Nil when one has a subpath's begin or end where the other has
  /// none.
  ///
  /// The ends of lines and curves move straight. The handle of a curve, from an end to its control point, turns by
  /// the smaller angle while its length changes evenly, so that a curve that turns keeps its bulge. Where one
  /// element is a line and the other a curve, the line is a curve with handles of no length; a handle of no length
  /// has the direction of the other.
  ///
  /// Source: pictures by Core Animation of morphing outlines, which turned handles match within antialiasing, and
  /// handles that are blended by their coordinates do not.
  package func blended(to other: CGPath, by fraction: Double) -> CGPath? {
    guard elements.count == other.elements.count else { return nil }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    // The first points of the subpaths, and the ends of the elements before.
    var (starts, pens) = ((CGPoint.zero, CGPoint.zero), (CGPoint.zero, CGPoint.zero))
    for (a, b) in zip(elements, other.elements) {
      switch (a, b) {
      case (.move(let a), .move(let b)):
        result.append(.move(.between(a, b, fraction)))
        starts = (a, b)
      case (.line(let a), .line(let b)):
        result.append(.line(.between(a, b, fraction)))
      case (.close, .close):
        result.append(.close)
      default:
        guard let a = Handles(a, from: pens.0), let b = Handles(b, from: pens.1) else { return nil }
        result.append(a.blended(to: b, by: fraction))
      }
      pens = (a.points.last ?? starts.0, b.points.last ?? starts.1)
    }
    return CGPath(elements: result)
  }
}

/// A line or a curve by its ends, and by its handles relative to them.
private struct Handles {
  var (start, end): (CGPoint, CGPoint)
  var (first, second): (CGVector, CGVector)

  /// Nil for an element that draws nothing of its own.
  init?(_ element: CGPath.Element, from pen: CGPoint) {
    start = pen
    if case .line(let end) = element {
      (self.end, first, second) = (end, .zero, .zero)
    } else {
      guard let curve = element.cubic(from: pen) else { return nil }
      end = curve.end
      first = CGVector(dx: curve.control1.x - pen.x, dy: curve.control1.y - pen.y)
      second = CGVector(dx: curve.control2.x - end.x, dy: curve.control2.y - end.y)
    }
  }

  func blended(to other: Handles, by fraction: Double) -> CGPath.Element {
    let start = CGPoint.between(start, other.start, fraction)
    let end = CGPoint.between(end, other.end, fraction)
    let first = first.turned(to: other.first, by: fraction)
    let second = second.turned(to: other.second, by: fraction)
    return .cubic(
      control1: CGPoint(x: start.x + first.dx, y: start.y + first.dy),
      control2: CGPoint(x: end.x + second.dx, y: end.y + second.dy), end: end)
  }
}

extension CGVector {
  /// The part of the other's length up to which a vector counts as one of no length: rounding gives such a vector
  /// a direction that means nothing.
  private static let negligible = 1e-9

  /// The vector between two vectors, by length and by the smaller angle.
  fileprivate func turned(to other: CGVector, by fraction: Double) -> CGVector {
    let (length, otherLength) = (hypot(dx, dy), hypot(other.dx, other.dy))
    let (least, greatest) = (min(length, otherLength), max(length, otherLength))
    guard least > greatest * Self.negligible, greatest < .infinity else {
      return CGVector(dx: dx + (other.dx - dx) * fraction, dy: dy + (other.dy - dy) * fraction)
    }
    let (x, y) = (dx / length, dy / length)
    let (otherX, otherY) = (other.dx / otherLength, other.dy / otherLength)
    let angle = fraction * atan2(x * otherY - y * otherX, x * otherX + y * otherY)
    let (sine, cosine) = (sin(angle), cos(angle))
    let between = length + (otherLength - length) * fraction
    return CGVector(dx: (x * cosine - y * sine) * between, dy: (x * sine + y * cosine) * between)
  }
}

extension CGPoint {
  fileprivate static func between(_ a: CGPoint, _ b: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: a.x + (b.x - a.x) * fraction, y: a.y + (b.y - a.y) * fraction)
  }
}
