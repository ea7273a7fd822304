// ColorGlyphTests.swift
// Glyphs in colour: layers of a made font, and emoji on machines with a font of them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import FreeTypeRaster

@Suite(
  .enabled("needs a font of emoji in colour, such as fonts-noto-color-emoji") {
    try SystemFontProvider().emojiFace != nil
  })
struct ColorGlyphTests {
  private let fonts: SystemFontProvider
  private let attributes: TextAttributes

  init() throws {
    fonts = try SystemFontProvider()
    attributes = TextAttributes(face: fonts.face(for: FontDescription()), size: 20)
  }

  /// A sequence of emoji is one picture: a skin tone, a flag, a family, a heart by its variation selector.
  @Test(arguments: ["👍", "👍🏽", "🇩🇪", "👨‍👩‍👧‍👦", "❤️", "1️⃣"])
  func sequenceIsOnePicture(text: String) throws {
    let layout = TextLayout([AttributedRun(text, attributes)], fonts: fonts)
    let line = try #require(layout.lines.first)
    #expect(line.carets.count == 2)
    // A font of layers has no pictures, but runs in several colours.
    guard let picture = line.pictures.first else {
      #expect(Set(line.runs.map(\.color)).count > 1)
      return
    }
    #expect(line.pictures.count == 1 && line.runs.isEmpty)
    #expect(picture.rect.width > 15 && picture.rect.width < 40)
    // Opaque pixels of more than one colour.
    let pixels = stride(from: 0, to: picture.image.pixels.count, by: 4).map {
      Array(picture.image.pixels[$0..<$0 + 4])
    }
    #expect(Set(pixels.filter { $0[3] == 255 }).count > 4)
  }

  @Test func textPresentationIsDrawnInTheTextsColour() throws {
    let layout = TextLayout([AttributedRun("a☺\u{FE0E}1#", attributes)], fonts: fonts)
    #expect(layout.lines.first?.pictures.isEmpty == true)
  }

  @Test func emojiFaceIsNotTheSystemsFont() {
    for description in [FontDescription(), FontDescription(family: "Noto Color Emoji")] {
      #expect(fonts.face(for: description) != fonts.emojiFace)
    }
    #expect(fonts.emojiFace.map(fonts.isColored) == true)
  }
}

@Suite struct LayeredGlyphTests {
  private static let text = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  private func runs(of string: String, in font: Data) throws -> [GlyphRun] {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/Layers.ttf"
    try font.write(to: URL(fileURLWithPath: path))
    let fonts = try SystemFontProvider(environment: ["LAMELLA_FONT": path], directories: nil)
    var attributes = TextAttributes(face: fonts.face(for: FontDescription()), size: 20)
    attributes.color = Self.text
    let layout = TextLayout([AttributedRun(string, attributes)], fonts: fonts)
    let line = try #require(layout.lines.first)
    #expect(line.pictures.isEmpty)
    return line.runs
  }

  /// Layers have the colours of the first palette, or of the text; a glyph without layers has the text's.
  @Test func layersHaveTheColoursOfThePalette() throws {
    let runs = try runs(of: "ab", in: LayeredFont.data())
    let parts = LayeredFont.color.map { CGFloat($0) / 255 }
    let layer = CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    let glyphs = runs.flatMap { run in run.glyphs.map { (run.color, $0.glyph, $0.position.x) } }
    #expect(glyphs.map(\.0) == [layer, Self.text, Self.text])
    #expect(glyphs.map(\.1) == [2, 3, 2])
    // The layers of a glyph have its place.
    #expect(glyphs.map(\.2) == [0, 0, 20])
  }

  /// Layers end before the first that names a glyph or a colour which does not exist; without one, the glyph itself
  /// is drawn.
  @Test func brokenLayersAreLeftOut() throws {
    let cut = try runs(of: "a", in: LayeredFont.data(layers: [(2, 0), (900, 0), (3, 0)]))
    #expect(cut.flatMap(\.glyphs).map(\.glyph) == [2])
    let unknown = try runs(of: "a", in: LayeredFont.data(layers: [(2, 7)]))
    #expect(unknown.map(\.color) == [Self.text])
    #expect(unknown.flatMap(\.glyphs).map(\.glyph) == [1])
    // More layers than any glyph has.
    let many = try runs(
      of: "a",
      in: LayeredFont.data(layers: [(glyph: Int, entry: Int)](repeating: (2, 0), count: 9000)))
    #expect(many.flatMap(\.glyphs).count == 256)
  }
}
