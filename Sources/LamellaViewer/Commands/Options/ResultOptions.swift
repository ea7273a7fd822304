// ResultOptions.swift
// The options of commands whose result is figures: as text, JSON or CSV, on standard output or in a file.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// The form of figures, and where they are written.
package struct ResultOptions: ParsableArguments {
  package init() {}

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print CSV, with a row for each figure.")
  var csv = false

  @Option(name: [.short, .long], help: "The file for the result, instead of standard output.")
  var output: String?

  package func validate() throws {
    if csv && json { throw ValidationError("--csv and --json exclude each other: give one.") }
  }

  /// Fails where the result could not be written, before it is made.
  package func requireWritable() throws(CommandFailure) {
    if let output { try LamellaViewer.requireWritable(output) }
  }

  /// Writes a document.
  ///
  /// - Parameter failure: What ends the command after it, which a document of JSON contains. Nil for success.
  package func write(
    _ document: some Encodable, ending failure: CommandFailure?,
    csv table: @autoclosure () -> String,
    text: @autoclosure () -> String
  ) throws(CommandFailure) {
    try writeResult(
      json ? JSONText.of(document, ending: failure) : csv ? table() : text(), to: output)
  }
}
