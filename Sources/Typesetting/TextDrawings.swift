// TextDrawings.swift
// Stage: display. A cache of plain text drawings for texts that recur: counters, tables of figures.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Everything but the characters that a plain text's drawing depends on, with the properties of its
/// font.
///
/// Equal styles of a ``TextDrawings`` are one object, so that they are compared by identity.
package final class TextStyle {
  package struct Values: Hashable {
    package var attributes: TextAttributes
    package var paragraph: ParagraphSettings
    /// The drawing's size in points.
    package var room: CGSize
    /// Pixels per point. The baseline is rounded to whole pixels.
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
  /// The ``Fonts/generation`` of the font's properties.
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

  /// Returns the drawing of a text, centred vertically, when the text is simple and fits one line.
  /// Nil for a text that needs a ``TextLayout``.
  ///
  /// - Parameter spare: A drawing that its owner no longer shows. Its memory is reused if it is
  ///   uniquely referenced; it is nil afterwards.
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

  /// Returns the top of a text centred vertically in a rectangle.
  ///
  /// The baseline is rounded to whole pixels, because text between two rows is blurred.
  package static func top(
    of height: CGFloat, ascent: CGFloat, in rect: CGRect, scale: CGFloat
  ) -> CGFloat {
    let baseline = rect.midY - height / 2 + ascent
    return (baseline * scale).rounded() / scale - ascent
  }
}

/// A bounded cache of drawings by text and style.
///
/// A text is cached at its second use, because most texts that change in each frame never recur.
/// The cache has two halves. When the young half is full it becomes the old one, and the previous
/// old half is discarded; an old drawing that is used again moves to the young half. As many texts
/// as one half holds can alternate without being drawn again.
package final class TextDrawings {
  /// Maximum number of drawings in one half.
  package static let limit = 2048
  /// Maximum bytes of text in one half. A glyph takes about 24 times as much.
  package static let byteLimit = 64 << 10
  /// Maximum bytes of a cached text.
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

  @exclusivity(unchecked) private var young: [Key: Drawing] = [:]
  @exclusivity(unchecked) private var old: [Key: Drawing] = [:]
  @exclusivity(unchecked) private var bytes = 0
  @exclusivity(unchecked) private var seen = SeenBefore()
  @exclusivity(unchecked) private var styles: [TextStyle.Values: TextStyle] = [:]
  @exclusivity(unchecked) private var generation = Fonts.generation

  package init() {}

  /// The number of cached drawings.
  package var count: Int { young.count + old.count }

  /// Returns the shared object of equal styles, for the installed font.
  package func style(for values: TextStyle.Values) -> TextStyle {
    forgetOtherFonts()
    if let known = styles[values] { return known }
    // Animated sizes must not exhaust memory. Styles in use are retained by their users.
    if styles.count >= 256 { styles.removeAll(keepingCapacity: true) }
    let style = TextStyle(values, generation: generation)
    styles[values] = style
    return style
  }

  /// Returns a text's drawing, cached or new.
  ///
  /// - Parameter make: Called for a text that is not cached.
  /// - Returns: A cached text's drawing is the same object each time.
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

/// A filter of recently seen numbers, with one bit for many numbers. False positives are rare.
private struct SeenBefore {
  /// After this many others, a text would no longer be cached either.
  private static let capacity = 1 << 12
  /// Sixteen bits per number keep collisions rare.
  private var bits = [UInt64](repeating: 0, count: 16 * capacity / 64)
  private var count = 0

  /// Records a number. Returns whether it, or one with the same bit, was recorded before.
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
  /// Whether two strings consist of the same scalars. Equal strings may not.
  package func isIdentical(to other: String) -> Bool {
    self == other && (utf8.count == other.utf8.count) && utf8.elementsEqual(other.utf8)
  }

  /// A hash of the string's scalars.
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
