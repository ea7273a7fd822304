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

  /// Prints the message to standard error and returns the exit code to throw.
  func report() -> ExitCode {
    StandardError.write("lamella: \(message)")
    return ExitCode(status.rawValue)
  }
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

/// Runs a command's body on the main actor and reports its failure.
func runCommand(_ body: @MainActor () throws -> Void) throws {
  do {
    try readDebugSwitches()
    // `main` runs commands on the main thread.
    try MainActor.assumeIsolated { try body() }
  } catch let failure as CommandFailure {
    throw failure.report()
  }
}
