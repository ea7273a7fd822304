// SelfTestTests.swift
// The faults of the injector, what is found of them, and the self-test, which fails with a wrong detector.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct SelfTestTests {
  @Test func everyFaultIsFoundExactly() {
    let results = SelfTest.run()
    // Five faults and a run without any, with four figures each; three lanes with two.
    #expect(results.count == 30)
    for result in results { #expect(result.passes, "\(result.line)") }
    let lines = Set(results.map(\.line))
    for line in [
      "SelfTest, no fault: missed refreshes 0, expected 0",
      "SelfTest, drop a frame: missed refreshes 1, expected 1",
      "SelfTest, drop a frame: cause present wait, expected present wait",
      "SelfTest, block 50 ms: missed refreshes 3, expected 3",
      "SelfTest, block 50 ms: cause commit, expected commit",
      "SelfTest, slow render 20 ms: cause render, expected render",
      "SelfTest, slow render 20 ms: animation error 16.667 ms, expected 16.667 ms",
      "SelfTest, uneven clock ± 2 ms: missed refreshes 0, expected 0",
      "SelfTest, uneven clock ± 2 ms: animation error 4.000 ms, expected 4.000 ms",
      "SelfTest, late callback: missed refreshes 0, expected 0",
      "SelfTest, late callback: skew 16.667 ms, expected 16.667 ms",
      "Skew lanes, Two built-in: skew 0.000 ms, expected 0.000 ms",
      "Skew lanes, @Animatable: skew 0.000 ms, expected 0.000 ms",
      "Skew lanes, @Animatable: pixels and values agree, expected agree",
      "Skew lanes, Late callback: skew 16.667 ms, expected 16.667 ms",
      "Skew lanes, Late callback: pixels and values agree, expected agree",
    ] {
      #expect(lines.contains("pass  " + line), "\(line)")
    }
  }

  /// Each of these is blind to one figure, which is then missed in the faults that have it.
  @Test(arguments: ["missed refreshes", "cause", "animation error", "skew"])
  func wrongDetectorFailsTheSelfTest(figure: String) {
    let results = SelfTest.run { history, first in
      var outcome = FaultOutcome.found(in: history, from: first)
      switch figure {
      case "missed refreshes": outcome.missed = 0
      case "cause": outcome.cause = nil
      case "animation error": outcome.animationError = 0
      default: outcome.skew = 0
      }
      return outcome
    }
    let failed = results.filter { !$0.passes }
    #expect(!failed.isEmpty && failed.allSatisfy { $0.figure == figure })
    #expect(failed.allSatisfy { $0.line.hasPrefix("FAIL  ") })
  }

  /// A detector that sees hitches everywhere fails without any fault.
  @Test func detectorOfGhostsFailsTheSelfTest() {
    let results = SelfTest.run { _, _ in FaultOutcome(missed: 1, cause: "render") }
    #expect(results.contains { $0.trigger == "no fault" && !$0.passes })
  }

  @Test func commandPrintsEachFigureAndPasses() throws {
    let result = try Program.run(["check", "--self-test"])
    #expect(result.status == 0, "\(result.errors)\n\(result.text)")
    #expect(
      result.text.contains("pass  SelfTest, block 50 ms: missed refreshes 3, expected 3"))
    let json = try Program.run(["check", "--self-test", "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect((object["results"] as? [Any])?.count == 30)
    #expect(try Program.run(["check", "Pop", "--self-test"]).status == 64)
  }

  // MARK: In the window

  private func playing() throws -> (OffscreenStage, MainViewController, LoadingIndicatorSample) {
    let stage = OffscreenStage(
      LoadingIndicatorSample.self, size: OffscreenStage.windowSize, scale: 0.25, showsWindow: true)
    let viewer = try #require(stage.viewer)
    let sample = try #require(viewer.sample as? LoadingIndicatorSample)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    return (stage, viewer, sample)
  }

  @Test(arguments: [
    (Injection.dropFrame, "Drop a frame. Injected: expected 1 late, found 1. Cause: present wait."),
    (.mainThread, "Block 50 ms. Injected: expected 3 late, found 3. Cause: commit."),
    (.slowRender, "Slow render 20 ms. Injected: expected 1 late, found 1. Cause: render."),
    (.renderThread, "Block rendering 50 ms. Injected: expected 3 late, found 3. Cause: render."),
    (
      .unevenClock,
      "Uneven clock ± 2 ms. Injected: expected 0 late, error 4.0 ms, found 0, error 4.0 ms."
    ),
    (
      .lateCallback,
      "Late callback. Injected: expected 0 late, 16.7 ms behind, found 0, 16.7 ms behind."
    ),
  ])
  func windowLogsWhatWasExpectedAndFound(fault: Injection, entry: String) throws {
    let (stage, viewer, _) = try playing()
    defer { stage.close() }
    viewer.perform(.stutterMenu)
    let name = "stutter-\(fault.controlName)"
    let row = try #require(viewer.stutterMenu.controls.first { $0.name == name })
    stage.host.advance(to: 0.6)
    stage.host.press(row.control)
    stage.host.advance(to: 1.9)
    #expect(viewer.stutterMenu.isHidden, "a choice closes the menu")
    let log = viewer.inspector.events.entries
    #expect(log.contains { $0.text == entry && $0.isOnPurpose }, "\(log.map(\.text))")
  }

  /// A fault is found in each frame of a loop, also at its edges.
  @Test func loopFindsAFaultInEachOfItsFrames() throws {
    let stage = OffscreenStage(
      PopSample.self, size: OffscreenStage.windowSize, scale: 0.25, showsWindow: true)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.1)
    viewer.toggleLoop()
    stage.host.advance(to: 0.5)
    let length = try #require(viewer.clock.loop).upperBound
    // Each fault one frame later in the loop than the one before: from before its edge to after it.
    var time = 0.1 + 2 * length - 8.0 / 60
    for _ in 0..<16 {
      stage.host.advance(to: time)
      viewer.inject(.dropFrame)
      time += length + 1.0 / 60
    }
    stage.host.advance(to: time)
    let log = viewer.inspector.events.entries.map(\.text).filter { $0.hasPrefix("Drop a frame") }
    let wanted =
      Injection.dropFrame.title + ". Injected: expected 1 late, found 1. Cause: present wait."
    #expect(log.count == 16 && log.allSatisfy { $0 == wanted }, "\(log)")
  }

  /// The pixels' witness: the layer that is drawn in the callback is one refresh behind the marker.
  @Test func lateCallbackDrawsTheValueOfTheFrameBefore() throws {
    let (stage, viewer, sample) = try playing()
    defer { stage.close() }
    func drawn(at time: TimeInterval) throws -> (percent: Double, marker: Double) {
      stage.host.advance(to: time)
      let values = MediaClock.withFrameTime(time) { sample.drawnValues }
      return (
        try #require(values.first { $0.name == "percent" }).value,
        try #require(values.first { $0.name == "marker" }).value
      )
    }
    let before = try drawn(at: 0.6)
    #expect(abs(before.percent - before.marker) < 1e-6)
    viewer.inject(.lateCallback)
    let first = try drawn(at: 0.6 + 1.0 / 60)
    let late = try drawn(at: 0.6 + 2.0 / 60)
    // The engine's own: a quarter of a pixel for each point of the marker's way.
    let distance = try #require(stage.host.records.last?.skewDistance)
    let moved = (late.marker - first.marker) / 100 * LoadingIndicatorSample.trackWidth * 0.25
    #expect(abs(distance - moved) < 1e-6 && distance > 0.1, "\(distance) \(moved)")
    let onTime = try drawn(at: 0.6 + 3.0 / 60)
    #expect(abs(onTime.percent - late.marker) < 1e-6, "the frame before's value")
    #expect(onTime.marker - onTime.percent > 0.5)
    let after = try drawn(at: 1.4)
    #expect(abs(after.percent - after.marker) < 1e-6, "it ends by itself")
  }

  @Test func repeatedFaultComesEverySecond() throws {
    let (stage, viewer, _) = try playing()
    defer { stage.close() }
    viewer.perform(.stutterMenu)
    let toggle = try #require(viewer.stutterMenu.controls.last)
    stage.host.press(toggle.control)
    stage.host.advance(to: 0.6)
    viewer.inject(.dropFrame)
    stage.host.advance(to: 1.9)
    #expect(viewer.dock.history.figures.missed == 2, "at 0.6 s and at 1.6 s")
  }
}
