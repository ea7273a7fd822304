// CommandOutcome.swift
// How a command ended, in JSON: the exit code and the reason, in the command's document or in one of their own.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import UIKit

/// The end of a command, as JSON has it.
struct CommandOutcome: Encodable, Hashable {
  /// The exit code.
  var status: Int32
  /// Why the command failed, as standard error has it. Nil, which JSON does not have, if it did not.
  var reason: String?

  /// The end with a failure, or without one.
  init(_ failure: CommandFailure?) {
    status = (failure?.status ?? .success).rawValue
    reason = failure?.message.escapingControls(keepingLines: true)
  }

  init(status: Int32, reason: String) {
    self.status = status
    self.reason = reason.escapingControls(keepingLines: true)
  }

  // MARK: Failures without a document

  private struct Document: Encodable {
    var schema = FileSchema.current
    var version = Viewer.version
  }

  /// A document of a failure alone.
  var document: String { JSONText.of(EndedDocument(document: Document(), outcome: self)) }

  /// Whether arguments request JSON on standard output: with --json, or as a trace of that format.
  ///
  /// The words are read here, as arguments that the parser rejects have no command.
  static func isJSONRequested(by arguments: [String]) -> Bool {
    let options = Array(arguments.prefix { $0 != "--" })
    if options.contains("--json") { return true }
    func values(_ long: String, _ short: String? = nil) -> [String] {
      options.indices.flatMap { place -> [String] in
        let word = options[place]
        if word.hasPrefix("\(long)=") { return [String(word.dropFirst(long.count + 1))] }
        guard word == long || word == short, place + 1 < options.count else { return [] }
        return [options[place + 1]]
      }
    }
    guard options.first == TraceCommand._commandName,
      values("--format").last == TraceCommand.Format.json.rawValue
    else { return false }
    return values("--output", "-o").last ?? "-" == "-"
  }

  /// The sentences about an error in a message of the parser, which also has its name, help and usage.
  static func reason(inParserMessage message: String) -> String {
    let rest = ["Help:", "Usage:", "OVERVIEW:"]
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.prefix { line in !rest.contains { line.hasPrefix($0) } }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    let name = "Error: "
    return own.hasPrefix(name) ? String(own.dropFirst(name.count)) : own
  }
}

/// A document, and how the command that made it ended.
private struct EndedDocument<Document: Encodable>: Encodable {
  var document: Document
  var outcome: CommandOutcome

  func encode(to encoder: any Encoder) throws {
    try document.encode(to: encoder)
    // Into the same object.
    try outcome.encode(to: encoder)
  }
}

extension JSONText {
  /// The document of a command that may fail although it has a result, with its exit code and the reason.
  package static func of(_ document: some Encodable, ending failure: CommandFailure?) -> String {
    of(EndedDocument(document: document, outcome: CommandOutcome(failure)))
  }
}

/// Returns a failure instead of throwing it, for a document that is to have it.
package func failure(of body: () throws(CommandFailure) -> Void) -> CommandFailure? {
  do throws(CommandFailure) {
    try body()
    return nil
  } catch {
    return error
  }
}
