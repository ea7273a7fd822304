// CGPath+Continuous.swift
// Rectangles with corners of continuous curvature.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CGPath {
  /// The distance from the corner at which the curve begins, in radii, given enough space.
  package static let continuousExtent: CGFloat = 1.528665

  /// Creates a rectangle with continuous corners.
  ///
  /// Each half of a corner is one cubic curve. Its curvature is zero where it leaves the side, and
  /// equals the circle's in the middle, where it touches the quarter circle of the radius. With
  /// less space the curve approaches the circle.
  ///
  /// - Parameter radii: Top left, top right, bottom right, bottom left; 0 for a sharp corner. At
  ///   most half of the shorter side.
  package convenience init(continuousRect rect: CGRect, radii: SIMD4<Double>) {
    let rect = rect.standardized
    let room = min(rect.width, rect.height) / 2
    let corners: [(x: CGFloat, y: CGFloat, from: CGVector, to: CGVector)] = [
      (rect.minX, rect.minY, CGVector(dx: 0, dy: 1), CGVector(dx: 1, dy: 0)),
      (rect.maxX, rect.minY, CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: 1)),
      (rect.maxX, rect.maxY, CGVector(dx: 0, dy: -1), CGVector(dx: -1, dy: 0)),
      (rect.minX, rect.maxY, CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: -1)),
    ]
    var elements: [Element] = []
    for (index, corner) in corners.enumerated() {
      // A point by its distances from the corner along both sides.
      func point(_ along: CGFloat, _ next: CGFloat) -> CGPoint {
        CGPoint(
          x: corner.x + corner.from.dx * along + corner.to.dx * next,
          y: corner.y + corner.from.dy * along + corner.to.dy * next)
      }
      let radius = min(radii[index], room)
      let extent = radius > 0 ? min(radius * Self.continuousExtent, room) : 0
      let start = point(extent, 0)
      elements.append(index == 0 ? .move(start) : .line(start))
      guard radius > 0 else { continue }
      let middle = radius * 0.292_893_2
      // With full space, the tangent in the middle meets the side, and the curvature there is the
      // circle's. With space for the radius alone, both halves are the halves of a quarter circle.
      let share = min(max((extent / radius - 1) / (Self.continuousExtent - 1), 0), 1)
      let outer = radius * (0.734_783_9 + share * 0.214_965_8)
      let near = radius * (0.480_419 + share * 0.105_367)
      let far = radius * 0.105_367 * (1 - share)
      elements.append(
        .cubic(control1: point(outer, 0), control2: point(near, far), end: point(middle, middle)))
      elements.append(
        .cubic(control1: point(far, near), control2: point(0, outer), end: point(0, extent)))
    }
    self.init(elements: elements + [.close])
  }
}
