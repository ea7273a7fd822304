// SystemFontProvider+Shaping.swift
// Stage: display. Splits text by face and script, and shapes the parts.
//
// SPDX-License-Identifier: MIT

internal import CHarfBuzz
package import CoreGraphics
package import Foundation
package import Typesetting

extension SystemFontProvider {
  /// Characters of a text that share a face and a script.
  private struct Part {
    /// UTF-16 units.
    var range: Range<Int>
    var face: FontFaceID
    /// Nil while only characters of all scripts were found.
    var script: hb_script_t?
  }

  package func embeddingLevels(
    of text: String, direction: WritingDirection
  ) -> EmbeddingLevels? {
    BidiLevels.levels(of: text, direction: direction)
  }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    shape(text, face: face, size: size, options: ShapingOptions())
  }

  package func shape(
    _ text: String, face: FontFaceID, size: CGFloat, options: ShapingOptions
  ) -> [ShapedGlyph] {
    library.lock.withLock {
      guard self[face] != nil, size.isFinite, !text.isEmpty else { return [] }
      let key = ShapeKey(text: text, face: face, size: size, options: options)
      if let known = shaped[key] { return known }
      let result = shapeParts(text, face: face, size: size, options: options)
      guard text.utf8.count <= Self.longestCached else { return result }
      // Strings that change in every frame must not exhaust memory.
      if shaped.count >= 2048 { shaped.removeAll(keepingCapacity: true) }
      shaped[key] = result
      return result
    }
  }

  /// The longest text whose glyphs are kept, in bytes.
  private static let longestCached = 4096

  private func shapeParts(
    _ text: String, face: FontFaceID, size: CGFloat, options: ShapingOptions
  ) -> [ShapedGlyph] {
    var units = Array(options.before.utf16)
    let start = units.count
    let parts = append(text, face: face, to: &units)
    units += options.after.utf16
    var result: [ShapedGlyph] = []
    result.reserveCapacity(units.count)
    var glyphs: [HarfBuzzFont.Glyph] = []
    units.withUnsafeBufferPointer { units in
      for part in options.isRightToLeft ? parts.reversed() : parts {
        guard let owner = self[part.face] else { continue }
        glyphs.removeAll(keepingCapacity: true)
        owner.file.shaper.shape(
          units, range: part.range, script: part.script ?? HB_SCRIPT_LATIN,
          isRightToLeft: options.isRightToLeft,
          features: HarfBuzzFont.features(
            ligatures: options.hasLigatures, kerning: options.hasKerning), into: &glyphs)
        for glyph in glyphs {
          // A mark has no width, so its stems do not widen it either.
          let widening = glyph.advance == 0 ? 0 : owner.emboldening
          result.append(
            ShapedGlyph(
              face: part.face, glyph: glyph.index,
              advance: (glyph.advance + widening) * size + glyph.kerning * size,
              offset: CGVector(dx: glyph.offset.x * size, dy: glyph.offset.y * size),
              cluster: glyph.cluster - start))
        }
      }
    }
    return result
  }

  /// Appends a text's units for HarfBuzz, and returns its parts in the order of the text.
  private func append(_ text: String, face: FontFaceID, to units: inout [UInt16]) -> [Part] {
    var parts: [Part] = []
    for character in text {
      let start = units.count
      append(character, to: &units)
      var part = Part(
        range: start..<units.count,
        face: self.face(of: character, preferring: face, after: parts.last?.face),
        script: character.unicodeScalars.lazy.compactMap(HarfBuzzFont.script).first)
      if let last = parts.last, last.face == part.face,
        last.script == nil || part.script == nil || last.script == part.script
      {
        parts[parts.count - 1].range = last.range.lowerBound..<part.range.upperBound
        parts[parts.count - 1].script = last.script ?? part.script
        continue
      }
      part.script = part.script ?? parts.last?.script
      parts.append(part)
    }
    return parts
  }

  /// The most scalars of one character that are shaped. The time to place marks grows with the square of
  /// their number.
  private static let mostScalars = 64

  private func append(_ character: Character, to units: inout [UInt16]) {
    var count = 0
    for scalar in character.unicodeScalars {
      count += 1
      // A tab is as wide as a space; layout places what follows. HarfBuzz removes zero-width spaces, so
      // that characters without a glyph need no glyph of the font.
      if scalar == "\t" {
        units.append(0x20)
      } else if count > Self.mostScalars || scalar.properties.generalCategory == .control {
        units += repeatElement(0x200B, count: UTF16.width(scalar))
      } else {
        units += UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter
      }
    }
  }

  // MARK: Faces

  /// Returns the face that shapes a character: the preferred one, or a fallback with all of its scalars.
  private func face(
    of character: Character, preferring preferred: FontFaceID, after last: FontFaceID?
  ) -> FontFaceID {
    let scalars = character.unicodeScalars
    if character.isShownAsEmoji, let emoji = emojiFace, has(scalars, in: emoji) { return emoji }
    if has(scalars, in: preferred) { return preferred }
    // A letter and its accent may be one glyph.
    if scalars.count > 1, scalars.count <= 4,
      has(String(character).precomposedStringWithCanonicalMapping.unicodeScalars, in: preferred)
    {
      return preferred
    }
    // Neighbours in one face are shaped together.
    if let last, last != preferred, last != emojiFace, has(scalars, in: last) { return last }
    let isBold = (self[preferred]?.weight ?? 400) >= 600
    for scalar in scalars.prefix(Self.mostScalars) where lacks(scalar, in: preferred) {
      if let other = substitute(for: scalar, isBold: isBold), has(scalars, in: other) {
        return other
      }
    }
    guard let first = scalars.first, lacks(first, in: preferred) else { return preferred }
    return substitute(for: first, isBold: isBold) ?? preferred
  }

  private func has(_ scalars: some Sequence<Unicode.Scalar>, in face: FontFaceID) -> Bool {
    !scalars.prefix(Self.mostScalars).contains { lacks($0, in: face) }
  }

  private func lacks(_ scalar: Unicode.Scalar, in face: FontFaceID) -> Bool {
    guard let owner = self[face] else { return true }
    return owner.file.glyph(for: scalar) == 0 && !scalar.isNeverDrawn
  }

  // MARK: Simple text

  package func glyphTable(of id: FontFaceID) -> GlyphTable? {
    library.lock.withLock {
      guard let face = self[id] else { return nil }
      let index = Int(id.rawValue)
      if tables.indices.contains(index), let known = tables[index] { return known }
      let table = Self.table(of: face)
      tables += repeatElement(nil, count: max(0, index + 1 - tables.count))
      tables[index] = table
      return table
    }
  }

  /// Returns a face's table. Nil when a glyph may depend on more than its neighbours.
  private static func table(of face: Face) -> GlyphTable? {
    let (file, emboldening) = (face.file, face.emboldening)
    guard !file.isColored, !file.shaper.isContextual else { return nil }
    return GlyphTable(
      glyph: { scalar in
        let (glyph, advance) = file.simple(scalar)
        return (glyph, advance + (advance == 0 ? 0 : emboldening))
      },
      kerning: file.shaper.hasPairs ? { file.kerning($0, $1) } : nil)
  }
}

extension Unicode.Scalar {
  /// Whether the character controls others, or is replaced before shaping, and needs no glyph.
  fileprivate var isNeverDrawn: Bool {
    if value == 0x09 { return true }
    if 0x20..<0x7F ~= value { return false }
    return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
  }
}

extension Character {
  /// Whether the character is a picture in colour where there is a face for it.
  fileprivate var isShownAsEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.value < 0x203C && unicodeScalars.count == 1 { return false }
    var second = unicodeScalars.dropFirst().makeIterator()
    switch second.next()?.value {
    case 0xFE0E: return false
    case 0xFE0F: return first.properties.isEmoji
    default: return first.properties.isEmojiPresentation
    }
  }
}
