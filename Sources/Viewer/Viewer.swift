// Viewer.swift
// The program `lamella`: the entry point and its subcommands.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Glibc
import UIKit

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
      ViewCommand.self, ListCommand.self, SnapshotCommand.self, DescribeCommand.self,
      BenchCommand.self,
      RecordCommand.self, TraceCommand.self, CheckCommand.self, CompareCommand.self,
      DoctorCommand.self, FuzzCommand.self, SoakCommand.self, ManualCommand.self, StartCommand.self,
    ],
    defaultSubcommand: StartCommand.self)

  /// Runs the command of the process' arguments, and ends the process.
  static func main() {
    StandardOutput.reserveClosedStreams()
    // A write beyond the limit of `ulimit -f` then fails with a reason instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == BenchWorker.name {
        try BenchWorker.run(Array(arguments.dropFirst()))
      } else {
        try requireCommand(askedFor: arguments)
        try requireOneTime(arguments)
        var command = try parseAsRoot()
        try command.run()
      }
    } catch {
      let outcome = report(error)
      if outcome.reason != nil, CommandOutcome.isJSONRequested(by: arguments),
        !StandardOutput.isUsed
      {
        // Standard error has the reason in any case.
        try? StandardOutput.print(outcome.document)
      }
      Glibc.exit(outcome.status)
    }
  }

  /// Fails where `help` is asked for a command that does not exist, for which the parser has the help of the program.
  private static func requireCommand(askedFor arguments: [String]) throws {
    guard arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return }
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !names.contains(arguments[1]) else { return }
    throw ValidationError(
      "There is no command \"\(Wording.limited(arguments[1]))\"; `lamella --help` lists them.")
  }

  /// Fails where several times are given to a command that shows one, of which the parser takes the last.
  private static func requireOneTime(_ arguments: [String]) throws {
    guard let command = arguments.first,
      [SnapshotCommand._commandName, DescribeCommand._commandName].contains(command)
    else { return }
    let options = arguments.prefix { $0 != "--" }
    let count = options.count { $0 == "--at" || $0.hasPrefix("--at=") }
    guard count > 1 else { return }
    throw ValidationError(
      "--at is given \(count) times, and `\(command)` shows one time; `lamella record --format png` writes several "
        + "pictures.")
  }

  /// Writes an error, or the text of `--help` and `--version`, and returns how the program ends.
  private static func report(_ error: any Error) -> CommandOutcome {
    if let failure = error as? CommandFailure {
      failure.report()
      return CommandOutcome(failure)
    }
    let status = exitCode(for: error).rawValue
    let message = fullMessage(for: error)
    guard status != ExitStatus.success.rawValue else {
      let unwritten = failure { () throws(CommandFailure) in
        if !message.isEmpty { try StandardOutput.print(message) }
      }
      unwritten?.report()
      return CommandOutcome(unwritten)
    }
    // Such as a window's failure, which its host has reported.
    guard !message.isEmpty else {
      let meaning = ExitStatus(rawValue: status)?.meaning ?? "failed"
      return CommandOutcome(status: status, reason: "\(meaning); see standard error")
    }
    // `start` runs where no command is named, and help does not list it.
    let words = ArgumentRanges.explain(
      message.replacing("lamella \(StartCommand._commandName)", with: "lamella"))
    StandardError.write(words)
    return CommandOutcome(
      status: status, reason: CommandOutcome.reason(inParserMessage: words))
  }
}
