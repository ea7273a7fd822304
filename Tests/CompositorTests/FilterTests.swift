// FilterTests.swift
// Filters of layers: blurs, colours, blend modes, and pictures of what is behind.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite struct FilterTests {
  private let size = PixelSize(width: 80, height: 40)
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  private func layer(_ frame: CGRect, _ color: CGColor?) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private func scene(_ layers: [CALayer], background: CGColor? = nil) -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 80, height: 40), background)
    root.sublayers = layers
    return root
  }

  private func picture(_ root: CALayer, order: PixelOrder = .rgba) throws -> CGImage {
    try CompositorTests.picture(of: root, size: size, background: .clear, order: order)
  }

  /// A blur spreads a layer beyond its bounds, with half of its alpha at the edge, in both orders of bytes.
  @Test(arguments: [PixelOrder.rgba, .bgra]) func blurSpreadsALayer(_ order: PixelOrder) throws {
    let blurred = layer(CGRect(x: -100, y: -100, width: 140, height: 300), red)
    blurred.filters = [
      try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]))
    ]
    let image = try picture(scene([blurred]), order: order)
    #expect(image.pixel(20, 20) == [255, 0, 0, 255])
    #expect(abs(image.pixel(39, 20).w + image.pixel(40, 20).w - 255) <= 3)
    // The integral of the Gaussian beyond one deviation, and beyond two.
    #expect(abs(image.pixel(43, 20).w - 49) <= 8 && abs(image.pixel(47, 20).w - 8) <= 5)
    #expect(image.pixel(43, 20).x == image.pixel(43, 20).w && image.pixel(60, 20).w == 0)
  }

  /// A blur that grows does so smoothly: each step by a little.
  @Test func blursGrowSmoothly() throws {
    var last = -1
    for step in 0...40 {
      let blurred = layer(CGRect(x: 20, y: -100, width: 40, height: 300), red)
      blurred.filters = [
        try #require(
          CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": Double(step) / 10]))
      ]
      let alpha = try picture(scene([blurred])).pixel(18, 20).w
      #expect(alpha >= last && (last < 0 || alpha - last < 12), "\(step): \(last) to \(alpha)")
      last = alpha
    }
    #expect(last > 60)
  }

  /// Known answers of colour filters, on an opaque and a half transparent colour.
  @Test func colorFiltersMapColors() throws {
    let color = CGColor(red: 0.8, green: 0.4, blue: 0.2, alpha: 1)
    func result(_ name: String, _ inputs: [String: Any] = [:], alpha: CGFloat = 1) throws -> SIMD4<
      Int
    > {
      let filtered = layer(CGRect(x: 0, y: 0, width: 40, height: 40), color.copy(alpha: alpha))
      filtered.filters = [try #require(CIFilter(name: name, parameters: inputs))]
      let pixel = try picture(scene([filtered])).pixel(20, 20)
      #expect(try picture(scene([filtered]), order: .bgra).pixel(20, 20) == pixel)
      return pixel
    }
    func isClose(_ a: SIMD4<Int>, _ b: SIMD4<Int>) -> Bool {
      (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= 2 }
    }
    #expect(isClose(try result("CIColorInvert"), [51, 153, 204, 255]))
    #expect(isClose(try result("CIColorInvert", alpha: 0.5), [26, 77, 102, 128]))
    let grey = Int(255 * (0.2126 * 0.8 + 0.7152 * 0.4 + 0.0722 * 0.2) + 0.5)
    #expect(isClose(try result("CIPhotoEffectMono"), [grey, grey, grey, 255]))
    #expect(
      isClose(try result("CIColorControls", ["inputSaturation": 0]), [grey, grey, grey, 255]))
    #expect(isClose(try result("CIColorControls", ["inputBrightness": 0.1]), [230, 128, 77, 255]))
    #expect(isClose(try result("CIColorControls", ["inputContrast": 2]), [255, 77, 0, 255]))
    #expect(isClose(try result("CIExposureAdjust", ["inputEV": -1]), [102, 51, 26, 255]))
    #expect(
      isClose(try result("CIHueAdjust", ["inputAngle": 2 * Double.pi / 3]), [51, 204, 102, 255]))
    #expect(isClose(try result("CIHueAdjust"), [204, 102, 51, 255]))
    #expect(isClose(try result("CISepiaTone", ["inputIntensity": 0]), [204, 102, 51, 255]))
  }

  /// Filters apply in their order, to sublayers too, and a disabled one does not.
  @Test func filtersApplyInOrder() throws {
    let parent = layer(CGRect(x: 0, y: 0, width: 40, height: 40), nil)
    parent.addSublayer(
      layer(CGRect(x: 0, y: 0, width: 40, height: 40), CGColor(gray: 0.2, alpha: 1)))
    let invert = try #require(CIFilter(name: "CIColorInvert"))
    let dark = try #require(CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": -1]))
    parent.filters = [invert, dark]
    #expect(abs(try picture(scene([parent])).pixel(20, 20).x - 102) <= 1)
    parent.filters = [dark, invert]
    #expect(abs(try picture(scene([parent])).pixel(20, 20).x - 230) <= 1)
    invert.isEnabled = false
    parent.filters = [dark, invert]
    #expect(abs(try picture(scene([parent])).pixel(20, 20).x - 26) <= 1)
  }

  /// A blend mode, by a filter or by its name, sees what lies beneath the layer, as far as the layer draws.
  @Test func compositingFiltersBlendLayers() throws {
    let above = layer(CGRect(x: 0, y: 0, width: 40, height: 40), CGColor(gray: 0.5, alpha: 1))
    let root = scene([above], background: CGColor(red: 1, green: 0.5, blue: 0, alpha: 1))
    above.compositingFilter = "multiplyBlendMode"
    let multiplied = try picture(root)
    #expect(multiplied.pixel(20, 20) == [128, 64, 0, 255])
    #expect(multiplied.pixel(60, 20) == [255, 128, 0, 255])
    above.compositingFilter = CIFilter(name: "CIScreenBlendMode")
    #expect(try picture(root, order: .bgra).pixel(20, 20) == [255, 192, 128, 255])
    above.opacity = 0.5
    #expect(abs(try picture(root).pixel(20, 20).z - 64) <= 1)
    above.compositingFilter = nil
    #expect(abs(try picture(root).pixel(20, 20).x - 192) <= 1)
  }

  /// Two layers of a mask, the second with "xor", show what is within one of them alone.
  @Test func xorCutsAHoleIntoAMask() throws {
    let masked = layer(CGRect(x: 0, y: 0, width: 80, height: 40), red)
    let mask = layer(masked.bounds, nil)
    let whole = layer(CGRect(x: 0, y: 0, width: 60, height: 40), .black)
    let hole = layer(CGRect(x: 20, y: 10, width: 60, height: 20), .black)
    hole.compositingFilter = "xor"
    mask.sublayers = [whole, hole]
    masked.mask = mask
    let image = try picture(scene([masked]))
    #expect(image.pixel(10, 20) == [255, 0, 0, 255] && image.pixel(40, 5) == [255, 0, 0, 255])
    #expect(image.pixel(40, 20) == [0, 0, 0, 0], "a hole")
    #expect(image.pixel(70, 20) == [255, 0, 0, 255] && image.pixel(70, 5) == [0, 0, 0, 0])
    hole.compositingFilter = nil
    #expect(try picture(scene([masked])).pixel(40, 20) == [255, 0, 0, 255])
  }

  /// The blend modes of Core Image by name, over a grey: two steps of a byte from the formula at most.
  @Test(arguments: [
    ("multiply", CGBlendMode.multiply), ("screen", .screen), ("overlay", .overlay),
    ("darken", .darken), ("lighten", .lighten), ("colorDodge", .colorDodge),
    ("colorBurn", .colorBurn), ("softLight", .softLight), ("hardLight", .hardLight),
    ("difference", .difference), ("exclusion", .exclusion), ("hue", .hue),
    ("saturation", .saturation), ("color", .color), ("luminosity", .luminosity),
  ])
  func blendModesAreDrawnByName(_ name: String, _ mode: CGBlendMode) throws {
    let (over, under) = (SIMD4<Float>(0.8, 0.4, 0.2, 1), SIMD4<Float>(0.2, 0.5, 0.6, 1))
    func color(_ lanes: SIMD4<Float>) -> CGColor {
      CGColor(
        red: CGFloat(lanes.x), green: CGFloat(lanes.y), blue: CGFloat(lanes.z), alpha: 1)
    }
    let above = layer(CGRect(x: 0, y: 0, width: 40, height: 40), color(over))
    above.compositingFilter = name + "BlendMode"
    let pixel = try picture(scene([above], background: color(under))).pixel(20, 20)
    let expected = BlendFormula.blend(mode, over, over: under) * 255
    for lane in 0..<3 {
      #expect(abs(Float(pixel[lane]) - expected[lane]) <= 2, "\(name): \(pixel) \(expected)")
    }
  }

  /// What is behind a layer is blurred within its bounds, and stays sharp around them.
  @Test func backdropsBlurWhatIsBehind() throws {
    let glass = layer(CGRect(x: 20, y: 10, width: 40, height: 20), nil)
    glass.backdropRadius = 4
    let root = scene(
      [layer(CGRect(x: 40, y: 0, width: 40, height: 40), blue), glass], background: red)
    for order in [PixelOrder.rgba, .bgra] {
      let image = try picture(root, order: order)
      let (left, right) = (image.pixel(39, 20), image.pixel(40, 20))
      #expect(abs(left.x + right.x - 255) <= 3 && abs(left.x - 140) <= 14, "\(left) \(right)")
      #expect(image.pixel(39, 5) == [255, 0, 0, 255] && image.pixel(40, 5) == [0, 0, 255, 255])
      #expect(left.w == 255)
    }
  }

  /// A backdrop in a faded layer with round corners sees the window, as one without does.
  @Test func backdropsSeeThroughGroups() throws {
    let clip = layer(CGRect(x: 20, y: 10, width: 40, height: 20), nil)
    (clip.cornerRadius, clip.masksToBounds, clip.opacity) = (8, true, 0.5)
    let glass = layer(clip.bounds, nil)
    glass.backgroundFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    clip.addSublayer(glass)
    let image = try picture(scene([clip], background: red))
    #expect(image.pixel(20, 10) == [255, 0, 0, 255])
    let middle = image.pixel(40, 20)
    #expect(abs(middle.x - 127) <= 1 && abs(middle.y - 128) <= 1 && middle.w == 255, "\(middle)")
  }

  /// A damaged picture equals a whole one: something moves beneath a backdrop, outside of it, and far away.
  @Test func partsOfPicturesEqualWholeOnes() throws {
    let mover = layer(CGRect(x: 0, y: 15, width: 10, height: 10), blue)
    let glass = layer(CGRect(x: 30, y: 10, width: 16, height: 20), CGColor(gray: 1, alpha: 0.2))
    glass.backdropRadius = 2
    let blurred = layer(CGRect(x: 60, y: 10, width: 10, height: 10), blue)
    blurred.filters = [
      try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 2]))
    ]
    let multiplied = layer(CGRect(x: 50, y: 0, width: 10, height: 40), CGColor(gray: 0.5, alpha: 1))
    multiplied.compositingFilter = "multiplyBlendMode"
    let context = LayerContext(root: scene([mover, blurred, glass, multiplied], background: red))
    defer { context.invalidate() }
    var (sampler, painter) = (Sampler(), Painter())
    let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
    var partial = 0
    for step in 0...30 {
      withoutActions {
        mover.position.x = CGFloat(step) * 2.5
        if step % 7 == 0 { glass.backdropRadius = 2 + CGFloat(step % 3) }
      }
      CATransaction.flush()
      let sampled = sampler.sample(&context.tree, at: MediaClock.now)
      painter.paint(context.tree, sampled, scale: 1, size: size, background: .clear)
      _ = canvas.draw(painter.list)
      if !painter.list.damage.isEverything { partial += 1 }
      let whole = MemoryCanvas(source: TestCoverageSource(), threads: 2)
      _ = whole.draw(painter.list)
      let difference = PictureDifference(
        try #require(canvas.image()), try #require(whole.image()))
      #expect(difference.maximum == 0, "step \(step): \(difference)")
    }
    #expect(partial > 10)
  }

  /// Unknown filters are reported once, and leave the layer as it is.
  @Test func unknownFiltersAreReported() {
    #expect(CIFilter(name: "CIKaleidoscope") == nil)
    let odd = layer(CGRect(x: 0, y: 0, width: 40, height: 40), red)
    let lines = Diagnostics.collecting {
      odd.compositingFilter = "sparkles"
      odd.filters = [1, "blur"]
    }.lines
    #expect(
      lines == [
        "CALayer: compositingFilter has a filter that cannot be drawn; CIFilter lists those that can",
        "CALayer: filters has 2 filters that cannot be drawn; CIFilter lists those that can",
      ])
  }

  /// An input changes by its key path, in the layer's own copy of the filter.
  @Test func inputsChangeByKeyPath() throws {
    let filtered = layer(CGRect(x: 0, y: 0, width: 40, height: 40), CGColor(gray: 0.8, alpha: 1))
    let exposure = try #require(CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": 0]))
    exposure.name = "light"
    filtered.filters = [exposure]
    #expect(try picture(scene([filtered])).pixel(20, 20).x == 204)
    filtered.setValue(-1, forKeyPath: "filters.light.inputEV")
    #expect(try picture(scene([filtered])).pixel(20, 20).x == 102)
    #expect(exposure.value(forKey: "inputEV") as? Int == 0)
  }
}
