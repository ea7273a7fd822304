// CanvasAgreementTests.swift
// GLCanvas compared with MemoryCanvas: each kind of primitive, translated, rotated and scaled,
// within a tolerance with its reason.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import PNGFiles
import QuartzCore
import SDLRenderer
import TestSupport
import Testing
import Typesetting

/// A scene, and the allowed difference of the two canvases.
struct AgreementScene: CustomTestStringConvertible, Sendable {
  var name: String
  /// The largest difference of any channel, 0...255.
  var tolerance: Int
  /// The mean difference of all channels.
  var mean: Double
  var reason: String
  var build: @Sendable (inout AgreementTests.Scene) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ tolerance: Int, mean: Double, _ reason: String,
    _ build: @escaping @Sendable (inout AgreementTests.Scene) -> Void
  ) {
    (self.name, self.tolerance, self.mean, self.reason) = (name, tolerance, mean, reason)
    self.build = build
  }
}

enum AgreementTests {
  static let size = PixelSize(width: 160, height: 120)

  /// A draw list under construction.
  struct Scene {
    var list = DrawList(
      size: size, background: CGColor(red: 0.95, green: 0.95, blue: 0.9, alpha: 1))
    var face: FontFaceID
    var glyphs: (String) -> [ShapedGlyph]

    mutating func add(
      _ primitive: Primitive, _ transform: PlaneTransform = .identity, opacity: Double = 1,
      scissor: PixelRect? = nil
    ) {
      list.items.append(
        DrawItem(
          primitive, transform: transform, opacity: opacity, scissor: scissor ?? PixelRect(size)))
    }

    func run(
      _ text: String, at point: CGPoint, size: CGFloat,
      _ color: CGColor = CGColor(red: 0, green: 0, blue: 0.2, alpha: 1)
    ) -> Primitive {
      var x = point.x
      let placed = glyphs(text).map { glyph in
        defer { x += glyph.advance * size }
        return PlacedGlyph(glyph: glyph.glyph, position: CGPoint(x: x, y: point.y))
      }
      return .glyphs(
        GlyphRun(
          face: face, size: size, color: color, glyphs: placed))
    }
  }

  static let blue = CGColor(red: 0.1, green: 0.3, blue: 0.9, alpha: 1)
  static let red = CGColor(red: 0.9, green: 0.2, blue: 0.1, alpha: 0.8)

  static func turned(_ angle: Double, _ scale: Double = 1) -> PlaneTransform {
    PlaneTransform(
      CGAffineTransform(rotationAngle: angle).concatenating(
        CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 80.3, ty: 60.6)))
  }

  static func card(_ radii: SIMD4<Double>, border: Double = 0) -> Box {
    Box(
      rect: CGRect(x: -40, y: -25, width: 80, height: 50), radii: radii, fill: blue,
      borderWidth: border, borderColor: border > 0 ? red : nil)
  }

  static let checkers: CGImage = {
    var pixels: [UInt8] = []
    for y in 0..<16 {
      for x in 0..<16 {
        pixels += (x / 4 + y / 4) % 2 == 0 ? [200, 40, 20, 255] : [10, 60, 110, 128]
      }
    }
    return CGImage(width: 16, height: 16, premultipliedRGBA: pixels)
  }()

  /// Soft and hard particles, tinted, some of them rotated.
  static func sprites(isAdditive: Bool, isTurned: Bool) -> Primitive {
    var pixels: [UInt8] = []
    for y in 0..<16 {
      for x in 0..<16 {
        let distance = hypot(Double(x) - 7.5, Double(y) - 7.5)
        pixels += [UInt8](repeating: UInt8(max(0, 200 - distance * 27)), count: 4)
      }
    }
    let soft = CGImage(width: 16, height: 16, premultipliedRGBA: pixels)
    let whole = CGRect(x: 0, y: 0, width: 16, height: 16)
    let images = [soft, checkers].map {
      ImageQuad(image: $0, source: whole, rect: CGRect(x: -8, y: -8, width: 16, height: 16))
    }
    let items = (0..<60).map { index in
      let angle = isTurned ? Double(index) * 0.3 : 0
      // Rotated particles have soft edges; hard ones are in another scene.
      let image: Int32 = isTurned ? 0 : Int32(index % 2)
      return Sprite(
        image: image, axis: SIMD2(cos(angle), sin(angle)),
        origin: SIMD2(Double(10 + index * 37 % 140), Double(10 + index * 53 % 100)),
        color: SIMD4(1, Float(index % 5) / 4, Float(index % 3) / 2, Float(index % 4 + 1) / 4))
    }
    return .sprites(Sprites(images: images, items: items, blend: isAdditive ? .add : .over))
  }

  static let scenes: [AgreementScene] = [
    AgreementScene("upright boxes", 3, mean: 0.02, "rounding of 8-bit colours") { scene in
      for step in 0..<8 {
        let offset = Double(step) * 0.137
        scene.add(
          .box(
            Box(
              rect: CGRect(
                x: 5 + Double(step) * 19 + offset, y: 10 + offset, width: 12.4,
                height: 90.2 - offset), fill: step % 2 == 0 ? blue : red)))
      }
    },
    AgreementScene("upright borders", 3, mean: 0.02, "rounding of 8-bit colours") { scene in
      var box = card(.zero, border: 2.5)
      scene.add(.box(box), PlaneTransform(tx: 80, ty: 60))
      box.rect = CGRect(x: -70, y: -50, width: 20.3, height: 30.7)
      scene.add(.box(box), PlaneTransform(tx: 80, ty: 60))
    },
    AgreementScene("round boxes on pixels", 9, mean: 0.02, "a line for an arc within one pixel") {
      scene in
      scene.add(.box(card(SIMD4(repeating: 12))), PlaneTransform(tx: 60, ty: 40))
      scene.add(.box(card(SIMD4(25, 5, 0, 14))), PlaneTransform(tx: 100, ty: 90))
    },
    AgreementScene(
      "round boxes between pixels", 10, mean: 0.03, "a line for an arc within one pixel"
    ) { scene in
      scene.add(.box(card(SIMD4(repeating: 9.3), border: 3)), PlaneTransform(tx: 60.4, ty: 40.7))
      scene.add(.box(card(SIMD4(repeating: 25))), PlaneTransform(a: 0.7, d: 1, tx: 110.2, ty: 90.5))
    },
    AgreementScene("turned boxes", 8, mean: 0.02, "a line for an arc within one pixel") { scene in
      scene.add(.box(card(.zero)), turned(0.5))
      scene.add(.box(card(SIMD4(repeating: 10), border: 4)), turned(-0.8))
    },
    AgreementScene("small boxes on pixels", 57, mean: 0.05, "a line for an arc within one pixel") {
      scene in
      for (index, side) in [1.0, 2, 3, 5, 8, 13, 21, 34].enumerated() {
        for (row, radius) in [0.5, 0.25, 0.1].enumerated() {
          let rect = CGRect(x: 0, y: 0, width: side, height: side + Double(row))
          scene.add(
            .box(Box(rect: rect, radii: SIMD4(repeating: side * radius), fill: blue)),
            PlaneTransform(tx: Double(4 + index * 8 + Int(side) * 2), ty: Double(2 + row * 38)))
        }
      }
    },
    AgreementScene("some corners round", 6, mean: 0.03, "a line for an arc within one pixel") {
      scene in
      for mask in 1..<16 {
        let radii = SIMD4((0..<4).map { mask & 1 << $0 != 0 ? 9.0 : 0 })
        scene.add(
          .box(Box(rect: CGRect(x: 0, y: 0, width: 30, height: 24), radii: radii, fill: blue)),
          PlaneTransform(tx: Double(2 + mask % 5 * 31), ty: Double(2 + mask / 5 * 28)))
      }
    },
    AgreementScene("small boxes turned", 14, mean: 0.07, "a line for an arc within one pixel") {
      scene in
      for index in 0..<20 {
        let side = 6 + Double(index)
        var box = Box(
          rect: CGRect(x: -side / 2, y: -side / 2, width: side, height: side * 0.8),
          radii: SIMD4(repeating: side / 5), fill: index % 2 == 0 ? blue : red)
        if index % 3 == 0 { (box.borderWidth, box.borderColor) = (1.5, red) }
        if index % 6 == 0 { box.fill = nil }
        scene.add(
          .box(box),
          PlaneTransform(
            CGAffineTransform(rotationAngle: Double(index) * 0.7).concatenating(
              CGAffineTransform(
                translationX: 14.3 + Double(index % 5) * 32, y: 16.8 + Double(index / 5) * 29))))
      }
    },
    AgreementScene("fading borders", 7, mean: 0.02, "a line for an arc within one pixel") { scene in
      for (index, opacity) in [0.1, 0.4, 0.7, 0.95].enumerated() {
        var box = card(SIMD4(repeating: 6), border: Double(index) + 1)
        box.rect = CGRect(x: 0, y: 0, width: 34, height: 50)
        scene.add(.box(box), PlaneTransform(tx: Double(4 + index * 38), ty: 5), opacity: opacity)
        box.fill = red
        box.borderColor = blue.copy(alpha: 0.5)
        scene.add(.box(box), PlaneTransform(tx: Double(4 + index * 38), ty: 62), opacity: opacity)
      }
    },
    AgreementScene("translucent borders", 9, mean: 0.03, "a line for an arc within one pixel") {
      scene in
      var box = card(SIMD4(repeating: 10), border: 5)
      scene.add(.box(box), PlaneTransform(tx: 60, ty: 40), opacity: 0.5)
      box.fill = red
      box.borderColor = blue
      scene.add(.box(box), PlaneTransform(tx: 100.5, ty: 80.25))
      box.fill = nil
      box.radii = .zero
      scene.add(.box(box), PlaneTransform(tx: 50.5, ty: 70.25))
    },
    AgreementScene("images", 4, mean: 0.02, "texels between pixels") { scene in
      let source = CGRect(x: 0, y: 0, width: 16, height: 16)
      for (index, rect) in [
        CGRect(x: 4, y: 4, width: 16, height: 16), CGRect(x: 30, y: 4, width: 64, height: 48),
        CGRect(x: 4.5, y: 60.25, width: 33.3, height: 40),
      ].enumerated() {
        scene.add(
          .image(ImageQuad(image: checkers, source: source, rect: rect)),
          opacity: index == 1 ? 0.7 : 1)
      }
    },
    AgreementScene("text", 2, mean: 0.02, "the same") { scene in
      for (row, size) in [9.0, 13, 20, 33].enumerated() {
        scene.add(
          scene.run("Lamella", at: CGPoint(x: 5.3, y: 20.4 + Double(row) * 27), size: size))
      }
      scene.add(scene.run("Q", at: CGPoint(x: -4, y: 60), size: 40))
    },
    AgreementScene("sprites", 7, mean: 0.04, "texels between pixels") { scene in
      for isAdditive in [false, true] {
        scene.add(sprites(isAdditive: isAdditive, isTurned: true))
      }
    },
    AgreementScene("small sprites", 4, mean: 0.02, "texels between pixels") { scene in
      guard case .sprites(var shrunken) = sprites(isAdditive: false, isTurned: true) else { return }
      for index in shrunken.items.indices { shrunken.items[index].axis *= 0.25 }
      scene.add(.sprites(shrunken))
    },
    AgreementScene("sprites in a group", 5, mean: 0.04, "rounding of 8-bit colours") { scene in
      let whole = PixelRect(minX: 10, minY: 10, maxX: 150, maxY: 110)
      scene.add(.beginGroup(Group(bounds: whole)), opacity: 0.8)
      for isAdditive in [true, false] {
        scene.add(sprites(isAdditive: isAdditive, isTurned: false), opacity: 0.7)
      }
      scene.add(.endGroup)
    },
    AgreementScene("turned text", 2, mean: 0.02, "the same") { scene in
      scene.add(scene.run("Lamella", at: CGPoint(x: -50, y: 6), size: 26), turned(0.4))
    },
    AgreementScene("paths", 2, mean: 0.02, "the same") { scene in
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 10, y: 100))
      path.addCurve(
        to: CGPoint(x: 150, y: 100), control1: CGPoint(x: 40, y: -60),
        control2: CGPoint(x: 120, y: 160))
      scene.add(.fill(path, .winding, red))
      var style = StrokeStyle()
      style.width = 5
      style.dashLengths = [12, 4]
      scene.add(.stroke(path, style, blue), PlaneTransform(tx: 3.25, ty: -8.5))
    },
    AgreementScene("gradients", 3, mean: 0.02, "rounding of 8-bit colours") { scene in
      guard
        let gradient = CGGradient(
          colors: [red, blue, CGColor(gray: 1, alpha: 0.2)], locations: [0, 0.3, 1])
      else { return }
      scene.add(
        .gradient(
          GradientFill(
            rect: CGRect(x: 10, y: 10, width: 140, height: 100), gradient: gradient,
            start: CGPoint(x: 20, y: 10), end: CGPoint(x: 120, y: 110))))
    },
    AgreementScene("round gradients", 6, mean: 0.02, "a pixel on a seam") { scene in
      guard let gradient = CGGradient(colors: [red, blue, CGColor(gray: 1, alpha: 0.2)]) else {
        return
      }
      for (index, kind) in [GradientKind.radial, .conic].enumerated() {
        scene.add(
          .gradient(
            GradientFill(
              kind: kind, rect: CGRect(x: 0, y: 0, width: 60, height: 40),
              radii: SIMD4(repeating: 8), gradient: gradient, start: CGPoint(x: 25, y: 18),
              end: CGPoint(x: 50, y: 36))),
          PlaneTransform(a: 1.2, d: 2, tx: 5 + 76 * Double(index), ty: 20))
      }
    },
    AgreementScene("a card in perspective", 7, mean: 0.02, "a line for an arc within one pixel") {
      scene in
      let tilt = PlaneTransform(
        a: 1.1, b: 0.15, c: 0, d: 1.2, tx: 70, ty: 60, px: 0.004, py: 0, pw: 1)
      scene.add(.box(card(SIMD4(repeating: 10), border: 3)), tilt)
      let source = CGRect(x: 0, y: 0, width: 16, height: 16)
      scene.add(
        .image(
          ImageQuad(
            image: checkers, source: source, rect: CGRect(x: -35, y: -20, width: 30, height: 30))),
        tilt)
      guard let gradient = CGGradient(colors: [.white, blue]) else { return }
      scene.add(
        .gradient(
          GradientFill(
            kind: .conic, rect: CGRect(x: 0, y: -20, width: 34, height: 24), gradient: gradient,
            start: CGPoint(x: 15, y: -8), end: CGPoint(x: 30, y: -8))), tilt)
      scene.add(scene.run("Lamella", at: CGPoint(x: -32, y: 20), size: 15, .white), tilt)
    },
    AgreementScene(
      "groups in pixels of their own", 7, mean: 0.03, "a line for an arc within one pixel"
    ) {
      scene in
      let whole = PixelRect(minX: 0, minY: 0, maxX: 40, maxY: 30)
      for (index, map) in [
        PlaneTransform(a: 1.5, d: 1.5, tx: 8, ty: 8),
        PlaneTransform(a: 1, b: 0.3, c: -0.3, d: 1, tx: 100, ty: 20),
        PlaneTransform(a: 2, d: 2, tx: 30, ty: 65, px: 0.004),
      ].enumerated() {
        scene.add(
          .beginGroup(Group(bounds: whole, isMapped: true)), map, opacity: index == 1 ? 0.6 : 1)
        scene.add(
          .box(
            Box(
              rect: CGRect(x: 3, y: 3, width: 30, height: 20), radii: SIMD4(repeating: 6),
              fill: blue)), scissor: whole)
        scene.add(
          .box(Box(rect: CGRect(x: 15, y: 10, width: 20, height: 16), fill: red)), scissor: whole)
        scene.add(.endGroup)
      }
    },
    AgreementScene(
      "a mapped group with a mask and a shadow", 8, mean: 0.02, "a line for an arc within one pixel"
    ) {
      scene in
      let whole = PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 50)
      let shadow = GroupShadow(
        offset: CGVector(dx: 5, dy: 6), deviation: 3, color: CGColor(gray: 0, alpha: 0.6))
      scene.add(
        .beginGroup(Group(bounds: PixelRect(size), shadow: shadow)), opacity: 0.9)
      scene.add(
        .beginGroup(Group(bounds: whole, isMapped: true)),
        PlaneTransform(a: 1.6, b: 0.2, c: -0.2, d: 1.6, tx: 35, ty: 15, px: 0.002))
      scene.add(
        .box(Box(rect: CGRect(x: 0, y: 0, width: 60, height: 50), fill: blue)), scissor: whole)
      scene.add(.beginGroup(Group(blend: .destinationIn, bounds: whole)), scissor: whole)
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 8, y: 6, width: 44, height: 38), radii: SIMD4(repeating: 15),
            fill: .white)), scissor: whole)
      scene.add(.endGroup)
      scene.add(.endGroup)
      scene.add(.endGroup)
    },
    AgreementScene("a cross-fade in a group", 5, mean: 0.03, "rounding of 8-bit colours") { scene in
      let whole = PixelRect(minX: 10, minY: 10, maxX: 150, maxY: 110)
      scene.add(.beginGroup(Group(bounds: whole)), opacity: 0.8)
      for (index, part) in [0.3, 0.7].enumerated() {
        scene.add(.beginGroup(Group(blend: .add, bounds: whole)), opacity: part)
        scene.add(
          .box(
            Box(
              rect: CGRect(x: 20 + 30 * Double(index), y: 20, width: 60, height: 60),
              fill: index == 0 ? red : blue)))
        scene.add(sprites(isAdditive: index == 1, isTurned: false), opacity: 0.7)
        scene.add(.endGroup)
      }
      scene.add(.endGroup)
    },
    AgreementScene(
      "dashes and gradients, turned and squeezed", 7, mean: 0.08, "texels between pixels"
    ) {
      scene in
      let squeezed = PlaneTransform(a: 0.9, b: 0.5, c: -0.2, d: 0.6, tx: 60, ty: 20)
      let path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 70, height: 60), transform: nil)
      var style = StrokeStyle()
      style.width = 6
      style.dashLengths = [9, 5]
      scene.add(.stroke(path, style, red), squeezed, opacity: 0.8)
      guard let gradient = CGGradient(colors: [red, blue, CGColor(gray: 1, alpha: 0.2)]) else {
        return
      }
      for (index, kind) in [GradientKind.axial, .radial, .conic].enumerated() {
        scene.add(
          .gradient(
            GradientFill(
              kind: kind, rect: CGRect(x: 0, y: 0, width: 40, height: 40),
              radii: SIMD4(repeating: 8), gradient: gradient, start: CGPoint(x: 20, y: 18),
              end: CGPoint(x: 35, y: 30))),
          PlaneTransform(
            a: 0.9, b: 0.4, c: -0.4, d: 0.9, tx: 24 + 50 * Double(index),
            ty: 60 - 10 * Double(index)),
          opacity: 0.9)
      }
    },
    AgreementScene("shadows of paths", 3, mean: 0.03, "eight bits between the passes") { scene in
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 30, y: 90))
      path.addLine(to: CGPoint(x: 80, y: 15))
      path.addLine(to: CGPoint(x: 120, y: 90))
      path.closeSubpath()
      let shadow = GroupShadow(
        offset: CGVector(dx: 5, dy: 4), deviation: 4, color: .black, isAlone: true)
      let whole = PixelRect(minX: -20, minY: -20, maxX: 200, maxY: 200)
      scene.add(.beginGroup(Group(bounds: whole, shadow: shadow)))
      scene.add(.fill(path, .winding, red), scissor: whole)
      scene.add(.endGroup)
    },
    AgreementScene("box shadows", 4, mean: 0.13, "24 strips of a corner at most") { scene in
      for (x, radius, deviation) in [(40.0, 0.0, 4.0), (110, 12, 9)] {
        scene.add(
          .shadow(
            BoxShadow(
              rect: CGRect(x: x - 25, y: 30, width: 50, height: 60),
              radii: SIMD4(repeating: radius), deviation: deviation, color: .black)),
          opacity: 0.6)
      }
    },
    AgreementScene("groups", 6, mean: 0.02, "a line for an arc within one pixel") { scene in
      let whole = PixelRect(minX: 10, minY: 10, maxX: 150, maxY: 110)
      scene.add(.beginGroup(Group(bounds: whole)), opacity: 0.6)
      scene.add(.box(Box(rect: CGRect(x: 20, y: 20, width: 60, height: 60), fill: red)))
      scene.add(.box(Box(rect: CGRect(x: 50, y: 40, width: 80, height: 60), fill: blue)))
      scene.add(.beginGroup(Group(blend: .destinationIn, bounds: whole)))
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 30, y: 15, width: 90, height: 80), radii: SIMD4(repeating: 20),
            fill: .white)))
      scene.add(.endGroup)
      scene.add(.endGroup)
    },
    AgreementScene("group shadows", 6, mean: 0.02, "eight bits between the passes") { scene in
      let shadow = GroupShadow(
        offset: CGVector(dx: 6, dy: 9), deviation: 5, color: CGColor(gray: 0, alpha: 0.7))
      scene.add(
        .beginGroup(
          Group(bounds: PixelRect(minX: 30, minY: 20, maxX: 120, maxY: 80), shadow: shadow)))
      scene.add(
        .box(
          Box(
            rect: CGRect(x: 35, y: 25, width: 70, height: 50), radii: SIMD4(repeating: 15),
            fill: blue)))
      scene.add(.endGroup)
    },
  ]
}

extension SDLTests {
  @Suite(
    .enabled(if: ScreenlessSDL.problem == nil, "OpenGL is not available without a display here"))
  @SDLThread struct CanvasAgreementTests {
    /// A small page is emptied repeatedly while a frame is drawn, and each glyph and box is still
    /// the requested one.
    @Test(arguments: [(64, 1), (64, 2), (128, 1), (256, 3)])
    func atlasOverflowWithinAFrameShowsTheRightPictures(side: Int, pages: Int) throws {
      let fonts = try SystemFontProvider()
      let size = PixelSize(width: 640, height: 480)
      var list = DrawList(size: size, background: .white)
      var random = SeededRandom(seed: UInt64(side * 10 + pages))
      for index in 0..<2000 {
        let face = fonts.face(for: FontDescription(weight: index % 2 == 0 ? 400 : 700))
        let letter = String(Unicode.Scalar(UInt8(33 + index % 90)))
        let place = CGPoint(
          x: .random(in: 0...620, using: &random), y: .random(in: 10...480, using: &random))
        let color = CGColor(
          red: .random(in: 0...1, using: &random), green: 0.3, blue: 0.5, alpha: 1)
        var primitive = Primitive.glyphs(
          GlyphRun(
            face: face, size: 8 + Double(index / 90),
            color: color,
            glyphs: fonts.shape(letter, face: face, size: 1).map {
              PlacedGlyph(glyph: $0.glyph, position: place)
            }))
        if index % 10 == 0 {
          let side = Double(4 + index / 50)
          primitive = .box(
            Box(
              rect: CGRect(x: place.x.rounded(), y: place.y.rounded(), width: side, height: side),
              radii: SIMD4(repeating: side / 4), fill: color, borderWidth: index % 20 == 0 ? 1 : 0,
              borderColor: .black))
        }
        list.items.append(
          DrawItem(primitive, transform: .identity, opacity: 1, scissor: PixelRect(size)))
      }
      let source = FreeTypeCoverage(fonts: fonts)
      let memory = MemoryCanvas(source: source, threads: 1)
      _ = memory.draw(list)
      let judge = try #require(memory.image())
      let canvas = try GLCanvas(
        window: ScreenlessSDL.window(size), source: source,
        limits: AtlasLimits(pageSide: side, persistentPages: pages, transientPages: 1))
      for _ in 0..<2 {
        let counts = try canvas.draw(list)
        // More masks were drawn than the pages hold, a byte a pixel; the first page is half as wide.
        if side < 256 { #expect(counts.uploadedBytes > side * side * pages) }
        let difference = PictureDifference(judge, try canvas.readPixels())
        #expect(difference.maximum <= 20, "a wrong picture: \(difference)")
      }
    }

    @Test(
      arguments: AgreementTests.scenes + AgreementTests.edgeScenes + AgreementTests.blurScenes
        + AgreementTests.effectScenes + AgreementTests.filterScenes + AgreementTests.blendScenes)
    func glCanvasAgreesWithMemoryCanvas(scene: AgreementScene) throws {
      let fonts = try SystemFontProvider()
      let face = fonts.face(for: FontDescription())
      var built = AgreementTests.Scene(
        face: face, glyphs: { fonts.shape($0, face: face, size: 1) })
      scene.build(&built)
      let source = FreeTypeCoverage(fonts: fonts)
      let memory = MemoryCanvas(source: source, threads: 1)
      _ = memory.draw(built.list)
      let judge = try #require(memory.image())
      let window = try ScreenlessSDL.window(AgreementTests.size)
      let canvas = try GLCanvas(window: window, source: source)
      _ = try canvas.draw(built.list)
      let picture = try canvas.readPixels()
      let difference = PictureDifference(judge, picture)
      let sum = zip(judge.pixels, picture.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      let mean = Double(sum) / Double(judge.pixels.count)
      #expect(difference.maximum <= scene.tolerance, "\(scene.reason): \(difference)")
      #expect(mean <= scene.mean, "\(scene.reason): mean \(mean)")
      if let folder = ProcessInfo.processInfo.environment["LAMELLA_PICTURES"] {
        let name = scene.name.replacingOccurrences(of: " ", with: "-")
        try PNGFile.write(judge, to: "\(folder)/\(name)-memory.png")
        try PNGFile.write(picture, to: "\(folder)/\(name)-gl.png")
      }
    }
  }
}
