// CGPath+Trimming.swift
// The length of a path, and the part between two fractions of it.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CGPath {
  /// The part of the path between two fractions of its length, along all subpaths. The whole path
  /// from 0 to 1; empty when the end is not after the start.
  ///
  /// Curves are split, not flattened, by their own parameter, as Core Animation does: elements share the path by
  /// their true length, and within one the parameter is linear. A split subpath is open. A part that is empty but
  /// for rounding is empty.
  package func trimmed(from start: Double, to end: Double) -> CGPath {
    let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    if start <= 0 && end >= 1 { return self }
    guard end - start > 1e-7 else { return CGPath(elements: []) }
    let segments = PathSegment.all(of: elements)
    let total = segments.reduce(0) { $0 + $1.length }
    guard total > 0, total.isFinite else { return CGPath(elements: []) }
    return CGPath(
      elements: PathSegment.trim(segments, from: start * total, to: end * total))
  }

  /// The total length of all subpaths, in points.
  package var length: Double {
    PathSegment.all(of: elements).reduce(0) { $0 + $1.length }
  }
}

/// A path element with a length: a cubic or a line.
private struct PathSegment {
  var p0: CGPoint, p1: CGPoint, p2: CGPoint, p3: CGPoint
  var isLine: Bool
  /// Whether the segment begins a subpath.
  var isFirst: Bool
  /// Whether the segment is the line of a close.
  var closes: Bool
  var length = 0.0

  static func all(of elements: [CGPath.Element]) -> [PathSegment] {
    var result: [PathSegment] = []
    result.reserveCapacity(elements.count)
    var (start, pen, isFirst) = (CGPoint.zero, CGPoint.zero, true)
    func add(_ element: CGPath.Element, isLine: Bool, closes: Bool = false) {
      guard let curve = element.cubic(from: pen) else { return }
      var segment = PathSegment(
        p0: pen, p1: curve.control1, p2: curve.control2, p3: curve.end, isLine: isLine,
        isFirst: isFirst, closes: closes)
      segment.length = segment.measured()
      result.append(segment)
      (pen, isFirst) = (curve.end, false)
    }
    for element in elements {
      switch element {
      case .move(let point): (start, pen, isFirst) = (point, point, true)
      case .line: add(element, isLine: true)
      case .quad, .cubic: add(element, isLine: false)
      case .close:
        add(.line(start), isLine: true, closes: true)
        isFirst = true
      }
    }
    return result
  }

  /// The curve's speed at a parameter, in points per unit.
  private func speed(at t: Double) -> Double {
    let u = 1 - t
    let (a, b, c) = (3 * u * u, 6 * u * t, 3 * t * t)
    return hypot(
      a * (p1.x - p0.x) + b * (p2.x - p1.x) + c * (p3.x - p2.x),
      a * (p1.y - p0.y) + b * (p2.y - p1.y) + c * (p3.y - p2.y))
  }

  /// Nodes and weights of the five-point Gauss–Legendre quadrature on -1...1.
  private static let quadrature: [(node: Double, weight: Double)] = [
    (0, 0.568_888_888_888_889), (0.538_469_310_105_683, 0.478_628_670_499_366),
    (-0.538_469_310_105_683, 0.478_628_670_499_366),
    (0.906_179_845_938_664, 0.236_926_885_056_189),
    (-0.906_179_845_938_664, 0.236_926_885_056_189),
  ]

  /// The segment's length.
  private func measured() -> Double {
    if isLine { return hypot(p3.x - p0.x, p3.y - p0.y) }
    // Eight parts keep the error below a thousandth of a point even for a curve with a cusp.
    let pieces = 8
    let half = 1 / Double(2 * pieces)
    var sum = 0.0
    for piece in 0..<pieces {
      let middle = half * Double(2 * piece + 1)
      for (node, weight) in Self.quadrature { sum += weight * speed(at: middle + half * node) }
    }
    return sum * half
  }

  /// The part between two lengths from the segment's start, by de Casteljau's algorithm.
  private func part(from start: Double, to end: Double) -> PathSegment {
    var result = self
    let (a, b) = length > 0 ? (start / length, min(end / length, 1)) : (0, 1)
    func mix(_ p: CGPoint, _ q: CGPoint, _ t: Double) -> CGPoint {
      CGPoint(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
    }
    /// The curve's blossom: its value with a separate parameter at each of the three levels.
    func blossom(_ r: Double, _ s: Double, _ t: Double) -> CGPoint {
      let (x, y, z) = (mix(p0, p1, r), mix(p1, p2, r), mix(p2, p3, r))
      return mix(mix(x, y, s), mix(y, z, s), t)
    }
    result.p0 = blossom(a, a, a)
    result.p1 = blossom(a, a, b)
    result.p2 = blossom(a, b, b)
    result.p3 = blossom(b, b, b)
    return result
  }

  static func trim(
    _ segments: [PathSegment], from start: Double, to end: Double
  ) -> [CGPath.Element] {
    var result: [CGPath.Element] = []
    var passed = 0.0
    // Whether all of the current subpath so far is in the result.
    var isWhole = false
    for segment in segments {
      defer { passed += segment.length }
      if segment.isFirst { isWhole = true }
      let (from, to) = (max(start - passed, 0), min(end - passed, segment.length))
      guard to > from else {
        if segment.length > 0 || passed < start || passed >= end { isWhole = false }
        continue
      }
      let isCut = from > 0 || to < segment.length
      let part = isCut ? segment.part(from: from, to: to) : segment
      if segment.isFirst || from > 0 || result.isEmpty { result.append(.move(part.p0)) }
      if isCut { isWhole = false }
      if segment.closes && isWhole {
        result.append(.close)
      } else if segment.isLine {
        result.append(.line(part.p3))
      } else {
        result.append(.cubic(control1: part.p1, control2: part.p2, end: part.p3))
      }
    }
    return result
  }
}
