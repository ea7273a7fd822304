// ColorOptions.swift
// Colours of verdicts on a terminal.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Glibc

/// The option of commands that write verdicts.
struct ColorOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-color"),
    help: "No colours on a terminal, as with the environment variable NO_COLOR.")
  var noColor = false

  /// The style of standard output.
  var style: VerdictStyle {
    VerdictStyle(
      isColored: !noColor && isatty(STDOUT_FILENO) == 1
        && VerdictStyle.allowsColors(ProcessInfo.processInfo.environment))
  }
}

/// How verdicts are written: green and red, or as plain text.
struct VerdictStyle: Hashable {
  /// Default false, as for files and pipes.
  var isColored = false

  /// Whether an environment allows colours on its terminal.
  static func allowsColors(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR"] ?? "" == "" && environment["TERM"] != "dumb"
  }

  /// A word about what is as it should be.
  func good(_ word: String) -> String { colored(word, "32") }

  /// A word about what is not.
  func bad(_ word: String) -> String { colored(word, "31") }

  private func colored(_ word: String, _ color: String) -> String {
    isColored ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word
  }

  /// A line of a check, which begins with its verdict.
  func checkLine(_ line: String) -> String {
    if line.hasPrefix(Verdicts.pass) {
      return good(Verdicts.pass) + line.dropFirst(Verdicts.pass.count)
    }
    guard line.hasPrefix(Verdicts.fail) else { return line }
    return bad(Verdicts.fail) + line.dropFirst(Verdicts.fail.count)
  }

  private enum Verdicts {
    static let pass = "pass"
    static let fail = "FAIL"
  }
}
