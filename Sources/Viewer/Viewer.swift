// Viewer.swift
// The program `lamella`: where the command line comes in and a command is chosen.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// The root command. Without a subcommand it opens the window, or says that there is no display.
@main
struct Viewer: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "lamella",
    abstract: "Core Animation on Linux, and what each of its frames did.",
    discussion: """
      Without a subcommand, opens the window like `view`; where there is no display, plays every \
      sample off screen and writes a contact sheet into the current directory.

      \(ExitStatus.table)
      """,
    version: version,
    subcommands: [
      ViewCommand.self, ListCommand.self, SnapshotCommand.self, BenchCommand.self,
      DoctorCommand.self,
      StartCommand.self, BenchWorkerCommand.self,
    ],
    defaultSubcommand: StartCommand.self)
}
