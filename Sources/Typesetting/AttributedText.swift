// AttributedText.swift
// Stage: display. Attributed strings as runs for layout: the one reading of their attributes, for views and layers.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// A font object of attributed text, and of text layers beside a name: `UIFont`.
package protocol TextFont {
  var face: FontDescription { get }
  /// The em size in points.
  var pointSize: CGFloat { get }
}

/// A colour object of attributed text, beside `CGColor`: `UIColor`.
package protocol TextColor {
  var cgColor: CGColor { get }
}

/// A shadow object of attributed text: `NSShadow`.
package protocol TextShadowObject {
  /// Nil for one that is not drawn.
  var textShadow: TextShadow? { get }
}

/// A picture object of attributed text: `NSTextAttachment`.
package protocol TextAttachmentObject {
  var textAttachment: TextAttachment { get }
}

extension TextAttributes {
  /// Creates the attributes of a part of an attributed string.
  ///
  /// - Parameters:
  ///   - given: The string's attributes. Values of other types than the documented ones are ignored.
  ///   - plain: The values of missing attributes.
  package init(_ given: [NSAttributedString.Key: Any], plain: TextAttributes) {
    self = plain
    func value(_ key: String) -> Any? { given[NSAttributedString.Key(key)] }
    if let font = value("NSFont") as? any TextFont {
      face = Fonts.provider.face(for: font.face)
      size = font.pointSize.limitedInText
    }
    if let color = Self.color(value("NSColor")) { self.color = color }
    let kerning = Self.number(value("NSKern"))
    kern = kerning ?? Self.number(value("CTTracking")) ?? kern
    baselineOffset = Self.number(value("NSBaselineOffset")) ?? baselineOffset
    underline = TextLineStyle(rawValue: Self.integer(value("NSUnderline")))
    strikethrough = TextLineStyle(rawValue: Self.integer(value("NSStrikethrough")))
    var ornaments = TextOrnaments()
    ornaments.background = Self.color(value("NSBackgroundColor"))
    ornaments.underlineColor = Self.color(value("NSUnderlineColor"))
    ornaments.strikethroughColor = Self.color(value("NSStrikethroughColor"))
    ornaments.shadow = (value("NSShadow") as? any TextShadowObject)?.textShadow
    ornaments.strokeWidth = Self.number(value("NSStrokeWidth")) ?? 0
    ornaments.strokeColor = Self.color(value("NSStrokeColor"))
    ornaments.obliqueness = Self.number(value("NSObliqueness")) ?? 0
    ornaments.hasLigatures = Self.number(value("NSLigature")) != 0
    // 0 is no kerning at all; other values are added to the font's.
    ornaments.hasKerning = kerning != 0
    ornaments.attachment = (value("NSAttachment") as? any TextAttachmentObject)?.textAttachment
    self.ornaments = ornaments == TextOrnaments() ? nil : ornaments
  }

  private static func color(_ value: Any?) -> CGColor? {
    switch value {
    case let color as CGColor: color
    case let color as any TextColor: color.cgColor
    default: nil
    }
  }

  /// The finite number of a value, in the limits of text. Nil for others.
  private static func number(_ value: Any?) -> CGFloat? {
    let number: CGFloat? =
      switch value {
      case let value as CGFloat: value
      case let value as Double: CGFloat(value)
      case let value as Int: CGFloat(value)
      case let value as Float: CGFloat(value)
      case let value as NSNumber: CGFloat(value.doubleValue)
      default: nil
      }
    return number?.isFinite == true ? number?.limitedInText : nil
  }

  /// The integer of a number, or of an option set such as `NSUnderlineStyle`. 0 for other values.
  private static func integer(_ value: Any?) -> Int {
    if let options = value as? any RawRepresentable<Int> { return options.rawValue }
    return number(value).flatMap { Int(exactly: $0.rounded()) } ?? 0
  }
}

extension NSAttributedString {
  /// Returns the runs of the text, for layout.
  ///
  /// - Parameter plain: The values of missing attributes.
  package func runs(plain: TextAttributes) -> [AttributedRun] {
    var runs: [AttributedRun] = []
    let whole = string as NSString
    enumerateAttributes(in: NSRange(location: 0, length: length)) { given, range, _ in
      runs.append(
        AttributedRun(whole.substring(with: range), TextAttributes(given, plain: plain)))
    }
    return runs
  }
}
