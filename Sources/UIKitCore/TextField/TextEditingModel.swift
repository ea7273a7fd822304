// TextEditingModel.swift
// Stage: events. The edited state of a text field: text, selection, composed text. Pure: no views,
// clipboard or clock.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Text with a selection, and the commands that move and edit.
///
/// Offsets are UTF-16 units. Stored offsets lie on grapheme boundaries, so no edit can split a
/// character.
///
///     var model = TextEditingModel(text: "Hello")
///     model.moveToEnd()
///     model.insert("!")  // "Hello!", caret behind it
package struct TextEditingModel: Hashable, Sendable {
  /// The extent of a move or deletion.
  package enum Step: Hashable, Sendable { case character, word, line }
  /// The direction of a move or deletion: towards the start or the end.
  package enum Direction: Hashable, Sendable { case backward, forward }

  package private(set) var text: String
  /// The fixed end of the selection; equal to ``caret`` without a selection.
  package private(set) var anchor: Int
  /// The caret: the moving end of the selection.
  package private(set) var caret: Int
  /// The range that an input method is composing; nil if none.
  package private(set) var marked: Range<Int>?

  package init(text: String = "") {
    self.text = text
    anchor = text.utf16.count
    caret = anchor
    checkInvariants()
  }

  // MARK: Queries

  package var length: Int { text.utf16.count }
  package var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  package var hasSelection: Bool { anchor != caret }
  package var selectedText: String { substring(selection) }

  /// Returns the text of a range of UTF-16 units.
  package func substring(_ range: Range<Int>) -> String {
    String(text[characterIndex(range.lowerBound)..<characterIndex(range.upperBound)])
  }

  // MARK: Selection

  /// Moves the caret to an offset, or extends the selection to it.
  ///
  /// - Parameter offset: Clamped to the text and rounded down to a grapheme boundary.
  package mutating func setCaret(_ offset: Int, extending: Bool = false) {
    caret = boundary(atOrBefore: offset)
    if !extending { anchor = caret }
    checkInvariants()
  }

  /// Selects a range of UTF-16 units, with the caret at its end. Offsets are adjusted as in
  /// ``setCaret(_:extending:)``.
  package mutating func select(_ range: Range<Int>) {
    anchor = boundary(atOrBefore: range.lowerBound)
    caret = boundary(atOrBefore: range.upperBound)
    checkInvariants()
  }

  package mutating func selectAll() { select(0..<length) }

  /// Selects the word at an offset, or the run of spaces or symbols.
  package mutating func selectWord(at offset: Int) { select(word(at: offset)) }

  /// Moves the caret.
  ///
  /// - Parameter extending: Whether the selection is extended. If not, a selection collapses: a move by
  ///   character goes to its end in the direction.
  package mutating func move(_ direction: Direction, by step: Step, extending: Bool = false) {
    if !extending, hasSelection, step == .character {
      setCaret(direction == .backward ? selection.lowerBound : selection.upperBound)
    } else {
      setCaret(target(from: caret, direction, by: step), extending: extending)
    }
  }

  package mutating func moveToEnd() { setCaret(length) }

  // MARK: Editing

  /// The range that ``insert(_:)`` replaces: the composed text if any, else the selection.
  package var replacedRange: Range<Int> { marked ?? selection }

  /// Replaces the composed text or the selection. The caret goes after the new text.
  package mutating func insert(_ string: String) {
    replace(replacedRange, with: string)
  }

  /// Returns the range that ``delete(_:by:)`` removes.
  package func rangeToDelete(_ direction: Direction, by step: Step) -> Range<Int> {
    if let marked { return marked }
    if hasSelection { return selection }
    let end = target(from: caret, direction, by: step)
    return min(caret, end)..<max(caret, end)
  }

  /// Deletes the selection, or without one the text that a move would pass.
  package mutating func delete(_ direction: Direction, by step: Step = .character) {
    replace(rangeToDelete(direction, by: step), with: "")
  }

  /// Replaces a range of UTF-16 units. The caret goes after the new text.
  package mutating func replace(_ range: Range<Int>, with string: String) {
    let range = boundary(atOrBefore: range.lowerBound)..<boundary(atOrBefore: range.upperBound)
    let end = range.lowerBound + string.utf16.count
    text.replaceSubrange(
      characterIndex(range.lowerBound)..<characterIndex(range.upperBound), with: string)
    marked = nil
    // The new text may form one grapheme with its neighbour, so the end is rounded up.
    caret = boundary(atOrAfter: end)
    anchor = caret
    checkInvariants()
  }

  /// Replaces all text. The caret goes to the end.
  package mutating func setText(_ string: String) { self = TextEditingModel(text: string) }

  /// Replaces the composed text of an input method.
  ///
  /// - Parameter string: Empty when composition ends without a result.
  package mutating func setMarkedText(_ string: String) {
    let range = replacedRange
    replace(range, with: string)
    let start = boundary(atOrBefore: range.lowerBound)
    marked = string.isEmpty || start >= caret ? nil : start..<caret
    checkInvariants()
  }

  /// Accepts the composed text.
  package mutating func unmarkText() { marked = nil }

  // MARK: Boundaries

  private func characterIndex(_ offset: Int) -> String.Index {
    String.Index(utf16Offset: offset, in: text)
  }

  private func boundary(atOrBefore offset: Int) -> Int {
    let offset = min(max(offset, 0), length)
    guard offset < length else { return offset }
    let index = characterIndex(offset)
    // Rounds down to a grapheme boundary, as an index inside a grapheme is not a character index.
    let start = text.index(before: text.index(after: index))
    return start.utf16Offset(in: text)
  }

  private func boundary(atOrAfter offset: Int) -> Int {
    let start = boundary(atOrBefore: offset)
    guard start < min(offset, length) else { return start }
    return text.index(after: characterIndex(start)).utf16Offset(in: text)
  }

  private func target(from offset: Int, _ direction: Direction, by step: Step) -> Int {
    switch (step, direction) {
    case (.line, .backward): return 0
    case (.line, .forward): return length
    case (.character, .backward):
      return offset == 0 ? 0 : text.index(before: characterIndex(offset)).utf16Offset(in: text)
    case (.character, .forward):
      return offset == length
        ? length : text.index(after: characterIndex(offset)).utf16Offset(in: text)
    case (.word, .backward):
      var index = characterIndex(offset)
      func before() -> Character { text[text.index(before: index)] }
      while index > text.startIndex, !before().isWordPart { index = text.index(before: index) }
      while index > text.startIndex, before().isWordPart { index = text.index(before: index) }
      return index.utf16Offset(in: text)
    case (.word, .forward):
      var index = characterIndex(offset)
      while index < text.endIndex, !text[index].isWordPart { index = text.index(after: index) }
      while index < text.endIndex, text[index].isWordPart { index = text.index(after: index) }
      return index.utf16Offset(in: text)
    }
  }

  private func word(at offset: Int) -> Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    var start = characterIndex(boundary(atOrBefore: min(offset, length - 1)))
    let kind = text[start].kind
    var end = text.index(after: start)
    while start > text.startIndex, text[text.index(before: start)].kind == kind {
      start = text.index(before: start)
    }
    while end < text.endIndex, text[end].kind == kind { end = text.index(after: end) }
    return start.utf16Offset(in: text)..<end.utf16Offset(in: text)
  }

  /// Traps if the model contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      boundary(atOrBefore: anchor) == anchor && boundary(atOrBefore: caret) == caret
        && (marked.map { !$0.isEmpty && $0.upperBound <= length } ?? true),
      "selection \(anchor)..\(caret), marked \(marked as Any) in \(text.debugDescription)")
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }

  /// The class of a character for word selection: word, space or symbol.
  fileprivate var kind: Int { isWordPart ? 0 : isWhitespace ? 1 : 2 }
}
