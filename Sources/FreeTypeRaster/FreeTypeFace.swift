// FreeTypeFace.swift
// FreeType's library and an open face: metrics, glyph indices and outlines, all in font units, so that
// nothing is rounded to pixels.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import CoreGraphics
import Foundation
import QuartzCore
import Typesetting

/// An instance of FreeType.
///
/// FreeType requires that one thread at a time uses an instance and its faces, while the main thread lays out
/// text and a render server rasterises glyphs. Everything that uses them, or caches what they return, holds
/// ``lock``.
final class FreeTypeLibrary {
  let pointer: FT_Library
  let lock = NSRecursiveLock()

  init() throws(FontError) {
    var library: FT_Library?
    let code = FT_Init_FreeType(&library)
    guard code == 0, let library else {
      throw .libraryFailed(reason: "FT_Init_FreeType returned \(code)")
    }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}

/// An open, scalable font file.
final class FreeTypeFace {
  let path: String
  let familyName: String
  /// The PostScript name, such as "DejaVuSans-Bold". Empty for a file without one.
  let postScriptName: String
  /// Font units per em.
  let unitsPerEm: Double
  private let library: FreeTypeLibrary
  private let face: FT_Face
  private let index: Int
  /// Whether the face has outlines. A face of pictures alone draws no text but emoji.
  let hasOutlines: Bool
  /// Whether the face has glyphs in colour.
  let isColored: Bool
  private var glyphs: [UInt32: UInt32] = [:]
  private var kernings: [UInt64: Double] = [:]

  /// Opens a file. Nil when FreeType cannot, or when the font contains neither outlines nor pictures in colour.
  ///
  /// - Parameter index: The face's index in a collection.
  init?(path: String, index: Int = 0, library: FreeTypeLibrary, reason: inout String) {
    guard FontFile.isRegular(path) else {
      reason = "it is not a regular file"
      return nil
    }
    var opened: FT_Face?
    let code = FT_New_Face(library.pointer, path, FT_Long(index), &opened)
    guard code == 0, let opened else {
      reason = "FreeType returned \(code)"
      return nil
    }
    let flags = opened.pointee.face_flags
    hasOutlines = flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0
    isColored = flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
    unitsPerEm = FreeTypeFace.unitsPerEm(of: opened)
    guard hasOutlines || isColored && flags & FT_Long(FT_FACE_FLAG_FIXED_SIZES) != 0,
      unitsPerEm > 0
    else {
      FT_Done_Face(opened)
      reason = "it contains no outlines"
      return nil
    }
    // Symbol fonts have no Unicode table; their first one remains selected.
    _ = FT_Select_Charmap(opened, FT_ENCODING_UNICODE)
    self.path = path
    self.library = library
    face = opened
    familyName =
      opened.pointee.family_name.map { String(cString: $0) } ?? FontFile(path: path).family
    postScriptName = FT_Get_Postscript_Name(opened).map { String(cString: $0) } ?? ""
    self.index = index
  }

  /// Font units per em. FreeType reads them from the file only for faces with outlines.
  private static func unitsPerEm(of face: FT_Face) -> Double {
    if face.pointee.units_per_EM > 0 { return Double(face.pointee.units_per_EM) }
    guard let table = FT_Get_Sfnt_Table(face, FT_SFNT_HEAD) else { return 0 }
    return Double(table.assumingMemoryBound(to: TT_Header.self).pointee.Units_Per_EM)
  }

  deinit { FT_Done_Face(face) }

  /// The index of a character's glyph. 0 when the face lacks it.
  func glyph(for scalar: Unicode.Scalar) -> UInt32 {
    library.lock.withLock {
      if let known = glyphs[scalar.value] { return known }
      let glyph = UInt32(FT_Get_Char_Index(face, FT_ULong(scalar.value)))
      glyphs[scalar.value] = glyph
      return glyph
    }
  }

  /// The face's glyphs in colour.
  private(set) lazy var colors = ColorGlyphs(face: face)

  // MARK: Simple text

  /// HarfBuzz's view of the face, opened for the first text.
  private(set) lazy var shaper = HarfBuzzFont(path: path, index: index, unitsPerEm: unitsPerEm)

  /// A character's own glyph and its advance in ems; see ``HarfBuzzFont/simple(_:)``.
  func simple(_ scalar: Unicode.Scalar) -> (index: UInt32, advance: Double) {
    library.lock.withLock { shaper.simple(scalar) }
  }

  /// The kerning between two characters in ems; see ``HarfBuzzFont/kerning(_:_:)``.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Double {
    let key = UInt64(left.value) << 32 | UInt64(right.value)
    return library.lock.withLock {
      if let known = kernings[key] { return known }
      let kerning = shaper.kerning(left, right)
      kernings[key] = kerning
      return kerning
    }
  }

  /// The face's metrics at a size of 1.
  ///
  /// Cap height and x-height are measured from "H" and "x"; the tables that should contain them are
  /// often missing or wrong.
  lazy var metrics: FontMetrics = {
    let face = face.pointee
    // FreeType has no height of faces without outlines.
    let ascender = face.ascender == 0 ? 0.95 : Double(face.ascender) / unitsPerEm
    let descender = face.ascender == 0 ? 0.25 : -Double(face.descender) / unitsPerEm
    let thickness = Double(face.underline_thickness) / unitsPerEm
    return FontMetrics(
      ascender: ascender, descender: descender,
      leading: max(0, Double(face.height) / unitsPerEm - ascender - descender),
      capHeight: height(of: "H") ?? ascender * 0.75, xHeight: height(of: "x") ?? ascender * 0.55,
      underlinePosition: -Double(face.underline_position) / unitsPerEm,
      underlineThickness: thickness > 0 ? thickness : 0.05)
  }()

  private func height(of scalar: Unicode.Scalar) -> CGFloat? {
    let glyph = glyph(for: scalar)
    guard glyph != 0, FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0 else {
      return nil
    }
    let height = face.pointee.glyph.pointee.metrics.horiBearingY
    return height > 0 ? Double(height) / unitsPerEm : nil
  }

  /// Calls `body` with a glyph's outline in font units, y up, unless the glyph has none.
  ///
  /// The outline is valid until the face's next glyph is loaded.
  func withOutline<Result>(of glyph: UInt32, _ body: (FT_Outline) -> Result) -> Result? {
    library.lock.withLock {
      guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0,
        face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
      else { return nil }
      return body(face.pointee.glyph.pointee.outline)
    }
  }
}
