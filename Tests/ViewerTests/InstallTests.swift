// InstallTests.swift
// What Scripts/install puts below a prefix.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import Viewer

@Suite(.serialized) struct InstallTests {
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
      "share/icons/hicolor/scalable/apps/lamella.svg",
    ] {
      let size = files.contents(atPath: "\(prefix)/\(file)")?.count ?? 0
      #expect(size > 100, "\(file)")
    }
    #expect(files.isExecutableFile(atPath: prefix + "/bin/lamella"))
    let entry = try String(
      contentsOfFile: prefix + "/share/applications/lamella.desktop", encoding: .utf8)
    let lines = entry.split(separator: "\n").map(String.init)
    #expect(lines.first == "[Desktop Entry]")
    var keys: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      try #require(parts.count == 2, "\(line)")
      #expect(keys.updateValue(parts[1], forKey: parts[0]) == nil, "\(line)")
    }
    #expect(keys["Type"] == "Application" && keys["Name"] == "Lamella")
    // The class that the window has, by which a desktop finds the entry of a window.
    #expect(keys["StartupWMClass"] == "lamella" && keys["Icon"] == "lamella")
    let end = #"/a \\"prefix\\", 100 %% of \\$HOME\\\\/bin/lamella""#
    #expect(keys["Exec"] == "\"\(directory.path)\(end)", "\(keys["Exec"] ?? "")")
  }

  @Test func wrongArgumentsInstallNothing() throws {
    let result = try install(["--prefix"])
    #expect(result.status == 64 && result.text.contains("install [PREFIX]"), "\(result.text)")
    #expect(try install(["--help"]).status == 0)
  }
}
