// UnionRasterizer.swift
// Stage: canvas. Takes contours that may overlap or cross, such as a stroke and its caps or a star, returns the
// coverage of the one shape that they form together.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation

/// Computes the exact area of each pixel that lies inside contours, by a fill rule.
///
/// FreeType adds the areas of contours, so that a pixel with edges of two overlapping ones is covered
/// twice, and a seam shows; where edges cross under the even-odd rule, a pixel may be filled in place of left out. Here a row is cut into bands in which no edges meet; in a band, only the
/// edges between nothing and something count:
///
///            a   b        c   d
///         __/___/________/___/___   a to d are contours' edges; the shape lies between a and d
///
struct UnionRasterizer {
  /// A side of a contour, from the top down.
  private struct Edge {
    var top: Double, bottom: Double
    /// The x at its top, and the change of x per pixel down.
    var x: Double, slope: Double
    /// 1 where the contour runs down, -1 where it runs up.
    var turn: Int

    func x(at y: Double) -> Double { x + (min(max(y, top), bottom) - top) * slope }
  }

  /// The part of an edge in a band: its x at both ends.
  private struct Side {
    var top: Double, bottom: Double
    var turn: Int
  }

  /// More cuts than this in one row are replaced by even ones.
  private static let maximumCuts = 48
  /// Rows in which more edges than this are side by side have fewer even cuts, down to a quarter.
  private static let denseCount = 512
  /// The number of times that a band is halved where edges cross in it.
  private static let maximumDepth = 6

  private let bounds: PixelRect
  private let rule: CGPathFillRule
  private var edges: [Edge] = []
  /// The edges that reach into the band, from left to right as far as they were sorted.
  private var active: [Edge] = []
  /// Whether the row has too many edges for its own cuts.
  private var isDense = false
  private var sides: [Side] = []
  private var unsorted: [Side] = []
  private var starts: [Int] = []
  /// The sides that were looked at, and their moves while they were sorted.
  private(set) var work = 0
  private var cuts: [Double] = []
  /// The change of a row's coverage from each pixel to the next, in 255ths.
  private var changes: [Double]

  /// Creates a rasteriser for some pixels; coordinates inside are relative to their top left.
  private init(_ outline: PathOutline, _ rule: CGPathFillRule, _ bounds: PixelRect) {
    (self.bounds, self.rule) = (bounds, rule)
    changes = [Double](repeating: 0, count: bounds.width + 2)
    let origin = SIMD2(Double(bounds.minX), Double(bounds.minY))
    var first = 0
    for end in outline.ends {
      var from = outline.points[end] - origin
      for index in first...end {
        let to = outline.points[index] - origin
        add(from, to)
        from = to
      }
      first = end + 1
    }
    edges.sort { $0.top < $1.top }
  }

  /// Returns the coverage of an outline without curves.
  static func coverage(
    of outline: PathOutline, rule: CGPathFillRule = .winding, in bounds: PixelRect
  ) -> [UInt8] {
    var rasterizer = UnionRasterizer(outline, rule, bounds)
    return rasterizer.coverage()
  }

  private mutating func coverage() -> [UInt8] {
    let width = bounds.width
    return [UInt8](unsafeUninitializedCapacity: width * bounds.height) { pixels, count in
      guard let base = pixels.baseAddress else { return }
      count = width * bounds.height
      base.initialize(repeating: 0, count: count)
      var next = 0
      for row in 0..<bounds.height where addRow(Double(row), &next) {
        writeRow(base + row * width)
      }
    }
  }

  /// The work for an outline's coverage.
  static func work(for outline: PathOutline, in bounds: PixelRect) -> Int {
    var rasterizer = UnionRasterizer(outline, .winding, bounds)
    _ = rasterizer.coverage()
    return rasterizer.work
  }

  private mutating func add(_ from: SIMD2<Double>, _ to: SIMD2<Double>) {
    // A flatter side covers nothing, and its slope would exceed the range of numbers.
    guard abs(from.y - to.y) > 1e-9 else { return }
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    guard lower.y > 0, upper.y < Double(bounds.height) else { return }
    edges.append(
      Edge(
        top: upper.y, bottom: lower.y, x: upper.x,
        slope: (lower.x - upper.x) / (lower.y - upper.y), turn: from.y < to.y ? 1 : -1))
  }

  // MARK: Rows

  /// Collects the coverage of a row. Returns false for one without edges.
  ///
  /// - Parameter next: The first edge that begins below.
  private mutating func addRow(_ y: Double, _ next: inout Int) -> Bool {
    active.removeAll { $0.bottom <= y }
    if active.isEmpty, next == edges.count || edges[next].top >= y + 1 { return false }
    collectCuts(y, from: next)
    // Edges do not begin or end within a band, unless there are too many for that.
    isDense = cuts.count > Self.maximumCuts
    if isDense {
      let count = max(
        Self.maximumCuts / 4,
        Self.maximumCuts * Self.denseCount / max(active.count, Self.denseCount))
      cuts.removeAll(keepingCapacity: true)
      for step in 0..<count { cuts.append(y + Double(step) / Double(count)) }
    }
    cuts.append(y + 1)
    if cuts.count > 2 { cuts.sort() }
    for index in 1..<cuts.count where cuts[index] > cuts[index - 1] {
      let (top, bottom) = (cuts[index - 1], cuts[index])
      let middle = (top + bottom) / 2
      // Of two edges that meet at the middle, one counts.
      active.removeAll { $0.bottom <= middle }
      while next < edges.count, edges[next].top <= middle {
        if edges[next].bottom > middle { active.append(edges[next]) }
        next += 1
      }
      addBand(top, bottom, depth: isDense ? Self.maximumDepth : 0)
    }
    // Those that end, or begin and end, beneath the last band's middle are of no row below.
    while next < edges.count, edges[next].top < y + 1 {
      if edges[next].bottom > y + 1 { active.append(edges[next]) }
      next += 1
    }
    return true
  }

  /// Finds the places in a row at which edges begin and end, until there are too many.
  private mutating func collectCuts(_ y: Double, from next: Int) {
    cuts.removeAll(keepingCapacity: true)
    cuts.append(y)
    for edge in active where edge.bottom < y + 1 {
      cuts.append(edge.bottom)
      if cuts.count > Self.maximumCuts { return }
    }
    for edge in edges[next...] {
      if edge.top >= y + 1 { return }
      if edge.top > y { cuts.append(edge.top) }
      if edge.bottom < y + 1 { cuts.append(edge.bottom) }
      if cuts.count > Self.maximumCuts { return }
    }
  }

  /// Writes the bytes of a row, and forgets it.
  private mutating func writeRow(_ row: UnsafeMutablePointer<UInt8>) {
    let width = bounds.width
    changes.withUnsafeMutableBufferPointer { changes in
      guard let changes = changes.baseAddress else { return }
      var sum = 0.5
      for x in 0..<width {
        sum += changes[x]
        changes[x] = 0
        // A comparison each; the minimum of a number and another treats NaN apart.
        row[x] = sum >= 255 ? 255 : sum > 0 ? UInt8(sum) : 0
      }
      changes[width] = 0
      changes[width + 1] = 0
    }
  }

  // MARK: Bands

  private mutating func addBand(_ top: Double, _ bottom: Double, depth: Int) {
    sides.removeAll(keepingCapacity: true)
    for edge in active {
      sides.append(Side(top: edge.x(at: top), bottom: edge.x(at: bottom), turn: edge.turn))
    }
    if isDense && sides.count > Self.manySides { sortSidesRoughly() } else { sortSides() }
    guard sides.count > 1 else { return }
    if depth < Self.maximumDepth, let cut = crossing {
      let between = top + (bottom - top) * cut
      addBand(top, between, depth: depth + 1)
      addBand(between, bottom, depth: depth + 1)
      return
    }
    var winding = 0
    for side in sides {
      let before = isInside(winding)
      winding += side.turn
      if before == isInside(winding) { continue }
      addSide(side.top, side.bottom, (bottom - top) * (before ? -255 : 255))
    }
  }

  /// Sorts sides from left to right, and the edges with them: the next band has nearly the same order.
  private mutating func sortSides() {
    work += sides.count
    for index in sides.indices.dropFirst() {
      let side = sides[index]
      var place = index
      while place > 0, sides[place - 1].top + sides[place - 1].bottom > side.top + side.bottom {
        sides[place] = sides[place - 1]
        place -= 1
      }
      if place == index { continue }
      sides[place] = side
      let edge = active[index]
      for other in (place..<index).reversed() { active[other + 1] = active[other] }
      active[place] = edge
      work += index - place
    }
  }

  /// Sides in a dense row above which they are sorted to an eighth of a pixel, in the time of a few looks at each.
  private static let manySides = 256
  private static let placesPerPixel = 8

  private mutating func sortSidesRoughly() {
    work += 3 * sides.count
    let last = bounds.width * Self.placesPerPixel
    func place(_ side: Side) -> Int {
      let x = (side.top + side.bottom) * (Double(Self.placesPerPixel) / 2)
      return x > 0 ? x < Double(last) ? Int(x) : last : 0
    }
    // The number of sides left of each place.
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: last + 2))
    for side in sides { starts[place(side) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    swap(&sides, &unsorted)
    sides.removeAll(keepingCapacity: true)
    sides.append(contentsOf: unsorted)
    for side in unsorted {
      let index = place(side)
      sides[starts[index]] = side
      starts[index] += 1
    }
  }

  private func isInside(_ winding: Int) -> Bool {
    rule == .evenOdd ? winding & 1 != 0 : winding != 0
  }

  /// The place in the band, 0...1, at which two neighbouring sides cross; nil where none do.
  private var crossing: Double? {
    for index in 1..<sides.count {
      let above = sides[index].top - sides[index - 1].top
      let below = sides[index].bottom - sides[index - 1].bottom
      if min(above, below) < -1e-6 {
        let place = above / (above - below)
        return place > 0.01 && place < 0.99 ? place : nil
      }
    }
    return nil
  }

  /// Adds the area right of a side.
  ///
  /// - Parameter height: The side's height in 255ths; negative for the end of the shape.
  private mutating func addSide(_ a: Double, _ b: Double, _ height: Double) {
    let (low, high) = (min(a, b), max(a, b))
    let limit = Double(bounds.width)
    guard low < limit, high < .infinity else { return }
    if high <= 0 {
      changes[0] += height
      return
    }
    if low < 0 || high > limit {
      // The parts beyond the pixels are upright.
      let (from, to) = (max(low, 0), min(high, limit))
      let share = height / (high - low)
      changes[0] += share * max(-low, 0)
      addSide(from, to, share * (to - from))
      return
    }
    let first = Int(low)
    let last = Int(high)
    if first == last {
      let part = height * (Double(first + 1) - (low + high) / 2)
      changes[first] += part
      changes[first + 1] += height - part
      return
    }
    let share = height / (high - low)
    var (before, sum) = (0.0, 0.0)
    for pixel in first...last {
      // The integral, over the side, of its distance to the pixel's right edge.
      let edge = Double(pixel + 1)
      let reach = min(edge, high) - low
      let area = reach * reach / 2 + max(edge - high, 0) * (high - low)
      changes[pixel] += (area - sum) * share - before
      before = (area - sum) * share
      sum = area
    }
    changes[last + 1] += height - before
  }
}
