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
      Every trigger of a sample is played on a virtual clock, with 60 refreshes per second or --fps: what is late is late \
      because of what the sample does with time, not because of this machine. Each line states the sample, the \
      figure, its limit and the verdict. Exits with \(ExitStatus.checkFailed.rawValue) when a limit is exceeded, and \
      with \(ExitStatus.internalError.rawValue) when a sample cannot be shown: the others are checked before. \
      There one thread does all, so that block=… makes frames late that a window with a render thread shows in time; what \
      is late in a window is what the main thread draws. \
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

  @Option(
    help:
      "Milliseconds of hitch per second of animation. Default: what is good by --bands, 5 or 10."
  )
  var maxHitchRatio: Double?

  @Option(
    help:
      "The bands of the hitch time ratio, of which good is the limit: raw for 5 ms/s, organizer for 10 ms/s. Default: raw."
  )
  var bands: BandsArgument?

  @Option(help: "Missed refreshes. Default: 0.")
  var maxMissed: Int?

  @Option(help: "Mean animation error: 1ms, 0.001s. Default: 1ms.")
  var maxAnimError: SecondsArgument?

  @Option(
    help: """
      What custom properties are behind built-in ones: a time, 1ms or 0.001s, or what the fastest layer moves in \
      it, 0.5px. Default: 0ms.
      """)
  var maxSkew: SkewArgument?

  @Option(help: InjectArgument.help)
  var inject: InjectArgument?

  @Option(
    help: "An earlier result of --json, whose figures may not become worse.", completion: .file())
  var baseline: String?

  @Option(
    help:
      "How much worse than the baseline: 10%,1ms, or one of the two. Milliseconds are for durations. Default: 10%,1ms."
  )
  var tolerance: ToleranceArgument?

  @Option(help: "A file for the result as JUnit XML; - is standard output.")
  var junit: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "virtual, or real for a window and its screen.")
  var clock = ClockArgument.virtual

  @Option(help: ClockArgument.rateHelp)
  var fps: Int?

  @Flag(help: "Inject faults, and compare what is found with what must be.")
  var selfTest = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  @OptionGroup var color: ColorOptions

  func validate() throws {
    if let maxHitchRatio, !(maxHitchRatio >= 0 && maxHitchRatio.isFinite) {
      throw ValidationError("--max-hitch-ratio takes a number from 0 on, not \(maxHitchRatio).")
    }
    if let maxMissed, maxMissed < 0 {
      throw ValidationError("--max-missed takes a number from 0 on, not \(maxMissed).")
    }
    if selfTest,
      !samples.isEmpty || trigger != nil || inject != nil || baseline != nil
        || played.script != nil || clock == .real || fps != nil || seeded.seed != nil
    {
      throw ValidationError("--self-test has a sample, faults, a seed and a clock of its own.")
    }
    if selfTest,
      maxHitchRatio != nil || bands != nil || maxMissed != nil || maxAnimError != nil
        || maxSkew != nil
    {
      throw ValidationError("--self-test compares with exact figures: leave out the limits.")
    }
    if tolerance != nil, baseline == nil {
      throw ValidationError(
        "--tolerance requires --baseline; without one, set limits with --max-….")
    }
    if played.script != nil, clock == .real {
      throw ValidationError("--script is played on the virtual clock.")
    }
    try ClockArgument.validate(fps: fps, on: clock)
    if trigger != nil, samples.isEmpty, played.script == nil {
      throw ValidationError("--trigger needs the name of a sample that has it.")
    }
    if played.script != nil, samples.count > 1 {
      throw ValidationError("--script is for one sample.")
    }
  }

  func run() throws {
    try runCommand(applying: seeded, notices) {
      if let junit { try requireWritable(junit) }
      if junit == "-", json {
        throw CommandFailure(
          status: .usage,
          message: "--json and --junit - would both write to standard output; give --junit a file.")
      }
      let baseline = try baseline.map { path throws(CommandFailure) in
        try Baseline(path: path, clock: clock, framesPerSecond: framesPerSecond)
      }
      if selfTest { return try report(SelfTest.run(), failure: "not as it must be") }
      var checked = try checkAll()
      if let baseline {
        checked.results = checked.results.map { $0.limited(by: baseline, tolerance ?? .standard) }
      }
      if checked.reason == nil || !checked.results.isEmpty || !checked.broken.isEmpty {
        if let reason = checked.reason, !checked.broken.isEmpty {
          Notices.write("The others were skipped: \(reason).")
        }
        try report(
          checked.results, checked.broken, failure: "above the limit",
          skipped: checked.reason.map(Self.skipped))
      }
      if let reason = checked.reason { throw Self.skipped(reason) }
    }
  }

  /// Checks the script, or the triggers of the samples.
  @MainActor private func checkAll() throws -> Checked {
    if played.script != nil {
      let (kind, script) = try played.read(sample: samples.first, trigger: trigger)
      if let script { try inject?.require(before: ScriptPlayer.end(of: script)) }
      var checked = Checked()
      try checked.add { try check(kind, trigger: nil, script) }
      return checked
    }
    var kinds: [any Sample.Type] = []
    for name in samples {
      let kind = try SampleCatalogue.sample(named: name)
      if !kinds.contains(where: { $0 == kind }) { kinds.append(kind) }
    }
    if kinds.isEmpty { kinds = SampleCatalogue.all }
    if inject != nil {
      let ends = try kinds.flatMap(triggers).map { $0.isEndless ? .infinity : $0.duration }
      try inject?.require(before: ends.max() ?? .infinity)
    }
    return try clock == .real ? checkInRealTime(kinds) : checkOffscreen(kinds)
  }

  /// Plays the triggers of samples off screen, and compares their figures. A sample that cannot be shown does not end
  /// the check of the others.
  @MainActor func checkOffscreen(_ kinds: [any Sample.Type]) throws -> Checked {
    var checked = Checked()
    for kind in kinds {
      for trigger in try triggers(of: kind) {
        try checked.add { try check(kind, trigger: trigger.name) }
      }
    }
    return checked
  }

  private var framesPerSecond: Int { fps ?? ClockArgument.usualRate }

  /// Writes results, and throws when one of them does not pass or a sample could not be checked.
  ///
  /// - Parameter skipped: Why something was not checked, which counts where everything else passes.
  private func report(
    _ results: [some CheckLine], _ broken: [BrokenSample] = [], failure words: String,
    skipped: CommandFailure? = nil
  ) throws(CommandFailure) {
    let report = CheckReport(
      clock: clock.rawValue, framesPerSecond: clock == .virtual ? framesPerSecond : nil,
      seed: selfTest ? nil : seeded.value, results: results, broken: broken)
    // Before the document, which has the reason for a failure.
    let unwritten = failure { () throws(CommandFailure) in
      if let junit { try writeFile(Array(report.junit.utf8), to: junit) }
    }
    let end = unwritten ?? report.problem(words) ?? skipped
    let lines = notices.quiet ? report.failedLines : report.lines
    if junit == "-" {
      for line in lines { StandardError.write(line) }
    } else if json {
      try StandardOutput.print(JSONText.of(report, ending: end))
    } else {
      for line in lines { try StandardOutput.print(color.style.checkLine(line)) }
    }
    if let end { throw end }
  }

  /// The triggers to check.
  @MainActor private func triggers(of kind: any Sample.Type) throws -> [Trigger] {
    let sample = kind.init()
    if let trigger { return [try SampleCatalogue.trigger(named: trigger, of: sample)] }
    return sample.triggers
  }

  /// Plays one trigger, or a script, in the window and compares its figures.
  ///
  /// - Throws: A ``BrokenSample``, or a failure of the whole check.
  @MainActor private func check(
    _ kind: any Sample.Type, trigger name: String?, _ script: StageScript? = nil
  ) throws -> [CheckResult] {
    let stage = OffscreenStage(
      inWindow: kind, stageSize: script?.size, framesPerSecond: Double(framesPerSecond))
    defer { stage.close() }
    if let failure = stage.stageView.failure {
      throw BrokenSample(sample: kind.name, message: failure)
    }
    let trigger = try name.map { try SampleCatalogue.trigger(named: $0, of: stage.sample) }
    if let trigger { stage.run(trigger) }
    var player = ScriptPlayer(script, on: stage)
    player.inject(inject)
    let end = trigger?.duration ?? script.map(ScriptPlayer.end(of:)) ?? 0
    player.advance(to: max(end, inject?.at ?? 0) + Self.rest)
    stage.explain(name ?? "script")
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
      played.recording.explain()
      if let failure = played.failure {
        checked.add(BrokenSample(sample: run.kind.name, message: failure))
      } else if !played.isPaced {
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
  struct Checked {
    var results: [CheckResult] = []
    /// The samples that could not be shown, each once.
    var broken: [BrokenSample] = []
    /// Why a check in real time was skipped. Nil if none was.
    var reason: String?

    /// Adds the figures of a run, or its sample if that cannot be shown.
    mutating func add(_ play: () throws -> [CheckResult]) throws {
      do { results += try play() } catch let sample as BrokenSample { add(sample) }
    }

    mutating func add(_ sample: BrokenSample) {
      if !broken.contains(sample) { broken.append(sample) }
    }
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
    let skew = skew(of: records)
    func result(_ figure: String, _ value: Double, _ limit: Double, _ unit: String) -> CheckResult {
      CheckResult(
        sample: kind.name, trigger: trigger, figure: figure, value: value, limit: limit, unit: unit)
    }
    return [
      result(
        "hitch time ratio", figures.hitchTimeRatio,
        maxHitchRatio ?? (bands ?? .raw).scale.goodLimit, "ms/s"),
      result("missed refreshes", Double(figures.missed), Double(maxMissed ?? 0), ""),
      result(
        "animation error", figures.animationErrorMean * 1000,
        (maxAnimError?.seconds ?? 0.001) * 1000, "ms"),
      result(skew.figure, skew.value, skew.limit, skew.unit),
    ]
  }

  /// The skew in the unit of its limit. Infinite where a distance is unknown, as layers came or went meanwhile.
  private func skew(
    of records: [FrameRecord]
  ) -> (figure: String, value: Double, limit: Double, unit: String) {
    switch maxSkew ?? .time(0) {
    case .time(let limit):
      ("skew", (records.map(\.skew).max() ?? 0) * 1000, limit * 1000, "ms")
    case .distance(let limit):
      ("skew distance", records.map { $0.skewDistance ?? .infinity }.max() ?? 0, limit, "px")
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

  private enum Key: String, CodingKey {
    case sample, trigger, figure, value, limit, unit, passes
  }

  /// With the verdict; a value that is unknown is null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(sample, forKey: .sample)
    try container.encode(trigger, forKey: .trigger)
    try container.encode(figure, forKey: .figure)
    try container.encode(value.isFinite ? value : nil, forKey: .value)
    try container.encode(limit, forKey: .limit)
    try container.encode(unit, forKey: .unit)
    try container.encode(passes, forKey: .passes)
  }

  /// Rounding errors of a sum of frame times do not count.
  var passes: Bool { value <= limit + 1e-6 }

  /// "pass  Pop all: missed refreshes 0, at most 0".
  var line: String {
    func text(_ number: Double) -> String {
      if !number.isFinite { return "unknown, as layers came or went" }
      return unit.isEmpty
        ? Wording.fixed(number, 0) : "\(Wording.fixed(number, unit == "px" ? 2 : 1)) \(unit)"
    }
    return "\(passes ? "pass" : "FAIL")  \(sample) \(trigger): \(figure) \(text(value)), "
      + "at most \(text(limit))"
  }
}
