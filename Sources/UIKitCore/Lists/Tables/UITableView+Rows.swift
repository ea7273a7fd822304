// UITableView+Rows.swift
// Which rows are where, and scrolling to one of them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UITableView {
  // MARK: Cells and paths

  /// Returns the cell of a row; nil for one that is not visible.
  public final func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { visible[indexPath] }

  /// Returns the row of a visible cell; nil for any other cell.
  public final func indexPath(for cell: UITableViewCell) -> IndexPath? {
    visible.first { $0.value === cell }?.key
  }

  /// Returns the row at a point of the table's coordinates; nil for none.
  public final func indexPathForRow(at point: CGPoint) -> IndexPath? {
    loadIfNeeded()
    guard (0..<max(bounds.width, 1)).contains(point.x) else { return nil }
    return tableLayout.rows(from: point.y, to: point.y.nextUp).first
  }

  /// Returns the rows of which a part lies in a rectangle of the table's coordinates.
  public final func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return tableLayout.rows(from: rect.minY, to: rect.maxY)
  }

  /// The visible rows, in order.
  public final var indexPathsForVisibleRows: [IndexPath]? { visible.keys }

  /// The cells of the visible rows, in order.
  public final var visibleCells: [UITableViewCell] {
    visible.values
  }

  /// Returns the header of a section; nil for one that is not visible.
  public final func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }

  /// Returns the footer of a section; nil for one that is not visible.
  public final func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }

  // MARK: Frames

  /// Returns the frame of a row in the table's coordinates; zero for none.
  public final func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    return tableLayout.contains(indexPath) ? frame(ofRow: indexPath) : .zero
  }

  /// Returns the frame of a section, with header and footer; zero for none.
  public final func rect(forSection section: Int) -> CGRect {
    loadIfNeeded()
    guard tableLayout.sections.indices.contains(section) else { return .zero }
    let place = tableLayout.sections[section]
    return CGRect(x: 0, y: place.top, width: bounds.width, height: place.height)
  }

  /// Returns the frame of a header where it does not stay at the top; zero for none.
  public final func rectForHeader(inSection section: Int) -> CGRect {
    var rect = rect(forSection: section)
    if rect != .zero { rect.size.height = tableLayout.sections[section].header }
    return rect
  }

  /// Returns the frame of a footer; zero for none.
  public final func rectForFooter(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return tableLayout.sections.indices.contains(section) ? footerFrame(section) : .zero
  }

  // MARK: Scrolling

  /// Scrolls to a row.
  ///
  /// - Precondition: There is such a row.
  public final func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    loadIfNeeded()
    trap(
      unless: tableLayout.contains(indexPath),
      "Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)) in section "
        + "\(indexPath.section); the sections have \(tableLayout.counts) rows")
    let row = frame(ofRow: indexPath)
    let inset = adjustedContentInset
    let header = style == .plain ? tableLayout.sections[indexPath.section].header : 0
    let visible = bounds.inset(by: inset)
    let top = row.minY - header
    var y: CGFloat
    switch scrollPosition {
    case .top: y = top
    case .middle: y = row.midY - visible.height / 2
    case .bottom: y = row.maxY - visible.height
    case .none:
      if top < visible.minY {
        y = top
      } else if row.maxY > visible.maxY {
        y = row.maxY - visible.height
      } else {
        return
      }
    }
    y = max(-inset.top, min(y - inset.top, contentSize.height + inset.bottom - bounds.height))
    setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: animated)
  }

  /// Scrolls to the first selected row.
  public final func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    guard let path = selection.min() else { return }
    scrollToRow(at: path, at: scrollPosition, animated: animated)
  }
}
