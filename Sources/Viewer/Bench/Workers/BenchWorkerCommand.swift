// BenchWorkerCommand.swift
// `lamella bench-worker WORK`: one run of one work, which prints a line of JSON. `lamella bench` starts
// it; the floors in C have the same arguments.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// Runs one work once and reports its cost.
struct BenchWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-worker", abstract: "Run one work once, for bench.", shouldDisplay: false)

  @Argument(help: "The work.")
  var work: BenchWork

  @OptionGroup var options: WorkerOptions

  func run() throws {
    try runCommand {
      let report =
        switch work {
        case .movers: try FrameRun.report(of: MoversScene(), options)
        case .text: try FrameRun.report(of: TextScene(), options)
        case .start: try FrameRun.reportOfStart(of: MoversScene(), options)
        case .idle: try FrameRun.reportOfIdling(with: MoversScene(isStill: true), options)
        case .samples: try FrameRun.report(of: SamplesScene(), options)
        case .filters: try FrameRun.report(of: FiltersScene(), options)
        case .tick: TickWork.report(options)
        case .commit: CommitWork.report(options)
        }
      var line = report
      line.work = work.rawValue
      print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
    }
  }
}

/// The options of a run.
struct WorkerOptions: ParsableArguments {
  @Option(help: "Number of rectangles, labels, properties or layers.")
  var n = 1000

  @Option(help: "Number of frames or passes to measure.")
  var frames = 200

  @Option(help: "Number of frames or passes before the measurement.")
  var warmup = 20

  @Option(help: "Duration of the idle work, in seconds.")
  var seconds = 5.0

  @Option(help: "The window's size in points.")
  var size = SizeArgument(width: 1280, height: 720)

  @Option(help: "The renderer.")
  var renderer: RendererArgument?

  @Option(help: "The caller's start, in nanoseconds of the monotonic clock.")
  var since: Int64 = 0

  @Flag(help: "Print a mark before and after the measurement, and wait for a line each time.")
  var marks = false

  /// Prints a mark, if the caller requested marks.
  func mark(_ name: String) {
    if marks { ProcessMeter.mark(name) }
  }
}
