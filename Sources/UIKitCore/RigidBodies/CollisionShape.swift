// CollisionShape.swift
// The outline of a rigid body or of a piece of a boundary: a convex polygon, or one point with a radius.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A convex outline in points, around the body's centre of mass.
///
/// One corner with a radius is a circle, two without one are a segment. Corners run clockwise on the screen, whose y
/// axis points down.
struct CollisionShape: Hashable, Sendable {
  /// The corners, at least one.
  private(set) var corners: [SIMD2<Double>]
  /// The distance of the outline from the corner of a circle, in points; 0 for polygons.
  let radius: Double

  private init(corners: [SIMD2<Double>], radius: Double) {
    self.corners = corners
    self.radius = radius
  }

  /// A rectangle of a size in points, about its centre.
  static func rectangle(width: Double, height: Double) -> Self {
    let (x, y) = (width / 2, height / 2)
    return Self(
      corners: [SIMD2(-x, -y), SIMD2(x, -y), SIMD2(x, y), SIMD2(-x, y)], radius: 0)
  }

  /// An ellipse of a size in points, about its centre: a circle, or else a polygon of 32 corners.
  static func ellipse(width: Double, height: Double) -> Self {
    guard abs(width - height) > 1e-6 else { return Self(corners: [.zero], radius: width / 2) }
    return Self(
      corners: (0..<32).map { index in
        let angle = Double(index) / 32 * 2 * .pi
        return SIMD2(width / 2 * cos(angle), height / 2 * sin(angle))
      }, radius: 0)
  }

  /// The line from one point to another.
  static func segment(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Self {
    Self(corners: [start, end], radius: 0)
  }

  /// The convex hull of points; nil if it has no area.
  static func hull(of points: [SIMD2<Double>]) -> Self? {
    guard points.count >= 3 else { return nil }
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    var corners: [SIMD2<Double>] = []
    // The chain from left to right, then the one back.
    for chain in [sorted, sorted.reversed()] {
      let start = corners.count
      for point in chain {
        while corners.count >= start + 2,
          (corners[corners.count - 1] - corners[corners.count - 2]).cross(
            point - corners[corners.count - 1]) <= 1e-9
        {
          corners.removeLast()
        }
        corners.append(point)
      }
      corners.removeLast()
    }
    guard corners.count >= 3 else { return nil }
    let shape = Self(corners: corners, radius: 0)
    return shape.area > 1e-6 ? shape : nil
  }

  /// The area in square points.
  var area: Double {
    corners.count == 1 ? .pi * radius * radius : fan { _, _, cross in cross / 2 }
  }

  /// The moment of inertia about the origin of a body with this outline and a mass of 1.
  var unitInertia: Double {
    if corners.count == 1 { return radius * radius / 2 }
    let area = self.area
    guard area > 0 else { return 0 }
    return fan { a, b, cross in cross * (a.dot(a) + a.dot(b) + b.dot(b)) / 12 } / area
  }

  /// The smallest distance across the outline, in points.
  var thickness: Double {
    if corners.count == 1 { return 2 * radius }
    let lower = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
    let upper = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
    return min(upper.x - lower.x, upper.y - lower.y)
  }

  /// The outline's distance from the origin at its farthest, in points.
  var reach: Double { radius + (corners.map { $0.dot($0) }.max() ?? 0).squareRoot() }

  /// The outline turned about the origin, then moved.
  func placed(at position: SIMD2<Double>, angle: Double) -> Self {
    let turn = SIMD2(cos(angle), sin(angle))
    var placed = self
    for index in placed.corners.indices {
      placed.corners[index] = position + corners[index].turned(by: turn)
    }
    return placed
  }

  /// The sum over the triangles between the origin and each side.
  private func fan(
    _ part: (SIMD2<Double>, SIMD2<Double>, _ cross: Double) -> Double
  ) -> Double {
    corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + part(a, b, a.cross(b))
    }
  }
}

extension SIMD2<Double> {
  func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// The area of the parallelogram of both; positive if `other` lies clockwise on the screen.
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }

  /// The vector turned by a right angle, clockwise on the screen.
  var perpendicular: Self { Self(-y, x) }

  var length: Double { dot(self).squareRoot() }

  /// The vector turned by the angle whose cosine and sine are given.
  func turned(by turn: Self) -> Self {
    Self(x * turn.x - y * turn.y, x * turn.y + y * turn.x)
  }
}
