// PerspectiveFlattenerTests.swift
// Flattened lines are within a tolerance of their curve, and limited in number.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct PerspectiveFlattenerTests {
  /// The distance of a point from a polyline.
  private static func distance(_ p: CGPoint, _ line: [CGPoint]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = dx * dx + dy * dy
      let along = length == 0 ? 0 : min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1)
      return hypot(p.x - a.x - dx * along, p.y - a.y - dy * along)
    }.min() ?? .infinity
  }

  @Test(arguments: [1.0, 0.25, 0.05]) func linesStayWithinTheTolerance(tolerance: Double) {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<100 {
      func point() -> CGPoint {
        CGPoint(
          x: .random(in: -200...200, using: &generator),
          y: .random(in: -200...200, using: &generator))
      }
      let (p, q, r, s) = (point(), point(), point(), point())
      let path = CGMutablePath()
      path.move(to: p)
      path.addCurve(to: s, control1: q, control2: r)
      let lines = PerspectiveFlattener.polylines(path, tolerance: tolerance)
      #expect(lines.count == 1)
      for step in 0...200 {
        let t = Double(step) / 200, u = 1 - t
        let on = CGPoint(
          x: u * u * u * p.x + 3 * u * u * t * q.x + 3 * u * t * t * r.x + t * t * t * s.x,
          y: u * u * u * p.y + 3 * u * u * t * q.y + 3 * u * t * t * r.y + t * t * t * s.y)
        #expect(Self.distance(on, lines[0].points) <= tolerance * 1.000001)
      }
    }
  }

  @Test func flatteningToleranceIsInDevicePixels() {
    let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10))
    let small = PerspectiveFlattener.polylines(path)[0].points.count
    let large = PerspectiveFlattener.polylines(path, transform: PlaneTransform(a: 100, d: 100))[0]
      .points
      .count
    // A hundred times the size needs ten times the lines, and a few more because small counts are
    // rounded up.
    #expect(large >= 6 * small)
    #expect(large < 1000)
  }

  @Test func subpathsStaySeparateAndClosed() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    path.move(to: CGPoint(x: 9, y: 9))
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 2, y: 1))
    let lines = PerspectiveFlattener.polylines(path)
    #expect(lines.map(\.isClosed) == [true, false])
    #expect(lines.map(\.points.count) == [4, 2])
  }

  @Test func lineAfterCloseStartsAtSubpathStart() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 5, y: 2))
    path.closeSubpath()
    path.addLine(to: CGPoint(x: 7, y: 7))
    let lines = PerspectiveFlattener.polylines(path)
    #expect(lines.last?.points == [CGPoint(x: 1, y: 2), CGPoint(x: 7, y: 7)])
  }

  @Test func nonFinitePathsFlattenToNothing() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 10))
    #expect(PerspectiveFlattener.polylines(path, transform: PlaneTransform(px: -1)).isEmpty)
    path.addLine(to: CGPoint(x: CGFloat.nan, y: 0))
    #expect(PerspectiveFlattener.polylines(path).isEmpty)
  }

  @Test func hugeCurveHasLimitedLines() {
    let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 1e9, height: 1e9))
    let count = PerspectiveFlattener.polylines(path)[0].points.count
    #expect(count <= 4 * PerspectiveFlattener.maximumLinesPerCurve + 8)
  }

  @Test func zeroToleranceTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = PerspectiveFlattener.polylines(CGPath(rect: .zero), tolerance: 0)
    }
  }
}
