// GLVersionTests.swift
// Every program of the canvas on each version of GL, windows at the limits, and groups in groups.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import TestSupport
import Testing
import Typesetting

import QuartzCore
@testable import SDLRenderer

extension SDLTests {
  @Suite(
    .enabled(if: ScreenlessSDL.problem == nil, "OpenGL is not available without a display here"))
  @SDLThread struct GLVersionTests {
    private static func window(_ version: GLContext.Version, _ size: PixelSize) throws -> SDLWindow
    {
      var options = SDLWindow.Options()
      options.size = CGSize(width: size.width, height: size.height)
      options.minimumSize = CGSize(width: 1, height: 1)
      options.renderer = .only(.gl)
      options.waitsForScreen = false
      options.versionsOfGL = [version]
      return try SDLWindow(session: ScreenlessSDL.session(), options: options)
    }

    /// Draws a list with GL and in memory.
    private static func difference(
      of list: DrawList, on version: GLContext.Version = .core33
    ) throws -> PictureDifference {
      let source = FreeTypeCoverage(fonts: try SystemFontProvider())
      let memory = MemoryCanvas(source: source, threads: 1)
      _ = memory.draw(list)
      let window = try Self.window(version, list.size)
      #expect(window.context?.version == version)
      let canvas = try GLCanvas(window: window, source: source)
      _ = try canvas.draw(list)
      return PictureDifference(try #require(memory.image()), try canvas.readPixels())
    }

    @Test(arguments: GLContext.Version.allCases)
    func everyProgramDrawsTheSame(version: GLContext.Version) throws {
      let fonts = try SystemFontProvider()
      let face = fonts.face(for: FontDescription())
      let wanted = [
        "text", "turned boxes", "round gradients", "box shadows", "a card in perspective",
        "filters in a row", "a backdrop", "blended by overlay",
      ]
      let all = AgreementTests.scenes + AgreementTests.effectScenes + AgreementTests.blendScenes
      for name in wanted {
        let scene = try #require(all.first { $0.name == name })
        var built = AgreementTests.Scene(
          face: face, glyphs: { fonts.shape($0, face: face, size: 1) })
        scene.build(&built)
        let difference = try Self.difference(of: built.list, on: version)
        #expect(difference.maximum <= scene.tolerance, "\(name): \(difference)")
      }
    }

    @Test(arguments: [
      PixelSize(width: 1, height: 1), PixelSize(width: 16_384, height: 1),
      PixelSize(width: 1, height: 16_384),
    ])
    func windowsAtTheLimitsAreDrawn(size: PixelSize) throws {
      var list = DrawList(size: size, background: .white)
      list.needsPixels = true
      let whole = PixelRect(size)
      func add(_ primitive: Primitive) {
        list.items.append(
          DrawItem(primitive, transform: .identity, opacity: 1, scissor: whole))
      }
      add(.box(Box(rect: whole.cgRect.insetBy(dx: 0.25, dy: 0.25), fill: AgreementTests.red)))
      add(.beginGroup(Group(bounds: whole, filters: [.blur(3)])))
      add(.box(Box(rect: CGRect(x: 0, y: 0, width: 40, height: 40), fill: AgreementTests.blue)))
      add(.endGroup)
      // A texture at its limit has no margin, so that at the ends of the window a blur sees the edge repeated.
      let difference = try Self.difference(of: list)
      #expect(difference.maximum <= 13, "\(difference)")
    }

    @Test func twoHundredBlursInEachOtherAreDrawn() throws {
      let size = PixelSize(width: 64, height: 48)
      var list = DrawList(size: size, background: .white)
      list.needsPixels = true
      let whole = PixelRect(size)
      func add(_ primitive: Primitive) {
        list.items.append(
          DrawItem(primitive, transform: .identity, opacity: 1, scissor: whole))
      }
      for _ in 0..<200 { add(.beginGroup(Group(bounds: whole, filters: [.blur(0.4)]))) }
      add(
        .box(Box(rect: CGRect(x: 16, y: 12, width: 32, height: 24), fill: AgreementTests.blue)))
      for _ in 0..<200 { add(.endGroup) }
      // Each of them rounds to eight bits, twice.
      #expect(try Self.difference(of: list).maximum <= 60)
    }

    /// An image beyond the longest side of a texture is drawn in tiles, without a seam between them.
    @Test func imageBeyondTheLimitIsDrawnInTiles() throws {
      let size = PixelSize(width: 200, height: 40)
      var pixels: [UInt8] = []
      for x in 0..<40_000 { pixels += [UInt8(x / 200), UInt8(255 - x / 200), 90, 255] }
      let image = CGImage(width: 40_000, height: 1, premultipliedRGBA: pixels)
      var list = DrawList(size: size, background: .white)
      for (rect, angle) in [
        (CGRect(x: 0, y: 0, width: 200, height: 12), 0.0),
        (CGRect(x: 10, y: 4, width: 170, height: 12), 0.1),
      ] {
        list.items.append(
          DrawItem(
            .image(
              ImageQuad(
                image: image, source: CGRect(x: 0, y: 0, width: 40_000, height: 1), rect: rect)),
            transform: PlaneTransform(CGAffineTransform(rotationAngle: angle)), opacity: 1,
            scissor: PixelRect(size)))
      }
      #expect(try Self.difference(of: list).maximum <= 4)
    }
  }
}
