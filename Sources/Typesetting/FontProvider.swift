// FontProvider.swift
// The interface of text layout to fonts: faces, metrics and shaped glyphs. Installed by a host.
//
// SPDX-License-Identifier: MIT

internal import CHostDefaults
package import CoreGraphics
package import Foundation
import Synchronization

/// The description of a face; a provider returns the nearest one.
package struct FontDescription: Hashable, Sendable {
  /// A family name such as "DejaVu Sans". Nil for the system's sans-serif.
  package var family: String?
  /// The weight: 100 thin, 400 regular, 700 bold, 900 black.
  package var weight: Int
  package var isItalic: Bool
  package var isMonospaced: Bool
  /// The PostScript name of one face, such as "DejaVuSans-Bold". Nil, the default, for the face nearest to
  /// the other properties, which then hold what is known of the named one.
  package var name: String?

  package init(
    family: String? = nil, weight: Int = 400, isItalic: Bool = false, isMonospaced: Bool = false
  ) {
    self.family = family
    self.weight = weight
    self.isItalic = isItalic
    self.isMonospaced = isMonospaced
  }

  /// Creates the description of the installed face with a family, PostScript or full name; of a face of
  /// that family, with a style such as "-Bold" at the end, when none is installed.
  package init(named name: String) {
    if let installed = Fonts.provider.description(named: name) {
      self = installed
      return
    }
    let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
    let style = (parts.count > 1 ? parts[1] : "").lowercased()
    self.init(
      family: parts.first, weight: style.contains("bold") ? 700 : 400,
      isItalic: style.contains("italic") || style.contains("oblique"),
      isMonospaced: name.lowercased().contains("mono"))
  }
}

/// The vertical metrics of a face at one size, in points. All positive except `underlinePosition`.
package struct FontMetrics: Hashable, Sendable {
  /// From the baseline up to the top of the line.
  package var ascender: CGFloat
  /// From the baseline down to the bottom of the line.
  package var descender: CGFloat
  /// Additional space between lines.
  package var leading: CGFloat
  package var capHeight: CGFloat
  package var xHeight: CGFloat
  /// The underline's centre relative to the baseline, y down: positive is below it.
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
  /// The glyph's face: the requested one or a fallback.
  package var face: FontFaceID
  package var glyph: UInt32
  /// The advance in points, with the kerning to the next glyph.
  package var advance: CGFloat
  /// The glyph's offset from the pen, in points, y down.
  package var offset: CGVector
  /// The offset of the glyph's first character, in UTF-16 units from the start of the string.
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

/// What shaping depends on besides text, face and size.
package struct ShapingOptions: Hashable, Sendable {
  package var isRightToLeft = false
  /// Whether optional ligatures are formed. Those that a script needs always are.
  package var hasLigatures = true
  /// Whether the font's own kerning is applied.
  package var hasKerning = true
  /// The text around the shaped one in its paragraph, which letters may join. A few characters are enough.
  package var before = "", after = ""

  package init() {}
}

/// The direction of a paragraph.
package enum WritingDirection: Hashable, Sendable {
  /// That of the first letter; left to right without one.
  case natural
  case leftToRight, rightToLeft
}

/// The directions of a paragraph's characters: the levels of the Unicode bidirectional algorithm. Even
/// levels run from left to right, odd ones from right to left.
package struct EmbeddingLevels: Hashable, Sendable {
  /// The paragraph's own level, 0 or 1.
  package var base: UInt8
  /// One level for each UTF-16 unit.
  package var levels: [UInt8]

  package init(base: UInt8, levels: [UInt8]) {
    self.base = base
    self.levels = levels
  }
}

/// A glyph in colour.
package enum GlyphPicture {
  /// A picture and its place around the glyph's origin, in ems, y down.
  case image(CGImage, CGRect)
  /// Outlines of other glyphs of the face in painting order. Those without a colour have the text's.
  case layers([(glyph: UInt32, color: CGColor?)])
}

/// A source of fonts.
package protocol FontProvider: AnyObject {
  /// Returns the face nearest to a description.
  func face(for description: FontDescription) -> FontFaceID
  /// Returns the family's name, such as "DejaVu Sans".
  func familyName(of face: FontFaceID) -> String
  /// Returns the face's PostScript name, such as "DejaVuSans-Bold". Empty, the default, when unknown.
  func postScriptName(of face: FontFaceID) -> String
  /// Returns the description of the installed face with a PostScript or full name, or of the face nearest to
  /// regular with a family's name, in any case of letters; else that of the face nearest to a font of Apple's with
  /// the name, see ``AppleFontName``. Nil, the default, without one.
  func description(named name: String) -> FontDescription?
  /// The names of all installed families, sorted. Empty by default.
  var familyNames: [String] { get }
  /// Returns the PostScript names of a family's faces, sorted. Empty by default.
  func faceNames(inFamily family: String) -> [String]
  /// Adds the faces of a file to those that names find. Throws why not; by default, that it has no faces.
  func register(fileAt path: String) throws(FontRegistrationError)
  /// Removes the faces of a file that was added. Text that has them keeps them. Throws if it was not added.
  func unregister(fileAt path: String) throws(FontRegistrationError)
  /// Returns a face's metrics at a size in points.
  func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics
  /// Returns the glyphs of a string without line breaks, with fallback faces and kerning.
  func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph]
  /// Returns the glyphs of text in one direction, in visual order from the left. By default those of
  /// ``shape(_:face:size:)``, reversed for text from right to left.
  func shape(
    _ text: String, face: FontFaceID, size: CGFloat, options: ShapingOptions
  ) -> [ShapedGlyph]
  /// Returns the directions of a paragraph's characters. Nil, the default, when all text runs from left to
  /// right.
  func embeddingLevels(of text: String, direction: WritingDirection) -> EmbeddingLevels?
  /// Whether a face has glyphs in colour. False by default.
  func isColored(_ face: FontFaceID) -> Bool
  /// Returns a glyph's picture at a font size in points, in a text of a colour. Nil, the default, for a glyph in the
  /// text's colour.
  func picture(
    of glyph: UInt32, in face: FontFaceID, size: CGFloat, textColor: CGColor
  ) -> GlyphPicture?
  /// Returns a glyph's outline in ems, y down. Nil, the default, without one.
  func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath?
  /// Returns the table of a face's simple characters, which need no ``shape(_:face:size:)``. Nil,
  /// the default, when their glyphs depend on more than the next character.
  func glyphTable(of face: FontFaceID) -> GlyphTable?
}

extension FontProvider {
  package func glyphTable(of face: FontFaceID) -> GlyphTable? { nil }
  package func shape(
    _ text: String, face: FontFaceID, size: CGFloat, options: ShapingOptions
  ) -> [ShapedGlyph] {
    let glyphs = shape(text, face: face, size: size)
    return options.isRightToLeft ? glyphs.reversed() : glyphs
  }
  package func embeddingLevels(
    of text: String, direction: WritingDirection
  ) -> EmbeddingLevels? { nil }
  package func isColored(_ face: FontFaceID) -> Bool { false }
  package func picture(
    of glyph: UInt32, in face: FontFaceID, size: CGFloat, textColor: CGColor
  ) -> GlyphPicture? { nil }
  package func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? { nil }
  package func postScriptName(of face: FontFaceID) -> String { "" }
  package func description(named name: String) -> FontDescription? { nil }
  package var familyNames: [String] { [] }
  package func faceNames(inFamily family: String) -> [String] { [] }
  package func register(fileAt path: String) throws(FontRegistrationError) { throw .notAFont }
  package func unregister(fileAt path: String) throws(FontRegistrationError) {
    throw .notRegistered
  }
}

/// Why the faces of a file cannot be added or removed. The values are those of Apple's `CTFontManagerError`.
package enum FontRegistrationError: Int, Error {
  case fileMissing = 101
  case notAllowed = 102
  case notAFont = 103
  case alreadyRegistered = 105
  case notRegistered = 201
}

/// The current font provider.
package enum Fonts {
  /// The source of fonts for text layout. A host installs its own before the first layout.
  ///
  /// Default the system's fonts in a program that links UIKit, else ``PlaceholderFont``, which measures text
  /// without drawing it.
  package static var provider: any FontProvider {
    get { installed.withLock(\.self) }
    set {
      installed.withLock { $0 = newValue }
      counter.wrappingAdd(1, ordering: .releasing)
    }
  }
  private static let installed: Locked<any FontProvider> = {
    // Made for this one place.
    nonisolated(unsafe) let first: any FontProvider =
      hostDefault(default_font_provider(), as: (any FontProvider).self) ?? PlaceholderFont()
    return Locked(first)
  }()

  /// Incremented with each provider. Results cached from another generation are stale.
  package static var generation: Int { counter.load(ordering: .acquiring) }
  private static let counter = Atomic(0)
}

/// Metrics without a font: every character is 0.6 em wide. For programs without UIKit, and tests.
package final class PlaceholderFont: FontProvider {
  private let table = GlyphTable(glyph: { ($0.value, 0.6) }, kerning: nil)

  package init() {}

  package func glyphTable(of face: FontFaceID) -> GlyphTable? { table }

  package func face(for description: FontDescription) -> FontFaceID { FontFaceID(rawValue: -1) }

  package func familyName(of face: FontFaceID) -> String { "Placeholder" }

  package func description(named name: String) -> FontDescription? {
    AppleFontName(name)?.description { _ in false }
  }

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
