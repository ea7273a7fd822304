// FrameRenderer.swift
// Stage: animate → render. The part of a frame that follows the commit: sampling, painting, drawing. It sees
// a render tree and no layer, so it may run on any thread.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Draws frame after frame of one render tree.
///
/// Not copyable, as a copy of its lists and caches would be made silently, in each frame.
struct FrameRenderer: ~Copyable {
  /// The colour behind the root layer.
  var background = CGColor.black
  private var sampler = Sampler()
  private var painter = Painter()
  private var paintedGeneration = -1
  private var needsRedraw = true
  /// Whether the window was invisible at some time since the last frame.
  private var wasUnseen = false
  private var trail = MotionTrail()
  private var places = LayerPlaces()
  private var freed = FreedMemory()

  /// Requests a frame although nothing changed, as the target lost its contents.
  mutating func setNeedsRedraw() {
    needsRedraw = true
    painter.damageEverything()
  }

  /// Notes that the window cannot be seen: the next frame's record has `isVisible` false, so that the pause is no hitch.
  mutating func noteUnseen() { wasUnseen = true }

  /// Whether the picture differs from the tree's, whatever time it is.
  func needsFrame(of tree: RenderTree) -> Bool {
    needsRedraw || tree.generation != paintedGeneration
  }

  /// Whether the last frame showed particles that move.
  var isMoving: Bool { painter.isMoving }

  /// Draws the frame of a record's time: samples the tree, paints it, and draws it on a screen, which does not show it yet.
  ///
  /// - Parameters:
  ///   - changes: What changed in the tree since the last call.
  ///   - skew: Seconds by which what user code drew for the frame may be behind; nil where it drew nothing.
  ///   - record: Gets the stages of the frame and what was drawn.
  /// - Returns: When the drawing ended.
  /// - Throws: The screen's error. The next frame draws the list again.
  mutating func draw<Target: Screen>(
    _ tree: RenderTree, _ changes: RenderTreeChanges, on screen: Target,
    _ faults: FrameFaults.Frame, skew: TimeInterval?, into record: inout FrameRecord
  ) throws(Target.Failure) -> TimeInterval {
    let began = MediaClock.now
    freed.note(changes: changes.slots.count)
    sampler.sample(tree, changes, at: record.time)
    places.forget(changes.slots)
    let animated = MediaClock.now
    record[.animate] += animated - began
    record.isVisible = record.isVisible && !wasUnseen
    wasUnseen = false
    if faults.isFaulty { record.isInjected = true }
    if faults.drawing > 0 { MediaClock.block(for: faults.drawing) }
    painter.paint(
      tree, sampler.sampled, scale: screen.scale, size: screen.size, background: background)
    measureMotion(isNeeded: skew != nil)
    record.skew = max(0, skew ?? 0)
    record.skewDistance =
      record.skew > 0
      ? trail.distance(since: record.time - record.skew).map { $0 * screen.scale } : 0
    paintedGeneration = tree.generation
    needsRedraw = true
    record.canvas = try screen.draw(painter.list)
    let drawn = MediaClock.now
    record[.render] = drawn - animated
    return drawn
  }

  /// Shows the frame that was drawn last.
  ///
  /// - Parameters:
  ///   - drawn: When the drawing ended.
  ///   - waited: Seconds of waiting before it, which count as waiting for the screen.
  mutating func present<Target: Screen>(
    on screen: Target, _ faults: FrameFaults.Frame, drawn: TimeInterval,
    waited: TimeInterval = 0, into record: inout FrameRecord
  ) throws(Target.Failure) {
    if faults.isWithheld { FrameFaults.Frame.withhold(until: record.time) }
    record.display = try screen.present()
    needsRedraw = false
    freed.frameDidEnd()
    record[.present] = max(0, MediaClock.now - drawn) + waited
    (record.period, record.source) = (screen.period, screen.source)
    record.hasParticles = isMoving
  }

  /// Notes how far the layers moved, where something is drawn that may be behind them.
  private mutating func measureMotion(isNeeded: Bool) {
    let time = sampler.sampled.time
    if isNeeded {
      trail.add(places.move(to: sampler.sampled), at: time)
    } else {
      trail.reset(at: time)
      places.forget()
    }
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
