// LayeredFont.swift
// A font file with a glyph of coloured layers or a paint graph (COLR and CPAL), made for tests.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A TrueType font of 1000 units. Its glyphs are boxes as high as the em: 1, the letter a, is whole, and drawn as the
/// layers 2 and 3; 2, the letter b, is its left half, 3 its right half.
enum LayeredFont {
  /// The colour of layer 2: red, green, blue, alpha.
  static let color: [UInt8] = [255, 128, 0, 255]
  /// The entry of layer 3: the colour of the text.
  static let textColor = 0xFFFF

  /// - Parameter layers: The glyph and the palette's entry of each layer of glyph 1.
  static func data(layers: [(glyph: Int, entry: Int)] = [(2, 0), (3, textColor)]) -> Data {
    var records = Data()
    for (glyph, entry) in layers { records += halves(glyph, entry) }
    return data(
      colr: halves(0, 1, 0, 14, 0, 20, layers.count, 1, 0, layers.count) + records,
      palette: [color])
  }

  /// - Parameters:
  ///   - colr: The table COLR.
  ///   - palette: Colours of red, green, blue and alpha.
  static func data(colr: Data, palette: [[UInt8]]) -> Data {
    let boxes = [nil, 0..<1000, 0..<500, 500..<1000]
    let outlines = boxes.map { $0.map(box) ?? Data() }
    var (places, glyphs) = (Data(), Data())
    for outline in outlines {
      places += word(glyphs.count)
      glyphs += outline
    }
    places += word(glyphs.count)
    // FreeType moves an outline to its left side bearing.
    var metrics = Data()
    for box in boxes { metrics += halves(1000, box?.lowerBound ?? 0) }
    // In halves of words: 1000 units an em, glyph 0 has no outline, glyphs of 4 points.
    var tables: [String: Data] = [:]
    tables["COLR"] = colr
    tables["CPAL"] =
      halves(0, palette.count, 1, palette.count, 0, 14, 0)
      + Data(palette.flatMap { [$0[2], $0[1], $0[0], $0[3]] })
    // The characters 0x61 and 0x62 are the glyphs from 1.
    tables["cmap"] = halves(0, 1, 3, 10, 0, 12, 12, 0, 0, 28, 0, 0, 0, 1, 0, 0x61, 0, 0x62, 0, 1)
    tables["glyf"] = glyphs
    tables["head"] =
      halves(1, 0, 0, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000) + Data(count: 16)
      + halves(0, 0, 1000, 1000, 0, 8, 2, 1, 0)
    tables["hhea"] = halves(1, 0, 1000, 0, 0, 1000, 0, 0, 1000, 1) + Data(count: 14)
    tables["hhea"]? += halves(boxes.count)
    tables["hmtx"] = metrics
    tables["loca"] = places
    tables["maxp"] = halves(1, 0, boxes.count, 4, 1) + Data(count: 22)
    return file(tables)
  }

  static func halves(_ numbers: Int...) -> Data {
    Data(numbers.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] })
  }

  static func word(_ number: Int) -> Data {
    halves(number >> 16 & 0xFFFF, number & 0xFFFF)
  }

  /// An outline of four points on the curve, each given by its distance from the one before.
  private static func box(_ columns: Range<Int>) -> Data {
    var data = halves(1, columns.lowerBound, 0, columns.upperBound, 1000, 3, 0)
    data += Data([1, 1, 1, 1])
    data += halves(columns.lowerBound, 0, columns.count, 0)
    data += halves(0, 1000, 0, -1000)
    return data + Data(count: (4 - data.count % 4) % 4)
  }

  /// The tables behind their directory.
  private static func file(_ tables: [String: Data]) -> Data {
    let names = tables.keys.sorted()
    var directory = halves(1, 0, names.count, 0, 0, 0)
    var contents = Data()
    let start = 12 + 16 * names.count
    for name in names {
      let table = tables[name] ?? Data()
      directory += Data(name.utf8)
      directory += halves(0, 0) + word(start + contents.count) + word(table.count)
      contents += table
      contents += Data(count: (4 - table.count % 4) % 4)
    }
    return directory + contents
  }
}
