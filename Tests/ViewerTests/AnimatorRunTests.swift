// AnimatorRunTests.swift
// A run of a property animator in the window: its segments in the rows, and each time of it shown again as it was.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct AnimatorRunTests {
  /// What is done to the property animator, by time.
  private nonisolated static let animatorRuns:
    [(name: String, triggers: [(TimeInterval, String)])] = [
      ("reversed", [(0, "start"), (0.5, "reverse")]),
      ("reversed twice", [(0, "start"), (0.9, "reverse"), (1.3, "reverse")]),
      ("reversed before its start", [(0, "reverse")]),
      ("paused", [(0, "start"), (0.5, "pause"), (1.5, "pause")]),
      ("paused and reversed", [(0, "start"), (0.5, "pause"), (0.8, "reverse"), (1.1, "pause")]),
      ("continued with a spring", [(0, "start"), (0.7, "spring")]),
      ("stopped", [(0, "start"), (0.7, "stop"), (1.2, "finish")]),
      ("started paused", [(0, "pause"), (0.4, "pause"), (0.9, "reverse")]),
    ]

  /// Presses triggers at their times, and returns what is shown at every third frame of ten seconds.
  private func shownFrames(
    _ stage: OffscreenStage, _ viewer: MainViewController, _ triggers: [(TimeInterval, String)]
  ) throws -> [(time: TimeInterval, values: [[Double]])] {
    var rest = triggers[...]
    var frames: [(TimeInterval, [[Double]])] = []
    for frame in 0..<600 {
      let now = Double(frame) / 60
      if let next = rest.first, next.0 <= now + 1e-9 {
        try viewer.press(next.1)
        rest.removeFirst()
      }
      stage.host.advance(to: Double(frame + 1) / 60)
      if frame % 3 == 2, viewer.clock.start != nil {
        let time = viewer.clock.elapsed(at: CACurrentMediaTime())
        frames.append((time, viewer.shownValues))
      }
    }
    #expect(viewer.dock.activity.isIdle && rest.isEmpty)
    return frames
  }

  /// What an animator was made to do is shown again as it was, after its end, and nothing of it is left then.
  @Test(arguments: animatorRuns.indices) func animatorIsShownAsItWas(index: Int) throws {
    let run = Self.animatorRuns[index]
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    let frames = try shownFrames(stage, viewer, run.triggers)
    let sample = try #require(viewer.sample as? PropertyAnimatorSample)
    #expect(sample.animator == nil)
    let reports = viewer.inspector.events.total
    var now = 10.0
    for frame in frames where frame.time < viewer.clock.length - 0.02 {
      viewer.scrub(to: frame.time)
      now += 0.1
      stage.host.advance(to: now)
      #expect(viewer.shownValues == frame.values, "\(run.name) at \(frame.time) s")
    }
    viewer.togglePlay()
    stage.host.advance(to: now + 20)
    #expect(viewer.dock.activity.isIdle, "nothing is left that never ends")
    #expect(viewer.shownValues == frames.last?.values)
    #expect(viewer.inspector.events.total == reports, "nothing is reported again")
  }

  /// An animator that was reversed is shown on its way there while it is still on its way back, and comes home.
  @Test(arguments: ["reverse", "pause", "spring"])
  func activeAnimatorIsShownAsItWas(trigger: String) throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    try viewer.press("start")
    var frames: [(TimeInterval, [[Double]])] = []
    for frame in 1...60 {
      stage.host.advance(to: Double(frame) / 60)
      if frame % 5 == 0 {
        frames.append((viewer.clock.elapsed(at: CACurrentMediaTime()), viewer.shownValues))
      }
      if frame == 32 { try viewer.press(trigger) }
    }
    viewer.clock.pause()
    stage.host.advance(to: 1.1)
    let rows = viewer.tracker.timeline.rows
    for frame in frames.reversed() + frames {
      viewer.scrub(to: frame.0)
      stage.host.advance(to: CACurrentMediaTime() + 0.1)
      #expect(viewer.shownValues == frame.1, "at \(frame.0) s")
    }
    #expect(viewer.tracker.timeline.rows.map(\.segments) == rows.map(\.segments))
    viewer.togglePlay()
    stage.host.advance(to: CACurrentMediaTime() + 1)
    if trigger == "pause" {
      try viewer.press("pause")
      stage.host.advance(to: CACurrentMediaTime() + 3)
    }
    stage.host.advance(to: CACurrentMediaTime() + 3)
    let sample = try #require(viewer.sample as? PropertyAnimatorSample)
    #expect(sample.animator == nil && viewer.dock.activity.isIdle)
    let place = sample.box.layer.presentation()?.position.x
    #expect(place == (trigger == "reverse" ? sample.lane.start.x : sample.lane.end.x))
  }

  /// A trigger that is pressed while a run that is over is looked at begins its own run, with nothing of the other.
  @Test(arguments: ["start", "reverse"]) func newRunHasNothingOfThePast(trigger: String) throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    _ = try shownFrames(stage, viewer, [(0, "start"), (0.5, "pause"), (0.7, "pause")])
    viewer.scrub(to: 0.6)
    stage.host.advance(to: 10.1)
    #expect(viewer.dock.activity.inFlight == 3, "each animation counts once")
    try viewer.press(trigger)
    stage.host.advance(to: 10.2)
    let rows = viewer.tracker.timeline.rows
    #expect(rows.count == 3 && rows.allSatisfy { abs($0.begin) < 0.02 })
    #expect(viewer.dock.activity.inFlight == 3 && viewer.lastTrigger?.name == trigger)
    let box = try #require(viewer.sample as? PropertyAnimatorSample).box.layer
    #expect(box.animationKeys()?.count == 3)
    let lane = try #require(viewer.sample as? PropertyAnimatorSample).lane
    let place = try #require(box.presentation()?.position.x)
    let start = trigger == "start" ? lane.start.x : lane.end.x
    #expect(abs(place - start) < 4, "\(place)")
  }

  /// What an animator shows once it has been stopped and finished is of its run.
  @Test func stoppingAndFinishingIsOneRun() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    _ = try shownFrames(stage, viewer, [(0, "start"), (0.7, "stop"), (1.2, "finish")])
    #expect(viewer.tracker.timeline.rows.count == 3 && viewer.lastTrigger?.name == "start")
    #expect(
      viewer.script.run.map(\.action) == [.trigger("start"), .trigger("stop"), .trigger("finish")])
    let row = viewer.tracker.timeline.rows[0]
    #expect(row.outcome.isCut && row.fraction(at: 5) < 0.4, "the curve ends where it was stopped")
  }

  /// The values of the Curve tab are over what the model had in the run, whatever it has now.
  @Test func curveValuesAreThoseOfTheRun() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    let frames = try shownFrames(stage, viewer, [(0, "start"), (0.9, "reverse")])
    let sample = try #require(viewer.sample as? PropertyAnimatorSample)
    viewer.perform(.inspector(.curve))
    let recorded = try #require(viewer.tracker.timeline.recorded(ofRow: 0))
    let row = viewer.tracker.timeline.rows[0]
    #expect(row.title == "position")
    for frame in frames where frame.time <= row.end {
      let fraction = try #require(row.drivenFraction(at: frame.time))
      let value = try #require(recorded.value(at: fraction)?.text)
      let x =
        Double(sample.lane.start.x) + fraction * Double(sample.lane.end.x - sample.lane.start.x)
      #expect(
        abs((Double(value.prefix { $0 != "," }) ?? .nan) - x) < 1e-3, "\(value) at \(frame.time)")
    }
  }

  /// Keyframes that an animator plays have their values in the table, on the way back as well.
  @Test func keyframesOfAnAnimatorHaveTheirValues() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    viewer.stage.content.addSubview(box)
    stage.host.advance(to: 0.5)
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) {
      UIView.animateKeyframes(withDuration: 2, delay: 0, options: .calculationModeLinear) {
        for (place, x) in [105.0, 5, 205].enumerated() {
          UIView.addKeyframe(
            withRelativeStartTime: Double(place) / 3, relativeDuration: 1.0 / 3
          ) { box.center.x = x }
        }
      }
    }
    animator.startAnimation()
    var shown: [(time: TimeInterval, x: Double)] = []
    for frame in 1...150 {
      stage.host.advance(to: 0.5 + Double(frame) / 60)
      if frame == 70 { animator.isReversed = true }
      guard frame % 7 == 0, let x = box.layer.presentation()?.position.x else { continue }
      shown.append((viewer.clock.elapsed(at: CACurrentMediaTime()), Double(x)))
    }
    let timeline = viewer.tracker.timeline
    let index = try #require(timeline.rows.firstIndex { $0.title == "position" })
    let row = timeline.rows[index]
    #expect(row.segments.count == 2 && Set(shown.map { $0.x.rounded() }).count > 8)
    let curve = CurveSample(try #require(timeline.recorded(ofRow: index)), row)
    for (time, x) in shown where time <= row.end {
      let text = curve.texts(at: curve.place(at: time), time: time)[2]
      #expect(
        abs((Double(text.prefix { $0 != "," }) ?? .nan) - x) < 0.01, "\(text) \(x) at \(time)")
    }
  }

  /// While an animator is paused, the run goes on: what happens then has its time.
  @Test func pausedAnimatorDoesNotStopTheClock() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    try viewer.press("start")
    stage.host.advance(to: 0.5)
    try viewer.press("pause")
    stage.host.advance(to: 6)
    try viewer.press("pause")
    let entry = try #require(viewer.inspector.events.entries.last)
    #expect(entry.text.hasPrefix("Pause") && abs(entry.time - 6) < 0.05, "\(entry)")
    stage.host.advance(to: 6.1)
    #expect(viewer.tracker.timeline.rows[0].detail.contains("continued at 6.0"))
  }

  /// An animator that is reversed while its run is looped is shown on its way there in the next round.
  @Test func loopHasTheSegmentsOfItsRounds() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    try viewer.press("start")
    stage.host.advance(to: 0.5)
    let early = viewer.shownValues
    viewer.toggleLoop()
    stage.host.advance(to: 1)
    try viewer.press("reverse")
    stage.host.advance(to: 1.2)
    #expect(!viewer.tracker.timeline.lacksPast && viewer.clock.loop != nil)
    viewer.scrub(to: 0.5)
    stage.host.advance(to: 1.3)
    #expect(viewer.shownValues == early)
    // Turned again earlier in a later round: what was to come after that did not come.
    viewer.togglePlay()
    var now = 1.3
    while viewer.clock.elapsed(at: now) > 0.35 || viewer.clock.elapsed(at: now) < 0.2, now < 9 {
      now += 1.0 / 60
      stage.host.advance(to: now)
    }
    try viewer.press("reverse")
    now += 0.3
    stage.host.advance(to: now)
    let (later, time) = (viewer.shownValues, viewer.clock.elapsed(at: CACurrentMediaTime()))
    let timeline = viewer.tracker.timeline
    #expect(timeline.rows.count == 3 && timeline.rows.allSatisfy { $0.segments.count == 2 })
    #expect(time < 1 && viewer.dock.activity.inFlight == 3, "\(time)")
    for _ in 0..<2 {
      viewer.scrub(to: time)
      stage.host.advance(to: CACurrentMediaTime() + 0.1)
      #expect(viewer.shownValues == later, "\(time)")
      viewer.scrub(to: 0)
      stage.host.advance(to: CACurrentMediaTime() + 0.1)
    }
    // From the very start, nothing of it is left.
    try viewer.press("reverse")
    stage.host.advance(to: CACurrentMediaTime() + 0.1)
    #expect(timeline.rows.count == 3 && timeline.rows.allSatisfy { $0.segments.count == 1 })
    let box = try #require(viewer.sample as? PropertyAnimatorSample).box.layer
    #expect(box.animationKeys()?.count == 3)
  }

  /// A trigger that finds nothing to act on leaves the rows of a run that is over as they are.
  @Test func rowsThatEndedStaySo() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    _ = try shownFrames(stage, viewer, [(0, "start")])
    viewer.scrub(to: 0.2)
    stage.host.advance(to: 10.1)
    try viewer.press("stop")
    stage.host.advance(to: 13)
    let rows = viewer.tracker.timeline.rows
    #expect(rows.count == 3 && rows.allSatisfy { $0.outcome == .ended }, "\(rows.map(\.outcome))")
  }

  /// The row of an animator has what was done to it, and the curve of what it made of it.
  @Test func rowsOfAnimatorsHaveSegments() throws {
    let (stage, viewer) = try openWindow(PropertyAnimatorSample.self)
    defer { stage.close() }
    _ = try shownFrames(
      stage, viewer, [(0, "start"), (0.5, "pause"), (1, "pause"), (1.5, "reverse")])
    let timeline = viewer.tracker.timeline
    #expect(timeline.rows.count == 3)
    for row in timeline.rows {
      #expect(row.segments.count == 4)
      #expect(row.detail.hasPrefix("3 changes, reversed at 1.50 s, animator"), "\(row.detail)")
      #expect(abs(row.end - row.begin - 2.5) < 0.03 && row.outcome == .ended, "\(row.end)")
      #expect(abs(row.curve[0].progress) < 1e-9 && abs(row.curve.last?.progress ?? 1) < 1e-9)
      let peak = try #require(row.curve.map(\.progress).max())
      // Half its time, as the pause takes none of it.
      #expect(abs(peak - 0.5) < 0.02, "\(peak)")
      #expect(row.drivenFraction(at: 0.7) == row.drivenFraction(at: 0.9))
    }
    #expect(abs(viewer.clock.length - timeline.length) < 0.1)
  }
}
