// CheckCommand.swift
// `lamella check SAMPLE…`: figures of runs against limits, on the virtual clock or in real time, for scripts.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Compositor
import Foundation
import UIKit

/// Plays samples off screen, or in a window, and compares their figures with limits.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare the figures of samples with limits.",
    discussion: """
      Every trigger of a sample is played on a virtual clock with 60 refreshes per second: what is late is late \
      because of what the sample does with time, not because of this machine. Each line states the sample, the \
      figure, its limit and the verdict. Exits with \(ExitStatus.checkFailed.rawValue) when a limit is exceeded. \
      With --clock real, they are played in a window, and what this machine and its screen do counts as well. Where \
      nothing waits for a screen, that is skipped with \(ExitStatus.skipped.rawValue). \
      With --baseline, the limits are the figures of an earlier run's --json, plus the tolerance; figures that it \
      lacks have the limits of the other options. \
      With --self-test nothing is checked but the check: faults are injected, and each figure must be found exactly; and \
      the lanes of the Skew tab are run, whose pixels must show what was drawn.

      \(ExitStatus.table)
      """)

  @Argument(help: "The samples to check. Default: all.", completion: .samples)
  var samples: [String] = []

  @Option(help: "The trigger to check. Default: every one.")
  var trigger: String?

  @Option(help: "Milliseconds of hitch per second of animation.")
  var maxHitchRatio = 5.0

  @Option(help: "Missed refreshes.")
  var maxMissed = 0

  @Option(help: "Mean animation error: 1ms, 0.001s.")
  var maxAnimError = SecondsArgument(seconds: 0.001)

  @Option(help: "Time by which custom properties are behind built-in ones: 1ms, 0.001s.")
  var maxSkew = SecondsArgument(seconds: 0)

  @Option(
    help:
      "A fault to inject: block=50ms@0.2s, render=20ms@0.2s, drop@0.2s, uneven@0.2s or late@0.2s, at seconds after the trigger."
  )
  var inject: InjectArgument?

  @Option(
    help: "An earlier result of --json, whose figures may not become worse.", completion: .file())
  var baseline: String?

  @Option(
    help:
      "How much worse than the baseline: 10%,1ms, or one of the two. Milliseconds are for durations."
  )
  var tolerance = ToleranceArgument(fraction: 0.1, milliseconds: 1)

  @Option(help: "A file for the result as JUnit XML; - is standard output.")
  var junit: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "virtual, or real for a window and its screen.")
  var clock = ClockArgument.virtual

  @Flag(help: "Inject faults, and compare what is found with what must be.")
  var selfTest = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard maxHitchRatio >= 0, maxHitchRatio.isFinite else {
      throw ValidationError("--max-hitch-ratio takes a number from 0 on, not \(maxHitchRatio).")
    }
    guard maxMissed >= 0 else {
      throw ValidationError("--max-missed takes a number from 0 on, not \(maxMissed).")
    }
    if selfTest,
      !samples.isEmpty || trigger != nil || inject != nil || baseline != nil
        || played.script != nil || clock == .real
    {
      throw ValidationError("--self-test has a sample, faults and a clock of its own.")
    }
    if played.script != nil, clock == .real {
      throw ValidationError("--script is played on the virtual clock.")
    }
    if trigger != nil, samples.isEmpty, played.script == nil {
      throw ValidationError("--trigger is of a sample: name the samples that have it.")
    }
    if played.script != nil, samples.count > 1 {
      throw ValidationError("--script is for one sample.")
    }
  }

  func run() throws {
    try runCommand {
      if let junit { try requireWritable(junit) }
      if junit == "-", json {
        throw CommandFailure(
          status: .usage,
          message: "--json and --junit - would both write to standard output; give --junit a file.")
      }
      let baseline = try baseline.map { path throws(CommandFailure) in
        try Baseline(path: path, clock: clock)
      }
      if selfTest { return try report(SelfTest.run(), failure: "not as it must be") }
      var checked = try checkAll()
      if let baseline {
        checked.results = checked.results.map { $0.limited(by: baseline, tolerance) }
      }
      if checked.reason == nil || !checked.results.isEmpty {
        try report(checked.results, failure: "above the limit")
      }
      if let reason = checked.reason { throw Self.skipped(reason) }
    }
  }

  /// Checks the script, or the triggers of the samples.
  @MainActor private func checkAll() throws -> Checked {
    if played.script != nil {
      let (kind, script) = try played.read(sample: samples.first, trigger: trigger)
      if let script { try requireFault(before: ScriptPlayer.end(of: script)) }
      return Checked(results: try check(kind, trigger: nil, script))
    }
    var kinds: [any Sample.Type] = []
    for name in samples {
      let kind = try SampleCatalogue.sample(named: name)
      if !kinds.contains(where: { $0 == kind }) { kinds.append(kind) }
    }
    if kinds.isEmpty { kinds = SampleCatalogue.all }
    if inject != nil {
      let ends = try kinds.flatMap(triggers).map { $0.isEndless ? .infinity : $0.duration }
      try requireFault(before: ends.max() ?? .infinity)
    }
    if clock == .real { return try checkInRealTime(kinds) }
    return Checked(
      results: try kinds.flatMap { kind in
        try triggers(of: kind).flatMap { try check(kind, trigger: $0.name) }
      })
  }

  /// Fails where the fault is injected when no run is left that it could disturb: every check would pass.
  ///
  /// - Parameter end: The end of the longest run, in seconds after its trigger.
  private func requireFault(before end: TimeInterval) throws(CommandFailure) {
    guard let inject, inject.at >= end else { return }
    throw CommandFailure(
      status: .usage,
      message: "The fault at \(inject.at) s comes after the run, which ends at \(end) s; give an "
        + "earlier time after the @.")
  }

  /// Writes results, and throws when one of them does not pass.
  private func report(_ results: [some CheckLine], failure: String) throws(CommandFailure) {
    if junit == "-" {
      for result in results { StandardError.write(result.line) }
    } else if json {
      try StandardOutput.print(CheckReport(clock: clock.rawValue, results: results).json)
    } else {
      for result in results { try StandardOutput.print(result.line) }
    }
    if let junit { try writeFile(Array(CheckReport(results: results).junit.utf8), to: junit) }
    let failed = results.count { !$0.passes }
    guard failed == 0 else {
      throw CommandFailure(
        status: .checkFailed,
        message: "\(failed) of \(Wording.count(results.count, "figure")) "
          + "\(failed == 1 ? "is" : "are") \(failure).")
    }
  }

  /// The triggers to check.
  @MainActor private func triggers(of kind: any Sample.Type) throws -> [Trigger] {
    let sample = kind.init()
    if let trigger { return [try SampleCatalogue.trigger(named: trigger, of: sample)] }
    return sample.triggers
  }

  /// Plays one trigger, or a script, in the window and compares its figures.
  @MainActor private func check(
    _ kind: any Sample.Type, trigger name: String?, _ script: StageScript? = nil
  ) throws -> [CheckResult] {
    let stage = OffscreenStage(inWindow: kind, stageSize: script?.size)
    defer { stage.close() }
    try stage.requireSample()
    let trigger = try name.map { try SampleCatalogue.trigger(named: $0, of: stage.sample) }
    if let trigger { stage.run(trigger) }
    var player = ScriptPlayer(script, on: stage)
    if let inject {
      player.advance(to: inject.at)
      stage.host.inject(inject.faults)
    }
    let end = trigger?.duration ?? script.map(ScriptPlayer.end(of:)) ?? 0
    player.advance(to: max(end, inject?.at ?? 0) + Self.rest)
    return results(
      of: kind, name ?? "script", stage.viewer?.dock.history.figures ?? FrameFigures(),
      stage.host.records)
  }

  /// Plays the triggers in a window, one after the other, and compares their figures.
  @MainActor private func checkInRealTime(_ kinds: [any Sample.Type]) throws -> Checked {
    if let problem = Displays.reasonForNone {
      throw Self.skipped("no window can be opened: \(problem)")
    }
    try requireOpenFiles()
    let runs = try kinds.flatMap { kind in
      try triggers(of: kind).map { trigger in
        PlannedRun(
          kind: kind, trigger: trigger.name,
          seconds: max(trigger.duration, inject?.at ?? 0) + Self.rest, fault: inject)
      }
    }
    let played = try ViewerApplication.play(runs) { !$0.isPaced }
    // A driver that does not wait for the screen has no more to show.
    let complete = played.count { $0.isComplete }
    guard complete == runs.count || played.contains(where: { !$0.isPaced }) else {
      let reason = Interruption.hasCome ? "Interrupted" : "The window was closed"
      throw CommandFailure(
        status: .interrupted,
        message: "\(reason) after \(complete) of \(Wording.count(runs.count, "run")).")
    }
    var checked = Checked()
    for (run, played) in zip(runs, played) {
      if !played.isPaced {
        checked.reason = "this driver does not wait for the screen, and times are simulated"
      } else if played.figures.p50 == nil, run.seconds > Self.rest {
        checked.reason = "the window was not on the screen"
      } else {
        checked.results += results(
          of: run.kind, run.trigger, played.figures, played.recording.records)
      }
    }
    return checked
  }

  /// What was checked, and why something was not.
  private struct Checked {
    var results: [CheckResult] = []
    var reason: String?
  }

  /// Seconds that are played after the end of a trigger's changes.
  private static let rest: TimeInterval = 0.5

  private static func skipped(_ reason: String) -> CommandFailure {
    CommandFailure(
      status: .skipped,
      message: "Skipped: \(reason). Check on another display, or with --clock virtual.")
  }

  /// The figures of a run beside their limits.
  @MainActor private func results(
    of kind: any Sample.Type, _ trigger: String, _ figures: FrameFigures, _ records: [FrameRecord]
  ) -> [CheckResult] {
    let skew = records.map(\.skew).max() ?? 0
    func result(_ figure: String, _ value: Double, _ limit: Double, _ unit: String) -> CheckResult {
      CheckResult(
        sample: kind.name, trigger: trigger, figure: figure, value: value, limit: limit, unit: unit)
    }
    return [
      result("hitch time ratio", figures.hitchTimeRatio, maxHitchRatio, "ms/s"),
      result("missed refreshes", Double(figures.missed), Double(maxMissed), ""),
      result(
        "animation error", figures.animationErrorMean * 1000, maxAnimError.seconds * 1000, "ms"),
      result("skew", skew * 1000, maxSkew.seconds * 1000, "ms"),
    ]
  }
}

/// A fault to inject, and when: `block=50ms@0.2s`, `render=20ms@0.2s`, `drop@0.2s`, `uneven@0.2s`, `late@0.2s`.
struct InjectArgument: ExpressibleByArgument, Hashable {
  /// What goes wrong with the next frames.
  var faults = FrameFaults()
  /// Seconds after the trigger.
  var at: TimeInterval

  init?(argument: String) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let at = SecondsArgument(argument: String(parts[1])) else { return nil }
    self.at = at.seconds
    let words = parts[0].split(separator: "=", omittingEmptySubsequences: false)
    if words.count == 2, let duration = SecondsArgument(argument: String(words[1])) {
      switch words[0] {
      case "block": faults.commit = duration.seconds
      case "render": faults.drawing = duration.seconds
      default: return nil
      }
      return
    }
    switch parts[0] {
    case "drop": faults = Injection.dropFrame.faults
    case "uneven": faults = Injection.unevenClock.faults
    case "late": faults = Injection.lateCallback.faults
    default: return nil
    }
  }
}

/// One line of a check.
protocol CheckLine: Encodable {
  var sample: String { get }
  var trigger: String { get }
  var figure: String { get }
  var passes: Bool { get }
  /// The line, which begins with "pass" or "FAIL".
  var line: String { get }
}

/// One figure and its limit.
struct CheckResult: Hashable, CheckLine {
  var sample: String
  var trigger: String
  var figure: String
  var value: Double
  var limit: Double
  var unit: String

  /// The result with the limit of a baseline, if it has the figure.
  func limited(by baseline: Baseline, _ tolerance: ToleranceArgument) -> CheckResult {
    let key = Baseline.Key(sample: sample, trigger: trigger, figure: figure)
    guard let entry = baseline.entries[key] else { return self }
    var result = self
    result.limit = tolerance.limit(for: entry.value, unit: unit)
    return result
  }

  /// Rounding errors of a sum of frame times do not count.
  var passes: Bool { value <= limit + 1e-6 }

  /// "pass  Pop all: missed refreshes 0, at most 0".
  var line: String {
    func text(_ number: Double) -> String {
      unit.isEmpty ? Wording.fixed(number, 0) : "\(Wording.fixed(number, 1)) \(unit)"
    }
    return "\(passes ? "pass" : "FAIL")  \(sample) \(trigger): \(figure) \(text(value)), "
      + "at most \(text(limit))"
  }
}

/// The results of a check as files.
struct CheckReport<Line: CheckLine>: Encodable {
  var schema = 1
  var version = Viewer.version
  var clock = ClockArgument.virtual.rawValue
  var results: [Line]

  var json: String { JSONText.of(self) }

  /// One suite, with a case for each figure.
  var junit: String {
    let failures = results.count { !$0.passes }
    let cases = results.map { result -> String in
      let name = "\(result.trigger): \(result.figure)"
      let start = "  <testcase classname=\"\(result.sample)\" name=\"\(name)\""
      return result.passes
        ? start + "/>"
        : start + "><failure message=\"\(result.line.dropFirst(6))\"/></testcase>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="lamella check" tests="\(results.count)" failures="\(failures)">
      \(cases.joined(separator: "\n"))
      </testsuite>

      """
  }
}
