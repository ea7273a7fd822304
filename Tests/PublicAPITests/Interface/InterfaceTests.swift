// InterfaceTests.swift
// The interface that iOS animation code uses exists, apart from absences with a reason, and the page lists it.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing

@MainActor @Suite struct InterfaceTests {
  private static func table() throws -> InterfaceTable {
    InterfaceTable(
      text: try String(contentsOf: InterfaceTable.file, encoding: .utf8),
      further: try String(contentsOf: InterfaceTable.furtherFile, encoding: .utf8))
  }

  @Test func everySymbolIsCompiledOrAbsentForAReason() throws {
    let rows = try Self.table().rows
    let use = InterfaceUse()
    #expect(use.missingKeyPaths == [])
    let present = Set(rows.filter { $0.absence == nil }.map(\.symbol))
    #expect(present.subtracting(use.symbols).sorted() == [], "symbols that nothing compiles")
    #expect(use.symbols.subtracting(present).sorted() == [], "symbols that the table lacks")
    #expect(rows.allSatisfy { (2...45).contains($0.libraries) })
    #expect(Set(rows.map(\.symbol)).count == rows.count && rows.count > 500)
  }

  @Test func furtherSymbolsAreCompiledOrAbsentForAReason() throws {
    let further = try Self.table().further
    func present(_ list: InterfaceTable.Further.List) -> Set<String> {
      Set(further.filter { $0.list == list && $0.absence == nil }.map(\.symbol))
    }
    #expect(present(.unseen) == UnseenUse().symbols)
    #expect(present(.examples) == ExampleUse().symbols)
    #expect(Set(further.map(\.symbol)).count == further.count)
  }

  @Test func nearlyAllSymbolsArePresent() throws {
    let rows = try Self.table().rows
    let present = rows.count { $0.absence == nil }
    #expect(Double(present) >= 0.95 * Double(rows.count))
    // What every fourth library uses is complete.
    #expect(rows.filter { $0.libraries > 11 && $0.absence != nil }.map(\.symbol) == [])
  }

  /// `LAMELLA_WRITE_INTERFACE=1` writes the page.
  @Test func thePageIsMadeOfTheTable() throws {
    let markdown = try Self.table().markdown
    if ProcessInfo.processInfo.environment["LAMELLA_WRITE_INTERFACE"] != nil {
      try Data(markdown.utf8).write(to: InterfaceTable.page)
    }
    let page = try String(contentsOf: InterfaceTable.page, encoding: .utf8)
    #expect(page == markdown)
  }
}
