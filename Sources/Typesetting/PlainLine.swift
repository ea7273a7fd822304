// PlainLine.swift
// Stage: display. One line of simple characters, laid out without graphemes, cells and line
// breaking: the text of most labels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One line of simple text with one set of attributes, placed exactly as by ``Typesetter``.
///
/// Coordinates are points from the text's top left, y down.
struct PlainLine {
  let glyphs: [PlacedGlyph]
  /// The pen's position after the last character.
  let end: CGFloat
  /// The left end of the baseline.
  let origin: CGPoint
  let ascent: CGFloat, descent: CGFloat
  /// The width without trailing spaces, which hang over the end.
  let width: CGFloat

  /// The text's size, equal to ``TextLayout/size``.
  var size: CGSize {
    CGSize(width: width, height: (origin.y + descent) - (origin.y - ascent))
  }

  /// Places text. Nil when the text is not simple, does not fit, or needs more than one plain line.
  ///
  /// - Parameter storage: Memory for the glyphs, reused if its capacity suffices.
  init?(
    _ text: String, _ attributes: TextAttributes, width room: CGFloat,
    paragraph: ParagraphSettings, metrics: FontMetrics, table: GlyphTable,
    storage: consuming [PlacedGlyph] = []
  ) {
    guard attributes.isPlain, paragraph.firstLineHeadIndent == 0, paragraph.tailIndent == 0,
      paragraph.direction != .rightToLeft
    else { return nil }
    let room = max(room, 0)
    (ascent, descent) = paragraph.heights(
      ascent: max(0, metrics.ascender), descent: max(0, metrics.descender))
    var ends = Ends(pen: 0, trimmed: 0)
    var text = text
    let baseline = ascent
    let limit = room + Typesetter.tolerance
    var glyphs = storage
    glyphs.removeAll(keepingCapacity: true)
    let isPlaced = text.withUTF8 { bytes in
      glyphs.reserveCapacity(bytes.count)
      // A line that may not break is measured when it is complete.
      return Self.place(
        bytes, size: attributes.size, baseline: baseline,
        limit: paragraph.wraps ? limit : .infinity, table: table, into: &glyphs, ends: &ends)
    }
    guard isPlaced, !glyphs.isEmpty else { return nil }
    let width = max(0, ends.trimmed)
    if !paragraph.wraps && width > limit { return nil }
    let free = (room.isFinite ? room : width) - width
    let shift: CGFloat
    switch paragraph.alignment {
    case .left, .natural, .justified: shift = 0
    case .center: shift = free / 2
    case .right: shift = free
    }
    if shift != 0 {
      glyphs.withUnsafeMutableBufferPointer { buffer in
        for index in buffer.indices { buffer[index].position.x += shift }
      }
    }
    self.glyphs = glyphs
    end = ends.pen + shift
    origin = CGPoint(x: shift, y: baseline)
    self.width = width
  }

  private struct Ends {
    /// The positions after the last character, and after the last that is not a space.
    var pen: CGFloat, trimmed: CGFloat
  }

  /// Places characters from x = 0. Returns false when one is not simple or ends beyond the limit.
  private static func place(
    _ bytes: UnsafeBufferPointer<UInt8>, size: CGFloat, baseline: CGFloat, limit: CGFloat,
    table: GlyphTable, into glyphs: inout [PlacedGlyph], ends: inout Ends
  ) -> Bool {
    table.forEachSimple(bytes, size: size) { character, glyph, advance in
      glyphs.append(PlacedGlyph(glyph: glyph, position: CGPoint(x: ends.pen, y: baseline)))
      ends.pen += advance
      if character == 0x20 { return true }
      ends.trimmed = ends.pen
      // The first character of a line is placed even when it is too wide.
      return glyphs.count == 1 || ends.pen <= limit
    }
  }
}

extension GlyphRun {
  /// The line's glyphs with the attributes of its placement.
  init(_ line: PlainLine, _ attributes: TextAttributes) {
    self.init(
      face: attributes.face, size: attributes.size, color: attributes.color, glyphs: line.glyphs)
  }
}
