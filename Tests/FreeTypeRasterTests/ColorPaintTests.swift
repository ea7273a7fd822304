// ColorPaintTests.swift
// Glyphs of paint graphs (COLR version 1), in fonts made for the tests.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import FreeTypeRaster

@Suite struct ColorPaintTests {
  private static let red = 0, blue = 1, half = 2
  private static let palette: [[UInt8]] = [
    [255, 0, 0, 255], [0, 0, 255, 255], [0, 255, 0, 128],
  ]
  private static let textColor = CGColor(red: 0, green: 1, blue: 1, alpha: 1)

  /// A glyph's picture at 100 pixels an em, so that a pixel is 10 font units.
  private struct Picture {
    let image: CGImage
    /// In ems, y down.
    let place: CGRect

    /// The colour at a point in font units, y up: red, green, blue and alpha, premultiplied.
    func color(_ x: Int, _ y: Int) -> [Int] {
      let column = Int((Double(x) / 1000 - place.minX) * 100)
      let row = Int((-Double(y) / 1000 - place.minY) * 100)
      guard (0..<image.width).contains(column), (0..<image.height).contains(row) else {
        return [0, 0, 0, 0]
      }
      let at = (row * image.width + column) * 4
      return image.pixels[at..<at + 4].map { Int($0) }
    }

    func isNear(_ color: [Int], _ x: Int, _ y: Int) -> Bool {
      zip(self.color(x, y), color).allSatisfy { abs($0 - $1) <= 4 }
    }
  }

  private func glyph(_ colr: Data) throws -> GlyphPicture? {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/Paints.ttf"
    try LayeredFont.data(colr: colr, palette: Self.palette)
      .write(to: URL(fileURLWithPath: path))
    let fonts = try SystemFontProvider(environment: ["LAMELLA_FONT": path], directories: nil)
    return fonts.picture(
      of: 1, in: fonts.face(for: FontDescription()), size: 50, textColor: Self.textColor)
  }

  private func picture(
    _ paint: PaintBytes, layers: [PaintBytes] = [], clip: [Int]? = nil
  ) throws -> Picture {
    let glyph = try glyph(PaintBytes.table([(1, paint)], layers: layers, clip: clip))
    guard case .image(let image, let place) = glyph else {
      throw Missing()
    }
    return Picture(image: image, place: place)
  }

  private struct Missing: Error {}

  private static func line(_ from: Int = red, _ to: Int = blue) -> [PaintBytes.Stop] {
    [PaintBytes.Stop(offset: 0, entry: from), PaintBytes.Stop(offset: 1, entry: to)]
  }

  // MARK: Colours

  @Test func outlineIsFilledWithAColourOfThePalette() throws {
    let picture = try picture(.glyph(2, .solid(Self.red)))
    #expect(picture.place == CGRect(x: 0, y: -1, width: 0.5, height: 1))
    #expect(picture.color(250, 500) == [255, 0, 0, 255])
    let half = try self.picture(.glyph(3, .solid(Self.half, alpha: 0.5)))
    #expect(half.place.minX == 0.5)
    #expect(half.isNear([0, 64, 0, 64], 750, 500))
  }

  @Test func lastEntryIsTheTextsColour() throws {
    let picture = try picture(.glyph(2, .solid(LayeredFont.textColor, alpha: 0.5)))
    #expect(picture.isNear([0, 128, 128, 128], 250, 500))
  }

  @Test func pictureIsKeptForEachColourOfTheTextIfItHasIt() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/Paints.ttf"
    let table = PaintBytes.table([
      (1, .glyph(2, .solid(LayeredFont.textColor))), (2, .glyph(2, .solid(Self.red))),
    ])
    try LayeredFont.data(colr: table, palette: Self.palette)
      .write(to: URL(fileURLWithPath: path))
    let fonts = try SystemFontProvider(environment: ["LAMELLA_FONT": path], directories: nil)
    func image(_ glyph: UInt32, _ color: CGColor) -> CGImage? {
      let picture = fonts.picture(
        of: glyph, in: fonts.face(for: FontDescription()), size: 20, textColor: color)
      if case .image(let image, _) = picture { return image }
      return nil
    }
    let first = try #require(image(1, .black))
    #expect(image(1, .black) === first)
    #expect(image(1, .white) !== first)
    let plain = try #require(image(2, .black))
    #expect(image(2, .white) === plain)
  }

  // MARK: Gradients

  @Test(arguments: [
    // Beyond the line: the end colours, the colours again, the colours back and forth.
    (0, [[191, 0, 64], [0, 0, 255], [0, 0, 255]]),
    (1, [[191, 0, 64], [191, 0, 64], [191, 0, 64]]),
    (2, [[191, 0, 64], [64, 0, 191], [191, 0, 64]]),
  ])
  func linearGradientContinues(extend: Int, colors: [[Int]]) throws {
    let picture = try picture(
      .glyph(1, .linear(Self.line(), extend: extend, [0, 0, 200, 0, 0, 100])))
    for (index, color) in colors.enumerated() {
      // A quarter of each period, which is five pixels in.
      let x = 50 + index * 200
      #expect(
        zip(picture.color(x, 500), color).allSatisfy { abs($0 - $1) <= 10 },
        "\(x): \(picture.color(x, 500))")
    }
  }

  /// The lines of one colour are parallel to that from the first point to the third.
  @Test func thirdPointTurnsALinearGradient() throws {
    let picture = try picture(
      .glyph(1, .linear(Self.line(), [0, 0, 1000, 0, 500, 1000])))
    for (bottom, top) in [(105, 505), (305, 705), (505, 905)] {
      let (a, b) = (picture.color(bottom, 105), picture.color(top, 905))
      #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 3 }, "\(a) \(b)")
    }
    #expect(picture.color(5, 995)[0] > 250 && picture.color(995, 5)[2] > 250)
  }

  @Test func stopsMayLieOutsideOfTheLine() throws {
    let stops = [
      PaintBytes.Stop(offset: 1.5, entry: Self.blue),
      PaintBytes.Stop(offset: -0.5, entry: Self.red),
    ]
    let picture = try picture(.glyph(1, .linear(stops, [400, 0, 600, 0, 400, 100])))
    #expect(picture.isNear([255, 0, 0, 255], 250, 500))
    #expect(picture.isNear([128, 0, 128, 255], 500, 500))
    #expect(picture.isNear([0, 0, 255, 255], 750, 500))
  }

  @Test func radialGradientLiesBetweenItsCircles() throws {
    let picture = try picture(
      .glyph(1, .radial(Self.line(), [500, 500, 100, 500, 500, 300])))
    #expect(picture.isNear([255, 0, 0, 255], 505, 505))
    #expect(picture.isNear([0, 0, 255, 255], 905, 505))
    for (x, y) in [(705, 505), (305, 505), (505, 705), (505, 305)] {
      #expect(abs(picture.color(x, y)[0] - 128) <= 10, "\(x), \(y)")
    }
    let rings = try self.picture(
      .glyph(1, .radial(Self.line(), extend: 1, [500, 500, 0, 500, 500, 100])))
    for distance in [55, 155, 255, 355] {
      let color = rings.color(500 + distance, 505)
      #expect(abs(color[0] - 128) <= 20, "\(distance): \(color)")
    }
  }

  /// Angles turn from the x axis to the y axis, which points up.
  @Test func sweepTurnsCounterclockwise() throws {
    let picture = try picture(
      .glyph(1, .sweep(Self.line(), x: 500, y: 500, from: 0, to: 360)))
    for (x, y, part) in [
      (805, 805, 0.125), (195, 805, 0.375), (195, 195, 0.625), (805, 195, 0.875),
    ] {
      let color = picture.color(x, y)
      #expect(abs(Double(color[2]) / 255 - part) < 0.03, "\(x), \(y): \(color)")
    }
    let quarter = try self.picture(
      .glyph(1, .sweep(Self.line(), x: 500, y: 500, from: 90, to: 180)))
    #expect(quarter.isNear([255, 0, 0, 255], 805, 805))
    #expect(abs(quarter.color(195, 805)[2] - 128) <= 8)
    #expect(quarter.isNear([0, 0, 255, 255], 195, 195))
  }

  // MARK: Transforms

  /// The place of a box from 0 to 500 and 1000 after each transform: left, bottom, right, top.
  @Test(arguments: [
    (14, PaintBytes.units(100, -200), [100, -200, 600, 800]),
    (16, PaintBytes.fraction(0.5, 0.25), [0, 0, 250, 250]),
    (18, PaintBytes.fraction(0.5, 0.5) + PaintBytes.units(500, 0), [250, 0, 500, 500]),
    (20, PaintBytes.fraction(0.5), [0, 0, 250, 500]),
    (22, PaintBytes.fraction(0.5) + PaintBytes.units(0, 1000), [0, 500, 250, 1000]),
    // A quarter turn to the left.
    (24, PaintBytes.fraction(0.5), [-1000, 0, 0, 500]),
    (26, PaintBytes.fraction(0.5) + PaintBytes.units(500, 500), [0, 0, 1000, 500]),
    // The top moves to the left by its height.
    (28, PaintBytes.fraction(0.25, 0), [-1000, 0, 500, 1000]),
    (30, PaintBytes.fraction(0.25, 0) + PaintBytes.units(0, 1000), [0, 0, 1500, 1000]),
  ])
  func transformsMoveThePaint(format: Int, numbers: Data, box: [Int]) throws {
    let plain = PaintBytes.transform(format, numbers, .glyph(2, .solid(Self.red)))
    for paint in [plain, .varying(plain)] {
      let place = try picture(paint).place
      let found = [place.minX, -place.maxY, place.maxX, -place.minY]
      // Whole pixels.
      #expect(zip(found, box).allSatisfy { abs($0 * 1000 - Double($1)) <= 10.01 }, "\(found)")
    }
  }

  @Test func affineTransformHasSixNumbers() throws {
    // x' = 0.5 x + 100, y' = 0.25 x + 0.5 y + 200.
    let paint = PaintBytes.affine([0.5, 0.25, 0, 0.5, 100, 200], .glyph(2, .solid(Self.red)))
    for paint in [paint, .varying(paint)] {
      let picture = try picture(paint)
      #expect(picture.place == CGRect(x: 0.1, y: -0.83, width: 0.25, height: 0.63))
      #expect(picture.isNear([255, 0, 0, 255], 225, 500))
      #expect(picture.color(325, 205)[3] == 0)
    }
  }

  @Test func varyingColoursAreThoseOfTheDefault() throws {
    let gradients: [PaintBytes] = [
      .solid(Self.red), .linear(Self.line(), [0, 0, 1000, 0, 0, 1000]),
      .radial(Self.line(), [500, 500, 0, 500, 500, 500]),
      .sweep(Self.line(), x: 500, y: 500, from: 0, to: 360),
    ]
    for paint in gradients {
      let plain = try picture(.glyph(1, paint))
      let varying = try picture(.glyph(1, .varying(paint)))
      #expect(plain.image.pixels == varying.image.pixels)
    }
  }

  // MARK: Graphs

  @Test(arguments: [
    // The left half is the backdrop, and the source covers both halves.
    (3, [0, 0, 255, 255], [0, 0, 255, 255]), (4, [255, 0, 0, 255], [0, 0, 255, 255]),
    (5, [0, 0, 255, 255], [0, 0, 0, 0]), (6, [255, 0, 0, 255], [0, 0, 0, 0]),
    (7, [0, 0, 0, 0], [0, 0, 255, 255]), (8, [0, 0, 0, 0], [0, 0, 0, 0]),
    (9, [0, 0, 255, 255], [0, 0, 0, 0]), (10, [255, 0, 0, 255], [0, 0, 255, 255]),
    (11, [0, 0, 0, 0], [0, 0, 255, 255]), (12, [255, 0, 255, 255], [0, 0, 255, 255]),
    (13, [255, 0, 255, 255], [0, 0, 255, 255]), (23, [0, 0, 0, 255], [0, 0, 255, 255]),
  ])
  func compositeBlends(mode: Int, left: [Int], right: [Int]) throws {
    let picture = try picture(
      .composite(
        .glyph(1, .solid(Self.blue)), mode: mode, backdrop: .glyph(2, .solid(Self.red))))
    #expect(picture.color(250, 500) == left)
    #expect(picture.color(750, 500) == right)
  }

  @Test func sourceOrBackdropAlone() throws {
    func paint(_ mode: Int) -> PaintBytes {
      .composite(.glyph(3, .solid(Self.blue)), mode: mode, backdrop: .glyph(2, .solid(Self.red)))
    }
    #expect(try picture(paint(1)).color(750, 500) == [0, 0, 255, 255])
    #expect(try picture(paint(1)).color(250, 500) == [0, 0, 0, 0])
    #expect(try picture(paint(2)).color(250, 500) == [255, 0, 0, 255])
    #expect(try picture(paint(2)).color(750, 500) == [0, 0, 0, 0])
  }

  @Test func layersAndOtherGlyphsAreDrawnInOrder() throws {
    let table = PaintBytes.table(
      [(1, .layers(first: 1, count: 2)), (2, .glyph(2, .solid(Self.red)))],
      layers: [.glyph(1, .solid(Self.half)), .glyph(1, .solid(Self.blue)), .otherGlyph(2)])
    guard case .image(let image, let place) = try glyph(table) else { throw Missing() }
    let picture = Picture(image: image, place: place)
    #expect(picture.color(250, 500) == [255, 0, 0, 255])
    #expect(picture.color(750, 500) == [0, 0, 255, 255])
  }

  @Test func outlinesInsideOutlinesIntersect() throws {
    let moved = PaintBytes.transform(
      14, PaintBytes.units(250, 500), .glyph(1, .linear(Self.line(0, 0), [0, 0, 9, 0, 0, 9])))
    let picture = try picture(.glyph(2, moved))
    #expect(picture.color(400, 750) == [255, 0, 0, 255])
    #expect(picture.color(100, 750)[3] == 0 && picture.color(400, 250)[3] == 0)
  }

  /// A paint without an outline fills the clip box.
  @Test func clipBoxBounds() throws {
    let picture = try picture(.solid(Self.red), clip: [100, 200, 300, 600])
    #expect(picture.place == CGRect(x: 0.1, y: -0.6, width: 0.2, height: 0.4))
    #expect(picture.image.pixels.allSatisfy { $0 == 0 || $0 == 255 })
    let cut = try self.picture(.glyph(1, .solid(Self.red)), clip: [100, 200, 300, 600])
    #expect(cut.place == picture.place)
  }

  // MARK: Damage

  /// Without a paint that can be drawn, the glyph has the text's colour.
  @Test(arguments: [
    PaintBytes.solid(red), .otherGlyph(1), .layers(first: 0, count: 9), .raw(Data([99, 0, 0])),
    .raw(Data([10, 0, 0, 0, 0, 1])), .glyph(900, .solid(red)), .glyph(1, .solid(77)),
    .glyph(1, .linear([], [0, 0, 9, 0, 0, 9])), .glyph(1, .linear(line(), [5, 5, 5, 5, 5, 5])),
    .glyph(1, .linear(line(), extend: 3, [0, 0, 9, 0, 0, 9])),
    .composite(.glyph(1, .solid(red)), mode: 28, backdrop: .glyph(1, .solid(red))),
    .composite(.glyph(1, .solid(red)), mode: 0, backdrop: .glyph(1, .solid(red))),
  ])
  func damagedPaintIsNone(paint: PaintBytes) throws {
    #expect(try glyph(PaintBytes.table([(1, paint)], layers: [.layers(first: 0, count: 1)])) == nil)
  }

  @Test func damagedLayerIsLeftOut() throws {
    let picture = try picture(
      .layers(first: 0, count: 3),
      layers: [.glyph(2, .solid(Self.red)), .glyph(3, .solid(50)), .raw(Data([255]))])
    #expect(picture.place.maxX == 0.5)
  }

  /// A graph of 64 levels of two layers each, all the same, has 2^64 paths.
  @Test func graphsOfAnySizeEnd() throws {
    let layers = (0..<64).map { PaintBytes.layers(first: ($0 + 1) / 2 * 2, count: 2) }
    _ = try glyph(PaintBytes.table([(1, .layers(first: 0, count: 2))], layers: layers))
    let deep = (0..<500).reduce(PaintBytes.glyph(1, .solid(Self.red))) { paint, _ in
      .transform(16, PaintBytes.fraction(1, 1), paint)
    }
    #expect(try glyph(PaintBytes.table([(1, deep)])) == nil)
  }

  /// Whatever is missing or wrong, nothing crashes.
  @Test func anyBytesMayBeMissingOrWrong() throws {
    let paint = PaintBytes.layers(first: 0, count: 4)
    let table = PaintBytes.table(
      [(1, paint)],
      layers: [
        .glyph(1, .linear(Self.line(), extend: 2, [0, 0, 300, 0, 0, 100])),
        .transform(26, PaintBytes.fraction(0.1) + PaintBytes.units(500, 500), .otherGlyph(1)),
        .composite(
          .glyph(2, .radial(Self.line(), extend: 1, [500, 500, 0, 500, 500, 100])), mode: 5,
          backdrop: .affine(
            [1, 0, 0, 1, 0, 0],
            .glyph(3, .sweep(Self.line(), x: 0, y: 0, from: 0, to: 90)))),
      ], clip: [0, 0, 1000, 1000])
    let palette = [CGColor.black, .white, .clear]
    #expect(ColorPaintTable(Array(table), palette: palette)?.paint(of: 1) != nil)
    for count in 0..<table.count {
      _ = ColorPaintTable(Array(table.prefix(count)), palette: palette)?.paint(of: 1)
    }
    var random = SeededRandom(seed: 7)
    for _ in 0..<3000 {
      var bytes = Array(table)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = ColorPaintTable(bytes, palette: palette)?.paint(of: 1)?.bounds { _ in nil }
    }
    // Some of them drawn.
    for _ in 0..<60 {
      var bytes = table
      bytes[.random(in: 34..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      _ = try glyph(bytes)
    }
  }
}
