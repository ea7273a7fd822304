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
  private static let maximumComparedCount = 64

  /// Returns the indices of flat layers from back to front.
  ///
  /// Two layers of which one lies on one side of the other's plane, or in it, are ordered by that plane;
  /// layers in one plane keep the order of the tree. All others are ordered by their centres, so that
  /// of two layers that intersect, one covers the other as a whole.
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
  /// Of length 1, towards the viewer.
  private let normal: SIMD3<Double>
  private let low: SIMD3<Double>
  private let high: SIMD3<Double>

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

  /// A position relative to a plane, as the viewer sees it.
  private enum Side {
    case behind, inside, inFront
  }

  /// The side of this quad's plane on which another quad lies; nil if it crosses the plane.
  private func side(of other: Self) -> Side? {
    let (a, b, c, d) = other.corners
    let first = corners.0
    let sides = SIMD4(
      ((a - first) * normal).sum(), ((b - first) * normal).sum(), ((c - first) * normal).sum(),
      ((d - first) * normal).sum())
    let (lowest, highest) = (sides.min(), sides.max())
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
