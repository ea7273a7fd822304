// TextAttributes.swift
// Stage: display. The attributes of a run of text.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The attributes of a run of text.
package struct TextAttributes: Hashable, Sendable {
  package var face: FontFaceID
  /// The em size in points.
  package var size: CGFloat
  package var color: CGColor
  /// Points added after every character, beside the font's own kerning. Default 0.
  package var kern: CGFloat
  package var underline: TextLineStyle
  package var strikethrough: TextLineStyle
  /// Points by which the text is raised above the baseline. Negative values lower it.
  package var baselineOffset: CGFloat
  /// The attributes that few texts have. Nil, the default, for none of them.
  package var ornaments: TextOrnaments? {
    get { stored?.values }
    set { stored = newValue.map(TextOrnaments.Box.init) }
  }

  /// One word in attributes without ornaments, which are compared and copied for every label.
  private var stored: TextOrnaments.Box?

  package init(
    face: FontFaceID, size: CGFloat, color: CGColor = .black, kern: CGFloat = 0,
    underline: TextLineStyle = [], strikethrough: TextLineStyle = [], baselineOffset: CGFloat = 0
  ) {
    trap(
      unless: size.isFinite && kern.isFinite && baselineOffset.isFinite,
      "text needs finite attributes, not size \(size), kern \(kern), offset \(baselineOffset)")
    self.face = face
    self.size = size.limitedInText
    self.color = color
    self.kern = kern.limitedInText
    self.underline = underline
    self.strikethrough = strikethrough
    self.baselineOffset = baselineOffset.limitedInText
  }

  /// Whether optional ligatures are formed. Not in spaced text, whose letters would be unevenly apart.
  var hasLigatures: Bool { kern == 0 && stored?.values.hasLigatures ?? true }

  /// Whether the font's own kerning is applied.
  var hasKerning: Bool { stored?.values.hasKerning ?? true }

  /// Whether the text is drawn by glyphs in one colour alone, at their natural places.
  var isPlain: Bool {
    kern == 0 && baselineOffset == 0 && underline.isEmpty && strikethrough.isEmpty && stored == nil
  }
}

/// The attributes of text that few texts have.
package struct TextOrnaments: Hashable, Sendable {
  /// The colour behind the text, as high as its line.
  package var background: CGColor?
  /// The colour of the line below the text. Nil for the text's.
  package var underlineColor: CGColor?
  /// The colour of the line through the text. Nil for the text's.
  package var strikethroughColor: CGColor?
  package var shadow: TextShadow?
  /// The width of stroked outlines in percent of the font size. Below 0 the glyphs are filled too; 0 for
  /// filled ones alone.
  package var strokeWidth: CGFloat = 0
  /// The colour of stroked outlines. Nil for the text's.
  package var strokeColor: CGColor?
  /// The slant to the right, as a part of the height.
  package var obliqueness: CGFloat = 0
  /// Whether optional ligatures are formed.
  package var hasLigatures = true
  /// Whether the font's own kerning is applied.
  package var hasKerning = true
  /// A picture in the place of each object replacement character.
  package var attachment: TextAttachment?

  package init() {}

  /// Whether glyphs alone are not enough to draw the text.
  var hasEffect: Bool { shadow != nil || strokeWidth != 0 || obliqueness != 0 }

  /// A shared copy.
  fileprivate final class Box: Hashable, Sendable {
    let values: TextOrnaments

    init(_ values: TextOrnaments) { self.values = values }

    static func == (a: Box, b: Box) -> Bool { a === b || a.values == b.values }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }
}

/// A picture between characters.
package struct TextAttachment: Hashable, Sendable {
  /// Nil for an empty place.
  package var image: CGImage?
  /// The place of the picture in points, from the pen on the baseline, y up.
  package var bounds: CGRect

  package init(image: CGImage?, bounds: CGRect) {
    self.image = image
    self.bounds = bounds
  }

  static let character: Character = "\u{FFFC}"
}

/// A line below or through text. Empty for none; raw values as in Apple's `NSUnderlineStyle`.
package struct TextLineStyle: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let single = TextLineStyle(rawValue: 1)
  package static let thick = TextLineStyle(rawValue: 2)
  package static let double = TextLineStyle(rawValue: 9)
  package static let byWord = TextLineStyle(rawValue: 0x8000)

  /// The distances of the bars' centres from the line's place and their height, in units of the font's
  /// thickness. Without bars for a pattern alone, as on Apple's systems.
  var bars: (offsets: [CGFloat], height: CGFloat) {
    switch rawValue & 0xF {
    case 0: ([], 1)
    case 2: ([0], 2)
    case 9: ([0, 2], 1)
    default: ([0], 1)
    }
  }

  /// Alternating lengths of dash and gap, in units of the bar's height. Empty for a solid line.
  var dashes: [CGFloat] {
    switch rawValue & 0x700 {
    case 0x100: [2, 2]
    case 0x200: [6, 3]
    case 0x300: [6, 3, 2, 3]
    case 0x400: [6, 3, 2, 3, 2, 3]
    default: []
    }
  }
}

/// A run of text with one set of attributes.
package struct AttributedRun: Hashable, Sendable {
  package var text: String
  package var attributes: TextAttributes

  package init(_ text: String, _ attributes: TextAttributes) {
    self.text = text
    self.attributes = attributes
  }
}
