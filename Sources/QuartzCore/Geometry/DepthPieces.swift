// DepthPieces.swift
// Layers that cut through each other in space, cut into pieces that do not.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A flat layer in space, or a piece of it.
package struct DepthPiece {
  /// The layer's index, in the order of the tree.
  package let index: Int
  /// The piece as a convex polygon in the layer's space, which contains all of the layer's surroundings on
  /// its side of each cut. Nil for the whole layer.
  package let outline: [CGPoint]?
}

extension DepthOrder {
  /// The shape of a layer that may be cut.
  package struct Shape {
    package var rect: CGRect
    /// From the rectangle's space to that of the plane through which it is seen.
    package var toPlane: CATransform3D
    /// The distance, in the rectangle's space, by which a piece reaches under the one in front of it, so
    /// that nothing shows between their anti-aliased edges.
    package var overlap: Double

    package init(rect: CGRect, toPlane: CATransform3D, overlap: Double) {
      (self.rect, self.toPlane, self.overlap) = (rect, toPlane, overlap)
    }
  }

  /// A piece under construction.
  private struct Piece {
    var index: Int
    /// The part of the layer's rectangle.
    var exact: [CGPoint]
    /// The part of its surroundings; nil before the first cut.
    var outline: [CGPoint]?
    var quad: ProjectedQuad?
    var nearness: Double
  }

  /// Returns flat layers from back to front, those that cut through each other in pieces.
  ///
  /// Of two such layers, the first in the tree is cut along the plane of the other. In a space of so many
  /// pieces that they could not be compared, layers stay whole.
  package static func pieces(
    count: Int, nearness: (Int) -> Double, quad: (Int) -> ProjectedQuad?, shape: (Int) -> Shape
  ) -> [DepthPiece] {
    if count <= maximumComparedCount, let cut = cutPieces(count, nearness, quad, shape) {
      return backToFront(
        count: cut.count, nearness: { cut[$0].nearness }, quad: { cut[$0].quad }
      ).map { DepthPiece(index: cut[$0].index, outline: cut[$0].outline) }
    }
    return backToFront(count: count, nearness: nearness, quad: quad)
      .map { DepthPiece(index: $0, outline: nil) }
  }

  /// Nil where no layers cut through each other, or too many.
  private static func cutPieces(
    _ count: Int, _ nearness: (Int) -> Double, _ quad: (Int) -> ProjectedQuad?,
    _ shape: (Int) -> Shape
  ) -> [Piece]? {
    func crosses(_ a: Int, _ b: Int) -> Bool {
      guard let first = quad(a), let second = quad(b) else { return false }
      return first.crosses(second)
    }
    guard (0..<count).contains(where: { a in (a + 1..<count).contains { crosses(a, $0) } }) else {
      return nil
    }
    var result: [Piece] = []
    for index in 0..<count {
      let whole = shape(index)
      var pieces = [
        Piece(
          index: index, exact: whole.rect.corners, quad: quad(index), nearness: nearness(index))
      ]
      for other in index + 1..<max(count, index + 1) {
        guard let knife = quad(other) else { continue }
        pieces = pieces.flatMap { piece in
          piece.quad.map { $0.crosses(knife) } == true ? cut(piece, along: knife, whole) : [piece]
        }
      }
      result += pieces
      if result.count > maximumComparedCount { return nil }
    }
    return result
  }

  /// Cuts a piece along the plane of a quad.
  private static func cut(
    _ piece: Piece, along knife: ProjectedQuad, _ shape: Shape
  ) -> [Piece] {
    let line = knife.distance(inSpaceOf: shape.toPlane)
    let slope = (line.x * line.x + line.y * line.y).squareRoot()
    let outline = piece.outline ?? shape.surroundings
    var result: [Piece] = []
    for sign in [-1.0, 1] {
      var half = line * sign
      let exact = piece.exact.cut(along: half)
      guard exact.count > 2 else { continue }
      if sign < 0 { half.z += slope * shape.overlap }
      let middle = exact.reduce(SIMD2(0.0, 0)) { $0 + SIMD2(Double($1.x), Double($1.y)) }
      result.append(
        Piece(
          index: piece.index, exact: exact, outline: outline.cut(along: half),
          quad: piece.quad?.part(exact, shape.toPlane),
          nearness: shape.toPlane.nearness(
            of: CGPoint(
              x: middle.x / Double(exact.count), y: middle.y / Double(exact.count)))))
    }
    return result.count == 2 ? result : [piece]
  }
}

extension DepthOrder.Shape {
  /// The rectangle and what may lie around it: as much again on each side, where that is in front of the
  /// viewer.
  fileprivate var surroundings: [CGPoint] {
    let wide = rect.insetBy(dx: -rect.width - 64, dy: -rect.height - 64).corners
    let narrow = rect.insetBy(dx: -2 * overlap, dy: -2 * overlap).corners
    func w(_ point: CGPoint) -> Double {
      point.x * toPlane.m14 + point.y * toPlane.m24 + toPlane.m44
    }
    let centre = w(CGPoint(x: rect.midX, y: rect.midY))
    return wide.allSatisfy { w($0) > 0.1 * centre } ? wide : narrow
  }
}

extension CGRect {
  fileprivate var corners: [CGPoint] {
    [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: maxX, y: maxY),
      CGPoint(x: minX, y: maxY),
    ]
  }
}

extension [CGPoint] {
  /// The part of a convex polygon in which a linear function of x, y and 1 is not negative.
  fileprivate func cut(along line: SIMD3<Double>) -> [CGPoint] {
    guard var previous = last else { return [] }
    func value(_ point: CGPoint) -> Double { line.x * point.x + line.y * point.y + line.z }
    var result: [CGPoint] = []
    for point in self {
      let (from, to) = (value(previous), value(point))
      if (from < 0) != (to < 0) {
        let share = from / (from - to)
        result.append(
          CGPoint(
            x: previous.x + (point.x - previous.x) * share,
            y: previous.y + (point.y - previous.y) * share))
      }
      if to >= 0 { result.append(point) }
      previous = point
    }
    return result
  }

  /// Whether a convex polygon contains a point.
  package func contains(inside point: CGPoint) -> Bool {
    guard var previous = last else { return false }
    var (isLeft, isRight) = (false, false)
    for corner in self {
      let side =
        (corner.x - previous.x) * (point.y - previous.y)
        - (corner.y - previous.y) * (point.x - previous.x)
      if side > 0 { isLeft = true }
      if side < 0 { isRight = true }
      previous = corner
    }
    return !(isLeft && isRight)
  }
}
