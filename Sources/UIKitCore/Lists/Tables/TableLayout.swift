// TableLayout.swift
// The vertical places of a table's headers, rows and footers. Pure: heights in, frames out.
// UITableView+Cells measures rows that size themselves (`measure`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The heights of a section's rows. Equal ones take no memory.
struct RowHeights {
  private(set) var count: Int
  /// The height of every row, if it is the same.
  private var uniform: CGFloat
  /// The distance from the first row's top to each row's bottom; empty for equal heights.
  private var ends: [CGFloat] = []

  init(count: Int, height: CGFloat) {
    self.count = count
    uniform = height
  }

  init(_ heights: [CGFloat]) {
    self.init(count: heights.count, height: heights.first ?? 0)
    guard heights.contains(where: { $0 != uniform }) else { return }
    var end: CGFloat = 0
    ends = heights.map {
      end += $0
      return end
    }
  }

  var total: CGFloat { ends.last ?? CGFloat(count) * uniform }

  func top(_ row: Int) -> CGFloat {
    ends.isEmpty ? CGFloat(row) * uniform : row == 0 ? 0 : ends[row - 1]
  }

  func height(_ row: Int) -> CGFloat { ends.isEmpty ? uniform : ends[row] - top(row) }

  /// Returns the rows of which a part lies between two distances from the first row's top.
  func rows(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    guard count > 0, high > 0, low < total else { return 0..<0 }
    let first: Int
    let last: Int
    if ends.isEmpty {
      guard uniform > 0 else { return 0..<0 }
      first = Int((max(low, 0) / uniform).rounded(.down))
      last = Int((min(high, total) / uniform).rounded(.up))
    } else {
      first = Self.firstIndex(in: ends) { $0 > low }
      last = Self.firstIndex(in: ends) { $0 >= high } + 1
    }
    return min(first, count)..<max(min(first, count), min(last, count))
  }

  mutating func setHeight(_ height: CGFloat, of row: Int) {
    let change = height - self.height(row)
    guard change != 0 else { return }
    if ends.isEmpty { ends = (1...count).map { CGFloat($0) * uniform } }
    for index in row..<count { ends[index] += change }
  }

  /// Returns the first index of a sorted list whose element passes a test; the count for none.
  static func firstIndex<Element>(in list: [Element], where test: (Element) -> Bool) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if test(list[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The vertical places of everything in a table.
struct TableLayout {
  struct Section {
    var header: CGFloat
    var rows: RowHeights
    var footer: CGFloat
    /// The top of the header.
    var top: CGFloat = 0

    var height: CGFloat { header + rows.total + footer }
    var rowsTop: CGFloat { top + header }
    var bottom: CGFloat { top + height }
  }

  private(set) var sections: [Section]
  /// The height of the view above the sections, and of that below.
  private(set) var head: CGFloat
  private(set) var foot: CGFloat

  init(_ sections: [Section] = [], head: CGFloat = 0, foot: CGFloat = 0) {
    self.sections = sections
    self.head = head
    self.foot = foot
    place(from: 0)
  }

  private mutating func place(from first: Int) {
    var top = first == 0 ? head : sections[first - 1].bottom
    for index in sections.indices.dropFirst(first) {
      sections[index].top = top
      top += sections[index].height
    }
  }

  /// The bottom of the last section.
  var sectionsEnd: CGFloat { sections.last?.bottom ?? head }
  var height: CGFloat { sectionsEnd + foot }
  var counts: [Int] { sections.map(\.rows.count) }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section)
      && (0..<sections[path.section].rows.count).contains(path.row)
  }

  /// Returns the top and the height of a row.
  func row(_ path: IndexPath) -> (top: CGFloat, height: CGFloat) {
    let section = sections[path.section]
    return (section.rowsTop + section.rows.top(path.row), section.rows.height(path.row))
  }

  mutating func setHeight(_ height: CGFloat, of path: IndexPath) {
    sections[path.section].rows.setHeight(height, of: path.row)
    place(from: path.section)
  }

  /// Returns the sections of which a part lies between two heights.
  func sections(from low: CGFloat, to high: CGFloat) -> Range<Int> {
    let first = RowHeights.firstIndex(in: sections) { $0.bottom > low }
    let end = RowHeights.firstIndex(in: sections) { $0.top >= high }
    return first..<max(first, end)
  }

  /// Returns the rows of which a part lies between two heights, in order.
  func rows(from low: CGFloat, to high: CGFloat) -> [IndexPath] {
    sections(from: low, to: high).flatMap { index in
      let section = sections[index]
      return section.rows.rows(from: low - section.rowsTop, to: high - section.rowsTop)
        .map { IndexPath(row: $0, section: index) }
    }
  }
}
