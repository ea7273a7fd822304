// MainViewController+Frames.swift
// What each frame changes in the window: the state, the time, the log.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

extension MainViewController: FrameObserver {
  package func frameWillRun(at time: TimeInterval) { meter.measure { prepareFrame(at: time) } }

  private func prepareFrame(at time: TimeInterval) {
    dock.refresh(at: time)
    repeatInjection(at: time)
    stage.showsHint = tracker.activity.isIdle && !clock.isPaused
    stage.showHUD(showsHUD ? dock : nil)
    stage.picks = inspector.tab == .layers && !inspector.isHidden
    showPresentedLayers()
    if dock.tab == .animations {
      dock.animations.show(tracker.timeline, hasBegun: clock.start != nil)
      dock.animations.canEditChosen =
        dock.animations.chosen.flatMap { tracker.timeline.recorded(ofRow: $0) }
        .map { edits.knows($0.id) } ?? false
    }
    if inspector.tab == .actions { inspector.actions.refresh() }
    // A frame is on the screen one refresh after it begins, or after the frame before it.
    let shown = min(time + framePeriod, max(time, clock.lastFrameTime + framePeriod))
    stage.rendering.frameWillRun(stage.content, at: shown)
    let elapsed = shownElapsed(at: clock.isPaused ? time : shown)
    if !clock.isPaused { transport.show(time: elapsed) }
    showInPanes(elapsed)
  }

  /// Shows a time of the run in the dock and in the inspector.
  private func showInPanes(_ elapsed: TimeInterval) {
    dock.animations.show(time: elapsed, length: clock.length, loop: clock.loop)
    showCurve(at: elapsed)
  }

  /// Shows the chosen animation's curve, where it is on show.
  ///
  /// - Parameter elapsed: Seconds since the start of the run. Nil for those on show.
  func showCurve(at elapsed: TimeInterval? = nil) {
    guard inspector.tab == .curve, !inspector.isHidden else { return }
    inspector.curve.refresh(
      tracker.timeline, elapsed: elapsed ?? shownElapsed(at: CACurrentMediaTime()))
  }

  /// Shows what the layers of the stage have on the screen.
  private func showPresentedLayers() {
    stage.placeOutline()
    if inspector.tab == .layers { inspector.layers.refresh() }
  }

  package func frameDidFinish(_ record: FrameRecord) {
    if isInspecting, FrameObservers.window !== settings.inspected { return }
    meter.measure { note(record) }
    meter.endFrame()
    status.show(record, overlay: meter.mean)
  }

  private func note(_ record: FrameRecord) {
    clock.lastFrameTime = record.time
    follow(record)
    // A step of a paused stage is one frame, before whose commit the layers had the time of the last step.
    if clock.isPaused { showPresentedLayers() }
    // The last frame may have moved the stage itself, after which there is none.
    if !tracker.activity.moves { stage.placeOutline() }
    stage.rendering.frameDidFinish(stage.content, at: record.time)
    dock.skew.note(record)
    // What the last frame of a run changed is in the corner of the stage without waiting for another one.
    // The dock has one for that.
    if showsHUD, !showsDock, !tracker.activity.moves || clock.isPaused {
      dock.refresh(at: record.time)
      stage.showHUD(dock)
    }
    showPlayButton()
    keepTimeRunning()
    settings.autoplay?.note(record, in: self)
    guard let eventLog = settings.eventLog else { return }
    // Outside a frame, presentation values are those of the current time, not of the frame.
    eventLog.frame(record, drawn: MediaClock.withFrameTime(record.time) { sample.drawnValues })
    if logsControls {
      logsControls = false
      eventLog.layout(
        (controls + areas).map { ($0.name, $0.view.convert($0.view.bounds, to: nil)) })
    }
  }

  /// Has another frame soon while animations wait or are paused, as without one the time on show would stand still.
  ///
  /// A recording and a trace have the frames of the sample alone.
  private func keepTimeRunning() {
    let activity = tracker.activity
    let waits =
      !activity.moves && (activity.waiting > 0 || activity.paused > 0) && !clock.isPaused
    guard waits, settings.autoplay == nil, settings.eventLog == nil, let window = view.window
    else {
      waitTimer?.cancel()
      waitTimer = nil
      return
    }
    if waitTimer != nil { return }
    waitTimer = MediaTimer(after: 0.1, in: window) { [weak self] in
      guard let self else { return }
      waitTimer = nil
      transport.show(time: shownElapsed(at: CACurrentMediaTime()))
      keepTimeRunning()
    }
  }

  private func follow(_ record: FrameRecord) {
    guard let context = inspectedWindow?.context else { return }
    if tracker.read(context, stage.content.layer, record, clock: clock) {
      lastTrigger = nil
      script.noteRun(at: (clock.start ?? 0) - scriptStart)
      showRun()
      write("Animations began, without a trigger")
    }
    dock.align(start: clock.start)
    lightChosenAnimation()
    var counted = record
    // A driven stage is moved by the main thread: what is behind is the scrubbing, not the sample.
    if clock.isDriven { (counted.skew, counted.skewDistance) = (0, 0) }
    // Nothing moves on a paused stage, whatever its animations would do.
    if clock.isPaused {
      (counted.isAnimating, counted.skew, counted.skewDistance) = (false, 0, 0)
    }
    dock.limits = clock.loop ?? 0...max(0, clock.length)
    dock.add(
      counted, runTime: shownElapsed(at: record.time), tracker.activity,
      movesUntil: movesUntil(after: record))
    // An animator that is reversed in a loop was not yet, earlier in the loop.
    if clock.isDriven, tracker.timeline.lacksPast { _ = tracker.showEnded() }
    if wantsLoop, clock.loop == nil, !clock.isPaused, !tracker.activity.isIdle { setLoop() }
    if clock.isPaused { dock.pausedSentence = pausedSentence }
  }

  /// The media time until which the sample moves, as far as known after a frame.
  private func movesUntil(after record: FrameRecord) -> TimeInterval {
    let activity = tracker.activity
    guard activity.moves, !clock.isPaused else { return -.infinity }
    if activity.hasParticles || clock.isDriven { return record.time }
    let end = max(activity.movesUntil, activity.stepping > 0 ? activity.lastEnd : -.infinity)
    return record.time + (end - clock.stageTime(at: record.time)) / clock.speed
  }

  /// How a run begins.
  enum RunBegin {
    case new
    /// The run on show is played again, and compared with the time before.
    case again
    /// The run on show is begun again to be scrubbed.
    case restored
  }

  /// Shows that a run has begun.
  func showRun(_ begin: RunBegin = .new) {
    status.clearNote()
    lastReport = 0
    (reported, repeated) = ([], [])
    dock.beginRun(
      at: clock.start ?? 0, named: lastTrigger?.title ?? "without a trigger",
      isEdited: !edits.edits.isEmpty, isAgain: begin == .restored)
    inspector.beginRun(isAgain: begin != .new)
    stage.rendering.beginRun()
    if begin == .new { dock.animations.chosen = nil }
    dock.animations.show(tracker.timeline, hasBegun: true)
  }

  /// The stage's time since the start of the run, up to the end of the run. While an animator is paused there is no end.
  func shownElapsed(at time: TimeInterval) -> TimeInterval {
    let elapsed = clock.elapsed(at: time)
    return tracker.activity.paused > 0 && !clock.isPaused ? elapsed : min(elapsed, clock.length)
  }

  // MARK: State

  /// Whether the run has ended, and is not paused at an earlier time.
  var isOver: Bool {
    clock.start != nil && tracker.activity.isIdle && clock.loop == nil
      && clock.elapsed(at: CACurrentMediaTime()) >= clock.length
  }

  /// Whether the end of the run is on show, after which there is nothing: it has ended, or was scrubbed to there.
  var isAtEnd: Bool {
    isOver
      || clock.isPaused && clock.start != nil && clock.loop == nil && !clock.isReversed
        && tracker.activity.paused == 0 && !tracker.activity.isEndless
        && shownElapsed(at: CACurrentMediaTime()) >= clock.length - 1e-6
  }

  /// Whether the run was played backwards to its start.
  var isBackAtStart: Bool {
    clock.isPaused && clock.isReversed && clock.loop == nil && clock.length.isFinite
      && shownElapsed(at: CACurrentMediaTime()) < 1e-6
  }

  func showState() {
    let aspects = stage.rendering.aspects
    transport.show(
      percent: speedPercent, isReversed: clock.isReversed, showsPainting: !aspects.isEmpty)
    showPlayButton()
    stageMenu.show(percent: speedPercent, aspects)
    dock.playback = Playback(
      percent: speedPercent, isReversed: clock.isReversed, isLooped: clock.loop != nil)
    status.show(playback: dock.playback.badge)
    let elapsed = shownElapsed(at: CACurrentMediaTime())
    dock.pausedTime = clock.isPaused ? elapsed : nil
    dock.pausedSentence = clock.isPaused ? pausedSentence : nil
    for (button, isOn) in [(dock.loop, wantsLoop), (dock.backwards, clock.isReversed)]
    where button.isSelected != isOn {
      button.isSelected = isOn
    }
    stage.isScrubbed = clock.isPaused && dock.animations.isScrubbing
    transport.show(time: elapsed)
    showInPanes(elapsed)
  }

  /// Shows whether a press plays: while the stage is paused, and once the run is over.
  private func showPlayButton() { transport.show(plays: clock.isPaused || isOver) }

  private var pausedSentence: String {
    if dock.animations.isScrubbing { return Wording.scrubbing }
    let elapsed = shownElapsed(at: CACurrentMediaTime())
    let frames = clock.length.isFinite ? Int((clock.length / framePeriod).rounded()) : nil
    // What ends there is no longer in flight.
    let activity = isAtEnd ? StageActivity() : tracker.activity
    return Wording.paused(
      at: elapsed, frame: Int((elapsed / framePeriod).rounded()), of: frames,
      inFlight: activity.inFlight - activity.waiting, waiting: activity.waiting)
  }

  /// One refresh, in seconds: as measured when the run began, so that numbers of frames hold; 1/60 before the first.
  var framePeriod: TimeInterval { dock.firstOfRun?.period ?? 1.0 / 60 }

  // MARK: Log

  /// The time of a new entry: the time on show, or that of the last completion.
  private var logTime: TimeInterval { max(shownElapsed(at: CACurrentMediaTime()), lastReport) }

  func write(_ entry: String) {
    inspector.append(entry, at: logTime)
    settings.eventLog?.log(entry)
  }

  /// Writes what a fault was expected to do, and what was found.
  func write(fault entry: String) {
    inspector.append(entry, at: logTime, isOnPurpose: true)
    settings.eventLog?.log(entry)
  }

  /// Writes how far custom properties were behind in the run, and replaces the earlier line about it.
  func write(skew entry: String) {
    inspector.join(entry, at: logTime)
    settings.eventLog?.log(entry)
  }

  /// Lists the frames of the run or the selection that took longest to appear.
  func listWorstFrames() {
    let history = dock.history
    inspector.show(
      worst: dock.worst.map { index in
        LogEntry(
          time: history.runTime(at: index),
          text: Wording.worst(at: index, in: history),
          frames: history[index].index...history[index].index)
      })
  }

  func write(_ late: LateFrame, frame: Int) {
    inspector.append(late, number: frame, at: shownElapsed(at: clock.lastFrameTime))
    settings.eventLog?.log(late.sentence)
  }
}
