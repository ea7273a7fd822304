// GlyphRunTests.swift
// The bounds and equality of glyph runs.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing

@Suite struct GlyphRunTests {
  private let face = FontFaceID(rawValue: 0)

  private func run(_ points: [CGPoint], size: CGFloat = 10) -> GlyphRun {
    GlyphRun(
      face: face, size: size, color: .black,
      glyphs: points.map { PlacedGlyph(glyph: 1, position: $0) })
  }

  @Test func boundsExtendBeyondTheOrigins() {
    let points = [CGPoint(x: 5, y: 20), CGPoint(x: 1, y: 22), CGPoint(x: 30, y: 21)]
    #expect(run(points).bounds == CGRect(x: -14, y: 5, width: 59, height: 32))
    #expect(run([]).bounds.isNull)
  }

  @Test func boundsMoveWithTheGlyphs() {
    var moved = run([.zero, CGPoint(x: 7, y: 0)])
    moved.move(x: 2, y: -3)
    #expect(moved == run([CGPoint(x: 2, y: -3), CGPoint(x: 9, y: -3)]))
    #expect(moved.bounds == run(moved.glyphs.map(\.position)).bounds)
  }

  @Test func equality() {
    let points = (0..<5).map { CGPoint(x: Double($0), y: 0) }
    var other = points
    other[2].x = 2.5
    #expect(run(points) == run(points) && run(points).hashValue == run(points).hashValue)
    #expect(run(points) != run(other) && run(points) != run(points, size: 11))
  }
}
