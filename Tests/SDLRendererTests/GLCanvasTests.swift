// GLCanvasTests.swift
// GLCanvas on OpenGL without a display: known pixels, groups, clips, and the number of draw calls.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import QuartzCore
import SDLRenderer
import Testing
import Typesetting

/// SDL without a display.
enum ScreenlessSDL {
  /// Why OpenGL is not available. Nil when it is.
  static let problem: String? = SDLThread.wait {
    do {
      _ = try window(PixelSize(width: 8, height: 8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  static func session(_ driver: String = "offscreen") throws -> SDLSession {
    setenv("SDL_VIDEODRIVER", driver, 1)
    return try SDLSession()
  }

  static func window(_ size: PixelSize) throws -> SDLWindow {
    var options = SDLWindow.Options()
    options.size = CGSize(width: size.width, height: size.height)
    options.renderer = .only(.gl)
    options.waitsForScreen = false
    return try SDLWindow(session: session(), options: options)
  }
}

/// A window and a canvas on it, for one test.
@SDLThread private final class CanvasRig {
  /// The rig of the running test.
  static var current: CanvasRig?

  let window: SDLWindow
  let canvas: GLCanvas
  let fonts: SystemFontProvider

  init(_ size: PixelSize) throws {
    window = try ScreenlessSDL.window(size)
    fonts = try SystemFontProvider()
    canvas = try GLCanvas(window: window, source: FreeTypeCoverage(fonts: fonts))
  }

  static func close() { current = nil }
}

/// Closes a test's rig on the thread of its context. The test's own instance may be released on any
/// thread.
private struct ClosesRig: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await function()
    } catch {
      await CanvasRig.close()
      throw error
    }
    await CanvasRig.close()
  }
}

extension SDLTests {
  @Suite(
    .enabled(if: ScreenlessSDL.problem == nil, "OpenGL is not available without a display here"),
    ClosesRig())
  @SDLThread struct GLCanvasTests {
    private static let size = PixelSize(width: 96, height: 64)
    private var list = DrawList(size: size, background: .white)
    private var all: PixelRect { PixelRect(Self.size) }

    private var window: SDLWindow { rig.window }
    private var canvas: GLCanvas { rig.canvas }
    private var fonts: SystemFontProvider { rig.fonts }

    private var rig: CanvasRig {
      guard let rig = CanvasRig.current else {
        preconditionFailure("a canvas test needs its rig")
      }
      return rig
    }

    init() throws { CanvasRig.current = try CanvasRig(Self.size) }

    private mutating func add(
      _ primitive: Primitive, _ transform: CGAffineTransform = .identity, opacity: Double = 1,
      scissor: PixelRect? = nil
    ) {
      list.items.append(
        DrawItem(
          primitive, transform: PlaneTransform(transform), opacity: opacity,
          scissor: scissor ?? all))
    }

    private func box(
      _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ color: CGColor, radius: Double = 0
    ) -> Primitive {
      .box(
        Box(
          rect: CGRect(x: x, y: y, width: w, height: h), radii: SIMD4(repeating: radius),
          fill: color))
    }

    /// Draws the list. Returns a function from a position to red, green, blue.
    private func drawn() throws -> (Int, Int) -> [Int] {
      _ = try canvas.draw(list)
      let image = try canvas.readPixels()
      return { x, y in
        (0..<3).map { Int(image.pixels[(y * image.width + x) * 4 + $0]) }
      }
    }

    private func isNear(_ a: [Int], _ b: [Int], _ tolerance: Int = 2) -> Bool {
      zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }

    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    @Test mutating func boxCoversPixelsByArea() throws {
      add(box(10, 10, 20, 10, red))
      add(box(40.25, 10.5, 10.5, 10, red))
      add(box(60.25, 10, 0.5, 10, red))
      let pixel = try drawn()
      #expect(pixel(9, 15) == [255, 255, 255])
      #expect(pixel(10, 10) == [255, 0, 0])
      #expect(pixel(29, 19) == [255, 0, 0])
      #expect(pixel(30, 15) == [255, 255, 255])
      #expect(isNear(pixel(40, 15), [255, 64, 64]))
      #expect(isNear(pixel(50, 15), [255, 64, 64]))
      #expect(isNear(pixel(45, 10), [255, 128, 128]))
      #expect(isNear(pixel(40, 10), [255, 159, 159]))
      #expect(isNear(pixel(60, 15), [255, 128, 128]))
    }

    @Test mutating func coloursBlendPremultiplied() throws {
      add(box(0, 0, 20, 20, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)))
      add(box(0, 0, 20, 20, blue), opacity: 0.5)
      #expect(isNear(try drawn()(5, 5), [128, 64, 191]))
    }

    @Test mutating func roundedCornersHaveNoSeams() throws {
      add(box(8, 8, 40, 40, red, radius: 12))
      let pixel = try drawn()
      #expect(pixel(8, 8) == [255, 255, 255])
      #expect(pixel(28, 8) == [255, 0, 0])
      #expect(pixel(28, 7) == [255, 255, 255])
      #expect(pixel(8, 28) == [255, 0, 0])
      #expect(pixel(28, 28) == [255, 0, 0])
      var covered = 0.0
      for y in 0..<64 { for x in 0..<96 { covered += Double(255 - pixel(x, y)[1]) / 255 } }
      let area = 1600 - (4 - Double.pi) * 144
      #expect(abs(covered - area) < area * 0.005)
    }

    @Test mutating func borderIsInsideTheBox() throws {
      var card = Box(
        rect: CGRect(x: 8, y: 8, width: 40, height: 40), radii: SIMD4(repeating: 10), fill: red)
      (card.borderWidth, card.borderColor) = (3, blue)
      add(.box(card))
      var plain = card
      plain.rect.origin.x = 52
      plain.radii = .zero
      add(.box(plain))
      let pixel = try drawn()
      for x in [28, 72] {
        #expect(isNear(pixel(x, 8), [0, 0, 255]) && isNear(pixel(x, 10), [0, 0, 255]))
        #expect(isNear(pixel(x, 11), [255, 0, 0]) && isNear(pixel(x, 45), [0, 0, 255]))
        #expect(pixel(x, 7) == [255, 255, 255])
      }
    }

    @Test mutating func scissorClips() throws {
      add(
        box(0, 0, 96, 64, red), scissor: PixelRect(minX: 10, minY: 10, maxX: 20, maxY: 20))
      add(box(50, 50, 4, 4, blue))
      let pixel = try drawn()
      #expect(pixel(10, 10) == [255, 0, 0] && pixel(19, 19) == [255, 0, 0])
      #expect(pixel(9, 10) == [255, 255, 255] && pixel(20, 19) == [255, 255, 255])
      #expect(pixel(51, 51) == [0, 0, 255])
    }

    @Test mutating func groupOpacity() throws {
      let bounds = PixelRect(minX: 5, minY: 5, maxX: 60, maxY: 60)
      add(.beginGroup(Group(bounds: bounds)), opacity: 0.5)
      add(box(10, 10, 20, 20, red))
      add(box(15, 15, 20, 20, red))
      add(.endGroup)
      let pixel = try drawn()
      #expect(isNear(pixel(12, 12), [255, 128, 128]))
      #expect(isNear(pixel(20, 20), [255, 128, 128]))
      #expect(pixel(50, 50) == [255, 255, 255])
    }

    @Test mutating func maskGroup() throws {
      let bounds = PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 60)
      add(.beginGroup(Group(bounds: bounds)))
      add(box(0, 0, 60, 60, red))
      add(
        .beginGroup(
          Group(
            blend: .destinationIn, bounds: PixelRect(minX: 10, minY: 10, maxX: 40, maxY: 40))))
      add(box(20, 20, 10, 10, blue))
      add(box(30, 20, 10, 10, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)))
      add(.endGroup)
      add(.endGroup)
      let pixel = try drawn()
      #expect(pixel(25, 25) == [255, 0, 0])
      #expect(isNear(pixel(35, 25), [255, 128, 128]))
      #expect(pixel(15, 15) == [255, 255, 255])
      #expect(pixel(5, 5) == [255, 255, 255])
      #expect(pixel(50, 50) == [255, 255, 255])
    }

    @Test mutating func crossFadeOfEqualHalvesIsOpaque() throws {
      let bounds = PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 60)
      add(.beginGroup(Group(bounds: bounds)))
      for _ in 0..<2 {
        add(.beginGroup(Group(blend: .add, bounds: bounds)), opacity: 0.5)
        add(box(10, 10, 10, 10, red))
        add(.endGroup)
      }
      add(.endGroup)
      #expect(isNear(try drawn()(15, 15), [255, 0, 0]))
    }

    @Test mutating func groupShadowIsBeneathTheGroup() throws {
      let bounds = PixelRect(minX: 10, minY: 10, maxX: 30, maxY: 30)
      let shadow = GroupShadow(
        offset: CGVector(dx: 20, dy: 0), deviation: 2, color: CGColor(gray: 0, alpha: 1))
      add(.beginGroup(Group(bounds: bounds, shadow: shadow)))
      add(box(10, 10, 20, 20, red))
      add(.endGroup)
      let pixel = try drawn()
      #expect(pixel(20, 20) == [255, 0, 0])
      #expect(isNear(pixel(40, 20), [0, 0, 0], 4))
      // The shadow's edge is blurred by equal amounts on both sides.
      #expect(abs(pixel(49, 20)[0] + pixel(50, 20)[0] - 255) < 16)
      #expect(isNear(pixel(60, 20), [255, 255, 255], 4))
    }

    @Test mutating func boxShadowIsGaussian() throws {
      add(
        .shadow(
          BoxShadow(
            rect: CGRect(x: 30, y: 15, width: 36, height: 34), radii: .zero, deviation: 3,
            color: .black)))
      let pixel = try drawn()
      // The normal distribution at 0, 1 and 2 deviations from the edge, at pixel centres.
      for (distance, share) in [(0.5, 0.434), (3.5, 0.122), (6.5, 0.0151), (-3.5, 0.878)] {
        let value = pixel(Int(66 + distance - 0.5), 32)[0]
        #expect(abs(Double(255 - value) / 255 - share) < 0.02)
      }
    }

    @Test mutating func imagePixelForPixel() throws {
      let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [10, 20, 30]]
      let image = CGImage(
        width: 2, height: 2, premultipliedRGBA: colors.flatMap { $0 + [255] })
      let source = CGRect(x: 0, y: 0, width: 2, height: 2)
      for (x, isSmooth) in [(10.0, true), (20, false)] {
        add(
          .image(
            ImageQuad(
              image: image, source: source, rect: CGRect(x: x, y: 10, width: 2, height: 2),
              isSmooth: isSmooth)))
      }
      add(
        .image(
          ImageQuad(
            image: image, source: source, rect: CGRect(x: 40, y: 10, width: 20, height: 20),
            isSmooth: false)))
      let pixel = try drawn()
      for x in [10, 20] {
        #expect(pixel(x, 10) == [255, 0, 0] && pixel(x + 1, 10) == [0, 255, 0])
        #expect(pixel(x, 11) == [0, 0, 255] && pixel(x + 1, 11) == [10, 20, 30])
      }
      #expect(pixel(49, 19) == [255, 0, 0] && pixel(50, 19) == [0, 255, 0])
      #expect(pixel(59, 29) == [10, 20, 30] && pixel(60, 29) == [255, 255, 255])
    }

    @Test mutating func rotatedBoxKeepsItsArea() throws {
      let turn = CGAffineTransform(rotationAngle: 0.6).concatenating(
        CGAffineTransform(translationX: 48, y: 32))
      add(box(-15, -10, 30, 20, red), turn)
      let pixel = try drawn()
      var covered = 0.0
      for y in 0..<64 { for x in 0..<96 { covered += Double(255 - pixel(x, y)[1]) / 255 } }
      #expect(abs(covered - 600) < 6)
      #expect(pixel(48, 32) == [255, 0, 0])
    }

    @Test mutating func projectedBoxCorners() throws {
      var transform = PlaneTransform(tx: 48, ty: 32)
      transform.px = 0.01
      list.items.append(
        DrawItem(box(-20, -20, 40, 40, red), transform: transform, opacity: 1, scissor: all))
      let corner = try #require(transform.apply(CGPoint(x: 20, y: 20)))
      let pixel = try drawn()
      #expect(pixel(Int(corner.x) - 2, Int(corner.y) - 2) == [255, 0, 0])
      #expect(pixel(Int(corner.x) + 2, Int(corner.y) - 2) == [255, 255, 255])
    }

    @Test mutating func linearGradient() throws {
      let gradient = try #require(CGGradient(colors: [red, blue]))
      add(
        .gradient(
          GradientFill(
            rect: CGRect(x: 10, y: 10, width: 40, height: 10), gradient: gradient,
            start: CGPoint(x: 10, y: 0), end: CGPoint(x: 50, y: 0))))
      let pixel = try drawn()
      #expect(isNear(pixel(10, 15), [252, 0, 3], 3))
      #expect(isNear(pixel(29, 15), [129, 0, 126], 3))
      #expect(isNear(pixel(49, 15), [3, 0, 252], 3))
    }

    @Test mutating func pathsAndGlyphs() throws {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 10, y: 10))
      path.addLine(to: CGPoint(x: 30, y: 10))
      path.addLine(to: CGPoint(x: 10, y: 30))
      path.closeSubpath()
      add(.fill(path, .winding, red))
      let face = fonts.face(for: FontDescription())
      let glyph = fonts.shape("H", face: face, size: 40)[0].glyph
      add(
        .glyphs(
          GlyphRun(
            face: face, size: 40, color: blue,
            glyphs: [PlacedGlyph(glyph: glyph, position: CGPoint(x: 50, y: 50))])))
      let pixel = try drawn()
      #expect(pixel(12, 12) == [255, 0, 0])
      #expect(isNear(pixel(20, 19), [255, 128, 128], 8))
      #expect(pixel(28, 28) == [255, 255, 255])
      let ink = (50..<90).filter { pixel($0, 30) == [0, 0, 255] }.count
      #expect(ink >= 4)
      #expect(!(0..<96).contains { pixel($0, 52)[0] < 200 })
    }

    @Test mutating func windowOfBoxesAndTextIsOneDrawCall() throws {
      let face = fonts.face(for: FontDescription())
      for row in 0..<6 {
        add(box(4, Double(row) * 10, 80, 8, red, radius: 3))
        let glyphs = fonts.shape("Lamella", face: face, size: 8).enumerated().map { index, glyph in
          PlacedGlyph(
            glyph: glyph.glyph,
            position: CGPoint(x: 6 + Double(index) * 5, y: Double(row) * 10 + 7))
        }
        add(.glyphs(GlyphRun(face: face, size: 8, color: .black, glyphs: glyphs)))
      }
      let first = try canvas.draw(list)
      #expect(first.uploadedBytes > 0)
      let second = try canvas.draw(list)
      #expect(second.drawCalls == 1)
      #expect(second.uploadedBytes == 0)
    }

    /// Many boxes are drawn by a program of their own: no picture depends on what else the frame, or the one before, has.
    @Test mutating func simplerProgramsDrawWhatTheyCan() throws {
      let face = fonts.face(for: FontDescription())
      let glyphs = fonts.shape("Lamella", face: face, size: 9).enumerated().map { index, glyph in
        PlacedGlyph(
          glyph: glyph.glyph, position: CGPoint(x: 3 + Double(index) * 5.3, y: 60))
      }
      let text = GlyphRun(face: face, size: 9, color: .black, glyphs: glyphs)
      let turn = CGAffineTransform(rotationAngle: 0.4).concatenating(
        CGAffineTransform(translationX: 48, y: 32))
      let squares = (0..<16).flatMap { i -> [UInt8] in
        (i + i / 4).isMultiple(of: 2) ? [0, 0, 255, 255] : [255, 255, 0, 255]
      }
      let card = Primitive.image(
        ImageQuad(
          image: CGImage(width: 4, height: 4, premultipliedRGBA: squares),
          source: CGRect(x: 0, y: 0, width: 4, height: 4),
          rect: CGRect(x: -14, y: -9, width: 28, height: 18)))
      enum Part { case many, card, text }
      func draw(_ parts: [Part]) throws -> (picture: [[UInt8]], calls: Int) {
        list.items.removeAll()
        for part in parts {
          switch part {
          case .many: for x in 0..<300 { add(box(Double(x % 96), 0, 1, 4, red)) }
          case .card: add(card, turn)
          case .text: add(.glyphs(text))
          }
        }
        let counts = try canvas.draw(list)
        let pixels = try canvas.readPixels()
        let rows = (8..<64).map { y in
          Array(pixels.pixels[y * pixels.width * 4..<(y + 1) * pixels.width * 4])
        }
        return (rows, counts.drawCalls)
      }
      let expected = try draw([.card, .text])
      #expect(expected.calls == 1)
      let orders: [(parts: [Part], calls: Int)] = [
        ([.many, .card, .text], 2), ([.card, .many, .text], 3), ([.text, .many, .card], 3),
        ([.card, .text], 1), ([.many, .text, .many, .card], 4), ([.many, .card, .many, .text], 4),
      ]
      for order in orders {
        let drawn = try draw(order.parts)
        #expect(drawn.calls == order.calls, "\(order.parts)")
        #expect(drawn.picture == expected.picture, "\(order.parts)")
      }
    }

    /// Labels and cells clip their contents. Each clip by the GPU would be a draw call.
    @Test mutating func uprightContentWithManyClipsIsOneDrawCall() throws {
      func words(at point: CGPoint) -> Primitive {
        let face = fonts.face(for: FontDescription())
        let glyphs = fonts.shape("1234", face: face, size: 9).enumerated().map { index, glyph in
          PlacedGlyph(
            glyph: glyph.glyph,
            position: CGPoint(x: point.x + Double(index) * 5.3, y: point.y + 8))
        }
        return .glyphs(GlyphRun(face: face, size: 9, color: .black, glyphs: glyphs))
      }
      for row in 0..<6 {
        for column in 0..<4 {
          let (x, y) = (column * 24, row * 10)
          let clip = PixelRect(minX: x + 1, minY: y + 2, maxX: x + 20, maxY: y + 8)
          add(box(Double(x), Double(y), 30, 12, red), scissor: clip)
          add(words(at: CGPoint(x: x - 2, y: y)), scissor: clip)
        }
      }
      _ = try canvas.draw(list)
      let counts = try canvas.draw(list)
      #expect(counts.drawCalls == 1)
      let image = try canvas.readPixels()
      for y in 0..<64 {
        for x in 0..<96 {
          let isInside = (1..<20).contains(x % 24) && (2..<8).contains(y % 10) && y < 60
          let pixel = Array(image.pixels[(y * image.width + x) * 4..<(y * image.width + x) * 4 + 3])
          #expect(isInside ? pixel[1] == 0 : pixel == [255, 255, 255], "\(x), \(y): \(pixel)")
        }
      }
      // An image that is turned is clipped by the GPU, and what follows is not clipped.
      let blueImage = CGImage(
        width: 4, height: 4, premultipliedRGBA: (0..<16).flatMap { _ in [0, 0, 255, 255] })
      let card = ImageQuad(
        image: blueImage, source: CGRect(x: 0, y: 0, width: 4, height: 4),
        rect: CGRect(x: 10, y: 10, width: 40, height: 40))
      add(
        .image(card), CGAffineTransform(rotationAngle: 0.3),
        scissor: PixelRect(minX: 20, minY: 20, maxX: 30, maxY: 30))
      add(box(60, 50, 20, 10, red))
      let pixel = try drawn()
      #expect(pixel(25, 25) == [0, 0, 255] && pixel(18, 25) != [0, 0, 255])
      #expect(pixel(70, 55) == [255, 0, 0])
      let mixed = try canvas.draw(list)
      #expect(mixed.drawCalls == 1, "\(mixed)")
    }

    /// Two triangles each and nothing else, as twice as many would cost twice as much.
    @Test mutating func smallBoxesAreOneQuadEach() throws {
      for index in 0..<50 {
        let turn = CGAffineTransform(rotationAngle: Double(index) / 7).concatenating(
          CGAffineTransform(translationX: 20 + Double(index), y: 30))
        add(box(-10, -10, 20, 20, index % 2 == 0 ? red : blue, radius: 4), turn, opacity: 0.7)
      }
      _ = try canvas.draw(list)
      let counts = try canvas.draw(list)
      #expect(counts.vertices == 200)
      #expect(counts.drawCalls == 1)
      #expect(counts.uploadedBytes == 0)
    }

    @Test(arguments: [
      // fill alpha, border alpha, opacity
      (0.0, 1.0, 1.0), (0, 0.5, 0.5), (1, 1, 1), (1, 0.5, 1), (0.5, 1, 1), (1, 1, 0.5),
      (0.5, 0.5, 1),
      (0.5, 0.5, 0.5),
    ])
    mutating func bordersAreOneQuad(fill: Double, border: Double, opacity: Double) throws {
      var bordered = Box(
        rect: CGRect(x: 8, y: 8, width: 40, height: 30), radii: SIMD4(repeating: 6),
        fill: red.copy(alpha: fill))
      (bordered.borderWidth, bordered.borderColor) = (2, blue.copy(alpha: border))
      add(.box(bordered), opacity: opacity)
      let counts = try canvas.draw(list)
      #expect(counts.vertices == 4)
      #expect(counts.groups == 0)
      #expect(counts.drawCalls == 1)
    }

    /// Boxes that change their size in every frame, with gradients and shadows, need no new texels.
    @Test mutating func growingBoxesUploadNothing() throws {
      let gradient = try #require(CGGradient(colors: [red, blue]))
      for frame in 0..<20 {
        list.items.removeAll()
        for index in 0..<40 {
          let width = 20 + Double(frame) * 0.9 + Double(index) * 0.55
          let rect = CGRect(x: 0, y: 0, width: width, height: 90 - Double(index) * 0.37)
          let radii = SIMD4(repeating: width / 9)
          add(.shadow(BoxShadow(rect: rect, radii: radii, deviation: width / 7, color: .black)))
          add(
            .gradient(
              GradientFill(
                rect: rect, radii: radii, gradient: gradient, start: .zero,
                end: CGPoint(x: width, y: 90))))
          add(.box(Box(rect: rect, radii: radii, fill: red)), opacity: 0.5)
        }
        let counts = try canvas.draw(list)
        #expect(frame == 0 || counts.uploadedBytes == 0)
        #expect(counts.vertices == 480 && counts.drawCalls == 1)
      }
    }

    /// Drawing a window's background would cost as much as five hundred small boxes.
    @Test mutating func itemsBeneathAnOpaqueBoxAreNotDrawn() throws {
      add(box(10, 10, 20, 20, blue, radius: 4))
      add(.beginGroup(Group(bounds: all)), opacity: 0.5)
      add(box(0, 0, 96, 64, blue))
      add(.endGroup)
      add(box(-1, 0, 97, 64, red))
      add(.beginGroup(Group(bounds: all)), opacity: 0.5)
      add(box(0, 0, 48, 64, blue))
      add(.endGroup)
      let counts = try canvas.draw(list)
      #expect(counts.groups == 1)
      let pixel = try drawn()
      #expect(isNear(pixel(20, 20), [128, 0, 128]))
      #expect(pixel(80, 20) == [255, 0, 0])
    }

    @Test(arguments: 0..<7)
    mutating func partialCoverHidesNothing(variant: Int) throws {
      add(box(0, 0, 96, 64, blue))
      var cover = Box(rect: CGRect(x: 0, y: 0, width: 96, height: 64), fill: red)
      var transform = CGAffineTransform.identity
      var (opacity, scissor) = (1.0, all)
      switch variant {
      case 0: cover.rect.size.width = 95.5
      case 1: cover.radii.z = 20
      case 2: (cover.borderWidth, cover.borderColor) = (1, blue)
      case 3: cover.fill = red.copy(alpha: 0)
      case 4: transform = CGAffineTransform(rotationAngle: 0.1)
      case 5: opacity = 0
      default: scissor = PixelRect(minX: 0, minY: 0, maxX: 95, maxY: 64)
      }
      add(.box(cover), transform, opacity: opacity, scissor: scissor)
      let pixel = try drawn()
      #expect(pixel(95, 63)[2] > 100)
    }

    @Test mutating func invisibleItemsAreNotDrawn() throws {
      add(box(0, 0, 10, 10, red, radius: 3))
      list.items[0].reach = .empty
      add(box(200, 0, 10, 10, red, radius: 3))
      add(box(0, -20, 10, 10, red, radius: 3))
      #expect(try canvas.draw(list).vertices == 0)
    }

    // MARK: Textures that cannot be created

    /// Text, a path and a group: pictures on pages of two kinds, and a render target.
    private mutating func addTexturedItems() throws {
      let run = GlyphRun(
        face: fonts.face(for: FontDescription()), size: 20, color: .black,
        glyphs: fonts.shape("mm", face: fonts.face(for: FontDescription()), size: 20).enumerated()
          .map { PlacedGlyph(glyph: $1.glyph, position: CGPoint(x: 4 + 20 * $0, y: 30)) })
      add(.glyphs(run))
      add(.beginGroup(Group(bounds: all)), opacity: 0.5)
      add(box(50, 0, 30, 30, blue))
      add(box(60, 10, 30, 30, red, radius: 5))
      add(.endGroup)
    }

    @Test(arguments: [1, 2, 3])
    mutating func framesAfterFailuresAreDrawnAsBefore(failures: Int) throws {
      try addTexturedItems()
      _ = try canvas.draw(list)
      let usual = try canvas.readPixels()
      _ = try Diagnostics.collecting {
        for _ in 0..<3 {
          canvas.inject(textureFailures: failures)
          canvas.inject(contextLosses: 1)
          _ = try canvas.draw(list)
        }
      }
      canvas.inject(textureFailures: 0)
      _ = try canvas.draw(list)
      #expect(try canvas.readPixels().pixels == usual.pixels)
    }

    @Test mutating func textureThatCannotBeCreatedAtFirstIsCreatedInTheSameFrame() throws {
      try addTexturedItems()
      _ = try canvas.draw(list)
      let usual = try canvas.readPixels()
      canvas.inject(contextLosses: 1)
      canvas.inject(textureFailures: 1)
      _ = try canvas.draw(list)
      #expect(try canvas.readPixels().pixels == usual.pixels)
    }

    @Test mutating func frameWithoutTexturesIsReportedAndTheNextOneDraws() throws {
      try addTexturedItems()
      _ = try canvas.draw(list)
      let usual = try canvas.readPixels()
      canvas.inject(contextLosses: 1)
      canvas.inject(textureFailures: .max)
      let lines = try Diagnostics.collecting {
        for _ in 0..<3 { _ = try canvas.draw(list) }
      }.lines
      #expect(lines.count == 1)
      #expect(lines.first?.contains("a part of the window is not drawn: SDL failed while") == true)
      canvas.inject(textureFailures: 0)
      _ = try canvas.draw(list)
      #expect(try canvas.readPixels().pixels == usual.pixels)
    }

    /// A small box that moves over many, with or without what reads pixels; as numbered lists with their damage.
    private func movingList(_ serial: Int, readsPixels: Bool) throws -> DrawList {
      var list = DrawList(size: Self.size, background: .white)
      func add(_ primitive: Primitive, _ reach: PixelRect, opacity: Double = 1) {
        list.items.append(
          DrawItem(primitive, transform: .identity, opacity: opacity, scissor: all, reach: reach))
      }
      for index in 0..<24 {
        let (x, y) = (index % 6 * 16, index / 6 * 16)
        add(
          box(Double(x), Double(y), 14, 13, index % 2 == 0 ? red : blue, radius: 4),
          PixelRect(minX: x, minY: y, maxX: x + 14, maxY: y + 13), opacity: 0.7)
      }
      let glass = PixelRect(minX: 40, minY: 14, maxX: 80, maxY: 50)
      if readsPixels {
        list.needsPixels = true
        let group = Group(
          blend: .mode(.multiply), bounds: PixelRect(minX: 0, minY: 30, maxX: 40, maxY: 60))
        add(.beginGroup(group), group.bounds)
        add(box(4, 34, 30, 20, blue, radius: 6), group.bounds)
        add(.endGroup, group.bounds)
        add(
          .backdrop(
            Backdrop(rect: glass.cgRect, radii: SIMD4(repeating: 9), filters: [.blur(2)])), glass)
      }
      let x = 10 + serial * 5
      let mover = PixelRect(minX: x, minY: 40, maxX: x + 12, maxY: 52)
      add(box(Double(x), 40, 12, 12, red, radius: 3), mover)
      list.serial = serial
      if serial > 1 {
        list.damage = .none
        list.damage.add(mover)
        list.damage.add(PixelRect(minX: x - 5, minY: 40, maxX: x + 7, maxY: 52))
        // As a builder does: all that the backdrop reads is drawn again.
        if readsPixels { list.damage.add(glass.outset(by: [.blur(2)].reach)) }
      }
      return list
    }

    @Test(arguments: [1, 2, 3], [false, true])
    func keptPixelsLookAsIfAllWereDrawn(age: Int, readsPixels: Bool) throws {
      let fresh = try CanvasRig(Self.size)
      canvas.inject(bufferAge: age)
      for serial in 1...9 {
        var list = try movingList(serial, readsPixels: readsPixels)
        let counts = try canvas.draw(list)
        let picture = try canvas.readPixels()
        let whole = all.width * all.height
        // Where pixels are read, the picture is a texture that has the last list.
        let most = readsPixels ? whole - 1 : 500
        #expect(serial <= (readsPixels ? 1 : age) ? counts.pixels == whole : counts.pixels <= most)
        list.serial = 0
        list.damage = .everything
        _ = try fresh.canvas.draw(list)
        #expect(try fresh.canvas.readPixels().pixels == picture.pixels, "list \(serial)")
      }
      // After a list of the other kind, nothing of the window's buffers is known.
      _ = try canvas.draw(movingList(10, readsPixels: !readsPixels))
      let counts = try canvas.draw(movingList(11, readsPixels: readsPixels))
      #expect(counts.pixels == all.width * all.height)
    }

    /// A driver that restarts loses all textures and programs. The frame is drawn with others.
    @Test(arguments: [1, 2]) mutating func lostContextIsMadeAgainWithinTheFrame(frames: Int) throws
    {
      try addTexturedItems()
      list.needsPixels = true
      add(.beginGroup(Group(bounds: all, filters: [.blur(2)])))
      add(box(10, 30, 30, 20, red))
      add(.endGroup)
      _ = try canvas.draw(list)
      let usual = try canvas.readPixels()
      for _ in 0..<frames {
        canvas.inject(contextLosses: 1)
        let counts = try canvas.draw(list)
        #expect(counts.uploadedBytes > 0)
        #expect(try canvas.readPixels().pixels == usual.pixels)
      }
    }

    /// A window whose GL fails for good shows its pictures from memory, after one line.
    @Test mutating func brokenDriverIsReplacedByMemory() throws {
      add(box(10, 10, 20, 20, red))
      let other = try ScreenlessSDL.window(Self.size)
      let canvas = try FallbackCanvas(
        window: other, source: FreeTypeCoverage(fonts: SystemFontProvider()))
      _ = try canvas.draw(list)
      try canvas.present()
      let lines = try Diagnostics.collecting {
        canvas.injectFailure()
        for _ in 0..<3 {
          _ = try canvas.draw(list)
          try canvas.present()
        }
      }.lines
      #expect(lines.count == 1 && lines[0].contains("drawn in memory from here on"), "\(lines)")
      let surface = try #require(try other.surface())
      let row = surface.memory.pixels + 15 * surface.memory.bytesPerRow
      let pixel = row.load(fromByteOffset: 4 * 15, as: UInt32.self)
      #expect(pixel & 0xFF_FFFF == 0xFF_0000)
    }

    /// Pictures in memory that GL shows are those of the memory's canvas: whole, in changed parts, and at another size.
    @Test mutating func texturesShowPicturesOfMemory() throws {
      let source = FreeTypeCoverage(fonts: fonts)
      let (texture, memory) = (
        try TextureCanvas(window: window, source: source),
        MemoryCanvas(source: source, threads: 1)
      )
      func expectAgreement(_ list: DrawList, sourceLocation: SourceLocation = #_sourceLocation)
        throws
      {
        _ = try texture.draw(list)
        try texture.copyToWindow(rows: Self.size.height)
        _ = memory.draw(list)
        let (shown, expected) = (try canvas.readPixels(), try #require(memory.image()))
        let row = expected.width * 4
        for y in 0..<expected.height {
          let rest = shown.pixels[(y * shown.width * 4)...]
          #expect(
            rest.prefix(row).elementsEqual(expected.pixels[(y * row)..<((y + 1) * row)]),
            "row \(y)", sourceLocation: sourceLocation)
        }
      }
      add(box(10, 3, 20, 10, red))
      add(box(40.25, 10.5, 10.5, 40, red, radius: 4))
      list.serial = 1
      try expectAgreement(list)
      add(box(60, 30, 20, 10, red))
      list.serial = 2
      list.damage = .none
      list.damage.add(PixelRect(minX: 60, minY: 30, maxX: 80, maxY: 40))
      try expectAgreement(list)
      #expect(memory.drawnRegions.count == 1, "the rest is left as it is")
      list.size = PixelSize(width: 70, height: 50)
      (list.serial, list.damage) = (3, .everything)
      try expectAgreement(list)
    }

    @Test mutating func nonFiniteNumbersDrawNothing() throws {
      for bad in [Double.nan, .infinity, 1e300, -1e300] {
        add(box(bad, 0, 10, 10, red))
        add(box(0, 0, bad, 10, red, radius: 3))
        add(box(0, 0, 10, 10, red, radius: 2), CGAffineTransform(scaleX: bad, y: 1))
        add(box(0, 0, 10, 10, red), CGAffineTransform(translationX: 0, y: bad))
        add(
          .shadow(
            BoxShadow(
              rect: CGRect(x: 0, y: 0, width: 10, height: 10), radii: .zero, deviation: bad,
              color: red)), CGAffineTransform(translationX: 1e7, y: 0))
      }
      #expect(try drawn()(50, 50) == [255, 255, 255])
    }
  }
}
