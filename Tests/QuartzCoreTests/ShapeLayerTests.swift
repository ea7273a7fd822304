// ShapeLayerTests.swift
// Pictures of shape and gradient layers (semantics 12, 15).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

private let white = SIMD4(255, 255, 255, 255)
private let black = SIMD4(0, 0, 0, 255)
private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
private let redPixel = SIMD4(255, 0, 0, 255)
private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
private let bluePixel = SIMD4(0, 0, 255, 255)

private func near(_ a: SIMD4<Int>, _ b: SIMD4<Int>, _ tolerance: Int = 2) -> Bool {
  (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
}

private func square(_ x: CGFloat, _ y: CGFloat, _ side: CGFloat) -> CGPath {
  CGPath(rect: CGRect(x: x, y: y, width: side, height: side))
}

extension LiveTree {
  @MainActor @Suite("Shape layers, semantics 12") struct ShapeLayerTests {
    private func shape(_ path: CGPath?, on stage: LiveStage) -> CAShapeLayer {
      let layer = CAShapeLayer()
      layer.frame = CGRect(x: 20, y: 20, width: 60, height: 60)
      layer.path = path
      stage.root.addSublayer(layer)
      return layer
    }

    @Test("Filled black by default, not clipped to the bounds, semantics 12")
    func fillsBeyondBounds() {
      let stage = LiveStage()
      _ = shape(square(-10, -10, 30), on: stage)
      let picture = stage.picture()
      #expect(picture.pixel(12, 12) == black)
      #expect(picture.pixel(38, 38) == black)
      #expect(picture.pixel(42, 42) == white)
    }

    @Test("Drawn between contents and sublayers, stroke over fill, semantics 12, 15")
    func order() {
      let stage = LiveStage()
      let layer = shape(square(10, 10, 30), on: stage)
      layer.backgroundColor = .white
      layer.fillColor = red
      layer.strokeColor = blue
      layer.lineWidth = 8
      let child = CALayer()
      child.frame = CGRect(x: 20, y: 0, width: 4, height: 60)
      child.backgroundColor = .black
      layer.addSublayer(child)
      let picture = stage.picture()
      #expect(picture.pixel(45, 50) == redPixel)
      #expect(picture.pixel(32, 50) == bluePixel, "the line lies half inside")
      #expect(picture.pixel(27, 50) == bluePixel, "and half outside")
      #expect(picture.pixel(24, 50) == white)
      #expect(picture.pixel(41, 50) == black, "sublayers lie above")
      #expect(picture.pixel(41, 31) == black)
    }

    @Test("The even-odd rule excludes regions wound twice, semantics 12") func evenOdd() {
      let stage = LiveStage()
      let path = CGMutablePath()
      path.addPath(square(0, 0, 60))
      path.addPath(square(20, 20, 20))
      let layer = shape(path, on: stage)
      #expect(stage.picture().pixel(50, 50) == black)
      layer.fillRule = .evenOdd
      let picture = stage.picture()
      #expect(picture.pixel(50, 50) == white)
      #expect(picture.pixel(25, 50) == black)
    }

    @Test(
      "The line is the part of the path's length, semantics 12",
      arguments: [
        // start, end, the pixels of a path 0...60 that are drawn
        (0.0, 1.0, 0..<60), (0.0, 0.5, 0..<30), (0.25, 0.75, 15..<45), (0.5, 0.25, 0..<0),
        (-1.0, 2.0, 0..<60),
      ])
    func strokeRange(start: Double, end: Double, drawn: Range<Int>) {
      let stage = LiveStage()
      // Two pieces of 20 and 40: fractions are of the total length.
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 30))
      path.addLine(to: CGPoint(x: 20, y: 30))
      path.addLine(to: CGPoint(x: 60, y: 30))
      let layer = shape(path, on: stage)
      layer.fillColor = nil
      layer.strokeColor = red
      layer.lineWidth = 4
      layer.strokeStart = start
      layer.strokeEnd = end
      let picture = stage.picture()
      for x in 0..<60 {
        #expect(picture.pixel(20 + x, 50) == (drawn.contains(x) ? redPixel : white), "at \(x)")
      }
    }

    @Test("strokeEnd animates, semantics 5, 12") func strokeEndAnimates() {
      let stage = LiveStage()
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 30))
      path.addLine(to: CGPoint(x: 60, y: 30))
      let layer = shape(path, on: stage)
      layer.strokeColor = red
      layer.lineWidth = 4
      CATransaction.flush()
      let draw = CABasicAnimation(keyPath: "strokeEnd")
      draw.fromValue = 0
      draw.duration = 1
      layer.add(draw, forKey: nil)
      stage.advance(to: 0.5)
      let picture = stage.picture()
      #expect(picture.pixel(48, 50) == redPixel)
      #expect(picture.pixel(52, 50) == white)
    }

    @Test("Dash patterns; an unusable pattern is ignored, semantics 12") func dashes() {
      let stage = LiveStage()
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 30))
      path.addLine(to: CGPoint(x: 60, y: 30))
      let layer = shape(path, on: stage)
      layer.strokeColor = red
      layer.lineWidth = 4
      func dashLengths() -> [CGFloat]? {
        for item in stage.drawList().items {
          if case .stroke(_, let style, _) = item.primitive { return style.dashLengths }
        }
        return nil
      }
      layer.lineDashPattern = [10, 5]
      #expect(dashLengths() == [10, 5])
      for useless: [NSNumber] in [[0, 0], [-3, 4], []] {
        layer.lineDashPattern = useless
        #expect(dashLengths() == [])
      }
    }

    @Test("The shape casts the shadow, semantics 15") func shadow() {
      let stage = LiveStage()
      let layer = shape(square(0, 0, 20), on: stage)
      layer.shadowOpacity = 1
      layer.shadowRadius = 0
      layer.shadowOffset = CGSize(width: 30, height: 30)
      let picture = stage.picture()
      #expect(picture.pixel(60, 60) == black)
      #expect(picture.pixel(75, 75) == white)
    }

    @Test("Fill and stroke fade as one group, semantics 15") func groupOpacity() {
      let stage = LiveStage()
      let layer = shape(square(10, 10, 30), on: stage)
      layer.fillColor = .black
      layer.strokeColor = .black
      layer.lineWidth = 8
      layer.opacity = 0.5
      #expect(near(stage.picture().pixel(32, 50), SIMD4(128, 128, 128, 255)))
    }

    @Test("Paths of the same structure are interpolated, others change at once, semantics 5")
    func pathsBlend() {
      let stage = LiveStage()
      let layer = shape(square(0, 0, 20), on: stage)
      CATransaction.flush()
      func animate(to path: CGPath) {
        let change = CABasicAnimation(keyPath: "path")
        change.toValue = path
        change.duration = 1
        layer.add(change, forKey: "path")
        CATransaction.flush()
        MediaClock.advance(to: MediaClock.now + 0.5)
      }
      animate(to: square(0, 0, 40))
      #expect(layer.presentation()?.path?.boundingBox == CGRect(x: 0, y: 0, width: 30, height: 30))
      animate(to: CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 40, height: 40)))
      #expect(layer.presentation()?.path?.boundingBox == CGRect(x: 0, y: 0, width: 40, height: 40))
    }

    /// Handles from the origin and to (90, 0), given by their lengths and their angles in degrees.
    private func arc(_ first: (Double, Double), _ second: (Double, Double)) -> CGPath {
      func point(_ x: Double, _ handle: (length: Double, degrees: Double)) -> CGPoint {
        let angle = handle.degrees / 180 * .pi
        return CGPoint(x: x + handle.length * cos(angle), y: handle.length * sin(angle))
      }
      return CGPath(elements: [
        .move(.zero),
        .cubic(control1: point(0, first), control2: point(90, second), end: CGPoint(x: 90, y: 0)),
      ])
    }

    @Test(
      "Handles of curves turn by the smaller angle, and their lengths change evenly, semantics 5",
      arguments: [
        // from, to, a third of the way: length and degrees
        ((10, 0), (40, 90), (20, 30)),
        ((30, 150), (30, -120), (30, -180)),
        ((30, 0), (60, 0), (40, 0)),
        // Of no length: without a direction of its own.
        ((0, 0), (30, 90), (10, 90)),
        ((30, 60), (0, 0), (20, 60)),
        ((30, 60), (1e-12, -100), (20, 60)),
      ] as [((Double, Double), (Double, Double), (Double, Double))])
    func handlesTurn(from: (Double, Double), to: (Double, Double), third: (Double, Double)) throws {
      let path = try #require(
        arc(from, (5, 5)).blended(to: arc(to, (5, 5)), by: 1.0 / 3))
      let expected = arc(third, (5, 5))
      for (a, b) in zip(path.elements, expected.elements) {
        for (p, q) in zip(a.points, b.points) {
          #expect(hypot(p.x - q.x, p.y - q.y) < 1e-9, "\(p) \(q)")
        }
      }
    }

    @Test("A line beside a curve is a curve with handles of no length, semantics 5")
    func linesBendIntoCurves() throws {
      let line = CGPath(elements: [.move(.zero), .line(CGPoint(x: 90, y: 0))])
      let path = try #require(line.blended(to: arc((20, 90), (20, 180)), by: 0.5))
      #expect(
        path.elements[1].points.map { [$0.x.rounded(), $0.y.rounded()] } == [
          [0, 10], [80, 0], [90, 0],
        ])
      #expect(line.blended(to: CGPath(elements: [.move(.zero), .close]), by: 0.5) == nil)
    }

    @Test("Handles of any finite length give finite points")
    func hugeHandles() throws {
      for length in [1e-300, 1, 1e150, 1e307] {
        let path = try #require(
          arc((length, 20), (1, 1)).blended(to: arc((1, 120), (1, 1)), by: 0.5))
        #expect(path.elements.flatMap(\.points).allSatisfy { $0.x.isFinite && $0.y.isFinite })
      }
    }
  }

  @MainActor @Suite("Gradient layers, semantics 12") struct GradientLayerTests {
    private func gradient(_ colors: [CGColor]?, on stage: LiveStage) -> CAGradientLayer {
      let layer = CAGradientLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      layer.colors = colors
      stage.root.addSublayer(layer)
      return layer
    }

    @Test("From top to bottom by default; nothing without colours, semantics 12")
    func axial() {
      let stage = LiveStage()
      let layer = gradient([.black, .white], on: stage)
      let picture = stage.picture()
      #expect(near(picture.pixel(50, 0), SIMD4(1, 1, 1, 255)))
      #expect(near(picture.pixel(50, 50), SIMD4(128, 128, 128, 255), 3))
      #expect(near(picture.pixel(3, 75), picture.pixel(90, 75)))
      for colors in [nil, []] as [[CGColor]?] {
        layer.colors = colors
        #expect(stage.picture().pixel(50, 50) == white)
      }
      layer.colors = [red]
      #expect(stage.picture().pixel(50, 50) == redPixel)
    }

    @Test("Drawn over the background, clipped to corners, under sublayers and border, semantics 12")
    func fillsTheRoundedShape() {
      let stage = LiveStage()
      let layer = gradient([red, red], on: stage)
      layer.backgroundColor = blue
      layer.cornerRadius = 50
      layer.borderWidth = 4
      layer.borderColor = .black
      let picture = stage.picture()
      #expect(picture.pixel(50, 50) == redPixel)
      #expect(picture.pixel(3, 3) == white)
      #expect(picture.pixel(50, 1) == black)
    }

    @Test("Clear black to white is grey in between: colours are not premultiplied, semantics 12")
    func unpremultiplied() {
      let stage = LiveStage()
      let layer = gradient([CGColor.clear, .white], on: stage)
      layer.backgroundColor = .black
      // Halfway: grey at half alpha over black.
      #expect(near(stage.picture().pixel(50, 50), SIMD4(64, 64, 64, 255), 3))
    }

    @Test("A radial gradient spreads from the start point in ellipses, semantics 12")
    func radial() {
      let stage = LiveStage()
      let layer = gradient([.black, .white], on: stage)
      layer.type = .radial
      layer.startPoint = CGPoint(x: 0.5, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: 0.75)
      let picture = stage.picture()
      #expect(near(picture.pixel(50, 50), black, 6))
      #expect(near(picture.pixel(75, 50), SIMD4(128, 128, 128, 255), 5), "half of the width")
      #expect(near(picture.pixel(50, 62), SIMD4(128, 128, 128, 255), 8), "half of the height")
      #expect(picture.pixel(50, 80) == white)
    }

    @Test("A conic gradient turns from the end point's direction, x towards y, semantics 12")
    func conic() {
      let stage = LiveStage()
      let layer = gradient([.black, .white], on: stage)
      layer.type = .conic
      layer.startPoint = CGPoint(x: 0.5, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: 0.5)
      let picture = stage.picture()
      #expect(near(picture.pixel(90, 51), black, 6))
      #expect(near(picture.pixel(50, 90), SIMD4(64, 64, 64, 255), 4), "a quarter turn towards y")
      #expect(near(picture.pixel(10, 50), SIMD4(128, 128, 128, 255), 4))
      #expect(near(picture.pixel(50, 10), SIMD4(191, 191, 191, 255), 4))
    }

    @Test("Locations place the colours; malformed ones are harmless, semantics 12")
    func locations() {
      let stage = LiveStage()
      let layer = gradient([.black, .white], on: stage)
      layer.actions = ["locations": NSNull()]
      layer.locations = [0.5, 0.5]
      var picture = stage.picture()
      #expect(near(picture.pixel(50, 45), black))
      #expect(near(picture.pixel(50, 55), white))
      layer.locations = [0.8, 0.2]
      picture = stage.picture()
      #expect(near(picture.pixel(50, 70), black))
      layer.locations = [0.5]
      #expect(near(stage.picture().pixel(50, 90), black))
    }
  }
}
