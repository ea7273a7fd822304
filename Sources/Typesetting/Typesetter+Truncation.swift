// Typesetter+Truncation.swift
// Stage: display. Cuts a line that is too long, and places its ellipsis.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension Typesetter {
  /// Returns the line that begins at a cell, truncated to the width according to the settings.
  func truncate(_ start: Int, in width: CGFloat, line: TextLayout.Line, isFirst: Bool)
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
    let run =
      cells[visible.head.last ?? visible.tail.first ?? min(start, cells.count - 1)].run
    let offset = start < cells.count ? cells[start].offset : endOffset
    if let bidi {
      let base = bidi.base(at: offset)
      for index in VisualOrder.order(
        visible.head, tail: visible.tail, ellipsis: base, cells: cells)
      {
        if let index { builder.add(cells[index]) } else { builder.addEllipsis(like: run) }
      }
    } else {
      for index in visible.head { builder.add(cells[index]) }
      builder.addEllipsis(like: run)
      for index in visible.tail { builder.add(cells[index]) }
    }
    builder.endWidth()
    var result = builder.finish(from: offset, ascent: line.ascent, descent: line.descent)
    result.isTruncated = true
    (result.isRightToLeft, result.indent) = (line.isRightToLeft, indent)
    let left = line.isRightToLeft ? 0 : indent
    result.origin = CGPoint(x: left, y: line.origin.y)
    result.shift(x: left, y: line.origin.y)
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
      if used > budget {
        var end = index
        while end > range.lowerBound, cells[end - 1].joinsNext { end -= 1 }
        return end
      }
    }
    return range.upperBound
  }

  private func suffixStart(_ range: Range<Int>, budget: CGFloat) -> Int {
    var used: CGFloat = 0
    for index in range.reversed() {
      used += cells[index].advance
      if used > budget {
        var start = index + 1
        while start < range.upperBound, cells[start - 1].joinsNext { start += 1 }
        return start
      }
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
}
