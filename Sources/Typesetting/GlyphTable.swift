// GlyphTable.swift
// Stage: display. The glyphs of a face's simple characters in a table.
//
// SPDX-License-Identifier: MIT

/// Glyphs, advances and kerning of a face's simple characters, each queried from the font once.
///
/// Simple characters are U+0020...U+007E and U+00A0...U+024F without the soft hyphen: printable
/// Latin. In text of these alone each character is a grapheme with a glyph of its own, so that
/// neither grapheme breaking nor a dictionary is needed.
///
/// Used by one thread at a time, like its font.
package final class GlyphTable {
  /// One character, in ems.
  struct Entry {
    /// The glyph's index. 0 when the face lacks the character.
    var glyph: UInt32
    /// The start of the row of pairs that begin with this character. -1 before the first query.
    var pairs: Int32
    var advance: Double
  }

  /// The end of the range of simple characters.
  package static let end = 0x250
  /// ASCII pairs are stored here. The font caches others itself.
  private static let pairs = 0x20..<0x7F
  private static let unknown = UInt32.max

  private let glyph: (Unicode.Scalar) -> (index: UInt32, advance: Double)
  private let kerning: ((Unicode.Scalar, Unicode.Scalar) -> Double)?
  private let entries: UnsafeMutablePointer<Entry>
  /// Rows of kerning between two characters. NaN before the first query.
  private var rows: [Double] = []

  /// Creates a table that is filled as it is used.
  ///
  /// - Parameters:
  ///   - glyph: Returns a character's glyph, 0 for none, and its advance in ems.
  ///   - kerning: Returns the kerning between two characters, in ems. Infinite when they do not become
  ///     their own two glyphs, such as those of a ligature. Nil for a face without such pairs.
  package init(
    glyph: @escaping (Unicode.Scalar) -> (index: UInt32, advance: Double),
    kerning: ((Unicode.Scalar, Unicode.Scalar) -> Double)?
  ) {
    self.glyph = glyph
    self.kerning = kerning
    entries = .allocate(capacity: Self.end)
    entries.initialize(
      repeating: Entry(glyph: Self.unknown, pairs: -1, advance: 0), count: Self.end)
  }

  deinit { entries.deallocate() }

  /// The entry of a character below ``end``, without a glyph when the character is not simple.
  @inline(__always) func entry(_ character: Int) -> Entry {
    assert(0..<Self.end ~= character, "\(character) is outside a table of \(Self.end) characters")
    let entry = entries[character]
    return entry.glyph == Self.unknown ? query(character) : entry
  }

  private func query(_ character: Int) -> Entry {
    var entry = Entry(glyph: 0, pairs: -1, advance: 0)
    let isControl = character < 0x20 || 0x7F..<0xA0 ~= character || character == 0xAD
    if !isControl, let scalar = Unicode.Scalar(UInt32(character)) {
      (entry.glyph, entry.advance) = glyph(scalar)
    }
    entries[character] = entry
    return entry
  }

  /// The kerning between two simple characters, in ems. Infinite when they become other glyphs together.
  @inline(__always) func kerning(_ left: Int, _ right: Int) -> Double {
    if Self.pairs ~= left && Self.pairs ~= right, entries[left].pairs >= 0 {
      let known = rows[Int(entries[left].pairs) + right - Self.pairs.lowerBound]
      if !known.isNaN { return known }
    }
    return askKerning(left, right)
  }

  private func askKerning(_ left: Int, _ right: Int) -> Double {
    guard let kerning, let first = Unicode.Scalar(UInt32(left)),
      let second = Unicode.Scalar(UInt32(right))
    else { return 0 }
    let result = kerning(first, second)
    guard Self.pairs ~= left && Self.pairs ~= right else { return result }
    if entries[left].pairs < 0 {
      entries[left].pairs = Int32(rows.count)
      rows.append(contentsOf: repeatElement(.nan, count: Self.pairs.count))
    }
    rows[Int(entries[left].pairs) + right - Self.pairs.lowerBound] = result
    return result
  }

  /// Calls `body` with each character of a text, its glyph, and its advance in points with the
  /// kerning to the next character.
  ///
  /// - Parameter body: Returns whether to continue.
  /// - Returns: Whether all characters were simple and `body` never returned false.
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
        // The text is valid UTF-8, so this character has two bytes.
        guard 0xC2...0xC9 ~= character else { return false }
        character = (character & 0x1F) << 6 | Int(bytes[index] & 0x3F)
        index += 1
        if character >= Self.end { return false }
      }
      let next = entry(character)
      if next.glyph == 0 { return false }
      if left >= 0 {
        // Kerning is part of the left glyph's advance.
        if kerning != nil {
          let kern = kerning(left, character)
          if kern == .infinity { return false }
          advance += kern * size
        }
        if !body(left, glyph, advance) { return false }
      }
      (left, glyph, advance) = (character, next.glyph, next.advance * size)
    }
    return left < 0 || body(left, glyph, advance)
  }
}
