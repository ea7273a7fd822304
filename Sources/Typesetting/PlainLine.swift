// PlainLine.swift
// Stage: display. Text of simple characters that fits one line, without the way through graphemes,
// cells and lines: what labels with figures and short words show.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// One line of simple text in one look, placed exactly as the ``Typesetter`` places it.
///
/// The origin is the text's top left corner, y down, units points.
struct PlainLine {
  let glyphs: [PlacedGlyph]
  /// Where the pen stands behind the last character.
  let end: CGFloat
  /// The left end of the baseline.
  let origin: CGPoint
  let ascent: CGFloat, descent: CGFloat
  /// Without the spaces that hang over the end.
  let width: CGFloat

  /// The text's size as ``TextLayout/size`` has it.
  var size: CGSize {
    CGSize(width: width, height: (origin.y + descent) - (origin.y - ascent))
  }

  /// Places text; nil when it is not simple, does not fit, or its settings ask for more than that.
  ///
  /// - Parameter storage: Memory for the glyphs, used where it has room.
  init?(
    _ text: String, _ attributes: TextAttributes, width room: CGFloat,
    paragraph: ParagraphSettings, metrics: FontMetrics, table: GlyphTable,
    storage: consuming [PlacedGlyph] = []
  ) {
    guard attributes.kern == 0, attributes.baselineOffset == 0, !attributes.isUnderlined,
      !attributes.isStruckThrough, paragraph.firstLineHeadIndent == 0
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
      // A line that may not break is measured once it is whole.
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
    /// Behind the last character, and behind the last that is no space.
    var pen: CGFloat, trimmed: CGFloat
  }

  /// Places characters from x = 0 on; false when one is not simple, or ends beyond the limit.
  private static func place(
    _ bytes: UnsafeBufferPointer<UInt8>, size: CGFloat, baseline: CGFloat, limit: CGFloat,
    table: GlyphTable, into glyphs: inout [PlacedGlyph], ends: inout Ends
  ) -> Bool {
    table.forEachSimple(bytes, size: size) { character, glyph, advance in
      glyphs.append(PlacedGlyph(glyph: glyph, position: CGPoint(x: ends.pen, y: baseline)))
      ends.pen += advance
      if character == 0x20 { return true }
      ends.trimmed = ends.pen
      // The first character stands on its line whatever its width.
      return glyphs.count == 1 || ends.pen <= limit
    }
  }
}

extension GlyphRun {
  /// The glyphs of a line, in the look that it was placed in.
  init(_ line: PlainLine, _ attributes: TextAttributes) {
    self.init(
      face: attributes.face, size: attributes.size, color: attributes.color, glyphs: line.glyphs)
  }
}
