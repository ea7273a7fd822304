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
    decorate(from: pen, to: pen + advance, run: cell.run, isSpace: cell.isSpace)
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
    decorate(from: start, to: pen, run: run, isSpace: false)
  }

  /// Excludes the following cells from the width; they hang over the end.
  mutating func endWidth() { width = max(0, pen - max(lastKern, 0)) }

  /// Returns the line. Its range ends after the last cell.
  mutating func finish(from start: Int, ascent: CGFloat, descent: CGFloat) -> TextLayout.Line {
    let end = max(end ?? start, start)
    endRun()
    carets.append(TextLayout.Caret(offset: end, x: pen))
    for index in decorations.indices where decorations[index].kind == .background {
      decorations[index].rect.origin.y = -ascent
      decorations[index].rect.size.height = ascent + descent
    }
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

  // MARK: Decorations

  private mutating func decorate(from left: CGFloat, to right: CGFloat, run: Int, isSpace: Bool) {
    let attributes = typesetter.runs[run].attributes
    guard !attributes.isPlain, right > left else { return }
    let ornaments = attributes.ornaments
    if let color = ornaments?.background {
      // As high as the line, whose height ``finish(from:ascent:descent:)`` fills in.
      append(
        TextLayout.Decoration(
          kind: .background, rect: CGRect(x: left, y: 0, width: right - left, height: 0),
          color: color))
    }
    guard !attributes.underline.isEmpty || !attributes.strikethrough.isEmpty else { return }
    let metrics = typesetter.metrics(of: run)
    func bars(
      _ style: TextLineStyle, _ kind: TextLayout.Decoration.Kind, centre: CGFloat, _ color: CGColor?
    ) {
      guard !isSpace || !style.contains(.byWord) else { return }
      let (offsets, factor) = style.bars
      let height = metrics.underlineThickness * factor
      for offset in offsets {
        let y = centre - attributes.baselineOffset + offset * metrics.underlineThickness
        append(
          TextLayout.Decoration(
            kind: kind,
            rect: CGRect(x: left, y: y - height / 2, width: right - left, height: height),
            color: color ?? attributes.color, dashes: style.dashes.map { $0 * height }))
      }
    }
    bars(
      attributes.underline, .underline, centre: metrics.underlinePosition,
      ornaments?.underlineColor)
    bars(
      attributes.strikethrough, .strikethrough, centre: -metrics.xHeight / 2,
      ornaments?.strikethroughColor)
  }

  /// Adds a bar, or extends the one that it continues.
  private mutating func append(_ bar: TextLayout.Decoration) {
    // Neighbouring characters share one bar, because seams between bars would show.
    if let index = decorations.lastIndex(where: {
      $0.kind == bar.kind && $0.rect.minY == bar.rect.minY && $0.rect.height == bar.rect.height
        && abs($0.rect.maxX - bar.rect.minX) < 1e-6 && $0.color == bar.color
        && $0.dashes == bar.dashes
    }) {
      decorations[index].rect.size.width = bar.rect.maxX - decorations[index].rect.minX
    } else {
      decorations.append(bar)
    }
  }
}
