// ColorGlyphTests.swift
// Emoji in colour, on machines with a font of them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
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
