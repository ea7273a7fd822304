// RunTracker.swift
// Follows a run of the sample from frame to frame: what its animations do, and when a new run began by itself.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// The animations of a run. A run begins with a trigger, or with an animation after a pause.
@MainActor struct RunTracker {
  /// Seconds without an animation after which the next one is another run.
  private static let pause: TimeInterval = 0.25
  /// More animations than these are counted four times a second only.
  private static let many = 400

  let timeline = RunTimeline()
  private(set) var activity = StageActivity()
  /// The number of animations that were reported last, with what is shown again in parts.
  private var reported = 0
  /// Whether a trigger began a run of which no frame was seen yet.
  private var awaitsFrame = false
  /// The media time at which it did. Frames that were begun before may be reported after it.
  private var beganAt = -TimeInterval.infinity
  /// Media time of the last frame in which anything was in flight.
  private var lastActive = -TimeInterval.infinity
  private var lastCount = -TimeInterval.infinity

  init() {}

  /// Notes that a trigger begins a run.
  mutating func beginRun() {
    timeline.reset()
    awaitFrame()
  }

  /// Whether nothing of the run goes on but what is shown again.
  var isOver: Bool { !awaitsFrame && (activity.isIdle || !timeline.hasLive) }

  private mutating func awaitFrame() {
    (awaitsFrame, beganAt, lastCount) = (true, CACurrentMediaTime(), -.infinity)
  }

  /// Shows the animations of the run that have ended; returns false if that is not possible.
  mutating func showEnded() -> Bool {
    guard timeline.showEnded() else { return false }
    awaitFrame()
    return true
  }

  /// Reads what the animations of a stage do in a frame. Returns whether a run began without a trigger.
  mutating func read(
    _ context: LayerContext, _ stage: CALayer, _ record: FrameRecord, clock: StageClock
  ) -> Bool {
    if reported > Self.many, record.time - lastCount < 0.25 { return false }
    lastCount = record.time
    var reports: [AnimationReport] = []
    let wasIdle = activity.isIdle
    activity = StageActivity()
    context.forEachAnimation(beneath: stage, at: record.time) { report in
      if !report.isCaret { reports.append(report) }
    }
    // Of the parts of one animation the one that is shown counts.
    var counted: Set<ObjectIdentifier> = []
    for report in reports.sorted(by: { $0.state.rank < $1.state.rank }) {
      activity.add(report, counts: counted.insert(timeline.animation(of: report)).inserted)
    }
    if record.hasParticles, stage.hasEmitters { activity.hasParticles = true }
    // While a stage is paused, or its animations wait, there may be no frame for long: that ends no run.
    let isNew =
      !activity.isIdle && wasIdle && !awaitsFrame && lastActive + Self.pause < record.time
    if record.begin >= beganAt || !activity.isIdle { awaitsFrame = false }
    if !activity.isIdle { lastActive = record.time }
    if isNew {
      timeline.reset()
      let now = clock.stageTime(at: record.time)
      clock.beginRun(at: min(activity.firstBegin, now), length: 0)
    }
    if activity.isEndless || activity.hasParticles { clock.extendRun(to: .infinity) }
    if activity.lastEnd.isFinite { clock.extendRun(to: activity.lastEnd) }
    // The run goes on while an animator is paused.
    if activity.paused > 0 { clock.extendRun(to: clock.stageTime(at: record.time)) }
    reported = reports.count
    reports.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    // An animation that ended while the main thread was busy is reported with frames from before its end.
    let latest = max(record.time, MediaClock.now)
    timeline.update(
      reports, start: clock.start ?? 0, now: clock.stageTime(at: latest))
    return isNew
  }
}
