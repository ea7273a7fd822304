// QuadTrimmerTests.swift
// Upright quads trimmed to a clip show at each point inside what they showed, and nothing outside.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing

@testable import SDLRenderer

@Suite struct QuadTrimmerTests {
  /// Vertices and indices as the batcher holds them.
  private struct Batch {
    var vertices: [Vertex] = []
    var indices: [UInt32] = []

    /// Adds a grid of cells that share their vertices. The colours differ along both axes.
    mutating func addGrid(_ xs: [Float], _ ys: [Float], texture: (Float, Float) -> SIMD2<Float>) {
      let first = UInt32(vertices.count)
      let stride = UInt32(xs.count)
      for (row, y) in ys.enumerated() {
        for (column, x) in xs.enumerated() {
          let color = UInt32(column * 60) | UInt32(row * 60) << 8 | 0xFF00_0000
          vertices.append(
            Vertex(
              position: SIMD2(x, y), color: color, texture: texture(Float(column), Float(row))))
        }
      }
      for row in 0..<UInt32(ys.count - 1) {
        for column in 0..<stride - 1 {
          let a = first + row * stride + column
          indices += [a, a + 1, a + 1 + stride, a, a + 1 + stride, a + stride]
        }
      }
    }

    /// Adds four triangles around the middle of a rectangle.
    mutating func addFan(_ x: Float, _ y: Float, _ side: Float) {
      let first = UInt32(vertices.count)
      for offset in [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1), SIMD2(0.5, 0.5)] {
        vertices.append(
          Vertex(position: SIMD2(x, y) + offset * side, color: 7, texture: offset))
      }
      for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        indices += [first + UInt32(from), first + UInt32(to), first + 4]
      }
    }

    /// Trims it; returns false when it cannot be trimmed.
    mutating func trim(to clip: PixelRect) -> Bool {
      let count = vertices.withUnsafeMutableBufferPointer { vertices in
        indices.withUnsafeMutableBufferPointer { indices in
          vertices.baseAddress.flatMap { QuadTrimmer.trim($0, indices, to: clip) }
        }
      }
      guard let count else { return false }
      indices.removeLast(indices.count - count)
      return true
    }

    /// What the quads around a point show there: texture coordinates and red and green, quad by quad.
    func shown(at point: SIMD2<Float>) -> [SIMD4<Float>] {
      stride(from: 0, to: indices.count, by: 6).compactMap { index in
        let (a, b) = (vertices[Int(indices[index])], vertices[Int(indices[index + 1])])
        let d = vertices[Int(indices[index + 5])]
        let across = (point.x - a.position.x) / (b.position.x - a.position.x)
        let down = (point.y - a.position.y) / (d.position.y - a.position.y)
        guard across > 0, across < 1, down > 0, down < 1 else { return nil }
        func channel(_ vertex: Vertex, _ shift: UInt32) -> Float {
          Float(vertex.color >> shift & 0xFF)
        }
        return SIMD4(
          a.texture.x + (b.texture.x - a.texture.x) * across,
          a.texture.y + (d.texture.y - a.texture.y) * down,
          channel(a, 0) + (channel(b, 0) - channel(a, 0)) * across,
          channel(a, 8) + (channel(d, 8) - channel(a, 8)) * down)
      }
    }
  }

  @Test func trimmedQuadsShowTheSameInsideAndNothingOutside() {
    var random = SeededRandom(seed: 41)
    var trimmed = 0
    for _ in 0..<300 {
      func lines() -> [Float] {
        let values = (0..<Int.random(in: 2...4, using: &random)).map { _ in
          Float.random(in: -20...60, using: &random)
        }.sorted()
        // Mirrored quads have descending sides.
        return Bool.random(using: &random) ? values : values.reversed()
      }
      var batch = Batch()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let scale = Float.random(in: -0.2...0.2, using: &random)
        batch.addGrid(lines(), lines()) { SIMD2(0.5 + $0 * scale, 0.1 + $1 * 0.2) }
      }
      let (x, y) = (
        Int.random(in: 0...30, using: &random), Int.random(in: 0...30, using: &random)
      )
      let clip = PixelRect(
        minX: x, minY: y, maxX: x + Int.random(in: 1...20, using: &random),
        maxY: y + Int.random(in: 1...20, using: &random))
      let before = batch
      let isTrimmed = batch.trim(to: clip)
      #expect(isTrimmed)
      if batch.indices.count < before.indices.count { trimmed += 1 }
      for _ in 0..<60 {
        let point = SIMD2<Float>(
          .random(in: -20...60, using: &random), .random(in: -20...60, using: &random))
        let isInside =
          point.x > Float(clip.minX) && point.x < Float(clip.maxX) && point.y > Float(clip.minY)
          && point.y < Float(clip.maxY)
        let (old, new) = (before.shown(at: point), batch.shown(at: point))
        guard isInside else {
          #expect(new.isEmpty)
          continue
        }
        #expect(new.count == old.count)
        for (one, other) in zip(old, new) {
          let difference = one - other
          #expect(abs(difference.x) < 1e-3 && abs(difference.y) < 1e-3, "\(one) \(other)")
          // Colours of corners are whole numbers.
          #expect(abs(difference.z) <= 1 && abs(difference.w) <= 1, "\(one) \(other)")
        }
      }
    }
    #expect(trimmed > 100)
  }

  @Test func quadsInsideAreLeftAsTheyAre() {
    var batch = Batch()
    batch.addGrid([4, 8, 16], [4, 30]) { SIMD2($0, $1) }
    batch.addFan(5, 5, 9)
    let before = batch
    let isTrimmed = batch.trim(to: PixelRect(minX: 4, minY: 4, maxX: 16, maxY: 30))
    #expect(isTrimmed)
    #expect(batch.indices == before.indices)
    #expect(batch.vertices.map(\.position) == before.vertices.map(\.position))
  }

  /// Slanted quads, turned pictures, fans and positions that are no numbers: only the GPU clips these.
  @Test func othersAcrossTheEdgeAreNotChanged() {
    let clip = PixelRect(minX: 0, minY: 0, maxX: 10, maxY: 10)
    var batches: [Batch] = []
    for change in [
      SIMD4<Float>(1, 0, 0, 0), SIMD4(0, 2, 0, 0), SIMD4(0, 0, 0.1, 0), SIMD4(.nan, 0, 0, 0),
    ] {
      var batch = Batch()
      batch.addGrid([2, 4], [2, 4]) { SIMD2($0, $1) }
      batch.addGrid([5, 15], [5, 15]) { SIMD2($0, $1) }
      batch.vertices[4].position += change.lowHalf
      batch.vertices[4].texture += change.highHalf
      batches.append(batch)
    }
    var fan = Batch()
    fan.addGrid([-2, 4], [2, 4]) { SIMD2($0, $1) }
    fan.addFan(5, 5, 10)
    batches.append(fan)
    for var batch in batches {
      let before = batch
      let isTrimmed = batch.trim(to: clip)
      #expect(!isTrimmed)
      #expect(batch.indices == before.indices)
      #expect(
        batch.vertices.map { $0.position.x.bitPattern }
          == before.vertices.map { $0.position.x.bitPattern })
    }
    var outside = Batch()
    outside.addFan(11, 0, 5)
    outside.addFan(0, 0, 5)
    let isTrimmed = outside.trim(to: clip)
    #expect(isTrimmed)
    #expect(outside.indices.count == 12 && outside.indices.allSatisfy { $0 >= 5 })
  }
}
