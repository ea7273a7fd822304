// BenchTable.swift
// The rows of works as a table.
//
// SPDX-License-Identifier: MIT

/// The result as a table.
enum BenchTable {
  private static let head = [
    "work", "n", "by", "figure", "ours", "floor", "ratio", "quartiles", "goal", "verdict",
  ]
  /// Columns of numbers are aligned to the right.
  private static let isRight: Set<Int> = [1, 4, 5, 6, 7]

  static func text(_ rows: [BenchRow]) -> String {
    TextTable.text([head] + rows.map(cells), rightAligned: isRight)
  }

  private static func cells(_ row: BenchRow) -> [String] {
    [
      row.work.rawValue, "\(row.n)", row.renderer, row.figure.name,
      "\(number(row.ours.median)) \(row.unit)",
      row.floor.map { "\(number($0.median)) \(row.unit)" } ?? "–",
      row.ratio.map { Wording.fixed($0.median, 2) } ?? "–",
      row.ratio.map {
        "\(Wording.fixed($0.lowerQuartile, 2))–\(Wording.fixed($0.upperQuartile, 2))"
      } ?? "–",
      row.goal ?? "–", row.passes.map { $0 ? "pass" : "FAIL" } ?? "",
    ]
  }

  /// A number with three significant digits.
  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<0.995: Wording.fixed(value, 3)
    case ..<9.95: Wording.fixed(value, 2)
    case ..<99.5: Wording.fixed(value, 1)
    default: Wording.fixed(value, 0)
    }
  }
}
