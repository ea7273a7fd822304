// TextEditingHistory.swift
// Stage: events. What a text field held before its edits, for undoing them. Pure.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The states of a text that can be gone back to.
///
/// What is typed in one go is undone in one go: a word at a time, as long as the caret stays.
package struct TextEditingHistory: Hashable, Sendable {
  /// What an edit did, as far as it matters for which edits belong together.
  package enum Edit: Hashable, Sendable { case typing, deleting, other }

  private static let limit = 100

  private var past: [TextEditingModel] = []
  private var future: [TextEditingModel] = []
  private var lastEdit: Edit?
  /// What the last edit left; another edit belongs to it only from there.
  private var lastState: TextEditingModel?

  package init() {}

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// Notes an edit.
  ///
  /// - Parameters:
  ///   - before: The text before it.
  ///   - after: The text after it; one with the same characters is no edit.
  package mutating func note(
    _ edit: Edit, from before: TextEditingModel, to after: TextEditingModel
  ) {
    guard before.text != after.text else { return }
    future = []
    let isWordBegin =
      after.caret > 0 && after.substring(after.caret - 1..<after.caret) == " "
    let belongs = edit != .other && edit == lastEdit && lastState == before && !isWordBegin
    if !belongs {
      past.append(before)
      if past.count > Self.limit { past.removeFirst() }
    }
    (lastEdit, lastState) = (edit, after)
  }

  /// Returns the text before the last edits, nil when there is none.
  package mutating func undo(from current: TextEditingModel) -> TextEditingModel? {
    guard let last = past.popLast() else { return nil }
    future.append(current)
    lastEdit = nil
    return last
  }

  /// Returns the text that was undone last, nil when there is none.
  package mutating func redo(from current: TextEditingModel) -> TextEditingModel? {
    guard let next = future.popLast() else { return nil }
    past.append(current)
    lastEdit = nil
    return next
  }

  /// Forgets everything.
  package mutating func removeAll() { self = TextEditingHistory() }
}
