// GradientPlane.swift
// Stage: canvas. Takes a gradient's two points, its space and its kind, returns the position of each point among
// its colours.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// The arrangement of a gradient's colours about its two points.
package enum GradientKind: Hashable, Sendable {
  /// Along the line from the start to the end.
  case axial
  /// From the start outwards; the end is a corner of the box around the ellipse of the last colour.
  case radial
  /// Around the start, from the direction of the end on, turning from x to y.
  case conic
}

/// The map from a plane to positions among a gradient's colours.
package struct GradientPlane {
  package var kind: GradientKind
  /// From the plane to the gradient's own, in which an axial one runs from x = 0 to 1, a radial one
  /// from the origin to the unit circle, and a conic one begins on the positive x axis.
  package var map: PlaneTransform

  /// A position among the colours.
  package struct Position {
    /// 0 the first colour, 1 the last; may lie outside.
    package var value: Double
    /// The share of the first colour in a pixel on the line where a conic gradient begins, whose rest has
    /// the last colour; less than 0 elsewhere.
    package var seam: Double
  }

  /// The map of a fill; nil where its points give no size or direction.
  ///
  /// - Parameter before: From the plane to the space of the fill's rectangle.
  package init?(_ fill: GradientFill, after before: PlaneTransform = .identity) {
    let space = fill.space
    guard space.width > 0, space.height > 0 else { return nil }
    self.init(
      fill.kind, start: fill.start, end: fill.end,
      after: before.concatenating(
        PlaneTransform(
          a: 1 / space.width, d: 1 / space.height, tx: -space.minX / space.width,
          ty: -space.minY / space.height)))
  }

  /// Nil where the points give no size or direction; everything then has the last colour.
  ///
  /// - Parameters:
  ///   - start: In the gradient's space.
  ///   - end: In the gradient's space.
  ///   - before: From the plane to the gradient's space.
  package init?(
    _ kind: GradientKind, start: CGPoint, end: CGPoint, after before: PlaneTransform = .identity
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var own: PlaneTransform
    switch kind {
    case .axial:
      let length = dx * dx + dy * dy
      guard length > 0, length.isFinite else { return nil }
      own = PlaneTransform(
        a: dx / length, b: 0, c: dy / length, d: 0,
        tx: -(start.x * dx + start.y * dy) / length, ty: 0)
    case .radial:
      let (rx, ry) = (abs(dx), abs(dy))
      guard rx > 0, ry > 0, rx.isFinite, ry.isFinite else { return nil }
      own = PlaneTransform(a: 1 / rx, d: 1 / ry, tx: -start.x / rx, ty: -start.y / ry)
    case .conic:
      let length = hypot(dx, dy)
      guard length > 0, length.isFinite else { return nil }
      let (c, s) = (dx / length, dy / length)
      own = PlaneTransform(
        a: c, b: -s, c: s, d: c, tx: -start.x * c - start.y * s, ty: start.x * s - start.y * c)
    }
    own = before.concatenating(own)
    self.kind = kind
    map = own
  }

  /// Returns the position of a point of the plane, whose units are pixels.
  @inline(__always) package func position(_ x: Double, _ y: Double) -> Position {
    var (u, v) = (x * map.a + y * map.c + map.tx, x * map.b + y * map.d + map.ty)
    var w = 1.0
    if !map.isAffine {
      w = x * map.px + y * map.py + map.pw
      (u, v) = (u / w, v / w)
    }
    switch kind {
    case .axial: return Position(value: u, seam: -1)
    case .radial: return Position(value: (u * u + v * v).squareRoot(), seam: -1)
    case .conic:
      // The distance from the axis, in pixels, and along it. At the start itself no colour is right; the
      // limits avoid eighths of pixels, on which points often lie.
      let (gx, gy) = (map.b - v * map.px, map.d - v * map.py)
      let pixels = w / (gx * gx + gy * gy).squareRoot()
      if u * pixels > -0.29, abs(v * pixels) < 0.47 {
        return Position(value: 1, seam: v * pixels + 0.5)
      }
      return Position(value: Self.turn(u, v), seam: -1)
    }
  }

  /// Returns the angle of a direction, 0..<1 of a whole turn, within a millionth.
  @inline(__always) private static func turn(_ x: Double, _ y: Double) -> Double {
    let (across, down) = (abs(x), abs(y))
    let (small, large) = (min(across, down), max(across, down))
    let t = large > 0 ? small / large : 0
    let s = t * t
    // The arc tangent of 0...1, by a polynomial.
    let sum =
      ((((-0.0117212 * s + 0.05265332) * s - 0.11643287) * s + 0.19354346) * s - 0.33262347) * s
      + 0.99997726
    var turn = t * sum / (2 * .pi)
    if down > across { turn = 0.25 - turn }
    if x < 0 { turn = 0.5 - turn }
    return y < 0 ? 1 - turn : turn
  }
}

extension GradientFill {
  /// The pixel at which the pattern of dither begins, so that a gradient that moves by whole pixels looks the same.
  package func ditherOrigin(_ transform: PlaneTransform) -> (column: Int, row: Int) {
    guard let corner = transform.apply(rect.origin), abs(corner.x) < 1e9, abs(corner.y) < 1e9
    else { return (0, 0) }
    return (Int(corner.x.rounded(.down)), Int(corner.y.rounded(.down)))
  }
}
