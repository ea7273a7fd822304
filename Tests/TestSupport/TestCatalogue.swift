// TestCatalogue.swift
// The tests found in the sources, which pages of the documentation name.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The directory of the package, derived from the path of this file.
private let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The suites and tests that the sources under Tests declare.
///
/// A suite is a type whose name ends in "Tests"; a test is a function after `@Test`, in the last
/// suite declared before it.
package struct TestCatalogue {
  /// The names of each suite's tests.
  package private(set) var suites: [String: Set<String>] = [:]

  /// The catalogue, read once.
  package static let shared = Result { try TestCatalogue() }

  private init() throws {
    for source in try swiftSources(in: "Tests") { read(source) }
  }

  /// Whether a suite exists, or with a slash a test of a suite.
  package func has(_ name: String) -> Bool {
    let parts = name.split(separator: "/").map(String.init)
    guard let tests = parts.first.flatMap({ suites[$0] }) else { return false }
    return parts.count == 1 || parts.count == 2 && tests.contains(parts[1])
  }

  private mutating func read(_ source: String) {
    var suite: String?
    var isTest = false
    for line in source.split(separator: "\n") {
      if line.contains("Tests"),
        let name = line.firstMatch(of: /struct ([A-Za-z0-9]+Tests)\b/)?.output.1
      {
        suite = String(name)
        suites[String(name), default: []] = suites[String(name)] ?? []
      }
      if line.contains("@Test") { isTest = true }
      if isTest, let name = line.firstMatch(of: /func ([A-Za-z0-9_]+)/)?.output.1 {
        isTest = false
        if let suite { suites[suite]?.insert(String(name)) }
      }
    }
  }
}

/// Returns the texts of all Swift files in a directory of the package and its subdirectories.
package func swiftSources(in directory: String) throws -> [String] {
  let directory = packageRoot.appendingPathComponent(directory).resolvingSymlinksInPath()
  let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
  var texts: [String] = []
  for case let file as URL in files ?? .init()
  where file.pathExtension == "swift" && !file.path.contains(".docc/") {
    texts.append(try String(contentsOf: file, encoding: .utf8))
  }
  return texts
}

/// Returns the names between backticks in a text.
package func quotedNames(_ text: String) -> [String] {
  text.matches(of: /`([^`]+)`/).map { String($0.output.1) }
}
