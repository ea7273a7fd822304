// SnapshotRenderer.swift
// Stage: draw list and canvas at once. A frozen subtree in, its pixels out, beside all frames: what
// programs draw into images of their own.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

extension LayerSnapshot {
  /// The most pixels that a picture has along a side.
  private static let longestSide = 16384.0

  /// Returns the picture of the first node's bounds; nil where it would have no pixels, or too many.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point. Parts of pixels at the far edges become whole ones.
  ///   - isOpaque: Whether it stands on black, else on nothing.
  ///   - source: Rasterises glyphs and paths.
  package func image(scale: CGFloat, isOpaque: Bool, source: any CoverageSource) -> CGImage? {
    guard let bounds = nodes.first?.values.bounds, scale > 0 else { return nil }
    let (width, height) = (pixels(bounds.width * scale), pixels(bounds.height * scale))
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
      return nil
    }
    let size = PixelSize(width: Int(width), height: Int(height))
    let canvas = MemoryCanvas(source: source)
    _ = canvas.draw(list(size: size, scale: scale, background: isOpaque ? .black : .clear))
    return canvas.image()
  }

  private func pixels(_ length: CGFloat) -> CGFloat { (length - 1e-6).rounded(.up) }

  private func list(size: PixelSize, scale: CGFloat, background: CGColor) -> DrawList {
    var painting = PaintContext()
    painting.writer.begin()
    painting.writer.rebuild(size: size, background: background)
    nodes.withUnsafeBufferPointer { nodes in
      values.withUnsafeBufferPointer { values in
        guard let nodes = nodes.baseAddress, let first = values.baseAddress else { return }
        let origin = first.pointee.bounds.origin
        PaintWalk(
          nodes: nodes, values: first, transitions: transitions, isSnapshot: true,
          hasFlips: values.contains { $0.isGeometryFlipped }
        ).paintWhole(
          PaintState(
            transform: PlaneTransform(tx: -origin.x, ty: -origin.y)
              .concatenating(PlaneTransform(a: scale, d: scale)),
            opacity: min(max(first.pointee.opacity, 0), 1), scissor: PixelRect(size)),
          into: &painting)
      }
    }
    painting.writer.endAnew()
    return painting.writer.list
  }
}

extension PaintWalk {
  /// Paints the first node of a snapshot at a place, faded as a whole.
  fileprivate func paintWhole(_ place: PaintState, into painting: inout PaintContext) {
    guard place.opacity > 0 else { return }
    if place.opacity == 1 {
      paintOldLook(values, place, into: &painting)
    } else {
      painting.group(place) { paintOldLook(values, $1, into: &$0) }
    }
  }
}
