// PatternColorTests.swift
// Colours that paint with an image: backgrounds of views, fills and strokes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

@MainActor @Suite struct PatternColorTests {
  /// A red pixel beside a blue one, two pixels a point.
  private var tile: UIImage {
    UIImage(
      cgImage: CGImage(
        width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255]), scale: 2,
      orientation: .up)
  }

  private func picture(_ draw: () -> Void) throws -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format)
      .image { _ in draw() }
    return try #require(image.cgImage)
  }

  private func isPattern(_ image: CGImage, _ x: Int, _ y: Int) -> Bool {
    image.pixel(x, y) == (x % 2 == 0 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255))
  }

  /// The pattern begins where the context did, whatever is filled.
  @Test func fillsShowTheImageRepeated() throws {
    let image = try picture {
      UIColor(patternImage: tile).setFill()
      UIRectFill(CGRect(x: 2.5, y: 3, width: 10, height: 8))
    }
    for y in 6..<22 {
      for x in 5..<25 { #expect(isPattern(image, x, y), "\(x), \(y)") }
      #expect(image.pixel(4, y).w == 0 && image.pixel(25, y).w == 0)
    }
  }

  @Test func strokesShowTheImageRepeated() throws {
    let image = try picture {
      UIColor(patternImage: tile).set()
      let path = UIBezierPath(rect: CGRect(x: 4, y: 4, width: 12, height: 12))
      path.lineWidth = 4
      path.stroke()
    }
    for (x, y) in [(6, 20), (9, 20), (20, 30), (21, 33)] { #expect(isPattern(image, x, y)) }
    #expect(image.pixel(20, 20).w == 0)
  }

  /// A view keeps the colour itself; its layer has the image and no colour.
  @Test func viewsHavePatternsAsBackgrounds() {
    let (view, image) = (UIView(), tile)
    let color = UIColor(patternImage: image)
    view.backgroundColor = color
    #expect(view.backgroundColor === color && view.layer.backgroundColor == nil)
    #expect(view.layer.backgroundPattern?.cell === image.cgImage)
    #expect(view.layer.backgroundPattern?.scale == 2)
    view.backgroundColor = .red
    #expect(
      view.layer.backgroundPattern == nil && view.layer.backgroundColor == UIColor.red.cgColor)
    view.backgroundColor = UIColor { _ in color }
    #expect(view.layer.backgroundPattern === color.resolvedColor(with: .current).pattern)
    view.backgroundColor = nil
    #expect(view.layer.backgroundPattern == nil && view.layer.backgroundColor == nil)
  }

  /// A layer that draws itself into a context shows the pattern, too.
  @Test func viewsWithPatternsAreRendered() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.backgroundColor = UIColor(patternImage: tile)
    view.layer.cornerRadius = 8
    let image = try picture {
      if let context = UIGraphicsGetCurrentContext() { view.layer.render(in: context) }
    }
    for x in 10..<30 { #expect(isPattern(image, x, 20)) }
    #expect(image.pixel(0, 0).w == 0)
  }

  /// Where a pattern cannot be drawn it is its mean; with an alpha it is fainter; equal only to itself.
  @Test func patternsHaveMeansAndAlphas() throws {
    let color = UIColor(patternImage: tile)
    #expect(color.cgColor == CGColor(red: 0.5, green: 0, blue: 0.5, alpha: 1))
    #expect(color == color && color != UIColor(patternImage: tile) && color != UIColor.purple)
    let image = try picture {
      color.withAlphaComponent(0.5).setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    #expect(image.pixel(10, 10) == SIMD4(128, 0, 0, 128))
    #expect(UIColor(patternImage: UIImage()).cgColor == .clear)
  }
}
