// PathArrangement.swift
// The edges of one or two paths on a grid, cut so that they meet only at their ends.
//
// This folder: unions, intersections and differences of areas: edges on a grid (`PathGrid`), cut where they meet,
// with winding numbers (`PathWindings`), traced (`PathContour`).
//
// SPDX-License-Identifier: MIT

import Foundation

/// An edge of an arrangement, from its smaller end to its larger one.
struct ArrangedEdge {
  var a: GridPoint, b: GridPoint
  /// How often the first and the second path run along the edge from `a` to `b`, less how often they run back.
  var first = 0, second = 0
  /// Its parameters are at `a` and `b`, in this order.
  var source: PieceSource
  /// Whether the edge has yet to be compared with all others.
  var isNew = true

  /// Whether a point on the edge's line is between its ends, and none of them.
  func contains(_ p: GridPoint) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y)
      && p != a && p != b
  }

  /// The parameter of the source at a point of the edge.
  func parameter(at p: GridPoint) -> Double {
    let along =
      abs(b.x - a.x) >= abs(b.y - a.y)
      ? Double(p.x - a.x) / Double(b.x - a.x) : Double(p.y - a.y) / Double(b.y - a.y)
    return source.start + (source.end - source.start) * min(max(along, 0), 1)
  }
}

/// The edges of one or two paths, cut so that they meet only at their ends.
///
/// Where edges cross, both are bent to the nearest grid point. A bent edge may touch others, so the cutting is
/// repeated until nothing is left to cut.
struct PathArrangement {
  private(set) var edges: [ArrangedEdge] = []
  private(set) var sources = PieceSources()
  let grid: PathGrid

  /// Cuts at which repeating stops. A handful is usual; this many would be a fault, not a path.
  private static let maximumRounds = 64

  init(_ grid: PathGrid) { self.grid = grid }

  /// Adds a path's subpaths, each closed.
  mutating func add(_ path: CGPath, asSecond isSecond: Bool, within tolerance: Double) {
    var added: [ArrangedEdge] = []
    let grid = grid
    path.forEachSubpath(within: tolerance, closes: true, &sources) { pieces, _ in
      for piece in pieces {
        let (from, to) = (grid.snap(piece.from), grid.snap(piece.to))
        guard from != to else { continue }
        let isForward = from < to
        var source = piece.source
        if !isForward { swap(&source.start, &source.end) }
        let times = isForward ? 1 : -1
        added.append(
          ArrangedEdge(
            a: min(from, to), b: max(from, to), first: isSecond ? 0 : times,
            second: isSecond ? times : 0, source: source))
      }
    }
    edges += added
  }

  /// Cuts the edges.
  mutating func cut() {
    mergeEqualEdges()
    for _ in 0..<Self.maximumRounds {
      let cuts = findCuts()
      if cuts.isEmpty { return }
      apply(cuts)
      mergeEqualEdges()
    }
  }

  /// Sorts the edges and makes one of those between the same points. Those that separate nothing are dropped.
  private mutating func mergeEqualEdges() {
    edges.sort { $0.a == $1.a ? $0.b < $1.b : $0.a < $1.a }
    var kept: [ArrangedEdge] = []
    kept.reserveCapacity(edges.count)
    for edge in edges {
      if let last = kept.last, last.a == edge.a, last.b == edge.b {
        kept[kept.count - 1].first += edge.first
        kept[kept.count - 1].second += edge.second
        kept[kept.count - 1].isNew = last.isNew && edge.isNew
      } else {
        if let last = kept.last, last.first == 0, last.second == 0 { kept.removeLast() }
        kept.append(edge)
      }
    }
    if let last = kept.last, last.first == 0, last.second == 0 { kept.removeLast() }
    edges = kept
  }

  private struct Cut {
    var edge: Int
    var place: GridPoint
  }

  /// Finds where edges meet inside of one of them, in a sweep by x.
  private mutating func findCuts() -> [Cut] {
    var cuts: [Cut] = []
    var active: [Int] = []
    for index in edges.indices {
      let edge = edges[index]
      let (low, high) = (min(edge.a.y, edge.b.y), max(edge.a.y, edge.b.y))
      var kept = 0
      for other in active {
        let candidate = edges[other]
        guard candidate.b.x >= edge.a.x else { continue }
        active[kept] = other
        kept += 1
        guard edge.isNew || candidate.isNew, max(candidate.a.y, candidate.b.y) >= low,
          min(candidate.a.y, candidate.b.y) <= high
        else { continue }
        meet(index, other, &cuts)
      }
      active.removeSubrange(kept...)
      active.append(index)
    }
    for index in edges.indices { edges[index].isNew = false }
    return cuts
  }

  private func meet(_ i: Int, _ j: Int, _ cuts: inout [Cut]) {
    let (e, f) = (edges[i], edges[j])
    let fromF = (
      GridPoint.orientation(f.a, f.b, e.a), GridPoint.orientation(f.a, f.b, e.b)
    )
    let fromE = (
      GridPoint.orientation(e.a, e.b, f.a), GridPoint.orientation(e.a, e.b, f.b)
    )
    if fromF.0 == 0, f.contains(e.a) { cuts.append(Cut(edge: j, place: e.a)) }
    if fromF.1 == 0, f.contains(e.b) { cuts.append(Cut(edge: j, place: e.b)) }
    if fromE.0 == 0, e.contains(f.a) { cuts.append(Cut(edge: i, place: f.a)) }
    if fromE.1 == 0, e.contains(f.b) { cuts.append(Cut(edge: i, place: f.b)) }
    guard fromF.0.signum() * fromF.1.signum() < 0, fromE.0.signum() * fromE.1.signum() < 0 else {
      return
    }
    let t = Double(fromF.0) / (Double(fromF.0) - Double(fromF.1))
    let place = GridPoint(
      x: e.a.x + Int((Double(e.b.x - e.a.x) * t).rounded()),
      y: e.a.y + Int((Double(e.b.y - e.a.y) * t).rounded()))
    if place != e.a, place != e.b { cuts.append(Cut(edge: i, place: place)) }
    if place != f.a, place != f.b { cuts.append(Cut(edge: j, place: place)) }
  }

  private mutating func apply(_ cuts: [Cut]) {
    var places: [Int: [GridPoint]] = [:]
    for cut in cuts { places[cut.edge, default: []].append(cut.place) }
    for (index, cuts) in places.sorted(by: { $0.key < $1.key }) {
      let edge = edges[index]
      let direction = edge.b - edge.a
      func along(_ p: GridPoint) -> Int {
        let d = p - edge.a
        return d.x * direction.x + d.y * direction.y
      }
      var chain = [edge.a]
      for place in cuts.sorted(by: { along($0) < along($1) }) where place != chain.last {
        chain.append(place)
      }
      if chain.last != edge.b { chain.append(edge.b) }
      var parameters = chain.map { edge.parameter(at: $0) }
      parameters[0] = edge.source.start
      parameters[chain.count - 1] = edge.source.end
      for part in 1..<chain.count {
        edges.append(
          edge.part(
            from: chain[part - 1], to: chain[part], parameters[part - 1], parameters[part]))
      }
      edges[index].first = 0
      edges[index].second = 0
    }
    edges.removeAll { $0.first == 0 && $0.second == 0 }
  }
}

extension ArrangedEdge {
  /// A part of the edge, in the order of its own ends.
  fileprivate func part(
    from start: GridPoint, to end: GridPoint, _ t0: Double, _ t1: Double
  ) -> ArrangedEdge {
    var part = self
    part.isNew = true
    if start < end {
      (part.a, part.b, part.source.start, part.source.end) = (start, end, t0, t1)
    } else {
      // Bent backwards, by less than a grid line.
      (part.a, part.b, part.source.start, part.source.end) = (end, start, t1, t0)
      (part.first, part.second) = (-first, -second)
    }
    return part
  }
}
