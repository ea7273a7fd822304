// SampleDriveTests.swift
// Every sample in the built program: each trigger is fired by a real click and by its
// key, and checked by the pixels of the stage and the program's trace.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

extension EndToEndTests {
  /// Each button fires its trigger. Each completion comes once, with the flag of an animation
  /// that finished, at the trigger's duration (semantics 10, 16.5).
  @Test func everyTriggerCompletesAsDeclared() async throws {
    let samples = await MainActor.run { SampleCatalogue.all.map(DrivenSample.init) }
    // Several programs at the same time, each with its own clock.
    let failures = try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in DrivenSample.lanes(samples, count: 3) {
        group.addTask { try await SampleDriver.onThread(driving: lane) }
      }
      return try await group.reduce([], +)
    }
    for failure in failures { Issue.record(Comment(rawValue: failure)) }
  }
}

/// A sample's declarations in the catalogue.
private struct DrivenSample: Sendable {
  struct Step: Sendable {
    var name: String
    var duration: TimeInterval
    var isEndless: Bool
    var cutsShort: Bool
    var actsOnOthers: Bool
    var completes: Trigger.Completes
  }

  var name: String
  var steps: [Step]

  @MainActor init(_ type: any Sample.Type) {
    name = type.name
    steps = type.init().triggers.map {
      Step(
        name: $0.name, duration: $0.duration, isEndless: $0.isEndless, cutsShort: $0.cutsShort,
        actsOnOthers: $0.actsOnOthers, completes: $0.completes)
    }
  }

  /// Approximate duration of driving the sample, in seconds.
  private var weight: TimeInterval {
    steps.reduce(2) { $0 + $1.duration + 0.8 } + (steps.map(\.duration).max() ?? 0)
  }

  /// Neighbours stay together, because a lane selects its next sample in the list.
  static func lanes(_ samples: [Self], count: Int) -> [[Self]] {
    let total = samples.reduce(0) { $0 + $1.weight }
    var lanes = [[Self]](repeating: [], count: count)
    var before = 0.0
    for sample in samples {
      let middle = before + sample.weight / 2
      lanes[min(count - 1, Int(middle / total * Double(count)))].append(sample)
      before += sample.weight
    }
    return lanes.filter { !$0.isEmpty }
  }
}

/// Drives samples in one program and collects the failures.
private final class SampleDriver {
  /// Tolerance for ends that are detected one frame later, in seconds.
  private static let lateness = 2.5 / 60
  /// Duration of the pressed button's own change, in seconds.
  private static let buttonFade = 0.25
  /// Tolerance for early ends, in seconds.
  private static let earliness = 0.001

  private let viewer: RunningViewer
  private var failures: [String] = []

  private init(showing name: String) throws {
    viewer = try RunningViewer(["view", name])
  }

  /// Drives on a thread of its own, because it waits most of the time.
  static func onThread(driving samples: [DrivenSample]) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let driver = try SampleDriver(showing: samples[0].name)
            for (place, sample) in samples.enumerated() {
              if place > 0 { try driver.choose(sample) }
              try driver.drive(sample)
            }
            return driver.failures
          })
      }
    }
  }

  private func choose(_ sample: DrivenSample) throws {
    let ready = viewer.events("ready").count
    let chosen = try viewer.after("sample") { try viewer.press("sample-\(sample.name)") }
    expect(chosen.fields["name"] == sample.name, sample.name, "the list chose another")
    try viewer.advance(by: 0)
    guard viewer.events("ready").count > ready else {
      throw MissingTool(description: "\(sample.name) was chosen and never laid out")
    }
  }

  private func drive(_ sample: DrivenSample) throws {
    expect(try viewer.settle(), sample.name, "it moves before anything was pressed")
    var completions = 0
    for (place, step) in sample.steps.enumerated() {
      let before = place > 0 ? sample.steps[place - 1] : nil
      completions += try click(step, of: sample.name, after: before)
    }
    try pressKeys(of: sample, completions: completions)
  }

  // MARK: Clicks

  /// Presses a trigger's button and returns the number of its completions.
  private func click(_ step: DrivenSample.Step, of sample: String, after last: DrivenSample.Step?)
    throws -> Int
  {
    let label = "\(sample), \(step.name)"
    var stage = try viewer.place(of: "stage")
    // The bottom of the stage contains the hint for a still stage.
    stage.size.height -= 40
    let still = try viewer.server.screenshot()
    let mark = viewer.events().count
    let trigger = try viewer.after("trigger") { try viewer.press("trigger-\(step.name)") }
    let begin = try require(trigger.number("time"), label, "no time")
    expect(trigger.fields["name"] == step.name, label, "another trigger was pressed")

    var hasChanged = false
    for part in [0.25, 0.5, 0.75, 1.0] {
      try viewer.advance(to: begin + max(step.duration, 0.2) * part)
      if !hasChanged {
        hasChanged = differing(try viewer.server.screenshot(), still, in: stage) > 8
      }
    }
    expect(hasChanged || step.actsOnOthers, label, "the picture did not change")

    try viewer.advance(by: 0.5)
    let isAtRest = isStill
    let events = viewer.events()[mark...]
    expect(events.count { $0.name == "trigger" } == 1, label, "it was set off more than once")
    let completions = events.filter { $0.name == "completion" }
    guard !step.isEndless else {
      expect(!isAtRest, label, "it is declared endless but is still")
      return completions.count
    }
    expect(isAtRest, label, "it still moves \(step.duration) s after it was pressed, and later")

    let frames = events.filter { $0.name == "frame" }.compactMap { $0.number("display") }
    let latest = step.duration + Self.lateness
    if let last = frames.last {
      expect(
        last - begin <= max(latest, Self.buttonFade) + 0.1, label,
        "it promises \(step.duration) s and is seen for \(last - begin) s")
    }
    check(Array(completions), of: step, begin: begin, latest: latest, label, after: last)
    return completions.count
  }

  private func check(
    _ completions: [TraceEvent], of step: DrivenSample.Step, begin: TimeInterval,
    latest: TimeInterval, _ label: String, after last: DrivenSample.Step?
  ) {
    // The next trigger ends an endless animation, which completes unfinished.
    let mayBeCut = step.cutsShort || step.actsOnOthers || last?.isEndless == true
    var names: Set<String> = []
    var ends: [TimeInterval] = []
    for completion in completions {
      let name = completion.fields["animation"] ?? ""
      expect(names.insert(name).inserted, label, "\(name) completed more than once")
      let flag = completion.fields["finished"] ?? ""
      expect(flag != "false" || mayBeCut, label, "\(name) was not finished")
      guard let end = completion.number("time"), let elapsed = completion.number("elapsed") else {
        failures.append("\(label): \(name) completed without a time")
        continue
      }
      ends.append(end - begin)
      expect(end - begin <= latest, label, "\(name) completed after \(end - begin) s")
      // The reported duration is that of media time.
      expect(
        elapsed <= end - begin + Self.earliness || mayBeCut, label,
        "\(name) reports \(elapsed) s, \(end - begin) s after the press")
    }
    if step.completes == .never {
      expect(ends.isEmpty, label, "it completes, but is declared never to")
    }
    guard step.duration > 0, !step.actsOnOthers, step.completes != .never else { return }
    guard let end = ends.max() else {
      failures.append("\(label): nothing completed")
      return
    }
    if step.completes == .atOnce {
      expect(end <= Self.lateness, label, "it promises to complete at once, not after \(end) s")
      return
    }
    expect(
      end >= step.duration - Self.earliness, label,
      "it promises \(step.duration) s and all was over after \(end) s")
  }

  // MARK: Keys

  /// Presses all keys in sequence, each during the animation of the one before: every
  /// completion comes exactly once.
  private func pressKeys(of sample: DrivenSample, completions: Int) throws {
    let before = viewer.events("completion").count
    for (place, step) in sample.steps.enumerated().prefix(9) {
      let pressed = try viewer.after("trigger") {
        try viewer.server.xdotool("key", "\(place + 1)")
      }
      expect(pressed.fields["name"] == step.name, sample.name, "key \(place + 1) is another's")
      try viewer.advance(by: 0.05)
    }
    guard sample.steps.count <= 9,
      !sample.steps.contains(where: { $0.isEndless || $0.actsOnOthers })
    else { return }
    try viewer.advance(by: (sample.steps.map(\.duration).max() ?? 0) * 2 + 0.5)
    let found = viewer.events("completion").count - before
    expect(
      found == completions, sample.name,
      "\(completions) completions came one by one, and \(found) when keys cut in")
  }

  // MARK: Helpers

  /// Whether no frame has been drawn for a fifth of a second.
  private var isStill: Bool {
    guard let last = viewer.events().last(where: { $0.name == "frame" }) else { return true }
    return viewer.time - (last.number("display") ?? 0) > 0.2
  }

  private func expect(_ isSo: Bool, _ label: String, _ otherwise: @autoclosure () -> String) {
    if !isSo { failures.append("\(label): \(otherwise())") }
  }

  private func require<T>(_ value: T?, _ label: String, _ otherwise: String) throws -> T {
    guard let value else { throw MissingTool(description: "\(label): \(otherwise)") }
    return value
  }

  /// The number of different pixels in a rectangle, among every second one in every second row.
  private func differing(_ a: Screenshot, _ b: Screenshot, in place: CGRect) -> Int {
    var count = 0
    for y in stride(from: Int(place.minY), to: Int(place.maxY), by: 2) {
      for x in stride(from: Int(place.minX), to: Int(place.maxX), by: 2) {
        let at = y * a.bytesPerRow + x * 4
        let isSame = (at..<at + 3).allSatisfy { abs(Int(a.bytes[$0]) - Int(b.bytes[$0])) <= 24 }
        if !isSame { count += 1 }
      }
    }
    return count
  }
}
