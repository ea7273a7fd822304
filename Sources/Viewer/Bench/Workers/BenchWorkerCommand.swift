// BenchWorkerCommand.swift
// `lamella bench-worker WORK`: one run of one work in a process of its own, which ends with a line of
// JSON. `lamella bench` starts it; the floors in C take the same arguments.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// Runs one work once and says what it cost.
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
        case .tick: TickWork.report(options)
        case .commit: CommitWork.report(options)
        }
      var line = report
      line.work = work.rawValue
      print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
    }
  }
}

/// What a run is told.
struct WorkerOptions: ParsableArguments {
  @Option(help: "Rectangles, labels, properties or layers.")
  var n = 1000

  @Option(help: "Frames or passes to measure.")
  var frames = 200

  @Option(help: "Frames or passes before them.")
  var warmup = 20

  @Option(help: "How long to idle, in seconds.")
  var seconds = 5.0

  @Option(help: "The window's size in points.")
  var size = SizeArgument(width: 1280, height: 720)

  @Option(help: "What draws.")
  var renderer: RendererArgument?

  @Option(help: "Nanoseconds of the monotonic clock at which the caller began.")
  var since: Int64 = 0

  @Flag(help: "Tell when measuring begins and ends, and wait for a line each time.")
  var marks = false

  /// Tells the caller where the work stands, if it asked.
  func mark(_ name: String) {
    if marks { ProcessMeter.mark(name) }
  }
}
