// FrameLoop.swift
// One function: a whole frame, from events to record. See the article OneFrame.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// A target for frames, and the times at which it shows them.
package protocol Screen: AnyObject {
  /// Why a frame could not be shown; `Never` in memory.
  associatedtype Failure: Error
  /// Device pixels of the target.
  var size: PixelSize { get }
  /// Device pixels per point.
  var scale: CGFloat { get }
  /// The refresh period, in seconds; measured where possible.
  var period: TimeInterval { get }
  /// The source of ``FrameRecord/display``.
  var source: TimeSource { get }
  /// Returns the media time at which a frame that is drawn now will be on the screen.
  func predictedDisplay() -> TimeInterval
  /// Draws a list; it is not on the screen yet.
  func draw(_ list: borrowing DrawList) throws(Failure) -> CanvasCounts
  /// Shows the drawn list; returns the media time at which it was on the screen.
  func present() throws(Failure) -> TimeInterval
}

/// Runs the frames of one live tree.
package final class FrameLoop {
  package let context: LayerContext
  /// The colour behind the root layer.
  package var background = CGColor.black
  private var sampler = Sampler()
  /// The changes of the last commit; the memory is reused.
  private var changes = RenderTreeChanges()
  private var painter = Painter()
  private var paintedGeneration = -1
  private var frames = 0
  private var needsRedraw = true
  /// Whether the window was invisible at some time since the last frame.
  private var wasUnseen = false
  /// The time of the last frame.
  private var lastTime = -TimeInterval.infinity
  /// The time of arrival of the first events since the last frame, and the seconds that all of them took.
  private var eventsBegan: TimeInterval?
  private var eventsDuration: TimeInterval = 0

  /// Seconds from the begin of a frame to its display, where ``needsFrame(at:)`` is given the current time;
  /// 0 where it is given the time of display.
  package var lead: TimeInterval = 0

  package init(context: LayerContext) { self.context = context }

  /// Requests a frame although nothing changed, as the target lost its contents.
  package func setNeedsRedraw() {
    needsRedraw = true
    painter.damageEverything()
  }

  /// Whether a frame is needed at a media time. Uncommitted changes of layers count.
  package func needsFrame(at time: TimeInterval) -> Bool {
    hasChanges || activity(at: time) == .animating
  }

  /// Whether the picture is no longer the last frame's, whatever time it is.
  package var hasChanges: Bool {
    needsRedraw || context.hasChanges || context.tree.generation != paintedGeneration
  }

  /// The time of the next frame that animations, particles and display links need, after the last one.
  package func activity(at time: TimeInterval) -> LayerContext.Activity {
    let attached = context.activity(at: time, lastShown: lastTime)
    let own = painter.isMoving ? .animating : attached
    guard DisplayLinks.areActive, case .idle(let until) = own else { return own }
    let begin = DisplayLinks.nextTarget - lead
    // Refreshes are uneven; sleeping for a tenth of a millisecond has no benefit.
    return begin <= time + 1e-4 ? .animating : .idle(until: min(until, begin))
  }

  /// Runs user code: delivers events, serves the main queue, drains the callback queue.
  ///
  /// Its duration counts as the first stage of the next frame.
  package func handleEvents(_ body: () -> Void) {
    let began = MediaClock.now
    body()
    CallbackQueue.drain()
    if eventsBegan == nil { eventsBegan = began }
    eventsDuration += MediaClock.now - began
  }

  /// Runs a turn of the run loop without a frame: commits the open transaction, which may have completion
  /// blocks although no layer changed, and discards the duration of user code.
  package func runWithoutFrame() {
    discardEvents()
    CATransaction.flush()
    CallbackQueue.drain()
  }

  private func discardEvents() { (eventsBegan, eventsDuration) = (nil, 0) }

  /// Runs a frame of an invisible window: commits, and reports starts and ends of animations.
  ///
  /// The next frame's record has `isVisible` false, so that the pause is not a hitch.
  package func runUnseen() {
    wasUnseen = true
    discardEvents()
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
    let began = MediaClock.now
    record.begin = eventsBegan ?? began
    let promised = DisplayLinks.areActive ? screen.predictedDisplay() : nil
    if let promised { DisplayLinks.run(at: promised, period: screen.period) }
    let delivered = MediaClock.now
    record[.events] = eventsDuration + (delivered - began)
    discardEvents()
    willCommit()
    CATransaction.flush()
    let committed = MediaClock.now
    record[.commit] = committed - delivered
    let time = promised ?? screen.predictedDisplay()
    record.time = time
    record.displayed = context.displayAnimatedLayers(at: time)
    if context.hasChanges { MediaClock.withFrameTime(time) { CATransaction.flush() } }
    context.handOverChanges(to: &changes)
    let sampled = sampler.sample(context.tree, changes, at: time)
    let animated = MediaClock.now
    record[.animate] = animated - committed
    record.animations = context.animationCount
    lastTime = time
    record.isVisible = context.isVisible && !wasUnseen
    wasUnseen = false
    painter.paint(
      context.tree, sampled, scale: screen.scale, size: screen.size, background: background)
    paintedGeneration = context.tree.generation
    // Until it is presented: a screen that fails is given the list again.
    needsRedraw = true
    record.canvas = try screen.draw(painter.list)
    let drawn = MediaClock.now
    record[.render] = drawn - animated
    record.display = try screen.present()
    needsRedraw = false
    record[.present] = max(0, MediaClock.now - drawn)
    record.period = screen.period
    record.source = screen.source
    record.actions = context.takeActionCounts()
    // Starts and ends are reported after the frame that showed them.
    context.processEvents(at: time)
    record.isAnimating =
      activity(at: time) == .animating || DisplayLinks.nextTarget < time + screen.period * 1.5
    if DebugSwitches.writesFrames { log(record) }
    CallbackQueue.drain()
    return record
  }

  /// Logs the frame, for the debug switches of frames.
  private func log(_ record: FrameRecord) {
    let took = FrameStage.allCases.map {
      "\($0) \(String(format: "%.2f", record[$0] * 1000))"
    }
    let line =
      "\(record.index) at \(String(format: "%.3f", record.time)) s: "
      + took.joined(separator: ", ") + " ms"
    if DebugSwitches.on.contains(.frames) { DebugSwitches.frames.log(line) }
    if DebugSwitches.on.contains(.slow) && record.work > record.period {
      DebugSwitches.slow.log(line)
    }
    if DebugSwitches.on.contains(.damage) {
      let damage = painter.list.damage
      let rects = damage.rects.map { "\($0)" }.joined(separator: ", ")
      DebugSwitches.damage.log(
        "\(record.index): " + (damage.isEverything ? "everything" : rects.isEmpty ? "none" : rects))
    }
  }

  /// The values last sampled (test hook).
  package func sampledValues(of layer: CALayer) -> LayerValues? {
    layer.slotInTree >= 0 ? sampler.lastValues(of: layer.slotInTree) : nil
  }
}
