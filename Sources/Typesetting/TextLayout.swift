// TextLayout.swift
// Stage: display. Lays out attributed text in a width as lines of placed glyphs.
// Pure: fonts are an argument. Draws only into a given context.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Line spacing and alignment, and the treatment of text that does not fit.
package struct ParagraphSettings: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case left, center, right, justified, natural }

  /// Cases as in Apple's `NSLineBreakMode`.
  package enum LineBreak: Hashable, Sendable {
    case wordWrapping, characterWrapping, clipping, truncatingHead, truncatingTail,
      truncatingMiddle
  }

  package var alignment = Alignment.natural
  package var lineBreak = LineBreak.wordWrapping
  /// The maximum number of lines. 0 for no limit.
  package var maximumLines = 0
  /// Points between one line's bottom and the next line's top.
  package var lineSpacing: CGFloat = 0
  /// Points between paragraphs.
  package var paragraphSpacing: CGFloat = 0
  /// A factor of the font's line height. 0 for none.
  package var lineHeightMultiple: CGFloat = 0
  /// Limits of a line's height in points. 0 for none.
  package var minimumLineHeight: CGFloat = 0, maximumLineHeight: CGFloat = 0
  /// Indents in points of a paragraph's first line and of its other lines.
  package var firstLineHeadIndent: CGFloat = 0, headIndent: CGFloat = 0

  package init() {}

  package init(
    alignment: Alignment = .natural, lineBreak: LineBreak = .wordWrapping, maximumLines: Int = 0
  ) {
    trap(unless: maximumLines >= 0, "the maximum number of lines cannot be \(maximumLines)")
    self.alignment = alignment
    self.lineBreak = lineBreak
    self.maximumLines = maximumLines
  }
}

/// Text broken into lines, with the position of every glyph.
///
/// Coordinates are points from the text's top left, y down.
///
///     let layout = TextLayout(
///       [AttributedRun("Hello", attributes)], width: 200, fonts: Fonts.provider)
///     layout.draw(in: context, at: .zero)
package struct TextLayout: Sendable {
  /// A bar below or through text, or the colour behind it.
  package struct Decoration: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case background, underline, strikethrough }

    package var kind: Kind
    package var rect: CGRect
    package var color: CGColor
    /// Alternating lengths of dash and gap in points. Empty for a solid bar.
    package var dashes: [CGFloat] = []
  }

  /// A position between two characters.
  package struct Caret: Hashable, Sendable {
    /// UTF-16 units from the start of the text, at a grapheme boundary.
    package var offset: Int
    /// Points from the text's left edge.
    package var x: CGFloat
  }

  package struct Line: Hashable, Sendable {
    /// The line's range in UTF-16 units, without its newline.
    package var range: Range<Int>
    /// The left end of the baseline.
    package var origin: CGPoint
    /// Points above and below the baseline.
    package var ascent: CGFloat, descent: CGFloat
    /// The width without trailing spaces, which hang over the end.
    package var width: CGFloat
    package var runs: [GlyphRun]
    package var decorations: [Decoration]
    /// One more than the line's graphemes, in logical order. For a truncated line, of the visible
    /// ones.
    package var carets: [Caret]
    package var isTruncated: Bool

    package var top: CGFloat { origin.y - ascent }
    package var bottom: CGFloat { origin.y + descent }
  }

  package private(set) var lines: [Line]
  /// The longest line's width, and the height from the first line's top to the last line's bottom.
  package private(set) var size: CGSize
  /// Whether any text is omitted.
  package private(set) var isTruncated: Bool

  /// Lays text out.
  ///
  /// - Parameters:
  ///   - width: The width in points for line breaking and alignment. Infinite for no breaks; lines
  ///     are then aligned within the longest.
  ///   - height: The height in points. Lines below it are omitted, except the first.
  ///   - fonts: The source of glyphs and metrics.
  /// - Precondition: `width` and `height` are not NaN.
  package init(
    _ runs: [AttributedRun], width: CGFloat = .infinity, height: CGFloat = .infinity,
    paragraph: ParagraphSettings = ParagraphSettings(), fonts: any FontProvider
  ) {
    trap(unless: !width.isNaN && !height.isNaN, "text cannot be laid out in \(width) x \(height)")
    if let plain = Self(plain: runs, width: width, paragraph: paragraph, fonts: fonts) {
      self = plain
      return
    }
    var typesetter = Typesetter(runs: runs, paragraph: paragraph, fonts: fonts)
    lines = typesetter.lines(width: max(width, 0), height: height)
    isTruncated = lines.contains(where: \.isTruncated)
    size = CGSize(
      width: typesetter.extent,
      height: (lines.last?.bottom ?? 0) - (lines.first?.top ?? 0))
  }

  /// Lays out one run that fits a ``PlainLine``. Nil for any other text.
  private init?(
    plain runs: [AttributedRun], width: CGFloat, paragraph: ParagraphSettings,
    fonts: any FontProvider
  ) {
    guard runs.count == 1, let run = runs.first,
      let table = fonts.glyphTable(of: run.attributes.face),
      let line = PlainLine(
        run.text, run.attributes, width: width, paragraph: paragraph,
        metrics: fonts.metrics(of: run.attributes.face, size: run.attributes.size), table: table)
    else { return nil }
    var carets: [Caret] = []
    carets.reserveCapacity(line.glyphs.count + 1)
    for (offset, glyph) in line.glyphs.enumerated() {
      carets.append(Caret(offset: offset, x: glyph.position.x))
    }
    carets.append(Caret(offset: line.glyphs.count, x: line.end))
    lines = [
      Line(
        range: 0..<line.glyphs.count, origin: line.origin, ascent: line.ascent,
        descent: line.descent, width: line.width,
        runs: [GlyphRun(line, run.attributes)], decorations: [], carets: carets, isTruncated: false)
    ]
    size = line.size
    isTruncated = false
  }

  /// Draws the text with its top left corner at a point.
  package func draw(in context: CGContext, at point: CGPoint) {
    context.saveGState()
    context.translateBy(x: point.x, y: point.y)
    // Behind the text of all lines, because letters reach into the lines beside their own.
    draw(.background, in: context)
    draw(.underline, in: context)
    for line in lines {
      for run in line.runs { context.draw(run) }
    }
    draw(.strikethrough, in: context)
    context.restoreGState()
  }

  private func draw(_ kind: Decoration.Kind, in context: CGContext) {
    for line in lines {
      for decoration in line.decorations where decoration.kind == kind {
        decoration.draw(in: context)
      }
    }
  }

  /// Returns the caret before the character at an offset. Nil for text without lines.
  ///
  /// - Parameter offset: UTF-16 units. An offset inside a grapheme is its start; one beyond the end
  ///   is the end.
  package func caret(at offset: Int) -> (line: Int, x: CGFloat)? {
    guard
      let index = lines.lastIndex(where: { $0.range.lowerBound <= offset }) ?? lines.indices.first
    else { return nil }
    let line = lines[index]
    let caret = line.carets.last { $0.offset <= offset } ?? line.carets.first
    return (index, caret?.x ?? line.origin.x)
  }

  /// Returns the offset of the grapheme boundary nearest to a point, in UTF-16 units. 0 without
  /// text.
  package func offset(nearestTo point: CGPoint) -> Int {
    guard let line = lines.first(where: { point.y < $0.bottom }) ?? lines.last else { return 0 }
    return line.carets.min { abs($0.x - point.x) < abs($1.x - point.x) }?.offset
      ?? line.range.lowerBound
  }

  /// Returns the rectangles that cover a range of UTF-16 units, one per line.
  package func rects(for range: Range<Int>) -> [CGRect] {
    lines.compactMap { line in
      let inside = line.carets.filter {
        range.lowerBound <= $0.offset && $0.offset <= range.upperBound
      }
      guard let left = inside.map(\.x).min(), let right = inside.map(\.x).max(), right > left else {
        return nil
      }
      return CGRect(x: left, y: line.top, width: right - left, height: line.bottom - line.top)
    }
  }
}

extension TextLayout {
  /// Returns the same text in a single colour, with nothing behind it: the text of a shadow.
  package func recoloured(_ color: CGColor) -> TextLayout {
    var copy = self
    for line in copy.lines.indices {
      for run in copy.lines[line].runs.indices { copy.lines[line].runs[run].color = color }
      copy.lines[line].decorations.removeAll { $0.kind == .background }
      for index in copy.lines[line].decorations.indices {
        copy.lines[line].decorations[index].color = color
      }
    }
    return copy
  }
}

extension TextLayout.Decoration {
  fileprivate func draw(in context: CGContext) {
    guard !dashes.isEmpty else {
      context.setFillColor(color)
      context.fill(rect)
      return
    }
    context.saveGState()
    context.setStrokeColor(color)
    context.setLineWidth(rect.height)
    context.setLineCap(.butt)
    context.setLineDash(phase: 0, lengths: dashes)
    context.strokeLineSegments(
      between: [CGPoint(x: rect.minX, y: rect.midY), CGPoint(x: rect.maxX, y: rect.midY)])
    context.restoreGState()
  }
}
