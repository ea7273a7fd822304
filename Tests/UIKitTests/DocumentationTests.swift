// DocumentationTests.swift
// The pages on views name tests that exist, and are complete.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct DocumentationTests {
  private static let catalog = "Sources/UIKitCore/UIKitCore.docc/"

  // MARK: Conformance

  private static let sections = [
    "7.2", "16", "16.1", "16.2", "16.3", "16.4", "16.5", "16.6", "16.7", "16.8", "17", "18", "18.1",
    "18.2", "18.3", "18.4", "21.5", "21.8", "21.9", "21.10", "21.12", "21.13", "21.14",
  ]

  @Test func conformanceSectionsNameExistingTests() throws {
    let catalogue = try TestCatalogue.shared.get()
    let rows = try documentedTable(
      Self.catalog + "ViewConformance.md", under: "## Rules and their tests")
    #expect(rows.map(\.first) == Self.sections)
    for row in rows {
      #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(catalogue.sections.contains(row[0]), "nothing names \(row[0])")
      expectTests(row.last ?? "", of: "section \(row[0])", in: catalogue)
    }
  }

  @Test func conformanceDecisionsHaveReasons() throws {
    let rows = try documentedTable(Self.catalog + "ViewConformance.md", under: "## Decisions")
    #expect(rows.count > 10)
    for row in rows {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(row.first.map(Self.sections.contains) == true, "\(row)")
    }
  }

  // MARK: Techniques

  private static let articles = [
    "## View-Layer Synergy", "## Hacking UIView animation blocks for fun and profit",
    "## Add Implicit Animations to Your iOS Views, Part 1",
    "## Custom Property UIView Block Animation",
  ]

  /// Each article has its techniques, each with a sample and a test, and its limitations, with the
  /// tests for the behaviour of iOS and for the extension.
  @Test(arguments: articles) func articleTechniquesNameExistingTests(article: String) throws {
    let catalogue = try TestCatalogue.shared.get()
    let page = Self.catalog + "Techniques.md"
    let techniques = try documentedTable(page, under: article)
    #expect(techniques.count > 5)
    for row in techniques {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      expectTests(row.last ?? "", of: row[0], in: catalogue)
    }
    let unsolved = try documentedTable(page, under: article, table: 1)
    #expect(!unsolved.isEmpty)
    for row in unsolved {
      #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      expectTests(row.last ?? "", of: row[0], in: catalogue)
    }
  }

  @Test func otherTechniquesNameExistingTests() throws {
    let catalogue = try TestCatalogue.shared.get()
    let rows = try documentedTable(
      Self.catalog + "Techniques.md", under: "## Other techniques")
    #expect(rows.count > 5)
    for row in rows { expectTests(row.last ?? "", of: row[0], in: catalogue) }
  }

  /// Each of the viewer's samples shows a technique.
  @Test func everySampleIsInTechniques() throws {
    let declared = try swiftSources(in: "Sources/Samples").flatMap { source in
      source.matches(of: /static let name = "([A-Za-z0-9]+)"/).map { String($0.output.1) }
    }
    var listed: Set<String> = []
    for heading in Self.articles + ["## Other techniques"] {
      for row in try documentedTable(Self.catalog + "Techniques.md", under: heading) {
        listed.insert(row[1])
      }
    }
    #expect(listed == Set(declared))
  }

  private func expectTests(_ cell: String, of subject: String, in catalogue: TestCatalogue) {
    let names = quotedNames(cell)
    #expect(!names.isEmpty, "\(subject) names no test")
    for name in names { #expect(catalogue.has(name), "\(subject): there is no \(name)") }
  }
}
