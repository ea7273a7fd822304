// RenderInContextTests.swift
// `render(in:)`: a drawn layer equals the layer in a window, but for what is left out.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite struct RenderInContextTests {
  let size = CGSize(width: 60, height: 60)

  /// The layer as the painter draws it, on white.
  func picture(of root: CALayer) throws -> CGImage {
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

  /// semantics 21.4: one painter draws both.
  @Test func recordingMatchesPaintedLayer() throws {
    let scene = scene()
    let shown = try picture(of: recording(of: scene))
    let difference = PictureDifference(shown, try picture(of: scene))
    #expect(difference.maximum <= 1, "\(difference)")
    #expect(Set((0..<120).map { shown.pixel($0, 30) }).count > 3)
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

  /// The picture of a layer's rendering on grey, one pixel a point.
  private func rendered(_ layer: CALayer, width: Int = 60, height: Int = 60) -> CGImage {
    let context = CGContext(size: CGSize(width: width, height: height))
    context.setFillColor(CGColor(gray: 128.0 / 255, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    layer.render(in: context)
    return DrawingPixels(source: TestCoverageSource()).rasterize(
      context.drawing, width: width, height: height, scale: 1, on: .clear)
  }

  private func box(_ color: CGColor, _ frame: CGRect) -> CALayer {
    let layer = CALayer()
    (layer.frame, layer.backgroundColor) = (frame, color)
    return layer
  }

  /// Trees of any depth are drawn.
  @Test func treesOfAnyDepthAreDrawn() {
    let root = CALayer()
    var inner = root
    for _ in 0..<20_000 {
      let next = CALayer()
      next.bounds = CGRect(origin: .zero, size: size)
      inner.addSublayer(next)
      inner = next
    }
    (inner.backgroundColor, inner.anchorPoint) = (.black, .zero)
    root.sublayers?.first?.position = CGPoint(x: 30, y: 30)
    root.sublayers?.first?.anchorPoint = .zero
    #expect(Set(rendered(root, width: 4, height: 4).pixels).count > 1)
  }

  /// semantics 21.4: compositing filters by name; those for hue, saturation, colour and luminosity, and names
  /// without the suffix, are drawn as normal.
  @Test(arguments: [
    ("multiplyBlendMode", SIMD3(128, 96, 64)), ("screenBlendMode", SIMD3(191, 160, 128)),
    ("colorDodgeBlendMode", SIMD3(255, 192, 128)), ("colorBurnBlendMode", SIMD3(128, 64, 0)),
    ("darkenBlendMode", SIMD3(128, 128, 64)), ("lightenBlendMode", SIMD3(191, 128, 128)),
    ("differenceBlendMode", SIMD3(128, 64, 128)), ("exclusionBlendMode", SIMD3(128, 128, 128)),
    ("softLightBlendMode", SIMD3(160, 128, 96)), ("sourceIn", SIMD3(128, 64, 0)),
    ("multiply", SIMD3(191, 128, 64)), ("hueBlendMode", SIMD3(191, 128, 64)),
    ("luminosityBlendMode", SIMD3(191, 128, 64)), ("saturationBlendMode", SIMD3(191, 128, 64)),
    ("colorBlendMode", SIMD3(191, 128, 64)),
  ])
  func compositingFiltersAreDrawn(name: String, expected: SIMD3<Int>) {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    let layer = box(CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5), root.bounds)
    layer.compositingFilter = name
    root.addSublayer(layer)
    let pixel = rendered(root).pixel(30, 30)
    for channel in 0..<3 {
      #expect(abs(pixel[channel] - expected[channel]) <= 2, "\(name): \(pixel)")
    }
  }

  /// semantics 21.4: a mask clips the shadow.
  @Test func masksClipShadows() {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    let card = box(.white, CGRect(x: 10, y: 10, width: 20, height: 20))
    (card.shadowOpacity, card.shadowRadius) = (1, 0)
    card.shadowOffset = CGSize(width: 20, height: 0)
    card.mask = box(.black, CGRect(x: 0, y: 0, width: 30, height: 20))
    root.addSublayer(card)
    let image = rendered(root)
    #expect(image.pixel(35, 20).x == 0 && image.pixel(45, 20).x == 128)
  }

  /// semantics 21.17: a presentation copy is drawn with its sublayers and masks as they are presented, and the
  /// model as it is.
  @Test func presentationCopiesAreDrawnWithTheirTrees() throws {
    let stage = LiveStage()
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let parent = box(.white, CGRect(x: 0, y: 0, width: 60, height: 60))
    let child = box(red, CGRect(x: 0, y: 0, width: 10, height: 60))
    child.mask = box(.black, CGRect(x: 0, y: 0, width: 10, height: 30))
    parent.addSublayer(child)
    _ = stage.add(parent)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (5, 55, 1)
    child.add(move, forKey: nil)
    let drop = CABasicAnimation(keyPath: "position.y")
    (drop.fromValue, drop.toValue, drop.duration) = (15, 45, 1)
    child.mask?.add(drop, forKey: nil)
    stage.advance(to: 0.5)
    let shown = rendered(try #require(parent.presentation()))
    #expect(isNear(shown.pixel(30, 30), redPixel) && isNear(shown.pixel(30, 5), white))
    #expect(isNear(shown.pixel(5, 20), white))
    let model = rendered(parent)
    #expect(isNear(model.pixel(5, 5), redPixel) && isNear(model.pixel(30, 30), white))
    // One that is no longer in a tree.
    let copy = try #require(parent.presentation())
    parent.removeFromSuperlayer()
    stage.advance(to: 0.6)
    #expect(isNear(rendered(copy).pixel(5, 5), redPixel))
  }

  /// semantics 21.1: places of gradients in layers that are not square.
  @Test(arguments: [
    (100.0, 300.0, 95.0, 15.0, 0.502), (100, 300, 5, 285, 0.499), (100, 300, 95, 90, 0.623),
    (390, 844, 370, 42, 0.499), (200, 120, 25, 60, 0.31),
  ])
  func axialGradientsRunInTheUnitSquare(
    width: Double, height: Double, x: Double, y: Double, part: Double
  ) throws {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.colors = [CGColor.black, CGColor.white]
    (layer.startPoint, layer.endPoint) = (.zero, CGPoint(x: 1, y: 1))
    let size = PixelSize(width: Int(width), height: Int(height))
    for image in [
      rendered(layer, width: size.width, height: size.height),
      try CompositorTests.picture(of: layer, size: size, background: .white),
    ] {
      let found = Double(image.pixel(Int(x), Int(y)).x) / 255
      #expect(abs(found - part) < 0.008, "\(found) at \(x), \(y) of \(width) x \(height)")
    }
  }

  /// semantics 21.1: radial and conic gradients stretch with the unit square.
  @Test func radialAndConicGradientsStretch() throws {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 300)
    layer.colors = [CGColor.black, CGColor.white]
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
    for (type, x, y, part) in [
      (CAGradientLayerType.radial, 75, 150, 0.5), (.radial, 50, 225, 0.5), (.radial, 65, 210, 0.5),
      // A conic one begins in the direction of the corner.
      (.conic, 50, 290, 0.125), (.conic, 10, 270, 0.25), (.conic, 90, 30, 0.75),
    ] {
      layer.type = type
      let found = Double(rendered(layer, width: 100, height: 300).pixel(x, y).x) / 255
      #expect(abs(found - part) < 0.02, "\(type.rawValue) \(found) at \(x), \(y)")
    }
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
    // One for each call.
    #expect(context.drawing.items.count == 2)
  }
}
