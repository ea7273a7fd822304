// Viewer.swift
// The program `lamella`: the entry point and its subcommands.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// The root command. Without a subcommand, it opens the window or writes a contact sheet.
@main
struct Viewer: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "lamella",
    abstract: "Core Animation on Linux: samples, snapshots and the timing of each frame.",
    discussion: """
      Without a subcommand, opens the window like `view`. Without a display, plays every sample off \
      screen and writes a contact sheet into the current directory.

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
