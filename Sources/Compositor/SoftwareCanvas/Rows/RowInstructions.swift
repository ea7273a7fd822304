// RowInstructions.swift
// Stage: canvas. The instructions with which rows of pixels are drawn: plain Swift, or C for the vectors that
// the processor has.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows

/// The instructions with which shapes and masks of one colour are drawn. All of them draw the same bytes.
package enum RowInstructions: CaseIterable, Hashable, Sendable {
  /// Plain Swift, the reference for the others.
  case reference
  /// The vectors that every processor of the architecture has, such as 128 bits of SSE2.
  case baseline
  /// Vectors of 256 bits: AVX2.
  case wide

  /// The fastest ones that the processor has.
  package static let best: RowInstructions =
    RowInstructions.wide.isSupported ? .wide : .baseline

  /// Whether the processor has them.
  package var isSupported: Bool { self == .reference || functions != nil }

  /// The functions in C; nil for the reference, and where the processor lacks the instructions.
  var functions: PixelRowFunctions? {
    switch self {
    case .reference: nil
    case .baseline: pixel_row_functions_baseline().pointee
    case .wide: pixel_row_functions_wide()?.pointee
    }
  }
}

extension ConvexCoverage {
  /// Traces a visible shape for the functions in C. Valid until the next shape.
  func pixelShape(_ source: RoundedShape) -> PixelShape {
    let (shape, ring) = traced(source)
    return PixelShape(
      ring: UnsafeRawPointer(ring).assumingMemoryBound(to: OutlineVertex.self),
      count: Int32(truncatingIfNeeded: shape.count), top: Int32(truncatingIfNeeded: shape.top),
      bottom: Int32(truncatingIfNeeded: shape.bottom), is_clockwise: shape.isClockwise,
      min_x: shape.minX, max_x: shape.maxX, min_y: shape.minY, max_y: shape.maxY,
      upright_first: shape.uprightRows.lowerBound, upright_end: shape.uprightRows.upperBound,
      first_column: columns.lowerBound, end_column: columns.upperBound, mask: bytes)
  }
}
