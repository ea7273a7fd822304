// PainterRasterTests.swift
// Layers rasterized at their own scale (shouldRasterize).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct PainterRasterTests {
  /// A fine grid of columns, one point each, black on white.
  private func grid(_ change: (inout LayerValues) -> Void) -> Painted {
    var scene = Painted(40, 40)
    let layer = scene.add(4, 4, 32, 32, CGColor(gray: 1, alpha: 1)) { change(&$0) }
    for column in stride(from: 0.0, to: 32, by: 2) {
      scene.add(CGFloat(column), 0, 1, 32, .black, to: layer)
    }
    return scene
  }

  /// At the screen's scale nothing changes; at half of it columns become grey; a layer scaled up
  /// shows its rasterized pixels.
  @Test func rasterizationScaleSetsResolution() throws {
    let plain = try grid { _ in }.image()
    let same = try grid { $0.shouldRasterize = true }.image()
    #expect(PictureDifference(plain, same).maximum == 0)
    let half = try grid { ($0.shouldRasterize, $0.rasterizationScale) = (true, 0.5) }.image()
    for x in 8..<32 { #expect(isNear(half.pixel(x, 20), SIMD4(128, 128, 128, 255), 3)) }
    // Without rasterization, a layer scaled up stays sharp.
    let large = CATransform3DMakeScale(8, 8, 1)
    let sharp = try grid { $0.transform = large }.image()
    let soft = try grid { ($0.transform, $0.shouldRasterize) = (large, true) }.image()
    func greys(_ image: CGImage) -> Int {
      (0..<40).filter { (1..<255).contains(image.pixel($0, 20).x) }.count
    }
    #expect(greys(sharp) == 0 && greys(soft) > 20)
  }

  /// Opacity is applied afterwards; sublayers outside, shadows and masks are in the picture.
  @Test func opacityAppliesToRasterizedPicture() throws {
    var scene = Painted(40, 40)
    let layer = scene.add(10, 10, 10, 10, red) {
      ($0.shouldRasterize, $0.rasterizationScale) = (true, 2)
      ($0.opacity, $0.allowsGroupOpacity) = (0.5, false)
      ($0.shadowOpacity, $0.shadowRadius) = (1, 0)
      $0.shadowOffset = CGSize(width: 0, height: 15)
    }
    scene.add(5, 0, 20, 10, blue, to: layer)
    let image = try scene.image()
    #expect(isNear(image.pixel(12, 15), SIMD4(255, 128, 128, 255), 2))
    #expect(isNear(image.pixel(17, 15), SIMD4(128, 128, 255, 255), 2))
    #expect(isNear(image.pixel(30, 15), SIMD4(128, 128, 255, 255), 2))
    #expect(isNear(image.pixel(12, 30), SIMD4(128, 128, 128, 255), 2))
  }

  /// A rotated layer keeps its position, also in perspective, at an invalid scale, and when it is
  /// mostly off the screen.
  @Test func rotatedRasterizedLayersKeepTheirPosition() throws {
    for transform in [
      CATransform3DMakeRotation(0.5, 0, 0, 1), CATransform3DMakeRotation(0.8, 0, 1, 0),
      CATransform3DMakeTranslation(1000, 0, 0), CATransform3DMakeScale(3, 3, 1),
    ] {
      var pictures: [CGImage] = []
      for scale in [0, 4.0] {
        var scene = Painted(60, 60)
        scene.set(scene.tree.root) { $0.sublayerTransform.m34 = -1 / 150 }
        let layer = scene.add(15, 15, 30, 30, red) {
          $0.transform = transform
          ($0.shouldRasterize, $0.rasterizationScale) = (scale > 0, scale > 0 ? scale : 1)
        }
        scene.add(5, 5, 10, 20, blue, to: layer)
        pictures.append(try scene.image())
      }
      let sum = zip(pictures[0].pixels, pictures[1].pixels).reduce(0) {
        $0 + abs(Int($1.0) - Int($1.1))
      }
      #expect(Double(sum) / Double(pictures[0].pixels.count) < 1.5)
    }
    for scale in [0, -1, .infinity, .nan, 1e9] as [CGFloat] {
      var scene = Painted()
      scene.add(0, 0, 20, 20, red) { ($0.shouldRasterize, $0.rasterizationScale) = (true, scale) }
      #expect(try scene.image().pixel(10, 10) == redPixel)
    }
  }
}
