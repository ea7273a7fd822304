// CGPath+Continuous.swift
// Rectangles whose sides pass into their corners without a jump of the curvature.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CGPath {
  /// How many radii from the corner such a curve begins, where there is room.
  package static let continuousExtent: CGFloat = 1.528665

  /// Creates a rectangle with continuous corners.
  ///
  /// Each half of a corner is one cubic curve: straight where it leaves the side, and in the middle, which
  /// it shares with the quarter circle of the radius, as bent as that. Where there is less room for it
  /// the curve is nearer to the circle.
  ///
  /// - Parameter radii: Top left, top right, bottom right, bottom left; 0 for an angle. At most half of
  ///   the shorter side.
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
      // With all the room the tangent of the middle meets the side, and the bend there is the circle's;
      // with room for the radius alone it is the circle, as halves of a quarter.
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
