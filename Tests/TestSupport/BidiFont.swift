// BidiFont.swift
// A font of fixed width with Hebrew from right to left, by a rule simple enough to follow in a test.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import Typesetting

/// The engine's placeholder, 0.6 em for every character, with two directions: Hebrew letters have level 1, others
/// the paragraph's level or 2. What is no letter has the level around it, or the paragraph's.
package final class BidiFont: FontProvider {
  private let measures = PlaceholderFont()

  package init() {}

  package func face(for description: FontDescription) -> FontFaceID {
    measures.face(for: description)
  }

  package func familyName(of face: FontFaceID) -> String { "Both Ways" }

  package func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    measures.metrics(of: face, size: size)
  }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    measures.shape(text, face: face, size: size)
  }

  package func glyphTable(of face: FontFaceID) -> GlyphTable? { measures.glyphTable(of: face) }

  package func embeddingLevels(
    of text: String, direction: WritingDirection
  ) -> EmbeddingLevels? {
    let units = Array(text.utf16)
    func isHebrew(_ unit: UInt16) -> Bool { 0x5D0...0x5EA ~= unit }
    func isLetter(_ unit: UInt16) -> Bool {
      isHebrew(unit) || 0x41...0x5A ~= unit || 0x61...0x7A ~= unit
    }
    let base: UInt8 =
      switch direction {
      case .natural: units.first(where: isLetter).map(isHebrew) == true ? 1 : 0
      case .leftToRight: 0
      case .rightToLeft: 1
      }
    var levels = units.map { unit -> UInt8? in
      isLetter(unit) ? isHebrew(unit) ? 1 : base * 2 : nil
    }
    for index in levels.indices where levels[index] == nil {
      let before = index > 0 ? levels[index - 1] : base
      let after = levels[index...].lazy.compactMap { $0 }.first ?? base
      levels[index] = before == after ? after : base
    }
    return EmbeddingLevels(base: base, levels: levels.compactMap { $0 })
  }
}
