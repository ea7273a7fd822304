// CommandFailure.swift
// A command's failure: a message on standard error and an exit code.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import QuartzCore
import UIKit

/// An error that the user can act on.
package struct CommandFailure: Error, CustomStringConvertible, Equatable {
  package var status: ExitStatus
  /// What failed, why, and what to do, in full sentences.
  package var message: String

  package var description: String { message }

  package init(status: ExitStatus, message: String) {
    (self.status, self.message) = (status, message)
  }

  /// Prints the message to standard error.
  package func report() { StandardError.write("\(Viewer.program): \(message)") }
}

/// Fails when no font was found, as pictures would lack their text.
@MainActor package func requireFonts() throws(CommandFailure) {
  guard let failure = HostResources.fontFailure else { return }
  throw CommandFailure(status: .noDisplay, message: "\(failure).")
}

/// Fails when the system lets the program open too few files for a window.
@MainActor package func requireOpenFiles() throws(CommandFailure) {
  guard let shortage = WindowHost.fileShortage() else { return }
  throw CommandFailure(status: .noDisplay, message: shortage)
}

/// Reads `LAMELLA_DEBUG`: fails for an unknown switch, and lists all switches for `help`.
package func readDebugSwitches() throws {
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
package protocol ProgramOptions: Sendable {
  /// Makes them those of the program.
  @MainActor func apply()
}

/// Runs a command's body on the main actor. `main` reports its failure.
///
/// - Parameter options: What is applied before.
package func runCommand(
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
