// PathTrimmingTests.swift
// The part of a path between two fractions of its length.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing

@Suite struct PathTrimmingTests {
  private func line(_ points: (CGFloat, CGFloat)...) -> CGMutablePath {
    let path = CGMutablePath()
    for (index, point) in points.enumerated() {
      let point = CGPoint(x: point.0, y: point.1)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  @Test func lengths() {
    #expect(line((0, 0), (3, 4)).length == 5)
    #expect(CGPath(rect: CGRect(x: 1, y: 1, width: 10, height: 20)).length == 60)
    let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100))
    // Four cubics approximate a circle to within 0.03 % of the radius.
    #expect(abs(circle.length - 100 * .pi) < 0.05)
    #expect(CGPath().length == 0)
  }

  @Test func trimmingFromZeroToOneIsIdentity() {
    let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(path.trimmed(from: 0, to: 1) === path)
    #expect(path.trimmed(from: -2, to: 7) === path)
  }

  @Test func emptyWhenTheEndIsNotAfterTheStart() {
    let path = line((0, 0), (10, 0))
    #expect(path.trimmed(from: 0.5, to: 0.5).elements.isEmpty)
    #expect(path.trimmed(from: 0.7, to: 0.2).elements.isEmpty)
    #expect(CGPath().trimmed(from: 0, to: 0.5).elements.isEmpty)
    #expect(line((4, 4)).trimmed(from: 0, to: 0.5).elements.isEmpty)
  }

  @Test func trimmingWithinElements() {
    let path = line((0, 0), (10, 0), (10, 10))
    #expect(
      path.trimmed(from: 0.25, to: 0.75).elements
        == [
          .move(CGPoint(x: 5, y: 0)), .line(CGPoint(x: 10, y: 0)), .line(CGPoint(x: 10, y: 5)),
        ])
  }

  @Test func trimmedSubpathIsOpen() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 20, y: 0, width: 10, height: 10))
    let part = path.trimmed(from: 0, to: 0.75).elements
    #expect(part.contains(.close))
    #expect(part.count { if case .close = $0 { true } else { false } } == 1)
    #expect(part.last == .line(CGPoint(x: 30, y: 10)))
    // The line of the close is a side like the others.
    let ending = path.trimmed(from: 0.375, to: 0.5).elements
    #expect(ending == [.move(CGPoint(x: 0, y: 10)), .line(CGPoint(x: 0, y: 0))])
  }

  /// Elements share the path by their length: the part between two of their ends has its share.
  @Test func elementsHaveTheirShareOfTheLength() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(
      to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 120), control2: CGPoint(x: 30, y: -90))
    path.addQuadCurve(to: CGPoint(x: 50, y: 80), control: CGPoint(x: 160, y: 70))
    path.addLine(to: CGPoint(x: -20, y: 10))
    path.closeSubpath()
    let whole = path.length
    let ends = (1...5).map { CGPath(elements: Array(path.elements.prefix($0))).length / whole }
    #expect(ends.first == 0 && ends.last == 1)
    for (index, start) in ends.enumerated() {
      for end in ends[(index + 1)...] {
        let part = path.trimmed(from: start, to: end)
        #expect(abs(part.length - (end - start) * whole) < 1e-6 * whole, "\(start) to \(end)")
      }
    }
  }
}
