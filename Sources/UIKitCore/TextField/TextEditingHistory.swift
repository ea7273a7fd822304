// TextEditingHistory.swift
// Stage: events. The undo history of a text field. Pure.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Undo and redo states of a text.
///
/// Consecutive typing is undone one word at a time, as long as the caret is not moved.
package struct TextEditingHistory: Hashable, Sendable {
  /// The kind of an edit, for coalescing.
  package enum Edit: Hashable, Sendable { case typing, deleting, other }

  private static let limit = 100

  private var past: [TextEditingModel] = []
  private var future: [TextEditingModel] = []
  private var lastEdit: Edit?
  /// The state after the last edit. Only an edit that starts from it is coalesced.
  private var lastState: TextEditingModel?

  package init() {}

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// Records an edit.
  ///
  /// - Parameters:
  ///   - before: The text before it.
  ///   - after: The text after it. An edit that changes no characters is not recorded.
  /// - Returns: Whether the text before the edit became a state to return to.
  @discardableResult
  package mutating func note(
    _ edit: Edit, from before: TextEditingModel, to after: TextEditingModel
  ) -> Bool {
    guard before.text != after.text else { return false }
    future = []
    let isWordBegin =
      after.caret > 0 && after.substring(after.caret - 1..<after.caret) == " "
    let belongs = edit != .other && edit == lastEdit && lastState == before && !isWordBegin
    if !belongs {
      past.append(before)
      if past.count > Self.limit { past.removeFirst() }
    }
    (lastEdit, lastState) = (edit, after)
    return !belongs
  }

  /// Returns the state before the last edits; nil if none.
  package mutating func undo(from current: TextEditingModel) -> TextEditingModel? {
    guard let last = past.popLast() else { return nil }
    future.append(current)
    lastEdit = nil
    return last
  }

  /// Returns the state undone last; nil if none.
  package mutating func redo(from current: TextEditingModel) -> TextEditingModel? {
    guard let next = future.popLast() else { return nil }
    past.append(current)
    lastEdit = nil
    return next
  }

  /// Removes all states.
  package mutating func removeAll() { self = TextEditingHistory() }
}
