// UITableView+Selection.swift
// Stage: events. Highlighting and selection of rows by presses.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UITableView {
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
