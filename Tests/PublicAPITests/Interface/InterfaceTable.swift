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

  let rows: [Row]

  init(text: String) {
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        symbol: fields[0], kind: fields.count > 1 ? fields[1] : "",
        libraries: fields.count > 2 ? Int(fields[2]) ?? 0 : 0,
        absence: fields.count > 3 && !fields[3].isEmpty ? fields[3] : nil)
    }
  }

  /// The page, in Markdown.
  var markdown: String {
    let present = rows.count { $0.absence == nil }
    let share = String(format: "%.1f", 100 * Double(present) / Double(rows.count))
    var text = """
      # The interface in use

      The symbols of Apple's interface that iOS animation code uses, and which of them exist here.

      ## Overview

      45 public libraries of animations for iOS were read. \(rows.count) symbols of QuartzCore, UIKit, CoreGraphics and \
      Foundation are used by two of them or more. \(present) of these exist here, which is \(share) %. Each is \
      compiled by a test.

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

      ## Absent symbols

      | Symbol | Libraries | Reason |
      | --- | --- | --- |

      """
    for row in rows {
      guard let absence = row.absence else { continue }
      text += "| `\(row.symbol)` | \(row.libraries) | \(absence) |\n"
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
