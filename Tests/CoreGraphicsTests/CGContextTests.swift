// CGContextTests.swift
// The recording of a context: commands with their graphics state.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct CGContextTests {
  private let rect = CGRect(x: 1, y: 2, width: 3, height: 4)

  @Test func commandsRecordTheirState() {
    let context = CGContext(size: CGSize(width: 10, height: 10))
    #expect(context.isEmpty)
    context.setFillColor(.white)
    context.saveGState()
    context.setFillColor(.black)
    context.setAlpha(0.5)
    context.translateBy(x: 5, y: 6)
    context.scaleBy(x: 2, y: 3)
    context.fill(rect)
    context.restoreGState()
    context.fillEllipse(in: rect)
    let items = context.drawing.items
    #expect(items.count == 2 && !context.isEmpty && context.drawing.size.width == 10)
    #expect(items[0].command == .fill(CGPath(rect: rect), .winding, .black))
    #expect(items[0].transform == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 5, ty: 6))
    #expect(items[0].alpha == 0.5 && items[0].clip == nil)
    #expect(items[1].command == .fill(CGPath(ellipseIn: rect), .winding, .white))
    #expect(items[1].transform == .identity && items[1].alpha == 1)
  }

  /// The transform added last is applied first.
  @Test func transformsArePrepended() {
    let context = CGContext(size: .zero)
    context.rotate(by: .pi / 2)
    context.translateBy(x: 10, y: 0)
    let moved = CGPoint.zero.applying(context.ctm)
    #expect(abs(moved.x) < 1e-12 && abs(moved.y - 10) < 1e-12)
  }

  @Test func drawingClearsThePath() {
    let context = CGContext(size: .zero)
    context.move(to: .zero)
    context.addLine(to: CGPoint(x: 1, y: 0))
    context.setLineWidth(3)
    context.setLineCap(.round)
    context.strokePath()
    context.addRect(rect)
    context.fillPath(using: .evenOdd)
    let items = context.drawing.items
    var style = StrokeStyle()
    (style.width, style.cap) = (3, .round)
    #expect(
      items[0].command
        == .stroke(
          CGPath(elements: [.move(.zero), .line(CGPoint(x: 1, y: 0))]), style, .black))
    #expect(items[1].command == .fill(CGPath(rect: rect), .evenOdd, .black))
  }

  /// Clips nest, and end when the state is restored.
  @Test func clipsNest() {
    let context = CGContext(size: .zero)
    context.saveGState()
    context.clip(to: rect)
    context.translateBy(x: 1, y: 0)
    context.addEllipse(in: rect)
    context.clip()
    context.fill(rect)
    context.restoreGState()
    context.fill(rect)
    let drawing = context.drawing
    #expect(drawing.items.map(\.clip) == [1, nil])
    #expect(drawing.clips.map(\.parent) == [nil, 0])
    #expect(drawing.clips[0].transform == .identity && drawing.clips[1].transform.tx == 1)
  }

  @Test func unbalancedRestoreDoesNothing() {
    let context = CGContext(size: .zero)
    context.translateBy(x: 1, y: 0)
    context.restoreGState()
    #expect(context.ctm.tx == 1)
  }

  @Test func imagesAndGradientsAreRecorded() throws {
    let context = CGContext(size: .zero)
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 4])
    context.draw(image, in: rect)
    let gradient = try #require(CGGradient(colors: [.white, .black, .clear]))
    #expect(gradient.locations == [0, 0.5, 1] && CGGradient(colors: []) == nil)
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 5, y: 0))
    #expect(
      context.drawing.items.map(\.command) == [
        .image(image, rect, isSmooth: true),
        .linearGradient(gradient, from: .zero, to: CGPoint(x: 5, y: 0)),
      ])
  }

  /// Drawings are compared by value, whichever context recorded them.
  @Test func drawingEquality() {
    func drawing(_ width: CGFloat) -> Drawing {
      let context = CGContext(size: CGSize(width: 5, height: 5))
      context.setLineWidth(width)
      context.stroke(rect)
      return context.drawing
    }
    #expect(drawing(1) == drawing(1) && drawing(1).hashValue == drawing(1).hashValue)
    #expect(drawing(1) != drawing(2))
  }

  /// A component that is not a number is 0, an infinite one the nearest; both are reported once.
  @Test func nonFiniteComponentsTakeTheNearest() async {
    let (colors, lines) = Reports.collecting {
      [
        CGColor(red: .nan, green: .infinity, blue: -.infinity, alpha: 1),
        CGColor(gray: 0, alpha: .nan), CGColor(gray: .nan, alpha: 1),
        CGColor(displayP3Red: .nan, green: 0, blue: 0, alpha: .infinity),
        CGColor(genericCMYKCyan: .nan, magenta: .infinity, yellow: 1, black: .nan, alpha: 1),
      ]
    }
    #expect(colors[0].components == [0, 1, 0, 1] && colors[1].alpha == 0 && colors[2] == .black)
    #expect(colors[3].alpha == 1 && colors[4].components == [1, 0, 0, 1])
    #expect(lines.count == 1 && lines.first?.contains("a component of a colour cannot be") == true)
    await #expect(processExitsWith: .failure) {
      _ = CGGradient(colors: [.white], locations: [0, 1])
    }
    #expect(CGColor(gray: 0.5, alpha: 0.5).components == [0.5, 0.5, 0.5, 0.5])
    #expect(CGColor.white.copy(alpha: 0.25)?.alpha == 0.25)
  }
}
