// CutLayersTests.swift
// Layers that cut through each other in space: each covers the other where it is nearer to the viewer.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite struct CutLayersTests {
  private static let side = 80
  private let root = CALayer()
  private let space = CATransformLayer()

  init() {
    root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    root.backgroundColor = .white
    space.frame = root.bounds
    root.addSublayer(space)
  }

  @discardableResult
  private func addCard(_ frame: CGRect, _ color: CGColor, turned transform: CATransform3D)
    -> CALayer
  {
    let card = CALayer()
    card.frame = frame
    card.transform = transform
    card.backgroundColor = color
    space.addSublayer(card)
    return card
  }

  private func picture() throws -> CGImage {
    let size = PixelSize(width: Self.side, height: Self.side)
    return try CompositorTests.picture(of: root, size: size, background: .white)
  }

  private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  private static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private static let redPixel = SIMD4(255, 0, 0, 255)
  private static let bluePixel = SIMD4(0, 0, 255, 255)

  /// Two cards of one frame, turned by opposite angles about one axis.
  @Test func crossedCardsCoverEachOtherByHalves() throws {
    let frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    // The right edge of the first card goes away from the viewer.
    addCard(frame, Self.red, turned: CATransform3DMakeRotation(0.6, 0, 1, 0))
    addCard(frame, Self.blue, turned: CATransform3DMakeRotation(-0.6, 0, 1, 0))
    let image = try picture()
    for y in stride(from: 22, to: 58, by: 5) {
      for x in 26..<40 { #expect(image.pixel(x, y) == Self.redPixel, "\(x), \(y)") }
      for x in 40..<54 { #expect(image.pixel(x, y) == Self.bluePixel, "\(x), \(y)") }
    }
    #expect(root.hitTest(CGPoint(x: 30, y: 40)) === space.sublayers?[0])
    #expect(root.hitTest(CGPoint(x: 50, y: 40)) === space.sublayers?[1])
  }

  /// The seam of a layer that is cut lies between pixels, and beyond the layer that cuts it: nothing beneath
  /// shows through.
  @Test func cutLayerHasNoSeamBesideTheLayerThatCutsIt() throws {
    addCard(CGRect(x: 10, y: 40, width: 60, height: 20), Self.blue, turned: CATransform3DIdentity)
    let tall = addCard(
      CGRect(x: 20.3, y: 10, width: 40, height: 60), Self.red,
      turned: CATransform3DMakeRotation(0.7, 0.2, 1, 0))
    let image = try picture()
    var (reds, blues) = (0, 0)
    for y in 24..<58 {
      for x in 28..<52 {
        let pixel = image.pixel(x, y)
        #expect(pixel.y == 0 && pixel.w == 255, "white shows through at \(x), \(y): \(pixel)")
        if y > 42 { (reds, blues) = (reds + pixel.x / 255, blues + pixel.z / 255) }
      }
    }
    #expect(reds > 100 && blues > 100, "\(reds) and \(blues)")
    // Above the layer that cuts it, a cut layer is whole.
    for x in 28..<52 { #expect(image.pixel(x, 28) == Self.redPixel) }
    #expect(tall.superlayer === space)
  }

  /// Sublayers, opacity and corners are cut with their layer.
  @Test func sublayersAreCutWithTheirLayer() throws {
    let frame = CGRect(x: 20, y: 20, width: 40, height: 40)
    let first = addCard(frame, Self.red, turned: CATransform3DMakeRotation(0.6, 0, 1, 0))
    let child = CALayer()
    child.frame = CGRect(x: 0, y: 10, width: 40, height: 20)
    child.backgroundColor = Self.green
    first.addSublayer(child)
    addCard(frame, Self.blue, turned: CATransform3DMakeRotation(-0.6, 0, 1, 0))
    let image = try picture()
    #expect(image.pixel(32, 40) == SIMD4(0, 255, 0, 255))
    #expect(image.pixel(32, 24) == Self.redPixel)
    #expect(image.pixel(48, 40) == Self.bluePixel)
    #expect(root.hitTest(CGPoint(x: 32, y: 40)) === child)
  }

  /// Three cards, each of which covers the next one: a cycle in which no two cut through each other.
  @Test func cycleOfCardsIsCut() throws {
    // Long cards along the sides of a triangle, each with one end nearer to the viewer than the other.
    let colors = [Self.red, Self.green, Self.blue]
    for (index, color) in colors.enumerated() {
      let card = addCard(
        CGRect(x: 10, y: 55, width: 60, height: 10), color, turned: CATransform3DIdentity)
      let slope = CATransform3DMakeRotation(0.35, 0, 1, 0)
      let toSide = CATransform3DTranslate(
        CATransform3DMakeRotation(Double(index) * 2 * .pi / 3, 0, 0, 1), 0, 12, 0)
      card.position = CGPoint(x: 40, y: 40)
      card.transform = CATransform3DConcat(slope, toSide)
    }
    try expectNearestCardsShown()
  }

  /// Over random cards that cut through each other, every plain pixel shows the card that is nearest there.
  @Test(arguments: 0..<80) func nearestCardIsShown(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    if seed % 2 == 0 { root.sublayerTransform.m34 = -1 / 250 }
    space.transform = CATransform3DMakeRotation(number(-0.8...0.8), number(-1...1), 1, 0)
    for index in 0..<Int.random(in: 2...7, using: &random) {
      let card = addCard(
        CGRect(
          x: number(5...30), y: number(5...30), width: number(15...45), height: number(15...45)),
        CGColor(red: CGFloat(index * 20 + 20) / 255, green: 0, blue: 1, alpha: 1),
        turned: CATransform3DMakeRotation(number(-3...3), number(-1...1), number(-1...1), 0.2))
      card.zPosition = number(-6...6)
    }
    try expectNearestCardsShown()
  }

  private func expectNearestCardsShown() throws {
    let image = try picture()
    let cards = space.sublayers ?? []
    let colors = cards.map { card in
      (card.backgroundColor?.components ?? []).prefix(3).map { Int(($0 * 255).rounded()) }
    }
    for y in stride(from: 2, to: Self.side - 2, by: 3) {
      for x in stride(from: 2, to: Self.side - 2, by: 3) {
        // Near an edge or a cut, a pixel's colour is a mix, or that of a neighbour.
        let pixel = image.pixel(x, y)
        let isPlain = (-1...1).allSatisfy { dy in
          (-1...1).allSatisfy { image.pixel(x + $0, y + dy) == pixel }
        }
        guard isPlain else { continue }
        let index = Self.nearest(of: cards, at: SIMD2(Double(x) + 0.5, Double(y) + 0.5), root)
        guard index > -2 else { continue }
        let expected = index < 0 ? [255, 255, 255] : colors[index]
        #expect([pixel.x, pixel.y, pixel.z] == expected, "at \(x), \(y)")
      }
    }
  }

  /// The index of the card that is nearest to the viewer at a point; -1 for none, -2 where two are as near.
  private static func nearest(of cards: [CALayer], at point: SIMD2<Double>, _ root: CALayer) -> Int
  {
    var (result, best) = (-1, -Double.infinity)
    for (index, card) in cards.enumerated() {
      guard let depth = depth(of: card, at: point, root) else { continue }
      if abs(depth - best) < 0.05 { return -2 }
      if depth > best { (result, best) = (index, depth) }
    }
    return result
  }

  /// The depth of a card after the perspective divide, found by intersecting it with the line of sight.
  private static func depth(of card: CALayer, at point: SIMD2<Double>, _ root: CALayer) -> Double? {
    var t = CATransform3DIdentity
    for layer in [card, card.superlayer].compactMap(\.self) {
      let bounds = layer.bounds
      let placed = CATransform3DConcat(
        CATransform3DConcat(
          CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0), layer.transform),
        CATransform3DMakeTranslation(layer.position.x, layer.position.y, layer.zPosition))
      t = CATransform3DConcat(t, placed)
    }
    let (x, y) = (root.bounds.midX, root.bounds.midY)
    t = CATransform3DConcat(
      CATransform3DConcat(
        CATransform3DConcat(t, CATransform3DMakeTranslation(-x, -y, 0)), root.sublayerTransform),
      CATransform3DMakeTranslation(x, y, 0))
    // Solves u · right + v · down + origin = (x w, y w) for u and v.
    let (a, b) = (t.m11 - point.x * t.m14, t.m21 - point.x * t.m24)
    let (c, d) = (t.m12 - point.y * t.m14, t.m22 - point.y * t.m24)
    let (e, f) = (point.x * t.m44 - t.m41, point.y * t.m44 - t.m42)
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-9 else { return nil }
    let (u, v) = ((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    guard card.bounds.contains(CGPoint(x: u, y: v)) else { return nil }
    let w = u * t.m14 + v * t.m24 + t.m44
    return w > 0 ? (u * t.m13 + v * t.m23 + t.m43) / w : nil
  }
}
