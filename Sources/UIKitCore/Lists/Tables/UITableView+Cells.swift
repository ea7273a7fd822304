// UITableView+Cells.swift
// Stage: layout. The cells and headers of what is visible: made, reused, measured and removed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UITableView {
  // MARK: Visible rows

  /// Makes the cells that are missing, and reuses those that are no longer visible.
  final func updateVisible() {
    // The height of a new cell may move others in or out.
    for _ in 0..<8 {
      let paths = tableLayout.rows(from: bounds.minY, to: bounds.maxY)
      removeHidden(paths)
      var heightsChanged = false
      for path in paths where visible[path] == nil {
        heightsChanged = load(path) || heightsChanged
      }
      guard heightsChanged else { break }
      updateContentSize()
      placeVisible()
    }
    updateHeaders(at: bounds.minY)
  }

  private func removeHidden(_ paths: [IndexPath]) {
    guard let first = paths.first, let last = paths.last else {
      for (path, cell) in visible { recycle(cell, at: path) }
      visible = [:]
      return
    }
    for (path, cell) in visible where path < first || path > last {
      visible[path] = nil
      recycle(cell, at: path)
    }
  }

  /// Makes the cell of a row. Returns whether the row's height has changed.
  @discardableResult
  final func load(_ path: IndexPath) -> Bool {
    let cell = makeCell(path)
    visible[path] = cell
    let changed = measure(cell, path)
    cell.frame = frame(ofRow: path)
    roundCorners(of: cell, at: path)
    insertSubview(cell, at: backgroundView?.superview === self ? 1 : 0)
    tableDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
    cell.layoutIfNeeded()
    return changed
  }

  final func makeCell(_ path: IndexPath) -> UITableViewCell {
    guard let dataSource else { trap("a table with rows needs a data source") }
    let cell = dataSource.tableView(self, cellForRowAt: path)
    trap(
      unless: cell.superview !== self || !visible.values.contains { $0 === cell },
      "the data source returned the cell of another visible row for \(path)")
    style(cell)
    if let tableDelegate {
      cell.indentationLevel = tableDelegate.tableView(self, indentationLevelForRowAt: path)
    }
    cell.setSelected(selection.contains(path), animated: false)
    if cell.isHighlighted, path != pressed { cell.setHighlighted(false, animated: false) }
    cell.accessoryPressed = { [weak self, weak cell] in
      guard let self, let cell, let path = indexPath(for: cell) else { return }
      tableDelegate?.tableView(self, accessoryButtonTappedForRowWith: path)
    }
    return cell
  }

  /// Measures a cell of automatic height. Returns whether the row's height has changed.
  @discardableResult
  final func measure(_ cell: UITableViewCell, _ path: IndexPath) -> Bool {
    guard isAutomatic(path) else { return false }
    let height = fittingHeight(cell) ?? Self.standardRowHeight
    measured[path] = height
    let old = tableLayout.row(path)
    guard height != old.height else { return false }
    tableLayout.setHeight(height, of: path)
    // What is visible stays in place when a row above it changes.
    if old.top + old.height <= bounds.minY { bounds.origin.y += height - old.height }
    return true
  }

  /// Returns a cell to the pool.
  final func recycle(_ cell: UITableViewCell, at path: IndexPath) {
    cell.removeFromSuperview()
    tableDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    if let identifier = cell.reuseIdentifier { pool[identifier, default: []].append(cell) }
  }

  // MARK: Headers and footers

  final func headerHeight(_ section: Int) -> CGFloat {
    let height =
      tableDelegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
    if height >= 0 { return height }
    if dataSource?.tableView(self, titleForHeaderInSection: section) != nil {
      return style == .plain ? Self.standardHeaderHeight : 38
    }
    madeHeaders[section] = tableDelegate?.tableView(self, viewForHeaderInSection: section)
    return madeHeaders[section].map { fittingHeight($0) ?? Self.standardHeaderHeight }
      ?? (style == .plain ? 0 : 18)
  }

  final func footerHeight(_ section: Int) -> CGFloat {
    let height =
      tableDelegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
    if height >= 0 { return height }
    if dataSource?.tableView(self, titleForFooterInSection: section) != nil {
      return Self.standardHeaderHeight
    }
    madeFooters[section] = tableDelegate?.tableView(self, viewForFooterInSection: section)
    return madeFooters[section].map { fittingHeight($0) ?? Self.standardHeaderHeight }
      ?? (style == .plain ? 0 : 18)
  }

  /// Returns the height of a cell or header by its constraints, else by `sizeThatFits(_:)`; nil where these give
  /// none.
  private func fittingHeight(_ view: UIView) -> CGFloat? {
    let target = CGSize(width: max(0, bounds.width - 2 * groupInset), height: 0)
    let fitting = view.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
    if fitting.height > 0, fitting.height.isFinite { return fitting.height }
    let height = view.sizeThatFits(target).height
    return height > 0 && height.isFinite ? height : nil
  }

  final func headerFrame(_ section: Int) -> CGRect {
    let place = tableLayout.sections[section]
    var y = place.top
    if style == .plain {
      y = max(y, min(bounds.minY + adjustedContentInset.top, place.bottom - place.header))
    }
    return rowFrame(top: y, height: place.header)
  }

  final func footerFrame(_ section: Int) -> CGRect {
    let place = tableLayout.sections[section]
    return rowFrame(top: place.bottom - place.footer, height: place.footer)
  }

  /// Makes the headers and footers that are missing at an offset, and removes those not visible.
  final func updateHeaders(at offset: CGFloat) {
    let sections = tableLayout.sections(from: offset, to: offset + bounds.height)
    for (section, view) in headers where !sections.contains(section) {
      headers[section] = nil
      recycleHeader(view, of: section)
    }
    for (section, view) in footers where !sections.contains(section) {
      footers[section] = nil
      recycleFooter(view, of: section)
    }
    for section in sections {
      if headers[section] == nil, tableLayout.sections[section].header > 0 {
        headers[section] = makeHeader(section)
      }
      if footers[section] == nil, tableLayout.sections[section].footer > 0 {
        footers[section] = makeFooter(section)
      }
    }
  }

  private func makeHeader(_ section: Int) -> UIView? {
    let own =
      madeHeaders[section] ?? tableDelegate?.tableView(self, viewForHeaderInSection: section)
    let title = dataSource?.tableView(self, titleForHeaderInSection: section)
    guard let view = own ?? title.map({ makeTitle($0, isHeader: true) }) else { return nil }
    madeHeaders[section] = nil
    view.frame = headerFrame(section)
    addSubview(view)
    tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
    return view
  }

  private func makeFooter(_ section: Int) -> UIView? {
    let own =
      madeFooters[section] ?? tableDelegate?.tableView(self, viewForFooterInSection: section)
    let title = dataSource?.tableView(self, titleForFooterInSection: section)
    guard let view = own ?? title.map({ makeTitle($0, isHeader: false) }) else { return nil }
    madeFooters[section] = nil
    view.frame = footerFrame(section)
    addSubview(view)
    tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
    return view
  }

  /// A view with a title. In grouped tables it is small, and that of a header in capitals.
  private func makeTitle(_ title: String, isHeader: Bool) -> UIView {
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    let isGrouped = style != .plain
    view.textLabel?.text = isGrouped && isHeader ? title.uppercased() : title
    if isGrouped || !isHeader { view.textLabel?.font = .systemFont(ofSize: 13) }
    if isGrouped { view.backgroundColor = .clear }
    return view
  }

  final func recycleHeader(_ view: UIView, of section: Int) {
    recycle(view)
    tableDelegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
  }

  final func recycleFooter(_ view: UIView, of section: Int) {
    recycle(view)
    tableDelegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
  }

  private func recycle(_ view: UIView) {
    view.removeFromSuperview()
    if let header = view as? UITableViewHeaderFooterView, let identifier = header.reuseIdentifier {
      headerPool[identifier, default: []].append(header)
    }
  }
}

extension UIView {
  /// Runs a function without animations, and returns its result.
  static func withoutAnimation<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    performWithoutAnimation { result = body() }
    guard let result else { trap("the function did not run") }
    return result
  }
}
