// PainterLawTests.swift
// Laws of random changes between two frames: an updated list shows the same as a rebuilt list,
// differs from its predecessor only in the damage, and costs only the change.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A tree that changes at random, and its painter.
private struct ChangingScene {
  static let size = PixelSize(width: 60, height: 60)
  var tree = RenderTree()
  var sampler = Sampler()
  var painter = Painter()
  var random: SeededRandom
  /// Every node but the root.
  var slots: [Int32] = []
  var masks: [Int32] = []

  init(seed: UInt64, layers: Int = 14) {
    random = SeededRandom(seed: seed)
    tree.root = tree.allocate()
    tree.update(tree.root) { $0.values.bounds = CGRect(x: 0, y: 0, width: 60, height: 60) }
    for _ in 0..<layers { add() }
  }

  mutating func number(_ range: Range<Double>) -> Double {
    Double.random(in: range, using: &random)
  }

  mutating func chance(_ share: Double) -> Bool { number(0..<1) < share }

  mutating func color() -> CGColor {
    CGColor(
      red: number(0..<1), green: number(0..<1), blue: number(0..<1),
      alpha: chance(0.5) ? 1 : number(0..<1))
  }

  mutating func add() {
    let slot = tree.allocate()
    let parent = chance(0.5) ? tree.root : slots.randomElement(using: &random) ?? tree.root
    let isMask = chance(0.1) && parent != tree.root && tree.nodes[Int(parent)].mask < 0
    let box = CGRect(x: 0, y: 0, width: number(4..<40), height: number(4..<40))
    let position = CGPoint(x: number(-5..<65), y: number(-5..<65))
    let color = color()
    tree.update(slot) {
      $0.parent = parent
      $0.values.bounds = box
      $0.values.position = position
      $0.values.backgroundColor = color
    }
    tree.update(parent) { if isMask { $0.mask = slot } else { $0.children.append(slot) } }
    slots.append(slot)
  }

  mutating func remove() {
    guard let slot = slots.randomElement(using: &random) else { return }
    let parent = tree.nodes[Int(slot)].parent
    tree.update(parent) {
      $0.children.removeAll { $0 == slot }
      if $0.mask == slot { $0.mask = -1 }
    }
    func release(_ slot: Int32) {
      for child in tree.nodes[Int(slot)].children { release(child) }
      if tree.nodes[Int(slot)].mask >= 0 { release(tree.nodes[Int(slot)].mask) }
      tree.release(slot)
      slots.removeAll { $0 == slot }
    }
    release(slot)
  }

  /// Changes a property of one layer.
  mutating func change() {
    guard let slot = (slots + [tree.root]).randomElement(using: &random) else { return }
    let (x, y, some, color) = (
      number(-10..<70), number(-10..<70), number(0..<1), color()
    )
    let kind = Int.random(in: 0..<23, using: &random)
    let context = CGContext(size: CGSize(width: 20, height: 20))
    context.setFillColor(color)
    for index in 0..<Int(some * 3) {
      context.fill(CGRect(x: Double(index) * 3, y: y / 6, width: 9, height: 7))
    }
    let drawing = context.drawing
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: abs(x), y: 3))
    path.addQuadCurve(to: CGPoint(x: 2, y: abs(y)), control: CGPoint(x: 30, y: 30))
    tree.update(slot) {
      switch kind {
      case 0, 1, 2, 3: $0.values.position = CGPoint(x: x, y: y)
      case 4: $0.values.opacity = some < 0.2 ? 0 : some < 0.6 ? 1 : some
      case 5: $0.values.backgroundColor = some < 0.2 ? nil : color
      case 6: $0.values.cornerRadius = some < 0.4 ? 0 : some * 9
      case 7:
        $0.values.borderWidth = some < 0.5 ? 0 : some * 4
        $0.values.borderColor = color
      case 8: $0.values.isHidden = some < 0.4
      case 9: $0.values.zPosition = some < 0.5 ? 0 : some
      case 10: $0.values.transform = CATransform3DMakeRotation(some < 0.4 ? 0 : some * 3, 0, 0, 1)
      case 11: $0.values.masksToBounds = some < 0.5
      case 12:
        $0.values.shadowOpacity = some < 0.5 ? 0 : some
        $0.values.shadowRadius = some * 4
        $0.values.shadowOffset = CGSize(width: x / 10, height: y / 10)
      case 13: $0.values.contents = some < 0.3 ? nil : .drawing(drawing)
      case 14: $0.values.isGeometryFlipped = some < 0.6
      case 15: $0.values.shadowPath = some < 0.3 ? nil : path
      case 16:
        $0.values.transform = CATransform3DMakeRotation(some < 0.3 ? 0 : some * 4, x / 70, 1, 0)
      case 17: $0.values.sublayerTransform.m34 = some < 0.3 ? 0 : -1 / (60 + 90 * some)
      case 18: $0.values.isDoubleSided = some < 0.5
      case 19:
        $0.values.shouldRasterize = some < 0.7
        $0.values.rasterizationScale = 0.3 + some
      case 20, 21: $0.values.subclass = some < 0.2 ? nil : .transform
      default: $0.values.bounds.size = CGSize(width: 4 + some * 40, height: 4 + abs(y) / 2)
      }
    }
    tree.update(tree.root) {
      // The root fills the target.
      $0.values.isHidden = false
      $0.values.opacity = 1
    }
  }

  /// Paints the current tree.
  mutating func paint() {
    let sampled = sampler.sample(&tree, at: 0)
    painter.paint(tree, sampled, scale: 1, size: Self.size, background: .white)
  }

  /// The list of a new painter.
  func paintedAfresh() -> DrawList {
    var (sampler, painter, tree) = (Sampler(), Painter(), tree)
    // A sampler finds nodes by their changes.
    for slot in slots + [tree.root] { tree.update(slot) { _ in } }
    let sampled = sampler.sample(&tree, at: 0)
    painter.paint(tree, sampled, scale: 1, size: Self.size, background: .white)
    return painter.list
  }
}

private func picture(_ list: DrawList) throws -> CGImage {
  var list = list
  (list.serial, list.damage) = (0, .everything)
  let canvas = MemoryCanvas(source: TestCoverageSource(), threads: 1)
  _ = canvas.draw(list)
  return try #require(canvas.image())
}

@Suite struct PainterLawTests {
  @Test(arguments: 1...30) func overwrittenFrameEqualsRebuiltFrame(
    seed: UInt64
  ) throws {
    var scene = ChangingScene(seed: seed)
    scene.paint()
    var before = try picture(scene.painter.list)
    for frame in 0..<20 {
      for _ in 0..<Int.random(in: 1...4, using: &scene.random) { scene.change() }
      if scene.chance(0.1) { scene.add() }
      if scene.chance(0.1) { scene.remove() }
      scene.paint()
      let list = scene.painter.list
      let now = try picture(list)
      let afresh = try picture(scene.paintedAfresh())
      let isSame = now.pixels == afresh.pixels
      try #require(isSame, "frame \(frame)")
      for index in 0..<60 * 60 {
        let (x, y, bytes) = (index % 60, index / 60, index * 4..<index * 4 + 4)
        if now.pixels[bytes] != before.pixels[bytes] {
          let isDamaged =
            list.damage.isEverything
            || list.damage.rects.contains {
              $0.minX <= x && x < $0.maxX && $0.minY <= y && y < $0.maxY
            }
          try #require(isDamaged, "frame \(frame): \(x), \(y) is not in \(list.damage)")
        }
      }
      before = now
    }
  }

  /// A hundred layers, one of which moves: nothing is rebuilt, and only its pixels are damaged.
  @Test func movingLayerDamagesOnlyItsPixels() throws {
    var scene = ChangingScene(seed: 1, layers: 0)
    for index in 0..<100 {
      let slot = scene.tree.allocate()
      scene.tree.update(slot) {
        $0.parent = 0
        $0.values.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
        $0.values.position = CGPoint(x: 3 + index % 10 * 6, y: 3 + index / 10 * 6)
        $0.values.backgroundColor = .black
      }
      scene.tree.update(0) { $0.children.append(slot) }
    }
    scene.paint()
    #expect(scene.painter.rebuilds == 1)
    #expect(scene.painter.list.damage.isEverything)
    for step in 1...5 {
      scene.tree.update(50) { $0.values.position.x += 1 }
      scene.paint()
      #expect(scene.painter.rebuilds == 1)
      #expect(scene.painter.list.serial == step + 1)
      let area = scene.painter.list.damage.rects.reduce(0) { $0 + $1.width * $1.height }
      #expect(area > 0 && area <= 6 * 6)
    }
    scene.paint()
    #expect(scene.painter.list.damage == .none)
    // Set to what it was, as by an animation that holds.
    scene.tree.update(50) { $0.values.position.x += 0 }
    scene.paint()
    #expect(scene.painter.list.damage == .none)
    scene.painter.damageEverything()
    scene.paint()
    #expect(scene.painter.list.damage.isEverything)
  }

  /// A layer's z position changes while the order of the layers stays: nothing is rebuilt, and nothing is
  /// damaged. When the layer passes others, the list is rebuilt.
  @Test func changeOfZPositionThatKeepsTheOrderCostsOnlyItsLayer() throws {
    var scene = ChangingScene(seed: 1, layers: 0)
    for index in 0..<20 {
      let slot = scene.tree.allocate()
      scene.tree.update(slot) {
        $0.parent = 0
        $0.values.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
        $0.values.position = CGPoint(x: 10 + index, y: 10 + index)
        $0.values.backgroundColor = CGColor(gray: CGFloat(index) / 20, alpha: 1)
        $0.values.zPosition = index == 7 ? 5 : 0
      }
      scene.tree.update(0) { $0.children.append(slot) }
    }
    scene.paint()
    let order = scene.painter.list.items.map(\.transform)
    #expect(scene.painter.rebuilds == 1)
    for depth in [4.0, 1, 0.001, 900] {
      scene.tree.update(8) { $0.values.zPosition = depth }
      scene.paint()
      #expect(scene.painter.rebuilds == 1)
      #expect(scene.painter.list.damage == .none)
    }
    // Where depths are equal, the order of the sublayers decides.
    for (depth, rebuilds) in [(0.0, 2), (-1, 3), (-2, 3), (1, 4)] {
      scene.tree.update(8) { $0.values.zPosition = depth }
      scene.paint()
      #expect(scene.painter.rebuilds == rebuilds)
    }
    #expect(scene.painter.list.items.map(\.transform) == order)
  }

  /// A background and a border are replaced by a group of as many items around the sublayer. When the
  /// sublayer moves, the group grows with it.
  @Test func groupInPlaceOfBackgroundGrowsWithContent() throws {
    var scene = ChangingScene(seed: 1, layers: 0)
    let (outer, inner) = (scene.tree.allocate(), scene.tree.allocate())
    scene.tree.update(0) { $0.children = [outer] }
    scene.tree.update(outer) {
      $0.parent = 0
      $0.children = [inner]
      $0.values.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
      $0.values.position = CGPoint(x: 30, y: 30)
      $0.values.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      $0.values.borderWidth = 2
    }
    scene.tree.update(inner) {
      $0.parent = outer
      $0.values.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      $0.values.position = CGPoint(x: 10, y: 10)
      $0.values.backgroundColor = .black
    }
    scene.slots = [outer, inner]
    scene.paint()
    scene.tree.update(outer) {
      $0.values.backgroundColor = nil
      $0.values.borderWidth = 0
      $0.values.opacity = 0.5
    }
    scene.paint()
    scene.tree.update(inner) { $0.values.position = CGPoint(x: 50, y: 50) }
    scene.paint()
    #expect(try picture(scene.painter.list).pixels == picture(scene.paintedAfresh()).pixels)
  }

  @Test(arguments: 1...20) func damageContainsAddedRectsDisjointly(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var damage = DamageRegion.none
    var added: [PixelRect] = []
    for _ in 0..<60 {
      let (x, y) = (
        Int.random(in: 0..<900, using: &random), Int.random(in: 0..<900, using: &random)
      )
      let rect = PixelRect(
        minX: x, minY: y, maxX: x + Int.random(in: 0..<90, using: &random),
        maxY: y + Int.random(in: 0..<90, using: &random))
      damage.add(rect)
      added.append(rect)
      #expect(damage.rects.count <= DamageRegion.maximumRectCount)
      for (index, a) in damage.rects.enumerated() {
        for b in damage.rects[(index + 1)...] { #expect(a.intersection(b).isEmpty) }
      }
    }
    for rect in added where !rect.isEmpty {
      #expect(damage.rects.contains { $0.contains(rect) })
    }
  }
}
