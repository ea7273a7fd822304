// DepthOrder.swift
// The order in which layers are painted, back to front, and in which they are hit, front to back: by
// `zPosition` among siblings, by planes in a space that keeps depth.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

extension SubclassValues {
  /// Whether sublayers keep their positions in space instead of being flattened into the layer's plane.
  package var keepsDepth: Bool {
    switch self {
    case .transform: true
    case .replicator(let values): values.preservesDepth
    case .shape, .gradient, .emitter, .tiled: false
    }
  }
}

extension Array {
  /// The elements by ascending `zPosition`; equal ones keep their order.
  @inlinable package func backToFront(by zPosition: (Element) -> Double) -> [Element] {
    // Few layers have sublayers with a z position.
    guard contains(where: { zPosition($0) != 0 }) else { return self }
    return sorted { zPosition($0) < zPosition($1) }
  }
}

/// The painter's algorithm for flat layers in space.
package enum DepthOrder {
  /// Above this number, layers are ordered by their centres alone: comparing every pair would take too
  /// long.
  static let maximumComparedCount = 64

  /// Returns the indices of flat layers from back to front.
  ///
  /// Two layers of which one lies on one side of the other's plane, or in it, are ordered by that plane;
  /// layers in one plane keep the order of the tree. All others are ordered by their centres; see
  /// ``pieces(count:nearness:quad:shape:)`` for those that intersect.
  ///
  /// - Parameters:
  ///   - count: The number of layers, indexed in the order of the tree.
  ///   - nearness: How near a layer's centre is to the viewer; larger is nearer.
  ///   - quad: The layer's rectangle in space; nil for one that covers no other.
  package static func backToFront(
    count: Int, nearness: (Int) -> Double, quad: (Int) -> ProjectedQuad?
  ) -> [Int] {
    var rest = (0..<count).sorted { nearness($0) < nearness($1) }
    guard count > 1, count <= maximumComparedCount else { return rest }
    var result: [Int] = []
    result.reserveCapacity(count)
    while !rest.isEmpty {
      // Layers that overlap in a cycle have no backmost one: the one with the farthest centre is taken.
      let next =
        rest.firstIndex { index in
          guard let own = quad(index) else { return true }
          return !rest.contains { other in
            guard other != index, let another = quad(other) else { return false }
            return other < index
              ? another.isPainted(before: own) == true : own.isPainted(before: another) == false
          }
        } ?? 0
      result.append(rest.remove(at: next))
    }
    return result
  }
}

/// A rectangle in space as the viewer sees it: x and y as on the plane through which the space is seen, z
/// towards the viewer, both after the perspective divide, which maps planes to planes.
package struct ProjectedQuad {
  /// Points nearer to a plane than this are in it.
  private static let tolerance = 1e-3

  private let corners: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// The corners of a part of the rectangle; nil for all of it.
  private var partCorners: [SIMD3<Double>]?
  /// Of length 1, towards the viewer.
  private let normal: SIMD3<Double>
  private var low: SIMD3<Double>
  private var high: SIMD3<Double>

  /// Projects a rectangle; nil where a corner is behind the viewer, or where the rectangle is edge-on.
  ///
  /// - Parameter t: From the rectangle's space to that of the plane through which it is seen.
  package init?(_ rect: CGRect, _ t: CATransform3D) {
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
    let (uRotated, vRotated) = (SIMD3(u.y, u.z, u.x), SIMD3(v.y, v.z, v.x))
    let rotated = u * vRotated - uRotated * v
    let cross = SIMD3(rotated.y, rotated.z, rotated.x)
    let length = (cross * cross).sum().squareRoot()
    guard length.isFinite, length > 0, abs(cross.z) > 1e-6 * length else { return nil }
    corners = (a, b, c, d)
    normal = cross / (cross.z < 0 ? -length : length)
    low = a.lowerBound(b).lowerBound(c.lowerBound(d))
    high = a.upperBound(b).upperBound(c.upperBound(d))
  }

  /// Returns a convex part of the rectangle, given in the rectangle's space.
  func part(_ outline: [CGPoint], _ t: CATransform3D) -> ProjectedQuad {
    var result = self
    let points = outline.map { point in
      let (x, y) = (Double(point.x), Double(point.y))
      let w = x * t.m14 + y * t.m24 + t.m44
      return SIMD3(
        x * t.m11 + y * t.m21 + t.m41, x * t.m12 + y * t.m22 + t.m42,
        x * t.m13 + y * t.m23 + t.m43) / w
    }
    guard let first = points.first else { return self }
    result.partCorners = points
    (result.low, result.high) = points.reduce((first, first)) {
      ($0.0.lowerBound($1), $0.1.upperBound($1))
    }
    return result
  }

  /// The distance of this quad's plane from the points of another rectangle's space, as a linear function
  /// of their x, y and 1; positive in front. It has the sign of the distance where the viewer sees a point.
  func distance(inSpaceOf t: CATransform3D) -> SIMD3<Double> {
    let offset = (corners.0 * normal).sum()
    func row(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> Double {
      (SIMD3(x, y, z) * normal).sum() - offset * w
    }
    return SIMD3(
      row(t.m11, t.m12, t.m13, t.m14), row(t.m21, t.m22, t.m23, t.m24),
      row(t.m41, t.m42, t.m43, t.m44))
  }

  /// Whether this quad and another each lie on both sides of the other's plane, so that neither can be
  /// painted first.
  func crosses(_ other: Self) -> Bool {
    let apart = low .>= other.high .| high .<= other.low
    return !apart[0] && !apart[1] && side(of: other) == nil && other.side(of: self) == nil
  }

  /// A position relative to a plane, as the viewer sees it.
  private enum Side {
    case behind, inside, inFront
  }

  /// The side of this quad's plane on which another quad lies; nil if it crosses the plane.
  private func side(of other: Self) -> Side? {
    let first = corners.0
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    if let part = other.partCorners {
      for corner in part {
        let distance = ((corner - first) * normal).sum()
        (lowest, highest) = (min(lowest, distance), max(highest, distance))
      }
    } else {
      let (a, b, c, d) = other.corners
      let sides = SIMD4(
        ((a - first) * normal).sum(), ((b - first) * normal).sum(), ((c - first) * normal).sum(),
        ((d - first) * normal).sum())
      (lowest, highest) = (sides.min(), sides.max())
    }
    if lowest >= -Self.tolerance { return highest <= Self.tolerance ? .inside : .inFront }
    return highest <= Self.tolerance ? .behind : nil
  }

  /// Whether this quad has to be painted before one that comes later in the tree; nil where no plane
  /// decides, or where neither covers the other.
  fileprivate func isPainted(before later: Self) -> Bool? {
    let apart = low .>= later.high .| high .<= later.low
    if apart[0] || apart[1] { return nil }
    if let side = side(of: later) { return side != .behind }
    switch later.side(of: self) {
    case .behind: return true
    case .inFront: return false
    case .inside, nil: return nil
    }
  }
}

extension SIMD3 where Scalar == Double {
  fileprivate func lowerBound(_ other: Self) -> Self { pointwiseMin(self, other) }
  fileprivate func upperBound(_ other: Self) -> Self { pointwiseMax(self, other) }
}
