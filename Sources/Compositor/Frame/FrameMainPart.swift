// FrameMainPart.swift
// Stage: events → commit. The part of a frame that runs user code and touches layers: it belongs to the main
// thread, which FrameFaults.commit blocks here.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Events, display links, the commit, and the drawing of layers that animations make dirty.
final class FrameMainPart {
  let context: LayerContext
  /// The time of arrival of the first events since the last frame, and the seconds that all of them took.
  private var eventsBegan: TimeInterval?
  private var eventsDuration: TimeInterval = 0
  /// When a frame took the durations last.
  private var takenAt = -TimeInterval.infinity

  init(context: LayerContext) { self.context = context }

  /// Runs user code: delivers events, serves the main queue, drains the callback queue.
  ///
  /// Its duration counts as the first stage of the next frame. If the code runs a run loop of its own, in which
  /// frames are drawn, only what is after the last of them counts.
  func handleEvents(_ body: () -> Void) {
    var began = MediaClock.now
    body()
    CallbackQueue.drain()
    began = max(began, takenAt)
    if eventsBegan == nil { eventsBegan = began }
    eventsDuration += MediaClock.now - began
  }

  /// Discards the duration of user code.
  func discardEvents() {
    (eventsBegan, eventsDuration) = (nil, 0)
    takenAt = MediaClock.now
  }

  /// Runs a turn of the run loop without a frame: commits the open transaction, which may have completion
  /// blocks although no layer changed.
  func runWithoutFrame() {
    discardEvents()
    CATransaction.flush()
    CallbackQueue.drain()
  }

  /// Runs the part, and fills in its fields of the frame's record.
  ///
  /// - Parameters:
  ///   - faults: What goes wrong on purpose.
  ///   - promised: The frame's time where it is chosen before the commit, as display links receive it.
  ///   - period: The refresh period, for display links.
  ///   - willCommit: Last changes of the frame's own observers.
  ///   - time: Chooses the frame's time after the commit. Nil for changes that belong to no frame yet.
  /// - Returns: When the commit ended.
  func run(
    into record: inout FrameRecord, _ faults: FrameFaults.Frame, promised: TimeInterval?,
    period: TimeInterval, willCommit: () -> Void, time: () -> TimeInterval?
  ) -> TimeInterval {
    let began = MediaClock.now
    record.begin = eventsBegan ?? began
    if let promised { DisplayLinks.run(at: promised, period: period) }
    let delivered = MediaClock.now
    record[.events] = eventsDuration + (delivered - began)
    discardEvents()
    willCommit()
    if faults.commit > 0 { MediaClock.block(for: faults.commit) }
    CATransaction.flush()
    let committed = MediaClock.now
    record[.commit] = committed - delivered
    if let time = promised ?? time() {
      record.time = time
      record.drawn = faults.isLate ? time - record.period : time
      record.displayed = context.displayAnimatedLayers(at: record.drawn)
      if context.hasChanges { MediaClock.withFrameTime(time) { CATransaction.flush() } }
    }
    record.animations = context.animationCount
    record.actions = context.takeActionCounts()
    if faults.isFaulty { record.isInjected = true }
    record.longestWork = WorkLog.current?.take()
    return committed
  }
}

extension LayerContext.Activity {
  /// Adds the frames that display links need.
  ///
  /// - Parameter lead: Seconds from the begin of a frame to its display.
  func withDisplayLinks(at time: TimeInterval, lead: TimeInterval) -> LayerContext.Activity {
    guard DisplayLinks.areActive, case .idle(let until) = self else { return self }
    let begin = DisplayLinks.nextTarget - lead
    // Refreshes are uneven; sleeping for a tenth of a millisecond has no benefit.
    return begin <= time + 1e-4 ? .animating : .idle(until: min(until, begin))
  }
}
