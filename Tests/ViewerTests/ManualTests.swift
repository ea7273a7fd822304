// ManualTests.swift
// The manual's pages and the completions of shells, which the argument parser's knowledge makes.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

@Suite(.serialized) struct ManualTests {
  private static let commands = [
    "view", "new", "list", "snapshot", "record", "trace", "check", "bench", "compare", "doctor",
  ]

  @Test func helpListsTheseCommands() throws {
    let help = try Program.run(["--help"]).text
    let section = try #require(help.range(of: "SUBCOMMANDS:\n")).upperBound
    let names = help[section...].split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") }
      .compactMap { $0.split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init) }
    // The last line refers to the help of a command.
    #expect(names.filter { $0 != "See" } == Self.commands)
  }

  // MARK: Pages

  @Test func everyCommandHasAPage() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(
      ["man", "--directory", "man1"], of: Program.workbench(), in: directory.url)
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/man1")
    #expect(Set(names) == Set(["lamella.1"] + Self.commands.map { "lamella-\($0).1" }))
    for name in names {
      let text = try String(contentsOfFile: directory.path + "/man1/" + name, encoding: .utf8)
      for section in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH EXIT STATUS"] {
        #expect(text.contains(section), "\(name)")
      }
      #expect(!text.contains("`") && !text.contains("Exit codes:"), "\(name)")
    }
  }

  /// `groff` reads the pages without a warning, where it is installed.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")),
    arguments: [nil] + commands.map(Optional.some))
  func pagesAreReadWithoutWarnings(command: String?) throws {
    let directory = try TemporaryDirectory()
    let page = try Program.run(["man"] + (command.map { [$0] } ?? []), of: Program.workbench())
    #expect(page.status == 0, "\(page.errors)")
    let path = directory.path + "/page"
    try page.output.write(to: URL(fileURLWithPath: path))
    let (status, warnings) = try Program.output(
      of: "/usr/bin/groff", ["-man", "-ww", "-Tascii", "-z", path])
    #expect(status == 0 && warnings.isEmpty, "\(warnings)")
    let (_, text) = try Program.output(of: "/usr/bin/groff", ["-man", "-Tascii", "-P-cbou", path])
    #expect(text.contains("SYNOPSIS") && text.contains("lamella \(command ?? "")"), "\(text)")
    if command == nil { #expect(text.contains("Core Animation"), "\(text)") }
    if command == "record" {
      #expect(text.contains(/SYNOPSIS\s+lamella record \[options\] --output output/), "\(text)")
      for word in ["--format", "apng, gif, png", "else apng", "interrupted"] {
        #expect(text.contains(word), "\(word)")
      }
    }
  }

  @Test func otherCommandsHaveNoPage() throws {
    let result = try Program.run(["man", "recrod"], of: Program.workbench())
    #expect(result.status == 64 && result.errors.contains("Did you mean \"record\"?"))
    #expect(ManualPage.escaped(".a\n'b\\c-d `e` `f") == "\\&.a\n\\&'b\\ec\\-d \\fBe\\fR f")
  }

  // MARK: Completions

  /// What a shell offers for the last of some words.
  private func completions(_ words: [String]) throws -> Set<String> {
    let directory = try TemporaryDirectory()
    let script = try Program.run(["--generate-completion-script", "bash"])
    #expect(script.status == 0, "\(script.errors)")
    try script.output.write(to: URL(fileURLWithPath: directory.path + "/script"))
    // The program calls itself for the names of samples.
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/lamella", withDestinationPath: try Program.path())
    let line = words.joined(separator: " ")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let (_, text) = try Program.output(
      of:
        "/bin/bash",
      [
        "-c",
        """
        PATH='\(directory.path)':$PATH; source '\(directory.path)/script'
        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(line)'
        COMP_POINT=${#COMP_LINE}
        _lamella lamella "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    return Set(text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
  }

  @Test func bashCompletesCommandsOptionsAndValues() throws {
    #expect(try completions(["lamella", "rec"]) == ["record"])
    let options = try completions(["lamella", "record", "--f"])
    #expect(options.isSuperset(of: ["--format", "--fps", "--from"]), "\(options)")
    #expect(
      try completions(["lamella", "record", "Pop", "--format", ""]) == ["apng", "gif", "png"])
  }

  @Test func bashCompletesNamesOfSamples() throws {
    let found = try completions(["lamella", "record", "P"])
    #expect(found.isSuperset(of: ["Pop", "Particles", "PropertyAnimator"]), "\(found)")
    #expect(!found.contains("Quiz"))
    #expect(try completions(["lamella", "bench", "St"]) == ["Stress"])
  }

  @Test(arguments: ["zsh", "fish"]) func otherShellsHaveScripts(shell: String) throws {
    let script = try Program.run(["--generate-completion-script", shell])
    #expect(script.status == 0, "\(script.errors)")
    for command in Self.commands { #expect(script.text.contains(command), "\(command)") }
  }
}
