// CGPathTests.swift
// Bounds of curves, arcs, shapes, equality.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct CGPathTests {
  private func isNear(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-9) -> Bool {
    abs(a.minX - b.minX) < tolerance && abs(a.minY - b.minY) < tolerance
      && abs(a.maxX - b.maxX) < tolerance && abs(a.maxY - b.maxY) < tolerance
  }

  /// Points on a path, closely spaced, by the defining formulas.
  private func points(_ path: CGPath) -> [CGPoint] {
    var result: [CGPoint] = []
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in path.elements {
      func curve(_ c1: CGPoint, _ c2: CGPoint, _ end: CGPoint) {
        for step in 0...400 {
          let t = CGFloat(step) / 400
          let u = 1 - t
          func at(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> CGFloat {
            u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
          }
          result.append(
            CGPoint(x: at(current.x, c1.x, c2.x, end.x), y: at(current.y, c1.y, c2.y, end.y)))
        }
      }
      switch element {
      case .move(let end):
        start = end
        result.append(end)
      case .line(let end): result.append(end)
      case .cubic(let c1, let c2, let end): curve(c1, c2, end)
      case .quad(let c, let end):
        func third(_ a: CGPoint) -> CGPoint {
          CGPoint(x: a.x / 3 + c.x * 2 / 3, y: a.y / 3 + c.y * 2 / 3)
        }
        curve(third(current), third(end), end)
      case .close: break
      }
      current = element.end ?? start
    }
    return result
  }

  /// The bounds of the path are those of its points, within those of its control points.
  @Test func boundsOfCurves() {
    var random = SeededRandom(seed: 23)
    for _ in 0..<200 {
      func point() -> CGPoint {
        CGPoint(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
      }
      let path = CGMutablePath()
      path.move(to: point())
      for _ in 0..<4 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: path.addLine(to: point())
        case 1: path.addQuadCurve(to: point(), control: point())
        case 2: path.closeSubpath()
        default: path.addCurve(to: point(), control1: point(), control2: point())
        }
      }
      let box = path.boundingBoxOfPath
      #expect(isNear(box, CGRect(enclosing: points(path)), 0.01))
      let controls = path.boundingBox
      #expect(controls.minX <= box.minX + 1e-9 && controls.minY <= box.minY + 1e-9)
      #expect(controls.maxX >= box.maxX - 1e-9 && controls.maxY >= box.maxY - 1e-9)
    }
  }

  @Test func emptyPathsHaveNoBounds() {
    #expect(CGPath().isEmpty && CGPath().boundingBox.isNull && CGPath().boundingBoxOfPath.isNull)
    #expect(CGPath().currentPoint == .zero)
  }

  @Test func currentPoint() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 5, y: 6))
    #expect(path.currentPoint == CGPoint(x: 5, y: 6))
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
  }

  /// Arcs are on their circle, begin and end at their angles, and turn in the given direction.
  @Test(arguments: [
    (0.0, 0.5, false, 0.5), (0, 0.5, true, -1.5), (0.5, 0, false, 1.5), (0.5, 0, true, -0.5),
    (0, 2, false, 2), (-0.25, 0.25, false, 0.5), (1, -1, true, -2), (0, 1, false, 1),
    (0, 1, true, -1),
    (0, 3, false, 2), (0, 3, true, -1),
    // A whole turn against the direction is a whole circle.
    (0, 2, true, -2), (2, 0, false, 2), (-0.5, 1.5, true, -2), (0.1, 2.1, true, -2),
    (0, 4, true, -2),
  ])
  func arcDirection(start: Double, end: Double, clockwise: Bool, sweep: Double) {
    let path = CGMutablePath()
    path.addArc(
      center: CGPoint(x: 10, y: 20), radius: 50, startAngle: start * .pi, endAngle: end * .pi,
      clockwise: clockwise)
    let all = points(path)
    var turned = 0.0
    var last: Double?
    for point in all {
      let (dx, dy) = (point.x - 10, point.y - 20)
      #expect(abs(hypot(dx, dy) - 50) < 0.03)
      let angle = atan2(dy, dx)
      if let last { turned += remainder(angle - last, 2 * .pi) }
      last = angle
    }
    #expect(abs(turned - sweep * .pi) < 1e-3, "the arc turned by \(turned / .pi) π")
    #expect(
      hypot(all[0].x - 10 - 50 * cos(start * .pi), all[0].y - 20 - 50 * sin(start * .pi)) < 1e-9)
  }

  /// A line connects an arc with the current point.
  @Test func arcIsConnectedByALine() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: 1, clockwise: false)
    #expect(path.elements[1] == .line(CGPoint(x: 10, y: 0)))
  }

  @Test func shapeBounds() {
    let rect = CGRect(x: 3, y: 4, width: 50, height: 30)
    let flipped = CGRect(x: 53, y: 34, width: -50, height: -30)
    for r in [rect, flipped] {
      #expect(CGPath(rect: r).boundingBoxOfPath == rect)
      #expect(isNear(CGPath(ellipseIn: r).boundingBoxOfPath, rect))
      for radius in [0, 5, 15, 99] as [CGFloat] {
        let path = CGPath(roundedRect: r, cornerWidth: radius, cornerHeight: radius)
        #expect(isNear(path.boundingBoxOfPath, rect) && path.elements.last == .close)
      }
    }
    for point in points(CGPath(ellipseIn: rect)) {
      let (x, y) = ((point.x - rect.midX) / 25, (point.y - rect.midY) / 15)
      #expect(abs(hypot(x, y) - 1) < 0.001)
    }
  }

  @Test func transformedPath() {
    var transform = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 1, ty: 1)
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    let moved = CGRect(x: 1, y: 1, width: 20, height: 30)
    #expect(CGPath(rect: rect, transform: &transform).boundingBox == moved)
    #expect(CGPath(rect: rect).copy(using: &transform)?.boundingBox == moved)
    let path = CGMutablePath()
    path.addRect(rect, transform: transform)
    #expect(path.boundingBox == moved && path.shape == .general)
  }

  /// Paths are equal when their elements are, and record shapes that are drawn faster.
  @Test func equalityAndShapes() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(
      CGPath(rect: rect) == CGPath(rect: rect) && CGPath(rect: rect) != CGPath(ellipseIn: rect))
    #expect(CGPath(rect: rect).shape == .rect(rect))
    #expect(CGPath(ellipseIn: rect).shape == .roundedRect(rect, radius: 5))
    let grown = CGMutablePath()
    grown.addRect(rect)
    #expect(grown.shape == .rect(rect) && grown == CGPath(rect: rect))
    grown.addLine(to: .zero)
    #expect(grown.shape == .general && grown != CGPath(rect: rect))
    let copy = grown.copy()
    grown.closeSubpath()
    #expect(copy != grown && copy.map { type(of: $0) == CGPath.self } == true)
  }
}
