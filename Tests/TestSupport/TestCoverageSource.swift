// TestCoverageSource.swift
// A coverage source in plain Swift: scan lines, four by sixteen samples a pixel, block letters.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
import Foundation

/// Rasterises the obvious way, for tests and for comparing with.
package final class TestCoverageSource: CoverageSource {
  /// How often each function was called.
  package private(set) var glyphRequests = 0
  package private(set) var pathRequests = 0

  package init() {}

  private static let linesPerPixel = 16
  private static let columnsPerPixel = 4

  package func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage {
    pathRequests += 1
    let lines = PathFlattener.polylines(path, transform: PlaneTransform(transform), tolerance: 0.02)
    return Self.coverage(lines.map(\.points), rule, clip)
  }

  package func stroke(
    _ path: CGPath, style: StrokeStyle, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage {
    pathRequests += 1
    let scale = abs(transform.determinant).squareRoot()
    let lines = PathFlattener.polylines(path, tolerance: 0.02 / max(scale, 1e-6))
    var pieces: [[CGPoint]] = []
    for line in lines {
      let points = line.isClosed ? line.points + [line.points[0]] : line.points
      for (from, to) in zip(points, points.dropFirst()) {
        pieces += Self.piece(from, to, style)
      }
      // Round joins stand for all joins; a test of miters needs a better source.
      for point in line.isClosed ? points : Array(points.dropFirst().dropLast()) {
        pieces.append(Self.disc(point, style.width / 2))
      }
      if style.cap == .round {
        pieces.append(Self.disc(points[0], style.width / 2))
        pieces.append(Self.disc(points[points.count - 1], style.width / 2))
      }
    }
    return Self.coverage(
      pieces.map { $0.map { $0.applying(transform) } }.map(Self.clockwise), .winding, clip)
  }

  package func glyph(_ key: GlyphKey) -> Coverage {
    glyphRequests += 1
    guard key.face == BlockLetters.face else { return .empty }
    let size = Double(key.size26_6) / 64
    let shift = Double(key.subpixel) / 4
    let lines = BlockLetters.blocks(of: key.glyph).map { block in
      Self.corners(
        CGRect(
          x: block.minX * size + shift, y: block.minY * size, width: block.width * size,
          height: block.height * size))
    }
    let reach = Int(size) + 2
    return Self.coverage(
      lines, .winding, PixelRect(minX: -reach, minY: -reach, maxX: reach, maxY: reach))
  }

  package func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? {
    guard face == BlockLetters.face else { return nil }
    let path = CGMutablePath()
    for block in BlockLetters.blocks(of: glyph) { path.addRect(block) }
    return path
  }

  // MARK: Geometry

  private static func corners(_ r: CGRect) -> [CGPoint] {
    [
      CGPoint(x: r.minX, y: r.minY), CGPoint(x: r.maxX, y: r.minY),
      CGPoint(x: r.maxX, y: r.maxY), CGPoint(x: r.minX, y: r.maxY),
    ]
  }

  private static func disc(_ centre: CGPoint, _ radius: CGFloat) -> [CGPoint] {
    (0..<64).map { step in
      let angle = Double(step) / 64 * 2 * .pi
      return CGPoint(x: centre.x + radius * cos(angle), y: centre.y + radius * sin(angle))
    }
  }

  private static func piece(_ from: CGPoint, _ to: CGPoint, _ style: StrokeStyle) -> [[CGPoint]] {
    let length = hypot(to.x - from.x, to.y - from.y)
    guard length > 0 else { return [] }
    let half = style.width / 2
    let along = CGVector(dx: (to.x - from.x) / length * half, dy: (to.y - from.y) / length * half)
    let extra: CGFloat = style.cap == .square ? 1 : 0
    let (a, b) = (
      CGPoint(x: from.x - along.dx * extra, y: from.y - along.dy * extra),
      CGPoint(x: to.x + along.dx * extra, y: to.y + along.dy * extra)
    )
    return [
      [
        CGPoint(x: a.x - along.dy, y: a.y + along.dx),
        CGPoint(x: b.x - along.dy, y: b.y + along.dx),
        CGPoint(x: b.x + along.dy, y: b.y - along.dx),
        CGPoint(x: a.x + along.dy, y: a.y - along.dx),
      ]
    ]
  }

  /// Turns a polygon so that pieces of one stroke never cancel.
  private static func clockwise(_ points: [CGPoint]) -> [CGPoint] {
    var area: CGFloat = 0
    for (p, q) in zip(points, points.dropFirst() + points.prefix(1)) {
      area += p.x * q.y - q.x * p.y
    }
    return area < 0 ? points.reversed() : points
  }

  // MARK: Scan lines

  private static func coverage(
    _ polygons: [[CGPoint]], _ rule: CGPathFillRule, _ clip: PixelRect
  ) -> Coverage {
    let points = polygons.flatMap { $0 }
    guard !points.isEmpty else { return .empty }
    let bounds = PixelRect(covering: CGRect(enclosing: points)).intersection(clip)
    if bounds.isEmpty { return .empty }
    let (width, height) = (bounds.width, bounds.height)
    var counts = [UInt8](repeating: 0, count: width * height)
    let samples = linesPerPixel * columnsPerPixel
    var crossings: [(x: Double, turn: Int)] = []
    var hits = [Int](repeating: 0, count: width)
    for row in 0..<height {
      for column in 0..<width { hits[column] = 0 }
      for line in 0..<linesPerPixel {
        let y = Double(bounds.minY + row) + (Double(line) + 0.5) / Double(linesPerPixel)
        crossings.removeAll(keepingCapacity: true)
        for polygon in polygons {
          for (index, p) in polygon.enumerated() {
            let q = polygon[(index + 1) % polygon.count]
            guard (p.y <= y) != (q.y <= y) else { continue }
            crossings.append((p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x), p.y < q.y ? 1 : -1))
          }
        }
        crossings.sort { $0.x < $1.x }
        var winding = 0
        for (index, crossing) in crossings.enumerated().dropLast() {
          winding += crossing.turn
          guard rule == .winding ? winding != 0 : winding & 1 != 0 else { continue }
          // Samples in the middle of each quarter of a pixel.
          func sample(_ x: Double) -> Int {
            let position = (x - Double(bounds.minX)) * Double(columnsPerPixel) + 0.5
            return Int(min(max(position.rounded(.down), 0), Double(width * columnsPerPixel)))
          }
          let (from, to) = (sample(crossing.x), sample(crossings[index + 1].x))
          for column in from..<max(from, to) { hits[column / columnsPerPixel] += 1 }
        }
      }
      for column in 0..<width {
        counts[row * width + column] = UInt8((hits[column] * 255 + samples / 2) / samples)
      }
    }
    return Coverage(bounds: bounds, pixels: counts)
  }
}
