// PathContour.swift
// The outlines of the regions that a rule selects, traced and put together to lines and curves.
//
// SPDX-License-Identifier: MIT

import Foundation

/// One closed outline with the region on its left, with y up: outer ones run counterclockwise, holes clockwise.
struct PathContour {
  /// A straight piece of the outline.
  struct Piece {
    var from: GridPoint, to: GridPoint
    var source: PieceSource
  }

  var pieces: [Piece]

  /// Twice the area in grid units; negative for a hole. A `Double`, as the sum may exceed 64 bits.
  var area: Double {
    pieces.reduce(0) { sum, piece in
      sum + Double(piece.from.x) * Double(piece.to.y) - Double(piece.to.x) * Double(piece.from.y)
    }
  }

  /// Whether the middle of another contour's first piece is inside; the contours do not cross.
  func contains(_ other: PathContour) -> Bool {
    guard let piece = other.pieces.first(where: { $0.from.y != $0.to.y }) else { return false }
    let middle = GridPoint(x: piece.from.x + piece.to.x, y: piece.from.y + piece.to.y)
    var isInside = false
    for side in pieces {
      let (a, b) = (side.from.doubled, side.to.doubled)
      let (low, high) = a.y < b.y ? (a, b) : (b, a)
      if low.y <= middle.y, middle.y < high.y, GridPoint.orientation(low, high, middle) < 0 {
        isInside.toggle()
      }
    }
    return isInside
  }
}

extension PathWindings {
  /// Traces the outlines of the regions that a function selects by their winding numbers.
  func contours(of isInside: (Pair) -> Bool) -> [PathContour] {
    // 1: the region is left of the edge; -1: right; 0: on both sides or none.
    let sides = edges.indices.map { index -> Int in
      let (left, right) = (isInside(left(index)), isInside(right[index]))
      return left == right ? 0 : left ? 1 : -1
    }
    var isTraced = Array(repeating: false, count: edges.count)
    var result: [PathContour] = []
    for first in edges.indices where sides[first] != 0 && !isTraced[first] {
      var contour = PathContour(pieces: [])
      var edge = first
      while !isTraced[edge] {
        isTraced[edge] = true
        contour.pieces.append(piece(edge, isForward: sides[edge] > 0))
        let vertex = sides[edge] > 0 ? ends[edge].b : ends[edge].a
        guard let next = next(after: edge, around: rings[vertex], sides) else { break }
        edge = next
      }
      if contour.pieces.count > 2 { result.append(contour) }
    }
    return result
  }

  private func piece(_ index: Int, isForward: Bool) -> PathContour.Piece {
    let edge = edges[index]
    if isForward { return PathContour.Piece(from: edge.a, to: edge.b, source: edge.source) }
    let source = PieceSource(
      index: edge.source.index, start: edge.source.end, end: edge.source.start)
    return PathContour.Piece(from: edge.b, to: edge.a, source: source)
  }

  /// The edge that bounds the same part of the region after another: the next clockwise around their point.
  private func next(after edge: Int, around ring: [Spoke], _ sides: [Int]) -> Int? {
    guard let place = ring.firstIndex(where: { $0.edge == edge }) else { return nil }
    for step in 1..<max(ring.count, 2) {
      let spoke = ring[(place + ring.count - step) % ring.count]
      if sides[spoke.edge] != 0 { return spoke.edge }
    }
    return nil
  }
}

extension PathContour {
  /// The outline as elements. Pieces of the same line or curve become one element.
  func elements(_ curves: [CubicCurve], _ grid: PathGrid) -> [CGPath.Element] {
    let runs = joined()
    guard let first = runs.first else { return [] }
    var result: [CGPath.Element] = [.move(grid.point(first.from))]
    for (index, run) in runs.enumerated() {
      let end = grid.point(run.to)
      if run.source.index >= 0 {
        let curve = curves[run.source.index].part(from: run.source.start, to: run.source.end)
        result.append(.cubic(control1: curve.p1, control2: curve.p2, end: end))
      } else if index < runs.count - 1 {
        result.append(.line(end))
      }
    }
    return result + [.close]
  }

  /// The pieces, with those of one line or curve put together, beginning where that is not possible.
  private func joined() -> [Piece] {
    guard let last = pieces.last else { return [] }
    var before = last
    let start = pieces.firstIndex { piece in
      defer { before = piece }
      return !before.continues(in: piece)
    }
    var runs: [Piece] = []
    for piece in pieces[(start ?? 0)...] + pieces[..<(start ?? 0)] {
      if let last = runs.last, last.continues(in: piece) {
        runs[runs.count - 1].to = piece.to
        runs[runs.count - 1].source.end = piece.source.end
      } else {
        runs.append(piece)
      }
    }
    return runs
  }
}

extension PathContour.Piece {
  /// Whether the next piece is a further part of the same curve, or of a line in the same direction.
  fileprivate func continues(in next: PathContour.Piece) -> Bool {
    if source.index < 0, next.source.index < 0 {
      let (u, v) = (to - from, next.to - next.from)
      if GridPoint.cross(u, v) == 0 { return u.x * v.x + u.y * v.y > 0 }
    }
    return source.index == next.source.index && source.end == next.source.start
      && (source.end > source.start) == (next.source.end > next.source.start)
  }
}
