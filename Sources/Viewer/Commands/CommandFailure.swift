// CommandFailure.swift
// A command's failure: a message on standard error and an exit code.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import QuartzCore
import UIKit

/// An error that the user can act on.
struct CommandFailure: Error, CustomStringConvertible, Equatable {
  var status: ExitStatus
  /// What failed, why, and what to do, in full sentences.
  var message: String

  var description: String { message }

  /// Prints the message to standard error.
  func report() { StandardError.write("lamella: \(message)") }
}

/// Fails when no font was found, as pictures would lack their text.
@MainActor func requireFonts() throws(CommandFailure) {
  guard let failure = HostResources.fontFailure else { return }
  throw CommandFailure(status: .noDisplay, message: "\(failure).")
}

/// Fails when the system lets the program open too few files for a window.
@MainActor func requireOpenFiles() throws(CommandFailure) {
  guard let shortage = WindowHost.fileShortage() else { return }
  throw CommandFailure(status: .noDisplay, message: shortage)
}

/// Reads `LAMELLA_DEBUG`: fails for an unknown switch, and lists all switches for `help`.
func readDebugSwitches() throws {
  switch DebugSwitches.requested {
  case .switches: return
  case .help:
    StandardError.write(DebugSwitches.help)
    throw ExitCode.success
  case .unknown(let name):
    throw CommandFailure(status: .usage, message: DebugSwitches.refusal(of: name))
  }
}

/// Options that hold for the whole program, whichever command runs.
protocol ProgramOptions: Sendable {
  /// Makes them those of the program.
  @MainActor func apply()
}

/// Runs a command's body on the main actor. `main` reports its failure.
///
/// - Parameter options: What is applied before.
func runCommand(
  applying options: any ProgramOptions..., body: @MainActor () throws -> Void
) throws {
  try readDebugSwitches()
  // `main` runs commands on the main thread.
  try MainActor.assumeIsolated {
    if let shortage = WindowHost.stackShortage() {
      throw CommandFailure(status: .noDisplay, message: shortage)
    }
    for group in options { group.apply() }
    try body()
  }
}
