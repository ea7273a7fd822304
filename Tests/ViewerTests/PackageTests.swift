// PackageTests.swift
// What Scripts/package makes.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct PackageTests {
  /// Packs a program. Without one, it is what the tests run.
  private func package(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let binary = ["LAMELLA_BINARY": try Program.path()]
    return try Program.output(
      of: Program.packageRoot.appendingPathComponent("Scripts/package").path, arguments,
      environment: binary.merging(environment) { $1 })
  }

  /// A small program in place of the real one, which takes long to pack, and has the standard library in it only when
  /// `Scripts/run` builds it.
  private func makeProgram(in directory: TemporaryDirectory) throws -> String {
    let source = directory.path + "/program.c"
    let text = #"""
      #include <stdio.h>
      #include <string.h>
      int SDL_Init(unsigned);
      int main(int count, char **words) {
        puts(count > 1 && !strcmp(words[1], "--version") ? "1.2.3" : "completions");
        return count > 9 ? SDL_Init(0) : 0;
      }
      """#
    try Data(text.utf8).write(to: URL(fileURLWithPath: source))
    let program = directory.path + "/program"
    let built = try Program.output(
      of: "/usr/bin/env", ["clang", "-g", source, "-o", program, "-lSDL2"])
    try #require(built.status == 0, "\(built.text)")
    // The manual is written by the program beside it.
    try FileManager.default.createSymbolicLink(
      atPath: program + "-workbench", withDestinationPath: try Program.workbench())
    return program
  }

  private static let hasTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-deb")

  /// The package names what it needs; unpacked, the program starts, without its symbols.
  @Test(.enabled(if: hasTool)) func packageHasTheProgramAndWhatBelongsToIt() throws {
    let directory = try TemporaryDirectory()
    let program = try makeProgram(in: directory)
    let result = try package([directory.path], environment: ["LAMELLA_BINARY": program])
    #expect(result.status == 0, "\(result.text)")
    let file = result.text.trimmingCharacters(in: .newlines)
    try #require(file.hasPrefix(directory.path) && file.hasSuffix(".deb"), "\(result.text)")
    func read(_ arguments: String...) throws -> String {
      let result = try Program.output(of: "/usr/bin/dpkg-deb", arguments)
      #expect(result.status == 0, "\(result.text)")
      return result.text
    }
    let control = try read("--field", file)
    #expect(control.contains("\nVersion: 1.2.3"), "\(control)")
    for name in ["libsdl2-2.0-0 (>= 2.", "libc6 (>= 2.", "fonts-dejavu-core |"] {
      #expect(control.contains(name), "\(control)")
    }
    let tree = directory.path + "/tree"
    _ = try read("--extract", file, tree)
    for name in [
      "bin/lamella", "share/man/man1/lamella.1.gz", "share/man/man1/lamella-record.1.gz",
      "share/bash-completion/completions/lamella", "share/zsh/vendor-completions/_lamella",
      "share/fish/vendor_completions.d/lamella.fish", "share/applications/lamella.desktop",
      "share/icons/hicolor/scalable/apps/lamella.svg", "share/doc/lamella/copyright",
      "share/doc/lamella/changelog.gz",
    ] {
      #expect(FileManager.default.fileExists(atPath: "\(tree)/usr/\(name)"), "\(name)")
    }
    let entry = try String(
      contentsOfFile: tree + "/usr/share/applications/lamella.desktop", encoding: .utf8)
    #expect(entry.contains("\nExec=\"/usr/bin/lamella\"\n"), "\(entry)")
    let run = try Program.output(of: tree + "/usr/bin/lamella", ["--version"])
    #expect(run.text == "1.2.3\n")
    let sizes = try [program, tree + "/usr/bin/lamella"].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int ?? 0
    }
    #expect(sizes[1] < sizes[0])
  }

  /// A program that needs libraries of the toolchain would not start elsewhere.
  @Test(.enabled(if: hasTool)) func programWithoutTheStandardLibraryIsRefused() throws {
    let directory = try TemporaryDirectory()
    let needed = try Program.output(
      of: "/usr/bin/env", ["readelf", "--dynamic", "--wide", Program.path()]
    ).text
    let isDynamic = needed.contains("libswiftCore")
    guard isDynamic else { return }
    let result = try package([directory.path])
    #expect(result.status == 69 && result.text.contains("libswift"), "\(result.text)")
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(left.isEmpty)
  }

  @Test func wrongArgumentsMakeNothing() throws {
    let directory = try TemporaryDirectory()
    let unknown = try package(["--output"])
    #expect(unknown.status == 64 && unknown.text.contains("unknown option --output"))
    #expect(try package(["a", "b"]).status == 64)
    #expect(try package(["--help"]).text.contains("package [FOLDER]"))
    // A folder below a file cannot be made.
    let file = directory.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    let refused = try package([file + "/folder"])
    if Self.hasTool { #expect(refused.status == 73 && refused.text.contains(file)) }
    let missing = try package(
      [directory.path], environment: ["LAMELLA_BINARY": "/nonexistent/lamella"])
    if Self.hasTool {
      #expect(missing.status == 66 && missing.text.contains("/nonexistent/lamella"))
    }
  }

  /// On a system without the tools of packages.
  @Test func missingToolIsNamed() throws {
    let directory = try TemporaryDirectory()
    for tool in ["bash", "dirname"] {
      for folder in ["/bin/", "/usr/bin/"]
      where FileManager.default.isExecutableFile(atPath: folder + tool) {
        try? FileManager.default.createSymbolicLink(
          atPath: directory.path + "/" + tool, withDestinationPath: folder + tool)
      }
    }
    let result = try Program.output(
      of: directory.path + "/bash",
      [Program.packageRoot.appendingPathComponent("Scripts/package").path],
      environment: ["PATH": directory.path])
    #expect(result.status == 69 && result.text.contains("there is no dpkg-deb"), "\(result.text)")
  }
}
