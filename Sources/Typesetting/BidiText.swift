// BidiText.swift
// Stage: display. The directions of a text with more than one: levels of its characters, and the visual order
// of a line. Pure: the levels themselves come from the font provider.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The directions of a text's paragraphs. Exists only for text that does not run from left to right
/// throughout.
struct BidiText {
  private struct Paragraph {
    var start: Int
    var base: UInt8
  }

  private var paragraphs: [Paragraph] = []
  /// One level for each UTF-16 unit.
  private var levels: [UInt8] = []

  /// Resolves the directions of all runs together. Nil when everything runs from left to right.
  init?(_ runs: [AttributedRun], direction: WritingDirection, fonts: any FontProvider) {
    guard
      direction == .rightToLeft
        || runs.contains(where: { $0.text.unicodeScalars.contains(where: \.mayRunFromRightToLeft) })
    else { return nil }
    let text = runs.count == 1 ? runs[0].text : runs.map(\.text).joined()
    levels.reserveCapacity(text.utf16.count)
    for piece in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let separator = piece.endIndex < text.endIndex ? text[piece.endIndex].utf16.count : 0
      let count = piece.utf16.count
      let found = fonts.embeddingLevels(of: String(piece), direction: direction)
      let base = found?.base ?? 0
      paragraphs.append(Paragraph(start: levels.count, base: base))
      if let found, found.levels.count == count {
        levels += found.levels
      } else {
        levels += repeatElement(base, count: count)
      }
      levels += repeatElement(base, count: separator)
    }
  }

  /// The level of the paragraph that contains an offset.
  func base(at offset: Int) -> UInt8 {
    var (low, high) = (0, paragraphs.count)
    while low < high {
      let middle = (low + high) / 2
      if paragraphs[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? paragraphs[low - 1].base : 0
  }

  /// The parts of a text with one level each, in the order of the text.
  ///
  /// - Parameter offset: Where the text begins.
  func parts(of text: Substring, from offset: Int) -> [(text: Substring, level: UInt8)] {
    var parts: [(text: Substring, level: UInt8)] = []
    var offset = offset
    var start = text.startIndex
    var current: UInt8?
    for index in text.indices {
      let level = levels.indices.contains(offset) ? levels[offset] : 0
      if let current, current != level {
        parts.append((text[start..<index], current))
        start = index
      }
      current = level
      offset += text[index].utf16.count
    }
    if let current { parts.append((text[start...], current)) }
    return parts
  }
}

/// The order of a line's cells from the left: rules L1 and L2 of the Unicode bidirectional algorithm.
enum VisualOrder {
  /// The cells of a line, with their levels in it.
  ///
  /// - Parameter trimmed: The line without the spaces at its end, which have the paragraph's level.
  static func order(
    _ range: Range<Int>, trimmed: Range<Int>, base: UInt8, cells: [Typesetter.Cell]
  ) -> [(item: Int, level: UInt8)] {
    reordered(range.map { ($0, $0 < trimmed.upperBound ? cells[$0].level : base) })
  }

  /// The cells around an ellipsis, which is nil.
  static func order(
    _ head: Range<Int>, tail: Range<Int>, ellipsis: UInt8, cells: [Typesetter.Cell]
  ) -> [Int?] {
    var items: [(Int?, UInt8)] = head.map { ($0, cells[$0].level) }
    items.append((nil, ellipsis))
    items += tail.map { ($0, cells[$0].level) }
    return reordered(items).map(\.item)
  }

  /// Reverses each run of cells at a level or above, from the highest level down to the lowest odd one.
  private static func reordered<Item>(
    _ items: [(item: Item, level: UInt8)]
  ) -> [(item: Item, level: UInt8)] {
    var items = items
    guard let highest = items.lazy.map(\.level).max(), highest > 0 else { return items }
    for level in stride(from: highest, through: 1, by: -1) {
      var index = 0
      while index < items.count {
        guard items[index].level >= level else {
          index += 1
          continue
        }
        var end = index
        while end < items.count, items[end].level >= level { end += 1 }
        items[index..<end].reverse()
        index = end
      }
    }
    return items
  }
}

extension Unicode.Scalar {
  /// Whether the character, or one that it controls, may run from right to left. True for some that do not.
  fileprivate var mayRunFromRightToLeft: Bool {
    switch value {
    case 0..<0x590: false
    case 0x590...0x8FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFF,
      0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
