// ServedFrameLoop.swift
// Stage: events → commit. The main thread's side of a render server: commits what changed, contributes to the
// frames that need it, and reports the frames that were shown.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Runs the main thread's part of the frames that a ``RenderServer`` draws of one live tree.
///
/// Not needed where frames run in lock step, as with a virtual clock; see ``FrameLoop``.
package final class ServedFrameLoop {
  package private(set) var context: LayerContext
  private let server: RenderServer
  private var mainPart: FrameMainPart
  /// The next commit, without the tree's changes.
  private var next = RenderServer.Commit()
  private var hasNews = true
  /// The faults of the main thread's part.
  private var faults = FrameFaults()
  /// The request that was answered last.
  private var answered = 0
  /// The time of the frame whose events were reported last.
  private var reportedTime = -TimeInterval.infinity
  /// The number of turns. It changes while a callback runs a run loop of its own, which runs later turns.
  private var turns = 0
  /// The refresh period of the last frame, in seconds.
  private var period: TimeInterval = 1.0 / 60

  package init(context: LayerContext, server: RenderServer) {
    (self.context, self.server) = (context, server)
    mainPart = FrameMainPart(context: context)
  }

  /// Ends the server's thread, and waits for it.
  package func stop() {
    turns += 1
    server.stop()
  }

  /// Makes things go wrong with the next frames, on both threads.
  package func inject(_ faults: FrameFaults) {
    var faults = faults
    self.faults.add(faults.takeMainPart())
    server.inject(faults)
  }

  /// Draws another tree from now on.
  package func show(_ context: LayerContext) {
    self.context = context
    mainPart = FrameMainPart(context: context)
    (next.isNewTree, next.needsRedraw, hasNews) = (true, true, true)
  }

  /// Requests a frame although nothing changed, as the target lost its contents.
  package func setNeedsRedraw() { (next.needsRedraw, hasNews) = (true, true) }

  /// Whether any of the window may be visible; without, no frame is drawn. Default true.
  package var isVisible: Bool {
    get { next.isVisible }
    set { if newValue != next.isVisible { (next.isVisible, hasNews) = (newValue, true) } }
  }

  /// Whether layers changed, or the tree has changes that were not sent.
  package var hasChanges: Bool { context.hasChanges || context.tree.hasChanges }

  /// Whether another turn has something to report or to answer.
  package var hasReport: Bool { server.hasReport }

  /// Whether the main thread is woken soon in any case; see ``RenderServer/isRequestAwaited``.
  package var awaitsRequest: Bool { server.isRequestAwaited }

  /// The colour behind the root layer. Default black.
  package var background: CGColor {
    get { next.background }
    set { (next.background, hasNews) = (newValue, true) }
  }

  /// Runs user code: delivers events, serves the main queue, drains the callback queue.
  ///
  /// Its duration counts as the first stage of the next frame.
  package func handleEvents(_ body: () -> Void) { mainPart.handleEvents(body) }

  /// Runs a turn: reports what was shown, and commits what changed or what a frame waits for.
  ///
  /// - Parameters:
  ///   - hasObservers: Whether each frame has changes of observers.
  ///   - willCommit: Last changes of the observers.
  ///   - didFinish: Receives the records of frames that were shown.
  /// - Throws: The screen's error when frames can no longer be shown.
  package func runTurn(
    hasObservers: Bool, willCommit: () -> Void, didFinish: (FrameRecord) -> Void
  ) throws {
    turns += 1
    let turn = turns
    var report = server.takeReport()
    if var spare = report.spare.take() {
      // Before anything draws: it may draw into the memory that this releases.
      spare.removeAll(recyclingIn: &context.tree)
      next.update = spare
    }
    if let failure = report.failure { throw failure }
    if report.lastTime > reportedTime {
      reportedTime = report.lastTime
      // Starts and ends are reported after the frame that showed them.
      context.processEvents(at: reportedTime)
    }
    CallbackQueue.drain()
    for record in report.records {
      period = record.period
      didFinish(record)
    }
    // What those changed has callbacks too.
    CallbackQueue.drain()
    guard turn == turns else { return }
    let request = report.request.flatMap { $0.id > answered ? $0 : nil }
    // One commit a refresh: what changes meanwhile belongs to the next.
    guard report.maySend else { return }
    if request == nil && !context.hasChanges && !context.tree.hasChanges {
      mainPart.runWithoutFrame()
      guard turn == turns else { return }
      if !isVisible { context.processEvents(at: MediaClock.now) }
      guard context.tree.hasChanges || isStatusNew(hasObservers) else { return }
    } else {
      contribute(to: request, willCommit)
    }
    send(hasObservers)
  }

  private func contribute(to request: RenderServer.Request?, _ willCommit: () -> Void) {
    var record = FrameRecord()
    record.period = request?.period ?? period
    let promised = DisplayLinks.areActive ? request?.time : nil
    let fault = faults.takeFrame()
    if fault.commit > 0 { server.mainThreadWillBlock() }
    let committed = mainPart.run(
      into: &record, fault, promised: promised, period: record.period,
      willCommit: willCommit, time: { request?.timeAfterCommit ?? stillTime })
    record[.animate] = MediaClock.now - committed
    record.animatedOnMain = record[.animate]
    next.record = record
    if let request { (next.answer, answered) = (request.id, request.id) }
  }

  /// The time for which layers draw that animations redraw, but hold still, as in a paused window whose time is set:
  /// no request follows the commit. Nil while they move, as they draw for the next request.
  private var stillTime: TimeInterval? {
    guard context.drawsForFrames else { return nil }
    let now = max(MediaClock.now, reportedTime)
    guard case .idle = context.activity(at: now, lastShown: reportedTime) else { return nil }
    return now
  }

  /// Updates the fields of the next commit that concern later frames; returns whether any of them differs from
  /// the last commit's.
  private func isStatusNew(_ hasObservers: Bool) -> Bool {
    let time = max(MediaClock.now, reportedTime)
    var activity = context.activity(at: time, lastShown: reportedTime)
    var mainPartFrom = DisplayLinks.nextTarget
    if context.drawsForFrames || hasObservers {
      switch activity {
      case .animating: mainPartFrom = -.infinity
      case .idle(let until): mainPartFrom = min(mainPartFrom, until)
      }
    }
    activity = activity.withDisplayLinks(at: time, lead: period)
    let reportAt = hasObservers ? -.infinity : context.nextReport(after: time)
    let draws = context.drawsForFrames || DisplayLinks.areActive
    defer {
      (next.activity, next.mainPartFrom, next.reportAt) = (activity, mainPartFrom, reportAt)
      (next.drawsForFrames, hasNews) = (draws, false)
    }
    return hasNews || activity != next.activity || mainPartFrom != next.mainPartFrom
      || reportAt != next.reportAt || draws != next.drawsForFrames
  }

  private func send(_ hasObservers: Bool) {
    _ = isStatusNew(hasObservers)
    context.handOverChanges(to: &next.update)
    var commit = RenderServer.Commit()
    swap(&commit, &next)
    // What holds until it changes; the rest belonged to one commit.
    (next.isVisible, next.background) = (commit.isVisible, commit.background)
    (next.activity, next.mainPartFrom) = (commit.activity, commit.mainPartFrom)
    (next.reportAt, next.drawsForFrames) = (commit.reportAt, commit.drawsForFrames)
    server.send(consume commit)
  }

  /// The media time at which the main thread has something to do without being woken. Nil for never.
  package func nextWake(after now: TimeInterval) -> TimeInterval? {
    isVisible ? nil : context.nextEventTime(after: now)
  }
}
