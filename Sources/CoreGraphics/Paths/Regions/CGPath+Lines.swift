// CGPath+Lines.swift
// The parts of a path's lines inside or outside of the area of another.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CGPath {
  /// Returns the parts of the path's own lines and curves, as open subpaths, inside the area that another path
  /// fills, its outline included.
  ///
  /// Curves are cut where chords cross that are within 1/16384 of the larger side of both paths.
  ///
  /// - Parameters:
  ///   - other: The path of the area.
  ///   - rule: The fill rule of the other path.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    LineCutter(self, other, rule).parts(inside: true)
  }

  /// Returns the parts of the path's own lines and curves, as open subpaths, outside of the area that another path
  /// fills; see ``lineIntersection(_:using:)``.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    LineCutter(self, other, rule).parts(inside: false)
  }
}

/// Cuts a path's lines at the outline of an area.
private struct LineCutter {
  private let path: CGPath
  private let rule: CGPathFillRule
  private let tolerance: Double
  /// The distance below which a point is on the outline.
  private let touch: Double
  private var outline: [(from: CGPoint, to: CGPoint)] = []

  init(_ path: CGPath, _ area: CGPath, _ rule: CGPathFillRule) {
    (self.path, self.rule) = (path, rule)
    let points = (path.elements + area.elements).flatMap(\.points)
      .filter { $0.x.isFinite && $0.y.isFinite }
    let bounds = CGRect(enclosing: points)
    let extent = bounds.isNull ? 0 : max(bounds.width, bounds.height)
    tolerance = extent > 0 ? extent * CGPath.regionTolerance : 1
    touch = extent * 1e-9
    var sources = PieceSources()
    var outline: [(from: CGPoint, to: CGPoint)] = []
    area.forEachSubpath(within: tolerance, closes: true, &sources) { pieces, _ in
      outline += pieces.map { ($0.from, $0.to) }
    }
    self.outline = outline
  }

  /// A part of a line or curve.
  struct Run {
    var from: CGPoint, to: CGPoint
    var source: PieceSource
  }

  func parts(inside: Bool) -> CGPath {
    var sources = PieceSources()
    var chains: [(runs: [Run], isClosed: Bool)] = []
    path.forEachSubpath(within: tolerance, closes: false, &sources) { pieces, isClosed in
      chains += kept(pieces, inside: inside, isClosed: isClosed)
    }
    var elements: [CGPath.Element] = []
    for (runs, isClosed) in chains {
      elements.append(.move(runs[0].from))
      for run in runs {
        if run.source.index < 0 {
          elements.append(.line(run.to))
        } else {
          let part = sources.curves[run.source.index].part(
            from: run.source.start, to: run.source.end)
          elements.append(.cubic(control1: part.p1, control2: part.p2, end: run.to))
        }
      }
      if isClosed { elements.append(.close) }
    }
    return CGPath(elements: elements)
  }

  /// The kept parts of a subpath, in chains without gaps.
  private func kept(
    _ pieces: [FlatPiece], inside: Bool, isClosed: Bool
  ) -> [(runs: [Run], isClosed: Bool)] {
    var chains: [[Run]] = []
    var isOpen = false
    var isWhole = true
    var beginsKept = false
    for (index, piece) in pieces.enumerated() {
      let cuts = [0] + cuts(of: piece) + [1]
      for (a, b) in zip(cuts, cuts.dropFirst()) where b > a {
        let isKept = isInside(piece.point(at: (a + b) / 2)) == inside
        if index == 0, a == 0 { beginsKept = isKept }
        defer { isOpen = isKept }
        guard isKept else {
          isWhole = false
          continue
        }
        if !isOpen { chains.append([]) }
        chains[chains.count - 1].extend(by: piece.part(from: a, to: b))
      }
    }
    // Around the beginning of a closed subpath the line goes on.
    if isClosed, !isWhole, beginsKept, isOpen, chains.count > 1 {
      let first = chains.removeFirst()
      for run in first { chains[chains.count - 1].extend(by: run) }
    }
    return chains.map { ($0, isClosed && isWhole) }
  }

  /// Where a piece meets the outline: parameters between 0 and 1, ascending.
  private func cuts(of piece: FlatPiece) -> [Double] {
    let (p, q) = (piece.from, piece.to)
    let d = CGPoint(x: q.x - p.x, y: q.y - p.y)
    let length = hypot(d.x, d.y)
    guard length > 0 else { return [] }
    var result: [Double] = []
    for side in outline {
      guard min(p.x, q.x) - touch <= max(side.from.x, side.to.x),
        max(p.x, q.x) + touch >= min(side.from.x, side.to.x),
        min(p.y, q.y) - touch <= max(side.from.y, side.to.y),
        max(p.y, q.y) + touch >= min(side.from.y, side.to.y)
      else { continue }
      func distance(_ point: CGPoint) -> Double {
        (d.x * (point.y - p.y) - d.y * (point.x - p.x)) / length
      }
      let (a, b) = (distance(side.from), distance(side.to))
      // Where a side touches the line or lies on it, the line is cut at the side's ends.
      for (offset, end) in [(a, side.from), (b, side.to)] where abs(offset) <= touch {
        result.append((d.x * (end.x - p.x) + d.y * (end.y - p.y)) / (length * length))
      }
      guard abs(a) > touch, abs(b) > touch, (a > 0) != (b > 0) else { continue }
      let along = a / (a - b)
      let x = side.from.x + (side.to.x - side.from.x) * along
      let y = side.from.y + (side.to.y - side.from.y) * along
      result.append((d.x * (x - p.x) + d.y * (y - p.y)) / (length * length))
    }
    let least = touch / length
    var last = 0.0
    return result.sorted().filter { t in
      guard t > last + least, t < 1 - least else { return false }
      last = t
      return true
    }
  }

  /// Whether a point is in the area or on its outline.
  private func isInside(_ point: CGPoint) -> Bool {
    var winding = 0
    for side in outline {
      let (a, b) = (side.from, side.to)
      if isOn(point, a, b) { return true }
      guard (a.y <= point.y) != (b.y <= point.y) else { continue }
      if a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) > point.x {
        winding += b.y > a.y ? 1 : -1
      }
    }
    return rule == .winding ? winding != 0 : winding % 2 != 0
  }

  private func isOn(_ point: CGPoint, _ a: CGPoint, _ b: CGPoint) -> Bool {
    guard min(a.x, b.x) - touch <= point.x, point.x <= max(a.x, b.x) + touch,
      min(a.y, b.y) - touch <= point.y, point.y <= max(a.y, b.y) + touch
    else { return false }
    let d = CGPoint(x: b.x - a.x, y: b.y - a.y)
    let length = hypot(d.x, d.y)
    return length > 0
      && abs(d.x * (point.y - a.y) - d.y * (point.x - a.x)) <= 4 * touch * length
  }
}

extension FlatPiece {
  fileprivate func point(at t: Double) -> CGPoint {
    t == 1 ? to : CGPoint(x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t)
  }

  fileprivate func part(from a: Double, to b: Double) -> LineCutter.Run {
    let span = source.end - source.start
    return LineCutter.Run(
      from: point(at: a), to: point(at: b),
      source: PieceSource(
        index: source.index, start: source.start + span * a,
        end: b == 1 ? source.end : source.start + span * b))
  }
}

extension [LineCutter.Run] {
  /// Appends a run, or makes the last one longer when both are parts of one line or curve.
  fileprivate mutating func extend(by run: LineCutter.Run) {
    if let last, last.source.index == run.source.index, last.source.end == run.source.start {
      self[count - 1].to = run.to
      self[count - 1].source.end = run.source.end
    } else {
      append(run)
    }
  }
}
