// ProjectedQuad.swift
// Stage: draw list. A flat layer in space: which of two is drawn first (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A rectangle in space as the viewer sees it: x and y as on the plane the space is seen in, z towards the
/// viewer, perspective divided out, which leaves planes planes.
struct ProjectedQuad {
  /// Points nearer to a plane than this are in it.
  private static let tolerance = 1e-3
  /// More sheets than these are ordered by their middles alone, as every pair would have to be looked at.
  private static let most = 64

  private let corners: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// Of length 1, towards the viewer.
  private let normal: SIMD3<Double>
  private let low: SIMD3<Double>
  private let high: SIMD3<Double>

  /// Places a rectangle; nil where a corner is behind the viewer or it is seen from its edge.
  init?(_ rect: CGRect, _ t: CATransform3D) {
    let right = SIMD4<Double>(t.m11, t.m12, t.m13, t.m14)
    let down = SIMD4<Double>(t.m21, t.m22, t.m23, t.m24)
    let origin = SIMD4<Double>(t.m41, t.m42, t.m43, t.m44)
    func corner(_ x: Double, _ y: Double) -> SIMD3<Double>? {
      let point = origin + right * x + down * y
      guard point.w > 1e-6 else { return nil }
      return SIMD3(point.x, point.y, point.z) / point.w
    }
    guard let a = corner(rect.minX, rect.minY), let b = corner(rect.maxX, rect.minY),
      let c = corner(rect.maxX, rect.maxY), let d = corner(rect.minX, rect.maxY)
    else { return nil }
    let (u, v) = (b - a, d - a)
    let (uTurned, vTurned) = (SIMD3(u.y, u.z, u.x), SIMD3(v.y, v.z, v.x))
    let turned = u * vTurned - uTurned * v
    let cross = SIMD3(turned.y, turned.z, turned.x)
    let length = (cross * cross).sum().squareRoot()
    guard length.isFinite, length > 0, abs(cross.z) > 1e-6 * length else { return nil }
    corners = (a, b, c, d)
    normal = cross / (cross.z < 0 ? -length : length)
    low = a.lowerBound(b).lowerBound(c.lowerBound(d))
    high = a.upperBound(b).upperBound(c.upperBound(d))
  }

  /// Where another lies: 1 before this one's plane, -1 behind it, 0 in it; nil on both sides.
  private func side(of other: Self) -> Int? {
    let (a, b, c, d) = other.corners
    let first = corners.0
    let sides = SIMD4(
      ((a - first) * normal).sum(), ((b - first) * normal).sum(), ((c - first) * normal).sum(),
      ((d - first) * normal).sum())
    let (lowest, highest) = (sides.min(), sides.max())
    if lowest >= -Self.tolerance { return highest <= Self.tolerance ? 0 : 1 }
    return highest <= Self.tolerance ? -1 : nil
  }

  /// Whether this has to be drawn before another that comes later in the tree, or after it; 0 where
  /// neither plane tells, or where neither covers the other.
  private func order(before later: Self) -> Int {
    let apart = low .>= later.high .| high .<= later.low
    if apart[0] || apart[1] { return 0 }
    if let side = side(of: later) { return side == 0 ? 1 : side }
    if let side = later.side(of: self) { return -side }
    return 0
  }

  /// Changes an order as little as it takes to draw what is behind first.
  ///
  /// - Parameters:
  ///   - places: Places in the tree's order, ordered by middles; kept where planes do not tell.
  ///   - sheet: What lies at a place.
  static func ordered(_ places: [Int], by sheet: (Int) -> Self?) -> [Int] {
    guard places.count > 1, places.count <= most else { return places }
    var rest = places
    var result: [Int] = []
    result.reserveCapacity(places.count)
    while !rest.isEmpty {
      // Where three lie around each other in a ring, none is the first: the farthest middle is.
      let next =
        rest.firstIndex { place in
          guard let own = sheet(place) else { return true }
          return !rest.contains { other in
            guard other != place, let its = sheet(other) else { return false }
            return other < place ? its.order(before: own) == 1 : own.order(before: its) == -1
          }
        } ?? 0
      result.append(rest.remove(at: next))
    }
    return result
  }
}

extension SIMD3 where Scalar == Double {
  fileprivate func lowerBound(_ other: Self) -> Self { pointwiseMin(self, other) }
  fileprivate func upperBound(_ other: Self) -> Self { pointwiseMax(self, other) }
}
