// TextEditor.swift
// Stage: events. What text fields and text views share: the edited text with its history, and the effect of keys.
// Keys and text come in from the input; its decisions, its layout and its display are behind TextEditorClient.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import HostInterface

/// A text input: the decisions, the layout and the display of a ``TextEditor``.
///
/// Offsets are UTF-16 units of the edited text.
@MainActor protocol TextEditorClient: UIKeyInput {
  /// Whether a range may be replaced.
  func mayReplace(_ range: Range<Int>, with text: String) -> Bool
  /// The text has changed.
  func textDidChange()
  /// The caret or the selection has moved, or composed text was accepted.
  func selectionDidChange()
  /// The text before a change is kept, to be returned to. The change follows.
  func willKeepState()
  /// Return was pressed.
  func returnWasPressed()

  /// Whether the text may be changed by the user.
  var isEditable: Bool { get }
  /// Whether the text may leave by the clipboard.
  var isCopyable: Bool { get }

  /// Whether any of the text runs from right to left.
  var hasRightToLeft: Bool { get }
  /// Whether the caret's paragraph runs from right to left.
  var isRightToLeft: Bool { get }
  /// The x coordinate of the caret at an offset.
  func x(of offset: Int) -> CGFloat
  /// Returns the offset of the caret on the left or right of another one.
  func offset(beside offset: Int, isOnTheLeft: Bool) -> Int
  /// The line around an offset, without its newline. All text for an input of one line.
  func line(around offset: Int) -> Range<Int>
  /// The offset nearest to an x coordinate on the line above or below an offset. Nil without such a line.
  func offset(_ direction: TextEditingModel.Direction, from offset: Int, at x: CGFloat) -> Int?
}

extension TextEditorClient {
  func willKeepState() {}
}

/// Edits text by keys, typed text and the clipboard.
@MainActor final class TextEditor {
  private(set) var model = TextEditingModel()
  private var history = TextEditingHistory()
  private var beforeComposing: TextEditingModel?
  /// The x coordinate to which moves between lines return.
  private var column: CGFloat?
  /// Whether the text is one to which undo or redo returned.
  private(set) var isRestoring = false
  unowned let client: any TextEditorClient

  init(client: any TextEditorClient) { self.client = client }

  // MARK: Text

  /// Replaces the text by code. Cannot be undone, and is not reported.
  func setText(_ text: String) {
    model.setText(text)
    history.removeAll()
  }

  /// Replaces the selection by typed or pasted text, if the client agrees.
  func insert(_ text: String) {
    guard client.mayReplace(model.replacedRange, with: text) else { return }
    let isTyped = text.count == 1 && !model.hasSelection && model.marked == nil
    edit(isTyped ? .typing : .other) { $0.insert(text) }
  }

  /// Deletes the selection, or what a move would pass, if the client agrees.
  func delete(_ direction: TextEditingModel.Direction, by step: TextEditingModel.Step) {
    var range = model.rangeToDelete(direction, by: step)
    if step == .line, !model.hasSelection, model.marked == nil {
      let line = client.line(around: model.caret)
      range =
        direction == .backward
        ? min(line.lowerBound, model.caret)..<model.caret
        : model.caret..<max(line.upperBound, model.caret)
    }
    guard !range.isEmpty, client.mayReplace(range, with: "") else { return }
    edit(model.hasSelection ? .other : .deleting) { $0.replace(range, with: "") }
  }

  /// Shows text of an input method.
  func compose(_ text: String) {
    guard client.isEditable else { return }
    if model.marked == nil { beforeComposing = model }
    model.setMarkedText(text)
    didEdit()
  }

  /// Accepts the text of an input method.
  func acceptComposition() { model.unmarkText() }

  /// Changes the text, and remembers the state before.
  func edit(_ kind: TextEditingHistory.Edit, _ change: (inout TextEditingModel) -> Void) {
    // Text under composition is not part of the history.
    let before = model.marked == nil ? model : beforeComposing ?? model
    change(&model)
    if history.note(kind, from: before, to: model) { client.willKeepState() }
    didEdit()
  }

  private func didEdit() {
    column = nil
    client.textDidChange()
  }

  /// Restores a state of the history.
  private func show(_ state: TextEditingModel?) {
    guard let state else { return }
    client.willKeepState()
    model = state
    model.unmarkText()
    isRestoring = true
    defer { isRestoring = false }
    didEdit()
  }

  // MARK: Selection

  /// Moves the caret or the selection.
  func select(_ change: (inout TextEditingModel) -> Void) {
    let old = model
    change(&model)
    column = nil
    if model != old { client.selectionDidChange() }
  }

  // MARK: Clipboard

  /// Moves the selection to the clipboard.
  func cut() {
    guard model.hasSelection, client.isCopyable, client.isEditable else { return }
    copy()
    delete(.backward, by: .character)
  }

  /// Copies the selection to the clipboard.
  func copy() {
    guard model.hasSelection, client.isCopyable else { return }
    Platform.services.clipboard = model.selectedText
  }

  /// Replaces the selection by the clipboard's text.
  func paste() {
    if let text = Platform.services.clipboard, !text.isEmpty { client.insertText(text) }
  }

  // MARK: Keys

  /// Performs a key's command. Returns false for a key without one.
  func perform(_ key: UIKey) -> Bool {
    guard let command = TextEditingCommand(key) else { return false }
    switch command {
    case .move(let direction, .character, let extends) where client.hasRightToLeft:
      moveOnScreen(isToTheLeft: direction == .backward, extending: extends)
    case .move(let direction, .word, let extends) where client.isRightToLeft:
      select {
        $0.move(direction == .backward ? .forward : .backward, by: .word, extending: extends)
      }
    case .move(let direction, .line, let extends):
      let line = client.line(around: model.caret)
      select {
        $0.setCaret(
          direction == .backward ? line.lowerBound : line.upperBound, extending: extends)
      }
    case .move(let direction, let step, let extends):
      select { $0.move(direction, by: step, extending: extends) }
    case .moveBetweenLines(let direction, let extends):
      moveBetweenLines(direction, extending: extends)
    case .moveToEnd(let direction, let extends):
      select { $0.move(direction, by: .line, extending: extends) }
    case .selectAll: select { $0.selectAll() }
    case .copy: copy()
    case .input: return client.isEditable
    default: if client.isEditable { change(command) } else { return false }
    }
    return true
  }

  private func change(_ command: TextEditingCommand) {
    switch command {
    case .delete(let direction, let step): delete(direction, by: step)
    case .cut: cut()
    case .paste: paste()
    case .undo: show(history.undo(from: model))
    case .redo: show(history.redo(from: model))
    case .finish: client.returnWasPressed()
    default: break
    }
  }

  /// Moves the caret to the left or right of its place, as the arrow on the key does, in text of which some runs
  /// from right to left.
  private func moveOnScreen(isToTheLeft: Bool, extending: Bool) {
    let target: Int
    if model.hasSelection, !extending {
      // A selection collapses to its end on that side.
      let ends = [model.selection.lowerBound, model.selection.upperBound]
      let places = ends.map { client.x(of: $0) }
      target = (places[0] <= places[1]) == isToTheLeft ? ends[0] : ends[1]
    } else {
      target = client.offset(beside: model.caret, isOnTheLeft: isToTheLeft)
    }
    select { $0.setCaret(target, extending: extending) }
  }

  /// Moves the caret to the line above or below, at the place where the first of several such moves began.
  private func moveBetweenLines(_ direction: TextEditingModel.Direction, extending: Bool) {
    let x = column ?? client.x(of: model.caret)
    if let target = client.offset(direction, from: model.caret, at: x) {
      select { $0.setCaret(target, extending: extending) }
    } else {
      select { $0.move(direction, by: .line, extending: extending) }
    }
    column = x
  }
}
