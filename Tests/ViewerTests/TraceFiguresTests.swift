// TraceFiguresTests.swift
// The figures of a run in the JSON of `lamella trace`: those of the window in which it was played.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct TraceFiguresTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func figures(_ text: String) throws -> [String: Any] {
    try #require(try object(text)["figures"] as? [String: Any])
  }

  /// Each figure of the file beside that of the window.
  private func expect(
    _ file: [String: Any], _ window: FrameFigures, skew: TimeInterval,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected: [String: Double?] = [
      "frames": Double(window.frames), "hitches": Double(window.hitches),
      "missed": Double(window.missed), "longest_miss": Double(window.longestMiss),
      "animated_s": window.animatingTime, "hitch_time_ms": window.hitchTime * 1000,
      "late_raw_ms": window.rawLateTime * 1000,
      "hitch_time_ratio_ms_per_s": window.hitchTimeRatio, "missed_share": window.missedShare,
      "p50_ms": window.p50.map { $0 * 1000 }, "p95_ms": window.p95.map { $0 * 1000 },
      "p99_ms": window.p99.map { $0 * 1000 }, "low1_avg_fps": window.lows?.average,
      "low1_time_fps": window.lows?.time, "low1_p99_fps": window.lows?.percentile,
      "animation_error_mean_ms": window.animationErrorMean * 1000,
      "animation_error_p99_ms": window.animationErrorP99 * 1000,
      "animation_error_percent": window.animationErrorShare * 100, "max_skew_ms": skew * 1000,
    ]
    #expect(
      Set(file.keys) == Set(expected.keys).union(["work_p50_ms", "work_p95_ms", "max_skew_px"]),
      sourceLocation: sourceLocation)
    for (name, value) in expected {
      let found = (file[name] as? NSNumber)?.doubleValue
      // Files are rounded to a thousandth.
      #expect(
        abs((found ?? .infinity) - (value ?? .infinity)) <= 0.000_51,
        "\(name): \(found ?? .nan), not \(value ?? .nan)", sourceLocation: sourceLocation)
    }
  }

  @Test func figuresAreThoseOfTheWindow() throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self)
    defer { stage.close() }
    try viewer.press("ease-out")
    let faults: [(Double, Injection)] = [
      (0.2, .mainThread), (0.5, .slowRender), (0.7, .dropFrame), (0.9, .lateCallback),
    ]
    for (time, fault) in faults {
      stage.host.advance(to: time)
      viewer.perform(.inject(fault))
    }
    stage.host.advance(to: 4)
    let run = try #require(
      RunRecording(
        sample: "LoadingIndicator", trigger: "ease-out", driver: "test", viewer.dock.history,
        rows: viewer.tracker.timeline.rows, rate: 1))
    let window = viewer.dock.history.figures
    #expect(window.missed == 5 && window.p50 != nil)
    let skew = run.records.map(\.skew).max() ?? 0
    #expect(skew > 0.01)
    expect(
      try figures(TraceFile.json(run, seed: 1, ending: nil)), window, skew: skew)
  }

  /// What the program writes, without a window to look at: the window that it played in has the same figures.
  @Test func programWritesTheFiguresOfItsWindow() throws {
    let result = try Program.run([
      "trace", "Springs", "--trigger", "all", "--duration", "2", "--clock", "virtual", "--format",
      "json", "--inject", "block=50ms@0.5s",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let stage = OffscreenStage(inWindow: SpringsSample.self)
    defer { stage.close() }
    stage.run(try SampleCatalogue.trigger(named: "all", of: stage.sample))
    var player = ScriptPlayer(nil, on: stage)
    player.inject(InjectArgument(argument: "block=50ms@0.5s"))
    player.advance(to: 2)
    let window = try #require(stage.viewer?.dock.history.figures)
    #expect(window.missed == 3)
    let found = try figures(result.text)
    expect(found, window, skew: stage.host.records.map(\.skew).max() ?? 0)
    let document = try object(result.text)
    #expect(document["status"] as? Int == 0 && document["reason"] == nil)
  }

  @Test func whatWasNotMeasuredIsNull() throws {
    var record = FrameRecord()
    record.index = 1
    for records in [[], [record]] {
      let run = RunRecording(
        sample: "Pop", trigger: "all", driver: "test", start: 0, records: records, rows: [])
      let found = try figures(TraceFile.json(run, seed: 1, ending: nil))
      let nulls = Set(found.filter { $0.value is NSNull }.keys)
      let unmeasured: Set = [
        "p50_ms", "p95_ms", "p99_ms", "low1_avg_fps", "low1_time_fps", "low1_p99_fps",
        "hitch_time_ratio_ms_per_s", "missed_share", "animation_error_mean_ms",
        "animation_error_p99_ms", "animation_error_percent",
      ]
      let ofFrames: Set = ["max_skew_ms", "max_skew_px", "work_p50_ms", "work_p95_ms"]
      #expect(nulls == (records.isEmpty ? unmeasured.union(ofFrames) : unmeasured))
      #expect(found["frames"] as? Int == records.count && found["missed"] as? Int == 0)
      #expect((found["animated_s"] as? NSNumber)?.doubleValue == 0)
    }
  }

  /// A run that was interrupted is a document with its exit code.
  @Test func interruptedRunHasItsOutcome() throws {
    let run = RunRecording(
      sample: "Pop", trigger: "all", driver: "test", start: 0, records: [FrameRecord()], rows: [])
    let failure = CommandFailure(status: .interrupted, message: "Interrupted. \"x\" has 1 frame.")
    let found = try object(TraceFile.json(run, seed: 3, ending: failure))
    #expect(found["status"] as? Int == 130 && found["reason"] as? String == failure.message)
    #expect(found["seed"] as? Int == 3)
  }

  /// Files without figures, of earlier versions, are compared like those with them.
  @Test func comparisonsReadFilesWithAndWithoutFigures() throws {
    let directory = try TemporaryDirectory()
    let made = try Program.run(
      ["trace", "Pop", "--clock", "virtual", "--format", "json", "-o", "new.json"],
      in: directory.url)
    #expect(made.status == 0, "\(made.errors)")
    let data = try Data(contentsOf: directory.url.appendingPathComponent("new.json"))
    var old = try object(String(decoding: data, as: UTF8.self))
    for key in ["figures", "seed", "status"] { #expect(old.removeValue(forKey: key) != nil) }
    try JSONSerialization.data(withJSONObject: old)
      .write(to: directory.url.appendingPathComponent("old.json"))
    let compared = try Program.run(["compare", "old.json", "new.json"], in: directory.url)
    #expect(compared.status == 0, "\(compared.text)\(compared.errors)")
  }

  /// The time that is animated is that of the animation, from its begin on, in the file and in what is read from it.
  @Test(arguments: [("Pop", "all", 0.7), ("LoadingIndicator", "ease-out", 2)])
  func animatedTimeIsTheAnimations(sample: String, trigger: String, seconds: Double) throws {
    let directory = try TemporaryDirectory()
    let made = try Program.run(
      [
        "trace", sample, "--trigger", trigger, "--clock", "virtual", "--format", "json", "-o",
        "a.json",
      ],
      in: directory.url)
    #expect(made.status == 0, "\(made.errors)")
    let text = try String(
      contentsOf: directory.url.appendingPathComponent("a.json"), encoding: .utf8)
    #expect(text.contains("\"animated_s\":\(Wording.fixed(seconds, 3)),"))
    let run = try RunFile(LinedJSON(text))
    #expect(abs(run.figures(nil).frames.animatingTime - seconds) < 1e-3)
  }
}
