// BezierPoints.swift
// Points on Bezier curves.
// Pure arithmetic: holds no state.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CGPoint {
  /// Returns the point of a quadratic Bezier curve at a parameter, 0 its start to 1 its end.
  package static func onQuad(
    from start: CGPoint, control: CGPoint, to end: CGPoint, at t: Double
  ) -> CGPoint {
    let u = 1 - t
    return CGPoint(
      x: u * u * start.x + 2 * u * t * control.x + t * t * end.x,
      y: u * u * start.y + 2 * u * t * control.y + t * t * end.y)
  }

  /// Returns the point of a cubic Bezier curve at a parameter, 0 its start to 1 its end.
  package static func onCubic(
    from start: CGPoint, control1 c1: CGPoint, control2 c2: CGPoint, to end: CGPoint, at t: Double
  ) -> CGPoint {
    let u = 1 - t
    let (w0, w1, w2, w3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: w0 * start.x + w1 * c1.x + w2 * c2.x + w3 * end.x,
      y: w0 * start.y + w1 * c1.y + w2 * c2.y + w3 * end.y)
  }
}
