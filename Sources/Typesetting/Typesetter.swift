// Typesetter.swift
// Stage: display. The algorithm of TextLayout: shape, break, truncate, place.
// Pure: fonts are an argument. Exists only while one text is laid out.
//
// This folder: lines of text (`TextLayout`): broken, truncated, aligned and decorated, by the fonts of a
// `FontProvider`.
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
    /// The width in points with kern. 0 for a newline. The cells of a ligature share its width.
    var advance: CGFloat
    /// The cell's run, an index into ``Typesetter/runs``.
    var run: Int
    /// The cell's glyphs in visual order, a range of ``Typesetter/glyphs``. A ligature belongs to the
    /// leftmost of its cells; the others have none.
    var glyphs: Range<Int>
    var isNewline: Bool
    let breakClass: LineBreakClass
    /// Whether a line may end after it.
    var allowsBreakAfter = false
    /// Whether the next cell belongs to the same ligature.
    var joinsNext = false
    var isTab = false
    /// Whether the cell shows the attachment of its run.
    var isAttachment = false
    /// The embedding level: odd for a cell from right to left.
    var level: UInt8 = 0

    var isSpace: Bool { breakClass == .space }
    var isRightToLeft: Bool { level & 1 != 0 }
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
  /// The directions of the text. Nil when all of it runs from left to right.
  let bidi: BidiText?

  init(runs: [AttributedRun], paragraph: ParagraphSettings, fonts: any FontProvider) {
    self.runs = runs.filter { !$0.text.isEmpty }
    self.paragraph = paragraph
    self.fonts = fonts
    metrics = self.runs.map { fonts.metrics(of: $0.attributes.face, size: $0.attributes.size) }
    bidi = BidiText(self.runs, direction: paragraph.direction, fonts: fonts)
    var offset = 0
    for index in self.runs.indices { shape(run: index, from: &offset) }
    markBreaks()
  }

  // MARK: Shaping

  private mutating func shape(run index: Int, from offset: inout Int) {
    let (text, attributes) = (runs[index].text, runs[index].attributes)
    if let attachment = attributes.ornaments?.attachment,
      text.contains(TextAttachment.character)
    {
      add(attachment, run: index, from: &offset)
      return
    }
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
          glyphs: glyphs.count..<glyphs.count, isNewline: true, breakClass: .space))
      offset += newline
    }
  }

  /// Adds a run of attachments. Its other characters have no place.
  private mutating func add(_ attachment: TextAttachment, run: Int, from offset: inout Int) {
    for character in runs[run].text {
      let length = character.utf16.count
      let isAttachment = character == TextAttachment.character
      cells.append(
        Cell(
          offset: offset, length: length,
          advance: isAttachment ? attachment.bounds.width + runs[run].attributes.kern : 0, run: run,
          glyphs: glyphs.count..<glyphs.count, isNewline: character.isNewline,
          breakClass: .ideograph, isAttachment: isAttachment, level: bidi?.base(at: offset) ?? 0))
      offset += length
    }
  }

  private mutating func shape(
    _ piece: Substring, run: Int, attributes: TextAttributes, from offset: inout Int
  ) {
    guard !piece.isEmpty else { return }
    guard let bidi else {
      if shapeSimple(piece, run: run, attributes: attributes, from: &offset) { return }
      shape(piece, run: run, level: 0, from: &offset)
      return
    }
    for (part, level) in bidi.parts(of: piece, from: offset) {
      shape(part, run: run, level: level, from: &offset)
    }
  }

  /// Adds text of one direction.
  private mutating func shape(
    _ piece: Substring, run: Int, level: UInt8, from offset: inout Int
  ) {
    let attributes = runs[run].attributes
    var options = ShapingOptions()
    options.isRightToLeft = level & 1 != 0
    options.hasLigatures = attributes.hasLigatures
    options.hasKerning = attributes.hasKerning
    if runs.count > 1 { (options.before, options.after) = context(of: piece, run: run) }
    // Fonts have no glyph for a tab; it is drawn as a space, four spaces wide.
    let text = piece.utf8.contains(0x09) ? piece.replacing("\t", with: " ") : piece
    let shaped = fonts.shape(
      String(text), face: attributes.face, size: attributes.size, options: options)
    addCells(
      piece, shaped, run: run, level: level, from: offset, order: Self.logicalOrder(of: shaped))
    offset = endOffset
  }

  /// The characters before and after a piece in the runs beside its own, which letters may join.
  private func context(of piece: Substring, run: Int) -> (before: String, after: String) {
    let text = runs[run].text
    let before =
      piece.startIndex == text.startIndex && run > 0 ? String(runs[run - 1].text.suffix(4)) : ""
    let after =
      piece.endIndex == text.endIndex && run + 1 < runs.count
      ? String(runs[run + 1].text.prefix(4)) : ""
    // Only letters of scripts with joined letters do.
    func joins(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value >= 0x590 } }
    return (joins(before) ? before : "", joins(after) ? after : "")
  }

  /// The indices of glyphs in the order of their characters, those of one character in visual order. Nil
  /// for glyphs that are in this order.
  private static func logicalOrder(of shaped: [ShapedGlyph]) -> [Int]? {
    guard zip(shaped, shaped.dropFirst()).contains(where: { $0.cluster > $1.cluster }) else {
      return nil
    }
    return shaped.indices.sorted { (shaped[$0].cluster, $0) < (shaped[$1].cluster, $1) }
  }

  /// Adds the cells of a text.
  ///
  /// - Parameter order: The glyphs in the order of the text; nil for that of the array.
  private mutating func addCells(
    _ piece: Substring, _ shaped: [ShapedGlyph], run: Int, level: UInt8, from offset: Int,
    order: [Int]?
  ) {
    glyphs.reserveCapacity(glyphs.count + shaped.count)
    cells.reserveCapacity(cells.count + shaped.count)
    let kern = runs[run].attributes.kern
    var next = 0
    var start = 0
    var first = cells.count
    for character in piece {
      let length = character.utf16.count
      let firstGlyph = glyphs.count
      var advance: CGFloat = 0
      while next < shaped.count {
        var glyph = shaped[order?[next] ?? next]
        guard glyph.cluster < start + length else { break }
        if character == "\t" { glyph.advance *= 4 }
        glyphs.append(glyph)
        advance += glyph.advance
        next += 1
      }
      // A character that was drawn by the glyphs before it.
      let isPart =
        firstGlyph == glyphs.count && first < cells.count && !character.isInvisible
        && !shaped.isEmpty && cells.count - first < Self.longestLigature
      if isPart {
        cells[cells.count - 1].joinsNext = true
      } else {
        first = cells.count
      }
      cells.append(
        Cell(
          offset: offset + start, length: length, advance: advance + kern, run: run,
          glyphs: firstGlyph..<glyphs.count, isNewline: false,
          breakClass: LineBreakClass(character), isTab: character == "\t", level: level))
      if isPart { shareGlyphs(of: first..<cells.count, kern: kern) }
      start += length
    }
  }

  /// The most cells of a ligature. A damaged font may draw nothing for all of a text.
  private static let longestLigature = 32

  /// Divides the width of a ligature among its cells.
  private mutating func shareGlyphs(of group: Range<Int>, kern: CGFloat) {
    let total = group.reduce(0) { $0 + cells[$1].advance - kern }
    let all = group.map { cells[$0].glyphs }.first { !$0.isEmpty } ?? 0..<0
    for index in group {
      cells[index].advance = total / CGFloat(group.count) + kern
      cells[index].glyphs = all.upperBound..<all.upperBound
    }
    // The leftmost cell has the glyphs, because a line is placed from the left.
    let owner = cells[group.lowerBound].isRightToLeft ? group.upperBound - 1 : group.lowerBound
    cells[owner].glyphs = all
  }

  /// Adds text of simple characters from the face's table. Returns whether all of them were simple.
  private mutating func shapeSimple(
    _ piece: Substring, run: Int, attributes: TextAttributes, from offset: inout Int
  ) -> Bool {
    guard attributes.hasKerning, let table = fonts.glyphTable(of: attributes.face) else {
      return false
    }
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
              glyphs: glyphs.count - 1..<glyphs.count, isNewline: false,
              breakClass: LineBreakClass(latin: UInt32(character))))
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
      for index in cells.indices { cells[index].allowsBreakAfter = !cells[index].joinsNext }
      return
    }
    // Whether a word begins here, or has begun with nothing but hyphens: as in `--force`, they belong to it (LB 20a).
    var isWordStart = true
    for index in cells.indices.dropLast() {
      let cell = cells[index]
      let isWordHyphen = isWordStart && cell.breakClass == .hyphen
      cells[index].allowsBreakAfter =
        !cell.joinsNext
        && LineBreakClass.allowsBreak(
          after: isWordHyphen ? .letter : cell.breakClass, before: cells[index + 1].breakClass)
      isWordStart = cell.isSpace || isWordHyphen
    }
  }

  // MARK: Breaking

  /// A line's cells without its newline, and the start of the next line.
  private mutating func breakLine(
    from start: Int, width: CGFloat, isFirst: Bool
  ) -> (end: Int, next: Int) {
    let indent = isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent
    let room = right(in: width) - indent
    var used: CGFloat = 0
    var lastBreak: Int?
    for index in start..<cells.count {
      if cells[index].isTab, let tabs = paragraph.tabs {
        widen(tab: index, from: indent + used, tabs)
      }
      let cell = cells[index]
      if cell.isNewline { return (index, index + 1) }
      if !cell.isSpace, used + cell.advance - trailingKern(cell) > room + Self.tolerance,
        index > start
      {
        let end = lastBreak ?? clusterStart(index, after: start)
        return (end, end)
      }
      used += cell.advance
      if cell.allowsBreakAfter { lastBreak = index + 1 }
    }
    return (cells.count, cells.count)
  }

  /// The end of lines, in points from the edge where they begin.
  private func right(in width: CGFloat) -> CGFloat {
    paragraph.tailIndent > 0 ? min(width, paragraph.tailIndent) : width + paragraph.tailIndent
  }

  /// Makes a tab as wide as its stop demands.
  private mutating func widen(tab index: Int, from x: CGFloat, _ tabs: TabStops) {
    guard let stop = tabs.next(after: x) else { return }
    var before: CGFloat = 0
    if stop.alignment == .right || stop.alignment == .center {
      let end = cells[(index + 1)...].firstIndex { $0.isTab || $0.isNewline } ?? cells.count
      before = (index + 1..<end).reduce(0) { $0 + cells[$1].advance }
      if stop.alignment == .center { before /= 2 }
    }
    cells[index].advance = max(0, stop.location - x - before)
  }

  /// The start of the ligature around a cell. The cell itself when it begins one, and when the line would
  /// hold nothing.
  private func clusterStart(_ index: Int, after start: Int) -> Int {
    var result = index
    while result > start, cells[result - 1].joinsNext { result -= 1 }
    return result > start ? result : index
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
          + (beginsParagraph ? paragraph.paragraphSpacing + paragraph.paragraphSpacingBefore : 0)
        if y + line.ascent + line.descent > height + Self.tolerance {
          let range = cellRange(of: last)
          lines[lines.count - 1] = truncate(
            range.lowerBound, in: width, line: last, isFirst: range.lowerBound == 0)
          break
        }
      }
      let isLastAllowed = lines.count + 1 == paragraph.maximumLines
      line.origin.y = y + line.ascent
      line.shift(y: line.origin.y)
      let hasMore = next < cells.count || endsWithNewline
      if (isLastAllowed && hasMore) || (!wraps && line.width > width + Self.tolerance) {
        line = truncate(start, in: width, line: line, isFirst: beginsParagraph)
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
      if cells[index].isAttachment,
        let bounds = runs[run].attributes.ornaments?.attachment?.bounds
      {
        ascent = max(ascent, bounds.maxY + raised)
        descent = max(descent, -bounds.minY - raised)
      }
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
      stretch = spaces > 0 ? max(0, right(in: width) - indent - natural) / CGFloat(spaces) : 0
    }
    line.reserve(range.count)
    let start = range.lowerBound < cells.count ? cells[range.lowerBound].offset : endOffset
    let indent = isFirst ? paragraph.firstLineHeadIndent : paragraph.headIndent
    guard let bidi else {
      for index in range {
        if index == trimmed.upperBound { line.endWidth() }
        line.add(cells[index], stretch: index < trimmed.upperBound ? stretch : 0)
      }
      if trimmed.upperBound == range.upperBound { line.endWidth() }
      var result = line.finish(from: start, ascent: ascent, descent: descent)
      result.shift(x: indent)
      result.origin.x = indent
      return result
    }
    let base = bidi.base(at: start)
    for (index, level) in VisualOrder.order(range, trimmed: trimmed, base: base, cells: cells) {
      var cell = cells[index]
      cell.level = level
      line.add(cell, stretch: index < trimmed.upperBound ? stretch : 0)
    }
    let isRightToLeft = base & 1 != 0
    line.endWidth(
      hanging: (trimmed.upperBound..<range.upperBound).reduce(0) { $0 + cells[$1].advance },
      isOnTheLeft: isRightToLeft)
    var result = line.finish(from: start, ascent: ascent, descent: descent)
    result.isRightToLeft = isRightToLeft
    result.indent = indent
    if !isRightToLeft {
      result.shift(x: indent)
      result.origin.x = indent
    }
    return result
  }

  var endOffset: Int { cells.last.map { $0.offset + $0.length } ?? 0 }

  private func align(_ lines: inout [TextLayout.Line], in width: CGFloat) {
    let room = width.isFinite ? right(in: width) : extent
    for index in lines.indices {
      let line = lines[index]
      // The indent of a line from right to left is on its right.
      let free = room - line.origin.x - line.width - (line.isRightToLeft ? line.indent : 0)
      let shift: CGFloat
      switch paragraph.alignment {
      case .left: shift = 0
      case .natural, .justified: shift = line.isRightToLeft ? free : 0
      case .center: shift = free / 2
      case .right: shift = free
      }
      lines[index].origin.x += shift
      lines[index].shift(x: shift)
    }
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

  /// Returns a line's ascent and descent in points, from the text's.
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
  func trimmingEnd(while condition: (Int) -> Bool) -> Int {
    var end = upperBound
    while end > lowerBound, condition(end - 1) { end -= 1 }
    return end
  }
}

extension TextLayout.Line {
  /// Moves the glyphs and carets. ``origin`` is unchanged.
  mutating func shift(x: CGFloat = 0, y: CGFloat = 0) {
    guard x != 0 || y != 0 else { return }
    for index in runs.indices { runs[index].move(x: x, y: y) }
    for index in effects.indices { effects[index].run.move(x: x, y: y) }
    for index in pictures.indices {
      pictures[index].rect = pictures[index].rect.offsetBy(dx: x, dy: y)
    }
    for index in decorations.indices {
      decorations[index].rect = decorations[index].rect.offsetBy(dx: x, dy: y)
    }
    for index in carets.indices {
      carets[index].x += x
      carets[index].trailing += x
    }
  }
}

extension Character {
  /// Whether nothing is drawn for the character by itself.
  fileprivate var isInvisible: Bool {
    unicodeScalars.allSatisfy {
      $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .control
    }
  }
}
