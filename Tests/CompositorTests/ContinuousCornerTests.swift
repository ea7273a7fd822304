// ContinuousCornerTests.swift
// Continuous corner curves, which begin further out than circles.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct ContinuousCornerTests {
  /// A box of 80 x 80 at (10, 10) with a radius of 20, on 100 x 100, with some changes.
  private func scene(_ change: (inout LayerValues) -> Void) -> Painted {
    var scene = Painted(100, 100)
    scene.add(10, 10, 80, 80, red) {
      ($0.cornerRadius, $0.cornerCurve) = (20, .continuous)
      change(&$0)
    }
    return scene
  }

  /// The pixels of a row covered at least half by the background.
  private func count(_ image: CGImage, row: Int) -> Int {
    (0..<100).count { image.pixel($0, row).y < 128 }
  }

  /// A continuous corner begins `cornerCurveExpansionFactor` radii from the corner, and shares its
  /// middle with the circle.
  @Test func continuousCornersBeginFurtherOut() throws {
    let circular = try scene { $0.cornerCurve = .circular }.image()
    let image = try scene { _ in }.image()
    // From 25 pixels above the lower edge of the corner on, the side is straight.
    #expect(count(image, row: 41) == 80 && count(image, row: 50) == 80)
    for row in 10..<40 {
      let (a, b) = (count(image, row: row), count(circular, row: row))
      #expect(a <= b && b - a <= 12, "\(row): \(a) and \(b)")
    }
    #expect(count(image, row: 10) < count(circular, row: 10))
    // The middle lies 20 (1 - 1/√2) = 5.86 from both sides.
    #expect(isNear(image.pixel(15, 15), circular.pixel(15, 15), 40))
    #expect(image.pixel(14, 14) == white && image.pixel(17, 17) == redPixel)
  }

  /// Corners outside of `maskedCorners` are right angles.
  @Test func maskedCornersLimitContinuousCorners() throws {
    let corner = try scene { $0.maskedCorners = .layerMaxXMaxYCorner }.image()
    #expect(corner.pixel(10, 10) == redPixel && corner.pixel(89, 10) == redPixel)
    #expect(corner.pixel(89, 89) == white)
  }

  /// Clip, border, gradient and shadow have the same shape.
  @Test func clipBorderGradientAndShadowFollowContinuousCorners() throws {
    let shape = try scene { _ in }.image()
    func hasShape(_ image: CGImage, _ tolerance: Int = 40) -> Bool {
      (10..<90).allSatisfy { y in
        (10..<90).allSatisfy { x in
          (shape.pixel(x, y) == white) == (image.pixel(x, y) == white)
            || abs(shape.pixel(x, y).y - image.pixel(x, y).y) <= tolerance
        }
      }
    }
    var clipped = scene { ($0.backgroundColor, $0.masksToBounds) = (nil, true) }
    clipped.add(-10, -10, 100, 100, red, to: 1)
    #expect(hasShape(try clipped.image()))
    let bordered = try scene {
      ($0.backgroundColor, $0.borderWidth, $0.borderColor) = (nil, 30, red)
    }.image()
    #expect(bordered.pixel(50, 50) == white && bordered.pixel(12, 50) == redPixel)
    #expect(bordered.pixel(11, 11) == white)
    let full = try scene {
      ($0.backgroundColor, $0.borderWidth, $0.borderColor) = (nil, 60, red)
    }.image()
    #expect(hasShape(full))
    var gradient = GradientValues()
    gradient.colors = [red, red]
    let ramp = try scene {
      ($0.backgroundColor, $0.subclass) = (nil, .gradient(gradient))
    }.image()
    #expect(hasShape(ramp))
    let shadow = try scene {
      ($0.shadowOpacity, $0.shadowRadius, $0.shadowColor) = (1, 0, blue)
      $0.shadowOffset = CGSize(width: 5, height: 0)
    }.image()
    #expect(shadow.pixel(92, 50) == bluePixel && shadow.pixel(92, 12) == white)
    #expect(hasShape(shadow, 255))
  }

  /// With the largest radius the curve is a circle.
  @Test func largestContinuousRadiusIsACircle() throws {
    let image = try scene { $0.cornerRadius = 40 }.image()
    let circle = try scene { ($0.cornerRadius, $0.cornerCurve) = (40, .circular) }.image()
    for row in 10..<90 { #expect(abs(count(image, row: row) - count(circle, row: row)) <= 2) }
  }

  /// Without room for the whole curve, it ends at the middle of the side.
  @Test func continuousCornersFitTheirBox() {
    let path = CGPath(
      continuousRect: CGRect(x: 0, y: 0, width: 40, height: 100), radii: SIMD4(20, 18, 0, 4))
    let box = path.boundingBoxOfPath
    #expect(box == CGRect(x: 0, y: 0, width: 40, height: 100))
  }
}
