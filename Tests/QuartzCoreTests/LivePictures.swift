// LivePictures.swift
// What a live tree looks like, for tests: its frames drawn into memory.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport

/// Pixels in memory, drawn over those of the frame before.
final class CanvasScreen: Screen {
  typealias Failure = Never
  var size = PixelSize(width: 72, height: 64)
  var scale: CGFloat = 1
  let period = 1.0 / 60
  var source: TimeSource { .virtual }
  let coverage = TestCoverageSource()
  let canvas: MemoryCanvas
  /// The time of the frame in work.
  var time = 0.0
  private(set) var keptPixels = 0
  private(set) var list = DrawList(size: PixelSize(width: 0, height: 0))

  init() { canvas = MemoryCanvas(source: coverage, threads: 1) }

  func predictedDisplay() -> TimeInterval { time }
  func draw(_ list: borrowing DrawList) -> CanvasCounts {
    let counts = canvas.draw(list)
    self.list = copy list
    keptPixels += size.width * size.height - counts.pixels
    return counts
  }
  func present() -> TimeInterval { time }
}

extension Stage {
  /// Commits, and draws the tree on white as it looks at the clock's time.
  func picture(scale: CGFloat = 1) -> CGImage {
    guard let image = drawn(scale: scale).canvas.image() else {
      preconditionFailure("nothing was drawn")
    }
    return image
  }

  /// Commits, and returns what the tree is drawn with at the clock's time.
  func drawList() -> DrawList { drawn(scale: 1).list }

  private func drawn(scale: CGFloat) -> CanvasScreen {
    // A tree belongs to one sampler, so to one loop.
    let (loop, screen) = pictures ?? (FrameLoop(context: context), CanvasScreen())
    pictures = (loop, screen)
    loop.background = .white
    screen.scale = scale
    screen.time = MediaClock.now
    screen.size = PixelSize(
      width: Int(root.bounds.width * scale), height: Int(root.bounds.height * scale))
    _ = loop.runFrame(on: screen)
    return screen
  }
}
