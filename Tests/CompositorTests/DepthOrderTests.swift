// DepthOrderTests.swift
// One depth order for painting and hit testing: the topmost painted layer at a point is the layer
// that is hit.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@MainActor @Suite struct DepthOrderTests {
  private static let side = 80

  /// A root of white, in perspective, that holds a tilted transform layer.
  private func space(_ random: inout SeededRandom) -> (root: CALayer, space: CALayer) {
    let (root, space) = (CALayer(), CATransformLayer())
    root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    root.backgroundColor = .white
    root.sublayerTransform.m34 = -1 / 300
    space.frame = root.bounds
    space.transform = Self.tilt(&random, by: 1)
    root.addSublayer(space)
    return (root, space)
  }

  private static func tilt(_ random: inout SeededRandom, by angle: Double) -> CATransform3D {
    CATransform3DConcat(
      CATransform3DMakeRotation(.random(in: -angle...angle, using: &random), 0, 1, 0),
      CATransform3DMakeRotation(.random(in: -angle...angle, using: &random), 1, 0, 0))
  }

  /// A card of one colour, which identifies the card.
  private func card(_ index: Int, _ random: inout SeededRandom) -> CALayer {
    let card = CALayer()
    card.bounds = CGRect(
      x: 0, y: 0, width: Double.random(in: 10...60, using: &random),
      height: Double.random(in: 10...60, using: &random))
    card.position = CGPoint(
      x: Double.random(in: 10...70, using: &random), y: Double.random(in: 10...70, using: &random))
    let heights = [0, 0, 12, Double.random(in: -30...30, using: &random)]
    card.zPosition = heights[Int.random(in: 0..<4, using: &random)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    // The face of a box, perpendicular to its superlayer.
    case 1: card.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    default: card.transform = Self.tilt(&random, by: 3)
    }
    card.isDoubleSided = Bool.random(using: &random) || Bool.random(using: &random)
    card.backgroundColor = Self.color(index)
    return card
  }

  private static func color(_ index: Int) -> CGColor {
    CGColor(red: CGFloat(index * 20 + 20) / 255, green: 0, blue: 1, alpha: 1)
  }

  private func picture(of root: CALayer) throws -> CGImage {
    let size = PixelSize(width: Self.side, height: Self.side)
    return try CompositorTests.picture(of: root, size: size, background: .white)
  }

  /// Whether a pixel shows only one card, or the root.
  private func isKnown(_ pixel: SIMD4<Int>) -> Bool {
    pixel == white || (pixel.y == 0 && pixel.z == 255 && pixel.x % 20 == 0)
  }

  @Test(arguments: 0..<300)
  func topmostPaintedCardIsHit(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let (root, space) = space(&random)
    var cards: [CALayer] = []
    for index in 0..<Int.random(in: 2...8, using: &random) {
      let card = card(index, &random)
      cards.append(card)
      // Some are deeper, in a nested transform layer.
      if index % 3 == 2 {
        let inner = CATransformLayer()
        inner.frame = space.bounds
        inner.transform = Self.tilt(&random, by: 0.5)
        inner.addSublayer(card)
        space.addSublayer(inner)
      } else {
        space.addSublayer(card)
      }
    }
    let image = try picture(of: root)
    for y in stride(from: 1, to: Self.side, by: 3) {
      for x in stride(from: 1, to: Self.side, by: 3) {
        let pixel = image.pixel(x, y)
        // Near an edge, a pixel's colour is a mix, or that of a neighbour.
        let isPlain = (-1...1).allSatisfy { dy in
          (-1...1).allSatisfy { dx in
            let (nextX, nextY) = (x + dx, y + dy)
            return nextX < 0 || nextY < 0 || nextX >= Self.side || nextY >= Self.side
              || image.pixel(nextX, nextY) == pixel
          }
        }
        guard isPlain, isKnown(pixel) else { continue }
        let point = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
        let hit = root.hitTest(point)
        let shown = pixel == white ? root : cards[pixel.x / 20 - 1]
        #expect(hit === shown, "at \(x), \(y) of seed \(seed)")
      }
    }
  }

  /// Siblings in a plane: by `zPosition`, then in the order of the tree.
  @Test(arguments: 0..<100)
  func topmostPaintedSiblingIsHit(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
    root.backgroundColor = .white
    var cards: [CALayer] = []
    for index in 0..<8 {
      let card = card(index, &random)
      (card.transform, card.isDoubleSided) = (CATransform3DIdentity, true)
      card.frame = CGRect(
        x: Int.random(in: 0..<40, using: &random), y: Int.random(in: 0..<40, using: &random),
        width: 40, height: 40)
      cards.append(card)
      root.addSublayer(card)
    }
    let image = try picture(of: root)
    for y in stride(from: 0, to: Self.side, by: 4) {
      for x in stride(from: 0, to: Self.side, by: 4) {
        let pixel = image.pixel(x, y)
        let shown = pixel == white ? root : cards[pixel.x / 20 - 1]
        #expect(
          root.hitTest(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) === shown,
          "at \(x), \(y) of seed \(seed)")
      }
    }
  }

  /// A layer perpendicular to its superlayer is hit where it is drawn.
  @Test func boxSidesAreHit() throws {
    let (root, space, side) = (CALayer(), CATransformLayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    space.frame = root.bounds
    space.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    side.frame = CGRect(x: 30, y: 30, width: 40, height: 40)
    side.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    space.addSublayer(side)
    root.addSublayer(space)
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === side)
    #expect(root.hitTest(CGPoint(x: 20, y: 50)) === root)
  }

  /// A layer hidden because it faces away lets hits through to the layer behind.
  @Test func layersFacingAwayAreNotHit() throws {
    let (root, space) = (CALayer(), CATransformLayer())
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    space.frame = root.bounds
    root.addSublayer(space)
    let (front, back) = (CALayer(), CALayer())
    for layer in [front, back] {
      (layer.frame, layer.isDoubleSided) = (space.bounds, false)
      space.addSublayer(layer)
    }
    back.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    let point = CGPoint(x: 30, y: 30)
    #expect(root.hitTest(point) === front)
    space.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(point) === back)
    root.isGeometryFlipped = true
    #expect(root.hitTest(point) === back)
  }

  /// The fast map of a plane equals the general one.
  @Test(arguments: 0..<200)
  func planePlacementEqualsFlattenedPlacement(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    func number() -> Double { .random(in: -100...100, using: &random) }
    var values = LayerValues()
    values.bounds = CGRect(x: number(), y: number(), width: 50, height: 30)
    values.position = CGPoint(x: number(), y: number())
    values.anchorPoint = CGPoint(x: number() / 100, y: number() / 100)
    if seed % 3 > 0 { values.zPosition = number() }
    if seed % 4 > 0 {
      values.transform = CATransform3DConcat(
        CATransform3DMakeRotation(number(), 0, 0, 1),
        CATransform3DMakeTranslation(number(), number(), 0))
    }
    let fast = withUnsafePointer(to: values) { PlaneTransform(placing: $0) }
    let general = PlaneTransform(flattening: values.placement)
    #expect(abs(fast.a - general.a) < 1e-12 && abs(fast.b - general.b) < 1e-12)
    #expect(abs(fast.c - general.c) < 1e-12 && abs(fast.d - general.d) < 1e-12)
    #expect(abs(fast.tx - general.tx) < 1e-9 && abs(fast.ty - general.ty) < 1e-9)
    #expect(fast.isAffine && general.isAffine)
  }
}
