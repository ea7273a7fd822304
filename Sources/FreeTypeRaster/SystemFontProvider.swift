// SystemFontProvider.swift
// A font provider with the fonts installed on the system: finds faces, and shapes text to glyphs with kerning.
// TextLayout places the glyphs in lines; FreeTypeCoverage makes their pixels.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
package import CoreGraphics
package import Foundation
import QuartzCore
package import Typesetting

/// The system's fonts, with fallback faces for characters that the chosen face lacks.
///
/// Metrics are FreeType's in font units, without rounding to pixels. Each character becomes one
/// glyph, with kerning from the face's own table. Scripts with contextual letter forms (Arabic,
/// Indic) are drawn unjoined.
///
/// May be used by several threads at once; see ``FreeTypeLibrary/lock``.
package final class SystemFontProvider: FontProvider {
  /// A file, and the synthetic style of its outlines when the system has no file of the wanted
  /// style.
  struct Face {
    let file: FreeTypeFace
    /// The horizontal shear: 0.2 slants an upright face.
    var slant = 0.0
    /// The increase of every stem's width, in ems.
    var emboldening = 0.0
  }

  private struct FileKey: Hashable {
    var path: String
    var index: Int

    init(_ file: FontFile) { (path, index) = (file.path, file.index) }
  }

  private struct FaceKey: Hashable {
    var file: FileKey
    var isSlanted: Bool
    var isEmboldened: Bool
  }

  private struct ShapeKey: Hashable {
    var text: String
    var face: FontFaceID
    var size: CGFloat

    // String equality is canonical equivalence, but glyphs depend on the scalars.
    static func == (a: ShapeKey, b: ShapeKey) -> Bool {
      a.face == b.face && a.size == b.size && a.text.utf8.elementsEqual(b.text.utf8)
    }
  }

  let library: FreeTypeLibrary
  private let environment: [String: String]
  private let directories: [String]
  /// Listed for the first face, so that a program without text reads no directory.
  private lazy var files = FontFiles(directories: directories, environment: environment)
  private lazy var fallbackFiles = files.fallbacks
  private lazy var catalogue = FontCatalogue(files: files.files, library: library)
  private var opened: [FileKey: FreeTypeFace] = [:]
  private var faces: [Face] = []
  private var faceIDs: [FaceKey: FontFaceID] = [:]
  private var described: [FontDescription: FontFaceID] = [:]
  /// The face that provides a character missing from the chosen one.
  private var substitutes: [UInt32: FontFaceID] = [:]
  private var shaped: [ShapeKey: [ShapedGlyph]] = [:]
  /// Glyph tables by face.
  private var tables: [GlyphTable?] = []
  /// The file named by `LAMELLA_FONT`, used for every description.
  private var chosen: FreeTypeFace?

  /// Finds the system's fonts. At least one file is usable.
  ///
  /// The environment variable `LAMELLA_FONT` may name a font file that is used for every
  /// description. Others still provide the characters that it lacks.
  ///
  /// - Throws: When the named file is missing or broken, or the system has no fonts.
  package convenience init() throws(FontError) {
    try self.init(environment: ProcessInfo.processInfo.environment, directories: nil)
  }

  /// Finds the fonts in given directories instead of the usual ones.
  package convenience init(
    environment: [String: String], directories: [String]?
  ) throws(FontError) {
    try self.init(unverified: environment, directories: directories)
    if let failure { throw failure }
  }

  /// Checks that there are font files, without opening any but the named one.
  ///
  /// - Throws: When the named file is missing or broken, or there is no font file. Whether any of
  ///   them is usable is known later; see ``failure``.
  package init(
    unverified environment: [String: String] = ProcessInfo.processInfo.environment,
    directories: [String]? = nil
  ) throws(FontError) {
    library = try FreeTypeLibrary()
    self.environment = environment
    self.directories = directories ?? FontFiles.standardDirectories(environment)
    if let path = environment["LAMELLA_FONT"], !path.isEmpty {
      guard FileManager.default.fileExists(atPath: path) else { throw .fileMissing(path: path) }
      var reason = ""
      guard let face = FreeTypeFace(path: path, library: library, reason: &reason) else {
        throw .fileBroken(path: path, reason: reason)
      }
      chosen = face
    } else if !FontFiles.exist(in: self.directories) {
      throw .noneInstalled(searched: self.directories)
    }
  }

  /// Why no text can be drawn. Nil when at least one file is usable. Opens it.
  package var failure: FontError? {
    nearest(to: FontDescription()) == nil ? .noneInstalled(searched: directories) : nil
  }

  // MARK: FontProvider

  package func face(for description: FontDescription) -> FontFaceID {
    library.lock.withLock {
      if let known = described[description] { return known }
      // Without a usable file (see ``failure``), text has no glyphs.
      let id = nearest(to: description) ?? FontFaceID(rawValue: 0)
      described[description] = id
      return id
    }
  }

  package func familyName(of face: FontFaceID) -> String {
    library.lock.withLock {
      self[face]?.file.familyName ?? ""
    }
  }

  package func postScriptName(of face: FontFaceID) -> String {
    library.lock.withLock { self[face]?.file.postScriptName ?? "" }
  }

  package func description(named name: String) -> FontDescription? {
    library.lock.withLock { catalogue.face(named: name)?.description }
  }

  package var familyNames: [String] {
    library.lock.withLock { Set(catalogue.all().map(\.family)).sorted() }
  }

  package func faceNames(inFamily family: String) -> [String] {
    library.lock.withLock {
      Set(
        catalogue.all()
          .filter { $0.family.caseInsensitiveCompare(family) == .orderedSame }
          .map(\.postScript)
      ).sorted()
    }
  }

  package func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    library.lock.withLock {
      guard let face = self[face], size.isFinite else {
        return PlaceholderFont().metrics(of: face, size: 0)
      }
      let em = face.file.metrics
      return FontMetrics(
        ascender: em.ascender * size, descender: em.descender * size, leading: em.leading * size,
        capHeight: em.capHeight * size, xHeight: em.xHeight * size,
        underlinePosition: em.underlinePosition * size,
        underlineThickness: em.underlineThickness * size)
    }
  }

  package func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    library.lock.withLock {
      guard let primary = self[face], size.isFinite else { return [] }
      let key = ShapeKey(text: text, face: face, size: size)
      if let known = shaped[key] { return known }
      var result: [ShapedGlyph] = []
      result.reserveCapacity(text.utf8.count)
      var cluster = 0
      for character in text {
        for scalar in character.unicodeScalars where !Self.isInvisible(scalar) {
          // A tab is as wide as a space; layout with tab stops positions its parts itself.
          let scalar = scalar == "\t" ? " " : scalar
          var (id, owner) = (face, primary)
          var glyph = primary.file.glyph(for: scalar)
          if glyph == 0, let other = substitute(for: scalar), let face = self[other] {
            (id, owner, glyph) = (other, face, face.file.glyph(for: scalar))
          }
          if let last = result.indices.last, result[last].face == id {
            result[last].advance += owner.file.kerning(result[last].glyph, glyph) * size
          }
          result.append(
            ShapedGlyph(
              face: id, glyph: glyph,
              advance: (owner.file.advance(of: glyph) + owner.emboldening) * size, cluster: cluster)
          )
        }
        cluster += character.utf16.count
      }
      // Strings that change in every frame must not exhaust memory.
      if shaped.count >= 2048 { shaped.removeAll(keepingCapacity: true) }
      shaped[key] = result
      return result
    }
  }

  package func glyphTable(of id: FontFaceID) -> GlyphTable? {
    library.lock.withLock {
      guard let face = self[id] else { return nil }
      let index = Int(id.rawValue)
      if tables.indices.contains(index), let known = tables[index] { return known }
      let table = GlyphTable(
        glyph: { scalar in
          let glyph = face.file.glyph(for: scalar)
          return (glyph, face.file.advance(of: glyph) + face.emboldening)
        },
        kerning: face.file.hasKerning ? { face.file.kerning($0, $1) } : nil)
      tables += repeatElement(nil, count: max(0, index + 1 - tables.count))
      tables[index] = table
      return table
    }
  }

  // MARK: Faces

  /// The face with an identifier of this provider. Nil for others.
  subscript(id: FontFaceID) -> Face? {
    library.lock.withLock {
      faces.indices.contains(Int(id.rawValue)) ? faces[Int(id.rawValue)] : nil
    }
  }

  private func nearest(to description: FontDescription) -> FontFaceID? {
    if let chosen {
      return id(
        of: chosen, named: FontFile(path: chosen.path), isItalic: description.isItalic,
        weight: description.weight)
    }
    if let name = description.name, let named = catalogue.face(named: name),
      let face = open(named.file)
    {
      return id(
        of: face, named: named.file, isItalic: description.isItalic, weight: description.weight)
    }
    for file in files.ordered(for: description) {
      guard let face = open(file) else { continue }
      return id(of: face, named: file, isItalic: description.isItalic, weight: description.weight)
    }
    return nil
  }

  private func open(_ file: FontFile) -> FreeTypeFace? {
    if let known = opened[FileKey(file)] { return known }
    var reason = ""
    let face = FreeTypeFace(
      path: file.path, index: file.index, library: library, reason: &reason)
    opened[FileKey(file)] = face
    return face
  }

  private func id(
    of face: FreeTypeFace, named file: FontFile, isItalic: Bool, weight: Int
  ) -> FontFaceID {
    let key = FaceKey(
      file: FileKey(file), isSlanted: isItalic && !file.isItalic,
      isEmboldened: weight >= 600 && file.weight < 600)
    if let known = faceIDs[key] { return known }
    let id = FontFaceID(rawValue: Int32(faces.count))
    faces.append(
      Face(
        file: face, slant: key.isSlanted ? 0.2 : 0, emboldening: key.isEmboldened ? 0.04 : 0))
    faceIDs[key] = id
    return id
  }

  /// Returns a fallback face for a character. Nil when no file has it.
  private func substitute(for scalar: Unicode.Scalar) -> FontFaceID? {
    if let known = substitutes[scalar.value] { return self[known] == nil ? nil : known }
    for file in fallbackFiles {
      guard let face = open(file) else {
        fallbackFiles.removeAll { $0 == file }
        continue
      }
      guard face.glyph(for: scalar) != 0 else { continue }
      let id = id(of: face, named: file, isItalic: false, weight: 400)
      substitutes[scalar.value] = id
      return id
    }
    substitutes[scalar.value] = FontFaceID(rawValue: -1)
    return nil
  }

  /// Whether a character controls others and is never drawn.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF:
      true
    default: false
    }
  }
}
