// PathStrokeTests.swift
// Outlines of strokes, dashes, flattened paths and the descriptions of paths.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct PathStrokeTests {
  private func line(_ points: (Double, Double)...) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    return path
  }

  private func stroke(
    _ path: CGPath, _ width: Double, _ cap: CGLineCap = .butt, _ join: CGLineJoin = .miter,
    limit: Double = 10
  ) -> CGPath {
    path.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: limit)
  }

  /// The area of a path, by its length of scan lines.
  private func area(_ path: CGPath) -> Double {
    let path = path.normalized().flattened(threshold: 0.001)
    var (sum, start, pen) = (0.0, CGPoint.zero, CGPoint.zero)
    for element in path.elements {
      let end = element.end ?? start
      if case .move = element { start = end } else { sum += pen.x * end.y - pen.y * end.x }
      pen = end
    }
    return sum / 2
  }

  @Test func caps() {
    let path = line((10, 10), (30, 10))
    #expect(stroke(path, 4).boundingBoxOfPath == CGRect(x: 10, y: 8, width: 20, height: 4))
    #expect(stroke(path, 4, .square).boundingBoxOfPath == CGRect(x: 8, y: 8, width: 24, height: 4))
    #expect(isClose(area(stroke(path, 4, .round)), 80 + 4 * .pi, within: 0.01))
    // A subpath without a length is a dot, except with butt caps.
    let dot = line((5, 5), (5, 5))
    #expect(stroke(dot, 4).isEmpty && stroke(CGPath(), 4, .round).isEmpty)
    #expect(isClose(area(stroke(dot, 4, .round)), 4 * .pi, within: 0.01))
    #expect(stroke(dot, 4, .square).boundingBoxOfPath == CGRect(x: 3, y: 3, width: 4, height: 4))
  }

  @Test func joins() {
    let corner = line((0, 0), (20, 0), (20, 20))
    let box = CGRect(x: 0, y: -2, width: 22, height: 22)
    #expect(stroke(corner, 4).boundingBoxOfPath == box)
    #expect(isClose(area(stroke(corner, 4)), 160, within: 0.01))
    #expect(isClose(area(stroke(corner, 4, .butt, .bevel)), 158, within: 0.01))
    #expect(isClose(area(stroke(corner, 4, .butt, .round)), 156 + .pi, within: 0.01))
    // A right angle's miter is 1.41 line widths long.
    #expect(isClose(area(stroke(corner, 4, limit: 1.42)), 160, within: 0.01))
    #expect(isClose(area(stroke(corner, 4, limit: 1.41)), 158, within: 0.01))
    // A line back along itself.
    let back = line((0, 0), (20, 0), (5, 0))
    #expect(isClose(area(stroke(back, 4)), 80, within: 0.01))
    #expect(isClose(area(stroke(back, 4, .butt, .round)), 80 + 2 * .pi, within: 0.01))
  }

  @Test func closedPathsHaveAHole() {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 20))
    let frame = stroke(square, 2)
    #expect(frame.boundingBoxOfPath == CGRect(x: -1, y: -1, width: 22, height: 22))
    #expect(isClose(area(frame), 22 * 22 - 18 * 18, within: 0.01))
    #expect(!frame.contains(CGPoint(x: 10, y: 10)) && frame.contains(CGPoint(x: 0.5, y: 10)))
    // Wider than the square, the hole is gone.
    #expect(isClose(area(stroke(square, 60)), 80 * 80, within: 0.1))
    let ring = stroke(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100)), 10)
    #expect(isClose(area(ring), .pi * (55 * 55 - 45 * 45), within: 2))
    #expect(ring.elements.count < 60, "offsets of curves are curves")
    #expect(ring.contains(CGPoint(x: 104, y: 50)) && !ring.contains(CGPoint(x: 94, y: 50)))
  }

  /// A point is in the stroke where its distance from the path is less than half of the width.
  @Test func roundStrokesAreTheirDistance() {
    var random = SeededRandom(seed: 61)
    func point() -> CGPoint {
      CGPoint(x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
    }
    var inside = 0
    for round in 0..<40 {
      let path = CGMutablePath()
      path.move(to: point())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: path.addLine(to: point())
        case 1: path.addQuadCurve(to: point(), control: point())
        default: path.addCurve(to: point(), control1: point(), control2: point())
        }
      }
      if round % 3 == 0 { path.closeSubpath() }
      let width = Double.random(in: 1...30, using: &random)
      let outline = stroke(path, width, .round, .round)
      let lines = path.flattened(threshold: 0.01)
      for _ in 0..<40 {
        let place = point()
        let gap = distance(place, to: lines) - width / 2
        guard abs(gap) > 0.1 + width * 0.01 else { continue }
        if gap < 0 { inside += 1 }
        #expect(outline.contains(place) == (gap < 0), "round \(round), \(gap) from the edge")
      }
    }
    #expect(inside > 200)
  }

  private func distance(_ p: CGPoint, to path: CGPath) -> Double {
    var (best, start, pen) = (Double.infinity, CGPoint.zero, CGPoint.zero)
    for element in path.elements {
      let end = element.end ?? start
      if case .move = element { start = end }
      let (dx, dy) = (end.x - pen.x, end.y - pen.y)
      let square = dx * dx + dy * dy
      if square > 0, element != .move(end) {
        let t = min(max(((p.x - pen.x) * dx + (p.y - pen.y) * dy) / square, 0), 1)
        best = min(best, hypot(pen.x + dx * t - p.x, pen.y + dy * t - p.y))
      }
      pen = end
    }
    return best
  }

  @Test func brokenStrokes() {
    let path = line((0, 0), (10, 0))
    for width in [0, -1, .nan, .infinity] { #expect(stroke(path, width).isEmpty) }
    let broken = line((0, 0), (.nan, 3), (4, 4))
    #expect(stroke(broken, 2).isEmpty)
    broken.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(stroke(broken, 2).boundingBox == CGRect(x: -1, y: -1, width: 6, height: 6))
    let scaled = path.copy(
      strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
      transform: CGAffineTransform(scaleX: 3, y: 2))
    #expect(scaled.boundingBox == CGRect(x: 0, y: -2, width: 30, height: 4))
  }

  // MARK: Dashes

  @Test func dashes() {
    let path = line((0, 0), (10, 0), (10, 10))
    func dashed(_ phase: Double, _ lengths: [CGFloat]) -> [CGPath.Element] {
      path.copy(dashingWithPhase: phase, lengths: lengths).elements.map { element in
        func round(_ point: CGPoint) -> CGPoint {
          CGPoint(x: (point.x * 1e6).rounded() / 1e6, y: (point.y * 1e6).rounded() / 1e6)
        }
        if case .line(let end) = element { return .line(round(end)) }
        return element.end.map { .move(round($0)) } ?? element
      }
    }
    func p(_ x: Double, _ y: Double) -> CGPoint { CGPoint(x: x, y: y) }
    #expect(
      dashed(0, [4, 3]) == [
        .move(p(0, 0)), .line(p(4, 0)), .move(p(7, 0)), .line(p(10, 0)), .line(p(10, 1)),
        .move(p(10, 4)), .line(p(10, 8)),
      ])
    #expect(
      dashed(2, [4, 13]) == [
        .move(p(0, 0)), .line(p(2, 0)), .move(p(10, 5)), .line(p(10, 9)),
      ])
    // A phase below zero begins earlier in the pattern, here with a gap of 7.
    #expect(
      dashed(-7, [8]) == [
        .move(p(7, 0)), .line(p(10, 0)), .line(p(10, 5)),
      ])
    #expect(isClose(path.copy(dashingWithPhase: 0, lengths: [1, 2, 3]).length, 11))
    // Dots.
    let dots = path.copy(dashingWithPhase: 0, lengths: [0, 5])
    #expect(dots.elements.count == 8 && dots.length == 0)
    for lengths: [CGFloat] in [[], [0], [-1, 3], [.nan], [1e-9]] {
      #expect(path.copy(dashingWithPhase: 0, lengths: lengths).elements == path.elements)
    }
    #expect(path.copy(dashingWithPhase: .nan, lengths: [2]).elements == path.elements)
  }

  @Test func dashesOfCurvesHaveTheirLength() {
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100))
    let dashed = circle.copy(dashingWithPhase: 3, lengths: [10, 5])
    var (lengths, dash) = ([Double](), [CGPath.Element]())
    for element in dashed.elements + [.move(.zero)] {
      if case .move = element, !dash.isEmpty {
        lengths.append(CGPath(elements: dash).length)
        dash = []
      }
      dash.append(element)
    }
    #expect(lengths.count == 22)
    #expect(lengths.dropFirst().dropLast().allSatisfy { isClose($0, 10, within: 0.01) })
    #expect(isClose(lengths[0], 7, within: 0.01))
  }

  // MARK: Queries

  @Test func flattenedPathsAreClose() {
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100))
    for threshold in [0.01, 0.1, 1] {
      let flat = circle.flattened(threshold: threshold)
      #expect(flat.elements.allSatisfy { if case .cubic = $0 { false } else { true } })
      let gap = circle.length - flat.length
      #expect(gap > 0 && gap < threshold * 2 * .pi)
    }
    #expect(circle.flattened(threshold: 0).elements.count == 4 * 1024 + 6)
    #expect(line((1, 2), (3, 4)).flattened(threshold: 1).elements.count == 2)
  }

  @Test func rectanglesAreRecognized() {
    var found = CGRect.zero
    let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
    #expect(CGPath(rect: rect).isRect(&found) && found == rect)
    #expect(line((1, 2), (1, 42), (31, 42), (31, 2), (1, 2)).isRect(&found) && found == rect)
    #expect(CGPath(rect: rect).isRect(nil))
    #expect(!line((1, 2), (1, 42), (31, 42), (31, 2)).isRect(nil), "open")
    #expect(!line((0, 0), (5, 1), (5, 6), (0, 5), (0, 0)).isRect(nil), "slanted")
    #expect(!CGPath(ellipseIn: rect).isRect(nil) && !CGPath().isRect(nil))
    #expect(!CGPath(rect: rect, transform: [CGAffineTransform(rotationAngle: 1)]).isRect(nil))
  }

  @Test func applyCallsAFunctionWithEachElement() {
    var kinds: [CGPathElementType] = []
    withUnsafeMutablePointer(to: &kinds) { kinds in
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 5, height: 5)).apply(info: kinds) {
        info, element in
        info?.assumingMemoryBound(to: [CGPathElementType].self).pointee.append(
          element.pointee.type)
      }
    }
    #expect(kinds.first == .moveToPoint && kinds.last == .closeSubpath && kinds.count == 10)
  }

  @Test func arcsWithoutNumbersAddNothing() {
    let path = CGMutablePath()
    for (radius, angle) in [(Double.nan, 1.0), (4, .nan), (4, .infinity), (.infinity, 1)] {
      path.addArc(center: .zero, radius: radius, startAngle: 0, endAngle: angle, clockwise: true)
      path.addRelativeArc(center: .zero, radius: radius, startAngle: 0, delta: angle)
    }
    #expect(path.isEmpty)
  }
}
