// UITableView+Layout.swift
// The places of a table's rows, headers and footers, from the heights of its delegate or of the cells' contents.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UITableView {
  /// Returns the places of the data source's current contents.
  func makeLayout() -> TableLayout {
    let count = checkedCount(dataSource?.numberOfSections(in: self))
    let sections = (0..<count).map { section in
      let rows = checkedCount(dataSource?.tableView(self, numberOfRowsInSection: section))
      return TableLayout.Section(
        header: headerHeight(section), rows: rowHeights(section, count: rows),
        footer: footerHeight(section))
    }
    return TableLayout(
      sections, head: tableHeaderView?.frame.height ?? 0, foot: tableFooterView?.frame.height ?? 0)
  }

  private func rowHeights(_ section: Int, count: Int) -> RowHeights {
    guard let tableDelegate else {
      if rowHeight >= 0 { return RowHeights(count: count, height: rowHeight) }
      if measured.isEmpty { return RowHeights(count: count, height: estimate(estimatedRowHeight)) }
      return RowHeights(
        (0..<count).map {
          measured[IndexPath(row: $0, section: section)] ?? estimate(estimatedRowHeight)
        })
    }
    var heights: [CGFloat] = []
    heights.reserveCapacity(count)
    for row in 0..<count {
      let path = IndexPath(row: row, section: section)
      let height = tableDelegate.tableView(self, heightForRowAt: path)
      if height >= 0 {
        heights.append(height)
      } else {
        heights.append(
          measured[path] ?? estimate(tableDelegate.tableView(self, estimatedHeightForRowAt: path)))
      }
    }
    return RowHeights(heights)
  }

  private func estimate(_ height: CGFloat) -> CGFloat {
    height > 0 ? height : Self.standardRowHeight
  }

  /// Whether a row has the height of its content.
  func isAutomatic(_ path: IndexPath) -> Bool {
    (tableDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight) < 0
  }

  func frame(ofRow path: IndexPath) -> CGRect {
    let row = tableLayout.row(path)
    return rowFrame(top: row.top, height: row.height)
  }

  func rowFrame(top: CGFloat, height: CGFloat) -> CGRect {
    CGRect(x: groupInset, y: top, width: max(0, bounds.width - 2 * groupInset), height: height)
  }

  func layOutRows() {
    loadIfNeeded()
    if bounds.width != laidOutWidth {
      laidOutWidth = bounds.width
      measured = [:]
      tableLayout = makeLayout()
      measureVisible()
      updateContentSize()
      placeVisible()
    }
    // What enters the screen during an animation is not animated itself.
    UIView.performWithoutAnimation { updateVisible() }
    placeEdgeViews()
  }

  /// Measures the visible cells of automatic height again: their contents or the width may have changed.
  func measureVisible() {
    for (path, cell) in visible where tableLayout.contains(path) { measure(cell, path) }
  }

  /// Gives all visible cells the frames of the layout.
  func placeVisible() {
    for (path, cell) in visible where tableLayout.contains(path) {
      cell.frame = frame(ofRow: path)
      roundCorners(of: cell, at: path)
    }
  }

  func placeEdgeViews() {
    if let view = tableHeaderView {
      view.frame = CGRect(x: 0, y: 0, width: bounds.width, height: view.frame.height)
    }
    if let view = tableFooterView {
      view.frame = CGRect(
        x: 0, y: tableLayout.sectionsEnd, width: bounds.width, height: view.frame.height)
    }
    backgroundView?.frame = bounds
    for (section, view) in headers where tableLayout.sections.indices.contains(section) {
      view.frame = headerFrame(section)
    }
    for (section, view) in footers where tableLayout.sections.indices.contains(section) {
      view.frame = footerFrame(section)
    }
  }
}
