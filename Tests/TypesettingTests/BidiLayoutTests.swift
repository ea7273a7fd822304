// BidiLayoutTests.swift
// Lines of text in two directions: order, carets, selection and alignment.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

/// At 10 points every character is 6 points wide.
@Suite struct BidiLayoutTests {
  private let fonts = BidiFont()
  private let plain = TextAttributes(face: FontFaceID(rawValue: -1), size: 10)

  private func layout(
    _ text: String, width: CGFloat = .infinity, _ paragraph: ParagraphSettings = ParagraphSettings()
  ) -> TextLayout {
    TextLayout([AttributedRun(text, plain)], width: width, paragraph: paragraph, fonts: fonts)
  }

  /// The characters of each line from the left.
  private func shown(_ layout: TextLayout) -> [String] {
    layout.lines.map { line in
      let glyphs = line.runs.flatMap(\.glyphs).sorted { $0.position.x < $1.position.x }
      return String(String.UnicodeScalarView(glyphs.compactMap { UnicodeScalar($0.glyph) }))
    }
  }

  @Test(arguments: [
    ("abc", "abc"), ("אבג", "גבא"), ("ab אבג cd", "ab גבא cd"), ("אב cd גד", "דג cd בא"),
    ("ab אב גד cd", "ab דג בא cd"),
  ])
  func charactersFromTheLeft(text: String, order: String) {
    #expect(shown(layout(text)).map { Array($0.unicodeScalars) } == [Array(order.unicodeScalars)])
  }

  @Test func linesBreakInTheOrderOfTheTextAndAreReorderedEach() {
    let result = layout("אב גד הו", width: 30)
    #expect(
      shown(result).map { Array($0.unicodeScalars) }
        == [" דג בא", "וה"].map {
          Array($0.unicodeScalars)
        })
    #expect(result.lines.map(\.range) == [0..<6, 6..<8])
    // Spaces at the end hang over the left edge of the text.
    #expect(result.lines.map(\.width) == [30, 12])
    #expect(result.lines.first?.runs.first?.glyphs.map(\.position.x).min() == -6)
  }

  @Test(arguments: [
    (ParagraphSettings.Alignment.natural, 88.0), (.left, 0), (.right, 88), (.center, 44),
    (.justified, 88),
  ])
  func naturalAlignmentIsWhereTheParagraphBegins(
    alignment: ParagraphSettings.Alignment, left: CGFloat
  ) {
    let result = layout("אב", width: 100, ParagraphSettings(alignment: alignment))
    #expect(result.lines.map(\.isRightToLeft) == [true])
    #expect(result.lines.first?.origin.x == left)
    #expect(result.lines.first?.runs.first?.glyphs.map(\.position.x).min() == left)
  }

  @Test func everyParagraphHasItsDirection() {
    let result = layout("ab\nאב\n\ncd", width: 100)
    #expect(result.lines.map(\.isRightToLeft) == [false, true, false, false])
    #expect(result.lines.map(\.origin.x) == [0, 88, 0, 0])
  }

  @Test func givenDirectionOverrulesTheFirstLetter() {
    var settings = ParagraphSettings()
    settings.direction = .rightToLeft
    #expect(layout("ab", width: 100, settings).lines.map(\.origin.x) == [88])
    settings.direction = .leftToRight
    #expect(layout("אב", width: 100, settings).lines.map(\.origin.x) == [0])
  }

  @Test func indentIsAtTheEdgeWhereTheParagraphBegins() {
    var settings = ParagraphSettings()
    settings.headIndent = 10
    settings.firstLineHeadIndent = 20
    let result = layout("אבגד הוזח", width: 50, settings)
    #expect(result.lines.map(\.origin.x) == [6, 16])
    #expect(result.lines.map { $0.origin.x + $0.width } == [30, 40])
  }

  @Test func ellipsisIsAtTheEndOfTheParagraph() {
    let settings = ParagraphSettings(lineBreak: .truncatingTail, maximumLines: 1)
    let result = layout("אבגדה", width: 24, settings)
    #expect(shown(result).map { Array($0.unicodeScalars) } == [Array("…גבא".unicodeScalars)])
  }

  // MARK: Carets

  @Test func caretIsWhereTheNextCharacterBegins() {
    let result = layout("abאבcd")
    #expect([0, 1, 2, 3, 4, 5, 6].map { result.caret(at: $0)?.x } == [0, 6, 24, 18, 24, 30, 36])
    #expect(layout("אב").caret(at: 2)?.x == 0)
  }

  @Test func pointFindsTheNearerEdgeOfItsCharacter() {
    let result = layout("abאבcd")
    func offset(_ x: CGFloat) -> Int { result.offset(nearestTo: CGPoint(x: x, y: 5)) }
    #expect([-5, 2, 4, 10].map(offset) == [0, 0, 1, 2])
    // The letter at 12...18 is the second one from the right: it begins at 18 and ends at 12.
    #expect([13, 17, 19, 23].map(offset) == [4, 3, 3, 2])
    #expect([25, 29, 35, 100].map(offset) == [4, 5, 6, 6])
  }

  @Test func selectionAcrossDirectionsHasSeveralRectangles() {
    let rects = layout("abאבגcd").rects(for: 1..<3)
    #expect(rects.map { [$0.minX, $0.maxX] } == [[6, 12], [24, 30]])
    #expect(layout("abאבגcd").rects(for: 0..<7).map(\.width) == [42])
    #expect(layout("abאבגcd").rects(for: 2..<2).isEmpty)
  }

  @Test func caretMovesToThePlacesOnItsLeftAndRight() {
    let result = layout("אבג")
    #expect(result.offset(beside: 0, isOnTheLeft: true) == 1)
    #expect(result.offset(beside: 3, isOnTheLeft: true) == nil)
    #expect(result.offset(beside: 3, isOnTheLeft: false) == 2)
    #expect(layout("abc").offset(beside: 1, isOnTheLeft: false) == 2)
  }

  /// A space that hangs over the left end comes last in the text, also after words from left to right.
  @Test func spaceAtTheEndOfALineHasTheDirectionOfItsParagraph() throws {
    let line = try #require(layout("א abcd ef", width: 24).lines.dropFirst().first)
    #expect(line.carets.map(\.offset) == [2, 3, 4, 5, 6, 7])
    #expect(line.carets.map(\.x) == [0, 6, 12, 18, 0, -6])
  }

  /// Law: the characters of a line cover it from end to end without gaps; carets are in the order of the text
  /// and monotone within each direction; a point in a character finds one of its two ends.
  @Test func charactersTileTheirLine() throws {
    var random = SeededRandom(seed: 21)
    let pieces = ["a", "bc", " ", "א", "בג", "ד ", "-", "12", "\n"]
    for _ in 0..<600 {
      let text = (0..<Int.random(in: 1...16, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let width: CGFloat = Bool.random(using: &random) ? .infinity : 60
      let result = layout(text, width: width)
      for line in result.lines {
        let carets = line.carets
        #expect(carets.map(\.offset) == carets.map(\.offset).sorted(), "\(text.debugDescription)")
        var spans = carets.dropLast().map { (min($0.x, $0.trailing), max($0.x, $0.trailing)) }
        spans.sort { $0 < $1 }
        for (a, b) in zip(spans, spans.dropFirst()) {
          #expect(abs(a.1 - b.0) < 1e-9, "\(text.debugDescription)")
        }
        for (caret, next) in zip(carets, carets.dropFirst()) where caret.x != caret.trailing {
          let middle = (caret.x + caret.trailing) / 2
          for x in [(caret.x + middle) / 2, (caret.trailing + middle) / 2] {
            let found = result.offset(nearestTo: CGPoint(x: x, y: (line.top + line.bottom) / 2))
            let expected = abs(x - caret.x) < abs(x - caret.trailing) ? caret.offset : next.offset
            #expect(found == expected, "\(text.debugDescription) at \(x)")
          }
        }
      }
    }
  }
}
