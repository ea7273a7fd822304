// UITableView+Selection.swift
// Stage: events. Highlighting and selection of rows, by presses and by code.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UITableView {
  /// The selected row; the first one selected if there are several. Nil for none.
  public final var indexPathForSelectedRow: IndexPath? { selection.first }

  /// The selected rows, in the order of their selection; nil for none.
  public final var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects a row and scrolls to it, without calling the delegate. Nil deselects all rows.
  public final func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    loadIfNeeded()
    guard let indexPath else {
      for path in selection { deselectRow(at: path, animated: animated) }
      return
    }
    guard tableLayout.contains(indexPath), !selection.contains(indexPath) else { return }
    if !allowsMultipleSelection {
      for path in selection { deselectRow(at: path, animated: animated) }
    }
    selection.append(indexPath)
    visible[indexPath]?.setSelected(true, animated: animated)
    if scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects a row, without calling the delegate.
  public final func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard let index = selection.firstIndex(of: indexPath) else { return }
    selection.remove(at: index)
    visible[indexPath]?.setSelected(false, animated: animated)
  }

  // MARK: Presses

  final func press(at point: CGPoint) {
    guard allowsSelection, !didCatchMotion, let path = indexPathForRow(at: point),
      let cell = visible[path], tableDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    else { return }
    pressed = path
    cell.setHighlighted(true, animated: false)
    tableDelegate?.tableView(self, didHighlightRowAt: path)
  }

  /// Ends a press; `isTap` when it was released on the row.
  final func endPress(isTap: Bool) {
    guard let path = pressed else { return }
    pressed = nil
    visible[path]?.setHighlighted(false, animated: false)
    tableDelegate?.tableView(self, didUnhighlightRowAt: path)
    guard isTap else { return }
    if allowsMultipleSelection, selection.contains(path) {
      deselectByPress(path)
    } else {
      selectByPress(path)
    }
  }

  private func selectByPress(_ pressed: IndexPath) {
    var target: IndexPath? = pressed
    if let tableDelegate { target = tableDelegate.tableView(self, willSelectRowAt: pressed) }
    guard let path = target, tableLayout.contains(path) else { return }
    if !allowsMultipleSelection {
      for other in selection where other != path { deselectByPress(other) }
    }
    if !selection.contains(path) {
      selection.append(path)
      visible[path]?.setSelected(true, animated: false)
    }
    tableDelegate?.tableView(self, didSelectRowAt: path)
  }

  private func deselectByPress(_ selected: IndexPath) {
    var target: IndexPath? = selected
    if let tableDelegate { target = tableDelegate.tableView(self, willDeselectRowAt: selected) }
    guard let path = target, selection.contains(path) else { return }
    deselectRow(at: path, animated: false)
    tableDelegate?.tableView(self, didDeselectRowAt: path)
  }
}
