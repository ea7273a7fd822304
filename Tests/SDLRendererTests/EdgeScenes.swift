// EdgeScenes.swift
// Scenes in which a picture ends: beside another one in the atlas, between the parts of an image, and
// beyond an image's own pixels.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport

extension AgreementTests {
  /// Draws small images of loud colours first, so that they lie beside everything that follows on its
  /// atlas page.
  private static func addNeighbours(_ scene: inout Scene) {
    for (index, size) in [(16, 40), (60, 20), (9, 50), (30, 30), (50, 9)].enumerated() {
      let pixels = (0..<size.0 * size.1).flatMap { _ -> [UInt8] in [0, 255, 0, 255] }
      let image = CGImage(width: size.0, height: size.1, premultipliedRGBA: pixels)
      let whole = CGRect(x: 0, y: 0, width: size.0, height: size.1)
      scene.add(
        .image(ImageQuad(image: image, source: whole, rect: whole)),
        PlaneTransform(a: 0.05, d: 0.05, tx: Double(index * 3), ty: 117))
    }
  }

  /// A blue picture of 24 x 24 pixels, lighter towards its edges.
  private static let cushion: CGImage = {
    var pixels: [UInt8] = []
    for y in 0..<24 {
      for x in 0..<24 {
        let light = UInt8(min(abs(x * 2 - 23), 21) * 3 + min(abs(y * 2 - 23), 21) * 3)
        pixels += [light, light, 220, 255]
      }
    }
    return CGImage(width: 24, height: 24, premultipliedRGBA: pixels)
  }()

  private static func cushion(
    _ rect: CGRect, source: CGRect = CGRect(x: 0, y: 0, width: 24, height: 24), centre: Float = 0
  ) -> Primitive {
    let (low, high) = (0.5 - centre / 2, 0.5 + centre / 2)
    let place = SIMD4(
      24 * low / Float(rect.width), 24 * low / Float(rect.height),
      1 - 24 * low / Float(rect.width), 1 - 24 * low / Float(rect.height))
    return .image(
      ImageQuad(
        image: cushion, source: source, rect: rect,
        parts: ImageParts(source: SIMD4(low, low, high, high), place: place)))
  }

  /// A small box, filled or bordered, one of some sizes.
  private static func small(_ index: Int, height: Double) -> Box {
    let side = 8 + Double(index) * 2
    var box = Box(
      rect: CGRect(x: 0, y: 0, width: side, height: height + Double(index) * 2),
      radii: SIMD4(repeating: side / 4), fill: index % 2 == 0 ? blue : red)
    if index % 3 == 0 { (box.fill, box.borderWidth, box.borderColor) = (nil, 1, blue) }
    return box
  }

  static let edgeScenes: [AgreementScene] = [
    AgreementScene("a large round box beside pictures", 3, mean: 0.02, "rounding of 8-bit colours")
    {
      scene in
      addNeighbours(&scene)
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 5.5, y: 5.5, width: 140, height: 100), radii: SIMD4(repeating: 24),
            fill: .white)))
    },
    AgreementScene("a turned round box beside pictures", 3, mean: 0.02, "rounding of 8-bit colours")
    {
      scene in
      addNeighbours(&scene)
      scene.add(
        .box(
          Box(
            rect: CGRect(x: -66, y: -36, width: 132, height: 72), radii: SIMD4(repeating: 14),
            fill: .white)), turned(0.3))
    },
    AgreementScene("a large border beside pictures", 3, mean: 0.02, "rounding of 8-bit colours") {
      scene in
      addNeighbours(&scene)
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 5.3, y: 5.6, width: 140, height: 100), radii: SIMD4(4, 20, 9, 30),
            borderWidth: 3, borderColor: .white)))
    },
    AgreementScene(
      "a round clip beside pictures", 9, mean: 0.02, "a line for an arc within one pixel"
    ) {
      scene in
      addNeighbours(&scene)
      let whole = PixelRect(size)
      scene.add(.beginGroup(Group(bounds: whole)))
      scene.add(.box(Box(rect: whole.cgRect, fill: blue)))
      scene.add(.beginGroup(Group(blend: .destinationIn, bounds: whole)))
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 5.5, y: 5.5, width: 140, height: 100), radii: SIMD4(repeating: 24),
            fill: .white)))
      scene.add(.endGroup)
      scene.add(.endGroup)
    },
    AgreementScene("turned text beside pictures", 3, mean: 0.02, "rounding of 8-bit colours") {
      scene in
      for letter in "Lamella" {
        addNeighbours(&scene)
        scene.add(scene.run(String(letter), at: .zero, size: 9), turned(0.4))
      }
    },
    AgreementScene("images in nine parts on pixels", 2, mean: 0.02, "the same") {
      scene in
      scene.add(cushion(CGRect(x: 10, y: 10, width: 70, height: 40), centre: 1.0 / 3))
      scene.add(cushion(CGRect(x: 10, y: 60, width: 110, height: 50), centre: 1.0 / 24))
    },
    AgreementScene(
      "images in nine parts between pixels", 4, mean: 0.02, "rounding of 8-bit colours"
    ) { scene in
      scene.add(cushion(CGRect(x: 10.3, y: 10.6, width: 70, height: 40), centre: 1.0 / 3))
      scene.add(
        cushion(CGRect(x: -40, y: -15, width: 80, height: 40), centre: 0.5), turned(0.5, 0.8))
    },
    AgreementScene(
      "images in nine parts in perspective", 5, mean: 0.02, "rounding of 8-bit colours"
    ) {
      scene in
      scene.add(
        cushion(CGRect(x: -50, y: -35, width: 90, height: 70), centre: 0.5),
        PlaneTransform(a: 1.1, b: 0.15, c: 0, d: 1.2, tx: 70, ty: 60, px: 0.004, py: 0, pw: 1))
    },
    AgreementScene(
      "small round boxes at quarters of a pixel", 16, mean: 0.05,
      "a line for an arc within one pixel"
    ) {
      scene in
      for index in 0..<12 {
        scene.add(
          .box(small(index, height: 6)),
          PlaneTransform(
            tx: 4 + Double(index % 4) * 38.25, ty: 4.5 + Double(index / 4) * 38.25))
      }
    },
    // The rest of up to an eighth of a pixel is filtered: twice an eighth of three quarters of a thin
    // border, and a little more where a corner is filtered in both directions.
    AgreementScene(
      "small round boxes between pixels", 14, mean: 0.05, "a line for an arc within one pixel"
    ) {
      scene in
      for index in 0..<12 {
        scene.add(
          .box(small(index, height: 5.4)),
          PlaneTransform(
            tx: 4 + Double(index % 4) * 38.17, ty: 4.6 + Double(index / 4) * 38.31))
      }
    },
    AgreementScene(
      "large round boxes between pixels", 10, mean: 0.03, "a line for an arc within one pixel"
    ) {
      scene in
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 3.5, y: 2.25, width: 152, height: 50), radii: SIMD4(repeating: 16),
            fill: blue)))
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 3.5, y: 60.5, width: 152, height: 50), radii: SIMD4(4, 9, 20, 16),
            borderWidth: 1, borderColor: blue)))
    },
    AgreementScene("a clipped box with very large corners", 2, mean: 0.02, "the same") {
      scene in
      let part = PixelRect(minX: 20, minY: 30, maxX: 90, maxY: 80)
      for (index, transform) in [
        PlaneTransform(tx: -200, ty: -150),
        PlaneTransform(a: 0.8, b: 0.2, c: -0.2, d: 0.8, tx: -50, ty: -200),
      ].enumerated() {
        scene.add(
          .box(
            Box(
              rect: CGRect(x: 0, y: 0, width: 700, height: 620), radii: SIMD4(repeating: 300),
              fill: index == 0 ? blue : red)), transform, scissor: part)
      }
    },
    AgreementScene("clipped turned things", 3, mean: 0.02, "rounding of 8-bit colours") { scene in
      let part = PixelRect(minX: 60, minY: 30, maxX: 110, maxY: 80)
      scene.add(.box(card(SIMD4(repeating: 10), border: 4)), turned(-0.8), scissor: part)
      scene.add(
        scene.run("Lamella", at: CGPoint(x: -50, y: 6), size: 26), turned(0.4), scissor: part)
    },
    AgreementScene("text between rows", 2, mean: 0.02, "the same") { scene in
      for step in 0..<8 {
        scene.add(
          scene.run("la", at: .zero, size: 12),
          PlaneTransform(tx: 4 + 19 * Double(step), ty: 30 + 0.13 * Double(step)))
      }
    },
    AgreementScene("strokes in perspective", 2, mean: 0.02, "the same") { scene in
      let space = PlaneTransform(
        a: 0.9, b: 0.1, c: 0, d: 1.1, tx: 70, ty: 60, px: 0.008, py: 0, pw: 1)
      var style = StrokeStyle()
      style.width = 6
      let ring = CGPath(ellipseIn: CGRect(x: -50, y: -45, width: 90, height: 90), transform: nil)
      scene.add(.stroke(ring, style, blue), space)
      (style.width, style.dashLengths, style.cap) = (4, [0, 9], .round)
      let dots = CGPath(ellipseIn: CGRect(x: -30, y: -25, width: 50, height: 50), transform: nil)
      scene.add(.stroke(dots, style, red), space)
    },
    AgreementScene("images beyond their edges", 2, mean: 0.02, "the same") { scene in
      let beyond = CGRect(x: -6, y: -8, width: 36, height: 40)
      let outside = CGRect(x: 30, y: 3, width: 8, height: 12)
      for (index, source) in [beyond, outside].enumerated() {
        let rect = CGRect(x: 4, y: 4 + 60 * Double(index), width: 60, height: 50)
        for isSmooth in [true, false] {
          scene.add(
            .image(ImageQuad(image: cushion, source: source, rect: rect, isSmooth: isSmooth)),
            PlaneTransform(tx: isSmooth ? 0 : 80.4, ty: 0))
        }
      }
    },
    AgreementScene("images beyond their edges in space", 5, mean: 0.02, "rounding of 8-bit colours")
    {
      scene in
      scene.add(
        .image(
          ImageQuad(
            image: cushion, source: CGRect(x: -6, y: -8, width: 36, height: 40),
            rect: CGRect(x: -50, y: -35, width: 90, height: 70))),
        PlaneTransform(a: 1.1, b: 0.15, c: 0, d: 1.2, tx: 70, ty: 60, px: 0.004, py: 0, pw: 1))
    },
  ]
}
