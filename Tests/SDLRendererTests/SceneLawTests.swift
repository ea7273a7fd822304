// SceneLawTests.swift
// Laws of pictures that need no reference: moved, clipped, faded and masked layer trees, moving text, and the
// area of turned squares.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import QuartzCore
import ReferencePicture
import TestSupport
import Testing
import Typesetting

extension SDLTests {
  @Suite(
    .enabled(if: ScreenlessSDL.problem == nil, "OpenGL is not available without a display here"))
  @SDLThread struct SceneLawTests {
    /// The difference by which two pictures of `GLCanvas` may break a law: it filters the last eighth of a
    /// pixel of a box's place, which shows in a pixel beside the box unless a clip ends there.
    private static let filtered = 20

    private static let white = SceneColor(1, 1, 1, 1)

    /// Random trees, in the plane and in space, without their white root's background.
    private static func trees(_ seeds: ClosedRange<UInt64>) -> [SceneLayer] {
      seeds.map { seed in
        var scenes = RandomScenes(SeededRandom(seed: seed), isInSpace: seed % 3 == 0)
        return scenes.tree()
      }
    }

    /// Requires that two scenes look alike on each canvas.
    private func requireSame(
      _ a: SceneLayer, _ b: SceneLayer, on canvases: SceneCanvases, within tolerance: Int,
      _ name: String, crop: (x: Int, y: Int) = (0, 0), width: Int = 160, height: Int = 120
    ) throws {
      let (first, second) = (try canvases.draw(a), try canvases.draw(b))
      for (kind, one, other, tolerance) in [
        ("memory", first.memory, second.memory, tolerance),
        ("sdl", first.sdl, second.sdl, Self.filtered),
      ] {
        let difference = PictureDifference(
          one.cropped(x: 0, y: 0, width: width, height: height),
          other.cropped(x: crop.x, y: crop.y, width: width, height: height))
        #expect(difference.maximum <= tolerance, "\(name), \(kind): \(difference)")
        try SceneCanvases.write(["a-\(kind)": one, "b-\(kind)": other], name)
      }
    }

    @Test func treeMovedByWholePixelsIsTheSamePictureMoved() throws {
      let canvases = try SceneCanvases(PixelSize(width: 200, height: 150))
      for (index, tree) in Self.trees(1...12).enumerated() {
        // Whatever reaches beyond is clipped at the same pixels.
        var tree = tree
        tree.masksToBounds = true
        var (still, moved) = (SceneLayer(0, 0, 200, 150), SceneLayer(0, 0, 200, 150))
        still.sublayers = [tree]
        tree.position.x += 23
        tree.position.y += 17
        moved.sublayers = [tree]
        // Edges are rounded once more where their numbers are larger.
        try requireSame(
          still, moved, on: canvases, within: 4, "moved tree \(index)", crop: (23, 17))
      }
    }

    @Test func clippedTreeIsThePictureClipped() throws {
      let canvases = try SceneCanvases()
      for (index, tree) in Self.trees(13...24).enumerated() {
        let whole = try canvases.draw(tree)
        var root = SceneLayer(0, 0, 160, 120)
        root.sublayers = [
          SceneLayer(31, 22, 90, 70) {
            $0.masksToBounds = true
            $0.bounds.origin = CGPoint(x: 31, y: 22)
            $0.sublayers = [tree]
          }
        ]
        let part = try canvases.draw(root)
        for (kind, a, b, tolerance) in [
          ("memory", whole.memory, part.memory, 4), ("sdl", whole.sdl, part.sdl, Self.filtered),
        ] {
          var pixels = [UInt8](repeating: 255, count: 160 * 120 * 4)
          for row in 22..<92 {
            let bytes = (row * 160 + 31) * 4..<(row * 160 + 121) * 4
            pixels[bytes] = a.pixels[bytes]
          }
          let clipped = CGImage(width: 160, height: 120, premultipliedRGBA: pixels)
          let difference = PictureDifference(clipped, b)
          #expect(difference.maximum <= tolerance, "tree \(index), \(kind): \(difference)")
        }
      }
    }

    @Test func fadedGroupIsTheBlendOfWithAndWithout() throws {
      let canvases = try SceneCanvases()
      for (index, tree) in Self.trees(25...34).enumerated() {
        let with = try canvases.draw(tree)
        var faded = tree
        // Half of 255 is no whole number; a fifth is.
        faded.opacity = 0.6
        let half = try canvases.draw(faded)
        for (kind, a, b) in [("memory", with.memory, half.memory), ("sdl", with.sdl, half.sdl)] {
          let blend = a.pixels.map { UInt8((Double($0) * 0.6 + 255 * 0.4).rounded()) }
          let expected = CGImage(width: 160, height: 120, premultipliedRGBA: blend)
          let difference = PictureDifference(expected, b)
          #expect(difference.maximum <= 3, "tree \(index), \(kind): \(difference)")
        }
      }
    }

    @Test func solidMaskChangesNothing() throws {
      let canvases = try SceneCanvases()
      for (index, tree) in Self.trees(35...50).enumerated() {
        func masked(_ layer: SceneLayer) -> SceneLayer {
          var layer = layer
          layer.sublayers = layer.sublayers.map(masked)
          if layer.mask.isEmpty { layer.mask = [SceneLayer(-300, -300, 700, 700, Self.white)] }
          return layer
        }
        // A mask makes a picture of its layer, which is rounded to 8 bits.
        try requireSame(tree, masked(tree), on: canvases, within: 6, "masked tree \(index)")
      }
    }

    // MARK: Areas

    /// The area of a convex polygon within a pixel.
    private static func area(_ polygon: [SIMD2<Double>], _ x: Int, _ y: Int) -> Double {
      var points = polygon
      for (axis, bound, sign) in [
        (0, Double(x), 1.0), (0, Double(x + 1), -1), (1, Double(y), 1), (1, Double(y + 1), -1),
      ] {
        var kept: [SIMD2<Double>] = []
        for (index, to) in points.enumerated() {
          let from = points[(index + points.count - 1) % points.count]
          let (a, b) = ((from[axis] - bound) * sign, (to[axis] - bound) * sign)
          if (a < 0) != (b < 0) { kept.append(from + (to - from) * (a / (a - b))) }
          if b >= 0 { kept.append(to) }
        }
        points = kept
      }
      let twice = points.indices.reduce(0.0) { sum, index in
        let (p, q) = (points[index], points[(index + 1) % points.count])
        return sum + p.x * q.y - q.x * p.y
      }
      return abs(twice) / 2
    }

    @Test func edgesOfTurnedSquaresCoverTheirArea() throws {
      let canvases = try SceneCanvases()
      var (memory, sdl, count) = (0.0, 0.0, 0)
      for step in 0..<12 {
        let angle = Double(step) * 0.131
        var root = SceneLayer(0, 0, 160, 120)
        root.sublayers = [SceneLayer(50.3, 30.6, 60, 60, SceneColor(0, 0, 0, 1))]
        root.sublayers[0].transform = CATransform3DMakeRotation(angle, 0, 0, 1)
        let corners = [(-30.0, -30.0), (30, -30), (30, 30), (-30, 30)].map { x, y in
          SIMD2(80.3 + x * cos(angle) - y * sin(angle), 60.6 + x * sin(angle) + y * cos(angle))
        }
        let pictures = try canvases.draw(root)
        for y in 0..<120 {
          for x in 0..<160 {
            let ideal = 255 * (1 - Self.area(corners, x, y))
            guard ideal > 0.01, ideal < 254.99 else { continue }
            memory += abs(ideal - Double(pictures.memory.pixel(x, y).x))
            sdl += abs(ideal - Double(pictures.sdl.pixel(x, y).x))
            count += 1
          }
        }
      }
      #expect(count > 2000)
      #expect(memory / Double(count) <= 2, "memory: \(memory / Double(count))")
      #expect(sdl / Double(count) <= 2, "GLCanvas: \(sdl / Double(count))")
    }

    // MARK: Text

    /// The middle of a picture's ink.
    private static func middle(_ image: CGImage) -> SIMD2<Double> {
      var (sum, weight) = (SIMD2<Double>.zero, 0.0)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let ink = Double(255 - image.pixel(x, y).x)
          sum += SIMD2(Double(x), Double(y)) * ink
          weight += ink
        }
      }
      return sum / weight
    }

    @Test func textUnderAMovingLayerMovesWithIt() throws {
      let canvases = try SceneCanvases()
      let face = canvases.fonts.face(for: FontDescription())
      var x = 0.0
      let glyphs = canvases.fonts.shape("Lamella", face: face, size: 1).map { glyph in
        defer { x += glyph.advance * 14 }
        return PlacedGlyph(glyph: glyph.glyph, position: CGPoint(x: x, y: 0))
      }
      func middles(_ dx: Double, _ dy: Double) throws -> [SIMD2<Double>] {
        var list = DrawList(size: canvases.size, background: .white)
        list.items = [
          DrawItem(
            .glyphs(GlyphRun(face: face, size: 14, color: .black, glyphs: glyphs)),
            transform: PlaneTransform(tx: 30 + dx, ty: 60 + dy), opacity: 1,
            scissor: PixelRect(canvases.size))
        ]
        let pictures = try canvases.draw(list)
        return [Self.middle(pictures.memory), Self.middle(pictures.sdl)]
      }
      let still = try middles(0, 0)
      for step in 1...16 {
        let way = Double(step) / 8
        for (dx, dy) in [(way, 0.0), (0, way), (way, way / 2)] {
          for (index, middle) in try middles(dx, dy).enumerated() {
            let error = middle - still[index] - SIMD2(dx, dy)
            // Glyphs lie at quarters of a pixel, so that they are an eighth away at most.
            #expect(abs(error.x) <= 0.15 && abs(error.y) <= 0.15, "\(dx), \(dy): \(error)")
          }
        }
      }
    }
  }
}
