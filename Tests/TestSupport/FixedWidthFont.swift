// FixedWidthFont.swift
// A font provider whose every measure is known beforehand.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// A font whose characters are all 0.6 em wide, drawn by ``TestCoverageSource``.
package final class FixedWidthFont: FontProvider {
  package init() {}

  package func face(for description: FontDescription) -> FontFaceID { BlockLetters.face }

  package func familyName(of face: FontFaceID) -> String { "Block Letters" }

  package func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    FontMetrics(
      ascender: size * 0.8, descender: size * 0.2, leading: 0, capHeight: size * 0.7,
      xHeight: size * 0.5, underlinePosition: size * 0.1, underlineThickness: size * 0.05)
  }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    var cluster = 0
    return text.map { character in
      defer { cluster += character.utf16.count }
      return ShapedGlyph(
        face: BlockLetters.face, glyph: character.unicodeScalars.first?.value ?? 0,
        advance: size * BlockLetters.advance, cluster: cluster)
    }
  }
}
