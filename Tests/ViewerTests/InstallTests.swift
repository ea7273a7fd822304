// InstallTests.swift
// What Scripts/install puts below a prefix.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct InstallTests {
  private static let metainfo = "io.github.lamella.lamella.metainfo.xml"

  /// Installs the built program; returns what the script writes.
  private func install(_ arguments: [String]) throws -> (status: Int32, text: String) {
    try Program.output(
      of: Program.packageRoot.appendingPathComponent("Scripts/install").path, arguments,
      environment: ["LAMELLA_BINARY": Program.path()])
  }

  /// A prefix with blanks and signs: every file is there, and the desktop's entry starts the program.
  @Test func programIsInstalledWithAllThatBelongsToIt() throws {
    let directory = try TemporaryDirectory()
    let prefix = directory.path + "/a \"prefix\", 100 % of $HOME\\"
    let result = try install([prefix])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("is not in PATH"), "\(result.text)")
    let files = FileManager.default
    for file in [
      "share/man/man1/lamella.1", "share/man/man1/lamella-record.1",
      "share/bash-completion/completions/lamella", "share/zsh/site-functions/_lamella",
      "share/fish/vendor_completions.d/lamella.fish",
      "share/icons/hicolor/scalable/apps/lamella.svg", "share/metainfo/\(Self.metainfo)",
    ] {
      let size = files.contents(atPath: "\(prefix)/\(file)")?.count ?? 0
      #expect(size > 100, "\(file)")
    }
    #expect(files.isExecutableFile(atPath: prefix + "/bin/lamella"))
    let entry = try groups(
      of: String(contentsOfFile: prefix + "/share/applications/lamella.desktop", encoding: .utf8))
    let keys = try #require(entry["Desktop Entry"])
    #expect(keys["Type"] == "Application" && keys["Name"] == "Lamella")
    // The class that the window has, by which a desktop finds the entry of a window.
    #expect(keys["StartupWMClass"] == "lamella" && keys["Icon"] == "lamella")
    let end = #"/a \\"prefix\\", 100 %% of \\$HOME\\\\/bin/lamella""#
    #expect(keys["Exec"] == "\"\(directory.path)\(end)", "\(keys["Exec"] ?? "")")
    #expect(arguments(of: keys["Exec"] ?? "") == [prefix + "/bin/lamella"])
    #expect(keys["Actions"] == "self-test;")
    try runSelfTest(try #require(entry["Desktop Action self-test"]?["Exec"]))
  }

  /// Runs an entry's action, which opens its result with the desktop's program for texts.
  private func runSelfTest(_ exec: String) throws {
    let desktop = try TemporaryDirectory()
    let viewer = desktop.path + "/xdg-open"
    try Tool.make(viewer, "#!/bin/sh\ncp \"$1\" \"$(dirname \"$0\")/shown\"\n")
    let words = arguments(of: exec)
    #expect(words.first == "sh")
    let result = try Program.output(
      of: "/bin/sh", Array(words.dropFirst()),
      environment: ["PATH": desktop.path + ":/usr/bin:/bin", "TMPDIR": desktop.path])
    #expect(result.status == 0, "\(exec): \(result.text)")
    let shown = try String(contentsOfFile: desktop.path + "/shown", encoding: .utf8)
    #expect(shown.contains("pass  ") && !shown.contains("FAIL"), "\(shown)")
  }

  /// The groups of a desktop's entry, with their keys and values as they are written.
  private func groups(of entry: String) throws -> [String: [String: String]] {
    var groups: [String: [String: String]] = [:]
    var group = ""
    for line in entry.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
      if line.hasPrefix("[") && line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
        #expect(groups[group] == nil, "\(line)")
        groups[group] = [:]
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      try #require(parts.count == 2 && groups[group] != nil, "\(line)")
      #expect(groups[group]?[parts[0]] == nil, "\(line)")
      groups[group]?[parts[0]] = parts[1]
    }
    return groups
  }

  /// The arguments in a value of Exec, as the specification of desktop entries has them.
  private func arguments(of value: String) -> [String] {
    // In every value a backslash is doubled.
    var characters = value.replacingOccurrences(of: "\\\\", with: "\\").makeIterator()
    var (arguments, isQuoted): ([String], Bool) = ([], false)
    var word: String?
    while let character = characters.next() {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { arguments.append(word) }
        word = nil
      case "\\" where isQuoted, "%":
        // The sign that follows has no other meaning.
        word = (word ?? "") + (characters.next().map { String($0) } ?? "")
      default: word = (word ?? "") + String(character)
      }
    }
    return arguments + (word.map { [$0] } ?? [])
  }

  private static let validators = (
    description: "/usr/bin/appstreamcli", entry: "/usr/bin/desktop-file-validate"
  )

  private func validate(_ file: String, with tool: [String]) throws {
    let assets = Program.packageRoot.appendingPathComponent("Assets").path
    let result = try Program.output(
      of: "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", assets] + tool + [file])
    #expect(result.status == 0, "\(result.text)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: validators.description)))
  func descriptionIsValid() throws {
    try validate(Self.metainfo, with: [Self.validators.description, "validate", "--no-net"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: validators.entry)))
  func desktopEntryIsValid() throws {
    try validate("lamella.desktop", with: [Self.validators.entry])
  }

  /// The description for software centres starts the desktop's entry, and has the licence of the program.
  @Test func descriptionNamesTheEntryAndTheLicence() throws {
    let text = try String(
      contentsOf: Program.packageRoot.appendingPathComponent("Assets/\(Self.metainfo)"),
      encoding: .utf8)
    for element in [
      "<id>\(Self.metainfo.dropLast(".metainfo.xml".count))</id>",
      "<launchable type=\"desktop-id\">lamella.desktop</launchable>",
      "<project_license>MIT</project_license>", "<binary>lamella</binary>",
    ] {
      #expect(text.contains(element), "\(element)")
    }
  }

  @Test func wrongArgumentsInstallNothing() throws {
    let result = try install(["--prefix"])
    #expect(result.status == 64 && result.text.contains("install [PREFIX]"), "\(result.text)")
    #expect(try install(["--help"]).status == 0)
    #expect(try install(["one", "two"]).status == 64)
  }

  /// What was installed goes, with its folders; what others have there remains.
  @Test func uninstallLeavesWhatIsNotOurs() throws {
    let directory = try TemporaryDirectory()
    let prefix = directory.path + "/pre fix"
    #expect(try install([prefix]).status == 0)
    let other = prefix + "/share/applications/other.desktop"
    try Data("other".utf8).write(to: URL(fileURLWithPath: other))
    let result = try install(["--uninstall", prefix])
    #expect(result.status == 0 && result.text.contains("/bin/lamella\n"), "\(result.text)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: prefix)
    #expect(Set(left) == ["share", "share/applications", "share/applications/other.desktop"])
    let again = try install(["--uninstall", prefix])
    #expect(again.status == 66 && again.text.contains("is not installed"), "\(again.text)")
    #expect(try install(["--uninstall", prefix + "/nowhere"]).status == 66)
  }
}
