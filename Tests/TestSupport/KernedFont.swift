// KernedFont.swift
// A font with different advances and kerning, with or without a glyph table.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
import QuartzCore
package import Typesetting

/// A font with metrics computed from the scalar values. It lacks some letters, and counts the
/// strings that it shapes.
package final class KernedFont: FontProvider {
  private let measures = PlaceholderFont()
  private let table: GlyphTable?
  /// The number of shaped strings.
  package private(set) var shapedCount = 0

  /// Creates the font. Without its table, all text is shaped.
  package init(hasTable: Bool) {
    table =
      hasTable
      ? GlyphTable(
        glyph: { (Self.glyph($0), Self.advance($0)) },
        kerning: { Self.kerning(Self.glyph($0), Self.glyph($1)) }) : nil
  }

  private static func glyph(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar == "q" ? 0 : scalar.value
  }

  private static func advance(_ scalar: Unicode.Scalar) -> Double {
    0.3 + Double(scalar.value % 13) / 19
  }

  private static func kerning(_ left: UInt32, _ right: UInt32) -> Double {
    (left + right) % 3 == 0 ? -Double(left % 7) / 61 : 0
  }

  package func face(for description: FontDescription) -> FontFaceID { FontFaceID(rawValue: 3) }

  package func familyName(of face: FontFaceID) -> String { "Kerned" }

  package func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    measures.metrics(of: face, size: size)
  }

  package func glyphTable(of face: FontFaceID) -> GlyphTable? { table }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    shapedCount += 1
    var result: [ShapedGlyph] = []
    var cluster = 0
    for character in text {
      for scalar in character.unicodeScalars where scalar != "\u{AD}" {
        // Missing letters come from another face.
        let glyph = Self.glyph(scalar)
        let shown = glyph == 0 ? FontFaceID(rawValue: 4) : face
        if let last = result.indices.last, result[last].face == shown {
          result[last].advance += Self.kerning(result[last].glyph, glyph) * size
        }
        result.append(
          ShapedGlyph(
            face: shown, glyph: glyph, advance: Self.advance(scalar) * size, cluster: cluster))
      }
      cluster += character.utf16.count
    }
    return result
  }
}
