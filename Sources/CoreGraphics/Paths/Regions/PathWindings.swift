// PathWindings.swift
// The winding numbers on both sides of an arrangement's edges.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The edges around each point of an arrangement, and the winding numbers beside each edge.
struct PathWindings {
  /// How often the first and the second path wind around a point.
  struct Pair: Equatable {
    var first = 0, second = 0
  }

  /// An edge as seen from one of its ends.
  struct Spoke {
    var edge: Int
    /// Whether the edge leaves from its `a`.
    var isForward: Bool
  }

  let edges: [ArrangedEdge]
  /// All edges around each point, counterclockwise with y up.
  private(set) var rings: [[Spoke]] = []
  /// The indices of both ends in ``rings``, for each edge.
  private(set) var ends: [(a: Int, b: Int)] = []
  /// The winding numbers to the right of each edge, with y up.
  private(set) var right: [Pair] = []

  init(_ edges: [ArrangedEdge]) {
    self.edges = edges
    makeRings()
    right = Array(repeating: Pair(), count: edges.count)
    var isKnown = Array(repeating: false, count: edges.count)
    let rows = EdgeRows(edges)
    // The windings beside one edge give those of all that are connected with it. A closed outline has an edge that
    // is not horizontal.
    for index in edges.indices where !isKnown[index] && edges[index].a.y != edges[index].b.y {
      let edge = edges[index]
      let outside = rows.windings(leftOf: index)
      right[index] =
        edge.b.y > edge.a.y
        ? Pair(first: outside.first - edge.first, second: outside.second - edge.second) : outside
      isKnown[index] = true
      spread(from: index, &isKnown)
    }
  }

  /// The winding numbers to the left of an edge, with y up.
  func left(_ index: Int) -> Pair {
    Pair(
      first: right[index].first + edges[index].first,
      second: right[index].second + edges[index].second)
  }

  private mutating func makeRings() {
    var points: [GridPoint: Int] = [:]
    points.reserveCapacity(edges.count)
    func vertex(_ p: GridPoint) -> Int {
      if let known = points[p] { return known }
      points[p] = rings.count
      rings.append([])
      return rings.count - 1
    }
    for (index, edge) in edges.enumerated() {
      let (a, b) = (vertex(edge.a), vertex(edge.b))
      ends.append((a, b))
      rings[a].append(Spoke(edge: index, isForward: true))
      rings[b].append(Spoke(edge: index, isForward: false))
    }
    func direction(_ spoke: Spoke) -> GridPoint {
      let edge = edges[spoke.edge]
      return spoke.isForward ? edge.b - edge.a : edge.a - edge.b
    }
    for index in rings.indices where rings[index].count > 2 {
      rings[index].sort { GridPoint.precedes(direction($0), direction($1)) }
    }
  }

  private mutating func spread(from edge: Int, _ isKnown: inout [Bool]) {
    var pending = [(vertex: ends[edge].a, edge: edge), (vertex: ends[edge].b, edge: edge)]
    while let (vertex, known) = pending.popLast() {
      let ring = rings[vertex]
      guard let start = ring.firstIndex(where: { $0.edge == known }) else { continue }
      for step in 0..<ring.count - 1 {
        let (spoke, next) = (
          ring[(start + step) % ring.count], ring[(start + step + 1) % ring.count]
        )
        guard !isKnown[next.edge] else { continue }
        // What is left of an edge is right of the next one around the point.
        let between = spoke.isForward ? left(spoke.edge) : right[spoke.edge]
        let edge = edges[next.edge]
        right[next.edge] =
          next.isForward
          ? between
          : Pair(first: between.first - edge.first, second: between.second - edge.second)
        isKnown[next.edge] = true
        pending.append((next.isForward ? ends[next.edge].b : ends[next.edge].a, next.edge))
      }
    }
  }
}

/// The edges by rows, for the edges that a horizontal ray crosses.
private struct EdgeRows {
  private let edges: [ArrangedEdge]
  private var rows: [[Int]] = []
  private var lowest = 0, height = 1

  init(_ edges: [ArrangedEdge]) {
    self.edges = edges
    let ys = edges.lazy.flatMap { [$0.a.y, $0.b.y] }
    guard let low = ys.min(), let high = ys.max() else { return }
    let count = max(1, min(edges.count / 4, 256))
    lowest = low
    height = (high - low) / count + 1
    rows = Array(repeating: [], count: count)
    for (index, edge) in edges.enumerated() where edge.a.y != edge.b.y {
      for row in row(of: min(edge.a.y, edge.b.y))...row(of: max(edge.a.y, edge.b.y)) {
        rows[row].append(index)
      }
    }
  }

  private func row(of y: Int) -> Int { (y - lowest) / height }

  /// The winding numbers beside the middle of an edge that is not horizontal, on the side of smaller x.
  func windings(leftOf index: Int) -> PathWindings.Pair {
    let edge = edges[index]
    // Twice the middle, so that it is exact.
    let middle = GridPoint(x: edge.a.x + edge.b.x, y: edge.a.y + edge.b.y)
    var result = PathWindings.Pair()
    // A middle between two lines is in the row of the lower one, as the edges that cross it there.
    for other in rows[row(of: middle.y >> 1)] where other != index {
      let edge = edges[other]
      let rises = edge.b.y > edge.a.y
      let (low, high) =
        rises ? (edge.a.doubled, edge.b.doubled) : (edge.b.doubled, edge.a.doubled)
      guard low.y <= middle.y, middle.y < high.y,
        GridPoint.orientation(low, high, middle) < 0
      else { continue }
      result.first += rises ? -edge.first : edge.first
      result.second += rises ? -edge.second : edge.second
    }
    return result
  }
}
