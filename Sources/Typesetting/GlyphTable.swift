// GlyphTable.swift
// Stage: display. What a face's simple characters look like, where they are found without a search.
//
// SPDX-License-Identifier: MIT

/// Glyphs, advances and kerning of a face's simple characters, each asked of the font once.
///
/// Simple are U+0020...U+007E and U+00A0...U+024F without the soft hyphen: printable Latin. In text
/// that has no others every one of them is a grapheme and a glyph of its own, so that such text
/// needs no search for graphemes and no dictionary.
///
/// For one thread at a time, as the font that it asks.
package final class GlyphTable {
  /// One character; measures in ems.
  struct Entry {
    /// The glyph's index; 0 when the face lacks the character.
    var glyph: UInt32
    /// Where the row of pairs that begin with this character starts; -1 for none yet.
    var pairs: Int32
    var advance: Double
  }

  /// The first value beyond the simple characters.
  static let end = 0x250
  /// Pairs of ASCII have a flat place; others are asked of the font, which remembers them.
  private static let pairs = 0x20..<0x7F
  private static let unknown = UInt32.max

  private let glyph: (Unicode.Scalar) -> (index: UInt32, advance: Double)
  private let kerning: ((UInt32, UInt32) -> Double)?
  private let entries: UnsafeMutablePointer<Entry>
  /// Rows of what is added between two characters; not a number where the font was not asked yet.
  private var rows: [Double] = []

  /// Creates a table that asks as it is used.
  ///
  /// - Parameters:
  ///   - glyph: A character's glyph, 0 for none, and how far the pen moves after it, in ems.
  ///   - kerning: What is added between two glyphs, in ems; nil when the face kerns nothing.
  package init(
    glyph: @escaping (Unicode.Scalar) -> (index: UInt32, advance: Double),
    kerning: ((UInt32, UInt32) -> Double)?
  ) {
    self.glyph = glyph
    self.kerning = kerning
    entries = .allocate(capacity: Self.end)
    entries.initialize(
      repeating: Entry(glyph: Self.unknown, pairs: -1, advance: 0), count: Self.end)
  }

  deinit { entries.deallocate() }

  /// The entry of a character, which is below ``end``; without a glyph where the character is not simple.
  @inline(__always) func entry(_ character: Int) -> Entry {
    assert(0..<Self.end ~= character, "\(character) is no place in a table of \(Self.end)")
    let entry = entries[character]
    return entry.glyph == Self.unknown ? ask(character) : entry
  }

  private func ask(_ character: Int) -> Entry {
    var entry = Entry(glyph: 0, pairs: -1, advance: 0)
    let isControl = character < 0x20 || 0x7F..<0xA0 ~= character || character == 0xAD
    if !isControl, let scalar = Unicode.Scalar(UInt32(character)) {
      (entry.glyph, entry.advance) = glyph(scalar)
    }
    entries[character] = entry
    return entry
  }

  /// What is added between two simple characters, in ems.
  @inline(__always) func kerning(_ left: Int, _ right: Int) -> Double {
    if Self.pairs ~= left && Self.pairs ~= right, entries[left].pairs >= 0 {
      let known = rows[Int(entries[left].pairs) + right - Self.pairs.lowerBound]
      if !known.isNaN { return known }
    }
    return askKerning(left, right)
  }

  private func askKerning(_ left: Int, _ right: Int) -> Double {
    guard let kerning else { return 0 }
    let result = kerning(entry(left).glyph, entry(right).glyph)
    guard Self.pairs ~= left && Self.pairs ~= right else { return result }
    if entries[left].pairs < 0 {
      entries[left].pairs = Int32(rows.count)
      rows.append(contentsOf: repeatElement(.nan, count: Self.pairs.count))
    }
    rows[Int(entries[left].pairs) + right - Self.pairs.lowerBound] = result
    return result
  }

  /// Calls `body` with every character of a text, its glyph, and its advance in points, kerning to
  /// the next one included.
  ///
  /// - Parameter body: Returns whether to go on.
  /// - Returns: Whether all characters were simple and `body` wanted all of them.
  @inline(__always) func forEachSimple(
    _ bytes: UnsafeBufferPointer<UInt8>, size: Double,
    _ body: (_ character: Int, _ glyph: UInt32, _ advance: Double) -> Bool
  ) -> Bool {
    var left = -1
    var glyph: UInt32 = 0
    var advance = 0.0
    var index = 0
    while index < bytes.count {
      var character = Int(bytes[index])
      index += 1
      if character >= 0x80 {
        // Two bytes, as the text is valid UTF-8.
        guard 0xC2...0xC9 ~= character else { return false }
        character = (character & 0x1F) << 6 | Int(bytes[index] & 0x3F)
        index += 1
        if character >= Self.end { return false }
      }
      let next = entry(character)
      if next.glyph == 0 { return false }
      if left >= 0 {
        // Kerning belongs to the glyph on the left.
        if kerning != nil { advance += kerning(left, character) * size }
        if !body(left, glyph, advance) { return false }
      }
      (left, glyph, advance) = (character, next.glyph, next.advance * size)
    }
    return left < 0 || body(left, glyph, advance)
  }
}
