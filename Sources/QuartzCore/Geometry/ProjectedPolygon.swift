// ProjectedPolygon.swift
// A flat layer in space as the viewer sees it: the polygon that it covers, and its depth at each place. Parts of
// layers that cut through each other are such polygons too.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A convex polygon in space as the viewer sees it: x and y as on the plane through which the space is seen, z
/// towards the viewer, both after the perspective divide, which maps planes to planes and lines to lines.
package struct ProjectedPolygon {
  /// In order around the polygon, counterclockwise where y points up.
  package private(set) var corners: [SIMD2<Double>]
  private let depth: DepthPlane

  /// Layers are cut off here, relative to a w of 1 in the plane: in front of the viewer's eye.
  private static let nearestW = 1e-3
  /// Overlaps narrower than this, in points, do not order layers: faces of a box share their edges.
  private static let leastWidth = 1e-3

  /// Projects a rectangle; what lies behind the viewer is cut off. Nil where nothing is left, and where the
  /// rectangle is seen edge-on.
  ///
  /// - Parameter t: From the rectangle's space to that of the plane through which it is seen.
  package init?(_ rect: CGRect, _ t: CATransform3D) {
    let right = SIMD4<Double>(t.m11, t.m12, t.m13, t.m14)
    let down = SIMD4<Double>(t.m21, t.m22, t.m23, t.m24)
    let origin = SIMD4<Double>(t.m41, t.m42, t.m43, t.m44)
    let vertices = [
      origin + right * rect.minX + down * rect.minY, origin + right * rect.maxX + down * rect.minY,
      origin + right * rect.maxX + down * rect.maxY, origin + right * rect.minX + down * rect.maxY,
    ].cut { $0.w - Self.nearestW }
    guard let depth = DepthPlane(right, down, origin) else { return nil }
    var corners = vertices.map { SIMD2($0.x, $0.y) / $0.w }
    let area = corners.signedArea
    guard area.isFinite, area != 0 else { return nil }
    if area < 0 { corners.reverse() }
    (self.corners, self.depth) = (corners, depth)
  }

  /// The depth at the polygon's centre.
  package var nearness: Double {
    depth.value(at: corners.reduce(.zero, +) / Double(max(corners.count, 1)))
  }

  /// The relation of two layers in depth.
  enum Relation {
    /// Neither covers any of the other.
    case apart
    case samePlane, behind, inFront
    /// Each covers a part of the other.
    case cutting
  }

  /// Returns how this polygon lies to another, where one of the two covers the other.
  func relation(to other: Self) -> Relation {
    guard mayOverlap(other) else { return .apart }
    var overlap = corners
    for (index, corner) in other.corners.enumerated() {
      let edge = other.corners[(index + 1) % other.corners.count] - corner
      overlap = overlap.cut { edge.x * ($0.y - corner.y) - edge.y * ($0.x - corner.x) }
      if overlap.count < 3 { return .apart }
    }
    if overlap.isSliver(Self.leastWidth) { return .apart }
    return relation(to: other.depth, over: overlap)
  }

  /// Returns on which side of the other's plane this whole polygon lies.
  func relation(toPlaneOf other: Self) -> Relation { relation(to: other.depth, over: corners) }

  private func relation(to other: DepthPlane, over area: [SIMD2<Double>]) -> Relation {
    let difference = depth.minus(other)
    let values = area.map(difference.value(at:))
    let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
    let tolerance = difference.tolerance
    if lowest < -tolerance && highest > tolerance { return .cutting }
    if max(highest, -lowest) <= DepthPlane.sameDepth { return .samePlane }
    return highest > -lowest ? .inFront : .behind
  }

  /// The two parts into which the plane of another layer cuts this one, with the lines that bound them.
  func parts(cutBy other: Self) -> (behind: (Self, LayerCut), inFront: (Self, LayerCut)) {
    let difference = depth.minus(other.depth)
    var (behind, inFront) = (self, self)
    behind.corners = corners.cut { -difference.value(at: $0) }
    inFront.corners = corners.cut(difference.value(at:))
    let line = LayerCut(difference)
    return ((behind, line.opposite), (inFront, line))
  }

  private func mayOverlap(_ other: Self) -> Bool {
    let (low, high) = corners.box, (otherLow, otherHigh) = other.corners.box
    let apart = low .>= otherHigh .| high .<= otherLow
    return !apart[0] && !apart[1]
  }
}

/// A line along which a layer is cut, in the plane through which the space is seen. The part is on its positive
/// side.
package struct LayerCut: Equatable, Sendable {
  /// Of length 1, towards the part.
  package let normal: SIMD2<Double>
  package let offset: Double
  /// Whether the other part of the layer is nearer to the viewer, so that the seam between them is covered.
  package let isBehind: Bool

  fileprivate init(_ difference: DepthPlane) {
    let length = (difference.slope * difference.slope).sum().squareRoot()
    self.init(
      normal: difference.slope / length, offset: -difference.constant / length, isBehind: false)
  }

  private init(normal: SIMD2<Double>, offset: Double, isBehind: Bool) {
    (self.normal, self.offset, self.isBehind) = (normal, offset, isBehind)
  }

  fileprivate var opposite: Self { Self(normal: -normal, offset: -offset, isBehind: true) }

  /// The distance of a point from the line, in points; negative on the side of the other part.
  package func distance(to point: SIMD2<Double>) -> Double { (normal * point).sum() - offset }
}

/// Depth as a function of place: z = slope · (x, y) + constant.
private struct DepthPlane {
  /// Layers whose depths differ by less are in one plane, in points.
  static let sameDepth = 1e-3

  var slope: SIMD2<Double>
  var constant: Double

  /// The plane through a rectangle's mapped axes; nil if it is edge-on.
  init?(_ right: SIMD4<Double>, _ down: SIMD4<Double>, _ origin: SIMD4<Double>) {
    // A plane of homogeneous space, n · (x, y, z, w) = 0, contains all three vectors.
    func minor(_ i: Int, _ j: Int, _ k: Int) -> Double {
      right[i] * (down[j] * origin[k] - down[k] * origin[j])
        - right[j] * (down[i] * origin[k] - down[k] * origin[i])
        + right[k] * (down[i] * origin[j] - down[j] * origin[i])
    }
    let (x, y, z, w) = (minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2))
    let length = (x * x + y * y + z * z).squareRoot()
    guard length.isFinite, length > 0, abs(z) > 1e-6 * length else { return nil }
    (slope, constant) = (SIMD2(-x, -y) / z, -w / z)
  }

  /// Differences of less do not count as cuts: within this depth, or a fiftieth of a point beside the line.
  var tolerance: Double { Self.sameDepth + 0.02 * (slope * slope).sum().squareRoot() }

  func value(at point: SIMD2<Double>) -> Double { (slope * point).sum() + constant }

  func minus(_ other: Self) -> Self {
    var result = self
    result.slope -= other.slope
    result.constant -= other.constant
    return result
  }
}

extension [SIMD4<Double>] {
  /// The part of a convex polygon where a linear function is not negative.
  fileprivate func cut(_ function: (SIMD4<Double>) -> Double) -> Self {
    convexPart(of: self, where: function) { $0 + ($1 - $0) * $2 }
  }
}

extension [SIMD2<Double>] {
  /// The part of a convex polygon where a linear function is not negative.
  package func cut(_ function: (SIMD2<Double>) -> Double) -> Self {
    convexPart(of: self, where: function) { $0 + ($1 - $0) * $2 }
  }

  fileprivate var signedArea: Double {
    indices.reduce(0) { sum, index in
      let (a, b) = (self[index], self[(index + 1) % count])
      return sum + (a.x * b.y - a.y * b.x) / 2
    }
  }

  fileprivate var box: (low: SIMD2<Double>, high: SIMD2<Double>) {
    guard let first else { return (.zero, .zero) }
    return reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }

  /// Whether the polygon is narrower than a width everywhere.
  fileprivate func isSliver(_ width: Double) -> Bool {
    let (low, high) = box
    return abs(signedArea) <= width * (high - low).max()
  }
}

/// The part of a convex polygon where a linear function is not negative, by the rule of Sutherland and Hodgman.
private func convexPart<Vertex>(
  of vertices: [Vertex], where function: (Vertex) -> Double,
  mix: (Vertex, Vertex, Double) -> Vertex
) -> [Vertex] {
  guard let last = vertices.last else { return [] }
  var result: [Vertex] = []
  result.reserveCapacity(vertices.count + 1)
  var (previous, previousValue) = (last, function(last))
  for vertex in vertices {
    let value = function(vertex)
    if (value < 0) != (previousValue < 0) {
      result.append(mix(previous, vertex, previousValue / (previousValue - value)))
    }
    if value >= 0 { result.append(vertex) }
    (previous, previousValue) = (vertex, value)
  }
  return result
}
