// TextDrawings.swift
// Stage: display. Drawings of plain texts, kept for those that show the same again: counters that
// come round, tables of figures.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Everything but the characters that decides how a plain text is drawn, and what is found of the
/// font with it.
///
/// One object stands for all equal looks of a ``TextDrawings``, so that looks are compared by
/// identity.
package final class TextStyle {
  package struct Values: Hashable {
    package var attributes: TextAttributes
    package var paragraph: ParagraphSettings
    /// The room that the drawing fills, in points.
    package var room: CGSize
    /// Pixels per point, on which the baseline is placed.
    package var scale: CGFloat

    package init(
      attributes: TextAttributes, paragraph: ParagraphSettings, room: CGSize, scale: CGFloat
    ) {
      self.attributes = attributes
      self.paragraph = paragraph
      self.room = room
      self.scale = scale
    }
  }

  package let values: Values
  /// ``Fonts/generation`` of the font that it was found with.
  package let generation: Int
  private let metrics: FontMetrics
  private let table: GlyphTable?

  fileprivate init(_ values: Values, generation: Int) {
    self.values = values
    self.generation = generation
    let face = values.attributes.face
    metrics = Fonts.provider.metrics(of: face, size: values.attributes.size)
    table = Fonts.provider.glyphTable(of: face)
  }

  /// Returns the drawing of a text that stands in the middle of the room's height, when it is of
  /// simple characters and fits one line; nil for what takes a ``TextLayout``.
  ///
  /// - Parameter spare: A drawing that its owner no longer shows, whose memory is taken if nobody
  ///   else holds it; nil afterwards when it was.
  package func drawing(ofLine text: String, reusing spare: inout Drawing?) -> Drawing? {
    guard let table else { return nil }
    var room = Drawing.reclaim(&spare)
    let isReclaimed = room != nil
    guard
      let line = PlainLine(
        text, values.attributes, width: values.room.width, paragraph: values.paragraph,
        metrics: metrics, table: table, storage: room.take() ?? [])
    else { return nil }
    let top = Self.top(
      of: line.size.height, ascent: line.ascent, in: CGRect(origin: .zero, size: values.room),
      scale: values.scale)
    let item = Drawing.Item(
      command: .glyphs(GlyphRun(line, values.attributes)),
      transform: CGAffineTransform(translationX: 0, y: top))
    guard isReclaimed else { return Drawing(size: values.room, items: [item]) }
    Drawing.fill(&spare, size: values.room, with: item)
    return spare.take()
  }

  /// Returns where the top of a text lies that stands in the middle of a rectangle.
  ///
  /// Whole pixels for the baseline: text that stands between two rows looks soft.
  package static func top(
    of height: CGFloat, ascent: CGFloat, in rect: CGRect, scale: CGFloat
  ) -> CGFloat {
    let baseline = rect.midY - height / 2 + ascent
    return (baseline * scale).rounded() / scale - ascent
  }
}

/// A bounded store of drawings by text and style.
///
/// A text is kept when it comes for the second time: most that change each frame never do.
/// Drawings are kept in two halves. When the young half is full it becomes the old one, whose
/// drawings come back when they are asked for and otherwise go with it. As many texts as one half
/// holds are not made again however often they take turns.
package final class TextDrawings {
  /// The most drawings that one half keeps.
  package static let limit = 2048
  /// The most bytes of text that one half keeps; a glyph takes about 24 times that.
  package static let byteLimit = 64 << 10
  /// The most bytes of a text that is kept.
  private static let longest = 512

  private struct Key: Hashable {
    var text: String
    var style: TextStyle
    var digest: Int

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    static func == (a: Key, b: Key) -> Bool {
      a.digest == b.digest && a.style === b.style && a.text.isIdentical(to: b.text)
    }
  }

  private var young: [Key: Drawing] = [:]
  private var old: [Key: Drawing] = [:]
  private var bytes = 0
  private var seen = SeenBefore()
  private var styles: [TextStyle.Values: TextStyle] = [:]
  private var generation = Fonts.generation

  package init() {}

  /// How many drawings are kept.
  package var count: Int { young.count + old.count }

  /// Returns the one object for equal looks, as the installed font has them.
  package func style(for values: TextStyle.Values) -> TextStyle {
    forgetOtherFonts()
    if let known = styles[values] { return known }
    // Sizes that animate must not fill the memory; who uses a style keeps it.
    if styles.count >= 256 { styles.removeAll(keepingCapacity: true) }
    let style = TextStyle(values, generation: generation)
    styles[values] = style
    return style
  }

  /// Returns a text's drawing, made now unless it is kept.
  ///
  /// - Parameter make: Called for a text that is not kept.
  /// - Returns: The same object each time once the text is kept.
  package func drawing(
    of text: String, in style: TextStyle, make: () -> Drawing
  ) -> Drawing {
    let length = text.utf8.count
    guard length <= Self.longest else { return make() }
    forgetOtherFonts()
    let key = Key(
      text: text, style: style, digest: text.digest ^ Int(bitPattern: ObjectIdentifier(style)))
    if let known = young[key] { return known }
    let drawing: Drawing
    if let known = old[key] {
      drawing = known
    } else {
      drawing = make()
      if !seen.insert(key.digest) { return drawing }
    }
    if young.count >= Self.limit || bytes + length > Self.byteLimit {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
      bytes = 0
    }
    young[key] = drawing
    bytes += length
    return drawing
  }

  private func forgetOtherFonts() {
    guard generation != Fonts.generation else { return }
    generation = Fonts.generation
    young = [:]
    old = [:]
    bytes = 0
    styles = [:]
  }
}

/// Whether a number came before, most likely: one bit for many numbers, forgotten after a while.
private struct SeenBefore {
  /// Texts that come again after more others than this would not be kept that long either.
  private static let capacity = 1 << 12
  /// Sixteen bits for each number, so that few of them share one.
  private var bits = [UInt64](repeating: 0, count: 16 * capacity / 64)
  private var count = 0

  /// Notes a number; returns whether it was noted before, or one that shares its bit.
  mutating func insert(_ digest: Int) -> Bool {
    let bit = Int((UInt64(bitPattern: Int64(digest)) &* 0x9E37_79B9_7F4A_7C15) >> 48)
    let (word, mask) = (bit / 64, UInt64(1) << UInt64(bit % 64))
    if bits[word] & mask != 0 { return true }
    if count == Self.capacity {
      for index in bits.indices { bits[index] = 0 }
      count = 0
    }
    bits[word] |= mask
    count += 1
    return false
  }
}

extension String {
  /// Whether two strings are made of the same scalars; equal strings may be of others.
  package func isIdentical(to other: String) -> Bool {
    self == other && (utf8.count == other.utf8.count) && utf8.elementsEqual(other.utf8)
  }

  /// A number that differs, most likely, for strings that differ.
  fileprivate var digest: Int {
    var text = self
    return text.withUTF8 { bytes in
      var result: UInt64 = 0x9E37_79B9_7F4A_7C15
      for byte in bytes {
        result = (result ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
      return Int(truncatingIfNeeded: result ^ result >> 29)
    }
  }
}
