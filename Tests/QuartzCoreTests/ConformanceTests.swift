// ConformanceTests.swift
// The conformance page names tests that exist, and covers every section.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct ConformanceTests {
  private static let page = "Sources/QuartzCore/QuartzCore.docc/Conformance.md"

  /// Every section on layers and animations. 7.2, UIKit's spring parameters, is on the page for
  /// views.
  private static let sections = [
    "1", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "2", "3",
    "3.1",
    "3.2", "3.3", "4", "5", "5.1", "5.2", "5.3", "6", "6.1", "6.2", "6.3", "7", "7.1", "8", "9",
    "10",
    "10.1", "10.2", "11", "11.1", "11.2", "11.3", "11.4", "12", "13", "14", "15", "20",
    "21.1", "21.2", "21.3", "21.4", "21.6", "21.7", "21.11", "21.17",
  ]

  @Test func everySectionIsListedInOrder() throws {
    let rows = try documentedTable(Self.page, under: "## Rules and their tests")
    #expect(rows.map(\.first) == Self.sections)
    for row in rows { #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
  }

  @Test func everySectionHasTestsThatExist() throws {
    let catalogue = try TestCatalogue.shared.get()
    for row in try documentedTable(Self.page, under: "## Rules and their tests") {
      let names = quotedNames(row.last ?? "")
      #expect(!names.isEmpty, "section \(row[0]) names no test")
      for name in names { #expect(catalogue.has(name), "section \(row[0]): there is no \(name)") }
    }
  }

  /// The reverse: the number of every section occurs in the sources of the tests.
  @Test func everySectionIsNamedByATest() throws {
    let named = try TestCatalogue.shared.get().sections
    for section in Self.sections { #expect(named.contains(section), "nothing names \(section)") }
  }

  @Test func everyDecisionHasAReason() throws {
    let rows = try documentedTable(Self.page, under: "## What we decided")
    #expect(rows.count > 30)
    for row in rows {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(row.first.map { $0 == "-" || Self.sections.contains($0) } == true, "\(row)")
    }
  }

  /// The catalogue itself distinguishes existing names from missing ones.
  @Test func theCatalogueKnowsWhatIsThere() throws {
    let catalogue = try TestCatalogue.shared.get()
    #expect(catalogue.has("ConformanceTests"))
    #expect(catalogue.has("ConformanceTests/theCatalogueKnowsWhatIsThere"))
    #expect(!catalogue.has("ConformanceTests/quotedNames"))
    #expect(!catalogue.has("ConformanceTests/shows") && !catalogue.has("NoSuchTests"))
    #expect(!catalogue.sections.contains("99"))
  }
}
