// ExitStatus.swift
// The program's exit codes.
//
// SPDX-License-Identifier: MIT

/// Why the program ended. Codes follow BSD's sysexits where it has one.
package enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case checkFailed = 1
  /// The argument parser's code for arguments that it rejects.
  case usage = 64
  /// A file of the input is broken, or of another version.
  case badInput = 65
  case noSuchSample = 66
  case noDisplay = 69
  case internalError = 70
  case cannotWrite = 73
  /// As test runners count a test that was not run.
  case skipped = 77
  /// 128 plus the number of SIGINT, as a shell reports Ctrl-C.
  case interrupted = 130

  /// One line of the table in `--help`.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .checkFailed: "check failed"
    case .usage: "bad usage"
    case .badInput: "bad input file"
    case .noSuchSample: "no such sample, trigger or file"
    case .noDisplay: "no display, renderer or font"
    case .internalError: "internal error, a sample that cannot be shown, or too little memory"
    case .cannotWrite: "cannot write the output"
    case .skipped: "skipped, as there is nothing to measure here"
    case .interrupted: "interrupted"
    }
  }

  package static var table: String {
    "Exit codes: " + allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + "."
  }
}
