// LineBuilder.swift
// Stage: display. Turns the cells of one line into glyph runs, decorations and carets.
// Pure; exists only while one line is placed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Places the cells of one line from x = 0 on a baseline at y = 0.
struct LineBuilder {
  private let typesetter: Typesetter
  private var pen: CGFloat = 0
  private var width: CGFloat?
  private var runs: [GlyphRun] = []
  /// The attributes and glyphs of the current run, appended to ``runs`` when the next one begins.
  private var current: (face: FontFaceID, size: CGFloat, color: CGColor)?
  private var glyphs: [PlacedGlyph] = []
  private var decorations: [TextLayout.Decoration] = []
  private var carets: [TextLayout.Caret] = []
  private var end: Int?
  private var lastKern: CGFloat = 0

  init(typesetter: Typesetter) { self.typesetter = typesetter }

  /// Reserves capacity for a number of graphemes.
  mutating func reserve(_ count: Int) {
    glyphs.reserveCapacity(count)
    carets.reserveCapacity(count + 1)
  }

  /// Adds a grapheme.
  ///
  /// - Parameter stretch: Points added to a space for justification.
  mutating func add(_ cell: Typesetter.Cell, stretch: CGFloat = 0) {
    let attributes = typesetter.runs[cell.run].attributes
    carets.append(TextLayout.Caret(offset: cell.offset, x: pen))
    var x = pen
    for index in cell.glyphs {
      add(typesetter.glyphs[index], at: x, attributes)
      x += typesetter.glyphs[index].advance
    }
    let advance = cell.advance + (cell.isSpace ? stretch : 0)
    decorate(from: pen, to: pen + advance, run: cell.run)
    pen += advance
    lastKern = attributes.kern
    end = cell.offset + cell.length
  }

  /// Appends the ellipsis of truncated text.
  mutating func addEllipsis(like run: Int) {
    let start = pen
    for glyph in typesetter.ellipsis(like: run) {
      add(glyph, at: pen, typesetter.runs[run].attributes)
      pen += glyph.advance
    }
    lastKern = 0
    decorate(from: start, to: pen, run: run)
  }

  /// Excludes the following cells from the width; they hang over the end.
  mutating func endWidth() { width = max(0, pen - max(lastKern, 0)) }

  /// Returns the line. Its range ends after the last cell.
  mutating func finish(from start: Int, ascent: CGFloat, descent: CGFloat) -> TextLayout.Line {
    let end = max(end ?? start, start)
    endRun()
    carets.append(TextLayout.Caret(offset: end, x: pen))
    return TextLayout.Line(
      range: start..<end, origin: .zero, ascent: ascent, descent: descent, width: width ?? pen,
      runs: runs, decorations: decorations,
      carets: carets, isTruncated: false)
  }

  private mutating func add(_ glyph: ShapedGlyph, at x: CGFloat, _ attributes: TextAttributes) {
    let placed = PlacedGlyph(
      glyph: glyph.glyph,
      position: CGPoint(x: x + glyph.offset.dx, y: glyph.offset.dy - attributes.baselineOffset))
    let look = (glyph.face, attributes.size, attributes.color)
    if let current, current != look { endRun() }
    current = look
    glyphs.append(placed)
  }

  private mutating func endRun() {
    guard let current else { return }
    runs.append(
      GlyphRun(face: current.face, size: current.size, color: current.color, glyphs: glyphs))
    self.current = nil
    glyphs = []
  }

  private mutating func decorate(from left: CGFloat, to right: CGFloat, run: Int) {
    let attributes = typesetter.runs[run].attributes
    guard attributes.isUnderlined || attributes.isStruckThrough, right > left else { return }
    let metrics = typesetter.metrics(of: run)
    func bar(centre: CGFloat) {
      let rect = CGRect(
        x: left, y: centre - attributes.baselineOffset - metrics.underlineThickness / 2,
        width: right - left, height: metrics.underlineThickness)
      // Neighbouring characters share one bar, because seams between bars would show.
      if let index = decorations.lastIndex(where: {
        $0.rect.minY == rect.minY && $0.rect.height == rect.height
          && abs($0.rect.maxX - rect.minX) < 1e-6 && $0.color == attributes.color
      }) {
        decorations[index].rect.size.width = rect.maxX - decorations[index].rect.minX
      } else {
        decorations.append(TextLayout.Decoration(rect: rect, color: attributes.color))
      }
    }
    if attributes.isUnderlined { bar(centre: metrics.underlinePosition) }
    if attributes.isStruckThrough { bar(centre: -metrics.xHeight / 2) }
  }
}
