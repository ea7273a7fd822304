// Typesetter.swift
// Stage: display. The algorithm of TextLayout: shape, break, truncate, place.
// Pure: fonts are an argument. Exists only while one text is laid out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Lays out one text.
struct Typesetter {
  /// A grapheme with its width and glyphs.
  struct Cell {
    /// UTF-16 units from the start of the text.
    var offset: Int
    var length: Int
    /// The width in points with kern. 0 for a newline, and for all but the first cell of a
    /// ligature.
    var advance: CGFloat
    /// The cell's run, an index into ``Typesetter/runs``.
    var run: Int
    /// The cell's glyphs, a range of ``Typesetter/glyphs``. Empty for a cell without glyphs of its
    /// own.
    var glyphs: Range<Int>
    var isSpace: Bool
    var isNewline: Bool
    /// Whether a line may end after it.
    var allowsBreakAfter: Bool
  }

  /// The tolerance in points of a line's width, for the errors of pixel rounding and summation.
  static let tolerance: CGFloat = 0.01

  let runs: [AttributedRun]
  let paragraph: ParagraphSettings
  let fonts: any FontProvider
  private(set) var cells: [Cell] = []
  private(set) var glyphs: [ShapedGlyph] = []
  /// The width in points of the lines with indents, before alignment.
  private(set) var extent: CGFloat = 0
  private let metrics: [FontMetrics]

  init(runs: [AttributedRun], paragraph: ParagraphSettings, fonts: any FontProvider) {
    self.runs = runs.filter { !$0.text.isEmpty }
    self.paragraph = paragraph
    self.fonts = fonts
    metrics = self.runs.map { fonts.metrics(of: $0.attributes.face, size: $0.attributes.size) }
    var offset = 0
    for index in self.runs.indices { shape(run: index, from: &offset) }
    markBreaks()
  }

  // MARK: Shaping

  private mutating func shape(run index: Int, from offset: inout Int) {
    let (text, attributes) = (runs[index].text, runs[index].attributes)
    // Line search is slow; all line separators contain one of these bytes.
    guard text.utf8.contains(where: { 0x0A...0x0D ~= $0 || $0 == 0xC2 || $0 == 0xE2 }) else {
      shape(text[...], run: index, attributes: attributes, from: &offset)
      return
    }
    for piece in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      shape(piece, run: index, attributes: attributes, from: &offset)
      guard piece.endIndex < text.endIndex else { continue }
      let newline = text[piece.endIndex].utf16.count
      cells.append(
        Cell(
          offset: offset, length: newline, advance: 0, run: index,
          glyphs: glyphs.count..<glyphs.count, isSpace: true, isNewline: true,
          allowsBreakAfter: true))
      offset += newline
    }
  }

  private mutating func shape(
    _ piece: Substring, run: Int, attributes: TextAttributes, from offset: inout Int
  ) {
    guard !piece.isEmpty else { return }
    if shapeSimple(piece, run: run, attributes: attributes, from: &offset) { return }
    // Fonts have no glyph for a tab; it is drawn as a space, four spaces wide.
    let text = piece.utf8.contains(0x09) ? piece.replacing("\t", with: " ") : piece
    var shaped = fonts.shape(String(text), face: attributes.face, size: attributes.size)
    // Glyphs are in visual order, so right-to-left text runs backwards through them.
    if zip(shaped, shaped.dropFirst()).contains(where: { $0.cluster > $1.cluster }) {
      let order = shaped.indices.sorted { (shaped[$0].cluster, $0) < (shaped[$1].cluster, $1) }
      shaped = order.map { shaped[$0] }
    }
    glyphs.reserveCapacity(glyphs.count + shaped.count)
    cells.reserveCapacity(cells.count + shaped.count)
    var next = 0
    var start = 0
    for character in piece {
      let length = character.utf16.count
      let first = glyphs.count
      var advance: CGFloat = 0
      while next < shaped.count, shaped[next].cluster < start + length {
        var glyph = shaped[next]
        if character == "\t" { glyph.advance *= 4 }
        glyphs.append(glyph)
        advance += glyph.advance
        next += 1
      }
      cells.append(
        Cell(
          offset: offset + start, length: length, advance: advance + attributes.kern, run: run,
          glyphs: first..<glyphs.count, isSpace: character.isBreakingSpace, isNewline: false,
          allowsBreakAfter: character.allowsBreakAfter))
      start += length
    }
    offset += start
  }

  /// Adds text of simple characters from the face's table. Returns whether all of them were simple.
  private mutating func shapeSimple(
    _ piece: Substring, run: Int, attributes: TextAttributes, from offset: inout Int
  ) -> Bool {
    guard let table = fonts.glyphTable(of: attributes.face) else { return false }
    let (cellCount, glyphCount) = (cells.count, glyphs.count)
    let start = offset
    let isSimple =
      piece.utf8.withContiguousStorageIfAvailable { bytes in
        cells.reserveCapacity(cellCount + bytes.count)
        glyphs.reserveCapacity(glyphCount + bytes.count)
        return table.forEachSimple(bytes, size: attributes.size) { character, glyph, advance in
          glyphs.append(
            ShapedGlyph(
              face: attributes.face, glyph: glyph, advance: advance,
              cluster: glyphs.count - glyphCount))
          cells.append(
            Cell(
              offset: start + cells.count - cellCount, length: 1,
              advance: advance + attributes.kern, run: run,
              glyphs: glyphs.count - 1..<glyphs.count, isSpace: character == 0x20,
              isNewline: false, allowsBreakAfter: character == 0x20 || character == 0x2D))
          return true
        }
      } ?? false
    guard isSimple else {
      cells.removeLast(cells.count - cellCount)
      glyphs.removeLast(glyphs.count - glyphCount)
      return false
    }
    offset += cells.count - cellCount
    return true
  }

  private mutating func markBreaks() {
    guard paragraph.lineBreak != .characterWrapping else {
      for index in cells.indices { cells[index].allowsBreakAfter = true }
      return
    }
    for index in cells.indices.dropLast() where cells[index + 1].isSpace {
      // Spaces hang over the end, so the break is after the last of them.
      cells[index].allowsBreakAfter = false
    }
  }

  // MARK: Breaking

  /// A line's cells without its newline, and the start of the next line.
  private func breakLine(from start: Int, width: CGFloat, isFirst: Bool) -> (end: Int, next: Int) {
    let room = width - (isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent)
    var used: CGFloat = 0
    var lastBreak: Int?
    for index in start..<cells.count {
      let cell = cells[index]
      if cell.isNewline { return (index, index + 1) }
      if !cell.isSpace, used + cell.advance - trailingKern(cell) > room + Self.tolerance,
        index > start
      {
        let end = lastBreak ?? index
        return (end, end)
      }
      used += cell.advance
      if cell.allowsBreakAfter { lastBreak = index + 1 }
    }
    return (cells.count, cells.count)
  }

  private func trailingKern(_ cell: Cell) -> CGFloat { runs[cell.run].attributes.kern }

  mutating func lines(width: CGFloat, height: CGFloat) -> [TextLayout.Line] {
    guard !cells.isEmpty else { return [] }
    let wraps = paragraph.wraps
    var lines: [TextLayout.Line] = []
    var start = 0
    var y: CGFloat = 0
    var beginsParagraph = true
    var endsWithNewline = false
    while start < cells.count || endsWithNewline {
      let (end, next) =
        start < cells.count
        ? breakLine(from: start, width: wraps ? width : .infinity, isFirst: beginsParagraph)
        : (start, start)
      endsWithNewline = next > end && next == cells.count
      var line = place(
        start..<end, in: width, isFirst: beginsParagraph,
        isLast: next > end || next == cells.count)
      if let last = lines.last {
        y +=
          paragraph.lineSpacing + leading(of: start..<max(end, start + 1))
          + (beginsParagraph ? paragraph.paragraphSpacing : 0)
        if y + line.ascent + line.descent > height + Self.tolerance {
          let range = cellRange(of: last)
          lines[lines.count - 1] = cut(
            range.lowerBound, in: width, line: last, isFirst: range.lowerBound == 0)
          break
        }
      }
      let isLastAllowed = lines.count + 1 == paragraph.maximumLines
      line.origin.y = y + line.ascent
      line.shift(y: line.origin.y)
      let hasMore = next < cells.count || endsWithNewline
      if (isLastAllowed && hasMore) || (!wraps && line.width > width + Self.tolerance) {
        line = cut(start, in: width, line: line, isFirst: beginsParagraph)
      }
      lines.append(line)
      y = line.bottom
      if isLastAllowed { break }
      if start == cells.count { endsWithNewline = false }
      beginsParagraph = next > end
      start = next
    }
    extent = lines.map { $0.origin.x + $0.width }.max() ?? 0
    align(&lines, in: width)
    return lines
  }

  private func cellRange(of line: TextLayout.Line) -> Range<Int> {
    let start = cells.firstIndex { $0.offset >= line.range.lowerBound } ?? cells.count
    let end = cells.firstIndex { $0.offset >= line.range.upperBound } ?? cells.count
    return start..<max(end, start)
  }

  // MARK: Placing

  /// Ascent and descent over cells. For an empty range, those of the cell before or at its
  /// position.
  private func heights(of range: Range<Int>) -> (ascent: CGFloat, descent: CGFloat) {
    let fallback = min(range.lowerBound, cells.count - 1)
    var ascent: CGFloat = 0
    var descent: CGFloat = 0
    for index in range.isEmpty ? fallback..<fallback + 1 : range {
      let (run, raised) = (cells[index].run, runs[cells[index].run].attributes.baselineOffset)
      ascent = max(ascent, metrics[run].ascender + raised)
      descent = max(descent, metrics[run].descender - raised)
    }
    return paragraph.heights(ascent: ascent, descent: descent)
  }

  private func leading(of range: Range<Int>) -> CGFloat {
    let index = min(range.lowerBound, cells.count - 1)
    return metrics[cells[index].run].leading
  }

  /// Places cells from x = 0 on a baseline at y = 0.
  private func place(_ range: Range<Int>, in width: CGFloat, isFirst: Bool, isLast: Bool)
    -> TextLayout.Line
  {
    let (ascent, descent) = heights(of: range)
    var line = LineBuilder(typesetter: self)
    let trimmed = range.lowerBound..<range.trimmingEnd { cells[$0].isSpace }
    var stretch: CGFloat = 0
    if paragraph.alignment == .justified, !isLast, width.isFinite {
      let spaces = trimmed.count { cells[$0].isSpace }
      let natural = trimmed.reduce(0) { $0 + cells[$1].advance }
      let indent = isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent
      stretch = spaces > 0 ? max(0, width - indent - natural) / CGFloat(spaces) : 0
    }
    line.reserve(range.count)
    for index in range {
      if index == trimmed.upperBound { line.endWidth() }
      line.add(cells[index], stretch: index < trimmed.upperBound ? stretch : 0)
    }
    if trimmed.upperBound == range.upperBound { line.endWidth() }
    let start = range.lowerBound < cells.count ? cells[range.lowerBound].offset : endOffset
    var result = line.finish(from: start, ascent: ascent, descent: descent)
    result.shift(x: isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent)
    result.origin.x = isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent
    return result
  }

  var endOffset: Int { cells.last.map { $0.offset + $0.length } ?? 0 }

  private func align(_ lines: inout [TextLayout.Line], in width: CGFloat) {
    let room = width.isFinite ? width : extent
    for index in lines.indices {
      let free = room - lines[index].origin.x - lines[index].width
      let shift: CGFloat
      switch paragraph.alignment {
      case .left, .natural, .justified: shift = 0
      case .center: shift = free / 2
      case .right: shift = free
      }
      lines[index].origin.x += shift
      lines[index].shift(x: shift)
    }
  }

  // MARK: Truncation

  /// Returns the line that begins at a cell, truncated to the width according to the settings.
  private func cut(_ start: Int, in width: CGFloat, line: TextLayout.Line, isFirst: Bool)
    -> TextLayout.Line
  {
    let indent = isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent
    let paragraphEnd = cells[start...].firstIndex(where: \.isNewline) ?? cells.count
    let candidates = start..<paragraphEnd
    guard let visible = visibleCells(candidates, room: width - indent) else {
      var clipped = line
      clipped.isTruncated = true
      return clipped
    }
    var builder = LineBuilder(typesetter: self)
    for index in visible.head { builder.add(cells[index]) }
    builder.addEllipsis(
      like: cells[visible.head.last ?? visible.tail.first ?? min(start, cells.count - 1)].run)
    for index in visible.tail { builder.add(cells[index]) }
    builder.endWidth()
    var result = builder.finish(
      from: start < cells.count ? cells[start].offset : endOffset,
      ascent: line.ascent, descent: line.descent)
    result.isTruncated = true
    result.origin = CGPoint(x: indent, y: line.origin.y)
    result.shift(x: indent, y: line.origin.y)
    return result
  }

  /// The cells before and after the ellipsis. Nil when the text is cut without an ellipsis.
  private func visibleCells(_ candidates: Range<Int>, room: CGFloat) -> (
    head: Range<Int>, tail: Range<Int>
  )? {
    let (low, high) = (candidates.lowerBound, candidates.upperBound)
    switch paragraph.lineBreak {
    case .wordWrapping, .characterWrapping, .clipping: return nil
    case .truncatingTail:
      let budget = room - ellipsisWidth(like: low) + Self.tolerance
      let end = prefixEnd(candidates, budget: budget)
      return (low..<(low..<end).trimmingEnd { cells[$0].isSpace }, high..<high)
    case .truncatingHead:
      let budget = room - ellipsisWidth(like: high - 1) + Self.tolerance
      return (low..<low, suffixStart(candidates, budget: budget)..<high)
    case .truncatingMiddle:
      let budget = room - ellipsisWidth(like: low) + Self.tolerance
      let end = prefixEnd(candidates, budget: budget / 2)
      let used = (low..<end).reduce(0) { $0 + cells[$1].advance }
      return (low..<end, max(end, suffixStart(candidates, budget: budget - used))..<high)
    }
  }

  private func prefixEnd(_ range: Range<Int>, budget: CGFloat) -> Int {
    var used: CGFloat = 0
    for index in range {
      used += cells[index].advance
      if used > budget { return index }
    }
    return range.upperBound
  }

  private func suffixStart(_ range: Range<Int>, budget: CGFloat) -> Int {
    var used: CGFloat = 0
    for index in range.reversed() {
      used += cells[index].advance
      if used > budget { return index + 1 }
    }
    return range.lowerBound
  }

  private func ellipsisWidth(like index: Int) -> CGFloat {
    let run = cells[min(max(index, 0), cells.count - 1)].run
    return ellipsis(like: run).reduce(0) { $0 + $1.advance }
  }

  func ellipsis(like run: Int) -> [ShapedGlyph] {
    fonts.shape("\u{2026}", face: runs[run].attributes.face, size: runs[run].attributes.size)
  }

  func metrics(of run: Int) -> FontMetrics { metrics[run] }
}

extension ParagraphSettings {
  /// Whether text too long for its line continues in the next one.
  var wraps: Bool {
    switch lineBreak {
    case .wordWrapping, .characterWrapping: true
    // A single truncated line does not wrap. Of several lines, only the last one is truncated.
    case .clipping, .truncatingHead, .truncatingTail, .truncatingMiddle: maximumLines != 1
    }
  }

  /// Returns a line's ascent and descent in points, from those of its text.
  func heights(ascent: CGFloat, descent: CGFloat) -> (ascent: CGFloat, descent: CGFloat) {
    let natural = ascent + descent
    var wanted = natural * (lineHeightMultiple > 0 ? lineHeightMultiple : 1)
    wanted = max(wanted, minimumLineHeight)
    if maximumLineHeight > 0 { wanted = min(wanted, maximumLineHeight) }
    // Additional height is added above the text, so that the baseline's distance to the bottom is
    // kept.
    return (ascent + wanted - natural, descent)
  }
}

extension Range where Bound == Int {
  /// Returns the range without its trailing elements that satisfy a condition.
  fileprivate func trimmingEnd(while condition: (Int) -> Bool) -> Int {
    var end = upperBound
    while end > lowerBound, condition(end - 1) { end -= 1 }
    return end
  }
}

extension TextLayout.Line {
  /// Moves the glyphs and carets. ``origin`` is unchanged.
  fileprivate mutating func shift(x: CGFloat = 0, y: CGFloat = 0) {
    guard x != 0 || y != 0 else { return }
    for index in runs.indices { runs[index].move(x: x, y: y) }
    for index in decorations.indices {
      decorations[index].rect = decorations[index].rect.offsetBy(dx: x, dy: y)
    }
    for index in carets.indices { carets[index].x += x }
  }
}

extension Character {
  /// Whether a line may end here with the character hanging over the edge.
  fileprivate var isBreakingSpace: Bool {
    if let ascii = asciiValue { return ascii == 0x20 || 0x09...0x0D ~= ascii }
    return isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}"
  }

  /// Whether a line may end after the character: spaces, hyphens, dashes, and ideographs, which are
  /// written without spaces.
  fileprivate var allowsBreakAfter: Bool {
    if isBreakingSpace { return true }
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x2D, 0x2010, 0x2013, 0x2014, 0x200B: return true
    case 0x2E80...0x2FDF, 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }
}
