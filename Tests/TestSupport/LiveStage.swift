// LiveStage.swift
// A live layer tree on the virtual clock, and its screen.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
package import Foundation
package import QuartzCore

/// A root layer of 100 x 100 points in a context of its own, on the virtual clock from 0.
@MainActor package final class LiveStage {
  package let root = CALayer()
  package let context: LayerContext
  /// The loop that draws the tree, created for the first picture. A tree's changes go to one
  /// sampler, and until then a test may use its own.
  private var loop: FrameLoop?
  private let screen = MemoryScreen()

  package init() {
    MediaClock.useVirtual()
    CallbackQueue.driver = .manual
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    // The stage itself does not cross-fade when a layer is added.
    root.actions = ["sublayers": NSNull()]
    context = LayerContext(root: root)
    CATransaction.flush()
  }

  /// Adds a sublayer and commits.
  package func add<Layer: CALayer>(_ layer: Layer) -> Layer {
    root.addSublayer(layer)
    CATransaction.flush()
    return layer
  }

  /// Commits, moves the clock, and runs the stages of that time's frame that call user code.
  package func advance(to time: TimeInterval) {
    CATransaction.flush()
    MediaClock.advance(to: time)
    CATransaction.flush()
    _ = context.displayAnimatedLayers(at: time)
    CATransaction.flush()
    context.processEvents(at: time)
    CallbackQueue.drain()
    CATransaction.flush()
  }

  /// Runs a frame at the clock's time, and returns its picture on white.
  package func picture(scale: CGFloat = 1) -> CGImage {
    runFrame(scale: scale)
    guard let image = screen.canvas.image() else { preconditionFailure("the frame was not drawn") }
    return image
  }

  /// The picture of the last frame's tree, drawn by a painter and a canvas that have drawn nothing before.
  package func pictureAfresh() -> CGImage? {
    context.afresh(on: screen, at: MediaClock.now, background: .white).picture
  }

  /// Runs a frame at the clock's time, and returns its draw list.
  package func drawList() -> DrawList {
    runFrame(scale: 1)
    return screen.list
  }

  private func runFrame(scale: CGFloat) {
    let loop = loop ?? FrameLoop(context: context)
    self.loop = loop
    loop.background = .white
    screen.scale = scale
    screen.time = MediaClock.now
    screen.size = PixelSize(
      width: Int(root.bounds.width * scale), height: Int(root.bounds.height * scale))
    _ = loop.runFrame(on: screen)
  }

  deinit {
    MainActor.assumeIsolated {
      context.invalidate()
      CallbackQueue.drain()
      CallbackQueue.driver = .mainQueue
      MediaClock.useReal()
    }
  }
}

/// Changes layers without implicit actions, in a transaction of its own.
package func withoutActions(_ change: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  change()
  CATransaction.commit()
}

extension LayerContext {
  /// The tree's values and picture at a time as of a sampler, a painter and a canvas without caches.
  package func afresh(
    on screen: MemoryScreen, at time: TimeInterval, background: CGColor
  ) -> (picture: CGImage?, values: [LayerValues]) {
    var (sampler, painter, tree) = (Sampler(), Painter(), tree)
    for slot in tree.nodes.indices where tree.nodes[slot].isUsed {
      tree.update(Int32(slot)) { _ in }
    }
    let sampled = sampler.sample(&tree, at: time)
    painter.paint(tree, sampled, scale: screen.scale, size: screen.size, background: background)
    let canvas = MemoryCanvas(source: screen.coverage, threads: 1)
    _ = canvas.draw(painter.list)
    return (canvas.image(), sampled.values)
  }
}

/// Pixels in memory, drawn over those of the previous frame.
package final class MemoryScreen: Screen {
  package typealias Failure = Never
  package var size = PixelSize(width: 72, height: 64)
  package var scale: CGFloat = 1
  package let period = 1.0 / 60
  package var source: TimeSource { .virtual }
  package let coverage = TestCoverageSource()
  package let canvas: MemoryCanvas
  /// The time of the current frame.
  package var time = 0.0
  package private(set) var keptPixels = 0
  package private(set) var list = DrawList(size: PixelSize(width: 0, height: 0))

  package init() { canvas = MemoryCanvas(source: coverage, threads: 1) }

  package func predictedDisplay() -> TimeInterval { time }
  package func draw(_ list: borrowing DrawList) -> CanvasCounts {
    let counts = canvas.draw(list)
    self.list = copy list
    keptPixels += size.width * size.height - counts.pixels
    return counts
  }
  package func present() -> TimeInterval { time }
}
