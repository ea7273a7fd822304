// PathRegionTests.swift
// Unions, intersections and differences of paths: laws over random paths, and cases that are hard.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct PathRegionTests {
  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: width, height: height))
  }

  private func polygon(_ points: [(Double, Double)]) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    path.closeSubpath()
    return path
  }

  /// The signed area inside a path's subpaths, exact for lines and cubics, by Green's theorem.
  private func signedArea(_ path: CGPath) -> Double {
    var (sum, start, pen) = (0.0, CGPoint.zero, CGPoint.zero)
    func cross(_ a: CGPoint, _ b: CGPoint) -> Double { a.x * b.y - a.y * b.x }
    for element in path.elements {
      if case .move(let point) = element {
        (start, pen) = (point, point)
        continue
      }
      let end = element.end ?? start
      if let c = element.cubic(from: pen) {
        sum +=
          (6 * cross(pen, c.control1) + 3 * cross(pen, c.control2) + cross(pen, end)
            + 3 * cross(c.control1, c.control2) + 3 * cross(c.control1, end)
            + 6 * cross(c.control2, end)) / 10
      } else {
        sum += cross(pen, end)
      }
      pen = end
    }
    return sum / 2
  }

  /// The area that a path fills.
  private func area(_ path: CGPath, _ rule: CGPathFillRule = .winding) -> Double {
    signedArea(path.normalized(using: rule))
  }

  private enum Kind: CaseIterable { case polygons, curves, rects, grid, mixed }

  private func randomPath(_ kind: Kind, _ random: inout SeededRandom) -> CGPath {
    let path = CGMutablePath()
    func number() -> Double {
      let value = Double.random(in: 0...100, using: &random)
      return kind == .grid ? (value / 25).rounded() * 25 : value
    }
    func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch kind {
      case .rects:
        path.addRect(CGRect(x: number(), y: number(), width: number(), height: number()))
      case .polygons, .grid:
        path.addLines(between: (0..<Int.random(in: 3...8, using: &random)).map { _ in point() })
        path.closeSubpath()
      case .curves, .mixed:
        path.move(to: point())
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          switch Int.random(in: 0..<(kind == .mixed ? 3 : 1), using: &random) {
          case 0: path.addCurve(to: point(), control1: point(), control2: point())
          case 1: path.addQuadCurve(to: point(), control: point())
          default: path.addLine(to: point())
          }
        }
        if kind == .mixed {
          path.addEllipse(in: CGRect(origin: point(), size: CGSize(width: number(), height: 20)))
        }
      }
    }
    return path
  }

  // MARK: Laws

  @Test func areasOfUnionAndIntersectionAddUp() {
    var random = SeededRandom(seed: 41)
    for kind in Kind.allCases {
      for round in 0..<40 {
        let rule = round % 2 == 0 ? CGPathFillRule.winding : .evenOdd
        let (a, b) = (randomPath(kind, &random), randomPath(kind, &random))
        let both = a.intersection(b, using: rule)
        let areas = (area(a, rule), area(b, rule), signedArea(both))
        let tolerance = kind == .curves || kind == .mixed ? 12 : 0.01
        func check(_ result: CGPath, _ expected: Double, _ name: String) {
          #expect(
            abs(signedArea(result) - expected) < tolerance, "\(name), \(kind), round \(round)")
        }
        check(a.union(b, using: rule), areas.0 + areas.1 - areas.2, "union")
        check(a.subtracting(b, using: rule), areas.0 - areas.2, "difference")
        check(
          a.symmetricDifference(b, using: rule), areas.0 + areas.1 - 2 * areas.2, "exclusion")
        check(b.intersection(a, using: rule), areas.2, "exchanged intersection")
        #expect(both.isEmpty != a.intersects(b, using: rule), "\(kind), round \(round)")
      }
    }
  }

  /// The straight lines of a path whose subpaths are closed, to within 0.05 points.
  private func sides(_ path: CGPath) -> [(CGPoint, CGPoint)] {
    var (result, start, pen) = ([(CGPoint, CGPoint)](), CGPoint.zero, CGPoint.zero)
    for element in path.flattened(threshold: 0.05).elements {
      let end = element.end ?? start
      if case .move = element { start = end } else { result.append((pen, end)) }
      pen = end
    }
    return result
  }

  /// The distance of a point from lines.
  private func distance(_ point: CGPoint, to sides: [(CGPoint, CGPoint)]) -> Double {
    sides.reduce(.infinity) { min($0, gap(point, $1.0, $1.1)) }
  }

  private func gap(_ p: CGPoint, _ a: CGPoint, _ b: CGPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let t = square > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0), 1) : 0
    return hypot(a.x + dx * t - p.x, a.y + dy * t - p.y)
  }

  @Test func pointsAreInsideAsTheRuleSays() {
    var random = SeededRandom(seed: 43)
    var compared = 0
    for kind in Kind.allCases {
      for round in 0..<20 {
        let rule = round % 2 == 0 ? CGPathFillRule.winding : .evenOdd
        // Whole subpaths only, so that the distance counts every side.
        let (a, b) = (
          randomPath(kind, &random).closingAll(), randomPath(kind, &random).closingAll()
        )
        let outlines = sides(a) + sides(b)
        let results: [(CGPath, (Bool, Bool) -> Bool)] = [
          (a.union(b, using: rule), { $0 || $1 }), (a.intersection(b, using: rule), { $0 && $1 }),
          (a.subtracting(b, using: rule), { $0 && !$1 }),
          (a.symmetricDifference(b, using: rule), { $0 != $1 }),
        ]
        for _ in 0..<40 {
          let point = CGPoint(
            x: .random(in: -5...105, using: &random), y: .random(in: -5...105, using: &random))
          guard distance(point, to: outlines) > 0.25 else { continue }
          let inside = (a.contains(point, using: rule), b.contains(point, using: rule))
          for (result, expected) in results {
            compared += 1
            let isInside = expected(inside.0, inside.1)
            #expect(result.contains(point, using: .winding) == isInside, "\(kind) \(round)")
            #expect(result.contains(point, using: .evenOdd) == isInside, "\(kind) \(round)")
          }
        }
      }
    }
    #expect(compared > 10_000)
  }

  @Test func pathsWithThemselvesAndWithNothing() {
    var random = SeededRandom(seed: 47)
    for kind in Kind.allCases {
      for _ in 0..<15 {
        let a = randomPath(kind, &random)
        let size = area(a)
        #expect(abs(signedArea(a.union(a)) - size) < 1e-6)
        #expect(abs(signedArea(a.intersection(a)) - size) < 1e-6)
        #expect(a.subtracting(a).isEmpty && a.symmetricDifference(a).isEmpty)
        #expect(abs(signedArea(a.union(CGPath())) - size) < 1e-6)
        #expect(a.intersection(CGPath()).isEmpty && CGPath().subtracting(a).isEmpty)
        let parts = a.componentsSeparated()
        #expect(abs(parts.reduce(0) { $0 + signedArea($1) } - size) < 1e-6)
      }
    }
  }

  // MARK: Outlines

  @Test func unionOfTouchingRectanglesIsOneRectangle() {
    let union = rect(0, 0, 10, 10).union(rect(10, 0, 10, 10))
    var found = CGRect.zero
    #expect(union.isRect(&found) && found == CGRect(x: 0, y: 0, width: 20, height: 10))
    let halves = rect(0, 0, 10, 10).subtracting(rect(5, -1, 9, 12))
    #expect(halves.isRect(&found) && found == CGRect(x: 0, y: 0, width: 5, height: 10))
    #expect(!rect(0, 0, 10, 10).intersects(rect(10, 0, 10, 10)))
    #expect(rect(0, 0, 10, 10).intersects(rect(9.999, 0, 10, 10)))
  }

  @Test func curvesStayCurves() {
    let (a, b) = (
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100)),
      CGPath(ellipseIn: CGRect(x: 60, y: 0, width: 100, height: 100))
    )
    for path in [a.union(b), a.intersection(b), a.subtracting(b)] {
      #expect(path.elements.count <= 12, "\(path.elements.count) elements")
    }
    // Two segments of a circle beyond a chord at 30 points from the centre.
    let angle = 2 * acos(30.0 / 50)
    #expect(isClose(signedArea(a.intersection(b)), 2500 * (angle - sin(angle)), within: 4))
    #expect(a.union(b).boundingBoxOfPath.width > 159.9)
  }

  @Test func holesBelongToTheirParts() {
    // Two rings, one of which has an island in its hole.
    let path = CGMutablePath()
    for (x, inset) in [(0.0, 0.0), (0, 10), (0, 20), (200, 0), (200, 10)] {
      path.addRect(CGRect(x: x, y: 0, width: 100, height: 100).insetBy(dx: inset, dy: inset))
    }
    let parts = path.componentsSeparated(using: .evenOdd).map(signedArea).sorted()
    #expect(parts == [3600, 3600, 3600])
    // Squares that touch at a corner are two parts.
    #expect(rect(0, 0, 5, 5).union(rect(5, 5, 5, 5)).componentsSeparated().count == 2)
  }

  @Test func selfCrossingPathsAreNormalized() {
    let star = polygon([(50, 0), (80, 95), (2, 36), (98, 36), (20, 95)])
    let (whole, points) = (star.normalized(), star.normalized(using: .evenOdd))
    #expect(whole.contains(CGPoint(x: 50, y: 50)) && !points.contains(CGPoint(x: 50, y: 50)))
    #expect(points.componentsSeparated().count == 5 && whole.componentsSeparated().count == 1)
    // A reversed path fills as much.
    let back = polygon([(20, 95), (98, 36), (2, 36), (80, 95), (50, 0)])
    #expect(abs(signedArea(back.normalized()) - signedArea(whole)) < 1e-3)
  }

  @Test func degenerateAndBrokenPaths() {
    let square = rect(0, 0, 10, 10)
    let nothing = [
      CGPath(), polygon([(3, 3)]), polygon([(1, 1), (9, 9)]), polygon([(1, 1), (9, 9), (4, 4)]),
      polygon([(.nan, 0), (5, 5), (9, 0)]), polygon([(0, 0), (.infinity, 5), (9, 0)]),
      rect(4, 4, 0, 5),
    ]
    for path in nothing {
      #expect(abs(signedArea(square.union(path)) - 100) < 1e-6)
      #expect(square.intersection(path).isEmpty && path.normalized().isEmpty)
      #expect(!square.intersects(path) && path.componentsSeparated().isEmpty)
    }
    // What is finite is kept.
    let partly = CGMutablePath()
    partly.addLines(between: [.zero, CGPoint(x: CGFloat.nan, y: 4), CGPoint(x: 3, y: 3)])
    partly.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    #expect(abs(signedArea(square.union(partly)) - 175) < 1e-6)
    // Huge and tiny coordinates.
    for scale in [1e-200, 1e-9, 1e9, 1e200] {
      let (a, b) = (rect(0, 0, 2 * scale, 2 * scale), rect(scale, scale, 2 * scale, 2 * scale))
      let both = a.intersection(b).boundingBoxOfPath
      #expect(isClose(both.minX / scale, 1) && isClose(both.width / scale, 1), "\(scale)")
    }
    let vast = rect(-1e308, -1e308, 1.7e308, 1.7e308).union(square)
    #expect(vast.isEmpty || vast.boundingBox.width > 0)
  }

  /// Copies on the same place, shifted along their own sides and turned by next to nothing.
  @Test func coincidentAndNearlyCoincidentEdges() {
    let square = rect(0, 0, 100, 100)
    for shift in [0, 1e-12, 1e-9, 1e-7, 1e-6, 1e-3] {
      let moved = square.applying(CGAffineTransform(translationX: shift, y: 0))
      #expect(abs(signedArea(square.union(moved)) - 100 * (100 + shift)) < 1e-3, "\(shift)")
      let turned = square.applying(CGAffineTransform(rotationAngle: shift))
      #expect(abs(signedArea(square.union(turned)) - 10_000) < 11 * (1e-3 + shift * 1000))
      #expect(abs(signedArea(square.intersection(turned)) - 10_000) < 11 * (1e-3 + shift * 1000))
    }
    // A fan of thin triangles that meet at a point.
    let fan = CGMutablePath()
    for step in 0..<90 {
      let (a, b) = (Double(step) * .pi / 45, Double(step + 1) * .pi / 45)
      fan.addLines(between: [
        CGPoint(x: 50, y: 50), CGPoint(x: 50 + 40 * cos(a), y: 50 + 40 * sin(a)),
        CGPoint(x: 50 + 40 * cos(b), y: 50 + 40 * sin(b)),
      ])
      fan.closeSubpath()
    }
    let disc = fan.normalized()
    #expect(isClose(signedArea(disc), 90 * 800 * sin(.pi / 45), within: 0.01))
    #expect(disc.componentsSeparated().count == 1)
  }

  @Test func manyCrossingsEnd() {
    var random = SeededRandom(seed: 53)
    let points = (0..<120).map { _ in
      CGPoint(x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
    }
    let path = CGMutablePath()
    path.addLines(between: points)
    let odd = signedArea(path.normalized(using: .evenOdd))
    let parts = path.componentsSeparated(using: .evenOdd)
    #expect(abs(parts.reduce(0) { $0 + signedArea($1) } - odd) < 1e-3)
    #expect(parts.count > 500 && odd < 10_000)
  }

  // MARK: Lines

  @Test func linesAreCutAtAnArea() {
    let square = rect(0, 0, 10, 10)
    let line = CGMutablePath()
    line.addLines(between: [CGPoint(x: -5, y: 5), CGPoint(x: 15, y: 5)])
    let inside = line.lineIntersection(square)
    #expect(inside.elements == [.move(CGPoint(x: 0, y: 5)), .line(CGPoint(x: 10, y: 5))])
    let outside = line.lineSubtracting(square)
    #expect(
      outside.elements == [
        .move(CGPoint(x: -5, y: 5)), .line(CGPoint(x: 0, y: 5)), .move(CGPoint(x: 10, y: 5)),
        .line(CGPoint(x: 15, y: 5)),
      ])
    // A line along the outline belongs to the area.
    let edge = CGMutablePath()
    edge.addLines(between: [CGPoint(x: 2, y: 0), CGPoint(x: 20, y: 0)])
    #expect(edge.lineIntersection(square).boundingBox == CGRect(x: 2, y: 0, width: 8, height: 0))
    #expect(edge.lineSubtracting(square).boundingBox == CGRect(x: 10, y: 0, width: 10, height: 0))
    // A closed path that is not cut stays closed; the line of a cut one runs through its start.
    #expect(rect(2, 2, 3, 3).lineIntersection(square).elements.last == .close)
    #expect(
      rect(5, 5, 10, 10).lineIntersection(square).elements == [
        .move(CGPoint(x: 5, y: 10)), .line(CGPoint(x: 5, y: 5)), .line(CGPoint(x: 10, y: 5)),
      ])
    #expect(line.lineSubtracting(CGPath()).length == 20 && line.lineIntersection(CGPath()).isEmpty)
  }

  @Test func insideAndOutsideMakeTheWholeLine() {
    var random = SeededRandom(seed: 59)
    for kind in Kind.allCases {
      for round in 0..<30 {
        let (line, area) = (randomPath(kind, &random), randomPath(kind, &random))
        let (inside, outside) = (line.lineIntersection(area), line.lineSubtracting(area))
        #expect(
          isClose(inside.length + outside.length, line.length, within: 0.5), "\(kind) \(round)")
        let middle = inside.trimmed(from: 0.25, to: 0.5)
        if let point = middle.elements.first?.end {
          #expect(area.contains(point) || distance(point, to: sides(area.closingAll())) < 0.1)
        }
      }
    }
  }
}

extension CGPath {
  /// The path with every subpath closed.
  fileprivate func closingAll() -> CGPath {
    var result: [Element] = []
    for element in elements {
      if case .move = element, let last = result.last, last != .close { result.append(.close) }
      result.append(element)
    }
    return CGPath(elements: result + [.close])
  }
}
