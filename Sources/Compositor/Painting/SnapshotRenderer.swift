// SnapshotRenderer.swift
// Stage: draw list and canvas. Takes a frozen subtree, returns its pixels, apart from all frames, or paints it as
// part of a drawing: for images that programs make of layers.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

extension LayerSnapshot {
  /// The most pixels of a picture along a side.
  private static let longestSide = 16384.0

  /// Returns the picture of the first node's bounds; nil where it would have no pixels, or too many.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point. Partial pixels at the far edges become whole ones.
  ///   - isOpaque: Whether the background is black instead of transparent.
  ///   - source: Rasterises glyphs and paths.
  package func image(scale: CGFloat, isOpaque: Bool, source: any CoverageSource) -> CGImage? {
    guard let size = pixelSize(scale: scale) else { return nil }
    let canvas = MemoryCanvas(source: source)
    _ = canvas.draw(drawList(size: size, scale: scale, background: isOpaque ? .black : .clear))
    return canvas.image()
  }

  /// The size in pixels; nil where a side has none, or too many.
  func pixelSize(scale: CGFloat) -> PixelSize? {
    guard let bounds = nodes.first?.values.bounds, scale > 0 else { return nil }
    let (width, height) = (pixels(bounds.width * scale), pixels(bounds.height * scale))
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
      return nil
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private func pixels(_ length: CGFloat) -> CGFloat { (length - 1e-6).rounded(.up) }

  /// The draw list of the picture.
  func drawList(size: PixelSize, scale: CGFloat, background: CGColor) -> DrawList {
    drawn(size: size, scale: scale, background: background).list
  }

  /// The draw list of the picture, and the indices of the nodes that its groups and backdrops are of, by the indices of
  /// their items.
  func owned(size: PixelSize, scale: CGFloat) -> (list: DrawList, owners: [Int: Int32]) {
    let builder = drawn(size: size, scale: scale, background: .clear, notesOwners: true)
    return (builder.list, builder.owners ?? [:])
  }

  private func drawn(
    size: PixelSize, scale: CGFloat, background: CGColor, notesOwners: Bool = false
  ) -> DrawListBuilder {
    var context = PaintContext()
    if notesOwners { context.builder.owners = [:] }
    context.builder.begin()
    context.builder.rebuild(size: size, background: background)
    walk { walk, root in
      let origin = root.bounds.origin
      walk.paintFaded(
        PaintState(
          transform: PlaneTransform(tx: -origin.x, ty: -origin.y)
            .concatenating(PlaneTransform(a: scale, d: scale)),
          opacity: min(max(root.opacity, 0), 1), scissor: PixelRect(size)),
        into: &context)
    }
    context.builder.endRebuild()
    return context.builder
  }

  /// Paints the tree as part of a drawing: as in a window, with the root's own opacity, shadow, mask and filters.
  ///
  /// - Parameter state: Its transform maps the root's own space.
  func paint(_ state: PaintState, into context: inout PaintContext) {
    // The nodes are not those of the frame: what caches them is the layer that shows the drawing.
    let repaintRoot = context.cache.repaintRoot
    context.cache.repaintRoot = max(repaintRoot, 0)
    walk { walk, _ in
      var walk = walk
      walk.isMirrored = state.transform.isMirrored
      walk.paintRoot(0, state, into: &context)
    }
    context.cache.repaintRoot = repaintRoot
  }

  /// Calls a closure with a walk over the nodes and the values of the first.
  private func walk(_ body: (PaintWalk, LayerValues) -> Void) {
    nodes.withUnsafeBufferPointer { nodes in
      values.withUnsafeBufferPointer { values in
        guard let nodes = nodes.baseAddress, let first = values.baseAddress else { return }
        body(
          PaintWalk(
            nodes: nodes, values: first, transitions: transitions, isSnapshot: true,
            hasFlips: values.contains { $0.isGeometryFlipped }), first.pointee)
      }
    }
  }
}

extension PaintWalk {
  /// Paints the first node of a snapshot, faded as a whole.
  fileprivate func paintFaded(_ state: PaintState, into context: inout PaintContext) {
    guard state.opacity > 0 else { return }
    if state.opacity == 1 {
      paintSnapshotRoot(state, into: &context)
    } else {
      context.group(state) { paintSnapshotRoot($1, into: &$0) }
    }
  }
}
