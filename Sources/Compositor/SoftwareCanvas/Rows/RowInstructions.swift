// RowInstructions.swift
// Stage: canvas. The vector instructions with which rows of pixels are drawn.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows
import CoreGraphics

/// The instructions with which shapes and masks of one colour are drawn. All of them draw the same bytes.
package enum RowInstructions: CaseIterable, Hashable, Sendable {
  /// The vectors that every processor of the architecture has, such as 128 bits of SSE2.
  case baseline
  /// Vectors of 256 bits: AVX2.
  case wide

  /// The fastest ones that the processor has.
  package static let best: RowInstructions =
    RowInstructions.wide.isSupported ? .wide : .baseline

  /// Whether the processor has them.
  package var isSupported: Bool {
    self == .baseline || pixel_row_functions_wide() != nil
  }

  /// The functions in C.
  ///
  /// - Precondition: The processor has the instructions.
  var functions: PixelRowFunctions {
    switch self {
    case .baseline: return pixel_row_functions_baseline().pointee
    case .wide:
      guard let functions = pixel_row_functions_wide() else {
        trap("the processor has no vectors of 256 bits")
      }
      return functions.pointee
    }
  }
}
