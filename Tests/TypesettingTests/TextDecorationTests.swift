// TextDecorationTests.swift
// What is drawn beside the glyphs: backgrounds, underlines and strike-throughs of attributed text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing

@testable import Typesetting

/// At 10 points a line is 10 points high, a character 6 points wide, and an underline 0.5 points thick.
@Suite struct TextDecorationTests {
  private let fonts = PlaceholderFont()
  private let plain = TextAttributes(face: FontFaceID(rawValue: -1), size: 10)
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  private func attributes(_ change: (inout TextAttributes) -> Void) -> TextAttributes {
    var result = plain
    change(&result)
    return result
  }

  private func background(_ color: CGColor) -> TextOrnaments {
    var ornaments = TextOrnaments()
    ornaments.background = color
    return ornaments
  }

  @Test func backgroundFillsTheRunOnEachLineAsHighAsTheLine() {
    let marked = attributes { $0.ornaments = background(red) }
    let tall = attributes { $0.size = 20 }
    let layout = TextLayout(
      [AttributedRun("a", tall), AttributedRun("bc de", marked)], width: 30, fonts: fonts)
    #expect(layout.lines.count == 2)
    #expect(
      layout.lines.flatMap(\.decorations).map(\.rect) == [
        CGRect(x: 12, y: 0, width: 18, height: 20), CGRect(x: 0, y: 20, width: 12, height: 10),
      ])
    #expect(layout.lines.flatMap(\.decorations).allSatisfy { $0.color == red })
  }

  @Test func backgroundIsDrawnBeforeTheGlyphsAndNotInTheShadow() {
    let marked = attributes {
      $0.ornaments = background(red)
      $0.strikethrough = .single
    }
    let layout = TextLayout([AttributedRun("a", marked)], fonts: fonts)
    func kinds(_ layout: TextLayout) -> [String] {
      let context = CGContext(size: CGSize(width: 50, height: 50))
      layout.draw(in: context, at: .zero)
      return context.drawing.items.map { if case .glyphs = $0.command { "glyphs" } else { "bar" } }
    }
    #expect(kinds(layout) == ["bar", "glyphs", "bar"])
    #expect(kinds(layout.recoloured(red)) == ["glyphs", "bar"])
  }

  private static let bars: [(TextLineStyle, [CGFloat], CGFloat)] = [
    (.single, [8.75], 0.5), (.thick, [8.5], 1), (.double, [8.75, 9.75], 0.5),
    (TextLineStyle(rawValue: 0x100), [], 0), ([], [], 0),
  ]

  @Test(arguments: bars)
  func underlineHasItsBars(style: TextLineStyle, tops: [CGFloat], height: CGFloat) {
    let run = AttributedRun("ab", attributes { $0.underline = style })
    let bars = TextLayout([run], fonts: fonts).lines.first?.decorations ?? []
    #expect(bars.map(\.rect) == tops.map { CGRect(x: 0, y: $0, width: 12, height: height) })
    #expect(bars.allSatisfy { $0.kind == .underline && $0.dashes.isEmpty })
  }

  @Test(arguments: [(0x101, 2), (0x201, 2), (0x301, 4), (0x401, 6)])
  func patternIsADashedLine(raw: Int, count: Int) throws {
    let run = AttributedRun("ab", attributes { $0.underline = TextLineStyle(rawValue: raw) })
    let layout = TextLayout([run], fonts: fonts)
    let bar = try #require(layout.lines.first?.decorations.first)
    #expect(bar.dashes.count == count && bar.dashes.allSatisfy { $0 > 0 })
    let context = CGContext(size: CGSize(width: 50, height: 50))
    layout.draw(in: context, at: .zero)
    guard case .stroke(_, let style, _) = context.drawing.items.first?.command else {
      Issue.record("no stroke in \(context.drawing.items)")
      return
    }
    #expect(style.dashLengths == bar.dashes && style.width == bar.rect.height)
  }

  @Test func linesHaveTheirOwnColours() {
    var ornaments = TextOrnaments()
    ornaments.underlineColor = red
    ornaments.strikethroughColor = .white
    let run = AttributedRun(
      "a",
      attributes {
        ($0.underline, $0.strikethrough) = (.single, .single)
        $0.ornaments = ornaments
      })
    let bars = TextLayout([run], fonts: fonts).lines.first?.decorations ?? []
    #expect(bars.map(\.color) == [red, .white])
    #expect(bars.map(\.kind) == [.underline, .strikethrough])
  }

  @Test func byWordLeavesSpacesOut() {
    let run = AttributedRun("ab cd", attributes { $0.underline = [.single, .byWord] })
    let bars = TextLayout([run], fonts: fonts).lines.first?.decorations ?? []
    #expect(bars.map { [$0.rect.minX, $0.rect.maxX] } == [[0, 12], [18, 30]])
  }

  @Test func numbersOfEveryTypeAreRead() {
    let numbers: [Any] = [CGFloat(2.5), Double(2.5), Float(2.5), NSNumber(value: 2.5)]
    for number in numbers {
      let text = NSAttributedString(
        string: "a", attributes: [NSAttributedString.Key("NSKern"): number])
      #expect(text.runs(plain: plain).map(\.attributes.kern) == [2.5])
    }
  }

  @Test func attributedStringsAreReadOnceForViewsAndLayers() {
    let text = NSMutableAttributedString(string: "abc")
    func add(_ key: String, _ value: Any, _ location: Int) {
      text.addAttribute(
        NSAttributedString.Key(key), value: value, range: NSRange(location: location, length: 1))
    }
    add("NSBackgroundColor", red, 0)
    add("NSUnderline", 0x209, 1)
    add("NSUnderlineColor", red, 1)
    add("NSKern", Double.nan, 2)
    let runs = text.runs(plain: plain)
    #expect(runs.map(\.attributes.ornaments?.background) == [red, nil, nil])
    #expect(runs.map(\.attributes.underline.rawValue) == [0, 0x209, 0])
    #expect(runs[1].attributes.ornaments?.underlineColor == red)
    #expect(runs[2].attributes == plain)
  }
}
