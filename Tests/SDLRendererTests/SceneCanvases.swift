// SceneCanvases.swift
// The memory canvas and GLCanvas, on which described layer trees are drawn.
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
import Testing

/// Both canvases, of one size.
@SDLThread struct SceneCanvases {
  let size: PixelSize
  let fonts: SystemFontProvider
  private let source: FreeTypeCoverage
  private let window: SDLWindow
  private let canvas: GLCanvas

  init(_ size: PixelSize = PixelSize(width: 160, height: 120)) throws {
    self.size = size
    fonts = try SystemFontProvider()
    source = FreeTypeCoverage(fonts: fonts)
    window = try ScreenlessSDL.window(size)
    canvas = try GLCanvas(window: window, source: source)
  }

  /// Draws a layer tree on white.
  func draw(_ layer: SceneLayer) throws -> (memory: CGImage, sdl: CGImage) {
    var tree = layer.renderTree()
    var sampler = Sampler()
    let sampled = sampler.sample(&tree, at: 0)
    var painter = Painter()
    painter.paint(tree, sampled, scale: 1, size: size, background: .white)
    return try draw(painter.list)
  }

  func draw(_ list: DrawList) throws -> (memory: CGImage, sdl: CGImage) {
    let memory = MemoryCanvas(source: source, threads: 1)
    _ = memory.draw(list)
    _ = try canvas.draw(list)
    return (try #require(memory.image()), try canvas.readPixels())
  }

  /// Writes pictures where LAMELLA_PICTURES names a folder.
  nonisolated static func write(_ pictures: [String: CGImage], _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["LAMELLA_PICTURES"] else { return }
    let path = "\(folder)/\(name.replacingOccurrences(of: " ", with: "-"))"
    for (kind, picture) in pictures { try PNGFile.write(picture, to: "\(path)-\(kind).png") }
  }
}
