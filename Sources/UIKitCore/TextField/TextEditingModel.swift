// TextEditingModel.swift
// Stage: events. What a one-line text field edits: text, selection, text an input method composes.
// Pure: knows no view, no clipboard, no clock.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Text with a selection, and the moves and edits that keys ask for.
///
/// Offsets are UTF-16 units; every one that is kept lies at a grapheme's boundary, so that no edit
/// can leave half a character behind.
///
///     var model = TextEditingModel(text: "Hello")
///     model.moveToEnd()
///     model.insert("!")  // "Hello!", caret behind it
package struct TextEditingModel: Hashable, Sendable {
  /// How far a move or a deletion goes.
  package enum Step: Hashable, Sendable { case character, word, line }
  /// Towards the text's start or its end.
  package enum Direction: Hashable, Sendable { case backward, forward }

  package private(set) var text: String
  /// Where the selection was begun; equal to ``caret`` when nothing is selected.
  package private(set) var anchor: Int
  /// Where the caret stands: the end of the selection that moves.
  package private(set) var caret: Int
  /// What an input method is still composing; nil when it is not.
  package private(set) var marked: Range<Int>?

  package init(text: String = "") {
    self.text = text
    anchor = text.utf16.count
    caret = anchor
    checkInvariants()
  }

  // MARK: What there is

  package var length: Int { text.utf16.count }
  package var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }
  package var hasSelection: Bool { anchor != caret }
  package var selectedText: String { substring(selection) }

  /// Returns the text of a range of UTF-16 units.
  package func substring(_ range: Range<Int>) -> String {
    String(text[index(range.lowerBound)..<index(range.upperBound)])
  }

  // MARK: Selecting

  /// Puts the caret at an offset, or draws the selection there.
  ///
  /// - Parameter offset: Cut to the text, and to the start of the grapheme that it lies in.
  package mutating func setCaret(_ offset: Int, extending: Bool = false) {
    caret = boundary(atOrBefore: offset)
    if !extending { anchor = caret }
    checkInvariants()
  }

  /// Selects a range of UTF-16 units, the caret at its end; ends are cut as ``setCaret(_:extending:)``
  /// does.
  package mutating func select(_ range: Range<Int>) {
    anchor = boundary(atOrBefore: range.lowerBound)
    caret = boundary(atOrBefore: range.upperBound)
    checkInvariants()
  }

  package mutating func selectAll() { select(0..<length) }

  /// Selects the word around an offset, or the run of spaces or signs there.
  package mutating func selectWord(at offset: Int) { select(word(at: offset)) }

  /// Moves the caret.
  ///
  /// - Parameter extending: Whether the selection is drawn along. Without it a selection collapses:
  ///   by a character to the end that lies in the direction.
  package mutating func move(_ direction: Direction, by step: Step, extending: Bool = false) {
    if !extending, hasSelection, step == .character {
      setCaret(direction == .backward ? selection.lowerBound : selection.upperBound)
    } else {
      setCaret(target(from: caret, direction, by: step), extending: extending)
    }
  }

  package mutating func moveToEnd() { setCaret(length) }

  // MARK: Editing

  /// What ``insert(_:)`` would replace: the composed text if there is any, else the selection.
  package var replacedRange: Range<Int> { marked ?? selection }

  /// Puts text in place of the composed text or the selection, the caret behind it.
  package mutating func insert(_ string: String) {
    replace(replacedRange, with: string)
  }

  /// What ``delete(_:by:)`` would remove.
  package func rangeToDelete(_ direction: Direction, by step: Step) -> Range<Int> {
    if let marked { return marked }
    if hasSelection { return selection }
    let end = target(from: caret, direction, by: step)
    return min(caret, end)..<max(caret, end)
  }

  /// Removes the selection, or without one what a move would pass over.
  package mutating func delete(_ direction: Direction, by step: Step = .character) {
    replace(rangeToDelete(direction, by: step), with: "")
  }

  /// Puts text in place of a range of UTF-16 units, the caret behind it.
  package mutating func replace(_ range: Range<Int>, with string: String) {
    let range = boundary(atOrBefore: range.lowerBound)..<boundary(atOrBefore: range.upperBound)
    let end = range.lowerBound + string.utf16.count
    text.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: string)
    marked = nil
    // The new text may have joined a neighbour to one grapheme, so the end is rounded up.
    caret = boundary(atOrAfter: end)
    anchor = caret
    checkInvariants()
  }

  /// Replaces all text; the caret goes to its end.
  package mutating func setText(_ string: String) { self = TextEditingModel(text: string) }

  /// Shows what an input method is composing, in place of what it showed before.
  ///
  /// - Parameter string: Empty when composing ends without a result.
  package mutating func setMarkedText(_ string: String) {
    let range = replacedRange
    replace(range, with: string)
    let start = boundary(atOrBefore: range.lowerBound)
    marked = string.isEmpty || start >= caret ? nil : start..<caret
    checkInvariants()
  }

  /// Keeps the composed text as it is.
  package mutating func unmarkText() { marked = nil }

  // MARK: Boundaries

  private func index(_ offset: Int) -> String.Index { String.Index(utf16Offset: offset, in: text) }

  private func boundary(atOrBefore offset: Int) -> Int {
    let offset = min(max(offset, 0), length)
    guard offset < length else { return offset }
    let place = index(offset)
    // Rounds down to a grapheme: an index inside one is none of the string's own.
    let start = text.index(before: text.index(after: place))
    return start.utf16Offset(in: text)
  }

  private func boundary(atOrAfter offset: Int) -> Int {
    let start = boundary(atOrBefore: offset)
    guard start < min(offset, length) else { return start }
    return text.index(after: index(start)).utf16Offset(in: text)
  }

  private func target(from offset: Int, _ direction: Direction, by step: Step) -> Int {
    switch (step, direction) {
    case (.line, .backward): return 0
    case (.line, .forward): return length
    case (.character, .backward):
      return offset == 0 ? 0 : text.index(before: index(offset)).utf16Offset(in: text)
    case (.character, .forward):
      return offset == length ? length : text.index(after: index(offset)).utf16Offset(in: text)
    case (.word, .backward):
      var place = index(offset)
      func before() -> Character { text[text.index(before: place)] }
      while place > text.startIndex, !before().isWordPart { place = text.index(before: place) }
      while place > text.startIndex, before().isWordPart { place = text.index(before: place) }
      return place.utf16Offset(in: text)
    case (.word, .forward):
      var place = index(offset)
      while place < text.endIndex, !text[place].isWordPart { place = text.index(after: place) }
      while place < text.endIndex, text[place].isWordPart { place = text.index(after: place) }
      return place.utf16Offset(in: text)
    }
  }

  private func word(at offset: Int) -> Range<Int> {
    guard !text.isEmpty else { return 0..<0 }
    var start = index(boundary(atOrBefore: min(offset, length - 1)))
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

  /// Words, spaces and signs are selected each for themselves.
  fileprivate var kind: Int { isWordPart ? 0 : isWhitespace ? 1 : 2 }
}
