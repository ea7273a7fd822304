// TextEffectTests.swift
// Shadows, strokes, slants, pictures, tab stops and indents of attributed text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing

@testable import Typesetting

/// At 10 points every character is 6 points wide and a line 10 points high.
@Suite struct TextEffectTests {
  /// The placeholder with squares as outlines, and with a picture or layers for digits.
  private final class PictureFont: FontProvider {
    private let measures = PlaceholderFont()
    static let image = CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255])
    static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    func face(for description: FontDescription) -> FontFaceID { measures.face(for: description) }
    func familyName(of face: FontFaceID) -> String { "Pictures" }
    func metrics(of face: FontFaceID, size: CGFloat) -> FontMetrics {
      measures.metrics(of: face, size: size)
    }
    func shape(_ text: String, face: FontFaceID, size: CGFloat) -> [ShapedGlyph] {
      measures.shape(text, face: face, size: size)
    }
    func isColored(_ face: FontFaceID) -> Bool { true }
    func picture(
      of glyph: UInt32, in face: FontFaceID, size: CGFloat, textColor: CGColor
    ) -> GlyphPicture? {
      switch glyph {
      case 0x31: .image(Self.image, CGRect(x: 0, y: -0.8, width: 0.6, height: 1))
      case 0x32: .layers([(UInt32(7), Self.blue), (UInt32(8), nil)])
      default: nil
      }
    }
    func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? {
      CGPath(rect: CGRect(x: 0, y: -0.5, width: 0.5, height: 0.5), transform: nil)
    }
  }

  private let fonts = PictureFont()
  private let plain = TextAttributes(face: FontFaceID(rawValue: -1), size: 10)
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  private func run(_ text: String, _ change: (inout TextOrnaments) -> Void) -> AttributedRun {
    var attributes = plain
    var ornaments = TextOrnaments()
    change(&ornaments)
    attributes.ornaments = ornaments
    return AttributedRun(text, attributes)
  }

  private func commands(_ layout: TextLayout) -> [Drawing.Item] {
    let context = CGContext(size: CGSize(width: 90, height: 50))
    layout.draw(in: context, at: .zero)
    return context.drawing.items
  }

  @Test func shadowIsDrawnBeforeItsText() {
    let shadow = TextShadow(offset: CGSize(width: 2, height: 3), blurRadius: 0, color: red)
    let items = commands(TextLayout([run("a") { $0.shadow = shadow }], fonts: fonts))
    #expect(items.map(\.transform) == [CGAffineTransform(translationX: 2, y: 3), .identity])
    let colors = items.map { if case .glyphs(let run) = $0.command { run.color } else { red } }
    #expect(colors == [red, .black])
  }

  @Test func blurredShadowIsManyFaintCopiesWithinItsRadius() {
    let shadow = TextShadow(offset: .zero, blurRadius: 4, color: red)
    let items = commands(TextLayout([run("a") { $0.shadow = shadow }], fonts: fonts))
    #expect(items.count > 8)
    for item in items.dropLast() {
      #expect(hypot(item.transform.tx, item.transform.ty) <= 4)
      guard case .glyphs(let run) = item.command else { continue }
      #expect(run.color.alpha > 0 && run.color.alpha < 0.5)
    }
  }

  private static let strokes: [(CGFloat, [String])] = [(5, ["stroke"]), (-5, ["fill", "stroke"])]

  @Test(arguments: strokes)
  func strokeIsAPartOfTheFontSize(width: CGFloat, kinds: [String]) {
    let items = commands(
      TextLayout(
        [
          run("a") {
            $0.strokeWidth = width
            $0.strokeColor = red
          }
        ], fonts: fonts))
    let found = items.map { item in
      switch item.command {
      case .fill(_, _, let color): color == .black ? "fill" : "?"
      case .stroke(_, let style, let color): style.width == 0.5 && color == red ? "stroke" : "?"
      default: "?"
      }
    }
    #expect(found == kinds)
  }

  @Test func obliqueTextLeansToTheRight() throws {
    let items = commands(TextLayout([run("a") { $0.obliqueness = 0.5 }], fonts: fonts))
    guard case .fill(let path, _, _) = try #require(items.first).command else {
      Issue.record("no outline in \(items)")
      return
    }
    // The square's upper edge, 5 points above the baseline, moves by 2.5 points.
    #expect(path.boundingBox == CGRect(x: 0, y: 3, width: 7.5, height: 5))
  }

  @Test func glyphsInColourArePicturesAndLayers() throws {
    let layout = TextLayout([AttributedRun("a12", plain)], fonts: fonts)
    let line = try #require(layout.lines.first)
    #expect(line.pictures.map(\.rect) == [CGRect(x: 6, y: 0, width: 6, height: 10)])
    #expect(line.runs.map(\.color) == [.black, PictureFont.blue, .black])
    #expect(line.runs.map { $0.glyphs.map(\.glyph) } == [[0x61], [7], [8]])
    #expect(layout.recoloured(red).lines.first?.pictures.isEmpty == true)
  }

  @Test func attachmentHasItsPlaceAndRaisesItsLine() throws {
    let picture = TextAttachment(
      image: PictureFont.image, bounds: CGRect(x: 0, y: -4, width: 20, height: 30))
    let layout = TextLayout(
      [AttributedRun("a", plain), run("\u{FFFC}") { $0.attachment = picture }], fonts: fonts)
    let line = try #require(layout.lines.first)
    #expect(line.ascent == 26 && line.descent == 4 && line.width == 26)
    #expect(line.pictures.map(\.rect) == [CGRect(x: 6, y: 0, width: 20, height: 30)])
    #expect(line.carets.map(\.x) == [0, 6, 26])
  }

  // MARK: Paragraphs

  private func starts(_ text: String, _ tabs: TabStops) -> [CGFloat] {
    var settings = ParagraphSettings()
    settings.tabs = tabs
    let layout = TextLayout([AttributedRun(text, plain)], paragraph: settings, fonts: fonts)
    // The places of the characters that are no tabs.
    let characters = Array(text)
    return layout.lines.flatMap { line in
      line.carets.dropLast().filter { characters[$0.offset] != "\t" }.map(\.x)
    }
  }

  @Test func tabsLeadToTheirStops() {
    func stop(_ location: CGFloat, _ alignment: ParagraphSettings.Alignment) -> TabStops.Stop {
      TabStops.Stop(location: location, alignment: alignment)
    }
    let stops = TabStops(stops: [stop(50, .left), stop(20, .left)], interval: 30)
    #expect(starts("a\tb\tc\td", stops) == [0, 20, 50, 60])
    #expect(starts("\tbcdefghi\tk", stops) == [20, 26, 32, 38, 44, 50, 56, 62, 90])
    #expect(starts("\tbc", TabStops(stops: [stop(40, .right)], interval: 0)) == [28, 34])
    #expect(starts("\tbc", TabStops(stops: [stop(40, .center)], interval: 0)) == [34, 40])
    // Without a stop, four spaces.
    #expect(starts("a\tb", TabStops(stops: [], interval: 0)) == [0, 30])
    #expect(starts("a\tb", TabStops(stops: [stop(.nan, .left)], interval: .infinity)) == [0, 30])
  }

  private static let indents: [(CGFloat, [Range<Int>])] = [
    (-12, [0..<3, 3..<5]), (18, [0..<3, 3..<5]), (0, [0..<5]),
  ]

  @Test(arguments: indents)
  func tailIndentEndsLines(indent: CGFloat, ranges: [Range<Int>]) {
    var settings = ParagraphSettings()
    settings.tailIndent = indent
    let layout = TextLayout(
      [AttributedRun("ab cd", plain)], width: 30, paragraph: settings, fonts: fonts)
    #expect(layout.lines.map(\.range) == ranges)
    settings.alignment = .right
    let right = TextLayout(
      [AttributedRun("ab cd", plain)], width: 30, paragraph: settings, fonts: fonts)
    #expect(right.lines.allSatisfy { abs($0.origin.x + $0.width - (indent == 0 ? 30 : 18)) < 1e-9 })
  }

  @Test func spaceBeforeParagraphsExceptTheFirst() {
    var settings = ParagraphSettings()
    settings.paragraphSpacingBefore = 7
    settings.paragraphSpacing = 2
    let layout = TextLayout([AttributedRun("a\nb", plain)], paragraph: settings, fonts: fonts)
    #expect(layout.lines.map(\.top) == [0, 19])
  }
}
