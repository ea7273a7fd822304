// FrameRenderer.swift
// Stage: animate → render. The part of a frame that follows the commit: sampling, painting, drawing. It sees
// a render tree and no layer, so it may run on any thread.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Draws frame after frame of one render tree.
///
/// Not copyable, as a copy of its lists and caches would be made silently, in each frame.
package struct FrameRenderer: ~Copyable {
  /// The colour behind the root layer.
  package var background = CGColor.black
  private var sampler = Sampler()
  private var painter = Painter()
  private var paintedGeneration = -1
  private var needsRedraw = true
  /// Device pixels per point of the last frame.
  private var scale: CGFloat = 1
  private var trail = MotionTrail()
  private var places = LayerPlaces()
  private var freed = FreedMemory()

  package init() {}

  /// Requests a frame although nothing changed, as the target lost its contents.
  package mutating func setNeedsRedraw() {
    needsRedraw = true
    painter.damageEverything()
  }

  /// Whether the picture differs from the tree's, whatever time it is.
  package func needsFrame(of tree: RenderTree) -> Bool {
    needsRedraw || tree.generation != paintedGeneration
  }

  /// Whether the last frame showed particles that move.
  package var isMoving: Bool { painter.isMoving }

  /// Evaluates the tree at a frame's time.
  ///
  /// - Parameter changes: What changed in the tree since the last call.
  package mutating func sample(
    _ tree: RenderTree, _ changes: RenderTreeChanges, at time: TimeInterval
  ) {
    freed.note(changes: changes.slots.count)
    sampler.sample(tree, changes, at: time)
    places.forget(changes.slots)
  }

  /// Whether to measure how far layers move: where something is drawn that may be behind them.
  package var measuresMotion = false

  /// The device pixels that the fastest layer moved from a media time to the last frame. Nil where that is unknown: in
  /// frames for which it was not measured, or since which layers came or went.
  package func distanceMoved(since time: TimeInterval) -> Double? {
    trail.distance(since: time).map { $0 * scale }
  }

  private mutating func measureMotion(scale: CGFloat) {
    self.scale = scale
    let time = sampler.sampled.time
    if measuresMotion {
      trail.add(places.move(to: sampler.sampled), at: time)
    } else {
      trail.reset(at: time)
      places.forget()
    }
  }

  /// Paints what was sampled last, and draws it on a screen.
  ///
  /// - Throws: The screen's error. The next frame draws the list again.
  package mutating func draw<Target: Screen>(
    _ tree: RenderTree, on screen: Target
  ) throws(Target.Failure) -> CanvasCounts {
    painter.paint(
      tree, sampler.sampled, scale: screen.scale, size: screen.size, background: background)
    measureMotion(scale: screen.scale)
    paintedGeneration = tree.generation
    needsRedraw = true
    return try screen.draw(painter.list)
  }

  /// Notes that the list that was drawn last is on the screen.
  package mutating func didPresent() {
    needsRedraw = false
    freed.frameDidEnd()
  }

  /// The damage of the last list, for logs.
  var damageDescription: String {
    let damage = painter.list.damage
    let rects = damage.rects.map { "\($0)" }.joined(separator: ", ")
    return damage.isEverything ? "everything" : rects.isEmpty ? "none" : rects
  }

  /// A node's values as last sampled (test hook).
  func lastValues(of slot: Int32) -> LayerValues? { sampler.lastValues(of: slot) }
}

extension FrameRecord {
  /// Sets the distance of the frame's skew by what was drawn.
  mutating func measureSkew(by renderer: borrowing FrameRenderer) {
    skewDistance = skew > 0 ? renderer.distanceMoved(since: time - skew) : 0
  }
}
