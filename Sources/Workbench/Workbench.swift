// Workbench.swift
// The program `lamella-workbench`: figures, random programs and long runs of the engine, and the manual's pages.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import LamellaViewer
import Samples

/// The root command.
@main struct Workbench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: program,
    abstract: "For work on Lamella: costs beside a floor, random programs, long runs, the manual.",
    discussion: ExitStatus.table, version: Viewer.version,
    subcommands: [BenchCommand.self, FuzzCommand.self, SoakCommand.self, ManualCommand.self])

  static let program = "lamella-workbench"

  /// The samples of `lamella`, which the commands play.
  private enum Gallery: SampleGallery {
    static let groups = SampleGroup.lamella
  }

  /// Runs the command of the process' arguments, and ends the process.
  @MainActor static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // The manual is of `lamella`.
    let isManual = arguments.first == ManualCommand._commandName
    SampleCatalogue.show(Gallery.self, program: isManual ? ManualPage.program : program)
    if arguments.first == BenchWorker.name {
      return CommandProgram.run(Self.self, arguments) {
        try BenchWorker.run(Array(arguments.dropFirst()))
      }
    }
    CommandProgram.run(
      Self.self,
      ranges: [
        "bench": [
          ("--n", "numbers from 1 to \(BenchCommand.maximumCount), such as 10,100,1000"),
          ("--frames", "a number from 1 to 1000000"),
        ],
        "soak": [("--duration", SoakCommand.durations)],
        "fuzz": [("--seed", "a whole number from 0 to \(UInt64.max)")],
      ])
  }
}
