// ClipEdgeTests.swift
// The edges of layers that clip to round corners: their background does not shine through beside what covers it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct ClipEdgeTests {
  /// A red card, covered by a layer of white on white, leaves no red line; turned and between pixels neither.
  @Test(arguments: [CALayerCornerCurve.circular, .continuous], [0.0, 0.3])
  func backgroundDoesNotShineThroughTheEdgesOfItsClip(
    curve: CALayerCornerCurve, angle: Double
  ) throws {
    var scene = Painted(100, 100)
    let card = scene.add(20.4, 20.7, 60, 50, red) {
      ($0.cornerRadius, $0.cornerCurve, $0.masksToBounds) = (14, curve, true)
      $0.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    }
    scene.add(-20, -20, 100, 90, .white, to: card)
    let image = try scene.image()
    for y in 0..<100 {
      for x in 0..<100 {
        #expect(isNear(image.pixel(x, y), white), "\(x), \(y): \(image.pixel(x, y))")
      }
    }
  }

  /// What covers half of a card ends at the card's edge, on the background as beside it.
  @Test func clippedBackgroundHasTheCoverageOfItsShape() throws {
    func image(isClipped: Bool) throws -> CGImage {
      var scene = Painted(100, 100)
      let card = scene.add(20.4, 20.7, 60, 50, blue) {
        ($0.cornerRadius, $0.masksToBounds, $0.opacity) = (14, isClipped, 0.8)
      }
      // Of the background's colour, and nowhere near the edges.
      scene.add(20, 20, 10, 10, blue, to: card)
      return try scene.image()
    }
    let (clipped, plain) = (try image(isClipped: true), try image(isClipped: false))
    #expect(PictureDifference(clipped, plain).maximum <= 1)
  }

  /// A gradient layer's background keeps its own shape beneath the gradient.
  @Test func clippedGradientKeepsItsBackground() throws {
    var scene = Painted(60, 60)
    let card = scene.add(10, 10, 40, 40, red) {
      ($0.cornerRadius, $0.masksToBounds) = (10, true)
      var values = GradientValues()
      values.colors = [CGColor(gray: 1, alpha: 0), CGColor(gray: 1, alpha: 0)]
      $0.subclass = .gradient(values)
    }
    scene.add(30, 30, 20, 20, blue, to: card)
    let image = try scene.image()
    #expect(image.pixel(30, 15) == redPixel && image.pixel(45, 40) == bluePixel)
    #expect(image.pixel(11, 11) == white && image.pixel(48, 48) == white)
  }
}
