// ContentsPlaceTests.swift
// Image placement by contents gravity, and the softness of shadows.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct ContentsPlaceTests {
  /// A picture of 4 x 2 points in a box of 20 x 8: the box that it covers, by gravity; the
  /// top is where y is least.
  @Test(arguments: [
    (CALayerContentsGravity.resize, CGRect(x: 0, y: 0, width: 20, height: 8)),
    (.resizeAspect, CGRect(x: 2, y: 0, width: 16, height: 8)),
    (.resizeAspectFill, CGRect(x: 0, y: -1, width: 20, height: 10)),
    (.center, CGRect(x: 8, y: 3, width: 4, height: 2)),
    (.top, CGRect(x: 8, y: 0, width: 4, height: 2)),
    (.bottom, CGRect(x: 8, y: 6, width: 4, height: 2)),
    (.left, CGRect(x: 0, y: 3, width: 4, height: 2)),
    (.right, CGRect(x: 16, y: 3, width: 4, height: 2)),
    (.topLeft, CGRect(x: 0, y: 0, width: 4, height: 2)),
    (.topRight, CGRect(x: 16, y: 0, width: 4, height: 2)),
    (.bottomLeft, CGRect(x: 0, y: 6, width: 4, height: 2)),
    (.bottomRight, CGRect(x: 16, y: 6, width: 4, height: 2)),
  ])
  func contentsGravityPlacesImage(gravity: CALayerContentsGravity, box: CGRect) throws {
    let red: [UInt8] = [255, 0, 0, 255]
    let picture = CGImage(
      width: 8, height: 4, premultipliedRGBA: Array(repeatElement(red, count: 32).joined()))
    var scene = Painted(30, 20)
    scene.add(5, 5, 20, 8) {
      ($0.contents, $0.contentsGravity, $0.contentsScale) = (.image(picture), gravity, 2)
    }
    let image = try scene.image()
    for y in 0..<20 {
      for x in 0..<30 {
        let isCovered = box.offsetBy(dx: 5, dy: 5).contains(
          CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
        #expect(image.pixel(x, y) == (isCovered ? redPixel : white), "at \(x), \(y)")
      }
    }
  }

  /// A shadow is blurred by a Gaussian whose standard deviation is its radius: beyond a
  /// straight edge its alpha follows the normal distribution.
  @Test(arguments: [2.0, 4, 6]) func shadowRadiusIsStandardDeviation(radius: Double) throws {
    var scene = Painted(140, 80)
    scene.add(0, 0, 60, 80, red) {
      ($0.shadowOpacity, $0.shadowRadius) = (1, CGFloat(radius))
      $0.shadowOffset = CGSize(width: 40, height: 0)
    }
    let image = try scene.image()
    for deviations in [-1.0, 0, 1, 2] {
      let x = Int((100 + deviations * radius).rounded(.down))
      let distance = (Double(x) + 0.5 - 100) / radius
      let darkness = 0.5 * erfc(distance / 2.0.squareRoot())
      let expected = Int((255 * (1 - darkness)).rounded())
      #expect(
        isNear(image.pixel(x, 40), SIMD4(expected, expected, expected, 255), 4),
        "\(image.pixel(x, 40).x) for \(expected) at \(x)")
    }
  }
}
