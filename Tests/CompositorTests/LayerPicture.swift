// LayerPicture.swift
// The picture of a layer tree in memory, drawn once.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import QuartzCore
import TestSupport
import Testing

/// Draws a tree as it is presented now, one pixel a point.
@MainActor func picture(
  of root: CALayer, size: PixelSize, background: CGColor, order: PixelOrder = .rgba
) throws -> CGImage {
  let context = LayerContext(root: root)
  defer { context.invalidate() }
  CATransaction.flush()
  var (sampler, painter) = (Sampler(), Painter())
  let sampled = sampler.sample(&context.tree, at: MediaClock.now)
  painter.paint(context.tree, sampled, scale: 1, size: size, background: background)
  let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1, order: order)
  _ = canvas.draw(painter.list)
  return try #require(canvas.image())
}
