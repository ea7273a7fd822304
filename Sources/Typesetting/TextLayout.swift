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
  /// The direction of every paragraph. Natural alignment is at the edge where it begins.
  package var direction = WritingDirection.natural
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
  /// The end of lines in points: from the edge where they begin when positive, else from the other one.
  package var tailIndent: CGFloat = 0
  /// Points before paragraphs, except the first.
  package var paragraphSpacingBefore: CGFloat = 0
  /// Where tabs lead to. Nil for tabs of four spaces.
  package var tabs: TabStops?

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

/// The places that tabs lead to.
package struct TabStops: Hashable, Sendable {
  package struct Stop: Hashable, Sendable {
    /// Points from the edge where lines begin.
    package var location: CGFloat
    /// Where the text after the tab lies: behind, around or before the place.
    package var alignment: ParagraphSettings.Alignment

    package init(location: CGFloat, alignment: ParagraphSettings.Alignment) {
      self.location = location
      self.alignment = alignment
    }
  }

  /// By location.
  package var stops: [Stop]
  /// The distance in points of the places after the last stop. 0 for none.
  package var interval: CGFloat

  package init(stops: [Stop], interval: CGFloat) {
    self.stops = stops.filter { $0.location.isFinite }.map {
      Stop(location: $0.location.limitedInText, alignment: $0.alignment)
    }.sorted { $0.location < $1.location }
    self.interval = interval.isFinite ? max(interval, 0) : 0
  }

  /// The first place behind a point of a line. Nil without one.
  func next(after x: CGFloat) -> Stop? {
    if let stop = stops.first(where: { $0.location > x + Typesetter.tolerance }) { return stop }
    guard interval > 0, x.isFinite else { return nil }
    let location = ((x + Typesetter.tolerance) / interval).rounded(.down) * interval + interval
    // The count of tiny intervals may be beyond the largest number.
    return location.isFinite ? Stop(location: location, alignment: .left) : nil
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
    /// Points from the text's left edge to the edge at which the next character begins.
    package var x: CGFloat
    /// Points to the edge at which the next character ends, on the left of one from right to left. Equal to
    /// ``x`` at the end of the line.
    package var trailing: CGFloat
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
    package var pictures: [TextPicture] = []
    /// Glyphs that are not in ``runs``, because they are more than filled.
    package var effects: [TextEffect] = []
    /// One more than the line's graphemes, in logical order. For a truncated line, of the visible
    /// ones.
    package var carets: [Caret]
    package var isTruncated: Bool
    /// Whether the line's paragraph runs from right to left.
    package var isRightToLeft = false
    /// Points between the line and the edge at which it begins.
    var indent: CGFloat = 0

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
  ///   - width: The width in points for line breaking and alignment. Infinite, or greater than any text, for no
  ///     breaks; lines are then aligned within the longest.
  ///   - height: The height in points. Lines below it are omitted, except the first.
  ///   - fonts: The source of glyphs and metrics.
  /// - Precondition: `width` and `height` are not NaN.
  package init(
    _ runs: [AttributedRun], width: CGFloat = .infinity, height: CGFloat = .infinity,
    paragraph: ParagraphSettings = ParagraphSettings(), fonts: any FontProvider
  ) {
    trap(unless: !width.isNaN && !height.isNaN, "text cannot be laid out in \(width) x \(height)")
    // `greatestFiniteMagnitude` is the usual width of those who ask for a text's size.
    let width = width < .greatestInText ? width : .infinity
    if let plain = Self(plain: runs, width: width, paragraph: paragraph, fonts: fonts) {
      self = plain
      return
    }
    var typesetter = Typesetter(runs: runs, paragraph: paragraph, fonts: fonts)
    lines = typesetter.lines(width: max(width, 0), height: height)
    isTruncated = lines.contains(where: \.isTruncated)
    size = CGSize(
      width: typesetter.extent,
      height: max(0, (lines.last?.bottom ?? 0) - (lines.first?.top ?? 0)))
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
      let next = offset + 1 < line.glyphs.count ? line.glyphs[offset + 1].position.x : line.end
      carets.append(Caret(offset: offset, x: glyph.position.x, trailing: next))
    }
    carets.append(Caret(offset: line.glyphs.count, x: line.end, trailing: line.end))
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
      for effect in line.effects { effect.draw(in: context) }
      for run in line.runs { context.draw(run) }
      for picture in line.pictures { picture.draw(in: context) }
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
    let carets = line.carets
    // Within a character, its nearer edge: at the border of two directions the edges of different offsets
    // lie at one place.
    for index in carets.indices.dropLast() {
      let (leading, trailing) = (carets[index].x, carets[index].trailing)
      guard min(leading, trailing) <= point.x, point.x < max(leading, trailing) else { continue }
      let isNearTheEnd = abs(point.x - trailing) < abs(point.x - leading)
      return carets[isNearTheEnd ? index + 1 : index].offset
    }
    return carets.min { abs($0.x - point.x) < abs($1.x - point.x) }?.offset
      ?? line.range.lowerBound
  }

  /// Returns the offset of the caret next to another one on its line, in the order from left to right. Nil at
  /// the line's edge.
  package func offset(beside offset: Int, isOnTheLeft: Bool) -> Int? {
    guard let (index, x) = caret(at: offset) else { return nil }
    let carets = lines[index].carets
    return isOnTheLeft
      ? carets.filter { $0.x < x - Typesetter.tolerance }.max { $0.x < $1.x }?.offset
      : carets.filter { $0.x > x + Typesetter.tolerance }.min { $0.x < $1.x }?.offset
  }

  /// Whether any paragraph or part of the text runs from right to left.
  package var hasRightToLeft: Bool {
    lines.contains { $0.isRightToLeft || $0.carets.contains { $0.trailing < $0.x } }
  }

  /// Returns the rectangles that cover a range of UTF-16 units: one per line, more where text of the other
  /// direction lies between.
  package func rects(for range: Range<Int>) -> [CGRect] {
    lines.flatMap { line in
      var spans: [(left: CGFloat, right: CGFloat)] = []
      for caret in line.carets.dropLast() where range.contains(caret.offset) {
        spans.append((min(caret.x, caret.trailing), max(caret.x, caret.trailing)))
      }
      spans.sort { $0.left < $1.left }
      var rects: [CGRect] = []
      for (left, right) in spans where right > left {
        if let last = rects.last, left <= last.maxX + 1e-6 {
          rects[rects.count - 1].size.width = max(last.maxX, right) - last.minX
        } else {
          rects.append(
            CGRect(x: left, y: line.top, width: right - left, height: line.bottom - line.top))
        }
      }
      return rects
    }
  }
}

extension TextLayout {
  /// Returns the same text in a single colour, with nothing behind it: the text of a shadow.
  package func recoloured(_ color: CGColor) -> TextLayout {
    var copy = self
    for line in copy.lines.indices {
      for run in copy.lines[line].runs.indices { copy.lines[line].runs[run].color = color }
      copy.lines[line].pictures = []
      for index in copy.lines[line].effects.indices {
        copy.lines[line].effects[index].run.color = color
        copy.lines[line].effects[index].ornaments.strokeColor = nil
        copy.lines[line].effects[index].ornaments.shadow = nil
      }
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
      if kind == .background { context.fill(rect) } else { context.fillBar(rect) }
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
