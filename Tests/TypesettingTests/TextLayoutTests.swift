// TextLayoutTests.swift
// Line breaking, truncation, alignment, carets: tables and laws with a font of fixed width.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

/// At 10 points every character is 6 points wide and a line 10 points high.
@Suite struct TextLayoutTests {
  let fonts = PlaceholderFont()
  let plain = TextAttributes(face: FontFaceID(rawValue: -1), size: 10)

  func layout(
    _ text: String, width: CGFloat = .infinity, height: CGFloat = .infinity,
    _ paragraph: ParagraphSettings = ParagraphSettings()
  ) -> TextLayout {
    TextLayout(
      [AttributedRun(text, plain)], width: width, height: height, paragraph: paragraph,
      fonts: fonts)
  }

  /// The text of each line; the placeholder's glyphs are the characters themselves.
  func shown(_ layout: TextLayout) -> [String] {
    layout.lines.map { line in
      String(
        String.UnicodeScalarView(
          line.runs.flatMap(\.glyphs).compactMap { UnicodeScalar($0.glyph) }))
    }
  }

  @Test(arguments: [
    ("", 100.0, [String]()),
    ("one", 100, ["one"]),
    ("one two three", 48, ["one two ", "three"]),
    ("one two three", 42, ["one two ", "three"]),  // the space hangs over the end
    ("one two three", 41, ["one ", "two ", "three"]),
    ("one  two", 18, ["one  ", "two"]),
    ("abcdefgh", 18, ["abc", "def", "gh"]),  // a word too long for a line breaks anywhere
    ("a-bc", 15, ["a-", "bc"]),
    ("a\u{A0}b c", 18, ["a\u{A0}b ", "c"]),
    ("漢字漢字", 12, ["漢字", "漢字"]),
    ("a\nb", 100, ["a", "b"]),
    ("a\n\nb", 100, ["a", "", "b"]),
    ("a\r\nb\n", 100, ["a", "b", ""]),
    ("\n", 100, ["", ""]),
    ("abc", 0, ["a", "b", "c"]),  // a line holds at least one character
  ])
  func wordWrapping(text: String, width: CGFloat, lines: [String]) {
    #expect(shown(layout(text, width: width)) == lines)
  }

  @Test func characterWrapping() {
    let settings = ParagraphSettings(lineBreak: .characterWrapping)
    #expect(shown(layout("one two", width: 30, settings)) == ["one t", "wo"])
  }

  @Test(arguments: [
    (ParagraphSettings.LineBreak.truncatingTail, 1, ["Hello…"]),
    (.truncatingHead, 1, ["…world"]),
    (.truncatingMiddle, 1, ["He…rld"]),
    (.clipping, 1, ["Hello wide world"]),
    (.wordWrapping, 1, ["Hello "]),
    (.truncatingTail, 2, ["Hello ", "wide…"]),
    (.truncatingTail, 0, ["Hello ", "wide ", "world"]),
    (.truncatingTail, 3, ["Hello ", "wide ", "world"]),
  ])
  func truncation(mode: ParagraphSettings.LineBreak, maximum: Int, lines: [String]) {
    let settings = ParagraphSettings(lineBreak: mode, maximumLines: maximum)
    let result = layout("Hello wide world", width: 36, settings)
    #expect(shown(result) == lines)
    #expect(result.isTruncated == (maximum == 1 || maximum == 2))
  }

  @Test func textThatFitsIsNotTruncated() {
    let settings = ParagraphSettings(lineBreak: .truncatingTail, maximumLines: 1)
    let result = layout("Hello", width: 30, settings)
    #expect(shown(result) == ["Hello"] && !result.isTruncated)
  }

  @Test func omittedParagraphIsMarkedWithAnEllipsis() {
    let settings = ParagraphSettings(lineBreak: .truncatingTail, maximumLines: 1)
    #expect(shown(layout("a\nb", width: 100, settings)) == ["a…"])
  }

  @Test func linesBelowTheHeightAreOmitted() {
    let settings = ParagraphSettings(lineBreak: .truncatingTail)
    let result = layout("one two three", width: 18, height: 20, settings)
    #expect(shown(result) == ["one ", "tw…"])
    #expect(result.size.height == 20)
  }

  @Test(arguments: [
    (ParagraphSettings.Alignment.left, 0.0, 0.0), (.natural, 0, 0), (.center, 7, 22),
    (.right, 14, 44), (.justified, 0, 0),
  ])
  func alignment(alignment: ParagraphSettings.Alignment, first: CGFloat, second: CGFloat) {
    let result = layout("ab abcd ef", width: 56, ParagraphSettings(alignment: alignment))
    #expect(result.lines.map(\.origin.x) == [first, second])
    for line in result.lines {
      #expect(line.runs.first?.glyphs.first?.position == line.origin)
    }
    #expect(result.size.width == (alignment == .justified ? 56 : 42))
  }

  @Test func justifiedLinesExceptTheLast() {
    let result = layout("ab cd ef", width: 33, ParagraphSettings(alignment: .justified))
    #expect(result.lines.map(\.width) == [33, 12])
  }

  @Test func lineSpacing() {
    var settings = ParagraphSettings()
    settings.lineSpacing = 3
    let result = layout("a\nb", width: 100, settings)
    #expect(result.lines.map(\.origin.y) == [8, 21])
    #expect(result.size == CGSize(width: 6, height: 23))
  }

  @Test func tallestRunSetsTheLineHeight() {
    var big = plain
    big.size = 20
    let result = TextLayout(
      [AttributedRun("a", plain), AttributedRun("B", big)], fonts: fonts)
    #expect(result.lines.map(\.origin.y) == [16])
    #expect(result.size == CGSize(width: 18, height: 20))
    #expect(result.lines.first?.runs.map(\.size) == [10, 20])
  }

  @Test func kernBetweenCharacters() {
    var spaced = plain
    spaced.kern = 2
    let result = TextLayout([AttributedRun("abc", spaced)], fonts: fonts)
    #expect(result.lines.first?.runs.first?.glyphs.map(\.position.x) == [0, 8, 16])
    #expect(result.size.width == 22)
  }

  @Test func underlineIsOneBar() {
    var underlined = plain
    underlined.underline = .single
    let result = TextLayout(
      [AttributedRun("a", plain), AttributedRun("bcd", underlined)], fonts: fonts)
    #expect(
      result.lines.first?.decorations.map(\.rect) == [
        CGRect(x: 6, y: 8.75, width: 18, height: 0.5)
      ])
  }

  @Test func caretsAtGraphemeBoundaries() {
    // A family of four is one grapheme of eleven UTF-16 units.
    let result = layout("a👨‍👩‍👧‍👦b")
    #expect(result.lines.first?.carets.map(\.offset) == [0, 1, 12, 13])
    #expect(result.caret(at: 5)?.x == 6)
    #expect(result.caret(at: 99)?.x == 18)
    #expect(result.offset(nearestTo: CGPoint(x: 8.9, y: 5)) == 1)
    #expect(result.offset(nearestTo: CGPoint(x: 9.1, y: 5)) == 12)
  }

  @Test func caretsOnASecondLine() {
    let result = layout("ab\ncd")
    #expect(result.caret(at: 3).map { [CGFloat($0.line), $0.x] } == [1, 0])
    #expect(result.offset(nearestTo: CGPoint(x: 100, y: 15)) == 5)
    #expect(
      result.rects(for: 1..<4) == [
        CGRect(x: 6, y: 0, width: 6, height: 10), CGRect(x: 0, y: 10, width: 6, height: 10),
      ])
  }

  @Test func drawingAtAPoint() {
    let context = CGContext(size: CGSize(width: 50, height: 50))
    layout("a").draw(in: context, at: CGPoint(x: 3, y: 4))
    #expect(context.drawing.items.map(\.transform) == [CGAffineTransform(translationX: 3, y: 4)])
  }

  /// Law: for any text and width, the lines cover the text in order and fit.
  @Test func linesCoverTheTextAndFit() {
    var random = SeededRandom(seed: 7)
    let pieces = ["a", "bc", " ", "  ", "\n", "é", "漢", "🇩🇪", "-", "word", "e\u{301}", "\t"]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let width = CGFloat(Int.random(in: 6...60, using: &random))
      let result = layout(text, width: width)
      var end = 0
      for line in result.lines {
        #expect(line.range.lowerBound - end <= 1, "\(text.debugDescription) at \(width)")
        #expect(line.range.lowerBound >= end)
        #expect(line.width <= max(width, 24) + 0.01, "\(text.debugDescription) at \(width)")
        #expect(line.carets.map(\.offset) == line.carets.map(\.offset).sorted())
        end = line.range.upperBound
      }
      #expect(text.isEmpty == result.lines.isEmpty)
      #expect(text.utf16.count - end <= 1)
    }
  }

  @Test func nanWidthTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = TextLayout([], width: .nan, fonts: PlaceholderFont())
    }
  }
}
