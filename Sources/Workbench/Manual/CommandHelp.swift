// CommandHelp.swift
// The commands as the argument parser writes them for --experimental-dump-help.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer

/// A command and its arguments.
struct CommandHelp: Decodable {
  /// An argument, an option or a flag.
  struct Parameter: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// As it is typed: "-o", "--output".
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    var isPositional: Bool { kind == "positional" }
    var takesValue: Bool { kind == "option" }
  }

  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var subcommands: [CommandHelp]?
  var arguments: [Parameter]?

  /// The parameters that help shows.
  var parameters: [Parameter] { (arguments ?? []).filter(\.shouldDisplay) }

  private struct Document: Decodable { var command: CommandHelp }

  /// Reads the parser's JSON.
  static func read(_ json: String) throws(CommandFailure) -> CommandHelp {
    do {
      return try JSONDecoder().decode(Document.self, from: Data(json.utf8)).command
    } catch {
      throw CommandFailure(
        status: .internalError,
        message: "The argument parser describes commands otherwise: \(error).")
    }
  }
}
