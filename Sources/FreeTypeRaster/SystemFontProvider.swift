// SystemFontProvider.swift
// A font provider with the fonts installed on the system: finds faces and fallbacks.
// TextLayout places the glyphs in lines; FreeTypeCoverage makes their pixels.
//
// This folder: fonts of the system and their shaping; coverage of glyphs and paths (`FreeTypeCoverage`), and
// strokes with dashes (`PathStroker`).
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import Compositor
package import CoreGraphics
package import Foundation
import QuartzCore
package import Typesetting

/// The system's fonts, with fallback faces for characters that the chosen face lacks.
///
/// Metrics are FreeType's in font units, without rounding to pixels. HarfBuzz shapes text, and FriBidi
/// decides its direction. Simple Latin text comes from tables of what HarfBuzz does with each character
/// and each pair.
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
    /// The wanted weight, 100...900.
    var weight = 400
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

  private struct SubstituteKey: Hashable {
    var scalar: UInt32
    var isBold: Bool
  }

  struct ShapeKey: Hashable {
    var text: String
    var face: FontFaceID
    var size: CGFloat
    var options: ShapingOptions

    // String equality is canonical equivalence, but glyphs depend on the scalars.
    static func == (a: ShapeKey, b: ShapeKey) -> Bool {
      a.face == b.face && a.size == b.size && a.options == b.options
        && a.text.utf8.elementsEqual(b.text.utf8)
    }
  }

  let library: FreeTypeLibrary
  private let environment: [String: String]
  private let directories: [String]
  /// Listed for the first face, so that a program without text reads no directory.
  private lazy var files = FontFiles(directories: directories, environment: environment)
  private lazy var fallbackFiles = files.fallbacks
  private lazy var names = FontNames(files: files.files, library: library)
  /// The answers to names. Nil for a name that no face has.
  private var descriptions: [String: FontDescription?] = [:]
  private var opened: [FileKey: FreeTypeFace] = [:]
  private var faces: [Face] = []
  private var faceIDs: [FaceKey: FontFaceID] = [:]
  private var described: [FontDescription: FontFaceID] = [:]
  /// The face that provides a character missing from the chosen one.
  private var substitutes: [SubstituteKey: FontFaceID] = [:]
  var shaped: [ShapeKey: [ShapedGlyph]] = [:]
  /// Glyph tables by face.
  var tables: [GlyphTable?] = []
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
    } else if let absence = FontFiles.absence(in: self.directories) {
      throw absence
    }
  }

  /// Why no text can be drawn. Nil when at least one file is usable. Opens it.
  package var failure: FontError? {
    nearest(to: FontDescription()) == nil ? FontFiles.absence(ofUsableIn: directories) : nil
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
    library.lock.withLock {
      if let known = descriptions[name] { return known }
      // Names may come from anywhere, and must not exhaust memory.
      if descriptions.count >= 1024 { descriptions.removeAll() }
      let description =
        names.face(named: name)?.description
        ?? AppleFontName(name)?.description { family in
          (files.added + files.files).contains { $0.family == family }
        }
      descriptions[name] = .some(description)
      return description
    }
  }

  package var familyNames: [String] {
    library.lock.withLock { Set(names.all().map(\.family)).sorted() }
  }

  package func faceNames(inFamily family: String) -> [String] {
    library.lock.withLock {
      Set(
        names.all()
          .filter { $0.family.caseInsensitiveCompare(family) == .orderedSame }
          .map(\.postScript)
      ).sorted()
    }
  }

  package func register(fileAt path: String) throws(FontRegistrationError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .fileMissing }
    guard FileManager.default.isReadableFile(atPath: path) else { throw .notAllowed }
    let error = library.lock.withLock { () -> FontRegistrationError? in
      if files.added.contains(where: { $0.path == path }) { return .alreadyRegistered }
      let faces = names.add(FontFile(path: path))
      if faces.isEmpty { return .notAFont }
      files.added += faces.map { face in
        var file = face.file
        file.family = FontFile.key(face.family)
        return file
      }
      forgetAnswers()
      return nil
    }
    if let error { throw error }
  }

  package func unregister(fileAt path: String) throws(FontRegistrationError) {
    let isKnown = library.lock.withLock { () -> Bool in
      guard files.added.contains(where: { $0.path == path }) else { return false }
      files.added.removeAll { $0.path == path }
      names.remove(path)
      forgetAnswers()
      return true
    }
    if !isKnown { throw .notRegistered }
  }

  /// Looks for every name and description again, as the faces have changed. Faces keep their identifiers.
  private func forgetAnswers() {
    descriptions.removeAll()
    described.removeAll()
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

  // MARK: Glyphs

  package func isColored(_ face: FontFaceID) -> Bool {
    library.lock.withLock { self[face]?.file.isColored ?? false }
  }

  package func picture(
    of glyph: UInt32, in face: FontFaceID, size: CGFloat, textColor: CGColor
  ) -> GlyphPicture? {
    let found = library.lock.withLock { () -> (FreeTypeFace, ColorGlyphs.Found)? in
      guard let file = self[face]?.file, file.isColored else { return nil }
      return (file, file.colors.find(glyph, size: size, textColor: textColor))
    }
    switch found {
    case nil: return nil
    case (_, .picture(let picture))?: return picture
    case (let file, .paint(let paint, let key))?:
      // Drawn without the lock, as several threads may draw.
      let picture = paint.picture(
        pixels: key.pixels, unitsPerEm: file.unitsPerEm, textColor: textColor,
        outline: { glyph in
          self.outline(of: glyph, in: face)?
            .applying(CGAffineTransform(scaleX: file.unitsPerEm, y: -file.unitsPerEm))
        },
        rasterizer: DrawingPixels(source: FreeTypeCoverage(fonts: self)))
      library.lock.withLock { file.colors.keep(picture, for: key) }
      return picture
    }
  }

  package func outline(of glyph: UInt32, in id: FontFaceID) -> CGPath? {
    library.lock.withLock {
      guard let face = self[id] else { return nil }
      return face.file.withOutline(of: glyph) { outline in
        var outline = outline
        if face.emboldening > 0 {
          FT_Outline_Embolden(&outline, FT_Pos(face.emboldening * face.file.unitsPerEm))
        }
        let scale = 1 / face.file.unitsPerEm
        var contours = TrueTypeContours()
        for index in 0..<Int(outline.n_points) {
          let point = outline.points[index]
          let (x, y) = (Double(point.x) * scale, Double(point.y) * scale)
          contours.points.append(SIMD2(x + face.slant * y, -y))
          contours.tags.append(UInt8(outline.tags[index] & 3))
        }
        contours.ends = (0..<Int(outline.n_contours)).map { Int(outline.contours[$0]) }
        return contours.path
      }
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
    if let name = description.name, let named = names.face(named: name),
      let face = open(named.file)
    {
      return id(
        of: face, named: named.file, isItalic: description.isItalic, weight: description.weight)
    }
    for file in files.ordered(for: description) {
      guard let face = open(file), face.hasOutlines else { continue }
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
      file: FileKey(file), isSlanted: isItalic && !file.isItalic && !face.isColored,
      isEmboldened: weight >= 600 && file.weight < 600 && !face.isColored)
    if let known = faceIDs[key] { return known }
    let id = FontFaceID(rawValue: Int32(faces.count))
    faces.append(
      Face(
        file: face, slant: key.isSlanted ? 0.2 : 0, emboldening: key.isEmboldened ? 0.04 : 0,
        weight: max(weight, file.weight)))
    faceIDs[key] = id
    return id
  }

  /// Returns a fallback face for a character. Nil when no file has it.
  func substitute(for scalar: Unicode.Scalar, isBold: Bool) -> FontFaceID? {
    let key = SubstituteKey(scalar: scalar.value, isBold: isBold)
    if let known = substitutes[key] { return self[known] == nil ? nil : known }
    // Text of any length may name every character there is.
    if substitutes.count >= 65_536 { substitutes.removeAll() }
    for file in fallbackFiles(for: scalar) {
      guard let face = open(file) else {
        fallbackFiles.removeAll { $0 == file }
        continue
      }
      guard face.glyph(for: scalar) != 0 else { continue }
      let id = id(of: face, named: file, isItalic: false, weight: isBold ? 700 : 400)
      substitutes[key] = id
      return id
    }
    substitutes[key] = FontFaceID(rawValue: -1)
    return nil
  }

  /// The files that may have a character, those named after its script first.
  private func fallbackFiles(for scalar: Unicode.Scalar) -> [FontFile] {
    guard let name = ScriptNames.fileName(of: scalar) else { return fallbackFiles }
    return fallbackFiles.filter { $0.family.contains(name) }
      + fallbackFiles.filter { !$0.family.contains(name) }
  }

  /// The face of pictures in colour. Nil when none is installed.
  private(set) lazy var emojiFace: FontFaceID? = {
    for file in files.files where file.isNamedAfterColors {
      guard let face = open(file), face.isColored else { continue }
      return id(of: face, named: file, isItalic: false, weight: 400)
    }
    return nil
  }()
}
