// RowInstructionsTests.swift
// Rows drawn by C for the processor's vectors have the bytes of those drawn by plain Swift.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct RowInstructionsTests {
  /// The instructions to compare with the reference.
  private static let fast = RowInstructions.allCases.filter { $0 != .reference && $0.isSupported }

  private func pixels(
    _ instructions: RowInstructions, _ width: Int, _ height: Int, _ items: [DrawItem],
    threads: Int = 1
  ) throws -> [UInt8] {
    let canvas = MemoryCanvas(
      source: TestCoverageSource(), threads: threads, instructions: instructions)
    var list = DrawList(
      size: PixelSize(width: width, height: height),
      background: CGColor(red: 0.2, green: 0.9, blue: 0.5, alpha: 0.8))
    list.items = items
    _ = canvas.draw(list)
    return try #require(canvas.image()).pixels
  }

  private func expectReferenceBytes(
    _ width: Int, _ height: Int, _ items: [DrawItem], _ comment: Comment
  ) throws {
    let expected = try pixels(.reference, width, height, items)
    for instructions in Self.fast {
      let found = try pixels(instructions, width, height, items)
      guard found != expected, let at = found.indices.first(where: { found[$0] != expected[$0] })
      else { continue }
      Issue.record(
        """
        \(instructions) at \(at / 4 % width), \(at / 4 / width): \(found[at]) instead of \
        \(expected[at]); \(comment)
        """)
    }
  }

  @Test func theProcessorHasTheBestInstructions() {
    #expect(RowInstructions.best.isSupported)
    #expect(!Self.fast.isEmpty)
  }

  @Test(arguments: 1...12) func randomListsHaveTheReferenceBytes(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 160, height: 120)
    try expectReferenceBytes(160, 120, random.items(30), "seed \(seed)")
  }

  /// Boxes of any size, rotation and place: tiny ones, ones that cross the picture's edges, nearly upright
  /// ones, and slivers.
  @Test(arguments: 1...40) func randomBoxesHaveTheReferenceBytes(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 90, height: 70)
    var items: [DrawItem] = []
    func any(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random.generator)
    }
    for _ in 0..<25 {
      let size = random.chance(0.3) ? 4.0 : random.chance(0.3) ? 200 : 40
      let (width, height) = (any(0.01...size), any(0.01...size))
      var transform = PlaneTransform.identity
      switch Int.random(in: 0..<6, using: &random.generator) {
      case 0: transform = PlaneTransform(tx: any(-20...90), ty: any(-20...70))
      case 1:
        transform = PlaneTransform(
          a: any(-2...2), d: any(-2...2), tx: any(-20...90), ty: any(-20...70))
      case 2: transform = turn(any(-0.01...0.01), any(-20...90), any(-20...70))
      case 3:
        transform = PlaneTransform(
          a: any(-1...1), b: any(-1...1), c: any(-1...1), d: any(-1...1), tx: any(0...90),
          ty: any(0...70), px: any(-0.004...0.004), py: any(-0.004...0.004))
      default: transform = turn(any(-180...180), any(-20...110), any(-20...90))
      }
      let box = Box(
        rect: CGRect(x: -width / 2, y: -height / 2, width: width, height: height),
        radii: random.chance(0.4)
          ? .zero : SIMD4(any(0...20), any(0...20), any(0...20), any(0...20)),
        fill: random.color(), borderWidth: random.chance(0.2) ? any(0...5) : 0,
        borderColor: random.color())
      var item = DrawItem(.box(box), transform, opacity: random.chance(0.5) ? 1 : any(0...1))
      if random.chance(0.3) { item.scissor = PixelRect(covering: random.rect()) }
      items.append(item)
    }
    try expectReferenceBytes(90, 70, items, "seed \(seed)")
  }

  @Test func textAtEachEdgeHasTheReferenceBytes() throws {
    for width in [1, 5, 8, 23, 64] {
      var items: [DrawItem] = []
      for (row, color) in [CGColor.black, red, CGColor(gray: 1, alpha: 0.4)].enumerated() {
        items.append(
          DrawItem(letters("Edges", x: -3.3, y: 12 + 14.2 * Double(row), size: 13, color)))
      }
      try expectReferenceBytes(width, 45, items, "\(width) pixels wide")
    }
  }

  @Test func threadsDrawTheReferenceBytes() throws {
    var random = RandomItems(seed: 77, width: 300, height: 400)
    let items = random.items(40)
    let expected = try pixels(.reference, 300, 400, items)
    #expect(try pixels(.best, 300, 400, items, threads: 3) == expected)
  }
}
