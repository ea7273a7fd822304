// FontFiles.swift
// Stage: start. Finds font files in the usual directories; reads family and style from their names.
// Opens no file. SystemFontProvider (fallbackFiles) chooses the fallback of a character, by its script.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import QuartzCore
import Typesetting

/// A font file with the family and style of its name.
struct FontFile: Hashable {
  var path: String
  /// The face's index in a collection.
  var index = 0
  /// The family's letters and digits in lower case, such as "dejavusans".
  var family: String
  /// The weight: 100 thin, 400 regular, 700 bold, 900 black.
  var weight = 400
  var isItalic = false
  var isCondensed = false

  var isMonospaced: Bool { family.contains("mono") || family.contains("courier") }
  /// Whether it may have emoji in colour, such as NotoColorEmoji and Noto-COLRv1.
  var isNamedAfterColors: Bool { family.contains("emoji") || family.contains("colr") }

  /// Parses a name such as `DejaVuSans-BoldOblique.ttf` or `NotoSans[wdth,wght].ttf`.
  ///
  /// Style words are removed from the end; the rest is the family.
  init(path: String) {
    self.path = path
    let name = path.split(separator: "/").last ?? ""
    family = Self.key(String(name.prefix { $0 != "." && $0 != "[" }))
    while let word = Self.styleWords.first(where: {
      family.hasSuffix($0.text) && family.count > $0.text.count
    }) {
      family.removeLast(word.text.count)
      switch word.style {
      case .weight(let value): weight = value
      case .italic: isItalic = true
      case .condensed: isCondensed = true
      case .none: break
      }
    }
  }

  /// Whether a path is of a regular file. Opening a pipe would wait for its writer.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns a family's name in the spelling of file names: letters and digits in lower case.
  static func key(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case 0x80...: return name.lowercased().filter { $0.isLetter || $0.isNumber }
      default: break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private enum Style { case weight(Int), italic, condensed, none }

  /// Longer words first, so that "extrabold" is not parsed as "bold".
  private static let styleWords: [(text: String, style: Style)] = [
    ("extralight", .weight(200)), ("ultralight", .weight(200)), ("extrabold", .weight(800)),
    ("ultrabold", .weight(800)), ("semibold", .weight(600)), ("demibold", .weight(600)),
    ("condensed", .condensed), ("variable", .none), ("regular", .none), ("oblique", .italic),
    ("italic", .italic), ("narrow", .condensed), ("medium", .weight(500)), ("black", .weight(900)),
    ("heavy", .weight(900)), ("light", .weight(300)), ("thin", .weight(100)),
    ("bold", .weight(700)), ("book", .none), ("vf", .none),
  ]
}

/// All font files of the system, in order of preference.
struct FontFiles {
  private(set) var files: [FontFile] = []
  /// The faces that a program has added, found by their families only.
  var added: [FontFile] = []
  /// The directories that were searched.
  let directories: [String]

  /// Common families designed for screens, in order of preference.
  private static let preferred = [
    "dejavusans", "liberationsans", "notosans", "opensans", "roboto", "inter", "cantarell",
    "adwaitasans", "freesans", "ubuntu", "arimo", "firasans", "lato", "sourcesans3", "nimbussans",
  ]
  private static let preferredMonospaced = [
    "dejavusansmono", "liberationmono", "notosansmono", "sourcecodepro", "adwaitamono",
    "freemono", "ubuntumono", "firamono",
  ]

  /// Lists the font files below some directories. Default the user's usual ones.
  init(
    directories: [String]? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.directories = directories ?? Self.standardDirectories(environment)
    var found: [(rank: Int, file: FontFile)] = []
    var exhaustion: Int32 = 0
    for directory in self.directories {
      Self.walk(directory, exhaustion: &exhaustion) { path in
        let file = FontFile(path: path)
        found.append((Self.rank(file), file))
        return true
      }
    }
    // The order of a directory depends on the file system; the result must not.
    found.sort { $0.rank == $1.rank ? $0.file.path < $1.file.path : $0.rank < $1.rank }
    files = found.map(\.file)
  }

  /// Why there is no font file below some directories; nil when there is one. Stops at the first.
  static func absence(in directories: [String]) -> FontError? {
    var (isThere, exhaustion) = (false, Int32(0))
    for directory in directories where !isThere {
      walk(directory, exhaustion: &exhaustion) { _ in
        isThere = true
        return false
      }
    }
    if isThere { return nil }
    return exhaustion == 0
      ? .noneInstalled(searched: directories)
      : .filesExhausted(reason: String(cString: strerror(exhaustion)))
  }

  /// Why none of the files can be used: they are no fonts, or no file can be opened at present.
  static func absence(ofUsableIn directories: [String]) -> FontError {
    let probe = open("/", O_RDONLY | O_CLOEXEC)
    let error = errno
    if probe >= 0 { close(probe) }
    return probe < 0 && isExhaustion(error)
      ? .filesExhausted(reason: String(cString: strerror(error)))
      : absence(in: directories) ?? .noneInstalled(searched: directories)
  }

  private static func isExhaustion(_ error: Int32) -> Bool { error == EMFILE || error == ENFILE }

  /// Calls `visit` with each font file below a directory until it returns false.
  ///
  /// Links to directories are not followed, so there are no cycles.
  ///
  /// - Parameter exhaustion: Set to the error's number when a directory is left out because too many
  ///   files are open.
  @discardableResult
  private static func walk(
    _ directory: String, exhaustion: inout Int32, _ visit: (_ path: String) -> Bool
  ) -> Bool {
    guard let stream = opendir(directory) else {
      if isExhaustion(errno) { exhaustion = errno }
      return true
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = entry.pointee.name
      guard name != ".", name != ".." else { continue }
      let path = directory + "/" + name
      if isFont(name) {
        if !visit(path) { return false }
      } else if isDirectory(entry.pointee, path),
        !walk(path, exhaustion: &exhaustion, visit)
      {
        return false
      }
    }
    return true
  }

  private static func isFont(_ name: String) -> Bool {
    let end = Array(name.utf8.suffix(4)).map { $0 | 0x20 }
    return [".ttf", ".otf", ".ttc"].contains { $0.utf8.elementsEqual(end) }
  }

  private static func isDirectory(_ entry: dirent, _ path: String) -> Bool {
    if entry.d_type != DT_UNKNOWN { return entry.d_type == DT_DIR }
    // Some file systems do not report an entry's type.
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The usual font directories, of the system and of the user.
  static func standardDirectories(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"] ?? ""
    let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    var directories = ["/usr/share/fonts", "/usr/local/share/fonts"]
    for directory in (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":") {
      directories.append(directory + (directory.hasSuffix("/") ? "fonts" : "/fonts"))
    }
    if !home.isEmpty { directories += [home + "/.fonts", home + "/.local/share/fonts"] }
    if let data { directories.append(data + "/fonts") }
    var seen: Set<String> = []
    return directories.filter { seen.insert($0).inserted }
  }

  private static func rank(_ file: FontFile) -> Int {
    let family =
      preferred.firstIndex(of: file.family)
      ?? (file.family.contains("sans") && !file.isMonospaced
        ? preferred.count : preferred.count + 1)
    return family * 2 + (file.isCondensed ? 1 : 0)
  }

  /// Returns all files, those that match a description best first.
  func ordered(for description: FontDescription) -> [FontFile] {
    let wanted = description.family.map(FontFile.key)
    let list = description.isMonospaced ? Self.preferredMonospaced : Self.preferred
    func cost(_ file: FontFile) -> Int {
      var cost = abs(file.weight - description.weight) / 10
      if file.isItalic != description.isItalic { cost += 200 }
      if file.isCondensed { cost += 400 }
      if let wanted, !wanted.isEmpty {
        if file.family != wanted { cost += file.family.hasPrefix(wanted) ? 1000 : 20_000 }
      }
      if description.isMonospaced != file.isMonospaced && file.family != wanted { cost += 50_000 }
      if file.family != wanted {
        cost +=
          (list.firstIndex(of: file.family)
            ?? (file.family.contains("sans") ? list.count : list.count + 1)) * 500
      }
      return cost
    }
    let named = wanted.map { family in added.filter { $0.family == family } } ?? []
    return (named + files).map { (cost($0), $0) }.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  /// The upright regular files, which provide characters that a face lacks.
  var fallbacks: [FontFile] { files.filter { !$0.isItalic && (300...500).contains($0.weight) } }
}

extension dirent {
  /// The entry's name, with invalid UTF-8 repaired.
  fileprivate var name: String {
    withUnsafeBytes(of: d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
