// FlatPath.swift
// Paths as straight pieces, each with the curve from which it was cut.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A cubic curve.
struct CubicCurve {
  var p0: CGPoint, p1: CGPoint, p2: CGPoint, p3: CGPoint

  /// Returns the point at a parameter, 0...1.
  func point(at t: Double) -> CGPoint {
    .onCubic(from: p0, control1: p1, control2: p2, to: p3, at: t)
  }

  /// The number of equal steps of the parameter after which chords are within a tolerance, at most 1024.
  ///
  /// Wang's bound: the distance of a cubic from its chord is at most 3/4 of the second differences.
  func steps(within tolerance: Double) -> Int {
    func bend(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint) -> Double {
      hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
    }
    let steps = (0.75 * max(bend(p0, p1, p2), bend(p1, p2, p3)) / tolerance).squareRoot()
    return steps.isFinite ? min(max(Int(min(steps.rounded(.up), 1024)), 1), 1024) : 1
  }

  /// Returns the part between two parameters; reversed when the second is smaller.
  func part(from a: Double, to b: Double) -> CubicCurve {
    func mix(_ p: CGPoint, _ q: CGPoint, _ t: Double) -> CGPoint {
      CGPoint(x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t)
    }
    /// The curve's blossom: its value with a separate parameter at each of the three levels.
    func blossom(_ r: Double, _ s: Double, _ t: Double) -> CGPoint {
      let (x, y, z) = (mix(p0, p1, r), mix(p1, p2, r), mix(p2, p3, r))
      return mix(mix(x, y, s), mix(y, z, s), t)
    }
    return CubicCurve(
      p0: blossom(a, a, a), p1: blossom(a, a, b), p2: blossom(a, b, b), p3: blossom(b, b, b))
  }
}

/// The part of a line or a curve from which a straight piece was made.
struct PieceSource {
  /// An index into ``PieceSources/curves``. Each line has a negative number of its own instead.
  var index: Int
  /// The parameters at the piece's ends, 0...1.
  var start: Double, end: Double
}

/// The curves of the pieces.
struct PieceSources {
  private(set) var curves: [CubicCurve] = []
  private var lines = 0

  mutating func add(_ curve: CubicCurve) -> Int {
    curves.append(curve)
    return curves.count - 1
  }

  mutating func addLine() -> Int {
    lines += 1
    return -lines
  }
}

/// A straight piece of a path.
struct FlatPiece {
  var from: CGPoint, to: CGPoint
  var source: PieceSource
}

extension CGPath {
  /// Calls a function with each subpath's pieces in order.
  ///
  /// A subpath with a coordinate that is not finite is left out.
  ///
  /// - Parameters:
  ///   - tolerance: The greatest distance of a chord from its curve, in points.
  ///   - closes: Whether open subpaths are closed by a line, as fills do.
  ///   - body: Receives the pieces, and whether the path closes the subpath.
  func forEachSubpath(
    within tolerance: Double, closes: Bool, _ sources: inout PieceSources,
    _ body: ([FlatPiece], _ isClosed: Bool) -> Void
  ) {
    var pieces: [FlatPiece] = []
    var (start, pen, isFinite) = (CGPoint.zero, CGPoint.zero, true)
    func line(to end: CGPoint) {
      guard end != pen else { return }
      let source = PieceSource(index: sources.addLine(), start: 0, end: 1)
      pieces.append(FlatPiece(from: pen, to: end, source: source))
      pen = end
    }
    func finish(isClosed: Bool) {
      if closes || isClosed { line(to: start) }
      if isFinite, !pieces.isEmpty { body(pieces, isClosed) }
      pieces.removeAll(keepingCapacity: true)
      isFinite = start.x.isFinite && start.y.isFinite
    }
    for element in elements {
      isFinite = isFinite && element.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
      switch element {
      case .move(let point):
        finish(isClosed: false)
        (start, pen) = (point, point)
        isFinite = point.x.isFinite && point.y.isFinite
      case .line(let end): line(to: end)
      case .quad, .cubic:
        guard isFinite, let cubic = element.cubic(from: pen) else { continue }
        let curve = CubicCurve(p0: pen, p1: cubic.control1, p2: cubic.control2, p3: cubic.end)
        let count = curve.steps(within: tolerance)
        let index = sources.add(curve)
        for step in 1...count {
          let (a, b) = (Double(step - 1) / Double(count), Double(step) / Double(count))
          let end = step == count ? curve.p3 : curve.point(at: b)
          pieces.append(
            FlatPiece(from: pen, to: end, source: PieceSource(index: index, start: a, end: b)))
          pen = end
        }
      case .close:
        finish(isClosed: true)
        pen = start
      }
    }
    finish(isClosed: false)
  }
}
