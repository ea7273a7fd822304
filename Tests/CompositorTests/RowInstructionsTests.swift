// RowInstructionsTests.swift
// Rows drawn with any of the processor's vectors have the same bytes, and shapes cover the area that they have.
//
// SPDX-License-Identifier: MIT

import CPixelRows
import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import Compositor

@Suite struct RowInstructionsTests {
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

  /// Where the processor has no wide vectors there is nothing to compare.
  private func expectSameBytes(
    _ width: Int, _ height: Int, _ items: [DrawItem], _ comment: Comment
  ) throws {
    let expected = try pixels(.baseline, width, height, items)
    let found = try pixels(.best, width, height, items)
    guard found != expected, let at = found.indices.first(where: { found[$0] != expected[$0] })
    else { return }
    Issue.record(
      """
      \(RowInstructions.best) at \(at / 4 % width), \(at / 4 / width): \(found[at]) instead of \
      \(expected[at]); \(comment)
      """)
  }

  @Test func theProcessorHasTheBestInstructions() {
    #expect(RowInstructions.best.isSupported && RowInstructions.baseline.isSupported)
  }

  @Test(arguments: 1...12) func randomListsHaveTheSameBytes(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 160, height: 120)
    try expectSameBytes(160, 120, random.items(30), "seed \(seed)")
  }

  /// Rectangles of any size, rotation and place: tiny ones, ones that cross the picture's edges, nearly upright
  /// ones, and slivers.
  private func randomShape(_ random: inout RandomItems) -> RoundedShape {
    func any(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &random.generator)
    }
    let size = random.chance(0.3) ? 4.0 : random.chance(0.3) ? 200 : 40
    let (width, height) = (any(0.01...size), any(0.01...size))
    let transform =
      switch Int.random(in: 0..<6, using: &random.generator) {
      case 0: PlaneTransform(tx: any(-20...90), ty: any(-20...70))
      case 1:
        PlaneTransform(a: any(-2...2), d: any(-2...2), tx: any(-20...90), ty: any(-20...70))
      case 2: turn(any(-0.01...0.01), any(-20...90), any(-20...70))
      case 3:
        PlaneTransform(
          a: any(-1...1), b: any(-1...1), c: any(-1...1), d: any(-1...1), tx: any(0...90),
          ty: any(0...70), px: any(-0.004...0.004), py: any(-0.004...0.004))
      default: turn(any(-180...180), any(-20...110), any(-20...90))
      }
    return RoundedShape(
      rect: CGRect(x: -width / 2, y: -height / 2, width: width, height: height),
      radii: random.chance(0.4)
        ? .zero : SIMD4(any(0...20), any(0...20), any(0...20), any(0...20)),
      transform: transform)
  }

  @Test(arguments: 1...40) func randomBoxesHaveTheSameBytes(seed: UInt64) throws {
    var random = RandomItems(seed: seed, width: 90, height: 70)
    var items: [DrawItem] = []
    for _ in 0..<25 {
      let shape = randomShape(&random)
      let box = Box(
        rect: shape.rect, radii: shape.radii, fill: random.color(),
        borderWidth: random.chance(0.2) ? .random(in: 0...5, using: &random.generator) : 0,
        borderColor: random.color())
      var item = DrawItem(
        .box(box), shape.transform,
        opacity: random.chance(0.5) ? 1 : .random(in: 0...1, using: &random.generator))
      if random.chance(0.3) { item.scissor = PixelRect(covering: random.rect()) }
      items.append(item)
    }
    try expectSameBytes(90, 70, items, "seed \(seed)")
  }

  /// Each pixel of a shape compared with the area of the outline's part that lies within the pixel.
  @Test(arguments: RowInstructions.allCases.filter(\.isSupported), 1...12)
  func coverageIsTheAreaWithinThePixel(instructions: RowInstructions, seed: UInt64) {
    var random = RandomItems(seed: seed, width: 90, height: 70)
    let coverage = ConvexCoverage(functions: instructions.functions)
    let tracer = OutlineTracer()
    let columns = 3..<81
    coverage.prepare(columns: columns)
    for _ in 0..<12 {
      let shape = randomShape(&random)
      guard let outline = tracer.trace(shape) else { continue }
      let ring = (0..<outline.count).map { SIMD2(tracer.points[$0].x, tracer.points[$0].y) }
      coverage.begin(shape)
      let pixels = outline.pixels.intersection(PixelRect(minX: 0, minY: 0, maxX: 90, maxY: 70))
      for y in pixels.minY..<pixels.maxY {
        let row = coverage.row(y)
        row.complete(columns.lowerBound, columns.upperBound)
        let strip = clipped(clipped(ring, 1, Double(y), 1), 1, Double(y + 1), -1)
        for x in columns {
          let part = clipped(clipped(strip, 0, Double(x), 1), 0, Double(x + 1), -1)
          let (found, expected) = (Double(row.mask[x]), abs(area(part)) * 255)
          if abs(found - expected) > 1 {
            Issue.record("seed \(seed) at \(x), \(y): \(found) instead of \(expected); \(shape)")
            return
          }
        }
      }
    }
  }

  /// The part of a polygon on one side of an upright or level line.
  private func clipped(_ ring: [SIMD2<Double>], _ axis: Int, _ at: Double, _ sign: Double)
    -> [SIMD2<Double>]
  {
    var result: [SIMD2<Double>] = []
    for (index, point) in ring.enumerated() {
      let previous = ring[index == 0 ? ring.count - 1 : index - 1]
      let (from, to) = ((previous[axis] - at) * sign, (point[axis] - at) * sign)
      if (from < 0) != (to < 0) {
        result.append(previous + (point - previous) * (from / (from - to)))
      }
      if to >= 0 { result.append(point) }
    }
    return result
  }

  private func area(_ ring: [SIMD2<Double>]) -> Double {
    ring.indices.reduce(0) { sum, index in
      let (a, b) = (ring[index], ring[index + 1 == ring.count ? 0 : index + 1])
      let (p, q) = (a - ring[0], b - ring[0])
      return sum + (p.x * q.y - p.y * q.x) / 2
    }
  }

  @Test func textAtEachEdgeHasTheSameBytes() throws {
    for width in [1, 5, 8, 23, 64] {
      var items: [DrawItem] = []
      for (row, color) in [CGColor.black, red, CGColor(gray: 1, alpha: 0.4)].enumerated() {
        items.append(
          DrawItem(letters("Edges", x: -3.3, y: 12 + 14.2 * Double(row), size: 13, color)))
      }
      try expectSameBytes(width, 45, items, "\(width) pixels wide")
    }
  }

  @Test func threadsDrawTheSameBytes() throws {
    var random = RandomItems(seed: 77, width: 300, height: 400)
    let items = random.items(40)
    let expected = try pixels(.baseline, 300, 400, items)
    #expect(try pixels(.best, 300, 400, items, threads: 3) == expected)
  }
}
