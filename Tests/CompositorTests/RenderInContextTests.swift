// RenderInContextTests.swift
// `render(in:)`: a recorded layer equals the painted layer.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite struct RenderInContextTests {
  private let size = CGSize(width: 60, height: 60)

  /// The layer as the painter draws it, on white.
  private func picture(of root: CALayer) throws -> CGImage {
    let context = LayerContext(root: root)
    CATransaction.flush()
    var (sampler, painter) = (Sampler(), Painter())
    let sampled = sampler.sample(&context.tree, at: MediaClock.now)
    painter.paint(
      context.tree, sampled, scale: 2, size: PixelSize(width: 120, height: 120),
      background: .white)
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
    _ = canvas.draw(painter.list)
    context.invalidate()
    return try #require(canvas.image())
  }

  /// A layer that shows the recording of another.
  private func recording(of layer: CALayer) -> CALayer {
    let context = CGContext(size: size)
    context.translateBy(x: -layer.bounds.minX, y: -layer.bounds.minY)
    layer.render(in: context)
    let result = CALayer()
    result.frame = CGRect(origin: .zero, size: size)
    result.contents = context.drawing
    return result
  }

  private func scene() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    root.bounds.origin = CGPoint(x: 3, y: 4)
    root.backgroundColor = CGColor(red: 0.8, green: 0.9, blue: 1, alpha: 1)
    let card = CALayer()
    card.frame = CGRect(x: 10, y: 10, width: 30, height: 24)
    (card.cornerRadius, card.borderWidth, card.masksToBounds) = (6, 2, true)
    card.backgroundColor = .white
    card.contents = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    card.contentsGravity = .bottomRight
    card.contentsScale = 0.25
    let behind = CALayer()
    behind.frame = CGRect(x: 5, y: 30, width: 30, height: 20)
    (behind.zPosition, behind.opacity) = (-1, 0.5)
    behind.backgroundColor = CGColor(red: 0, green: 0.5, blue: 0, alpha: 1)
    let inner = CALayer()
    inner.frame = CGRect(x: -4, y: -4, width: 12, height: 12)
    inner.backgroundColor = .black
    card.addSublayer(inner)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 42, y: 8, width: 16, height: 30)
    gradient.colors = [CGColor.black, CGColor.white]
    let shape = CAShapeLayer()
    shape.position = CGPoint(x: 30, y: 45)
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 8))
    (shape.strokeColor, shape.strokeEnd, shape.lineCap) = (.white, 0.75, .square)
    shape.setAffineTransform(CGAffineTransform(scaleX: 1.5, y: 1))
    let hidden = CALayer()
    hidden.frame = root.bounds
    (hidden.backgroundColor, hidden.isHidden) = (.black, true)
    let holder = CALayer()
    holder.frame = CGRect(x: 44, y: 42, width: 12, height: 12)
    holder.sublayerTransform = CATransform3DMakeScale(0.5, 0.5, 1)
    let small = CALayer()
    small.frame = holder.bounds
    small.backgroundColor = CGColor(red: 1, green: 0, blue: 1, alpha: 1)
    holder.addSublayer(small)
    for layer in [card, behind, gradient, shape, hidden, holder] { root.addSublayer(layer) }
    return root
  }

  /// The two pictures are equal except at round corners, where a fill, a clip and a line, each smoothed
  /// separately, replace the painter's box with a ring. The painter clips background and contents as one
  /// picture; here the background shines through their common edge.
  @Test func recordingMatchesPaintedLayer() throws {
    let scene = scene()
    let shown = try picture(of: recording(of: scene))
    let difference = PictureDifference(shown, try picture(of: scene))
    #expect(difference.maximum <= 15 && difference.count < 120, "\(difference)")
    #expect(Set((0..<120).map { shown.pixel($0, 30) }).count > 3)
  }

  /// Shapes are filled, then stroked; a gradient stays inside the layer's rounded bounds.
  @Test func stockSubclassesAreRecorded() throws {
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 8))
    (shape.fillRule, shape.strokeColor, shape.lineWidth) = (.evenOdd, .white, 3)
    shape.setAffineTransform(CGAffineTransform(scaleX: 1.5, y: 1))
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 10, y: 20, width: 16, height: 30)
    (gradient.colors, gradient.opacity) = ([CGColor.black, CGColor.white], 0.5)
    let parent = CALayer()
    parent.opacity = 0.5
    parent.sublayers = [shape, gradient]
    let context = CGContext(size: size)
    parent.render(in: context)
    let items = context.drawing.items
    guard items.count == 5, case .beginLayer = items[0].command,
      case .fill(_, .evenOdd, .black) = items[1].command,
      case .stroke(_, let style, .white) = items[2].command,
      case .linearGradient(_, let start, let end) = items[3].command,
      case .endLayer = items[4].command
    else {
      Issue.record("it recorded \(items)")
      return
    }
    #expect(style.width == 3 && items[1].transform.a == 1.5 && items[1].clip == nil)
    #expect(items.map(\.alpha) == [0.5, 1, 1, 0.5, 0.5] && items[3].clip != nil)
    #expect(items[3].transform.tx == 10 && items[3].transform.ty == 20)
    #expect(start == CGPoint(x: 8, y: 0) && end == CGPoint(x: 8, y: 30))
  }

  /// Opacity of a whole tree, a shadow, a mask, and gradients of every kind, as the painter draws them.
  @Test func effectsMatchThePaintedLayer() throws {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    let card = CALayer()
    card.frame = CGRect(x: 6, y: 6, width: 24, height: 20)
    (card.backgroundColor, card.opacity) = (.white, 0.5)
    (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (1, 0, CGSize(width: 4, height: 5))
    let inner = CALayer()
    inner.frame = CGRect(x: 10, y: 10, width: 20, height: 6)
    inner.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    card.addSublayer(inner)
    let masked = CALayer()
    masked.frame = CGRect(x: 36, y: 4, width: 20, height: 20)
    masked.backgroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 1)
    let mask = CALayer()
    mask.frame = CGRect(x: 5, y: 5, width: 10, height: 30)
    mask.backgroundColor = CGColor(gray: 0, alpha: 0.75)
    masked.mask = mask
    root.sublayers = [card, masked]
    for (index, type) in [CAGradientLayerType.radial, .conic].enumerated() {
      let gradient = CAGradientLayer()
      gradient.frame = CGRect(x: 4 + 28 * index, y: 34, width: 24, height: 20)
      gradient.colors = [CGColor.white, CGColor.black]
      (gradient.type, gradient.startPoint) = (type, CGPoint(x: 0.5, y: 0.5))
      gradient.endPoint = CGPoint(x: 1, y: 0.9)
      root.addSublayer(gradient)
    }
    let painted = try picture(of: root)
    let context = CGContext(size: size)
    context.setFillColor(.white)
    context.fill(root.bounds)
    root.render(in: context)
    let recorded = DrawingPixels(source: TestCoverageSource()).rasterize(
      context.drawing, width: 120, height: 120, scale: 2, on: .clear)
    let difference = PictureDifference(recorded, painted)
    #expect(difference.maximum <= 2, "\(difference)")
    #expect(painted.pixel(32, 30) != painted.pixel(20, 20))
  }

  /// What is left to draw is not on the call stack.
  @Test func treesOfAnyDepthAreDrawn() {
    let root = CALayer()
    var inner = root
    for level in 0..<20_000 {
      let next = CALayer()
      next.bounds = CGRect(origin: .zero, size: size)
      if level % 4 == 3 { inner.mask = next } else { inner.addSublayer(next) }
      inner = next
    }
    inner.backgroundColor = .black
    let context = CGContext(size: size)
    root.render(in: context)
    // Each mask has a group around its layer and one of its own.
    let items = context.drawing.items
    #expect(items.count == 5_000 * 4 + 1)
    if case .fill = items[5_000 * 2].command {} else { Issue.record("\(items[10_000].command)") }
  }

  /// A layer with pending display draws itself first, and reports unsupported features once.
  @Test func unsupportedPartsAreReported() throws {
    final class Drawn: CALayer {
      override func draw(in ctx: CGContext) { ctx.fill(CGRect(x: 0, y: 0, width: 5, height: 5)) }
    }
    let layer = Drawn()
    layer.frame = CGRect(origin: .zero, size: size)
    layer.transform = CATransform3DMakeRotation(1, 0, 1, 0)
    let copies = CAReplicatorLayer()
    copies.instanceCount = 2
    layer.addSublayer(copies)
    layer.setNeedsDisplay()
    let context = CGContext(size: size)
    let lines = Diagnostics.collecting {
      layer.render(in: context)
      layer.render(in: context)
    }.lines
    #expect(
      lines == [
        "Drawn: render(in:) leaves out depth", "CAReplicatorLayer: render(in:) leaves out copies",
      ])
    #expect(context.drawing.items.count == 2)
  }
}
