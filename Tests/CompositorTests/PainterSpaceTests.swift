// PainterSpaceTests.swift
// Layers in perspective, from behind, flipped, and without a size.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct PainterSpaceTests {
  /// A card of 60 x 60 in the middle of 100 x 100, rotated about y by an angle and seen from 200.
  private func card(_ angle: Double, _ change: (inout LayerValues) -> Void = { _ in }) -> Painted {
    var scene = Painted(100, 100)
    scene.set(scene.tree.root) { $0.sublayerTransform.m34 = -1 / 200 }
    scene.add(20, 20, 60, 60, blue) {
      $0.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      change(&$0)
    }
    return scene
  }

  /// The nearer side is larger, by the perspective division; both sides are upright.
  @Test func perspectiveDividesByDepth() throws {
    let image = try card(.pi / 4).image()
    // x = ±30 cos, depth = ±30 sin; positions are divided by 1 + depth / 200.
    let (c, s) = (30 * cos(Double.pi / 4), 30 * sin(Double.pi / 4))
    for (sign, side) in [(1.0, "right"), (-1, "left")] {
      let w = 1 + sign * s / 200
      let (x, half) = (50 + sign * c / w, 30 / w)
      let inside = Int((x - sign * 2).rounded(.down))
      #expect(image.pixel(inside, 50) == bluePixel, "\(side)")
      #expect(image.pixel(Int((x + sign * 2).rounded(.down)), 50) == white, "\(side)")
      #expect(image.pixel(inside, Int(50 - half + 2)) == bluePixel, "\(side)")
      #expect(image.pixel(inside, Int(50 - half - 2)) == white, "\(side)")
    }
  }

  /// Contents are mapped in perspective: the middle of an image is on the axis, not halfway between
  /// its sides.
  @Test func contentsAreMappedInPerspective() throws {
    let picture = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 255, 0, 255])
    let image = try card(1.2) {
      $0.contents = .image(picture)
      $0.magnificationFilter = .nearest
    }.image()
    #expect(image.pixel(48, 50) == redPixel && image.pixel(51, 50) == greenPixel)
    let row = (0..<100).filter { image.pixel($0, 50) != white }
    let middle = Double(row.reduce(0, +)) / Double(row.count)
    // The near half, on the left, is wider.
    #expect(middle < 49.3)
  }

  /// The whole map to the screen, perspective included, determines back faces.
  @Test func backFacesAreDecidedInPerspective() throws {
    for (angle, isSeen) in [
      (1.4, true), (1.45, false), (1.8, false), (.pi, false), (-1.2, true), (-1.68, true),
      (-1.8, false),
    ] {
      let image = try card(angle) {
        ($0.isDoubleSided, $0.cornerRadius) = (false, 3)
        $0.position.x = 80
      }.image()
      let pixels = (0..<100).contains { x in
        (0..<100).contains { image.pixel(x, $0) != white }
      }
      // A card beside the axis is seen edge-on before it has rotated by a quarter turn.
      #expect(pixels == isSeen, "turned by \(angle)")
    }
  }

  /// A layer partly behind the viewer, or of an extreme scale, is drawn without NaN.
  @Test func degenerateTransformsAreHarmless() throws {
    let mad: [CATransform3D] = [
      CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(0, 1, 1),
      CATransform3DMakeScale(1e9, 1e9, 1), CATransform3DMakeScale(1e-12, 1e12, 1),
      CATransform3DMakeRotation(.pi / 2, 0, 1, 0), CATransform3DMakeTranslation(1e12, -1e12, 1e12),
      CATransform3DMakeTranslation(0, 0, 200), CATransform3DMakeTranslation(0, 0, 500),
      CATransform3DConcat(
        CATransform3DMakeRotation(1.3, 0, 1, 0), CATransform3DMakeTranslation(0, 0, 190)),
    ]
    let picture = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    for transform in mad {
      var scene = card(0.3) {
        $0.transform = transform
        $0.contents = .image(picture)
        ($0.cornerRadius, $0.masksToBounds) = (8, true)
        ($0.borderWidth, $0.borderColor) = (2, .black)
      }
      let child = scene.add(10, 10, 20, 20, red, to: scene.tree.root) {
        $0.transform = transform
        ($0.shadowOpacity, $0.cornerRadius, $0.opacity) = (1, 4, 0.5)
      }
      scene.add(0, 0, 10, 30, blue, to: child)
      let image = try scene.image()
      #expect(image.pixel(1, 1).w == 255)
    }
  }

  // MARK: Flips

  private static let bands = CGImage(
    width: 1, height: 2, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])

  /// A flip moves sublayers; it does not flip images or their gravity.
  @Test func geometryFlipKeepsContentsUpright() throws {
    var scene = Painted(40, 40)
    let parent = scene.add(0, 0, 40, 40) { $0.isGeometryFlipped = true }
    let child = scene.add(0, 0, 20, 10, to: parent) {
      $0.contents = .image(Self.bands)
      $0.magnificationFilter = .nearest
    }
    var image = try scene.image()
    // At the lower edge, red still above blue.
    #expect(image.pixel(5, 5) == white)
    #expect(image.pixel(5, 32) == redPixel && image.pixel(5, 38) == bluePixel)
    // The top is the top of the screen.
    scene.set(child) { ($0.contentsGravity, $0.contentsScale) = (.top, 0.5) }
    image = try scene.image()
    #expect(image.pixel(10, 31) == redPixel && image.pixel(10, 33) == bluePixel)
    // Two flips cancel.
    let inner = scene.add(0, 0, 20, 20, to: parent) { $0.isGeometryFlipped = true }
    scene.add(0, 0, 10, 10, to: inner) {
      $0.contents = .image(Self.bands)
      $0.magnificationFilter = .nearest
    }
    image = try scene.image()
    #expect(image.pixel(5, 22) == redPixel && image.pixel(5, 28) == bluePixel)
  }

  /// A flip by an ancestor does not show back faces.
  @Test func geometryFlipIsNoBackFace() throws {
    var scene = Painted(40, 40)
    let parent = scene.add(0, 0, 40, 40) { $0.isGeometryFlipped = true }
    let child = scene.add(0, 0, 10, 10, red, to: parent) { $0.isDoubleSided = false }
    #expect(try scene.image().pixel(5, 35) == redPixel)
    scene.set(child) { $0.transform = CATransform3DMakeRotation(.pi, 1, 0, 0) }
    #expect(try scene.image().pixel(5, 35) == white)
  }

  /// A transform layer in the middle of 100 x 100, rotated about y and seen from 200, to add plates to.
  private func space(_ angle: Double) -> (Painted, Int32) {
    var scene = Painted(100, 100)
    scene.set(scene.tree.root) { $0.sublayerTransform.m34 = -1 / 200 }
    let body = scene.add(20, 20, 60, 60) {
      $0.subclass = .transform
      $0.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
    }
    return (scene, body)
  }

  /// Layers in one plane keep the order of the tree, at any rotation of the plane and
  /// any position of their centres.
  @Test(arguments: [-1.2, -0.5, 0, 0.5, 1.2])
  func layersInOnePlaneKeepTreeOrder(angle: Double) throws {
    for x in [0.0, 40] {
      var (scene, body) = space(angle)
      scene.add(0, 0, 60, 60, blue, to: body)
      scene.add(x, 20, 20, 20, red, to: body)
      let image = try scene.image()
      let reds = (0..<100).count { image.pixel($0, 50) == redPixel }
      #expect(reds >= 4, "at \(x)")
    }
  }

  /// Of two parallel planes the nearer is painted later, even if its centre is farther
  /// away.
  @Test(arguments: [-1.0, -0.5, 0.5, 1.0])
  func parallelPlanesAreOrderedByDepth(angle: Double) throws {
    for x in [0.0, 40] {
      var (scene, body) = space(angle)
      scene.add(x, 20, 20, 20, red, to: body) { $0.zPosition = 1 }
      scene.add(0, 0, 60, 60, blue, to: body)
      let image = try scene.image()
      let reds = (0..<100).count { image.pixel($0, 50) == redPixel }
      #expect(reds >= 4, "at \(x)")
    }
  }

  /// The near faces of a box hide the far ones, from all sides.
  @Test(arguments: [0.0, 0.6, 1.2, 2, 2.8, 3.6, 4.4, 5.2])
  func boxHidesItsFarSides(angle: Double) throws {
    var (scene, body) = space(angle)
    let grey = CGColor(red: 0.4, green: 0.4, blue: 0.4, alpha: 1)
    // Front, right, back and left, all of them two-sided.
    for (side, color) in [blue, red, green, grey].enumerated() {
      scene.add(0, 0, 60, 60, color, to: body) {
        $0.transform = CATransform3DConcat(
          CATransform3DMakeTranslation(0, 0, 30),
          CATransform3DMakeRotation(Double(side) * .pi / 2, 0, 1, 0))
      }
    }
    let image = try scene.image()
    let colors = [blue, red, green, grey]
    // Of the four, the one that faces the viewer most is on the axis.
    let facing = (0..<4).max {
      cos(angle + Double($0) * .pi / 2) < cos(angle + Double($1) * .pi / 2)
    }
    let expected = try #require(facing.map { colors[$0] })
    let pixel = image.pixel(50, 50)
    let lanes = expected.lanes
    #expect(
      isNear(
        pixel,
        SIMD4(
          Int((lanes.x * 255).rounded()), Int((lanes.y * 255).rounded()),
          Int((lanes.z * 255).rounded()), 255)))
  }
}
