// PlainLineTests.swift
// The fast path for simple text on one line gives the same layout as the general one.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

@Suite struct PlainLineTests {
  private static let alignments: [ParagraphSettings.Alignment] = [
    .left, .center, .right, .justified, .natural,
  ]
  private static let breaks: [ParagraphSettings.LineBreak] = [
    .wordWrapping, .characterWrapping, .clipping, .truncatingHead, .truncatingTail,
    .truncatingMiddle,
  ]

  private static func paragraph(using random: inout SeededRandom) -> ParagraphSettings {
    var settings = ParagraphSettings(
      alignment: alignments.randomElement(using: &random) ?? .left,
      lineBreak: breaks.randomElement(using: &random) ?? .clipping,
      maximumLines: Int.random(in: 0...2, using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 {
      settings.lineHeightMultiple = CGFloat(Int.random(in: 0...3, using: &random)) / 2
      settings.minimumLineHeight = CGFloat(Int.random(in: 0...30, using: &random))
      settings.maximumLineHeight = CGFloat(Int.random(in: 0...30, using: &random))
      settings.firstLineHeadIndent = CGFloat(Int.random(in: 0...1, using: &random) * 5)
      settings.headIndent = 3
    }
    return settings
  }

  private static func attributes(using random: inout SeededRandom) -> TextAttributes {
    var attributes = TextAttributes(
      face: FontFaceID(rawValue: 3), size: [0, 10, 13.7, 24].randomElement(using: &random) ?? 10)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: attributes.kern = 1.5
    case 1: attributes.underline = .single
    case 2: attributes.strikethrough = .single
    case 3: attributes.baselineOffset = -2
    default: break
    }
    return attributes
  }

  /// Law: a font with a glyph table lays out every text like the same font without one.
  @Test func glyphTableGivesTheSameLayout() {
    var random = SeededRandom(seed: 31)
    let (short, long) = (KernedFont(hasTable: true), KernedFont(hasTable: false))
    for _ in 0..<4000 {
      let text = RandomText.next(using: &random)
      let run = AttributedRun(text, Self.attributes(using: &random))
      let paragraph = Self.paragraph(using: &random)
      var width = CGFloat([0, 20, 60, 200, 5000].randomElement(using: &random) ?? 0)
      if Bool.random(using: &random) {
        // Widths equal to the text's, and slightly less or more.
        width = TextLayout([run], paragraph: paragraph, fonts: long).size.width
        width += [-0.02, -0.01, 0, 0.01].randomElement(using: &random) ?? 0
      } else if Int.random(in: 0..<5, using: &random) == 0 {
        width = .infinity
      }
      let fast = TextLayout([run], width: width, paragraph: paragraph, fonts: short)
      let plain = TextLayout([run], width: width, paragraph: paragraph, fonts: long)
      #expect(fast.lines == plain.lines, "\(text.debugDescription) at \(width), \(paragraph)")
      #expect(fast.size == plain.size && fast.isTruncated == plain.isTruncated)
    }
    // The fast path was taken for some texts and not for others.
    #expect(short.shapedCount > 1000 && short.shapedCount < long.shapedCount * 3 / 4)
  }

  @Test(arguments: [
    ("12345678", true), ("Größe 10 %", true), ("", false), ("a\nb", true), ("a\tb", false),
    ("e\u{301}", false), ("漢", false), ("q", false), ("a\u{AD}b", false), (" ", true),
  ])
  func simpleTextIsNotShaped(text: String, isSimple: Bool) {
    let fonts = KernedFont(hasTable: true)
    let run = AttributedRun(text, TextAttributes(face: FontFaceID(rawValue: 3), size: 10))
    _ = TextLayout([run], fonts: fonts)
    #expect((fonts.shapedCount == 0) == (isSimple || text.isEmpty))
  }
}
