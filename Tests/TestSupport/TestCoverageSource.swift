// TestCoverageSource.swift
// A coverage source in plain Swift: scanlines, four by sixteen samples a pixel, block letters.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import CoreGraphics
import Foundation

/// Rasterises by the simplest method, as a reference for tests.
package final class TestCoverageSource: CoverageSource {
  /// The number of calls of each function.
  package private(set) var glyphRequests = 0
  package private(set) var pathRequests = 0

  package init() {}

  private static let linesPerPixel = 16
  private static let columnsPerPixel = 4

  package func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage {
    pathRequests += 1
    let lines = PerspectiveFlattener.polylines(
      path, transform: PlaneTransform(transform), tolerance: 0.02)
    return Self.coverage(lines.map(\.points), rule, clip)
  }

  package func stroke(
    _ path: CGPath, style: StrokeStyle, transform: PlaneTransform, clip: PixelRect
  ) -> Coverage {
    pathRequests += 1
    let scale = transform.meanScale
    let lines = PerspectiveFlattener.polylines(path, tolerance: 0.02 / max(scale, 1e-6))
    var pieces: [[CGPoint]] = []
    for line in lines {
      let points = line.isClosed ? line.points + [line.points[0]] : line.points
      for (from, to) in zip(points, points.dropFirst()) {
        pieces += Self.piece(from, to, style)
      }
      // Every join is drawn round; a test of miters needs a better source.
      for point in line.isClosed ? points : Array(points.dropFirst().dropLast()) {
        pieces.append(Self.disc(point, style.width / 2))
      }
      if style.cap == .round {
        pieces.append(Self.disc(points[0], style.width / 2))
        pieces.append(Self.disc(points[points.count - 1], style.width / 2))
      }
    }
    return Self.coverage(
      pieces.map { $0.compactMap(transform.apply) }.filter { !$0.isEmpty }.map(Self.clockwise),
      .winding, clip)
  }

  package func glyph(_ key: GlyphKey) -> Coverage {
    glyphRequests += 1
    guard key.face == BlockLetters.face else { return .empty }
    let size = Double(key.size26_6) / 64
    let shift = key.offset
    let lines = BlockLetters.blocks(of: key.glyph).map { block in
      Self.corners(
        CGRect(
          x: block.minX * size + shift.x, y: block.minY * size + shift.y, width: block.width * size,
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
    (0..<24).map { step in
      let angle = Double(step) / 24 * 2 * .pi
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

  /// Orients a polygon so that pieces of one stroke never cancel.
  private static func clockwise(_ points: [CGPoint]) -> [CGPoint] {
    var area: CGFloat = 0
    for (p, q) in zip(points, points.dropFirst() + points.prefix(1)) {
      area += p.x * q.y - q.x * p.y
    }
    return area < 0 ? points.reversed() : points
  }

  // MARK: Scanlines

  /// A side of a polygon, from the top down; `turn` is 1 for a side that ran down and -1 for one
  /// that ran up.
  private struct Side {
    var top: Double, bottom: Double
    /// The x at its top, and the change of x per pixel down.
    var x: Double, slope: Double
    var turn: Int
  }

  private static func coverage(
    _ polygons: [[CGPoint]], _ rule: CGPathFillRule, _ clip: PixelRect
  ) -> Coverage {
    let bounds = PixelRect(covering: CGRect(enclosing: polygons.flatMap { $0 })).intersection(clip)
    if bounds.isEmpty { return .empty }
    // Sides by their first row, for speed: tests run unoptimised, and a stroke has many sides.
    var starting = [[Side]](repeating: [], count: bounds.height)
    for polygon in polygons {
      var from = polygon[polygon.count - 1]
      for to in polygon {
        if from.y != to.y {
          let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
          let row = max(upper.y.rounded(.down) - Double(bounds.minY), 0)
          if row < Double(bounds.height) && lower.y > Double(bounds.minY) {
            starting[Int(row)].append(
              Side(
                top: upper.y, bottom: lower.y, x: upper.x,
                slope: (lower.x - upper.x) / (lower.y - upper.y), turn: from.y < to.y ? 1 : -1))
          }
        }
        from = to
      }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(bounds.width * bounds.height)
    var active: [Side] = []
    for row in 0..<bounds.height {
      let top = Double(bounds.minY + row)
      active.removeAll { $0.bottom <= top }
      active += starting[row]
      pixels += covered(active, top, bounds, rule)
    }
    return Coverage(bounds: bounds, pixels: pixels)
  }

  /// Returns a row's coverage.
  private static func covered(
    _ sides: [Side], _ top: Double, _ bounds: PixelRect, _ rule: CGPathFillRule
  ) -> [UInt8] {
    let width = bounds.width
    // Covered samples, as differences between consecutive quarters of a pixel.
    var changes = [Int](repeating: 0, count: width * columnsPerPixel + 1)
    let limit = Double(width * columnsPerPixel)
    func sample(_ x: Double) -> Int {
      let position = (x - Double(bounds.minX)) * Double(columnsPerPixel) + 0.5
      return Int(min(max(position.rounded(.down), 0), limit))
    }
    var crossings: [(x: Double, turn: Int)] = []
    for line in 0..<linesPerPixel {
      let y = top + (Double(line) + 0.5) / Double(linesPerPixel)
      crossings.removeAll(keepingCapacity: true)
      var index = 0
      while index < sides.count {
        if sides[index].top <= y && y < sides[index].bottom {
          let side = sides[index]
          crossings.append((side.x + (y - side.top) * side.slope, side.turn))
        }
        index += 1
      }
      if crossings.count < 2 { continue }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      index = 0
      while index + 1 < crossings.count {
        winding += crossings[index].turn
        if rule == .winding ? winding != 0 : winding & 1 != 0 {
          changes[sample(crossings[index].x)] += 1
          changes[sample(crossings[index + 1].x)] -= 1
        }
        index += 1
      }
    }
    var hits = 0, inPixel = 0
    var result: [UInt8] = []
    let samples = linesPerPixel * columnsPerPixel
    var column = 0
    while column < width * columnsPerPixel {
      hits += changes[column]
      inPixel += hits
      column += 1
      if column % columnsPerPixel == 0 {
        result.append(UInt8((inPixel * 255 + samples / 2) / samples))
        inPixel = 0
      }
    }
    return result
  }
}
