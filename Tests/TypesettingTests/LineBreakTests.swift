// LineBreakTests.swift
// Where a line of words may end, by examples of Unicode's rules (UAX #14).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import TestSupport
import Testing

@testable import Typesetting

@Suite struct LineBreakTests {
  /// The parts of a text between the places where a line may end.
  private func parts(_ text: String) -> [String] {
    let plain = TextAttributes(face: FontFaceID(rawValue: -1), size: 10)
    let typesetter = Typesetter(
      runs: [AttributedRun(text, plain)], paragraph: ParagraphSettings(), fonts: PlaceholderFont())
    let units = Array(text.utf16)
    var parts: [String] = []
    var start = 0
    for cell in typesetter.cells where cell.allowsBreakAfter {
      parts.append(String(decoding: units[start..<cell.offset + cell.length], as: UTF16.self))
      start = cell.offset + cell.length
    }
    return parts + [String(decoding: units[start...], as: UTF16.self)]
  }

  @Test(arguments: [
    // Words, spaces and hyphens.
    ["one ", "two"], ["one  ", "two"], ["well-", "known"], ["a\u{2010}", "b"], ["a\u{2011}b"],
    ["a\u{A0}b"],
    ["a\u{200B}", "b"], ["a\u{2060}b"], ["rm ", "--force ", "x"], ["2010-11"], ["-5 ", "°C"],
    // Dashes.
    ["1\u{2013}", "2"], ["so", "\u{2014}", "it ", "is"], ["so", "\u{2014}\u{2014}", "it"],
    // Marks stay with the word before them, opening brackets with the word after them.
    ["(one) ", "two"], ["one! ", "two?"], ["one, ", "two; ", "three."], ["f(x)"],
    ["“one” ", "‘two’"],
    ["«un» ", "deux"], ["don’t"], ["wait…"],
    // Numbers and their signs.
    ["3.14"], ["1,000,000"], ["$5.00"], ["50%"], ["20 ", "€"], ["C++"], ["3/4"],
    // Addresses.
    ["https://", "lamella.example/", "pages/", "one.html"],
    // Ideographs and kana, and the marks that begin or end no line.
    ["漢", "字"], ["漢", "字。"], ["「漢」", "字、", "「字」"], ["ラー", "メ", "ン"], ["きょ", "う"], ["時々"],
    ["（漢）", "字"], ["第", "3", "章"], ["Swift", "で", "書", "く"], ["漢", "100%"], ["￥100"],
    ["你", "好！", "“再", "见”"],
    ["「…」"], ["서", "울"], ["（一）", "二、", "三"],
    // Emoji.
    ["a", "😀", "😀"], ["👨‍👩‍👧", "👍🏽"], ["😀!"], ["❤️", "❤️"],
    // Scripts with spaces.
    ["две ", "строки"], ["שתי ", "שורות"],
  ])
  func linesEndBetween(_ expected: [String]) {
    #expect(parts(expected.joined()) == expected)
  }
}
