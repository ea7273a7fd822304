// NoticeOptions.swift
// How much commands write to standard error beside errors: nothing, notices, or also how a result came about.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// The options of commands that write more than their result.
package struct NoticeOptions: ParsableArguments, ProgramOptions {
  package init() {}

  @Flag(name: [.short, .long], help: "No progress and no notices. Errors remain.")
  package var quiet = false

  @Flag(
    name: [.short, .long],
    help: "Write to standard error how the result came about: clock, driver, sizes, files.")
  package var verbose = false

  package func validate() throws {
    guard quiet, verbose else { return }
    throw ValidationError("--quiet and --verbose exclude each other: leave one of them out.")
  }

  @MainActor package func apply() {
    Notices.level = quiet ? .quiet : verbose ? .verbose : .usual
    ApplicationOptions.writesNotices = !quiet
  }
}

/// What the program writes to standard error beside errors.
package enum Notices {
  package enum Level: Sendable {
    /// Nothing.
    case quiet
    /// Progress on a terminal, and notices.
    case usual
    /// Also how a result came about.
    case verbose
  }

  // Set on the main thread before a command runs.
  package nonisolated(unsafe) static var level = Level.usual

  /// Writes a notice, unless there are to be none.
  package static func write(_ line: String) {
    if level != .quiet { StandardError.write(line) }
  }

  /// Writes a line about how a result came about, if such lines are requested.
  package static func explain(_ line: @autoclosure () -> String) {
    if level == .verbose { StandardError.write(line()) }
  }

  /// Explains where a result was written.
  ///
  /// - Parameters:
  ///   - path: A file, or "-" for standard output.
  ///   - bytes: Their number. Nil for an unknown one.
  ///   - what: What they are, such as "a picture of 720 x 420 pixels". Default nil.
  package static func explain(writingTo path: String, bytes: Int?, of what: String? = nil) {
    let contents = [what, bytes.map { Wording.count($0, "byte") }].compactMap(\.self)
    explain(
      "Wrote \(contents.joined(separator: ", ")), to \(path == "-" ? "standard output" : path).")
  }
}
