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
  static let pause: TimeInterval = 0.25
  /// The least seconds between two counts, by the number of animations: to read very many takes longer than a frame has.
  private static func interval(_ count: Int) -> TimeInterval {
    count > 400 ? 0.25 : count > 100 ? 0.1 : 0
  }

  let timeline = RunTimeline()
  private(set) var activity = StageActivity()
  /// The number of animations that were reported last, with what is shown again in parts.
  private var reported = 0
  /// Whether a trigger began a run of which no frame was seen yet.
  private var awaitsFrame = false
  /// Whether the start of the run is to be moved to its first animation.
  private var awaitsAlignment = false
  /// The media time at which it did. Frames that were begun before may be reported after it.
  private var beganAt = -TimeInterval.infinity
  /// Media time of the last frame in which anything was in flight.
  private var lastActive = -TimeInterval.infinity
  private var lastCount = -TimeInterval.infinity
  /// The number of times that animations were read (test hook).
  private(set) var readCount = 0
  /// The version of the animations that were read last; nil if they have to be read in each frame.
  private var version: Int?
  /// The stage's times between which what was read holds, as no animation begins or ends there.
  private var steady = 0.0..<0.0

  init() {}

  /// Notes that a trigger begins a run.
  mutating func beginRun() {
    timeline.reset()
    awaitFrame()
    awaitsAlignment = true
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
    let now = clock.stageTime(at: record.time)
    // A frame that was begun before the press may have reported what the press began, but not where the run starts.
    let mayAlign = awaitsAlignment && record.begin >= beganAt
    if !awaitsFrame, !mayAlign, record.hasParticles == activity.hasParticles,
      record.isAnimating && record.time - lastCount < Self.interval(reported)
        || (version != nil && version == context.animationVersion && steady.contains(now))
    {
      if !activity.isIdle { lastActive = record.time }
      return false
    }
    lastCount = record.time
    readCount += 1
    let wasIdle = activity.isIdle
    var reports: [AnimationReport] = []
    context.forEachAnimation(beneath: stage, at: record.time) { report in
      if !report.isCaret { reports.append(report) }
    }
    count(reports, at: now)
    if record.hasParticles, stage.hasEmitters { activity.hasParticles = true }
    // While a stage is paused, or its animations wait, there may be no frame for long: that ends no run.
    // What is scrubbed, or plays again, is of the run: a new one has an animation that was not seen before.
    let isNew =
      !activity.isIdle && wasIdle && !awaitsFrame && lastActive + Self.pause < record.time
      && (activity.hasParticles
        || reports.contains { $0.state != .ended && timeline.isNew($0) })
    if record.begin >= beganAt || !activity.isIdle { awaitsFrame = false }
    if !activity.isIdle { lastActive = record.time }
    if isNew {
      timeline.reset()
      clock.beginRun(at: min(activity.firstBegin, now), length: 0)
    }
    if mayAlign { align(clock, to: reports, record) }
    if activity.isEndless || activity.hasParticles { clock.extendRun(to: .infinity) }
    if activity.lastEnd.isFinite { clock.extendRun(to: activity.lastEnd) }
    // The run goes on while an animator is paused.
    if activity.paused > 0 { clock.extendRun(to: now) }
    reported = reports.count
    if reports.contains(where: timeline.isNew) {
      reports.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
    }
    // An animation that ended while the main thread was busy is reported with frames from before its end.
    let latest = max(record.time, MediaClock.now)
    timeline.update(
      reports, start: clock.start ?? 0, now: clock.stageTime(at: latest))
    // Where an animator plays, the model counts too, which may change without a commit of animations.
    version = timeline.followsModels ? nil : context.animationVersion
    return isNew
  }

  /// Moves the start of a run to the begin of its first animation: that begins with the commit, which a frame makes after
  /// the press. One that begins later than the frame has a delay, which counts from the press.
  private mutating func align(
    _ clock: StageClock, to reports: [AnimationReport], _ record: FrameRecord
  ) {
    guard let start = clock.start,
      let first = reports.map(\.begin).filter({ $0 >= start - 1e-6 }).min()
    else { return }
    awaitsAlignment = false
    let reached = clock.stageTime(at: record.time + record.period)
    if first <= reached { clock.alignRun(to: first) }
  }

  /// Counts what the animations do, and finds the times between which that holds.
  private mutating func count(_ reports: [AnimationReport], at now: TimeInterval) {
    activity = StageActivity()
    if timeline.showsParts {
      // Of the parts of one animation the one that is seen counts.
      var counted: Set<ObjectIdentifier> = []
      for report in reports.sorted(by: { $0.state.rank < $1.state.rank }) {
        activity.add(report, counts: counted.insert(timeline.animation(of: report)).inserted)
      }
    } else {
      for report in reports { activity.add(report) }
    }
    var (last, next) = (-TimeInterval.infinity, TimeInterval.infinity)
    for report in reports {
      for time in [report.begin, report.end] {
        // Within rounding of one, the next frame looks again.
        if time > now - 1e-6 { next = min(next, time) } else { last = max(last, time) }
      }
    }
    steady = min(last + 1e-6, next)..<next
  }
}
