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
  /// A pixel has one of the two values beside the exact one, of a table of 1024 colours.
  private static let step = 1 + 255.0 / 1023 / 2

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
        #expect(abs(Double(image.pixel(x, y).x) - min(place, 1) * 255) <= Self.step, "\(x), \(y)")
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
        #expect(abs(Double(image.pixel(x, y).x) - place * 255) <= Self.step, "\(x), \(y)")
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

  // MARK: Dither

  /// A wide gradient of few colours has no bands: the mean of each small area is right, not only to half a step.
  @Test(arguments: [GradientKind.axial, .radial, .conic])
  func gradientsOfFewColoursHaveNoBands(kind: GradientKind) throws {
    let (from, to) = (CGColor(gray: 0.1, alpha: 1), CGColor(gray: 0.2, alpha: 1))
    let gradient = try #require(CGGradient(colors: [from, to]))
    let fill = GradientFill(
      kind: kind, rect: CGRect(x: 0, y: 0, width: 512, height: 64), gradient: gradient,
      start: CGPoint(x: 0, y: -100), end: CGPoint(x: 512, y: kind == .radial ? 412 : -100))
    let image = try picture(512, 64, [DrawItem(.gradient(fill))])
    let plane = try #require(GradientPlane(kind, start: fill.start, end: fill.end))
    for block in 0..<64 {
      var (sum, ideal) = (0.0, 0.0)
      for y in 24..<32 {
        for x in block * 8..<block * 8 + 8 {
          sum += Double(image.pixel(x, y).x)
          let place = plane.position(Double(x) + 0.5, Double(y) + 0.5).value
          ideal += 255 * (0.1 + 0.1 * min(max(place, 0), 1))
        }
      }
      #expect(abs(sum - ideal) / 64 < 0.1, "\(sum / 64) for \(ideal / 64) at \(block * 8)")
    }
  }

  /// Where the colour does not change there is no pattern, though no pixel has exactly that colour.
  @Test func flatPartsOfGradientsAreOneColour() throws {
    let colors = [
      CGColor(red: 0.3, green: 0.5, blue: 0.7, alpha: 0.9), CGColor(gray: 0.45, alpha: 1),
    ]
    let gradient = try #require(
      CGGradient(
        colors: [colors[0], colors[0], colors[1], colors[1]], locations: [0, 0.4, 0.6, 1]))
    let fill = GradientFill(
      rect: CGRect(x: 0, y: 0, width: 100, height: 16), gradient: gradient,
      start: CGPoint(x: 10, y: 0), end: CGPoint(x: 90, y: 0))
    let image = try picture(100, 16, [DrawItem(.gradient(fill))])
    for y in 0..<16 {
      for x in 0..<40 { #expect(image.pixel(x, y) == image.pixel(0, 0), "\(x), \(y)") }
      for x in 60..<100 { #expect(image.pixel(x, y) == image.pixel(99, 0), "\(x), \(y)") }
    }
  }

  /// The pattern belongs to the gradient, not to the screen: it does not crawl under a gradient that moves.
  @Test func gradientMovedByWholePixelsIsTheSamePictureMoved() throws {
    let gradient = try #require(CGGradient(colors: [CGColor(gray: 0.1, alpha: 1), red, .white]))
    func image(_ x: Double, _ y: Double) throws -> CGImage {
      let fill = GradientFill(
        kind: .radial, rect: CGRect(x: 1, y: 2, width: 40, height: 30), gradient: gradient,
        start: CGPoint(x: 10, y: 10), end: CGPoint(x: 60, y: 50))
      return try picture(80, 60, [DrawItem(.gradient(fill), PlaneTransform(tx: x, ty: y))])
        .cropped(x: Int(x), y: Int(y), width: 50, height: 40)
    }
    let first = try image(0, 0)
    for (x, y) in [(1.0, 0.0), (0, 1), (5, 3), (13, 11)] {
      #expect(try image(x, y).pixels == first.pixels, "\(x), \(y)")
    }
  }
}
