// ReferencePictureTests.swift
// Both canvases compared with a slow and exact reference: scenes of one property each, and random layer
// trees with every property at once.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import PNGFiles
import QuartzCore
import ReferencePicture
import SDLRenderer
import TestSupport
import Testing

/// The difference between the reference and a canvas, in 255ths.
struct ReferenceDifference {
  /// Over all pixels and the three colours.
  var mean = 0.0
  var maximum = 0.0
  var x = 0, y = 0

  init(_ reference: ReferencePicture, _ image: CGImage) {
    var sum = 0.0
    image.pixels.withUnsafeBufferPointer { pixels in
      for index in reference.pixels.indices {
        let color = reference.pixels[index] * 255
        for lane in 0..<3 {
          let difference = Double(abs(color[lane] - Float(pixels[index * 4 + lane])))
          sum += difference
          if difference > maximum {
            (maximum, x, y) = (difference, index % reference.width, index / reference.width)
          }
        }
      }
    }
    mean = sum / Double(reference.pixels.count * 3)
  }
}

extension SDLTests {
  @Suite(
    .enabled(if: ScreenlessSDL.problem == nil, "OpenGL is not available without a display here"))
  @SDLThread struct ReferencePictureTests {
    /// Draws layer trees with both canvases.
    private struct Rig {
      private static let size = PixelSize(width: 160, height: 120)
      private let source: FreeTypeCoverage
      private let window: SDLWindow
      private let canvas: SDLCanvas
      private(set) var table = ""

      @SDLThread init() throws {
        source = FreeTypeCoverage(fonts: try SystemFontProvider())
        window = try ScreenlessSDL.window(Self.size)
        canvas = try SDLCanvas(window: window, source: source)
      }

      /// Returns the differences of the memory canvas and of `SDLCanvas`, and adds them to the table.
      @SDLThread mutating func compare(_ layer: SceneLayer, name: String) throws
        -> (memory: ReferenceDifference, sdl: ReferenceDifference)
      {
        let reference = ReferenceRenderer.picture(
          of: layer, width: Self.size.width, height: Self.size.height,
          background: SceneColor(1, 1, 1, 1))
        var tree = layer.renderTree()
        var sampler = Sampler()
        let sampled = sampler.sample(&tree, at: 0)
        var painter = Painter()
        painter.paint(tree, sampled, scale: 1, size: Self.size, background: .white)
        let memory = MemoryCanvas(source: source, threads: 1)
        _ = memory.draw(painter.list)
        _ = try canvas.draw(painter.list)
        let pictures = (try #require(memory.image()), try canvas.readPixels())
        let result = (
          memory: ReferenceDifference(reference, pictures.0),
          sdl: ReferenceDifference(reference, pictures.1)
        )
        for (kind, one) in [("memory", result.memory), ("SDLCanvas", result.sdl)] {
          let line = String(
            format: "%.3f  %5.1f at %d, %d", one.mean, one.maximum, one.x, one.y)
          table += "\(name), \(kind): \(line)\n"
        }
        try write(name, reference, pictures)
        return result
      }

      /// Writes the pictures where LAMELLA_PICTURES names a folder.
      private func write(
        _ name: String, _ reference: ReferencePicture, _ pictures: (memory: CGImage, sdl: CGImage)
      ) throws {
        guard let folder = ProcessInfo.processInfo.environment["LAMELLA_PICTURES"] else { return }
        let path = "\(folder)/\(name.replacingOccurrences(of: " ", with: "-"))"
        let bytes = reference.pixels.flatMap { color in
          (0..<4).map { UInt8((min(max(color[$0], 0), 1) * 255).rounded()) }
        }
        let exact = CGImage(
          width: reference.width, height: reference.height, premultipliedRGBA: bytes)
        try PNGFile.write(exact, to: path + "-reference.png")
        try PNGFile.write(pictures.memory, to: path + "-memory.png")
        try PNGFile.write(pictures.sdl, to: path + "-sdl.png")
      }
    }

    @Test func scenesLookLikeTheReference() throws {
      var rig = try Rig()
      for scene in ReferenceScene.all {
        let difference = try rig.compare(scene.layer, name: scene.name)
        for (kind, one, mean, maximum) in [
          ("memory", difference.memory, scene.mean.memory, scene.maximum.memory),
          ("SDLCanvas", difference.sdl, scene.mean.sdl, scene.maximum.sdl),
        ] {
          #expect(one.mean <= mean, "\(scene.name), \(kind): mean \(one.mean); \(scene.reason)")
          #expect(
            one.maximum <= maximum,
            "\(scene.name), \(kind): \(one.maximum) at \(one.x), \(one.y); \(scene.reason)")
        }
      }
      print(rig.table)
    }

    /// - Parameter limit: The largest difference of any channel: shadows in perspective have one size of
    ///   blur, FreeType's sum of areas where lines of one fill cross in a pixel, and the pixel in the
    ///   middle of a conic gradient.
    @Test(arguments: [(40, false), (20, true)])
    func randomTreesLookLikeTheReference(count: Int, isInSpace: Bool) throws {
      var rig = try Rig()
      var (memory, sdl) = (0.0, 0.0)
      for seed in 1...count {
        var scenes = RandomScenes(SeededRandom(seed: UInt64(seed)), isInSpace: isInSpace)
        let name = isInSpace ? "random in space \(seed)" : "random in the plane \(seed)"
        let difference = try rig.compare(scenes.tree(), name: name)
        memory += difference.memory.mean / Double(count)
        sdl += difference.sdl.mean / Double(count)
        // A layer at a wrong place, or in a wrong order or colour, is a larger part of the picture.
        #expect(difference.memory.mean <= 1, "\(name): \(difference.memory)")
        #expect(difference.sdl.mean <= 1.2, "\(name): \(difference.sdl)")
      }
      print(rig.table)
      #expect(memory <= 0.25, "mean \(memory)")
      #expect(sdl <= 0.3, "mean \(sdl)")
    }
  }
}
