// ShapingTests.swift
// Shaping by HarfBuzz and directions by FriBidi: glyphs of many scripts, ligatures, marks, and text and fonts
// that are not as they should be.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import FreeTypeRaster

@Suite struct ShapingTests {
  private let fonts: SystemFontProvider
  private let face: FontFaceID

  init() throws {
    fonts = try SystemFontProvider()
    face = fonts.face(for: fonts.description(named: "DejaVuSans") ?? FontDescription())
  }

  /// A word of a script, and what `hb-shape DejaVuSans.ttf` of version 2.37 prints for it: glyph, cluster
  /// and advance in font units.
  private static let facts: [(text: String, shaped: String)] = [
    (
      "office AVAVA To",
      "82=0+1253|5044=1+1980|70=4+1126|72=5+1260|3=6+651|36=7+1270|57=8+1270|36=9+1270|57=10+1270|36=11+1401|3=12+651|55=13+903|82=14+1253"
    ),
    (
      "Ελληνικά",
      "811=0+1294|848=1+1212|848=2+1212|844=3+1298|850=4+1144|846=5+693|847=6+1207|833=7+1350"
    ),
    (
      "Цвет поля",
      "955=0+1590|967=1+1207|970=2+1260|983=3+1193|3=4+651|980=5+1339|979=6+1253|976=7+1309|996=8+1232"
    ),
    (
      "Հայերեն",
      "1226=0+1466|1256=1+1995|1276=2+556|1260=3+1298|1287=4+1298|1260=5+1298|1277=6+1298"
    ),
    (
      "ქართული",
      "1695=0+1050|1674=1+1040|1690=2+1630|1681=3+1640|1693=4+1070|1684=5+2180|1682=6+1060"
    ),
    ("שָׁלוֹם", "1332=6+1359|1306=4+0|1324=4+558|1331=3+1164|1305=0+0|1314=0+0|1344=0+1451"),
    (
      "السلام عليكم",
      "5340=11+1363|5334=10+1131|5358=9+618|5338=8+678|5317=7+1222|3=6+651|1390=5+1268|5366=3+1222|5294=2+1827|5337=1+624|1365=0+569"
    ),
    (
      "ພາສາລາວ",
      "1587=0+1406|1601=1+1104|1594=2+1440|1601=3+1104|1592=4+1330|1601=5+1104|1593=6+1295"
    ),
    ("ߒߞߏ", "6040=2+1339|6086=1+1085|6051=0+1697"),
    (
      "ⵜⵉⴼⵉⵏⴰⵖ",
      "4685=0+1572|4666=1+1294|4653=2+1791|4666=3+1294|4672=4+604|4641=5+1324|4679=6+1540"
    ),
    ("ᐃᓄᒃᑎᑐᑦ", "1721=0+1401|1907=1+1744|1844=2+833|1792=3+1499|1794=4+1495|1815=5+889"),
  ]

  private func options(_ text: String) -> ShapingOptions {
    var options = ShapingOptions()
    options.isRightToLeft = fonts.embeddingLevels(of: text, direction: .natural)?.base == 1
    return options
  }

  @Test func glyphsOfElevenScriptsAreHarfBuzzsOwn() {
    // Other versions have other glyphs.
    guard fonts.postScriptName(of: face) == "DejaVuSans",
      fonts.shape("\u{FB03}", face: face, size: 10).map(\.glyph) == [5044]
    else { return }
    for (text, shaped) in Self.facts {
      let glyphs = fonts.shape(text, face: face, size: 2048, options: options(text))
      let printed = glyphs.map { "\($0.glyph)=\($0.cluster)+\(Int($0.advance.rounded()))" }
      #expect(printed.joined(separator: "|") == shaped, "\(text)")
      #expect(glyphs.allSatisfy { $0.face == face })
    }
  }

  @Test func directionsOfAParagraph() throws {
    func levels(_ text: String, _ direction: WritingDirection = .natural) throws -> EmbeddingLevels
    {
      try #require(fonts.embeddingLevels(of: text, direction: direction))
    }
    #expect(try levels("ab") == EmbeddingLevels(base: 0, levels: [0, 0]))
    #expect(try levels("ab אב 12") == EmbeddingLevels(base: 0, levels: [0, 0, 0, 1, 1, 1, 2, 2]))
    #expect(try levels("אב ab") == EmbeddingLevels(base: 1, levels: [1, 1, 1, 2, 2]))
    #expect(try levels("12", .rightToLeft) == EmbeddingLevels(base: 1, levels: [2, 2]))
    // A character of two units has two levels.
    #expect(try levels("𞤀a") == EmbeddingLevels(base: 1, levels: [1, 1, 2]))
    #expect(try levels("").levels.isEmpty)
  }

  @Test func lettersJoinAcrossRunsAndNotAcrossSpaces() {
    func glyphs(_ text: String, before: String = "", after: String = "") -> [UInt32] {
      var options = ShapingOptions()
      options.isRightToLeft = true
      (options.before, options.after) = (before, after)
      return fonts.shape(text, face: face, size: 10, options: options).map(\.glyph)
    }
    let alone = glyphs("ل")
    guard alone != [0] else { return }
    #expect(glyphs("ل", after: "م") != alone)
    #expect(glyphs("ل", before: " ", after: " ") == alone)
    #expect(glyphs("لم") == glyphs("م", before: "ل") + glyphs("ل", after: "م"))
  }

  @Test func spacedTextHasNoLigatures() {
    var options = ShapingOptions()
    options.hasLigatures = false
    let apart = fonts.shape("ffi", face: face, size: 10, options: options)
    #expect(apart.map(\.cluster) == [0, 1, 2])
    let attributes = TextAttributes(face: face, size: 10, kern: 1)
    let line = TextLayout([AttributedRun("ffi", attributes)], fonts: fonts).lines.first
    #expect(line?.runs.flatMap(\.glyphs).map(\.glyph) == apart.map(\.glyph))
  }

  @Test func caretsDivideALigature() throws {
    let attributes = TextAttributes(face: face, size: 20)
    let layout = TextLayout([AttributedRun("ffi", attributes)], fonts: fonts)
    let line = try #require(layout.lines.first)
    guard line.runs.flatMap(\.glyphs).count == 1 else { return }
    #expect(line.carets.map(\.offset) == [0, 1, 2, 3])
    let steps = zip(line.carets, line.carets.dropFirst()).map { $1.x - $0.x }
    #expect(steps.allSatisfy { abs($0 - line.width / 3) < 1e-9 })
    // A line does not end within it.
    let narrow = TextLayout(
      [AttributedRun("affi", attributes)], width: line.carets[2].x + 8, fonts: fonts)
    #expect(narrow.lines.map(\.range) == [0..<1, 1..<4])
  }

  @Test func fallbackIsChosenForWholeCharacters() throws {
    // A letter with a mark comes from one face, so that the mark can be placed.
    let mono = fonts.face(for: FontDescription(isMonospaced: true))
    for text in ["ש\u{5C1}", "ب\u{64E}", "ꙁ\u{484}"] {
      let glyphs = fonts.shape(text, face: mono, size: 10, options: options(text))
      #expect(Set(glyphs.map(\.face)).count == 1, "\(text)")
    }
  }

  // MARK: Laws

  /// Law: however text of several scripts and directions is mixed, every character has a place, carets are
  /// monotone within each direction, and the line is as wide as its glyphs.
  @Test func mixedTextCoversItsLine() throws {
    var random = SeededRandom(seed: 90)
    let pieces = [
      "office", " ", "שלום", "سلام", "\u{64E}", "12", "(", ")", "ä", "e\u{301}", "👍🏽", "\u{200D}",
      "क्षि", "ที่", "漢", "\u{202E}", "\u{2067}", "\t", "👨‍👩‍👧", "\u{FEFF}", "ffi",
    ]
    let attributes = TextAttributes(face: face, size: 16)
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...10, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let half = text.index(text.startIndex, offsetBy: text.count / 2)
      let runs = [String(text[..<half]), String(text[half...])].map {
        AttributedRun($0, attributes)
      }
      let layout = TextLayout(runs, fonts: fonts)
      let line = try #require(layout.lines.first)
      #expect(line.carets.first?.offset == 0 && line.carets.last?.offset == text.utf16.count)
      var spans = line.carets.dropLast().map { (min($0.x, $0.trailing), max($0.x, $0.trailing)) }
      spans.sort { $0 < $1 }
      for (a, b) in zip(spans, spans.dropFirst()) {
        #expect(abs(a.1 - b.0) < 1e-6, "\(text.debugDescription)")
      }
      for caret in line.carets {
        #expect(layout.caret(at: caret.offset)?.x == caret.x)
        #expect(caret.x.isFinite && caret.trailing.isFinite)
      }
      let narrow = TextLayout(runs, width: 40, fonts: fonts)
      #expect(narrow.lines.last?.range.upperBound == text.utf16.count)
    }
  }

  // MARK: Bad input

  @Test func hugeAndHostileTextTakesBoundedTime() {
    let attributes = TextAttributes(face: face, size: 16)
    let texts = [
      "a" + String(repeating: "\u{301}", count: 10_000),
      String(repeating: "office ", count: 8000),
      String(repeating: "سلام ", count: 8000), String(repeating: "א(", count: 10_000),
      String(repeating: "\u{2067}a\u{2066}ב", count: 5000), String(repeating: "👨‍👩‍👧‍👦", count: 2000),
      String(repeating: "\u{202B}a", count: 10_000),
      String(decoding: [0xD800, 0x61, 0xDC00, 0xD83D] as [UInt16], as: UTF16.self),
    ]
    let start = ContinuousClock.now
    for text in texts {
      let layout = TextLayout([AttributedRun(text, attributes)], width: 300, fonts: fonts)
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
      #expect(layout.lines.last?.range.upperBound == text.utf16.count)
    }
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  /// Law: a font file with any bytes changed or missing is either refused or shapes text; nothing crashes.
  @Test func brokenTablesDoNotCrash() throws {
    let good = try #require(FontFiles().files.first { $0.path.hasSuffix(".ttf") })
    let data = try Data(contentsOf: URL(fileURLWithPath: good.path))
    var random = SeededRandom(seed: 4)
    for round in 0..<24 {
      let directory = try TemporaryDirectory()
      var bytes = [UInt8](data)
      if round % 4 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        // Half of them in the header, where the tables' places are.
        for index in 0..<400 {
          let place = Int.random(
            in: index % 2 == 0 ? 12..<512 : 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: directory.path + "/Broken.ttf"))
      guard let fonts = try? SystemFontProvider(environment: [:], directories: [directory.path])
      else { continue }
      let face = fonts.face(for: FontDescription())
      _ = fonts.familyNames
      _ = fonts.glyphTable(of: face)
      for text in ["office AV", "سلام", "👍🏽"] {
        let attributes = TextAttributes(face: face, size: 16)
        let layout = TextLayout([AttributedRun(text, attributes)], width: 50, fonts: fonts)
        #expect(!layout.size.width.isNaN)
      }
    }
  }
}
