// TestCatalogue.swift
// The tests found in the sources, and tables of the documentation that name them.
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

  /// The sections named by comments and test names in the form "semantics 1.4".
  package private(set) var sections: Set<String> = []

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
      if line.contains("semantics ") {
        for list in line.matches(of: /semantics ([0-9][0-9., and]*)/) {
          let numbers = list.output.1.matches(of: /[0-9]+(\.[0-9]+)?/)
          sections.formUnion(numbers.map { String($0.output.0) })
        }
      }
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
  for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
    texts.append(try String(contentsOf: file, encoding: .utf8))
  }
  return texts
}

/// Returns the rows of a table in a page of the documentation, cell by cell, without the header.
///
/// - Parameters:
///   - page: The page's path in the package.
///   - heading: The heading that the table follows; another heading of its level ends the search.
///   - index: The index of the table below the heading. Default 0.
/// - Returns: The rows; empty without such a table.
package func documentedTable(
  _ page: String, under heading: String, table index: Int = 0
) throws -> [[String]] {
  let text = try String(contentsOf: packageRoot.appendingPathComponent(page), encoding: .utf8)
  let lines = text.components(separatedBy: "\n")
  let part = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") }
  let tables = part.split { !$0.hasPrefix("|") }
  guard tables.indices.contains(index) else { return [] }
  return tables[index].dropFirst(2).map { line in
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// Returns the names between backticks in a cell.
package func quotedNames(_ cell: String) -> [String] {
  cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
}
