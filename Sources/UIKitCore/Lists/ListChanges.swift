// ListChanges.swift
// The order of a list's changes: one that begins while views are being made waits for them.
//
// SPDX-License-Identifier: MIT

/// The changes of a table's or a collection's views.
///
/// A data source or a delegate may request a change while a cell is being made. Made at once, it would make the
/// same cells again, beside those that the first change goes on to make.
@MainActor
final class ListChanges {
  /// Whether views are being made or moved; the layout that this causes makes no others.
  private(set) var isRunning = false
  private var waiting: [() -> Void] = []

  /// Changes the views now, or after the change that is running.
  func run(_ change: @escaping () -> Void) {
    waiting.append(change)
    guard !isRunning else { return }
    isRunning = true
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      next()
    }
    isRunning = false
  }
}
