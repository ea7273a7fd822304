// SampleBenchCommand.swift
// `lamella bench SAMPLE`: runs of samples in a window, summarised.
//
// This folder: `lamella bench`: the figures of samples over many runs.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import SDLRenderer
import UIKit

/// Measures samples in a window.
struct SampleBenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure samples in a window.",
    discussion: """
      The triggers of samples are played in a window in real time, one run after the other, each with a new \
      instance of the sample. The result is each figure's median and quartiles over the runs: of the pace of frames, \
      and of the work of a frame, the window's own included. Where presenting does not wait for a screen, the work \
      alone is measured; without a display, that is skipped with \(ExitStatus.skipped.rawValue).

      \(ExitStatus.table)
      """)

  @Argument(
    help: "The samples to measure; `\(Viewer.program) list` names them.", completion: .samples)
  var names: [String]

  @Option(help: "The trigger of the samples. Default: every one that moves something by itself.")
  var trigger: String?

  @Option(help: "Number of runs of each trigger, from 1 to 1000.")
  var runs = 10

  @Option(help: "Time of playing before the first run of each trigger, which does not count.")
  var warmup = SecondsArgument(seconds: 1)

  @Option(
    help: """
      Duration of each run, in which the trigger is fired again whenever what it began has ended. Default: once, for \
      as long as it takes.
      """)
  var duration: SecondsArgument?

  @Option(help: "The renderer. Default: the fastest that works.")
  var renderer: RendererArgument?

  @OptionGroup var result: ResultOptions

  @OptionGroup var notices: NoticeOptions

  func validate() throws {
    if !(1...1000).contains(runs) {
      throw ValidationError("--runs takes a number from 1 to 1000, not \(runs).")
    }
    if duration?.seconds == 0 {
      throw ValidationError("--duration takes a time above 0: in none there is no frame.")
    }
  }

  func run() throws {
    try runCommand(applying: notices) {
      var kinds: [any Sample.Type] = []
      for name in names {
        let kind = try SampleCatalogue.sample(named: name)
        if !kinds.contains(where: { $0 == kind }) { kinds.append(kind) }
      }
      try measure(kinds)
    }
  }

  @MainActor private func measure(_ kinds: [any Sample.Type]) throws {
    let bench = try SampleBench(
      kinds, trigger: trigger, runs: runs, warmUp: warmup.seconds,
      duration: duration?.seconds)
    try result.requireWritable()
    if let problem = Displays.reasonForNone {
      throw CommandFailure(
        status: .skipped,
        message: "Skipped: no window can be opened: \(problem). Measure on another display, or "
          + "with xvfb-run.")
    }
    try requireOpenFiles()
    ApplicationOptions.renderer = renderer?.choice
    let outcome = bench.summary(of: try bench.play())
    for note in outcome.notes { Notices.write(note) }
    let document = outcome.document
    Notices.explain(
      "Played \(Wording.count(outcome.completed, "run")) in a window of \(document.driver).")
    if !document.rows.isEmpty {
      try result.write(
        document, ending: outcome.failure, csv: document.csv, text: document.text)
    }
    if let failure = outcome.failure { throw failure }
  }
}
