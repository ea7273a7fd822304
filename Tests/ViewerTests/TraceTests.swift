// TraceTests.swift
// Traces for Perfetto: that its readers take them without a warning, and that they have the window's figures.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct TraceTests {
  private func recording(_ viewer: MainViewController) throws -> RunRecording {
    try #require(
      RunRecording(
        sample: "Springs", trigger: "all", driver: "a \"driver\"\\", viewer.dock.history,
        rows: viewer.tracker.timeline.rows, rate: Double(viewer.speedPercent) / 100))
  }

  private func check(_ run: RunRecording) -> TraceCheck {
    TraceCheck(Data(PerfettoTrace.text(of: run).utf8))
  }

  /// Every trigger of every sample, cut short by the next one.
  @Test func tracesOfAllSamplesAreValid() throws {
    for kind in SampleCatalogue.all {
      let (stage, viewer) = try openWindow(kind)
      defer { stage.close() }
      var time = 0.1
      for index in viewer.triggers.indices {
        viewer.press(triggerAt: index)
        time += 0.15
        stage.host.advance(to: time)
        guard viewer.dock.history.firstOfRun != nil else { continue }
        let found = check(try recording(viewer))
        #expect(found.problems == [], "\(kind.name), \(viewer.triggers[index].name)")
        #expect(!found.events.isEmpty)
      }
    }
  }

  /// The sums of a trace are the figures of the window.
  @Test func sumsAreThoseOfTheWindow() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    for (time, fault) in [(0.2, Injection.mainThread), (0.6, .slowRender), (1, .dropFrame)] {
      stage.host.advance(to: time)
      viewer.perform(.inject(fault))
    }
    stage.host.advance(to: 4)
    let run = try recording(viewer)
    let (figures, found) = (viewer.dock.history.figures, check(run))
    #expect(found.problems == [] && figures.missed == 5)
    #expect(found.sum("missed", "actual") == Double(figures.missed))
    #expect(abs(found.sum(ofCounter: "hitch_ms") - figures.hitchTime * 1000) < 0.3)
    let phases = found.durations("phase")
    for stage in FrameStage.allCases {
      let sum = run.records.reduce(0) { $0 + $1[stage] }
      #expect(abs((phases[stage.title.lowercased()] ?? 0) - sum) < 1e-6, "\(stage)")
    }
    #expect((phases["commit"] ?? 0) > 0.04 && (phases["render"] ?? 0) > 0.01)
  }

  /// Frames of a render thread overlap with those of the main thread: their slices still nest, and none drifts away
  /// from when it was shown.
  @Test(arguments: [false, true])
  func framesOfBusyThreadsNest(isServed: Bool) throws {
    var random = SeededRandom(seed: 2)
    var run = RunRecording(
      sample: "Made", trigger: "up", driver: "test", start: 1000, records: [], rows: [])
    var display = 1000.0
    for index in 1...2000 {
      display += Double(Int.random(in: 1...2, using: &random)) / 59.94
      var record = FrameRecord()
      (record.index, record.period, record.display) = (index, 1 / 59.94, display)
      (record.isAnimating, record.isServed) = (true, isServed)
      for stage in FrameStage.allCases { record[stage] = .random(in: 0...0.006, using: &random) }
      let ahead = isServed ? 0.03 : 0.001
      record.begin =
        display - record.work - record[.present] - .random(in: 0...ahead, using: &random)
      run.records.append(record)
    }
    let found = check(run)
    #expect(found.problems == [])
    for stage in FrameStage.allCases {
      let sum = run.records.reduce(0) { $0 + $1[stage] }
      #expect(abs((found.durations("phase")[stage.title.lowercased()] ?? 0) - sum) < 1e-5)
    }
    if isServed {
      let last = found.events.last { $0["cat"] as? String == "phase" }
      let end = try #require(
        last.flatMap {
          TraceCheck.nanoseconds($0["ts"]).map { $0 + (TraceCheck.nanoseconds(last?["dur"]) ?? 0) }
        })
      let shown = try #require(found.events.last { $0["ph"] as? String == "i" })
      #expect(abs(end - (TraceCheck.nanoseconds(shown["ts"]) ?? 0)) < 20_000_000)
    }
  }

  /// At half the speed, and over a pause, animations stand at the frames that showed them.
  @Test func animationsStandAtTheirFrames() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 6)
    let usual = try recording(viewer)
    let length = try #require(usual.rows.map(\.end).max())
    #expect(length > 0.5 && abs(usual.start) < 0.05)
    viewer.perform(.speed(percent: 50))
    try viewer.press("all")
    stage.host.advance(to: 6.3)
    viewer.perform(.togglePlay)
    stage.host.advance(to: 7.3)
    viewer.perform(.togglePlay)
    stage.host.advance(to: 12)
    let slow = try recording(viewer)
    let slowest = try #require(slow.rows.map(\.end).max())
    #expect(abs(slowest - (2 * length + 1)) < 0.1, "\(slowest), \(length)")
    #expect(abs(slow.start - 6) < 0.05)
    #expect(check(slow).problems == [])
    // What was done to the speed later does not move the begin.
    viewer.perform(.speed(percent: 10))
    #expect(abs(try recording(viewer).start - slow.start) < 1e-6)
    viewer.perform(.speed(percent: 50))
    // Backwards, the slices remain where they were shown first.
    viewer.perform(.backwards)
    stage.host.advance(to: 14)
    let again = try #require(try recording(viewer).rows.map(\.end).max())
    #expect(abs(again - slowest) < 0.1, "\(again)")
  }

  @Test func traceIsWrittenByKey() throws {
    let directory = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Springs"], environment: ["XDG_PICTURES_DIR": directory.path])
    try viewer.press("trigger-all")
    try viewer.advance(by: 1)
    try viewer.server.xdotool("key", "ctrl+e")
    try viewer.advance(by: 0.1)
    let file = directory.url.appendingPathComponent("lamella-Springs-all.json")
    let isWritten = wait(RunningViewer.patience) {
      FileManager.default.fileExists(atPath: file.path)
    }
    #expect(isWritten)
    let found = TraceCheck(try Data(contentsOf: file))
    #expect(found.problems == [] && found.durations("frame").count > 50)
  }

  /// A trace in real time whose window is closed has what was recorded until then, and so has one whose display server is
  /// lost.
  @Test(arguments: [false, true])
  func traceOfAnEndedWindowHasItsFrames(isLost: Bool) throws {
    let directory = try TemporaryDirectory()
    // Its window has no log by which a test finds it, but a name.
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path(isOptimized: true))
    process.arguments = [
      "trace", "Springs", "--trigger", "all", "--clock", "real", "--duration", "1000", "-o",
      directory.path + "/ended.json",
    ]
    let server = try XServer()
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11",
    ]) { $1 }
    try process.run(patience: nil)
    defer { process.end() }
    let window = try server.xdotool("search", "--sync", "--onlyvisible", "--class", "lamella")
    try server.xdotool("windowfocus", window.trimmingCharacters(in: .whitespacesAndNewlines))
    // Its frames, which a busy machine makes late, are seen.
    var seen: [UInt8] = []
    var pictures = 0
    let areShown = try wait(RunningViewer.patience) {
      let now = try server.screenshot().bytes
      if now != seen { (seen, pictures) = (now, pictures + 1) }
      return pictures > 10
    }
    #expect(areShown)
    if isLost { server.end() }
    let hasEnded = try wait(RunningViewer.patience) {
      if process.isRunning, !isLost { try server.xdotool("key", "ctrl+q") }
      return !process.isRunning
    }
    try #require(hasEnded)
    #expect(process.terminationStatus == (isLost ? 69 : 0))
    let ended = TraceCheck(
      try Data(contentsOf: directory.url.appendingPathComponent("ended.json")))
    #expect(ended.problems == [] && ended.durations("frame").count > 5, "\(ended.problems)")
  }

  @Test func aRunWithoutFramesIsNotWritten() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.2)
    viewer.perform(.trace)
    #expect(viewer.inspector.events.entries.last?.text == Wording.noRunToTrace)
  }

  /// What a reader would warn about is found.
  @Test(arguments: [
    (#"{"ph":"Q","pid":1,"ts":0}"#, "phase Q"),
    (#"{"ph":"X","pid":1,"tid":1,"ts":0,"name":"a"}"#, "without dur"),
    (#"{"ph":"X","pid":1,"tid":1,"ts":0,"dur":-1,"name":"a"}"#, "negative"),
    (#"{"ph":"X","pid":1,"tid":9,"ts":0,"dur":1,"name":"a"}"#, "no name"),
    (
      #"{"ph":"X","pid":1,"tid":1,"ts":0,"dur":2,"name":"a"},{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1.001,"name":"b"}"#,
      "overlap"
    ),
    (#"{"ph":"i","pid":1,"tid":1,"ts":0,"name":"a","s":"x"}"#, "scope"),
    (#"{"ph":"C","pid":1,"ts":0,"name":"a","args":{"ms":"1"}}"#, "counter"),
    (#"{"ph":"b","pid":1,"ts":0,"name":"a","cat":"c","id":"1"}"#, "no end"),
    (#"{"ph":"e","pid":1,"ts":0,"name":"a","cat":"c","id":"1"}"#, "without a begin"),
    (
      #"{"ph":"b","pid":1,"ts":2,"name":"a","cat":"c","id":"1"},{"ph":"e","pid":1,"ts":1,"name":"a","cat":"c","id":"1"}"#,
      "before"
    ),
    (#"{"ph":"i","pid":1,"tid":1,"name":"a","s":"t"}"#, "without a time"),
    (#"{"ph":"i","pid":1,"tid":1,"ts":-1,"name":"a","s":"t"}"#, "negative time"),
    (
      #"{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"b"}}"#, "two names"
    ),
  ])
  func brokenTracesAreFound(events: String, words: String) {
    let name = #"{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"a"}}"#
    let found = TraceCheck(Data(#"{"traceEvents":[\#(name),\#(events)]}"#.utf8))
    #expect(found.problems.contains { $0.contains(words) }, "\(found.problems)")
    #expect(TraceCheck(Data(#"{"traceEvents":[\#(name)]}"#.utf8)).problems == [])
  }
}
