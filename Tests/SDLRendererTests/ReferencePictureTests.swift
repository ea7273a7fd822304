// ReferencePictureTests.swift
// Both canvases compared with a slow and exact reference: scenes of one property each, and random layer
// trees with every property at once.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import ReferencePicture
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
    /// Compares layer trees, drawn by both canvases, with the reference.
    private struct Comparison {
      private let canvases: SceneCanvases
      private(set) var table = ""
      @SDLThread var fonts: SystemFontProvider { canvases.fonts }

      @SDLThread init() throws { canvases = try SceneCanvases() }

      /// Returns the differences of the memory canvas and of `GLCanvas`, and adds them to the table.
      @SDLThread mutating func compare(_ layer: SceneLayer, name: String) throws
        -> (memory: ReferenceDifference, sdl: ReferenceDifference)
      {
        let reference = ReferenceRenderer.picture(
          of: layer, width: canvases.size.width, height: canvases.size.height,
          background: SceneColor(1, 1, 1, 1))
        let pictures = try canvases.draw(layer)
        let result = (
          memory: ReferenceDifference(reference, pictures.memory),
          sdl: ReferenceDifference(reference, pictures.sdl)
        )
        for (kind, one) in [("memory", result.memory), ("GLCanvas", result.sdl)] {
          let line = String(
            format: "%.3f  %5.1f at %d, %d", one.mean, one.maximum, one.x, one.y)
          table += "\(name), \(kind): \(line)\n"
        }
        let bytes = reference.pixels.flatMap { color in
          (0..<4).map { UInt8((min(max(color[$0], 0), 1) * 255).rounded()) }
        }
        let exact = CGImage(
          width: reference.width, height: reference.height, premultipliedRGBA: bytes)
        try SceneCanvases.write(
          ["reference": exact, "memory": pictures.memory, "sdl": pictures.sdl], name)
        return result
      }
    }

    @Test func scenesLookLikeTheReference() throws {
      var comparison = try Comparison()
      for scene in ReferenceScene.all + ReferenceScene.texts(comparison.fonts) {
        let difference = try comparison.compare(scene.layer, name: scene.name)
        for (kind, one, mean, maximum) in [
          ("memory", difference.memory, scene.mean.memory, scene.maximum.memory),
          ("GLCanvas", difference.sdl, scene.mean.sdl, scene.maximum.sdl),
        ] {
          #expect(one.mean <= mean, "\(scene.name), \(kind): mean \(one.mean); \(scene.reason)")
          #expect(
            one.maximum <= maximum,
            "\(scene.name), \(kind): \(one.maximum) at \(one.x), \(one.y); \(scene.reason)")
        }
      }
      print(comparison.table)
    }

    @Test(arguments: [(40, false), (20, true)])
    func randomTreesLookLikeTheReference(count: Int, isInSpace: Bool) throws {
      var comparison = try Comparison()
      var (memory, sdl) = (0.0, 0.0)
      for seed in 1...count {
        var scenes = RandomScenes(SeededRandom(seed: UInt64(seed)), isInSpace: isInSpace)
        let name = isInSpace ? "random in space \(seed)" : "random in the plane \(seed)"
        let difference = try comparison.compare(scenes.tree(), name: name)
        memory += difference.memory.mean / Double(count)
        sdl += difference.sdl.mean / Double(count)
        // A layer at a wrong place, or in a wrong order or colour, is a larger part of the picture.
        #expect(difference.memory.mean <= 1, "\(name): \(difference.memory)")
        #expect(difference.sdl.mean <= 1.2, "\(name): \(difference.sdl)")
      }
      print(comparison.table)
      #expect(memory <= 0.25, "mean \(memory)")
      #expect(sdl <= 0.3, "mean \(sdl)")
    }
  }
}
