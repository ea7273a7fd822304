// Viewer.swift
// The command line of a gallery, such as `lamella`: the root command and its subcommands.
//
// SPDX-License-Identifier: MIT

package import ArgumentParser
import Foundation
import Glibc
import Synchronization
import UIKit

/// The root command. Without a subcommand, it opens the window or writes a contact sheet.
package struct Viewer: ParsableCommand {
  package static let version = "0.1.0"

  private static let name = Mutex("lamella")

  /// The program's name on the command line, which its messages have, too. Default "lamella".
  package static var program: String { name.withLock { $0 } }

  static func rename(_ program: String) { name.withLock { $0 = program } }

  package init() {}

  package static let configuration = CommandConfiguration(
    commandName: program,
    abstract: "Core Animation on Linux: samples, snapshots and the timing of each frame.",
    discussion: """
      Without a subcommand, opens the window like `view`. Without a display, plays every sample off \
      screen and writes a contact sheet into the current directory.

      \(ExitStatus.table)
      """,
    version: version,
    subcommands: [
      ViewCommand.self, NewCommand.self, ListCommand.self, SnapshotCommand.self,
      RecordCommand.self, TraceCommand.self, CheckCommand.self, SampleBenchCommand.self,
      CompareCommand.self, DoctorCommand.self, StartCommand.self, PreviewNoticeCommand.self,
    ],
    defaultSubcommand: StartCommand.self)
}

/// A program of commands.
package enum CommandProgram {
  /// Runs the command of the process' arguments, and ends the process if it fails.
  ///
  /// - Parameter ranges: What options of its own take, by command, where other commands have them with other ranges.
  package static func run<Root: ParsableCommand>(
    _ root: Root.Type, ranges: ArgumentRanges.OfCommands = [:]
  ) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    run(root, arguments, ranges: ranges) {
      try requireCommand(askedFor: arguments, of: root)
      try requireOneTime(arguments)
      var command = try root.parseAsRoot()
      try command.run()
    }
  }

  /// Runs what the arguments ask for; a failure is reported, and ends the process.
  package static func run<Root: ParsableCommand>(
    _ root: Root.Type, _ arguments: [String], ranges: ArgumentRanges.OfCommands = [:],
    _ body: () throws -> Void
  ) {
    StandardOutput.reserveClosedStreams()
    // A write beyond the limit of `ulimit -f` then fails with a reason instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    do { try body() } catch {
      let outcome = report(error, of: root, ranges)
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
  private static func requireCommand(
    askedFor arguments: [String], of root: any ParsableCommand.Type
  ) throws {
    guard arguments.count > 1, arguments[0] == "help", !arguments[1].hasPrefix("-") else { return }
    let names = root.configuration.subcommands.map { $0._commandName } + ["help"]
    guard !names.contains(arguments[1]) else { return }
    throw ValidationError(
      "There is no command \"\(Wording.limited(arguments[1]))\"; `\(Viewer.program) --help` lists them."
    )
  }

  /// Fails where several times are given to a command that shows one, of which the parser takes the last.
  private static func requireOneTime(_ arguments: [String]) throws {
    guard let command = arguments.first,
      command == SnapshotCommand._commandName
    else { return }
    let options = arguments.prefix { $0 != "--" }
    let count = options.count { $0 == "--at" || $0.hasPrefix("--at=") }
    guard count > 1 else { return }
    throw ValidationError(
      "--at is given \(count) times, and `\(command)` shows one time; `\(Viewer.program) record --format png` writes several "
        + "pictures.")
  }

  /// Writes an error, or the text of `--help` and `--version`, and returns how the program ends.
  private static func report<Root: ParsableCommand>(
    _ error: any Error, of root: Root.Type, _ ranges: ArgumentRanges.OfCommands
  ) -> CommandOutcome {
    if let failure = error as? CommandFailure {
      failure.report()
      return CommandOutcome(failure)
    }
    let status = root.exitCode(for: error).rawValue
    let message = root.fullMessage(for: error)
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
      message.replacing("\(Viewer.program) \(StartCommand._commandName)", with: Viewer.program),
      ranges)
    StandardError.write(words)
    return CommandOutcome(
      status: status, reason: CommandOutcome.reason(inParserMessage: words))
  }
}
