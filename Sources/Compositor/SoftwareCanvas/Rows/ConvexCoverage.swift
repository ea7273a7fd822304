// ConvexCoverage.swift
// Stage: canvas. Takes a convex shape and a row, returns how much of each pixel is covered. The areas are
// computed in C: CPixelRows/shape_rows.h.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows
import CoreGraphics
import Foundation

extension CoverageRow {
  var isEmpty: Bool { right_end <= left_start }

  /// Fills in the mask of all pixels from one to another, within the region.
  @inline(__always) func complete(_ from: Int, _ to: Int) {
    fill(from, min(left_start, to), 0)
    fill(max(left_end, from), min(right_start, to), full)
    fill(max(right_end, from), to, 0)
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
final class ConvexCoverage {
  private let functions: PixelRowFunctions
  private let state = pixel_shape_state_create()
  private let tracer = OutlineTracer()
  private var columns = 0..<0
  /// The mask of a row, from the first column on.
  private var bytes: UnsafeMutablePointer<UInt8> = .allocate(capacity: 1)
  private var capacity = 1

  init(functions: PixelRowFunctions) { self.functions = functions }

  deinit {
    bytes.deallocate()
    free(UnsafeMutableRawPointer(state))
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

  /// Traces a visible shape. Valid until the next shape.
  func traced(_ source: RoundedShape) -> PixelShape {
    guard let shape = tracer.trace(source) else {
      trap("a program holds no shape that cannot be seen")
    }
    return PixelShape(
      ring: UnsafePointer(tracer.points), count: Int32(truncatingIfNeeded: shape.count),
      top: Int32(truncatingIfNeeded: shape.top), bottom: Int32(truncatingIfNeeded: shape.bottom),
      is_clockwise: shape.isClockwise, min_x: shape.minX, max_x: shape.maxX, min_y: shape.minY,
      max_y: shape.maxY, upright_first: shape.uprightRows.lowerBound,
      upright_end: shape.uprightRows.upperBound, first_column: columns.lowerBound,
      end_column: columns.upperBound, mask: bytes)
  }

  /// Begins a visible shape, whose rows are then read from the top down.
  func begin(_ source: RoundedShape) {
    var shape = traced(source)
    functions.begin_shape(state, &shape)
  }

  /// Returns a row's coverage, which is valid until the next call.
  @inline(__always) func row(_ y: Int) -> CoverageRow { functions.shape_row(state, y) }
}
