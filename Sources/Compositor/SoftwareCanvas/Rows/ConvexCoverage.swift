// ConvexCoverage.swift
// Stage: canvas. Takes a convex shape and a row, returns how much of each pixel is covered.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One row of a shape: a run of pixels of equal coverage, between two runs with a mask.
///
/// The mask's value for pixel `x` is at `mask[x]`: the pointer is offset by the first column. Eight bytes
/// may be read from any pixel of a masked run.
struct CoverageRow {
  /// Masked on the left: `leftStart..<leftEnd`; of equal coverage: `leftEnd..<rightStart`; masked on the
  /// right: `rightStart..<rightEnd`.
  var leftStart = 0, leftEnd = 0, rightStart = 0, rightEnd = 0
  /// Coverage between the masks.
  var full: UInt8 = 0
  var mask: UnsafeMutablePointer<UInt8>

  var isEmpty: Bool { rightEnd <= leftStart }

  /// Fills in the mask of all pixels from one to another, within the region.
  @inline(__always) func complete(_ from: Int, _ to: Int) {
    fill(from, min(leftStart, to), 0)
    fill(max(leftEnd, from), min(rightStart, to), full)
    fill(max(rightEnd, from), to, 0)
  }

  @inline(__always) private func fill(_ from: Int, _ to: Int, _ value: UInt8) {
    var x = from
    while x < to {
      mask[x] = value
      x &+= 1
    }
  }
}

/// Computes rows of one shape after another within a region; each thread owns its own.
///
/// A shape lies between a chain of left edges and a chain of right ones, from the top down. The part of
/// an edge in one row is a segment. A row's coverage is the area right of its left segments, less the
/// area right of its right ones:
///
///            /      \
///         __/________\__
///          /          \      one row: left segment, full pixels, right segment
///         ______________
///        /              \
///
/// A pixel's coverage depends on the shape and on the region's columns alone, not on the rows or the part
/// of the row that are drawn.
final class ConvexCoverage {
  private typealias Lanes = SIMD4<Float>

  /// The part of an edge that lies within one row, in columns from ``EdgeSegment/first`` on.
  private struct EdgeSegment {
    /// The pixel in which it begins.
    var first: Int
    /// The first pixel that lies completely right of the segment.
    var end: Int
    /// Where it begins within the first pixel, and how far it extends to the right.
    var start: Float, width: Float
    /// Half of the rows that it descends per pixel across, 0 when it is upright; and its rows in total.
    /// Negative for a right edge.
    var halfInverse: Float, height: Float

    static let none = EdgeSegment(first: 0, end: 0, start: 0, width: 0, halfInverse: 0, height: 0)
  }

  /// The edges of a shape from the top down, on the left or on the right.
  private struct EdgeChain {
    /// The point where the current edge ends, the step to the next point, and the edges left.
    var at = 0, step = 0, left = 0
    var x0 = 0.0, y0 = 0.0, y1 = -Double.infinity, slope = 0.0
    /// Over a whole row: how far the edge extends to the right, and half of the inverse of that.
    var width: Float = 0, halfInverse: Float = 0
  }

  /// The columns of the region.
  private(set) var columns = 0..<0
  /// The mask of a row, from the first column on.
  private(set) var bytes: UnsafeMutablePointer<UInt8> = .allocate(capacity: 1)
  private var capacity = 1
  private let segments: UnsafeMutablePointer<EdgeSegment>

  private let tracer = OutlineTracer()
  private let ring: UnsafePointer<OutlinePoint>
  private var ringCount = 0
  private var left = EdgeChain(), right = EdgeChain()
  private var uprightRows = 0..<0
  private var minX = 0.0, maxX = 0.0, minY = 0.0, maxY = 0.0
  private var fullUprightRow: CoverageRow
  private var hasUprightRow = false

  init() {
    segments = .allocate(capacity: 2 * OutlineTracer.maximumPointCount)
    ring = UnsafePointer(tracer.points)
    fullUprightRow = CoverageRow(mask: bytes)
  }

  deinit {
    bytes.deallocate()
    segments.deallocate()
  }

  /// Makes room for rows of these columns.
  func prepare(columns: Range<Int>) {
    self.columns = columns
    // Runs are rounded up to whole eights, and eight bytes are read from their last pixel.
    let needed = columns.count + 24
    guard needed > capacity else { return }
    bytes.deallocate()
    capacity = needed
    bytes = .allocate(capacity: needed)
    bytes.initialize(repeating: 0, count: needed)
  }

  /// Traces a visible shape.
  func traced(_ source: RoundedShape) -> (ConvexOutline, ring: UnsafePointer<OutlinePoint>) {
    guard let shape = tracer.trace(source) else {
      trap("a program holds no shape that cannot be seen")
    }
    return (shape, ring)
  }

  /// Begins a visible shape, whose rows are then read from the top down.
  func begin(_ source: RoundedShape) {
    let (shape, _) = traced(source)
    ringCount = shape.count
    uprightRows = shape.uprightRows
    (minX, maxX, minY, maxY) = (shape.minX, shape.maxX, shape.minY, shape.maxY)
    hasUprightRow = false
    let down = shape.bottom - shape.top
    let forward = down >= 0 ? down : down + shape.count
    let backward = shape.count - forward
    let clockwise = EdgeChain(at: shape.top, step: 1, left: forward)
    let other = EdgeChain(at: shape.top, step: -1, left: backward)
    (left, right) = shape.isClockwise ? (other, clockwise) : (clockwise, other)
  }

  /// Returns a row's coverage, which is valid until the next call.
  @inline(__always) func row(_ y: Int) -> CoverageRow {
    if uprightRows.lowerBound <= y && y < uprightRows.upperBound { return uprightRow(y) }
    return slantedRow(y)
  }

  // MARK: Upright sides

  @inline(__always) private static func byte(_ coverage: Double) -> UInt8 {
    UInt8(min(max(coverage * 255 + 0.5, 0), 255))
  }

  /// A row between two upright sides.
  private func uprightRow(_ y: Int) -> CoverageRow {
    let isInner = Double(y) >= minY && Double(y + 1) <= maxY
    if isInner && hasUprightRow { return fullUprightRow }
    let row = uprightRow(height: min(Double(y + 1), maxY) - max(Double(y), minY))
    hasUprightRow = isInner
    if isInner { fullUprightRow = row }
    return row
  }

  private func uprightRow(height: Double) -> CoverageRow {
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
      // Both edges lie within one pixel.
      mask[first] = Self.byte((to - from) * height)
      row.leftEnd = last
      row.rightStart = last
      return row
    }
    if row.leftEnd > first { mask[first] = Self.byte((Double(first + 1) - from) * height) }
    if row.rightStart < last { mask[last - 1] = Self.byte((to - Double(last - 1)) * height) }
    // Masked runs are filled up to multiples of eight from the middle.
    let middle = row.rightStart - row.leftEnd
    let takenLeft = row.leftEnd > first ? min(7, middle) : 0
    let takenRight = row.rightStart < last ? (middle - takenLeft) & 7 : 0
    for x in row.leftEnd..<(row.leftEnd + takenLeft) { mask[x] = row.full }
    for x in (row.rightStart - takenRight)..<row.rightStart { mask[x] = row.full }
    row.leftEnd += takenLeft
    row.rightStart -= takenRight
    return row
  }

  // MARK: Slanted sides

  /// The sums over the segments of one chain in a row.
  private struct RowSums {
    var low = Int.max, end = Int.min
    /// The height of edges that lie left of all columns.
    var outside: Float = 0
    /// The height of all edges.
    var height: Float = 0
  }

  /// A row between slanted edges: the exact area right of each left edge, less that of the right ones.
  private func slantedRow(_ y: Int) -> CoverageRow {
    var row = CoverageRow(mask: bytes - columns.lowerBound)
    var l0 = EdgeSegment.none, r0 = EdgeSegment.none
    if fullSegment(&left, y, &l0), fullSegment(&right, y, &r0), r0.first >= l0.first &+ 8,
      l0.end <= l0.first &+ 8
    {
      // Most rows of most shapes lie between two edges.
      let leftEnd = l0.first &+ 8
      let begin = leftEnd &+ (r0.first &- leftEnd) & ~7
      row.leftStart = l0.first
      row.leftEnd = leftEnd
      row.rightStart = begin
      row.rightEnd = r0.end
      row.full = 255
      let mask = UnsafeMutableRawPointer(row.mask)
      Self.store(Self.areas(l0, l0.first), mask + l0.first)
      var x = begin
      while x < r0.end {
        let (low, high) = Self.areas(r0, x)
        Self.store((1 - low, 1 - high), mask + x)
        x &+= 8
      }
      return row
    }
    var count = 0
    let l = collect(&left, y, 1, &count)
    let middle = count
    let r = collect(&right, y, -1, &count)
    // Edges right of all columns have no segment.
    if l.low == Int.max && l.outside == 0 { return row }
    let start = l.low == Int.max ? columns.lowerBound : l.low
    let end = r.end == Int.min ? (r.outside < 0 ? start : columns.upperBound) : r.end
    guard start < end else { return row }
    let outside = l.outside + r.outside
    row.leftStart = start
    row.rightEnd = end
    let leftEnd = l.end == Int.min ? start : start + ((l.end - start + 7) & ~7)
    let rightStart = r.low == Int.max ? end : r.low
    if leftEnd >= rightStart {
      write(start, end, 0, count, outside)
      row.leftEnd = end
      row.rightStart = end
      return row
    }
    write(start, leftEnd, 0, middle, outside)
    // The middle's length is a multiple of eight.
    let begin = leftEnd + (rightStart - leftEnd) & ~7
    let full = outside + l.height
    row.leftEnd = leftEnd
    row.rightStart = r.low == Int.max ? end : begin
    row.full = UInt8(truncatingIfNeeded: Int32(full * 255 + 0.501))
    if r.low != Int.max { write(begin, end, middle, count, full) }
    return row
  }

  /// Finds the segment of a row that is part of one edge and lies within the columns; returns false
  /// where there is none.
  @inline(__always) private func fullSegment(
    _ chain: inout EdgeChain, _ y: Int, _ segment: inout EdgeSegment
  ) -> Bool {
    let (top, bottom) = (Double(y), Double(y &+ 1))
    while chain.y1 <= top { if !advance(&chain) { return false } }
    guard chain.y0 <= top && chain.y1 >= bottom else { return false }
    let from = chain.x0 + (top - chain.y0) * chain.slope - Double(columns.lowerBound)
    let to = from + chain.slope
    let (a, b) = (min(from, to), max(from, to))
    guard a >= 0, b < Double(columns.count) else { return false }
    let first = Int(a)
    segment.first = first &+ columns.lowerBound
    segment.end = Int(b) &+ 1 &+ columns.lowerBound
    segment.start = Float(a - Double(first))
    segment.width = chain.width
    segment.halfInverse = chain.halfInverse
    return true
  }

  /// Returns how much of eight pixels lies right of a segment as high as a row.
  @inline(__always) private static func areas(_ segment: EdgeSegment, _ x: Int) -> (Lanes, Lanes) {
    let at = Lanes(0, 1, 2, 3) + (Float(x &- segment.first) - segment.start)
    let width = Lanes(repeating: segment.width)
    return (area(at, width, segment.halfInverse, 1), area(at + 4, width, segment.halfInverse, 1))
  }

  /// Writes eight bytes of coverage.
  @inline(__always) private static func store(
    _ coverage: (Lanes, Lanes), _ mask: UnsafeMutableRawPointer
  ) {
    let both = SIMD8(lowHalf: byte(coverage.0), highHalf: byte(coverage.1))
    // In one store, as it is read by one load.
    mask.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: both), as: SIMD8<UInt8>.self)
  }

  /// Writes the mask of a run, up to seven bytes more.
  @inline(__always) private func write(
    _ start: Int, _ end: Int, _ firstSegment: Int, _ lastSegment: Int, _ base: Float
  ) {
    let mask = UnsafeMutableRawPointer(bytes - columns.lowerBound)
    var x = start
    while x < end {
      var (low, high) = (Lanes(repeating: base), Lanes(repeating: base))
      var index = firstSegment
      while index < lastSegment {
        let segment = segments + index
        index &+= 1
        if x &+ 8 <= segment.pointee.first { continue }
        if x >= segment.pointee.end {
          low += segment.pointee.height
          high += segment.pointee.height
          continue
        }
        let (width, height) = (Lanes(repeating: segment.pointee.width), segment.pointee.height)
        let halfInverse = segment.pointee.halfInverse
        let at = Lanes(0, 1, 2, 3) + (Float(x &- segment.pointee.first) - segment.pointee.start)
        low += Self.area(at, width, halfInverse, height)
        high += Self.area(at + 4, width, halfInverse, height)
      }
      Self.store((low, high), mask + x)
      x &+= 8
    }
  }

  /// Returns how much of each pixel lies right of a segment.
  ///
  /// - Parameter at: The distance of each pixel from the segment's left end.
  @inline(__always) private static func area(
    _ at: Lanes, _ width: Lanes, _ halfInverse: Float, _ height: Float
  ) -> Lanes {
    let one = Lanes(repeating: 1)
    let next = at + one
    let a = clamped(at, width), b = clamped(next, width)
    // A triangle or a part of one, then the area beyond the segment.
    return (b - a) * (b + a) * halfInverse + clamped(next - width, one) * height
  }

  /// Rounds coverage to 0...255.
  @inline(__always) private static func byte(_ coverage: Lanes) -> SIMD4<UInt32> {
    // Adding 2^23 rounds to a whole number and leaves it in the lowest bits; the 0.001 rounds halves up.
    let scaled = clamped(coverage * 255 + 0.001, Lanes(repeating: 255)) + 8_388_608
    return unsafeBitCast(scaled, to: SIMD4<UInt32>.self)
  }

  /// Four lanes, as in the hardware: with eight, comparing takes a branch for each.
  @inline(__always) private static func clamped(_ value: Lanes, _ high: Lanes) -> Lanes {
    let low = value.replacing(with: 0, where: value .< 0)
    return low.replacing(with: high, where: low .> high)
  }

  /// Collects the segments of a chain in a row, and advances to the edge at the row's end.
  @inline(__always) private func collect(
    _ chain: inout EdgeChain, _ y: Int, _ sign: Double, _ count: inout Int
  ) -> RowSums {
    var result = RowSums()
    let (top, bottom) = (Double(y), Double(y &+ 1))
    while true {
      if chain.y1 > top {
        let (from, to) = (max(chain.y0, top), min(chain.y1, bottom))
        if to > from {
          let xa = chain.x0 + (from - chain.y0) * chain.slope
          let xb = chain.x0 + (to - chain.y0) * chain.slope
          add(
            min(xa, xb), max(xa, xb), (to - from) * sign, chain.halfInverse * Float(sign), &count,
            &result)
        }
        if chain.y1 >= bottom || chain.y0 >= bottom { return result }
      }
      if !advance(&chain) { return result }
    }
  }

  /// Advances to the next edge that descends; returns whether there is one.
  @inline(__always) private func advance(_ chain: inout EdgeChain) -> Bool {
    while chain.left > 0 {
      chain.left &-= 1
      let from = ring[chain.at]
      chain.at &+= chain.step
      if chain.at < 0 { chain.at = ringCount &- 1 }
      if chain.at == ringCount { chain.at = 0 }
      let to = ring[chain.at]
      // A flatter edge covers less than a mask can express, and its slope would be noise.
      if to.y - from.y < 1e-9 { continue }
      (chain.x0, chain.y0, chain.y1) = (from.x, from.y, to.y)
      chain.slope = chain.step > 0 ? from.slope : to.slope
      chain.width = Float(abs(chain.slope))
      chain.halfInverse = Float(chain.step > 0 ? from.halfInverse : to.halfInverse)
      return true
    }
    return false
  }

  /// Adds an edge that runs from `a` to `b ≥ a` over a height; parts outside of the columns count at
  /// their ends.
  @inline(__always) private func add(
    _ a: Double, _ b: Double, _ height: Double, _ halfInverse: Float, _ count: inout Int,
    _ result: inout RowSums
  ) {
    let (low, width) = (Double(columns.lowerBound), Double(columns.count))
    var (a, b, height) = (a - low, b - low, height)
    if a < 0 || b > width {
      if a >= width { return }
      if b <= 0 {
        result.outside += Float(height)
        return
      }
      if a < 0 {
        let outside = height * a / (a - b)
        result.outside += Float(outside)
        height -= outside
        a = 0
      }
      if b > width {
        height *= (width - a) / (b - a)
        b = width
      }
    }
    // Not negative, so that truncating rounds down.
    let first = Int(a), end = min(Int(b) &+ 1, columns.count), across = Float(b - a)
    (segments + count).initialize(
      to: EdgeSegment(
        first: first &+ columns.lowerBound, end: end &+ columns.lowerBound,
        start: Float(a - Double(first)), width: across,
        halfInverse: halfInverse, height: Float(height)))
    count &+= 1
    result.low = min(result.low, first &+ columns.lowerBound)
    result.end = max(result.end, end &+ columns.lowerBound)
    result.height += Float(height)
  }
}
