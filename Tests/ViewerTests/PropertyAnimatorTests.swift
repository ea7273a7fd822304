// PropertyAnimatorTests.swift
// An animator scrubbed, reversed, paused, stopped and finished, by triggers and the slider (semantics 17).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples
import HostInterface

@Suite(.serialized) @MainActor struct PropertyAnimatorSampleTests {
  private let easeInOut = EasingCurve(c1: SIMD2(0.42, 0), c2: SIMD2(0.58, 1))

  private func open() throws -> (OffscreenStage, PropertyAnimatorSample) {
    let stage = OffscreenStage(PropertyAnimatorSample.self, scale: 0.25)
    return (stage, try #require(stage.sample as? PropertyAnimatorSample))
  }

  private func press(_ name: String, _ stage: OffscreenStage) throws {
    stage.run(try SampleCatalogue.trigger(named: name, of: stage.sample))
  }

  /// The box's progress in the presentation, 0...1.
  private func seen(_ sample: PropertyAnimatorSample) -> Double {
    sample.drawnValues[1].value / 100
  }

  @Test func runsToItsEnd() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    try press("start", stage)
    for time in [0.4, 1, 1.5] {
      stage.host.advance(to: time)
      #expect(abs(seen(sample) - easeInOut.value(at: time / 2)) < 1e-3)
      #expect(abs(Double(sample.slider.value) - time / 2) < 1e-3, "the slider follows the time")
    }
    stage.host.advance(to: 3)
    #expect(seen(sample) == 1)
    #expect(reports.map(\.finished) == [true])
    #expect(abs((reports.first?.elapsed ?? 0) - 2) < 2.5 / 60)
    #expect(sample.animator == nil && sample.status.text == "inactive")
  }

  /// Each run begins with the box's first position and colour.
  @Test func secondRunLooksLikeTheFirst() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    func green() -> Double { sample.box.layer.presentation()?.backgroundColor?.lanes.y ?? -1 }
    var seen: [Double] = []
    for run in 0..<2 {
      try press("start", stage)
      for time in [0.2, 1, 1.6] {
        stage.host.advance(to: 3 * Double(run) + time)
        seen.append(green())
      }
      stage.host.advance(to: 3 * Double(run + 1))
    }
    for (first, second) in zip(seen, seen.dropFirst(3)) { #expect(abs(first - second) < 1e-3) }
    #expect(seen[0] - seen[2] > 0.1)
  }

  @Test func reversedBeforeItsStartRunsBackwards() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    try press("reverse", stage)
    stage.host.advance(to: 0.5)
    #expect(abs(seen(sample) - easeInOut.value(at: 0.75)) < 1e-3)
    stage.host.advance(to: 3)
    #expect(seen(sample) == 0)
    #expect(reports.map(\.animation) == ["Animator at the start"])
    #expect(reports.map(\.finished) == [false])
  }

  @Test func reversalTakesTheElapsedTime() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    try press("start", stage)
    stage.host.advance(to: 0.8)
    let before = seen(sample)
    try press("reverse", stage)
    stage.host.advance(to: 0.8 + 1.0 / 60)
    #expect(abs(seen(sample) - before) < 0.03, "no jump")
    stage.host.advance(to: 1.5)
    #expect(reports.isEmpty)
    stage.host.advance(to: 2)
    #expect(reports.map(\.animation) == ["Animator at the start"])
    #expect(abs((reports.first?.elapsed ?? 0) - 1.6) < 2.5 / 60)
    #expect(seen(sample) == 0)
  }

  @Test func pausedAnimatorContinuesWithoutAJump() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    try press("start", stage)
    stage.host.advance(to: 0.7)
    try press("pause", stage)
    let standing = seen(sample)
    stage.host.advance(to: 5)
    #expect(abs(seen(sample) - standing) < 1e-9)
    #expect(sample.status.text?.hasPrefix("active ·") == true)
    try press("pause", stage)
    stage.host.advance(to: 6.2)
    #expect(reports.isEmpty)
    stage.host.advance(to: 6.5)
    #expect(reports.map(\.finished) == [true])
  }

  @Test func theSpringOvershoots() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    try press("start", stage)
    stage.host.advance(to: 0.5)
    try press("spring", stage)
    var most = 0.0
    for frame in 31..<150 {
      stage.host.advance(to: Double(frame) / 60)
      most = max(most, seen(sample))
    }
    #expect(most > 1.05)
    stage.host.advance(to: 4)
    #expect(seen(sample) == 1)
  }

  @Test(arguments: [
    (0, 0.0, "Animator at the start"), (1, 0.5, "Animator on the way"),
    (2, 1.0, "Animator at the end"),
  ])
  func stoppedAnimatorFinishesAtTheChosenPosition(segment: Int, place: Double, name: String) throws
  {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    sample.finish.selectedSegmentIndex = segment
    try press("start", stage)
    stage.host.advance(to: 1)
    try press("stop", stage)
    stage.host.advance(to: 1.5)
    #expect(abs(seen(sample) - 0.5) < 1e-3, "the model took over what was seen")
    #expect(sample.status.text?.hasPrefix("stopped") == true)
    #expect(reports.isEmpty)
    try press("finish", stage)
    stage.host.advance(to: 1.6)
    #expect(abs(seen(sample) - place) < 1e-3)
    #expect(reports.map(\.animation) == [name])
  }

  /// Dragging the slider's knob moves the box linearly with the pointer (semantics 17).
  @Test func sliderScrubs() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    let place = sample.slider.placeInWindow
    func point(_ part: Double) -> CGPoint {
      CGPoint(x: place.minX + 12 + (place.width - 24) * part, y: place.midY)
    }
    stage.host.send(.pointerMoved(point(0)))
    stage.host.send(.pointerDown(point(0), button: 1, clicks: 1))
    stage.host.advance(to: 0.1)
    for (index, part) in [0.25, 0.6, 0.9, 0.3].enumerated() {
      stage.host.send(.pointerMoved(point(part)))
      stage.host.advance(to: 0.2 + 0.1 * Double(index))
      #expect(abs(seen(sample) - part) < 1e-2, "at \(part)")
      #expect(abs(Double(sample.animator?.fractionComplete ?? -1) - part) < 1e-2)
    }
    stage.host.send(.pointerUp(point(0.3), button: 1))
    stage.host.advance(to: 1)
    #expect(sample.animator?.isRunning == false)
    #expect(abs(seen(sample) - 0.3) < 1e-2, "it stays where it was let go")
    try press("pause", stage)
    stage.host.advance(to: 3)
    #expect(seen(sample) == 1)
  }

  /// Without linear scrubbing, the slider sets the time, and the box follows the curve.
  @Test func scrubbingByTimeFollowsTheCurve() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    sample.linear.isSelected = false
    sample.slider.value = 0.25
    sample.slider.sendActions(for: .valueChanged)
    stage.host.advance(to: 0.1)
    #expect(abs(seen(sample) - easeInOut.value(at: 0.25)) < 1e-3)
  }

  @Test func pausedOnCompletionCanBeReversed() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    sample.pauses.isSelected = true
    try press("start", stage)
    stage.host.advance(to: 3)
    #expect(reports.isEmpty && sample.animator?.state == .active)
    #expect(seen(sample) == 1)
    try press("reverse", stage)
    try press("pause", stage)
    stage.host.advance(to: 4)
    #expect(abs(seen(sample) - 0.5) < 0.02)
    try press("stop", stage)
    try press("finish", stage)
    #expect(reports.count == 1)
  }

  /// In any state the sample can be closed and resized, without traps or repeated completions.
  @Test(arguments: [["pause"], ["start", "stop"], ["start"], ["start", "pause", "reverse"]])
  func sampleCanBeClosedAtAnyTime(names: [String]) throws {
    let (stage, sample) = try open()
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    for (index, name) in names.enumerated() {
      try press(name, stage)
      stage.host.advance(to: 0.2 * Double(index + 1))
    }
    stage.close()
    #expect(sample.animator == nil)
    #expect(reports.isEmpty)
  }

  @Test func randomTriggerOrdersAreHandled() throws {
    let (stage, sample) = try open()
    defer { stage.close() }
    var random = Seeded(state: 7)
    let triggers = sample.triggers
    var time = 0.0
    for _ in 0..<300 {
      stage.run(triggers[Int(random.next() % UInt64(triggers.count))])
      time += Double(random.next() % 30) / 60
      stage.host.advance(to: time)
      #expect(seen(sample).isFinite)
    }
  }

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }
}
