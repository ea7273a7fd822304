// FontTests.swift
// The system's fonts: selection, metrics, shaping, fallbacks and errors.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import TestSupport
import Testing
import Typesetting

@testable import FreeTypeRaster

@Suite struct FontTests {
  private let fonts: SystemFontProvider

  init() throws { fonts = try SystemFontProvider() }

  @Test(arguments: [6.0, 13, 17.5, 200])
  func metricsArePositiveAndInOrder(size: CGFloat) {
    for isMonospaced in [false, true] {
      let face = fonts.face(for: FontDescription(isMonospaced: isMonospaced))
      let metrics = fonts.metrics(of: face, size: size)
      #expect(metrics.ascender > metrics.capHeight)
      #expect(metrics.capHeight > metrics.xHeight)
      #expect(metrics.xHeight > 0)
      #expect(metrics.descender > 0)
      #expect(metrics.leading >= 0)
      #expect(metrics.underlineThickness > 0)
      #expect(metrics.ascender + metrics.descender > size * 0.8)
      #expect(metrics.ascender + metrics.descender < size * 2)
    }
  }

  @Test func metricsScaleWithTheSize() {
    let face = fonts.face(for: FontDescription())
    let small = fonts.shape("Lamella", face: face, size: 10).map(\.advance)
    let large = fonts.shape("Lamella", face: face, size: 130).map(\.advance)
    for (a, b) in zip(small, large) { #expect(abs(a * 13 - b) < 1e-9) }
    #expect(!small.isEmpty)
  }

  @Test func oneGlyphPerCharacterWithItsCluster() {
    let face = fonts.face(for: FontDescription())
    let glyphs = fonts.shape("aä𝄞b", face: face, size: 20)
    #expect(glyphs.map(\.cluster).first == 0)
    #expect(glyphs.last?.cluster == 4)
    #expect(glyphs.allSatisfy { $0.advance >= 0 })
  }

  @Test func kerningBelongsToTheLeftGlyph() {
    let face = fonts.face(for: FontDescription())
    func width(_ text: String) -> CGFloat {
      fonts.shape(text, face: face, size: 100).reduce(0) { $0 + $1.advance }
    }
    // Kerning belongs to the left glyph of a pair.
    let kerning = width("AV") - width("A") - width("V")
    #expect(kerning <= 0)
    #expect(abs(width("AVAV") - 2 * width("AV") - (width("VA") - width("V") - width("A"))) < 1e-9)
  }

  @Test func controlCharactersHaveNoGlyph() {
    let face = fonts.face(for: FontDescription())
    #expect(fonts.shape("a\u{200D}\u{FE0F}\u{202A}b", face: face, size: 10).count == 2)
    #expect(fonts.shape("", face: face, size: 10).isEmpty)
    #expect(fonts.shape("a", face: face, size: .nan).isEmpty)
  }

  @Test func unavailableCharacterBecomesTheMissingGlyph() {
    let face = fonts.face(for: FontDescription())
    let glyphs = fonts.shape("\u{10FFFD}", face: face, size: 10)
    #expect(glyphs.map(\.glyph) == [0])
    #expect(glyphs.first?.face == face)
  }

  @Test func fallbackFaceForMissingCharacter() throws {
    // Finds a character that a monospaced face lacks in a face with many scripts.
    let face = fonts.face(for: FontDescription(isMonospaced: true))
    let candidates = "ԱაאعЖ∰♞ꜰⵣ한字"
    let found = candidates.compactMap { fonts.shape(String($0), face: face, size: 10).first }
      .first { $0.face != face && $0.glyph != 0 }
    let glyph = try #require(found, "this system's fonts all lack the same characters")
    #expect(glyph.advance > 0)
  }

  @Test func styleIsFoundOrSynthesized() {
    let regular = fonts.face(for: FontDescription())
    let bold = fonts.face(for: FontDescription(weight: 700))
    let italic = fonts.face(for: FontDescription(isItalic: true))
    let mono = fonts.face(for: FontDescription(isMonospaced: true))
    #expect(Set([regular, bold, italic, mono]).count == 4)
    #expect(fonts.face(for: FontDescription(weight: 700)) == bold)
    let (i, w) = ("i", "W")
    #expect(
      fonts.shape(i, face: mono, size: 10)[0].advance
        == fonts.shape(w, face: mono, size: 10)[0].advance)
    #expect(
      fonts.shape(w, face: bold, size: 10)[0].advance
        > fonts.shape(w, face: regular, size: 10)[0].advance)
  }

  @Test func unknownFaceIsEmpty() {
    let unknown = FontFaceID(rawValue: 9999)
    #expect(fonts.shape("a", face: unknown, size: 10).isEmpty)
    #expect(fonts.familyName(of: unknown).isEmpty)
  }

  /// Equal strings may consist of different scalars: the letter é, or an e and its accent.
  @Test func canonicallyEqualStringsHaveTheirOwnGlyphs() {
    let face = fonts.face(for: FontDescription())
    #expect(fonts.shape("\u{E9}a", face: face, size: 10).map(\.cluster) == [0, 1])
    // One glyph or two, as the face has them.
    let accented = fonts.shape("e\u{301}a", face: face, size: 10).map(\.cluster)
    #expect(accented.last == 2 && accented.dropLast().allSatisfy { $0 == 0 })
  }

  /// Law: a face's table gives the same layout as shaping.
  @Test func tablesAgreeWithShaping() throws {
    var random = SeededRandom(seed: 5)
    let shaping = ShapingFont(fonts: fonts)
    for description in [
      FontDescription(), FontDescription(weight: 700), FontDescription(isItalic: true),
      FontDescription(isMonospaced: true),
    ] {
      let face = fonts.face(for: description)
      #expect(fonts.glyphTable(of: face) != nil)
      for _ in 0..<300 {
        let text = RandomText.next(using: &random)
        let size = CGFloat(Int.random(in: 14...48, using: &random)) / 2
        let run = AttributedRun(text, TextAttributes(face: face, size: size))
        let width: CGFloat =
          Bool.random(using: &random)
          ? .infinity : CGFloat(Int.random(in: 40...400, using: &random))
        let settings = ParagraphSettings(
          alignment: .center, lineBreak: .truncatingTail, maximumLines: 1)
        let fast = TextLayout([run], width: width, paragraph: settings, fonts: fonts)
        let plain = TextLayout([run], width: width, paragraph: settings, fonts: shaping)
        #expect(fast.lines == plain.lines && fast.size == plain.size, "\(text.debugDescription)")
      }
    }
    #expect(fonts.glyphTable(of: FontFaceID(rawValue: 9999)) == nil)
  }

  // MARK: Names

  /// Law: every installed face is found by its PostScript name, in any case of letters, and has that name.
  @Test func facesAreFoundByTheirPostScriptNames() throws {
    #expect(!fonts.familyNames.isEmpty && fonts.familyNames == fonts.familyNames.sorted())
    for family in fonts.familyNames.prefix(40) {
      let names = fonts.faceNames(inFamily: family)
      #expect(!names.isEmpty && names == fonts.faceNames(inFamily: family.uppercased()))
      for name in names.prefix(12) {
        let description = try #require(fonts.description(named: name.lowercased()))
        #expect(description.name == name)
        let face = fonts.face(for: description)
        // Faces of bitmaps alone cannot be used.
        guard fonts.familyName(of: face) == family else { continue }
        #expect(fonts.postScriptName(of: face) == name)
      }
    }
    #expect(fonts.faceNames(inFamily: "No Such Family").isEmpty)
  }

  @Test func familyNameIsItsRegularFaceAndFullNameItsOwn() throws {
    let regular = fonts.face(for: FontDescription())
    let bold = fonts.face(for: FontDescription(weight: 700))
    let family = fonts.familyName(of: regular)
    let found = try #require(fonts.description(named: family))
    #expect(fonts.face(for: found) == regular)
    #expect(found.weight == 400 && !found.isItalic)
    try #require(fonts.postScriptName(of: bold) != fonts.postScriptName(of: regular))
    let named = try #require(fonts.description(named: family + " Bold"))
    #expect(fonts.face(for: named) == bold && named.weight == 700)
    for name in ["", " ", "-", "No Such Font", "No-Bold", family + " Nonsense"] {
      #expect(fonts.description(named: name) == nil, "\(name)")
    }
  }

  // MARK: Errors

  @Test func missingNamedFileThrows() {
    let error = FontError.fileMissing(path: "/nowhere/font.ttf")
    #expect(throws: error) {
      try SystemFontProvider(environment: ["LAMELLA_FONT": "/nowhere/font.ttf"], directories: nil)
    }
    #expect("\(error)".contains("LAMELLA_FONT names /nowhere/font.ttf"))
  }

  @Test func brokenNamedFileThrows() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/broken.ttf"
    try Data("no font".utf8).write(to: URL(fileURLWithPath: path))
    #expect {
      try SystemFontProvider(environment: ["LAMELLA_FONT": path], directories: nil)
    } throws: { error in
      if case FontError.fileBroken(path, _) = error { true } else { false }
    }
  }

  @Test func errorWithoutFontsNamesPackages() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: FontError.self) {
      try SystemFontProvider(environment: [:], directories: [directory.path])
    }
    for word in ["fonts-dejavu-core", "dnf", "pacman", "zypper", "LAMELLA_FONT"] {
      #expect("\(error.map(String.init(describing:)) ?? "")".contains(word))
    }
  }

  @Test func noFileIsOpenedBeforeTheFirstFace() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: FontError.noneInstalled(searched: [directory.path])) {
      try SystemFontProvider(unverified: [:], directories: [directory.path])
    }
    try Data("no font".utf8).write(to: URL(fileURLWithPath: directory.path + "/Broken.ttf"))
    let fonts = try SystemFontProvider(unverified: [:], directories: [directory.path])
    #expect(fonts.failure == .noneInstalled(searched: [directory.path]))
    let face = fonts.face(for: FontDescription())
    #expect(fonts.shape("a", face: face, size: 10).isEmpty)
    #expect(throws: FontError.noneInstalled(searched: [directory.path])) {
      try SystemFontProvider(environment: [:], directories: [directory.path])
    }
    let missing = ["LAMELLA_FONT": "/nowhere/font.ttf"]
    #expect(throws: FontError.fileMissing(path: "/nowhere/font.ttf")) {
      try SystemFontProvider(unverified: missing, directories: nil)
    }
  }

  @Test(.timeLimit(.minutes(1))) func pipesAreNotOpened() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/Sans.ttf"
    #expect(mkfifo(pipe, 0o600) == 0)
    let fonts = try SystemFontProvider(unverified: [:], directories: [directory.path])
    #expect(fonts.failure == .noneInstalled(searched: [directory.path]))
    #expect(throws: FontError.fileBroken(path: pipe, reason: "it is not a regular file")) {
      try SystemFontProvider(unverified: ["LAMELLA_FONT": pipe], directories: nil)
    }
  }

  @Test func filesAreFoundAtAnyDepthWithoutFollowingLinks() throws {
    let directory = try TemporaryDirectory()
    let deep = directory.path + "/a/b"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    for name in ["/a/b/Roboto-Bold.TTF", "/a/Größe.otf", "/b.ttc", "/a/readme.txt", "/ttf"] {
      try Data().write(to: URL(fileURLWithPath: directory.path + name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: deep + "/up", withDestinationPath: directory.path)
    let files = FontFiles(directories: [directory.path, directory.path + "/nowhere"])
    #expect(
      files.files.map { $0.path.dropFirst(directory.path.count) }
        == ["/a/b/Roboto-Bold.TTF", "/a/Größe.otf", "/b.ttc"])
    #expect(files.files.map(\.family) == ["roboto", "größe", "b"])
    #expect(FontFiles.absence(in: [directory.path + "/nowhere", directory.path]) == nil)
    #expect(FontFiles.absence(in: [directory.path + "/nowhere"]) != nil)
  }

  @Test func brokenFileIsSkipped() throws {
    let good = try #require(FontFiles().files.first).path
    let directory = try TemporaryDirectory()
    // The name makes it the preferred file.
    try Data("no font".utf8).write(to: URL(fileURLWithPath: directory.path + "/DejaVuSans.ttf"))
    try FileManager.default.copyItem(atPath: good, toPath: directory.path + "/Other-Regular.ttf")
    let fonts = try SystemFontProvider(environment: [:], directories: [directory.path])
    let face = fonts.face(for: FontDescription())
    #expect(fonts.shape("a", face: face, size: 10).first?.glyph != 0)
    #expect(fonts.shape("\u{10FFFD}", face: face, size: 10).count == 1)
  }

  @Test(arguments: [
    ("DejaVuSans-BoldOblique.ttf", "dejavusans", 700, true),
    ("DejaVuSansMono.ttf", "dejavusansmono", 400, false),
    ("NotoSans[wdth,wght].ttf", "notosans", 400, false),
    ("FreeSansBold.otf", "freesans", 700, false),
    ("Cantarell-ExtraBold.otf", "cantarell", 800, false),
    ("DejaVuSans-ExtraLight.ttf", "dejavusans", 200, false),
  ])
  func styleFromFileName(name: String, family: String, weight: Int, isItalic: Bool) {
    let file = FontFile(path: "/fonts/" + name)
    #expect(file.family == family)
    #expect(file.weight == weight)
    #expect(file.isItalic == isItalic)
  }
}

/// The system's fonts without their tables, so that all text is shaped.
private final class ShapingFont: FontProvider {
  private let fonts: SystemFontProvider

  init(fonts: SystemFontProvider) { self.fonts = fonts }

  func face(for description: FontDescription) -> FontFaceID { fonts.face(for: description) }
  func familyName(of face: FontFaceID) -> String { fonts.familyName(of: face) }
  func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
    fonts.metrics(of: face, size: size)
  }
  func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
    fonts.shape(text, face: face, size: size)
  }
  func shape(
    _ text: String, face: FontFaceID, size: CGFloat, options: ShapingOptions
  ) -> [ShapedGlyph] {
    fonts.shape(text, face: face, size: size, options: options)
  }
  func embeddingLevels(of text: String, direction: WritingDirection) -> EmbeddingLevels? {
    fonts.embeddingLevels(of: text, direction: direction)
  }
  func isColored(_ face: FontFaceID) -> Bool { fonts.isColored(face) }
  func picture(
    of glyph: UInt32, in face: FontFaceID, size: CGFloat, textColor: CGColor
  ) -> GlyphPicture? {
    fonts.picture(of: glyph, in: face, size: size, textColor: textColor)
  }
}

/// Fonts that a program adds.
@Suite struct AddedFontTests {
  /// Names find an added file; the system's own font stays what it was.
  @Test func addedFileIsFoundByItsNames() throws {
    let all = FontFiles().files
    let first = try #require(all.first { !$0.isMonospaced })
    let other = try #require(all.first { $0.family != first.family })
    let folder = try TemporaryDirectory()
    let copy = folder.url.appendingPathComponent("copy.ttf").path
    try FileManager.default.copyItem(atPath: first.path, toPath: copy)
    let fonts = try SystemFontProvider(environment: [:], directories: [folder.url.path])
    let name = try postScriptName(of: other)
    let system = fonts.face(for: FontDescription())
    #expect(fonts.description(named: name)?.name != name)
    try fonts.register(fileAt: other.path)
    let description = try #require(fonts.description(named: name))
    let face = fonts.face(for: description)
    #expect(fonts.postScriptName(of: face) == name && face != system)
    let family = FontDescription(family: fonts.familyName(of: face))
    #expect(fonts.familyName(of: fonts.face(for: family)) == family.family)
    #expect(fonts.face(for: FontDescription()) == system)
    #expect(fonts.familyNames.contains(fonts.familyName(of: face)))
    #expect(throws: FontRegistrationError.alreadyRegistered) {
      try fonts.register(fileAt: other.path)
    }
    try fonts.unregister(fileAt: other.path)
    #expect(fonts.description(named: name)?.name != name)
    #expect(throws: FontRegistrationError.notRegistered) {
      try fonts.unregister(fileAt: other.path)
    }
  }

  private static let bold = FontFiles().files.first { $0.path.hasSuffix("/DejaVuSans-Bold.ttf") }

  /// Many OpenType fonts, such as those of URW, have their PostScript name as their full name.
  @Test(.enabled(if: bold != nil, "DejaVu Sans is not installed"))
  func familyWithItsStyleIsAName() throws {
    func words(_ text: String) -> Data {
      Data(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.bold).path))
    while let range = bytes.range(of: words("DejaVu Sans Bold")) {
      bytes.replaceSubrange(range, with: words("DejaVuSans--Bold"))
    }
    let folder = try TemporaryDirectory()
    try bytes.write(to: folder.url.appendingPathComponent("DejaVuSans-Bold.ttf"))
    let fonts = try SystemFontProvider(environment: [:], directories: [folder.path])
    for name in ["DejaVu Sans Bold", "DejaVuSans--Bold", "DejaVuSans-Bold"] {
      #expect(fonts.description(named: name)?.name == "DejaVuSans-Bold", "\(name)")
    }
  }

  private func postScriptName(of file: FontFile) throws -> String {
    let fonts = try SystemFontProvider(environment: ["LAMELLA_FONT": file.path], directories: [])
    return fonts.postScriptName(of: fonts.face(for: FontDescription()))
  }
}
