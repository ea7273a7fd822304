// TextPlace.swift
// Stage: draw list. The rows of pixels on which text lies: whole ones of its layer, which itself may lie
// between two.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Where the text of a layer is moved to whole rows of pixels, so that it is crisp.
///
/// Baselines are whole rows below the layer's top, wherever the layer lies. Text on a layer that glides
/// thus glides with it, instead of jumping from row to row on a background that does not.
struct TextPlace {
  /// The y of the layer's top, in device pixels; nil where text is not moved.
  private let top: Double?

  /// - Parameters:
  ///   - origin: The origin of the layer's bounds.
  ///   - transform: From the layer's space to device pixels.
  init(layer origin: CGPoint, _ transform: PlaneTransform) {
    // A layer that is being scaled has no rows: text that jumps between them would tremble.
    let isWhole = (transform.d * 4).rounded() == transform.d * 4
    top =
      transform.isUpright && transform.d > 0 && isWhole
      ? origin.y * transform.d + transform.ty : nil
  }

  /// Returns the distance, in device pixels, by which a run is moved down.
  ///
  /// - Parameter transform: From the run's space to device pixels.
  func shift(of run: GlyphRun, _ transform: PlaneTransform) -> Double {
    guard let top, transform.isUpright, let first = run.glyphs.first else { return 0 }
    let below = first.position.y * transform.d + transform.ty - top
    return below.isFinite ? (below + 0.5).rounded(.down) - below : 0
  }

  /// Returns a bar under or through text that covers whole rows, at least one.
  func snapped(_ rect: CGRect, _ transform: PlaneTransform) -> CGRect {
    guard let top, transform.isUpright, transform.d > 0, rect.isFinite else { return rect }
    let rows = max(1, (rect.height * transform.d).rounded())
    let middle = rect.midY * transform.d + transform.ty - top
    let row = (middle - rows / 2 + 0.5).rounded(.down) + top
    return CGRect(
      x: rect.minX, y: (row - transform.ty) / transform.d, width: rect.width,
      height: rows / transform.d)
  }
}
