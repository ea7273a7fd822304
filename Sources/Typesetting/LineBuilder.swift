// LineBuilder.swift
// Stage: display. Turns the cells of one line into glyph runs, decorations and carets.
// Pure; exists only while one line is placed. Typesetter decides where lines break.
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
  private var current: Look?
  private var glyphs: [PlacedGlyph] = []
  private var decorations: [TextLayout.Decoration] = []
  private var carets: [TextLayout.Caret] = []
  private var end: Int?
  private var lastKern: CGFloat = 0
  private var hasRightToLeft = false
  /// Points by which the line is moved to the left, so that spaces at its left end hang over.
  private var overhang: CGFloat = 0

  private var pictures: [TextPicture] = []
  private var effects: [TextEffect] = []
  /// Whether a face has colours: the answer for the face of the last glyph.
  private var colored: (face: FontFaceID, isColored: Bool)?

  /// What glyphs of one run have in common.
  private struct Look: Equatable {
    var face: FontFaceID
    var size: CGFloat
    var color: CGColor
    var ornaments: TextOrnaments?
  }

  init(typesetter: Typesetter) { self.typesetter = typesetter }

  /// Reserves capacity for a number of graphemes.
  mutating func reserve(_ count: Int) {
    glyphs.reserveCapacity(count)
    carets.reserveCapacity(count + 1)
  }

  /// Adds a grapheme to the right of the others.
  ///
  /// - Parameter stretch: Points added to a space for justification.
  mutating func add(_ cell: Typesetter.Cell, stretch: CGFloat = 0) {
    let attributes = typesetter.runs[cell.run].attributes
    let advance = cell.advance + (cell.isSpace ? stretch : 0)
    let isRightToLeft = cell.isRightToLeft
    carets.append(
      TextLayout.Caret(
        offset: cell.offset, x: isRightToLeft ? pen + advance : pen,
        trailing: isRightToLeft ? pen : pen + advance))
    // Kern is part of the advance. It follows a character, on the left of one from right to left.
    var x = isRightToLeft ? pen + attributes.kern : pen
    for index in cell.glyphs {
      add(typesetter.glyphs[index], at: x, attributes)
      x += typesetter.glyphs[index].advance
    }
    if cell.isAttachment, let attachment = attributes.ornaments?.attachment,
      let image = attachment.image
    {
      pictures.append(
        TextPicture(
          image: image,
          rect: CGRect(
            x: x + attachment.bounds.minX, y: -attachment.bounds.maxY - attributes.baselineOffset,
            width: attachment.bounds.width, height: attachment.bounds.height), alpha: 1))
    }
    decorate(from: pen, to: pen + advance, run: cell.run, isSpace: cell.isSpace)
    pen += advance
    lastKern = attributes.kern
    end = max(end ?? 0, cell.offset + cell.length)
    hasRightToLeft = hasRightToLeft || isRightToLeft
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

  /// Excludes the spaces at the line's end from the width.
  ///
  /// - Parameter hanging: Their width in points.
  mutating func endWidth(hanging: CGFloat, isOnTheLeft: Bool) {
    width = max(0, pen - hanging)
    if isOnTheLeft { overhang = hanging }
  }

  /// Returns the line. Its range ends after the last cell.
  mutating func finish(from start: Int, ascent: CGFloat, descent: CGFloat) -> TextLayout.Line {
    let end = max(end ?? start, start)
    endRun()
    if hasRightToLeft { carets.sort { $0.offset < $1.offset } }
    // The end of the text is behind its last character, on the left of one from right to left.
    let last = hasRightToLeft ? carets.last?.trailing ?? pen : pen
    carets.append(TextLayout.Caret(offset: end, x: last, trailing: last))
    for index in decorations.indices where decorations[index].kind == .background {
      decorations[index].rect.origin.y = -ascent
      decorations[index].rect.size.height = ascent + descent
    }
    var line = TextLayout.Line(
      range: start..<end, origin: .zero, ascent: ascent, descent: descent, width: width ?? pen,
      runs: runs, decorations: decorations, pictures: pictures, effects: effects, carets: carets,
      isTruncated: false)
    line.shift(x: -overhang)
    return line
  }

  private mutating func add(_ glyph: ShapedGlyph, at x: CGFloat, _ attributes: TextAttributes) {
    let position = CGPoint(x: x + glyph.offset.dx, y: glyph.offset.dy - attributes.baselineOffset)
    if isColored(glyph.face),
      let picture = typesetter.fonts.picture(
        of: glyph.glyph, in: glyph.face, size: attributes.size,
        // The picture as a whole has the colour's alpha.
        textColor: attributes.color.copy(alpha: 1) ?? attributes.color)
    {
      add(picture, of: glyph.face, at: position, attributes)
      return
    }
    add(glyph.glyph, of: glyph.face, at: position, attributes, color: attributes.color)
  }

  private mutating func isColored(_ face: FontFaceID) -> Bool {
    if let colored, colored.face == face { return colored.isColored }
    let isColored = typesetter.fonts.isColored(face)
    colored = (face, isColored)
    return isColored
  }

  private mutating func add(
    _ picture: GlyphPicture, of face: FontFaceID, at position: CGPoint,
    _ attributes: TextAttributes
  ) {
    switch picture {
    case .image(let image, let place):
      let rect = CGRect(
        x: position.x + place.minX * attributes.size, y: position.y + place.minY * attributes.size,
        width: place.width * attributes.size, height: place.height * attributes.size)
      pictures.append(TextPicture(image: image, rect: rect, alpha: attributes.color.alpha))
    case .layers(let layers):
      for (glyph, color) in layers {
        add(glyph, of: face, at: position, attributes, color: color ?? attributes.color)
      }
    }
  }

  private mutating func add(
    _ glyph: UInt32, of face: FontFaceID, at position: CGPoint, _ attributes: TextAttributes,
    color: CGColor
  ) {
    let look = Look(
      face: face, size: attributes.size, color: color,
      ornaments: attributes.ornaments.flatMap { $0.hasEffect ? $0 : nil })
    if let current, current != look { endRun() }
    current = look
    glyphs.append(PlacedGlyph(glyph: glyph, position: position))
  }

  private mutating func endRun() {
    guard let current else { return }
    let run = GlyphRun(
      face: current.face, size: current.size, color: current.color, glyphs: glyphs)
    if let ornaments = current.ornaments {
      effects.append(TextEffect(run: run, ornaments: ornaments, outlines: outlines(ornaments)))
    } else {
      runs.append(run)
    }
    self.current = nil
    glyphs = []
  }

  /// The outlines of the current run's glyphs, where they are needed.
  private func outlines(_ ornaments: TextOrnaments) -> [UInt32: CGPath] {
    guard let current, ornaments.strokeWidth != 0 || ornaments.obliqueness != 0 else { return [:] }
    var outlines: [UInt32: CGPath] = [:]
    for glyph in glyphs where outlines[glyph.glyph] == nil {
      outlines[glyph.glyph] = typesetter.fonts.outline(of: glyph.glyph, in: current.face)
    }
    return outlines
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
