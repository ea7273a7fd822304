// RandomText.swift
// Random texts for laws: typical labels, and cases that are hard to lay out.
//
// SPDX-License-Identifier: MIT

/// Random texts of few or many pieces: digits, accented Latin, other scripts, graphemes of several
/// scalars, spaces, tabs and line endings.
package enum RandomText {
  private static let plain = [
    "0", "17", "3.14", "a", "bc", "AV", "To", "word", " ", "  ", "-", "(", "%", "~",
  ]
  private static let accented = [
    "é", "Über", "ñ", "ß", "Ł", "ű", "\u{A0}", "\u{AD}", "©", "\u{24F}", "\u{250}",
  ]
  private static let hard = [
    "q", "e\u{301}", "\t", "\n", "\r\n", "\n\n", "\u{2028}", "\u{85}", "漢", "字", "🇩🇪", "👨‍👩‍👧‍👦", "Ж",
    "ا", "\u{200B}", "\u{FE0F}", "\u{7F}", "…", "\u{301}",
  ]

  /// Returns a text; every third is of printable ASCII only, and one in three has hard pieces.
  package static func next(using random: inout SeededRandom) -> String {
    let pieces: [String]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: pieces = plain
    case 1: pieces = plain + accented
    default: pieces = plain + accented + hard
    }
    let longest = Int.random(in: 0..<12, using: &random) == 0 ? 400 : 12
    let count = Int.random(in: 0...longest, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
