// FrameLoop.swift
// One function: a whole frame, from events to record, off screen and in tests. In a window, RenderServer chooses
// a frame's time and draws it. See the article OneFrame.
//
// This folder: frames and their records, on one thread (`FrameLoop`) or on two (`RenderServer`), and the figures
// of records.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Runs the frames of one live tree.
package final class FrameLoop {
  package let context: LayerContext
  private let mainPart: FrameMainPart
  private var renderer = FrameRenderer()
  /// The changes of the last commit; the memory is reused.
  private var changes = RenderTreeChanges()
  private var frames = 0
  /// What goes wrong with the next frames on purpose. Default nothing.
  package var faults = FrameFaults()
  /// The time of the last frame.
  private var lastTime = -TimeInterval.infinity

  /// Seconds from the begin of a frame to its display, where ``needsFrame(at:)`` is given the current time;
  /// 0 where it is given the time of display.
  package var lead: TimeInterval = 0

  package init(context: LayerContext) {
    self.context = context
    mainPart = FrameMainPart(context: context)
  }

  /// The colour behind the root layer.
  package var background: CGColor {
    get { renderer.background }
    set { renderer.background = newValue }
  }

  /// Requests a frame although nothing changed, as the target lost its contents.
  package func setNeedsRedraw() { renderer.setNeedsRedraw() }

  /// Whether a frame is needed at a media time. Uncommitted changes of layers count.
  package func needsFrame(at time: TimeInterval) -> Bool {
    hasChanges || activity(at: time) == .animating
  }

  /// Whether the picture is no longer the last frame's, whatever time it is.
  package var hasChanges: Bool {
    context.hasChanges || renderer.needsFrame(of: context.tree)
  }

  /// The time of the next frame that animations, particles and display links need, after the last one.
  package func activity(at time: TimeInterval) -> LayerContext.Activity {
    let attached = context.activity(at: time, lastShown: lastTime)
    return (renderer.isMoving ? .animating : attached).withDisplayLinks(at: time, lead: lead)
  }

  /// Runs user code: delivers events, serves the main queue, drains the callback queue.
  ///
  /// Its duration counts as the first stage of the next frame.
  package func handleEvents(_ body: () -> Void) { mainPart.handleEvents(body) }

  /// Runs a turn of the run loop without a frame: commits the open transaction, which may have completion
  /// blocks although no layer changed, and discards the duration of user code.
  package func runWithoutFrame() { mainPart.runWithoutFrame() }

  /// Runs a frame of an invisible window: commits, and reports starts and ends of animations.
  package func runUnseen() {
    renderer.noteUnseen()
    mainPart.discardEvents()
    CATransaction.flush()
    context.processEvents(at: MediaClock.now)
    CallbackQueue.drain()
  }

  /// Runs one frame and returns its record.
  ///
  /// The frame's time is chosen after the commit, so that a long commit causes a pause but no wrong
  /// positions. Everything after it, custom properties included, sees that one time. With an active display
  /// link, which receives the time, it is chosen before the commit.
  ///
  /// - Parameters:
  ///   - screen: The target, and the source of the frame's time: a test, a recording and a live window
  ///     differ only in their screens.
  ///   - willCommit: Last changes of the frame's own observers.
  /// - Returns: Stage durations and counts.
  /// - Throws: The screen's error when the frame was not shown. Layers are unharmed.
  package func runFrame<Target: Screen>(
    on screen: Target, willCommit: () -> Void = {}
  ) throws(Target.Failure) -> FrameRecord {
    var record = FrameRecord()
    frames += 1
    record.index = frames
    record.period = screen.period
    let faults = faults.takeFrame()
    let promised = DisplayLinks.areActive ? screen.predictedDisplay() + faults.shift : nil
    let committed = mainPart.run(
      into: &record, faults, promised: promised, period: promised == nil ? 0 : screen.period,
      // A reference to the method would be an allocation in each frame.
      willCommit: willCommit, time: { screen.predictedDisplay() + faults.shift })
    let time = record.time
    context.handOverChanges(to: &changes)
    lastTime = time
    record[.animate] = MediaClock.now - committed
    record.isVisible = context.isVisible
    let drawn = try renderer.draw(
      context.tree, changes, on: screen, faults,
      skew: record.displayed > 0 ? time - record.drawn : nil, into: &record)
    try renderer.present(on: screen, faults, drawn: drawn, into: &record)
    // Starts and ends are reported after the frame that showed them.
    context.processEvents(at: time)
    record.isAnimating =
      activity(at: time) == .animating || DisplayLinks.nextTarget < time + screen.period * 1.5
    record.log(damage: renderer.damageDescription)
    CallbackQueue.drain()
    return record
  }

  /// The values last sampled (test hook).
  package func sampledValues(of layer: CALayer) -> LayerValues? {
    layer.slotInTree >= 0 ? renderer.lastValues(of: layer.slotInTree) : nil
  }
}
