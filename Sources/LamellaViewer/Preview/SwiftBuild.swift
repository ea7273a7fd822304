// SwiftBuild.swift
// A package that is built: which of its programs is shown, and what the compiler says.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

/// The toolchain's package manager.
enum SwiftBuild {
  /// A package's program.
  struct Program: Equatable {
    var name: String
    /// Whether it is a gallery: it depends on LamellaViewer.
    var isGallery: Bool
  }

  /// Starts `swift` with arguments, with both outputs in one file.
  static func start(_ arguments: [String], output: FileHandle) throws(CommandFailure)
    -> SpawnedProcess
  {
    // What the watcher was told is not for the package manager.
    var environment = ProcessInfo.processInfo.environment
    for name in [PreviewLink.variable, PreviewLink.stateVariable, SampleSource.variable] {
      environment[name] = nil
    }
    do {
      return try SpawnedProcess(
        "/usr/bin/env", ["swift"] + arguments, environment: environment, output: output,
        errors: output)
    } catch {
      throw CommandFailure(
        status: .internalError, message: "The package manager cannot be started: \(error).")
    }
  }

  /// Runs `swift` to its end, and returns what it wrote.
  static func output(_ arguments: [String]) throws(CommandFailure) -> (succeeds: Bool, text: String)
  {
    let file: FileHandle
    do { file = try FileHandle.unnamed() } catch {
      throw CommandFailure(
        status: .cannotWrite, message: "No temporary file can be made: \(error).")
    }
    let end = try start(arguments, output: file).wait()
    if end == .exit(127) {
      throw CommandFailure(
        status: .internalError,
        message: "There is no `swift` on the PATH; install a toolchain of Swift 6.2 or newer.")
    }
    try? file.seek(toOffset: 0)
    let data = (try? file.readToEnd()) ?? nil
    return (end == .exit(0), String(decoding: data ?? Data(), as: UTF8.self))
  }

  // MARK: The program

  private struct Description: Decodable {
    struct Product: Decodable {
      var name: String
      var type: [String: [String]?]
      var targets: [String]
    }
    struct Target: Decodable {
      var name: String
      var product_dependencies: [String]?
      var target_dependencies: [String]?
    }
    var products: [Product]
    var targets: [Target]
  }

  /// Finds the program that is shown: a gallery if there is one.
  ///
  /// - Throws: The package manager's words, or that there is no program.
  static func program(ofPackage path: String) throws(CommandFailure) -> Program {
    let (succeeds, text) = try output([
      "package", "--package-path", path, "describe", "--type", "json",
    ])
    guard succeeds, let begin = text.firstIndex(of: "{"),
      let found = try? JSONDecoder().decode(Description.self, from: Data(text[begin...].utf8))
    else {
      throw CommandFailure(
        status: .badInput, message: "The package at \(path) cannot be read. \(errors(in: text))")
    }
    func isGallery(_ names: [String]) -> Bool {
      found.targets.contains { target in
        names.contains(target.name)
          && ((target.product_dependencies ?? []).contains("LamellaViewer")
            || isGallery(target.target_dependencies ?? []))
      }
    }
    let programs = found.products.filter { $0.type.keys.contains("executable") }
      .map { Program(name: $0.name, isGallery: isGallery($0.targets)) }
    guard let program = programs.first(where: \.isGallery) ?? programs.first else {
      throw CommandFailure(
        status: .badInput,
        message: "The package at \(path) has no program to show. Add an executable target with a "
          + "SampleGallery; `\(Viewer.program) new` makes such a package.")
    }
    return program
  }

  // MARK: Errors

  /// The most errors that are shown.
  private static let mostErrors = 6

  /// The errors in what a build wrote: file, line and message of each, the source line below; else its last lines.
  static func errors(in text: String) -> String {
    var (found, count): ([String], Int) = ([], 0)
    var seen: Set<String> = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (place, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: /^(\/[^:]+):(\d+):(\d+): error: (.*)$/),
        seen.insert(line).inserted
      else { continue }
      count += 1
      guard count <= mostErrors else { continue }
      let file = URL(fileURLWithPath: String(match.1)).lastPathComponent
      found.append("\(file):\(match.2): \(match.4)")
      // "12 |   the source", beneath which the compiler points.
      let source = lines[place...].prefix(8).first { $0.hasPrefix("\(match.2) | ") }
      if let source { found.append("    " + source.trimmingCharacters(in: .whitespaces)) }
    }
    if count > mostErrors { found.append("and \(count - mostErrors) more") }
    if found.isEmpty {
      let errors = lines.filter { $0.contains("error: ") && !$0.contains("ExitCode") }
      found = (errors.isEmpty ? lines.filter { !$0.isEmpty } : errors).suffix(mostErrors)
    }
    return found.map { Wording.limited($0, to: 200) }.joined(separator: "\n")
  }
}
