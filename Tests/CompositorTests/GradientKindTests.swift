// GradientKindTests.swift
// Radial and conic gradients as fills (CAGradientLayer).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct GradientKindTests {
  private func filled(
    _ kind: GradientKind, start: CGPoint, end: CGPoint, colors: [CGColor] = [.black, .white],
    transform: PlaneTransform = .identity
  ) throws -> CGImage {
    let gradient = try #require(CGGradient(colors: colors))
    let fill = GradientFill(
      kind: kind, rect: CGRect(x: 0, y: 0, width: 100, height: 60), gradient: gradient,
      start: start, end: end)
    return try picture(100, 60, [DrawItem(.gradient(fill), transform)])
  }

  /// An ellipse about the start with radii |end - start| on each axis; the last colour continues.
  @Test func radialGradientIsAnEllipse() throws {
    let image = try filled(.radial, start: CGPoint(x: 50, y: 30), end: CGPoint(x: 10, y: 50))
    for y in 0..<60 {
      for x in 0..<100 {
        let place = hypot((Double(x) + 0.5 - 50) / 40, (Double(y) + 0.5 - 30) / 20)
        #expect(abs(Double(image.pixel(x, y).x) - min(place, 1) * 255) <= 1, "\(x), \(y)")
      }
    }
  }

  /// From the direction of the end point, turning from x to y: clockwise if y points down.
  @Test func conicGradientRunsClockwise() throws {
    let image = try filled(.conic, start: CGPoint(x: 50, y: 30), end: CGPoint(x: 50, y: 60))
    for y in 0..<60 {
      for x in 0..<100 where abs(Double(x) + 0.5 - 50) > 1 {
        let angle = atan2(Double(y) + 0.5 - 30, Double(x) + 0.5 - 50) / (2 * .pi) - 0.25
        let place = angle - angle.rounded(.down)
        #expect(abs(Double(image.pixel(x, y).x) - place * 255) <= 1, "\(x), \(y)")
      }
    }
  }

  /// Where last and first colour meet, the pixels in between are a mix of both.
  @Test func conicGradientSeamIsAntialiased() throws {
    let image = try filled(.conic, start: CGPoint(x: 20, y: 30.25), end: CGPoint(x: 90, y: 30.25))
    // Three quarters of the row lie below the line, where the first colour begins.
    #expect(abs(image.pixel(80, 30).x - 64) <= 1)
    #expect(image.pixel(80, 29).x > 250 && image.pixel(80, 31).x < 5)
  }

  @Test(arguments: [GradientKind.radial, .conic])
  func gradientsTransformWithTheirShape(kind: GradientKind) throws {
    let (start, end) = (CGPoint(x: 40, y: 20), CGPoint(x: 70, y: 55))
    let plain = try filled(kind, start: start, end: end, colors: [red, green, blue])
    var half = PlaneTransform(a: 0.5, d: 0.5)
    let small = try filled(
      kind, start: start, end: end, colors: [red, green, blue], transform: half)
    #expect(isNear(small.pixel(40, 14), plain.pixel(80, 28), 6))
    half = PlaneTransform(a: -1, d: -1, tx: 100, ty: 60)
    let turned = try filled(
      kind, start: start, end: end, colors: [red, green, blue], transform: half)
    #expect(isNear(turned.pixel(10, 10), plain.pixel(89, 49), 1))
  }

  /// In perspective nearer parts are wider; points on a line through the start stay on it.
  @Test func gradientsAreDrawnInPerspective() throws {
    let tilt = PlaneTransform(px: 0.004)
    let image = try filled(
      .conic, start: CGPoint(x: 0, y: 30), end: CGPoint(x: 100, y: 30), colors: [red, blue],
      transform: tilt)
    #expect(image.pixel(40, 5).z > 200 && image.pixel(40, 40).x > 200)
  }

  /// Points without a size or direction paint the last colour everywhere.
  @Test(arguments: [GradientKind.axial, .radial, .conic])
  func coincidingGradientPointsShowLastColour(kind: GradientKind) throws {
    let image = try filled(kind, start: .zero, end: .zero, colors: [red, blue])
    #expect(image.pixel(50, 30) == SIMD4(0, 0, 255, 255))
    if kind == .radial {
      let flat = try filled(kind, start: .zero, end: CGPoint(x: 0, y: 9), colors: [red, blue])
      #expect(flat.pixel(50, 30) == SIMD4(0, 0, 255, 255))
    }
  }

  /// Clear black to white shows grey: colours are mixed before they are premultiplied.
  @Test func gradientInterpolatesUnpremultipliedColours() throws {
    let image = try filled(
      .radial, start: CGPoint(x: 50, y: 30), end: CGPoint(x: 100, y: 60),
      colors: [CGColor(gray: 0, alpha: 0), .white])
    // Halfway: half-transparent mid grey over white.
    #expect(abs(image.pixel(75, 30).x - 191) <= 2)
  }
}
