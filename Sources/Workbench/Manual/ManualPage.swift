// ManualPage.swift
// A page of the manual, in the macros of man(7).
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer

/// The page of the program or of one of its commands.
struct ManualPage {
  static let program = "lamella"

  /// Such as "lamella-record".
  var name: String
  /// The command's name; nil for the program.
  var command: String?
  private var help: CommandHelp
  /// The names of all pages.
  private var others: [String]

  /// The pages of the program and of each command that help shows.
  ///
  /// - Parameter json: What the argument parser writes about the program.
  static func all(of json: String) throws(CommandFailure) -> [ManualPage] {
    let root = try CommandHelp.read(json)
    let commands = (root.subcommands ?? []).filter {
      $0.shouldDisplay != false && $0.commandName != "help"
    }
    var names = [program]
    for command in commands { names.append("\(program)-\(command.commandName)") }
    var shown = root
    shown.subcommands = commands
    return zip(names, [shown] + commands).map { name, help in
      ManualPage(
        name: name, command: name == program ? nil : help.commandName, help: help, others: names)
    }
  }

  private init(name: String, command: String?, help: CommandHelp, others: [String]) {
    (self.name, self.command, self.help, self.others) = (name, command, help, others)
  }

  // MARK: Text

  var text: String {
    var lines: [String] = [
      ".TH \(name.uppercased()) 1 \"\" \"\(Self.program) \(Viewer.version)\" \"User Commands\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.summary(help))", ".SH SYNOPSIS",
    ]
    lines += synopsis
    lines.append(".SH DESCRIPTION")
    lines += description
    let positional = help.parameters.filter(\.isPositional)
    if !positional.isEmpty { lines += Self.section("ARGUMENTS", of: positional) }
    let options = help.parameters.filter { !$0.isPositional }
    if !options.isEmpty { lines += Self.section("OPTIONS", of: options) }
    if let commands = help.subcommands, !commands.isEmpty {
      lines += [".SH COMMANDS"]
      for command in commands {
        lines += [
          ".TP", "\\fB\(Self.escaped(command.commandName))\\fR",
          Self.escaped(command.abstract ?? ""),
        ]
      }
    }
    lines += exitCodes
    if command == nil { lines += environment }
    let rest = others.filter { $0 != name }.map { "\\fB\(Self.escaped($0))\\fR(1)" }
    lines += [".SH SEE ALSO", rest.joined(separator: ",\n")]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The abstract as a phrase: without a full stop and, unless it begins with a name of two words, a capital.
  private static func summary(_ help: CommandHelp) -> String {
    var text = help.abstract ?? ""
    if text.hasSuffix(".") { text.removeLast() }
    let words = text.split(separator: " ")
    if words.count > 1, words[1].first?.isUppercase == true { return escaped(text) }
    return escaped(text.prefix(1).lowercased() + text.dropFirst())
  }

  private var synopsis: [String] {
    var parts = ["\\fB\(Self.escaped(Self.program))\\fR"]
    if let command { parts.append("\\fB\(Self.escaped(command))\\fR") }
    if help.parameters.contains(where: { !$0.isPositional }) { parts.append("[\\fIoptions\\fR]") }
    for parameter in help.parameters where !parameter.isPositional && !parameter.isOptional {
      guard let name = parameter.names?.last else { continue }
      parts.append(
        "\\fB\(Self.escaped(name.text))\\fR \\fI\(Self.escaped(parameter.valueName ?? ""))\\fR")
    }
    for parameter in help.parameters where parameter.isPositional {
      let value = "\\fI\(Self.escaped(parameter.valueName ?? ""))\\fR"
      let repeated = parameter.isRepeating ? value + " ..." : value
      parts.append(parameter.isOptional ? "[\(repeated)]" : repeated)
    }
    if help.subcommands?.isEmpty == false { parts.append("[\\fIcommand\\fR]") }
    return [parts.joined(separator: " ")]
  }

  private var description: [String] {
    // The exit codes have a section of their own.
    let paragraphs = (help.discussion ?? "").components(separatedBy: "\n\n")
      .filter { !$0.isEmpty && !$0.hasPrefix("Exit codes:") }
    let all = paragraphs.isEmpty ? [help.abstract ?? ""] : paragraphs
    return [all.map(Self.escaped).joined(separator: "\n.PP\n")]
  }

  private static func section(
    _ title: String, of parameters: [CommandHelp.Parameter]
  ) -> [String] {
    var lines = [".SH \(title)"]
    for parameter in parameters { lines += entry(parameter) }
    return lines
  }

  /// A parameter with its explanation.
  private static func entry(_ parameter: CommandHelp.Parameter) -> [String] {
    let value = "\\fI\(escaped(parameter.valueName ?? ""))\\fR"
    let names = (parameter.names ?? []).map { "\\fB\(escaped($0.text))\\fR" }
    var tag = value
    if !parameter.isPositional {
      tag = names.joined(separator: ", ")
      if parameter.takesValue { tag += " \(value)" }
    }
    var text = parameter.abstract ?? ""
    if let values = parameter.allValues, !values.isEmpty, !text.contains("values:") {
      text += " One of \(values.joined(separator: ", "))."
    }
    if let value = parameter.defaultValue, !text.contains("Default") {
      text += " Default: \(value)."
    }
    return [".TP", tag, escaped(text.trimmingCharacters(in: .whitespaces))]
  }

  private var exitCodes: [String] {
    var lines = [".SH EXIT STATUS"]
    for status in ExitStatus.allCases {
      lines += [".TP", "\\fB\(status.rawValue)\\fR", Self.escaped(status.meaning)]
    }
    return lines
  }

  /// The variables that the program reads.
  private var environment: [String] {
    let variables = [
      ("LAMELLA_RENDERER", "The renderer, as with --renderer."),
      ("LAMELLA_RENDER_THREAD", "on or off: whether frames are drawn on a thread of their own."),
      ("LAMELLA_SCALE", "Pixels per point, from 0.5 to 8, where the system reports none."),
      ("LAMELLA_FONT", "The file of the system font."),
      ("LAMELLA_DEBUG", "What is logged, such as actions,animations; help lists all."),
      ("LAMELLA_HUD", "1 for an overlay of frames in any program that imports UIKit."),
    ]
    var lines = [".SH ENVIRONMENT"]
    for (name, meaning) in variables {
      lines += [".TP", "\\fB\(name)\\fR", Self.escaped(meaning)]
    }
    return lines
  }

  // MARK: roff

  /// Text without a meaning to roff; what is between backticks is bold.
  static func escaped(_ text: String) -> String {
    let plain = text.replacingOccurrences(of: "\\", with: "\\e")
      .replacingOccurrences(of: "-", with: "\\-")
      .replacingOccurrences(of: "…", with: "...")
    let parts = plain.components(separatedBy: "`")
    let marked = parts.enumerated().map { place, part in
      // An odd part is between two backticks, if there is another one after it.
      place % 2 == 1 && place + 1 < parts.count ? "\\fB\(part)\\fR" : part
    }
    // A dot or a quote at the start of a line would be a request.
    return marked.joined().split(separator: "\n", omittingEmptySubsequences: true).map { line in
      line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : String(line)
    }.joined(separator: "\n")
  }
}
