// FontProvider.swift
// What the engine asks of fonts: a face, its metrics, a string as glyphs. A host installs one.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// What a caller wants of a face; the provider answers with the nearest it has.
package struct FontDescription: Hashable, Sendable {
  /// A family name such as "DejaVu Sans"; nil for the system's sans-serif.
  package var family: String?
  /// 100 thin ... 400 regular ... 700 bold ... 900 black.
  package var weight: Int
  package var isItalic: Bool
  package var isMonospaced: Bool

  package init(
    family: String? = nil, weight: Int = 400, isItalic: Bool = false, isMonospaced: Bool = false
  ) {
    self.family = family
    self.weight = weight
    self.isItalic = isItalic
    self.isMonospaced = isMonospaced
  }
}

/// Vertical measures of a face at one size, in points; all positive but for `underlinePosition`.
package struct FontMetrics: Hashable, Sendable {
  /// From the baseline up to the top of the line.
  package var ascender: CGFloat
  /// From the baseline down to the bottom of the line.
  package var descender: CGFloat
  /// Extra space between lines.
  package var leading: CGFloat
  package var capHeight: CGFloat
  package var xHeight: CGFloat
  /// Centre of the underline relative to the baseline, y down: positive lies below it.
  package var underlinePosition: CGFloat
  package var underlineThickness: CGFloat

  package init(
    ascender: CGFloat, descender: CGFloat, leading: CGFloat, capHeight: CGFloat, xHeight: CGFloat,
    underlinePosition: CGFloat, underlineThickness: CGFloat
  ) {
    self.ascender = ascender
    self.descender = descender
    self.leading = leading
    self.capHeight = capHeight
    self.xHeight = xHeight
    self.underlinePosition = underlinePosition
    self.underlineThickness = underlineThickness
  }
}

/// One glyph of a shaped string, in visual order from the left.
package struct ShapedGlyph: Hashable, Sendable {
  /// The face that has the glyph: the one asked for, or a fall-back.
  package var face: FontFaceID
  package var glyph: UInt32
  /// How far the pen moves, in points, kerning to the next glyph included.
  package var advance: CGFloat
  /// Where the glyph is drawn relative to the pen, in points, y down.
  package var offset: CGVector
  /// Offset, in UTF-16 units from the start of the string, of the first character it stands for.
  package var cluster: Int

  package init(
    face: FontFaceID, glyph: UInt32, advance: CGFloat, offset: CGVector = .zero, cluster: Int
  ) {
    self.face = face
    self.glyph = glyph
    self.advance = advance
    self.offset = offset
    self.cluster = cluster
  }
}

/// Where fonts come from.
package protocol FontProvider: AnyObject {
  /// Returns the face nearest to a description.
  func face(for description: FontDescription) -> FontFaceID
  /// The family's name, such as "DejaVu Sans".
  func familyName(of face: FontFaceID) -> String
  /// Returns a face's measures at a size in points.
  func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics
  /// Returns a string without line breaks as glyphs, fall-back faces and kerning applied.
  func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph]
  /// Returns a face's simple characters, which then need no ``shape(_:face:size:)``; nil, as by
  /// default, when there is more to them than a glyph and a neighbour.
  func glyphTable(of face: FontFaceID) -> GlyphTable?
}

extension FontProvider {
  package func glyphTable(of face: FontFaceID) -> GlyphTable? { nil }
}

/// The provider in use.
package enum Fonts {
  /// Where text gets its faces from; the host replaces it before the first text is laid out.
  ///
  /// Until then text is measured with ``PlaceholderFont`` and draws nothing.
  nonisolated(unsafe) package static var provider: any FontProvider = PlaceholderFont() {
    didSet { generation += 1 }
  }

  /// Counts the providers; what was found with one of another number is worth nothing.
  nonisolated(unsafe) package private(set) static var generation = 0
}

/// Measures without a font: every character is 0.6 em wide. For programs without a host.
package final class PlaceholderFont: FontProvider {
  private let table = GlyphTable(glyph: { ($0.value, 0.6) }, kerning: nil)

  package init() {}

  package func glyphTable(of face: FontFaceID) -> GlyphTable? { table }

  package func face(for description: FontDescription) -> FontFaceID { FontFaceID(rawValue: -1) }

  package func familyName(of face: FontFaceID) -> String { "Placeholder" }

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
        face: face, glyph: character.unicodeScalars.first?.value ?? 0, advance: size * 0.6,
        cluster: cluster)
    }
  }
}
