// CoverageRow.swift
// Stage: canvas. Takes a convex shape and a row, returns how much of each pixel is covered.
//
// SPDX-License-Identifier: MIT

import Foundation

/// One row of a shape: a run of pixels covered alike, between two runs that a mask describes.
///
/// The mask's value for pixel `x` is at `mask[x]`; the pointer is moved so that it can be asked
/// with device coordinates.
struct CoverageRow {
  /// Masked on the left: `leftStart..<leftEnd`; alike: `leftEnd..<rightStart`; masked on the right:
  /// `rightStart..<rightEnd`.
  var leftStart = 0, leftEnd = 0, rightStart = 0, rightEnd = 0
  /// Coverage between the masks.
  var full: UInt8 = 0
  var mask: UnsafeMutablePointer<UInt8>

  var isEmpty: Bool { rightEnd <= leftStart }

  /// Returns the coverage of a pixel.
  @inline(__always) func coverage(_ x: Int) -> UInt32 {
    if x < leftStart || x >= rightEnd { return 0 }
    return UInt32(x >= leftEnd && x < rightStart ? full : mask[x])
  }
}

/// Works out rows of one shape after another within a region; each thread owns some.
final class CoverageScanner {
  /// Columns that can be asked for.
  private var columns = 0..<0
  /// Change of coverage from each pixel to the next, zero between rows.
  private var changes: UnsafeMutablePointer<Float>
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  private var edges: UnsafePointer<Edge>
  private var left = 0..<0, right = 0..<0
  private var plainRows = 0..<0
  private var minX = 0.0, maxX = 0.0, minY = 0.0, maxY = 0.0
  private var nextRow = Int.min
  private var plain: CoverageRow?

  init() {
    capacity = 0
    changes = .allocate(capacity: 1)
    bytes = .allocate(capacity: 1)
    edges = UnsafePointer(UnsafeMutablePointer<Edge>.allocate(capacity: 1))
    placeholder = edges
  }

  private let placeholder: UnsafePointer<Edge>

  deinit {
    changes.deallocate()
    bytes.deallocate()
    placeholder.deallocate()
  }

  /// Makes room for rows of these columns.
  func prepare(columns: Range<Int>) {
    self.columns = columns
    let needed = columns.count + 4
    guard needed > capacity else { return }
    changes.deallocate()
    bytes.deallocate()
    capacity = needed
    changes = .allocate(capacity: needed)
    changes.initialize(repeating: 0, count: needed)
    bytes = .allocate(capacity: needed)
    bytes.initialize(repeating: 0, count: needed)
  }

  /// Begins with a shape; rows must then be asked for from the top down.
  func begin(_ shape: ConvexShape, in edges: UnsafePointer<Edge>) {
    self.edges = edges
    left = shape.left
    right = shape.right
    plainRows = shape.plainRows
    (minX, maxX, minY, maxY) = (shape.minX, shape.maxX, shape.minY, shape.maxY)
    nextRow = Int.min
    plain = nil
  }

  /// Returns a row's coverage; it is valid until the next is asked for.
  func row(_ y: Int) -> CoverageRow {
    if plainRows.contains(y) {
      let isInner = Double(y) >= minY && Double(y + 1) <= maxY
      if isInner, let plain { return plain }
      let height = min(Double(y + 1), maxY) - max(Double(y), minY)
      let row = plainRow(height)
      if isInner { plain = row }
      return row
    }
    plain = nil
    return edgeRow(y)
  }

  @inline(__always) private static func byte(_ coverage: Double) -> UInt8 {
    UInt8(min(max(coverage * 255 + 0.5, 0), 255))
  }

  /// A row between two upright sides.
  private func plainRow(_ height: Double) -> CoverageRow {
    let mask = bytes - columns.lowerBound
    let (low, high) = (Double(columns.lowerBound), Double(columns.upperBound))
    var row = CoverageRow(mask: mask)
    row.full = Self.byte(height)
    let (from, to) = (max(minX, low), min(maxX, high))
    guard from < to else { return row }
    let first = Int(from.rounded(.down)), last = Int(to.rounded(.up))
    row.leftStart = first
    row.rightEnd = last
    row.leftEnd = Double(first) == from ? first : first + 1
    row.rightStart = Double(last) == to ? last : last - 1
    if row.leftEnd > row.rightStart {
      // Both sides lie within one pixel.
      mask[first] = Self.byte((to - from) * height)
      row.leftEnd = last
      row.rightStart = last
      return row
    }
    if row.leftEnd > first { mask[first] = Self.byte((Double(first + 1) - from) * height) }
    if row.rightStart < last { mask[last - 1] = Self.byte((to - Double(last - 1)) * height) }
    return row
  }

  /// A row between slanted sides: the exact area to the right of each left edge, less that of the
  /// right ones.
  private func edgeRow(_ y: Int) -> CoverageRow {
    if y < nextRow { preconditionFailure("row \(y) asked for after row \(nextRow - 1)") }
    nextRow = y + 1
    let offset = columns.lowerBound
    var row = CoverageRow(mask: bytes - offset)
    var l = Extent(), r = Extent()
    add(&left, y, 1, &l)
    add(&right, y, -1, &r)
    if l.low > l.high && r.low > r.high { return row }
    let width = columns.count
    let start = min(l.start(offset, width), r.start(offset, width))
    let end = max(l.end(offset, width), r.end(offset, width))
    guard start < end else {
      clear(start, end)
      return row
    }
    let leftEnd = min(l.end(offset, width), end), rightStart = max(r.start(offset, width), start)
    row.leftStart = start + offset
    row.rightEnd = end + offset
    var sum: Float = 0
    if leftEnd >= rightStart {
      sum = integrate(start, end, sum)
      row.leftEnd = row.rightEnd
      row.rightStart = row.rightEnd
    } else {
      sum = integrate(start, leftEnd, sum)
      row.full = Self.byte(Double(sum))
      row.leftEnd = leftEnd + offset
      row.rightStart = rightStart + offset
      sum = integrate(rightStart, end, sum)
    }
    clear(end, end)
    return row
  }

  /// The columns, relative to the first, that a chain touches in a row.
  private struct Extent {
    var low = Double.infinity, high = -Double.infinity

    @inline(__always) func start(_ offset: Int, _ width: Int) -> Int {
      low > high ? width : min(max(Int(low.rounded(.down)) - offset, 0), width)
    }
    // A side within a pixel changes the coverage of the next one too.
    @inline(__always) func end(_ offset: Int, _ width: Int) -> Int {
      low > high ? 0 : min(max(Int(high.rounded(.down)) + 2 - offset, 0), width)
    }
  }

  /// Turns changes into coverage and leaves zeros behind.
  @inline(__always) private func integrate(_ start: Int, _ end: Int, _ sum: Float) -> Float {
    var sum = sum
    var x = start
    while x < end {
      sum += changes[x]
      changes[x] = 0
      bytes[x] = UInt8(min(max(sum * 255 + 0.5, 0), 255))
      x &+= 1
    }
    return sum
  }

  private func clear(_ start: Int, _ end: Int) {
    for x in min(start, end)...min(end + 2, columns.count + 2) { changes[x] = 0 }
  }

  private func add(_ chain: inout Range<Int>, _ y: Int, _ sign: Double, _ extent: inout Extent) {
    let (top, bottom) = (Double(y), Double(y + 1))
    let (low, high) = (Double(columns.lowerBound), Double(columns.upperBound))
    var first = chain.lowerBound
    while first < chain.upperBound && edges[first].y1 <= top { first += 1 }
    chain = first..<chain.upperBound
    var index = first
    while index < chain.upperBound && edges[index].y0 < bottom {
      let edge = edges[index]
      let (from, to) = (max(edge.y0, top), min(edge.y1, bottom))
      index += 1
      guard to > from else { continue }
      let x0 = edge.x0 + (from - edge.y0) * edge.slope
      let x1 = edge.x0 + (to - edge.y0) * edge.slope
      let (a, b) = (min(x0, x1), max(x0, x1))
      extent.low = min(extent.low, min(max(a, low), high))
      extent.high = max(extent.high, min(max(b, low), high))
      add(a, b, (to - from) * sign, low, high)
    }
  }

  /// Adds a side that runs from `a` to `b ≥ a` over a height; what lies outside of the columns
  /// counts at their ends.
  private func add(_ a: Double, _ b: Double, _ height: Double, _ low: Double, _ high: Double) {
    if a >= high { return }
    if b <= low {
      changes[0] += Float(height)
      return
    }
    var (a, b, height) = (a, b, height)
    if a < low {
      let outside = height * (low - a) / (b - a)
      changes[0] += Float(outside)
      height -= outside
      a = low
    }
    if b > high {
      height *= (high - a) / (b - a)
      b = high
    }
    let (x0, x1) = (a - low, b - low)
    let first = x0.rounded(.down), last = x1.rounded(.up)
    let i = Int(first), j = Int(last)
    if j <= i + 1 {
      let middle = (x0 + x1) / 2 - first
      changes[i] += Float(height * (1 - middle))
      changes[i + 1] += Float(height * middle)
      return
    }
    let perPixel = 1 / (x1 - x0)
    let (head, tail) = (1 - (x0 - first), 1 - (last - x1))
    let begin = 0.5 * perPixel * head * head
    let end = 0.5 * perPixel * tail * tail
    changes[i] += Float(height * begin)
    if j == i + 2 {
      changes[i + 1] += Float(height * (1 - begin - end))
    } else {
      let second = perPixel * (head + 0.5)
      changes[i + 1] += Float(height * (second - begin))
      for x in (i + 2)..<(j - 1) { changes[x] += Float(height * perPixel) }
      let before = second + Double(j - i - 3) * perPixel
      changes[j - 1] += Float(height * (1 - before - end))
    }
    changes[j] += Float(height * end)
  }
}
