// DenseStrokeTests.swift
// The work of strokes with many points in each column of pixels, by a count.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import FreeTypeRaster

@Suite struct DenseStrokeTests {
  private static let columns = 300

  private static func wave(_ x: Double) -> Double { 75 + 40 * sin(x / 30) }

  /// A chart of measured values: a slow wave with noise.
  private func chart(pointsPerColumn: Int, noise: Double, columns: Int = columns) -> CGPath {
    var random = SeededRandom(seed: 7)
    let path = CGMutablePath()
    for index in 0..<(columns * pointsPerColumn) {
      let x = Double(index) / Double(pointsPerColumn)
      let y = Self.wave(x) + noise * Double.random(in: -1...1, using: &random)
      let point = CGPoint(x: x, y: y)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    return path
  }

  private let source: FreeTypeCoverage
  private let clip = PixelRect(minX: 0, minY: 0, maxX: Self.columns, maxY: 150)

  init() throws { source = FreeTypeCoverage(fonts: try SystemFontProvider()) }

  private var style: StrokeStyle {
    var style = StrokeStyle()
    style.width = 2
    return style
  }

  private func work(_ path: CGPath, _ style: StrokeStyle) throws -> Int {
    let stroker = try #require(
      PathStroker(path, style: style, transform: .identity, clip: clip))
    return UnionRasterizer.work(for: stroker.outline(of: path, library: source.library), in: clip)
  }

  /// From some points in a column of pixels on, more of them take hardly more work, as they do not show; each miter does.
  @Test(arguments: [0.0, 2, 20], [CGLineJoin.round, .miter])
  func workGrowsWithWhatShows(noise: Double, join: CGLineJoin) throws {
    var style = style
    style.join = join
    let counts = try [11, 22, 45, 90].map {
      try work(chart(pointsPerColumn: $0, noise: noise, columns: 100), style)
    }
    #expect(counts[2] < 5 * counts[0] && counts[3] < 5 * counts[1], "\(counts)")
    if noise == 0 || join == .round { #expect(counts[3] < counts[2] * 5 / 4, "\(counts)") }
  }

  /// A noisy line covers what is around its wave, and nothing that is farther away: no row has an edge without its end.
  @Test(arguments: [CGLineJoin.round, .bevel]) func noisyLinesCoverTheirBand(join: CGLineJoin) {
    var style = style
    style.join = join
    let (columns, noise) = (150, 2.0)
    let coverage = source.stroke(
      chart(pointsPerColumn: 45, noise: noise, columns: columns), style: style,
      transform: .identity, clip: clip)
    let bounds = coverage.bounds
    var wrong = 0
    for y in bounds.minY..<bounds.maxY {
      for x in bounds.minX..<min(bounds.maxX, columns - 2) {
        let value = coverage.pixels[(y - bounds.minY) * bounds.width + x - bounds.minX]
        let distance = abs(Double(y) + 0.5 - Self.wave(Double(x) + 0.5))
        if distance < noise / 2 && x > 2 && value < 250 { wrong += 1 }
        // The wave's slope is at most 4/3.
        if distance > (noise + 2) * 2 && value > 0 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// A line of more points than FreeType's outlines have room for is whole, with its caps and joins.
  @Test(arguments: [CGLineCap.butt, .square, .round], [false, true])
  func longLinesAreWhole(cap: CGLineCap, isClosed: Bool) throws {
    var style = style
    (style.width, style.cap) = (6, cap)
    // Along the sides of a box, and the same with a point at every hundredth of a pixel.
    let corners = [(20.0, 20.0), (280, 20), (280, 130), (20, 130)].map { CGPoint(x: $0.0, y: $0.1) }
    let (plain, long) = (CGMutablePath(), CGMutablePath())
    plain.addLines(between: corners)
    long.move(to: corners[0])
    for (from, to) in zip(corners, corners.dropFirst() + (isClosed ? [corners[0]] : [])) {
      for step in 1...10_000 {
        let share = Double(step) / 10_000
        long.addLine(
          to: CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
      }
    }
    if isClosed {
      plain.closeSubpath()
      long.closeSubpath()
    }
    let pictures = [plain, long].map {
      source.stroke($0, style: style, transform: .identity, clip: clip)
    }
    try #require(pictures[0].bounds == pictures[1].bounds)
    let most = zip(pictures[0].pixels, pictures[1].pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(most) <= 3)
  }
}
