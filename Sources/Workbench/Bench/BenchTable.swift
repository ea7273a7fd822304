// BenchTable.swift
// The rows of works as a table.
//
// SPDX-License-Identifier: MIT

import LamellaViewer

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
      "\(TextTable.number(row.ours.median)) \(row.unit)",
      row.floor.map { "\(TextTable.number($0.median)) \(row.unit)" } ?? "–",
      row.ratio.map { Wording.fixed($0.median, 2) } ?? "–",
      row.ratio.map {
        "\(Wording.fixed($0.lowerQuartile, 2))–\(Wording.fixed($0.upperQuartile, 2))"
      } ?? "–",
      row.goal ?? "–", row.passes.map { $0 ? "pass" : "FAIL" } ?? "",
    ]
  }
}
