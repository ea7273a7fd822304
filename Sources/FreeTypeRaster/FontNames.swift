// FontNames.swift
// Stage: start. The names inside font files: families, PostScript names and full names.
// Opens every file that may hold a wanted name, once. FontFiles finds the files.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import Foundation
import Typesetting

/// A face of a font file, with its own names.
struct NamedFace: Hashable {
  /// The file, with the style that the face itself states.
  var file: FontFile
  /// The family's name, such as "DejaVu Sans".
  var family: String
  /// The PostScript name, such as "DejaVuSans-Bold".
  var postScript: String
  /// The full names, such as "DejaVu Sans Bold": the file's own, which many OpenType files give in PostScript's form,
  /// and the family with its style.
  var full: [String]

  var description: FontDescription {
    var description = FontDescription(
      family: family, weight: file.weight, isItalic: file.isItalic,
      isMonospaced: file.isMonospaced)
    description.name = postScript
    return description
  }
}

/// The faces of all font files by name. Files are read when a name is asked for, first those whose own
/// names resemble it.
struct FontNames {
  private let library: FreeTypeLibrary
  private var files: [FontFile]
  private var known: [String: [NamedFace]] = [:]

  init(files: [FontFile], library: FreeTypeLibrary) {
    self.files = files
    self.library = library
  }

  /// Adds a file before all others; returns its faces.
  mutating func add(_ file: FontFile) -> [NamedFace] {
    known[file.path] = nil
    let faces = faces(of: file)
    if !faces.isEmpty { files.insert(file, at: 0) }
    return faces
  }

  /// Removes a file that was added.
  mutating func remove(_ path: String) {
    if let index = files.firstIndex(where: { $0.path == path }) { files.remove(at: index) }
  }

  /// Returns the face with a PostScript or full name, or a family's most regular face.
  mutating func face(named name: String) -> NamedFace? {
    let key = FontFile.key(name)
    guard !key.isEmpty else { return nil }
    // Most files are named like their face: "DejaVuSans-Bold.ttf".
    let similar = files.filter { $0.family.hasPrefix(key) || key.hasPrefix($0.family) }
    return find(name, in: similar) ?? find(name, in: files)
  }

  /// All faces of all files.
  mutating func all() -> [NamedFace] { files.flatMap { faces(of: $0) } }

  private mutating func find(_ name: String, in files: [FontFile]) -> NamedFace? {
    var best: (cost: Int, face: NamedFace)?
    for file in files {
      for face in faces(of: file) {
        let cost: Int
        if face.postScript.matches(name) {
          return face
        } else if face.full.contains(where: { $0.matches(name) }) {
          cost = -1
        } else if face.family.matches(name) {
          cost =
            abs(face.file.weight - 400) + (face.file.isItalic ? 1000 : 0)
            + (face.file.isCondensed ? 2000 : 0)
        } else {
          continue
        }
        if cost < best?.cost ?? .max { best = (cost, face) }
      }
    }
    return best?.face
  }

  private mutating func faces(of file: FontFile) -> [NamedFace] {
    if let known = known[file.path] { return known }
    let faces = library.lock.withLock { Self.read(file, library) }
    known[file.path] = faces
    return faces
  }

  /// A damaged file may claim any number of faces.
  private static let mostFaces = 64

  private static func read(_ file: FontFile, _ library: FreeTypeLibrary) -> [NamedFace] {
    var faces: [NamedFace] = []
    guard FontFile.isRegular(file.path) else { return faces }
    var count = 1
    var index = 0
    while index < count {
      var opened: FT_Face?
      guard FT_New_Face(library.pointer, file.path, FT_Long(index), &opened) == 0, let opened else {
        break
      }
      count = min(Int(opened.pointee.num_faces), mostFaces)
      if let face = NamedFace(opened, file: file, index: index) { faces.append(face) }
      FT_Done_Face(opened)
      index += 1
    }
    return faces
  }
}

extension NamedFace {
  /// Reads an open face. Nil for a face without a name, and for one without letters.
  fileprivate init?(_ opened: FT_Face, file: FontFile, index: Int) {
    guard let name = opened.pointee.family_name else { return nil }
    family = String(cString: name)
    let style = opened.pointee.style_name.map { String(cString: $0) } ?? ""
    self.file = file
    self.file.index = index
    if let table = FT_Get_Sfnt_Table(opened, FT_SFNT_OS2) {
      let weight = Int(table.assumingMemoryBound(to: TT_OS2.self).pointee.usWeightClass)
      if 1...1000 ~= weight { self.file.weight = weight }
    }
    self.file.isItalic = opened.pointee.style_flags & FT_Long(FT_STYLE_FLAG_ITALIC) != 0
    self.file.isCondensed = style.lowercased().contains("condensed")
    let isRegular = style.matches("Regular") || style.matches("Book") || style.isEmpty
    let styled = isRegular ? family : family + " " + style
    full = [Self.fullName(of: opened), styled].compactMap(\.self)
    postScript =
      FT_Get_Postscript_Name(opened).map { String(cString: $0) }
      ?? full[0].filter { $0 != " " }
  }

  /// The full name in English or in the language of the file's first one.
  private static func fullName(of opened: FT_Face) -> String? {
    var found: String?
    for index in 0..<min(FT_Get_Sfnt_Name_Count(opened), 512) {
      var name = FT_SfntName()
      guard FT_Get_Sfnt_Name(opened, index, &name) == 0, name.name_id == 4, name.platform_id == 3,
        let bytes = name.string, name.string_len >= 2
      else { continue }
      let units = (0..<Int(name.string_len) / 2).map {
        UInt16(bytes[$0 * 2]) << 8 | UInt16(bytes[$0 * 2 + 1])
      }
      let text = String(decoding: units, as: UTF16.self)
      if name.language_id == 0x409 { return text }
      found = found ?? text
    }
    return found
  }
}

extension String {
  fileprivate func matches(_ other: String) -> Bool {
    caseInsensitiveCompare(other) == .orderedSame
  }
}
