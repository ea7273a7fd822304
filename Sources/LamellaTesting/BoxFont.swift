// BoxFont.swift
// A font whose characters are boxes, made in memory: text has the same place and pixels on every machine.
//
// SPDX-License-Identifier: MIT

import Foundation
import FreeTypeRaster
import UIKit

/// The bytes of a TrueType font with three glyphs: a box as high as a capital, one as high as an x for the letters a to
/// z, and none for spaces. Each is 0.6 em wide.
enum BoxFont {
  private static let unitsPerEm = 1000
  private static let advance = 600
  private static let (ascender, descender) = (800, 200)

  /// The ranges of characters with their glyphs; 1 is the high box, 2 the low one, 3 the space.
  private static let groups = [
    (0, 0x20, 3), (0x21, 0x60, 1), (0x61, 0x7A, 2), (0x7B, 0x9F, 1), (0xA0, 0xA0, 3),
    (0xA1, 0x1FFF, 1), (0x2000, 0x200F, 3), (0x2010, 0x2027, 1), (0x2028, 0x202F, 3),
    (0x2030, 0x2FFF, 1), (0x3000, 0x3000, 3), (0x3001, 0xFDFF, 1), (0xFE00, 0xFE0F, 3),
    (0xFE10, 0xFEFE, 1), (0xFEFF, 0xFEFF, 3), (0xFF00, 0x10_FFFF, 1),
  ]

  /// Opens the font.
  ///
  /// - Throws: When no file can be written, or the font library fails.
  static func provider() throws -> SystemFontProvider {
    let file = try FileHandle.unnamed()
    try file.write(contentsOf: Data(bytes))
    // FreeType and HarfBuzz map the file, each when it needs it first; it has no other name.
    kept = file
    return try SystemFontProvider(
      environment: ["LAMELLA_FONT": "/proc/self/fd/\(file.fileDescriptor)"], directories: [])
  }

  nonisolated(unsafe) private static var kept: FileHandle?

  // MARK: Tables

  private static var bytes: [UInt8] {
    let glyphs = [box(height: 700), box(height: 700), box(height: 500), []]
    var (offsets, outlines): ([Int], [UInt8]) = ([0], [])
    for glyph in glyphs {
      outlines += glyph
      offsets.append(outlines.count)
    }
    let tables: [(tag: String, bytes: [UInt8])] = [
      ("cmap", characters),
      ("glyf", outlines),
      ("head", head),
      (
        "hhea",
        shorts(1, 0, ascender, -descender, 0, advance) + shorts(0, 0, advance, 1, 0, 0)
          + shorts(0, 0, 0, 0, 0, glyphs.count)
      ),
      ("hmtx", glyphs.flatMap { shorts(advance, $0.isEmpty ? 0 : 60) }),
      ("loca", offsets.flatMap { longs($0) }),
      ("maxp", longs(0x1_0000) + shorts(glyphs.count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
      ("name", names),
    ]
    var file = longs(0x1_0000) + shorts(tables.count, 128, 3, tables.count * 16 - 128)
    var offset = file.count + tables.count * 16
    for table in tables {
      file += Array(table.tag.utf8) + longs(0, offset, table.bytes.count)
      offset += padded(table.bytes).count
    }
    return tables.reduce(into: file) { $0 += padded($1.bytes) }
  }

  private static var head: [UInt8] {
    longs(0x1_0000, 0x1_0000, 0, 0x5F0F_3CF5) + shorts(3, unitsPerEm) + longs(0, 0, 0, 0)
      + shorts(60, 0, 540, 700) + shorts(0, 8, 2, 1, 0)
  }

  /// A table that gives every character of a range the same glyph.
  private static var characters: [UInt8] {
    shorts(0, 1, 0, 6) + longs(12) + shorts(13, 0) + longs(16 + groups.count * 12, 0, groups.count)
      + groups.flatMap { longs($0.0, $0.1, $0.2) }
  }

  private static var names: [UInt8] {
    let texts = [(1, "Boxes"), (2, "Regular"), (4, "Boxes"), (6, "Boxes")]
    var (records, letters): ([UInt8], [UInt8]) = ([], [])
    for (id, text) in texts {
      records += shorts(3, 1, 0x409, id, text.utf16.count * 2, letters.count)
      letters += text.utf16.flatMap { shorts(Int($0)) }
    }
    return shorts(0, texts.count, 6 + records.count) + records + letters
  }

  /// The outline of a box on the baseline.
  private static func box(height: Int) -> [UInt8] {
    padded(
      shorts(1, 60, 0, 540, height, 3, 0) + [1, 1, 1, 1]
        + shorts(60, 0, 480, 0) + shorts(0, height, 0, -height))
  }

  private static func shorts(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func longs(_ values: Int...) -> [UInt8] {
    values.flatMap { shorts($0 >> 16, $0) }
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}
