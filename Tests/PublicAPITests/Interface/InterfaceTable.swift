// InterfaceTable.swift
// The rows of interface.tsv, and the page InterfaceInUse that is made of them.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The interface that iOS animation code uses.
struct InterfaceTable {
  /// A symbol of Apple's.
  struct Row {
    /// Its classes, separated by slashes, and its name.
    var symbol: String
    var kind: String
    /// The number of libraries that use it, 2...45.
    var libraries: Int
    /// Why the symbol does not exist here. Nil if it does.
    var absence: String?

    /// The row of the page's table, and the name within it.
    var place: (owner: String, name: String) {
      switch kind {
      case "type": return (symbol, "")
      case "function", "constant": return ("Functions and constants", symbol)
      case "key path": return ("Key paths", String(symbol.dropFirst("key path ".count)))
      case "override": return ("Overriding", String(symbol.dropFirst("override ".count)))
      default:
        let head =
          symbol.hasPrefix("NSObject(KVC)") ? "NSObject(KVC)." : symbol.prefix { $0 != "(" } + ""
        guard let dot = head.lastIndex(of: ".") else { return (symbol, "") }
        let owner = head[..<dot].replacingOccurrences(of: "(KVC)", with: "")
        return (owner, String(symbol.dropFirst(head.distance(from: head.startIndex, to: dot) + 1)))
      }
    }
  }

  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let file = repository.appendingPathComponent(
    "Tests/PublicAPITests/Interface/interface.tsv")
  static let page = repository.appendingPathComponent("Sources/UIKit/UIKit.docc/InterfaceInUse.md")

  /// A symbol that is not among the rows, of one of two further lists.
  struct Further {
    enum List: String { case examples, unseen }
    var symbol: String
    var list: List
    /// The libraries that use it; 0 for a name that only suites of tests need.
    var count: Int
    /// Why the symbol does not exist here. Nil if it does.
    var absence: String?
  }

  static let furtherFile = repository.appendingPathComponent(
    "Tests/PublicAPITests/Interface/further.tsv")

  let rows: [Row]
  let further: [Further]

  private static func fields(_ text: String) -> [[String]] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  init(text: String, further: String) {
    self.further = Self.fields(further).compactMap { fields in
      guard fields.count > 2, let list = Further.List(rawValue: fields[1]) else { return nil }
      return Further(
        symbol: fields[0], list: list, count: Int(fields[2]) ?? 0,
        absence: fields.count > 3 && !fields[3].isEmpty ? fields[3] : nil)
    }
    rows = Self.fields(text).map { fields in
      Row(
        symbol: fields[0], kind: fields.count > 1 ? fields[1] : "",
        libraries: fields.count > 2 ? Int(fields[2]) ?? 0 : 0,
        absence: fields.count > 3 && !fields[3].isEmpty ? fields[3] : nil)
    }
  }

  /// The page, in Markdown.
  var markdown: String {
    let examples = further.filter { $0.list == .examples }
    let unseen = further.filter { $0.list == .unseen }
    let counted = rows.count + examples.count
    let present = rows.count { $0.absence == nil } + examples.count { $0.absence == nil }
    let share = String(format: "%.1f", 100 * Double(present) / Double(counted))
    let mended = unseen.count { $0.absence == nil }
    var text = """
      # The interface in use

      The symbols of Apple's interface that iOS animation code uses, and which of them exist here.

      ## Overview

      There are two lists, which were chosen in two ways. Each symbol of both that exists is compiled by a test.

      - **What the interface was made from.** 45 public libraries of animations for iOS were read, with their examples. \
      \(counted) symbols of QuartzCore, UIKit, CoreGraphics and Foundation were counted in them; \(present) exist here, \
      which is \(share) %. The \(rows.count) that two libraries or more use are below, by class. What was absent in these \
      libraries was added, so the share says nothing about other code.
      - **What stopped other code.** 38 libraries, 26 of them not seen before, and ten suites of tests were compiled later. \
      23 libraries stopped. The \(unseen.count) names that they lacked are the second list: it has failures only, and began \
      at 0 %. \(mended) of them exist now.

      Symbols were counted by name. A member that several classes have is one symbol, with all of these classes.

      ## Symbols by class

      The number after a symbol is the number of libraries that use it. Symbols in italics are absent.

      | Class | Symbols |
      | --- | --- |

      """
    for (owner, rows) in groups where rows.contains(where: { !$0.place.name.isEmpty }) {
      let type = rows.first { $0.kind == "type" }
      let members = rows.filter { $0.kind != "type" }
      let isClass = !members.allSatisfy { Self.freeKinds.contains($0.kind) }
      let title = isClass ? "`\(owner)`" : owner
      let count = type.map { " \($0.libraries)" } ?? ""
      text += "| \(title)\(count) | \(Self.list(members) { $0.place.name }) |\n"
    }
    let types = groups.filter { $0.rows.allSatisfy { $0.kind == "type" } }.flatMap(\.rows)
    text += "| Types of which no member is counted | \(Self.list(types) { $0.symbol }) |\n"
    text += """

      ## What stopped other code

      The number after a name is that of libraries which needed it or a name of its family, as they were counted; a name \
      without one stopped a suite of tests. Names in italics \
      are absent.


      """
    text +=
      unseen.map { row in
        (row.absence == nil ? "`\(row.symbol)`" : "*\(row.symbol)*")
          + (row.count > 0 ? " \(row.count)" : "")
      }.joined(separator: ", ") + "\n"
    text += """

      ## Absent symbols

      | Symbol | Libraries | Reason |
      | --- | --- | --- |

      """
    for row in rows {
      guard let absence = row.absence else { continue }
      text += "| `\(row.symbol)` | \(row.libraries) | \(absence) |\n"
    }
    for row in further {
      guard let absence = row.absence else { continue }
      text += "| `\(row.symbol)` | \(row.count) | \(absence) |\n"
    }
    return text
  }

  /// The kinds of symbols that belong to no class.
  private static let freeKinds: Set<String> = ["function", "constant", "key path", "override"]

  private static func list(_ rows: [Row], name: (Row) -> String) -> String {
    rows.sorted { ($1.libraries, $0.symbol) < ($0.libraries, $1.symbol) }
      .map { row in
        let title = row.absence == nil ? "`\(name(row))`" : "*\(name(row))*"
        return "\(title) \(row.libraries)"
      }.joined(separator: ", ")
  }

  /// The rows by class, those that most libraries use first.
  private var groups: [(owner: String, rows: [Row])] {
    let groups = Dictionary(grouping: rows) { $0.place.owner }
    return groups.map { (owner: $0.key, rows: $0.value) }.sorted {
      let (left, right) = ($0.rows.map(\.libraries).max() ?? 0, $1.rows.map(\.libraries).max() ?? 0)
      return (right, $0.owner) < (left, $1.owner)
    }
  }
}
