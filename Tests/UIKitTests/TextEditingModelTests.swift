// TextEditingModelTests.swift
// Moves, edits and composition as tables, and the law that edits keep graphemes whole.
//
// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import UIKitCore

@Suite struct TextEditingModelTests {
  typealias Model = TextEditingModel

  @Test(arguments: [
    // text, caret, direction, step → caret
    ("one two", 7, Model.Direction.backward, Model.Step.character, 6),
    ("one two", 0, .backward, .character, 0),
    ("one two", 7, .forward, .character, 7),
    ("one two", 7, .backward, .word, 4),
    ("one two", 4, .backward, .word, 0),
    ("one two", 0, .forward, .word, 3),
    ("one, two", 3, .forward, .word, 8),
    ("one two", 3, .backward, .line, 0),
    ("one two", 3, .forward, .line, 7),
    ("a👨‍👩‍👧‍👦b", 12, .backward, .character, 1),
    ("a👨‍👩‍👧‍👦b", 1, .forward, .character, 12),
  ])
  func moves(
    text: String, caret: Int, direction: Model.Direction, step: Model.Step, result: Int
  ) {
    var model = Model(text: text)
    model.setCaret(caret)
    model.move(direction, by: step)
    #expect(model.caret == result)
    #expect(!model.hasSelection)
  }

  @Test func extendingSelectionKeepsAnchor() {
    var model = Model(text: "one two")
    model.setCaret(4)
    model.move(.forward, by: .word, extending: true)
    #expect(model.selectedText == "two")
    model.move(.backward, by: .line, extending: true)
    #expect(model.selectedText == "one ")
    #expect(model.anchor == 4 && model.caret == 0)
  }

  @Test func moveCollapsesSelectionToItsEnd() {
    var model = Model(text: "one two")
    model.select(2..<5)
    var copy = model
    model.move(.backward, by: .character)
    copy.move(.forward, by: .character)
    #expect(model.caret == 2 && copy.caret == 5)
  }

  @Test(arguments: [
    ("one two", 5, 4..<7), ("one two", 3, 3..<4), ("a+-b", 1, 1..<3), ("one", 3, 0..<3),
    ("", 0, 0..<0), ("e\u{301}a", 1, 0..<3),
  ])
  func selectsWords(text: String, offset: Int, range: Range<Int>) {
    var model = Model(text: text)
    model.selectWord(at: offset)
    #expect(model.selection == range)
  }

  @Test func insertReplacesSelection() {
    var model = Model(text: "one two")
    model.select(0..<3)
    model.insert("1")
    #expect(model.text == "1 two" && model.caret == 1)
  }

  @Test(arguments: [
    ("one two", 7, Model.Direction.backward, Model.Step.word, "one "),
    ("one two", 3, .forward, .line, "one"),
    ("one two", 0, .backward, .character, "one two"),
    ("a🇩🇪b", 5, .backward, .character, "ab"),
  ])
  func deletes(
    text: String, caret: Int, direction: Model.Direction, step: Model.Step, result: String
  ) {
    var model = Model(text: text)
    model.setCaret(caret)
    model.delete(direction, by: step)
    #expect(model.text == result)
  }

  @Test func compositionReplacesComposedText() {
    var model = Model(text: "ab")
    model.setCaret(1)
    model.setMarkedText("k")
    model.setMarkedText("か")
    #expect(model.text == "aかb" && model.marked == 1..<2)
    model.insert("火")
    #expect(model.text == "a火b" && model.marked == nil && model.caret == 2)
  }

  @Test func emptyCompositionRemovesComposedText() {
    var model = Model(text: "ab")
    model.setMarkedText("k")
    model.setMarkedText("")
    #expect(model.text == "ab" && model.marked == nil)
  }

  @Test func combiningAccentJoinsPreviousCharacter() {
    var model = Model(text: "eb")
    model.setCaret(1)
    model.insert("\u{301}")
    #expect(model.text == "e\u{301}b" && model.caret == 2)
    model.move(.backward, by: .character)
    #expect(model.caret == 0)
  }

  /// Law: after any edits the selection lies in the text, on grapheme boundaries, and an insertion
  /// changes only the replaced range.
  @Test func randomEditsKeepGraphemesWhole() {
    var random = SeededRandom(seed: 42)
    let pieces = ["a", "Z9", " ", "é", "👨‍👩‍👧‍👦", "🇩🇪", "漢", ".", "x y", "\u{301}"]
    let directions = [Model.Direction.backward, .forward]
    let steps = [Model.Step.character, .word, .line]
    for _ in 0..<200 {
      var model = Model(text: "start")
      for _ in 0..<60 {
        let before = model
        let direction = directions[Int.random(in: 0..<2, using: &random)]
        let step = steps[Int.random(in: 0..<3, using: &random)]
        let offset = Int.random(in: -3...40, using: &random)
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          let range = model.replacedRange
          model.insert(piece)
          #expect(
            model.text == before.substring(0..<range.lowerBound) + piece
              + before.substring(range.upperBound..<before.length))
        case 3:
          let range = model.rangeToDelete(direction, by: step)
          model.delete(direction, by: step)
          #expect(model.length == before.length - range.count)
        case 4: model.move(direction, by: step, extending: offset.isMultiple(of: 2))
        case 5: model.setCaret(offset, extending: offset.isMultiple(of: 2))
        case 6: model.selectWord(at: offset)
        default: model.setMarkedText(piece)
        }
        let boundaries = Set(
          model.text.indices.map { $0.utf16Offset(in: model.text) } + [model.length])
        #expect(boundaries.contains(model.caret), "caret \(model.caret) in \(model.text)")
        #expect(boundaries.contains(model.anchor), "anchor \(model.anchor) in \(model.text)")
        #expect((model.marked?.upperBound ?? 0) <= model.length)
      }
    }
  }
}
