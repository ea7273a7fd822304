// PaintReportTests.swift
// What painting costs, as the viewer shows it: repainted pixels, offscreen passes, blending, overdraw.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Compositor

@Suite @MainActor struct PaintReportTests {
  /// A root of 100 x 100 points without a background.
  private let root = CALayer()

  init() { root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }

  private func report(scale: CGFloat = 1) throws -> PaintReport {
    try #require(PaintReport(root.snapshot(), scale: scale))
  }

  @discardableResult
  private func add(
    _ frame: CGRect, _ color: CGColor? = CGColor(red: 1, green: 0, blue: 0, alpha: 1),
    to parent: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    (parent ?? root).addSublayer(layer)
    return layer
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  // MARK: Repainted

  @Test func nothingIsRepaintedWhereNothingChanged() throws {
    add(CGRect(x: 10, y: 10, width: 20, height: 20))
    let first = try report()
    #expect(try report().repainted(since: first).isEmpty)
    #expect(try report() == first)
  }

  /// A layer that moves: where it was, and where it is. The still one beside it stays.
  @Test func movedLayerRepaintsBothPlaces() throws {
    add(CGRect(x: 70, y: 70, width: 20, height: 20))
    let mover = add(CGRect(x: 0, y: 0, width: 10, height: 10))
    let first = try report()
    mover.frame.origin = CGPoint(x: 60, y: 0)
    let rects = try report().repainted(since: first)
    for place in [rect(0, 0, 10, 10), rect(60, 0, 10, 10)] {
      #expect(rects.contains { $0.contains(place) })
    }
    #expect(!rects.contains { !$0.intersection(rect(70, 70, 20, 20)).isEmpty })
  }

  @Test func addedLayerRepaintsItsPlace() throws {
    add(CGRect(x: 0, y: 0, width: 10, height: 10))
    let first = try report()
    add(CGRect(x: 40, y: 40, width: 10, height: 10))
    #expect(try report().repainted(since: first) == [rect(40, 40, 10, 10)])
  }

  @Test func otherSizeRepaintsEverything() throws {
    add(CGRect(x: 0, y: 0, width: 10, height: 10))
    let first = try report()
    root.bounds.size.width = 50
    #expect(try report().repainted(since: first) == [rect(0, 0, 50, 100)])
  }

  /// A backdrop is filtered again as a whole when anything beneath it changes.
  @Test func changeBeneathABackdropRepaintsIt() throws {
    let beneath = add(CGRect(x: 30, y: 30, width: 4, height: 4))
    let glass = add(CGRect(x: 20, y: 20, width: 60, height: 60), nil)
    glass.backgroundFilters = [
      try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]))
    ]
    let first = try report()
    beneath.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let rects = try report().repainted(since: first)
    #expect(rects.contains { $0.contains(rect(20, 20, 60, 60)) })
  }

  // MARK: Offscreen passes

  @Test func plainLayersNeedNoPass() throws {
    add(CGRect(x: 0, y: 0, width: 10, height: 10)).cornerRadius = 4
    #expect(try report().offscreenPasses.isEmpty)
  }

  /// A faded layer with a sublayer, a mask, and round corners that clip each need a picture of their own.
  @Test(arguments: ["faded", "masked", "clipped"])
  func groupsArePasses(kind: String) throws {
    let group = add(CGRect(x: 10, y: 10, width: 40, height: 40))
    add(CGRect(x: 5, y: 5, width: 10, height: 10), to: group)
    switch kind {
    case "faded": group.opacity = 0.5
    case "masked":
      let mask = CALayer()
      mask.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      mask.backgroundColor = .black
      group.mask = mask
    default:
      group.cornerRadius = 8
      group.masksToBounds = true
    }
    let passes = try report().offscreenPasses
    #expect(passes.first.map { $0.rect.contains(rect(15, 15, 10, 10)) } == true)
    #expect(passes.allSatisfy { rect(10, 10, 40, 40).contains($0.rect) })
    // In pixels.
    let double = try report(scale: 2).offscreenPasses.first?.rect.width
    #expect(double == passes.first.map { $0.rect.width * 2 })
  }

  /// A pass has its layer and the reason for it, beneath another layer too.
  @Test(
    arguments: [
      ("faded", .opacity), ("masked", .mask), ("clipped", .clip), ("shadowed", .shadow),
      ("blurred", .filter), ("mixed", .blendMode), ("backdrop", .backdrop),
      ("rasterized", .rasterization),
    ] as [(String, OffscreenPass.Reason)])
  func passesHaveTheirLayerAndReason(kind: String, reason: OffscreenPass.Reason) throws {
    add(CGRect(x: 0, y: 0, width: 5, height: 5))
    let outer = add(CGRect(x: 0, y: 0, width: 80, height: 80), .clear)
    let group = add(CGRect(x: 10, y: 10, width: 40, height: 40), .clear, to: outer)
    add(CGRect(x: 5, y: 5, width: 10, height: 10), to: group)
    add(CGRect(x: 10, y: 10, width: 10, height: 10), to: group)
    switch kind {
    case "faded": group.opacity = 0.5
    case "masked":
      group.mask = CALayer()
      group.mask?.frame = group.bounds
      group.mask?.backgroundColor = .black
    case "clipped": (group.cornerRadius, group.masksToBounds) = (8, true)
    case "shadowed": group.shadowOpacity = 0.5
    case "blurred":
      group.filters = [
        try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]))
      ]
    case "mixed": group.compositingFilter = "multiplyBlendMode"
    case "backdrop":
      group.backgroundFilters = [
        try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": 4]))
      ]
    default:
      group.shouldRasterize = true
      group.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    }
    let passes = try report().offscreenPasses
    let own = passes.filter { $0.layer == [1, 0] }
    #expect(own.contains { $0.reason == reason }, "\(passes)")
  }

  /// A rasterized layer's content is in pixels of its own; its pass is where the device shows it.
  @Test func rasterizedLayerIsAPassAtItsPlace() throws {
    let group = add(CGRect(x: 50, y: 50, width: 20, height: 20))
    group.shouldRasterize = true
    let inner = add(CGRect(x: 0, y: 0, width: 20, height: 20), to: group)
    inner.opacity = 0.5
    add(CGRect(x: 2, y: 2, width: 4, height: 4), to: inner)
    let passes = try report().offscreenPasses
    #expect(passes.count >= 1)
    #expect(passes.allSatisfy { rect(49, 49, 22, 22).contains($0.rect) })
  }

  // MARK: Blending

  @Test(arguments: [
    // alpha of the colour, opacity → blended
    (1.0, Float(1), false), (0.5, Float(1), true), (1.0, Float(0.5), true),
  ])
  func translucentLayersAreBlended(alpha: CGFloat, opacity: Float, isBlended: Bool) throws {
    let layer = add(
      CGRect(x: 0, y: 0, width: 10, height: 10), CGColor(red: 1, green: 0, blue: 0, alpha: alpha))
    layer.opacity = opacity
    let draws = try report().draws
    #expect(draws.map(\.isBlended) == [isBlended])
    #expect(draws.map(\.rect) == [rect(0, 0, 10, 10)])
  }

  @Test(arguments: [(UInt8(255), false), (UInt8(254), true)])
  func imagesAreBlendedWhereTheyLetThrough(alpha: UInt8, isBlended: Bool) throws {
    var pixels = [UInt8](repeating: 255, count: 16)
    pixels[7] = alpha
    (pixels[4], pixels[5], pixels[6]) = (alpha, alpha, alpha)
    let layer = add(CGRect(x: 0, y: 0, width: 10, height: 10), nil)
    layer.contents = CGImage(width: 2, height: 2, premultipliedRGBA: pixels)
    #expect(try report().draws.map(\.isBlended) == [isBlended])
  }

  @Test func gradientsAreBlendedWhereAColorIsTranslucent() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    gradient.colors = [CGColor.black, CGColor.white]
    root.addSublayer(gradient)
    #expect(try report().draws.map(\.isBlended) == [false])
    gradient.colors = [CGColor.black, CGColor(red: 1, green: 1, blue: 1, alpha: 0.5)]
    #expect(try report().draws.map(\.isBlended) == [true])
  }

  // MARK: Overdraw

  @Test func pixelsAreCountedOncePerLayer() throws {
    for inset in [0.0, 10, 20] {
      add(CGRect(x: 0, y: 0, width: 100, height: 100).insetBy(dx: inset, dy: inset))
    }
    let counts = try report().paintCounts
    #expect(counts.count == 10_000)
    func count(_ x: Int, _ y: Int) -> UInt8 { counts[y * 100 + x] }
    #expect(
      [count(0, 0), count(9, 99), count(10, 10), count(20, 20), count(79, 79)] == [1, 1, 2, 3, 3])
    #expect([count(80, 79), count(90, 89), count(99, 50)] == [2, 1, 1])
  }

  /// In a group whose shadow follows its content, each item counts where it is, not wherever the group reaches.
  @Test func itemsOfASpreadingGroupCountAtTheirPlaces() throws {
    let card = add(CGRect(x: 20, y: 20, width: 60, height: 60), nil)
    (card.shadowOpacity, card.shadowRadius) = (1, 4)
    add(CGRect(x: 0, y: 0, width: 10, height: 10), to: card)
    add(CGRect(x: 40, y: 40, width: 10, height: 10), to: card)
    let report = try report()
    #expect(report.draws.map(\.rect).contains(rect(20, 20, 10, 10)))
    #expect(report.draws.map(\.rect).contains(rect(60, 60, 10, 10)))
    let counts = report.paintCounts
    // The group with its shadow, and one square.
    #expect(counts[25 * 100 + 25] == 2 && counts[65 * 100 + 65] == 2 && counts[45 * 100 + 45] == 1)
  }

  /// Layers that reach beyond the picture count within it only.
  @Test func overdrawStaysWithinThePicture() throws {
    add(CGRect(x: -50, y: -50, width: 100, height: 100))
    add(CGRect(x: 200, y: 200, width: 10, height: 10))
    let counts = try report().paintCounts
    #expect(counts.reduce(0) { $0 + Int($1) } == 50 * 50)
  }

  @Test func manyLayersAreCountedUpToALimit() throws {
    for _ in 0..<300 { add(CGRect(x: 0, y: 0, width: 2, height: 2)) }
    let counts = try report().paintCounts
    #expect(counts[0] == 255 && counts[2] == 0)
  }

  // MARK: Bad input

  @Test func pictureWithoutPixelsHasNoReport() {
    for size in [CGSize.zero, CGSize(width: 1e9, height: 10)] {
      root.bounds.size = size
      #expect(PaintReport(root.snapshot(), scale: 1) == nil)
    }
    root.bounds.size = CGSize(width: 10, height: 10)
    #expect(PaintReport(root.snapshot(), scale: 0) == nil)
  }
}
