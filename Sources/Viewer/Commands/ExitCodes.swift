// ExitCodes.swift
// How the program ends, and the one way in which it fails: a sentence to standard error and a code.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import QuartzCore
import UIKit

/// Why the program ended; numbers as in BSD's sysexits where they have one.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case checkFailed = 1
  /// What the argument parser returns for anything it refuses.
  case usage = 64
  case noSuchSample = 66
  case noDisplay = 69
  case internalError = 70
  case cannotWrite = 73
  /// What ^C leaves behind: 128 and the signal's number.
  case interrupted = 130

  /// One line of the table in `--help`.
  var meaning: String {
    switch self {
    case .success: "success"
    case .checkFailed: "check failed"
    case .usage: "bad usage"
    case .noSuchSample: "no such sample or trigger"
    case .noDisplay: "no display, renderer or font"
    case .internalError: "internal error"
    case .cannotWrite: "cannot write the output"
    case .interrupted: "interrupted"
    }
  }

  static var table: String {
    "Exit codes: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + "."
  }
}

/// A failure that the person at the terminal can do something about.
struct CommandFailure: Error, CustomStringConvertible, Equatable {
  var status: ExitStatus
  /// What failed, why, and what to do: whole sentences.
  var message: String

  var description: String { message }

  /// Prints the message to standard error and returns what ends the program with the code.
  func report() -> ExitCode {
    StandardError.write("lamella: \(message)")
    return ExitCode(status.rawValue)
  }
}

/// Fails when no text can be drawn, as a picture without its text is not what was asked for.
@MainActor func requireFonts() throws(CommandFailure) {
  guard let failure = HostResources.fontFailure else { return }
  throw CommandFailure(status: .noDisplay, message: "\(failure).")
}

/// Refuses a debug switch that does not exist, and lists those that do for whoever asks.
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

/// Runs a command's body on the main actor, and turns its failure into words and an exit code.
func runCommand(_ body: @MainActor () throws -> Void) throws {
  do {
    try readDebugSwitches()
    // A command is run by `main`, which is the main thread.
    try MainActor.assumeIsolated { try body() }
  } catch let failure as CommandFailure {
    throw failure.report()
  }
}
