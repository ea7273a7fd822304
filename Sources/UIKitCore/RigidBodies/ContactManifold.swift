// ContactManifold.swift
// Where two outlines touch: a direction, and one or two points.
//
// SPDX-License-Identifier: MIT

/// The contact of two outlines, in the coordinates in which both are placed.
struct ContactManifold: Sendable {
  struct Point: Sendable {
    var position: SIMD2<Double>
    /// The distance along the normal, in points; negative where the outlines overlap.
    var separation: Double
  }

  /// The unit vector from the first outline to the second.
  var normal: SIMD2<Double>
  /// One or two points.
  var points: [Point]

  /// Finds the contact of two outlines that overlap, or are no further apart than a margin.
  ///
  /// - Parameter center: The middle of the second outline; a segment is touched on the side where it lies.
  init?(
    _ first: CollisionShape, _ second: CollisionShape, center: SIMD2<Double>, margin: Double
  ) {
    if first.corners.count == 1 || second.corners.count == 1 {
      self.init(aroundCircle: first, second, margin: margin)
    } else {
      self.init(polygon: first, second, center: center, margin: margin)
    }
  }

  /// The contact of outlines of which one at least is a circle.
  private init?(aroundCircle first: CollisionShape, _ second: CollisionShape, margin: Double) {
    let isSecond = second.corners.count == 1
    let (circle, other) = isSecond ? (second, first) : (first, second)
    let middle = circle.corners[0]
    let (nearest, outward, distance) = other.nearest(to: middle)
    let separation = distance - circle.radius - other.radius
    guard separation <= margin else { return nil }
    normal = isSecond ? outward : -outward
    points = [
      Point(position: nearest + outward * (other.radius + separation / 2), separation: separation)
    ]
  }

  /// The contact of two polygons or segments, by the side that separates them most.
  private init?(
    polygon first: CollisionShape, _ second: CollisionShape, center: SIMD2<Double>, margin: Double
  ) {
    let one = first.bestSide(against: second, facing: first.corners.count == 2 ? center : nil)
    let two = second.bestSide(against: first, facing: nil)
    guard one.separation <= margin, two.separation <= margin else { return nil }
    // A segment's own direction is preferred, so that what slides over the joint of two does not catch there.
    let preference = first.corners.count == 2 ? 2.0 : 0.05
    let isFirst = two.separation <= one.separation + preference
    let (reference, incident, side) = isFirst ? (first, second, one) : (second, first, two)
    let (start, end) = reference.side(side.index)
    let incoming = incident.side(incident.sideFacing(side.normal))
    let along = (end - start) / max((end - start).length, 1e-12)
    var (a, b) = (incoming.0, incoming.1)
    // Only what lies before the reference side counts.
    for (edge, direction) in [(start, along), (end, -along)] {
      let (fromA, fromB) = ((a - edge).dot(direction), (b - edge).dot(direction))
      if fromA < 0 && fromB < 0 { return nil }
      if fromA < 0 { a += (b - a) * (fromA / (fromA - fromB)) }
      if fromB < 0 { b += (a - b) * (fromB / (fromB - fromA)) }
    }
    normal = isFirst ? side.normal : -side.normal
    points = [a, b].compactMap { corner in
      let separation = (corner - start).dot(side.normal)
      guard separation <= margin else { return nil }
      return Point(position: corner - side.normal * (separation / 2), separation: separation)
    }
    if points.isEmpty { return nil }
  }
}

extension CollisionShape {
  fileprivate func side(_ index: Int) -> (SIMD2<Double>, SIMD2<Double>) {
    (corners[index], corners[(index + 1) % corners.count])
  }

  /// The outward unit normal of a side.
  private func normal(_ index: Int) -> SIMD2<Double> {
    let (start, end) = side(index)
    let along = end - start
    return -along.perpendicular / max(along.length, 1e-12)
  }

  /// The side from which another outline is farthest; of a segment, the one that faces a point.
  fileprivate func bestSide(
    against other: CollisionShape, facing point: SIMD2<Double>?
  ) -> (index: Int, normal: SIMD2<Double>, separation: Double) {
    var best = (index: 0, normal: SIMD2<Double>.zero, separation: -Double.infinity)
    for index in corners.indices {
      let normal = normal(index)
      if let point, (point - corners[index]).dot(normal) < 0 { continue }
      let separation = other.corners.reduce(Double.infinity) {
        min($0, ($1 - corners[index]).dot(normal))
      }
      if separation > best.separation { best = (index, normal, separation) }
    }
    return best
  }

  /// The side whose outward normal is most opposed to a direction.
  fileprivate func sideFacing(_ direction: SIMD2<Double>) -> Int {
    corners.indices.min { normal($0).dot(direction) < normal($1).dot(direction) } ?? 0
  }

  /// The nearest place to a point, the outward unit vector there, and the distance, negative inside. The radius
  /// does not count.
  fileprivate func nearest(
    to point: SIMD2<Double>
  ) -> (place: SIMD2<Double>, outward: SIMD2<Double>, distance: Double) {
    if corners.count == 1 {
      let distance = (point - corners[0]).length
      return (corners[0], distance > 0 ? (point - corners[0]) / distance : SIMD2(0, -1), distance)
    }
    var inside = (index: 0, distance: -Double.infinity)
    var outside = (place: corners[0], distance: Double.infinity)
    for index in corners.indices {
      let (start, end) = side(index)
      let distance = (point - start).dot(normal(index))
      if distance > inside.distance { inside = (index, distance) }
      let along = end - start
      let part = min(1, max(0, (point - start).dot(along) / max(along.dot(along), 1e-12)))
      let place = start + along * part
      if (point - place).length < outside.distance {
        outside = (place, (point - place).length)
      }
    }
    if inside.distance < 0 || outside.distance < 1e-9 {
      let normal = normal(inside.index)
      return (point - normal * inside.distance, normal, inside.distance)
    }
    return (outside.place, (point - outside.place) / outside.distance, outside.distance)
  }
}
