// ReferenceCoverage.swift
// The share of each pixel that polygons cover: many lines a pixel, each with the exact lengths inside.
//
// SPDX-License-Identifier: MIT

/// A closed polygon.
typealias ReferencePolygon = [ReferencePoint]

/// The share, 0...1, of each pixel that a shape covers.
package struct ReferenceCoverage {
  let columns: Range<Int>, rows: Range<Int>
  private(set) var shares: [Float]

  /// The lines through each row of pixels.
  private static let lines = 64

  subscript(x: Int, y: Int) -> Float {
    columns.contains(x) && rows.contains(y)
      ? shares[(y - rows.lowerBound) * columns.count + x - columns.lowerBound] : 0
  }

  /// Fills polygons.
  ///
  /// - Parameters:
  ///   - width: The columns of the target, from 0 on, and
  ///   - height: its rows.
  init(_ polygons: [ReferencePolygon], isEvenOdd: Bool = false, width: Int, height: Int) {
    let points = polygons.joined()
    func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
      let first = Int(min(max(low.rounded(.down), 0), Double(limit)))
      return first..<Int(min(max(high.rounded(.up), Double(first)), Double(limit)))
    }
    columns = range(points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0, width)
    rows = range(points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0, height)
    shares = [Float](repeating: 0, count: columns.count * rows.count)
    if shares.isEmpty { return }
    // The sides by the rows that they touch.
    var sides = [[(from: ReferencePoint, to: ReferencePoint)]](repeating: [], count: rows.count)
    for polygon in polygons {
      guard var from = polygon.last else { continue }
      for to in polygon {
        for row in range(min(from.y, to.y), max(from.y, to.y), height).clamped(to: rows) {
          sides[row - rows.lowerBound].append((from, to))
        }
        from = to
      }
    }
    for row in rows {
      for line in 0..<Self.lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
        addLine(y, row, sides[row - rows.lowerBound], isEvenOdd)
      }
    }
  }

  /// Adds what lies inside along one line.
  private mutating func addLine(
    _ y: Double, _ row: Int, _ sides: [(from: ReferencePoint, to: ReferencePoint)],
    _ isEvenOdd: Bool
  ) {
    var crossings: [(x: Double, turn: Int)] = []
    for (from, to) in sides where (from.y <= y) != (to.y <= y) {
      crossings.append(
        (from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x), from.y < to.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for index in crossings.indices.dropLast() {
      winding += crossings[index].turn
      if isEvenOdd ? winding & 1 != 0 : winding != 0 {
        addSpan(crossings[index].x, crossings[index + 1].x, row)
      }
    }
  }

  /// Adds the exact length that a span covers of each pixel.
  private mutating func addSpan(_ from: Double, _ to: Double, _ row: Int) {
    let low = max(from, Double(columns.lowerBound)), high = min(to, Double(columns.upperBound))
    guard high > low else { return }
    let start = (row - rows.lowerBound) * columns.count - columns.lowerBound
    for x in Int(low)..<min(Int(high.rounded(.up)), columns.upperBound) {
      let length = min(high, Double(x + 1)) - max(low, Double(x))
      shares[start + x] += Float(length / Double(Self.lines))
    }
  }
}
