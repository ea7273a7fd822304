// ContextPixelTests.swift
// What contexts draw: blend modes, shadows, transparency layers, gradients, masks and patterns, in pixels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@MainActor @Suite struct ContextPixelTests {
  /// Returns the picture of a drawing of 40 by 40 points, one pixel per point.
  private func picture(
    opaque: Bool = false, _ draw: (CGContext) -> Void
  ) throws -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (1, opaque)
    let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40), format: format)
      .image { draw($0.cgContext) }
    return try #require(image.cgImage)
  }

  private let half = CGRect(x: 0, y: 0, width: 20, height: 40)
  private let all = CGRect(x: 0, y: 0, width: 40, height: 40)
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  nonisolated private static let blends: [(CGBlendMode, SIMD4<Int>)] = [
    (.multiply, [0, 0, 0, 255]), (.screen, [255, 0, 255, 255]),
    (.clear, [0, 0, 0, 0]), (.copy, [0, 0, 128, 128]), (.sourceIn, [0, 0, 128, 128]),
    (.sourceOut, [0, 0, 0, 0]), (.destinationIn, [128, 0, 0, 128]),
    (.destinationAtop, [128, 0, 0, 128]), (.destinationOut, [127, 0, 0, 127]),
    (.xor, [127, 0, 0, 127]), (.plusLighter, [255, 0, 128, 255]),
    (.destinationOver, [255, 0, 0, 255]),
  ]

  /// A mode applies where something is drawn, and nowhere else.
  @Test(arguments: blends) func blendModesApplyToTheShape(
    _ mode: CGBlendMode, _ expected: SIMD4<Int>
  ) throws {
    let isOpaque = mode == .multiply || mode == .screen
    let image = try picture { context in
      context.setFillColor(red)
      context.fill(all)
      context.setBlendMode(mode)
      context.setFillColor(isOpaque ? blue : CGColor(red: 0, green: 0, blue: 1, alpha: 0.5))
      context.fill(half)
    }
    let (inside, outside) = (image.pixel(10, 20), image.pixel(30, 20))
    for channel in 0..<4 {
      #expect(abs(inside[channel] - expected[channel]) <= 1, "\(mode): \(inside)")
    }
    #expect(outside == [255, 0, 0, 255], "\(mode)")
  }

  /// On the edge of a shape that is erased, what lies beneath remains in proportion.
  @Test func erasedEdgesAreAntialiased() throws {
    let image = try picture { context in
      context.setFillColor(red)
      context.fill(all)
      context.clear(CGRect(x: 0, y: 0, width: 10.5, height: 40))
    }
    #expect(image.pixel(9, 20) == [0, 0, 0, 0])
    #expect(abs(image.pixel(10, 20).w - 128) <= 1)
    #expect(image.pixel(11, 20) == [255, 0, 0, 255])
  }

  /// A transparency layer has one alpha: shapes that overlap in it do not add up.
  @Test func transparencyLayersFadeAsAWhole() throws {
    let image = try picture { context in
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fill(all)
      context.setFillColor(blue)
      context.fill(half)
      context.endTransparencyLayer()
      context.fill(CGRect(x: 30, y: 0, width: 10, height: 10))
    }
    #expect(image.pixel(10, 20) == [0, 0, 128, 128])
    #expect(image.pixel(25, 20) == [128, 0, 0, 128])
    // The state of before the layer is back: black, with its alpha.
    #expect(image.pixel(35, 5) == [64, 0, 0, 192])
  }

  /// Blend modes in a transparency layer see only the layer.
  @Test func layersAreIsolated() throws {
    let image = try picture { context in
      context.setFillColor(red)
      context.fill(all)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setBlendMode(.destinationOver)
      context.setFillColor(blue)
      context.fill(half)
      context.endTransparencyLayer()
    }
    #expect(image.pixel(10, 20) == [0, 0, 255, 255] && image.pixel(30, 20) == [255, 0, 0, 255])
  }

  /// Shadows lie beneath what casts them, are moved whatever the transform, and are clipped.
  @Test func shadowsFollowTheBaseSpace() throws {
    let image = try picture { context in
      context.clip(to: CGRect(x: 0, y: 0, width: 40, height: 34))
      context.scaleBy(x: 2, y: 2)
      context.setShadow(offset: CGSize(width: 6, height: 8), blur: 0, color: blue)
      context.setFillColor(red)
      context.fill(CGRect(x: 5, y: 5, width: 10, height: 10))
    }
    #expect(image.pixel(15, 15) == [255, 0, 0, 255])
    #expect(image.pixel(33, 32) == [0, 0, 255, 255])
    #expect(image.pixel(33, 35) == [0, 0, 0, 0] && image.pixel(33, 15) == [0, 0, 0, 0])
  }

  /// A blurred shadow has half of its alpha at the edge of the shape, and about a sixth one deviation beyond.
  @Test func shadowsAreBlurredByHalf() throws {
    let image = try picture { context in
      context.setShadow(offset: CGSize(width: 100, height: 0), blur: 8, color: .black)
      context.fill(CGRect(x: -80, y: -80, width: 0 + 0, height: 0))
      context.fill(CGRect(x: -160, y: -100, width: 80, height: 300))
    }
    // The shape ends at -80, its shadow at 20.
    #expect(abs(image.pixel(19, 20).w + image.pixel(20, 20).w - 255) <= 2)
    #expect((30...52).contains(image.pixel(24, 20).w), "\(image.pixel(24, 20).w)")
  }

  /// A layer's shadow is that of all it contains.
  @Test func layersCastOneShadow() throws {
    let image = try picture { context in
      context.setShadow(
        offset: CGSize(width: 10, height: 0), blur: 0,
        color: CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red)
      context.fill(CGRect(x: 5, y: 5, width: 10, height: 30))
      context.fill(CGRect(x: 10, y: 5, width: 10, height: 30))
      context.endTransparencyLayer()
    }
    #expect(image.pixel(12, 20) == [255, 0, 0, 255])
    #expect(image.pixel(25, 20) == [0, 0, 0, 128])
  }

  /// Concentric and other radial gradients end at their circles, unless they extend.
  @Test func radialGradientsEndAtTheirCircles() throws {
    let gradient = try #require(CGGradient(colors: [.white, .black]))
    let centre = CGPoint(x: 20, y: 20)
    func disc(_ end: CGPoint, _ options: CGGradientDrawingOptions) throws -> CGImage {
      try picture {
        $0.drawRadialGradient(
          gradient, startCenter: centre, startRadius: 5, endCenter: end, endRadius: 15,
          options: options)
      }
    }
    let ring = try disc(centre, [])
    #expect(ring.pixel(20, 20).w == 0 && ring.pixel(38, 20).w == 0)
    #expect(abs(ring.pixel(30, 20).x - 115) <= 8 && ring.pixel(30, 20).w == 255)
    let full = try disc(centre, [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(full.pixel(20, 20) == [255, 255, 255, 255] && full.pixel(1, 1) == [0, 0, 0, 255])
    let shifted = try disc(CGPoint(x: 22, y: 20), [])
    #expect(shifted.pixel(20, 20).w == 0 && shifted.pixel(5, 20).w == 0)
    #expect(shifted.pixel(35, 20).w == 255 && shifted.pixel(39, 20).w == 0)
    let cone = try disc(CGPoint(x: 22, y: 20), [.drawsAfterEndLocation])
    #expect(cone.pixel(1, 1) == [0, 0, 0, 255] && cone.pixel(20, 20).w == 0)
  }

  @Test func conicGradientsTurnFromTheirAngle() throws {
    let gradient = try #require(CGGradient(colors: [.white, .black]))
    let image = try picture {
      $0.drawConicGradient(gradient, center: CGPoint(x: 20, y: 20), angle: .pi / 2)
    }
    // From y down on, towards negative x.
    #expect(image.pixel(18, 35).x > 240 && image.pixel(22, 35).x < 15)
    #expect(abs(image.pixel(2, 20).x - 191) < 6 && abs(image.pixel(38, 20).x - 64) < 6)
  }

  /// An image with alpha masks by its alpha, another by its luminance; the first row lies at the largest y.
  @Test func masksClipByAlphaOrLuminance() throws {
    let alpha = CGImage(width: 1, height: 2, premultipliedRGBA: [0, 0, 0, 255, 0, 0, 0, 0])
    let grey = CGImage(width: 1, height: 2, premultipliedRGBA: [0, 0, 0, 255, 255, 255, 255, 255])
    for (mask, isUpper) in [(alpha, false), (grey, true)] {
      let image = try picture { context in
        context.interpolationQuality = .none
        context.clip(to: all, mask: mask)
        context.setFillColor(red)
        context.fill(all)
      }
      #expect(image.pixel(20, 3).w == (isUpper ? 255 : 0), "upper \(isUpper)")
      #expect(image.pixel(20, 36).w == (isUpper ? 0 : 255), "lower \(isUpper)")
    }
  }

  /// `CGContext` draws images from below, as on iOS; `UIImage` draws itself upright.
  @Test func imagesAreUprightWhereYPointsUp() throws {
    let image = CGImage(width: 1, height: 2, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    let direct = try picture {
      $0.interpolationQuality = .none
      $0.draw(image, in: all)
    }
    let flipped = try picture {
      $0.interpolationQuality = .none
      $0.translateBy(x: 0, y: 40)
      $0.scaleBy(x: 1, y: -1)
      $0.draw(image, in: all)
    }
    let upright = try picture {
      $0.interpolationQuality = .none
      UIImage(cgImage: image).draw(in: all)
    }
    #expect(direct.pixel(20, 5) == [0, 0, 255, 255] && direct.pixel(20, 35) == [255, 0, 0, 255])
    #expect(flipped.pixel(20, 5) == [255, 0, 0, 255])
    #expect(upright.pixel(20, 5) == [255, 0, 0, 255])
  }

  @Test func edgesWithoutAntialiasingAreHard() throws {
    let image = try picture { context in
      context.setShouldAntialias(false)
      context.fillEllipse(in: CGRect(x: 2.3, y: 2.6, width: 30, height: 30))
    }
    let alphas = Set(stride(from: 3, to: image.pixels.count, by: 4).map { image.pixels[$0] })
    #expect(alphas == [0, 255])
  }

  /// Cells lie where the context began, whatever its transform.
  @Test func patternsRepeatTheirCell() throws {
    let image = try picture { context in
      var callbacks = CGPatternCallbacks(
        version: 0,
        drawPattern: { _, context in
          context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
          context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
        }, releaseInfo: nil)
      let pattern = CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8,
        yStep: 8, tiling: .constantSpacing, isColored: true, callbacks: &callbacks)
      if let pattern {
        context.setFillPattern(pattern, colorComponents: [1])
        context.translateBy(x: 2, y: 0)
        context.fill(CGRect(x: 0, y: 8, width: 38, height: 16))
      }
    }
    for x in 0..<40 {
      let isRed = x >= 2 && x % 8 < 4
      #expect(image.pixel(x, 16) == (isRed ? [255, 0, 0, 255] : [0, 0, 0, 0]), "\(x)")
    }
    #expect(image.pixel(3, 4).w == 0 && image.pixel(3, 25).w == 0)
  }

  @Test func patternsStrokePaths() throws {
    let image = try picture { context in
      var callbacks = CGPatternCallbacks(
        version: 0,
        drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 4, height: 8)) },
        releaseInfo: nil)
      let pattern = CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 8, height: 8), matrix: .identity, xStep: 8,
        yStep: 8, tiling: .noDistortion, isColored: false, callbacks: &callbacks)
      if let pattern {
        context.setStrokePattern(pattern, colorComponents: [0, 0, 1, 1])
        context.setLineWidth(10)
        context.stroke(CGRect(x: -20, y: 20, width: 80, height: 80))
      }
    }
    #expect(image.pixel(1, 20) == [0, 0, 255, 255] && image.pixel(5, 20).w == 0)
    #expect(image.pixel(1, 10).w == 0 && image.pixel(1, 30).w == 0)
  }

  /// A stroke as a clip: a gradient along a line.
  @Test func strokedPathsClip() throws {
    let image = try picture { context in
      context.setLineWidth(6)
      context.setLineDash(phase: 0, lengths: [10, 10])
      context.move(to: CGPoint(x: 0, y: 20))
      context.addLine(to: CGPoint(x: 40, y: 20))
      #expect(context.pathContains(CGPoint(x: 5, y: 22), mode: .stroke))
      #expect(!context.pathContains(CGPoint(x: 5, y: 24), mode: .stroke))
      context.replacePathWithStrokedPath()
      context.clip()
      context.setFillColorSpace(CGColorSpaceCreateDeviceCMYK())
      context.setFillColor([0, 1, 1, 0, 1])
      context.fill(all)
    }
    #expect(image.pixel(5, 20) == [255, 0, 0, 255] && image.pixel(25, 22) == [255, 0, 0, 255])
    #expect(image.pixel(15, 20).w == 0 && image.pixel(5, 25).w == 0)
  }

  @Test func layersOfContextsAreDrawnAsAWhole() throws {
    let image = try picture { context in
      let layer = CGLayer(context, size: CGSize(width: 10, height: 10), auxiliaryInfo: nil)
      layer?.context?.setFillColor(red)
      layer?.context?.fill(CGRect(x: 0, y: 0, width: 100, height: 5))
      guard let layer else { return }
      context.setAlpha(0.5)
      context.draw(layer, at: CGPoint(x: 5, y: 5))
      context.draw(layer, in: CGRect(x: 20, y: 20, width: 20, height: 20))
    }
    #expect(image.pixel(6, 6) == [128, 0, 0, 128] && image.pixel(6, 12).w == 0)
    #expect(image.pixel(16, 6).w == 0 && image.pixel(39, 29) == [128, 0, 0, 128])
  }

  /// A view that blends shows pixels of its scale; a plain one still records commands.
  @Test func viewsThatBlendShowPixels() throws {
    final class Blending: UIView {
      var mode = CGBlendMode.normal
      override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.clear(rect)
        context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.fill(bounds)
        context.setBlendMode(mode)
        context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
      }
    }
    let view = Blending(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layer.contentsScale = 3
    view.setNeedsDisplay()
    view.layer.displayIfNeeded()
    #expect(view.layer.contents != nil && !(view.layer.contents is CGImage))
    view.mode = .multiply
    view.setNeedsDisplay()
    view.layer.displayIfNeeded()
    let image = try #require(view.layer.contents as? CGImage)
    #expect(image.width == 30 && image.pixel(5, 5) == [0, 0, 0, 255])
    #expect(image.pixel(25, 5) == [255, 0, 0, 255])
  }
}
