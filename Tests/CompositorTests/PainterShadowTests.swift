// PainterShadowTests.swift
// Shadows of paths and of content, also at the edge of a clip, and masks.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct PainterShadowTests {
  private func shadowed(
    _ v: inout LayerValues, opacity: Double = 1, radius: CGFloat = 0, dx: CGFloat = 0,
    dy: CGFloat = 0
  ) {
    (v.shadowOpacity, v.shadowRadius) = (opacity, radius)
    v.shadowOffset = CGSize(width: dx, height: dy)
  }

  private func path(_ points: [(CGFloat, CGFloat)]) -> CGPath {
    let path = CGMutablePath()
    for (index, point) in points.enumerated() {
      let point = CGPoint(x: point.0, y: point.1)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }

  /// A path casts its own shape, not its box; by the non-zero rule.
  @Test func shadowPathCastsItsShape() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 20, 20) {
      shadowed(&$0, opacity: 0.5, dx: 10)
      $0.shadowPath = path([(0, 0), (20, 0), (0, 20)])
    }
    var image = try scene.image()
    #expect(isNear(image.pixel(13, 3), SIMD4(128, 128, 128, 255)))
    #expect(image.pixel(28, 18) == white && image.pixel(5, 5) == white)
    // Nested squares of the same orientation.
    let nested = CGMutablePath()
    nested.addPath(path([(0, 0), (20, 0), (20, 20), (0, 20)]))
    nested.addPath(path([(5, 5), (15, 5), (15, 15), (5, 15)]))
    scene.set(layer) { $0.shadowPath = nested }
    image = try scene.image()
    #expect(isNear(image.pixel(20, 10), SIMD4(128, 128, 128, 255)))
    // The shadow's alpha is its own opacity times the layer's; it is beneath the layer.
    scene.set(layer) { ($0.opacity, $0.backgroundColor) = (0.5, red) }
    image = try scene.image()
    #expect(isNear(image.pixel(25, 10), SIMD4(191, 191, 191, 255), 2))
    #expect(isNear(image.pixel(15, 10), SIMD4(223, 96, 96, 255), 2))
    #expect(isNear(image.pixel(5, 10), SIMD4(255, 128, 128, 255), 2))
  }

  /// A path's shadow is as soft as a box's.
  @Test func shadowPathIsBlurredLikeABox() throws {
    var scene = Painted(60, 60)
    let layer = scene.add(10, 10, 40, 40) {
      shadowed(&$0, radius: 4)
      $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 40, height: 40))
    }
    let box = try scene.image()
    scene.set(layer) { $0.shadowPath = path([(0, 0), (40, 0), (40, 40), (0, 40)]) }
    let general = try scene.image()
    #expect(PictureDifference(box, general).maximum <= 8)
    #expect(box.pixel(8, 30).x < 250 && box.pixel(8, 30).x > 100)
  }

  /// Clipped content still casts its shadow into the clip.
  @Test(arguments: [false, true]) func clippedContentStillCastsShadow(hasBackground: Bool) throws {
    var scene = Painted(60, 60)
    let parent = scene.add(0, 20, 60, 40)
    let layer = scene.add(10, -25, 40, 20, hasBackground ? red : nil, to: parent) {
      shadowed(&$0, radius: 3, dy: 15)
      if hasBackground { $0.shadowPath = path([(0, 0), (40, 0), (40, 20), (0, 20)]) }
    }
    if !hasBackground { scene.add(0, 0, 40, 20, red, to: layer) }
    let whole = try scene.image()
    scene.set(parent) { $0.masksToBounds = true }
    let clipped = try scene.image()
    #expect(clipped.pixel(30, 10) == white && whole.pixel(30, 10) == redPixel)
    for y in 20..<60 { #expect(isNear(clipped.pixel(30, y), whole.pixel(30, y)), "row \(y)") }
    #expect(whole.pixel(30, 22).x < 10)
  }

  /// The shadow is that of the composited layer: opaque parts on a translucent
  /// background cast a stronger one.
  @Test func opaquePartsCastStrongerShadow() throws {
    var scene = Painted()
    let half = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let layer = scene.add(0, 0, 20, 20, half) { shadowed(&$0, dy: 20) }
    #expect(isNear(try scene.image().pixel(10, 30), SIMD4(128, 128, 128, 255)))
    scene.add(0, 0, 20, 10, blue, to: layer)
    let image = try scene.image()
    #expect(isNear(image.pixel(10, 25), SIMD4(0, 0, 0, 255)))
    #expect(isNear(image.pixel(10, 35), SIMD4(128, 128, 128, 255)))
  }

  /// All descendants of a layer cast shadows, at any depth, except for clipped parts.
  @Test func deepSublayersBeyondBoundsCastShadow() throws {
    var scene = Painted(60, 60)
    let layer = scene.add(0, 0, 20, 20, red) { shadowed(&$0, dy: 30) }
    let part = scene.add(5, 5, 10, 10, blue, to: layer)
    scene.add(20, 0, 20, 10, blue, to: part)
    #expect(isNear(try scene.image().pixel(35, 40), SIMD4(0, 0, 0, 255)))
    scene.set(part) { $0.masksToBounds = true }
    #expect(try scene.image().pixel(35, 40) == white)
  }

  /// A shape sublayer casts a shadow beyond the bounds, too.
  @Test func shapeSublayersCastShadow() throws {
    var scene = Painted(60, 60)
    let layer = scene.add(0, 0, 20, 20, red) { shadowed(&$0, dy: 30) }
    let part = scene.add(5, 5, 10, 10, to: layer) {
      var shape = ShapeValues()
      shape.path = CGPath(rect: CGRect(x: 20, y: 0, width: 20, height: 10), transform: nil)
      $0.subclass = .shape(shape)
    }
    #expect(isNear(try scene.image().pixel(35, 40), SIMD4(0, 0, 0, 255)))
    scene.set(part) { $0.masksToBounds = true }
    #expect(try scene.image().pixel(35, 40) == white)
  }

  // MARK: Masks

  /// A mask applies with its opacity, sublayers, transform and own mask.
  @Test func maskUsesOpacityTransformAndSublayers() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 40, 40, red)
    let mask = scene.add(0, 0, 20, 20, nil, to: layer, isMask: true) { $0.opacity = 0.5 }
    let part = scene.add(10, 0, 20, 20, blue, to: mask)
    var image = try scene.image()
    #expect(isNear(image.pixel(25, 10), SIMD4(255, 128, 128, 255)) && image.pixel(5, 10) == white)
    scene.set(mask) {
      $0.opacity = 1
      $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    }
    image = try scene.image()
    // About (10, 10), right becomes down.
    #expect(image.pixel(10, 25) == redPixel && image.pixel(25, 10) == white)
    scene.add(0, 0, 10, 20, .black, to: part, isMask: true)
    image = try scene.image()
    #expect(image.pixel(10, 15) == redPixel && image.pixel(10, 25) == white)
    // A mask that is hidden or elsewhere hides everything.
    scene.set(mask) { $0.isHidden = true }
    #expect(try scene.image().pixel(10, 15) == white)
    scene.set(mask) { ($0.isHidden, $0.position) = (false, CGPoint(x: 500, y: 0)) }
    #expect(try scene.image().pixel(10, 15) == white)
  }
}
