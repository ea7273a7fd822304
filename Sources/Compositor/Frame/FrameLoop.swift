// FrameLoop.swift
// One function: a whole frame, from events to record (OneFrame).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Where frames are shown, and what is known of when.
package protocol Screen: AnyObject {
  /// Why a frame could not be shown; `Never` in memory.
  associatedtype Failure: Error
  /// Device pixels of the target.
  var size: PixelSize { get }
  /// Device pixels per point.
  var scale: CGFloat { get }
  /// The refresh period, in seconds, measured where there is something to measure.
  var period: TimeInterval { get }
  /// How ``FrameRecord/display`` is known.
  var source: TimeSource { get }
  /// Returns when a frame that is about to be drawn will be on the screen, in media time.
  func predictedDisplay() -> TimeInterval
  /// Draws a list; it is not on the screen yet.
  func draw(_ list: borrowing DrawList) throws(Failure) -> CanvasCounts
  /// Puts what was drawn on the screen; returns when it was, in media time.
  func present() throws(Failure) -> TimeInterval
}

/// Runs the frames of one live tree.
package final class FrameLoop {
  package let context: LayerContext
  /// The colour behind the root layer.
  package var background = CGColor.black
  private var sampler = Sampler()
  /// What the last commit changed; the memory is used again.
  private var changes = RenderTreeChanges()
  private var painter = Painter()
  private var paintedGeneration = -1
  private var frames = 0
  private var needsRedraw = true
  /// Whether the window could not be seen since the last frame.
  private var wasUnseen = false
  /// The time of the last frame.
  private var lastTime = -TimeInterval.infinity
  /// When the first events since the last frame came, and how long all of them took.
  private var eventsBegan: TimeInterval?
  private var eventsDuration: TimeInterval = 0

  /// How long before its display a frame begins, in seconds, where ``needsFrame(at:)`` is asked about
  /// now; 0 where it is asked about the time of display.
  package var lead: TimeInterval = 0

  package init(context: LayerContext) { self.context = context }

  /// Asks for a frame although nothing changed, as the target lost what it showed.
  package func setNeedsRedraw() {
    needsRedraw = true
    painter.damageEverything()
  }

  /// Whether anything wants a frame at a media time. Changes that layers wait to commit count.
  package func needsFrame(at time: TimeInterval) -> Bool {
    hasChanges || activity(at: time) == .animating
  }

  /// Whether the picture is no longer the last frame's, whatever time it is.
  package var hasChanges: Bool {
    needsRedraw || context.hasChanges || context.tree.generation != paintedGeneration
  }

  /// What animations, particles and display links want of the future, given what the last frame showed.
  package func activity(at time: TimeInterval) -> LayerContext.Activity {
    let attached = context.activity(at: time, lastShown: lastTime)
    let own = painter.isMoving ? .animating : attached
    guard DisplayLinks.areActive, case .idle(let until) = own else { return own }
    let begin = DisplayLinks.nextTarget - lead
    // A screen's refreshes are not even; a tenth of a millisecond is nobody's wait.
    return begin <= time + 1e-4 ? .animating : .idle(until: min(until, begin))
  }

  /// Runs user code: delivers events, serves the main queue, runs what waits for the run loop.
  ///
  /// It counts as the next frame's first stage, whether or not it comes to one.
  package func handleEvents(_ body: () -> Void) {
    let began = MediaClock.now
    body()
    CallbackQueue.drain()
    if eventsBegan == nil { eventsBegan = began }
    eventsDuration += MediaClock.now - began
  }

  /// What a turn of the run loop does that comes to no frame: ends the open transaction, which may
  /// have completions to tell although no layer changed, and forgets what user code took.
  package func runWithoutFrame() {
    discardEvents()
    CATransaction.flush()
    CallbackQueue.drain()
  }

  private func discardEvents() { (eventsBegan, eventsDuration) = (nil, 0) }

  /// What a frame does without a screen that can be seen: commits, and tells what began and ended.
  ///
  /// The next frame's record says that the window was not visible, so that the pause counts as none.
  package func runUnseen() {
    wasUnseen = true
    discardEvents()
    CATransaction.flush()
    context.processEvents(at: MediaClock.now)
    CallbackQueue.drain()
  }

  /// Runs one frame and says what it did.
  ///
  /// The frame's time is chosen after the commit, so that a commit that takes long gives a pause and
  /// then the right place. Everything after it, custom properties included, sees that one time. Display
  /// links are told it before the commit; with one that is active it is chosen then.
  ///
  /// - Parameters:
  ///   - screen: Where it is shown. Reading no clock but through it, a test, a recording and a live
  ///     window differ only in their screens.
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
    // Until it is shown it is not: a screen that fails is given the picture again.
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
    // What began and ended is told after the frame that showed it.
    context.processEvents(at: time)
    record.isAnimating =
      activity(at: time) == .animating || DisplayLinks.nextTarget < time + screen.period * 1.5
    if DebugSwitches.writesFrames { log(record) }
    CallbackQueue.drain()
    return record
  }

  /// Writes what the frame did, for the debug switches that ask.
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

  /// The values last sampled, as tests ask for them.
  package func sampledValues(of layer: CALayer) -> LayerValues? {
    layer.slotInTree >= 0 ? sampler.lastValues(of: layer.slotInTree) : nil
  }
}
