// TextTable.swift
// Rows of cells as text, in columns as wide as their content.
//
// SPDX-License-Identifier: MIT

package enum TextTable {
  /// Returns a line for each row, with two spaces between columns.
  ///
  /// - Parameters:
  ///   - rows: All with as many cells as the first, which has the heads of the columns.
  ///   - rightAligned: The columns of numbers, which are aligned to the right.
  package static func text(_ rows: [[String]], rightAligned: Set<Int>) -> String {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let padded = row.enumerated().map { column, cell -> String in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? space + cell : cell + space
      }
      var text = padded.joined(separator: "  ")
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// A number with three significant digits.
  package static func number(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<0.995: Wording.fixed(value, 3)
    case ..<9.95: Wording.fixed(value, 2)
    case ..<99.5: Wording.fixed(value, 1)
    default: Wording.fixed(value, 0)
    }
  }
}
