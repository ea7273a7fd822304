// TraceCommand.swift
// `lamella trace SAMPLE`: the frames and the animations of a run, for Perfetto or a spreadsheet.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Compositor
import Foundation
import UIKit

/// Plays a sample in a window, or off screen without a display, and writes its frames.
struct TraceCommand: ParsableCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case perfetto, csv, json

    /// - Parameters:
    ///   - seed: That of the sample's random numbers.
    ///   - failure: Why the recording is not whole; nil if it is.
    func text(of recording: RunRecording, seed: UInt32, ending failure: CommandFailure?) -> String {
      switch self {
      case .perfetto: PerfettoTrace.text(of: recording)
      case .csv: TraceFile.csv(recording)
      case .json: TraceFile.json(recording, seed: seed, ending: failure)
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Write the frames and animations of a run as a trace.",
    discussion: """
      The format perfetto is JSON for ui.perfetto.dev and chrome://tracing, csv has a row for each frame, \
      json an object with all figures of each, and those of the run, for scripts and `\(Viewer.program) compare`. On the \
      virtual clock the same arguments give the same bytes, and stages take no time.

      \(ExitStatus.table)
      """)

  @Argument(help: "The sample; `lamella list` names them.", completion: .samples)
  var sample: String?

  @Option(help: "The trigger to fire. Default: the first.")
  var trigger: String?

  @OptionGroup var played: ScriptOption

  @Option(help: "The duration of the run. Default: the trigger's; a script must have one.")
  var duration: SecondsArgument?

  @Option(help: "perfetto, csv or json.")
  var format = Format.perfetto

  @Option(help: "real for a window, virtual for none: the same on every machine.")
  var clock = ClockArgument.virtual

  @Option(help: ClockArgument.rateHelp)
  var fps: Int?

  @Option(help: InjectArgument.help)
  var inject: InjectArgument?

  @Option(name: [.short, .long], help: "The file to write; - is standard output.")
  var output = "-"

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions

  func validate() throws { try ClockArgument.validate(fps: fps, on: clock) }

  func run() throws {
    try runCommand(applying: seeded, notices) {
      let (kind, script) = try played.read(sample: sample, trigger: trigger)
      if script != nil, clock == .real || duration == nil {
        throw CommandFailure(
          status: .usage,
          message: "A script is traced on the virtual clock, for a --duration.")
      }
      let trigger = try SampleCatalogue.trigger(named: trigger, of: kind.init())
      try requireWritable(output)
      let seconds = duration?.seconds ?? trigger.duration
      try inject?.require(before: seconds)
      if clock == .real { try requireOpenFiles() }
      let problem = clock == .virtual ? "" : Displays.reasonForNone
      if clock == .real, let problem { throw Displays.failure(problem) }
      let recording =
        problem == nil
        ? try ViewerApplication.play(
          [PlannedRun(kind: kind, trigger: trigger.name, seconds: seconds, fault: inject)],
          whenLost: saver
        ).first?.recording
          ?? RunRecording(
            sample: kind.name, trigger: trigger.name, driver: WindowHost.description, start: 0,
            records: [], rows: [])
        : try recordOffscreen(
          kind, trigger: script == nil ? trigger.name : "script", script, seconds: seconds)
      if problem == nil { recording.explain() }
      let interruption =
        Interruption.hasCome
        ? CommandFailure(
          status: .interrupted,
          message: "Interrupted. \(output == "-" ? "Standard output" : output) has the first "
            + "\(Wording.count(recording.records.count, "frame")).") : nil
      let text = format.text(of: recording, seed: seeded.value, ending: interruption)
      try writeFile(Array(text.utf8), to: output)
      if let interruption { throw interruption }
    }
  }

  /// Writes what was recorded until the display server was lost, as far as a file can have it: a pipe may have no reader.
  private var saver: (@Sendable (RunRecording) -> Void)? {
    guard isRegularFile(output) else { return nil }
    return { [format, output, seed = seeded.value] recording in
      guard !recording.records.isEmpty else { return }
      let loss = CommandFailure(
        status: .noDisplay,
        message: "The display server was lost. \(output) has the first "
          + "\(Wording.count(recording.records.count, "frame")).")
      let text = format.text(of: recording, seed: seed, ending: loss)
      guard (try? writeFile(Array(text.utf8), to: output)) != nil else { return }
      loss.report()
    }
  }

  @MainActor private func recordOffscreen(
    _ kind: any Sample.Type, trigger name: String, _ script: StageScript?, seconds: TimeInterval
  ) throws -> RunRecording {
    let stage = OffscreenStage(
      inWindow: kind, stageSize: script?.size,
      framesPerSecond: Double(fps ?? ClockArgument.usualRate))
    defer { stage.close() }
    try stage.requireSample()
    if let trigger = stage.sample.triggers.first(where: { $0.name == name }) { stage.run(trigger) }
    var player = ScriptPlayer(script, on: stage)
    player.inject(inject)
    player.advance(to: seconds)
    stage.explain(name)
    return RunRecording(
      sample: kind.name, trigger: name, driver: "off screen", start: 0,
      records: stage.host.records, rows: stage.viewer?.tracker.timeline.rows ?? [],
      figures: stage.viewer?.dock.history.figures)
  }
}
