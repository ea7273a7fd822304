// NSAttributedString+UIKit.swift
// The attributes of drawn text, and the layout and drawing of attributed strings.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore
package import Typesetting

extension NSAttributedString.Key {
  /// A `UIFont`. Default the system font at 12 points.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `UIColor`. Default black.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A `UIColor` behind the text, as high as its line. Default none.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// A `UIColor` of the line below the text. Default the text's.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// A `UIColor` of the line through the text. Default the text's.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// A number of points after every character, beside the font's own kerning. 0 switches that off.
  public static let kern = NSAttributedString.Key("NSKern")
  /// A number of points after every character, as ``kern``, which prevails.
  public static let tracking = NSAttributedString.Key("CTTracking")
  /// 0 for no optional ligatures. Default 1.
  public static let ligature = NSAttributedString.Key("NSLigature")
  /// An ``NSShadow``. Default none.
  public static let shadow = NSAttributedString.Key("NSShadow")
  /// The width of stroked outlines in percent of the font size. Below 0 the text is filled too. Default 0:
  /// filled alone.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// A `UIColor` of stroked outlines. Default the text's.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The slant to the right as a part of the height. Default 0.
  public static let obliqueness = NSAttributedString.Key("NSObliqueness")
  /// An ``NSTextAttachment``, drawn in the place of each U+FFFC.
  public static let attachment = NSAttributedString.Key("NSAttachment")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The raw value of an `NSUnderlineStyle`, through the text.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// An `NSParagraphStyle`. The first character's applies to the whole text.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// A number of points by which the text is raised.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

/// The lines below or through text: a number of lines, and a pattern.
///
/// Source: Apple's `NSUnderlineStyle`, with its raw values.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int
  /// Creates a style from its raw value.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// One line, as thick as the font suggests.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A line of twice that thickness.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 9)
  /// Dots. Needs one of the lines above, as all patterns do.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// A dash and a dot in turn.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// A dash and two dots in turn.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// No line at spaces.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

extension ParagraphSettings.Alignment {
  package init(_ alignment: NSTextAlignment) {
    switch alignment {
    case .left: self = .left
    case .center: self = .center
    case .right: self = .right
    case .justified: self = .justified
    case .natural: self = .natural
    }
  }
}

extension ParagraphSettings.LineBreak {
  package init(_ mode: NSLineBreakMode) {
    switch mode {
    case .byWordWrapping: self = .wordWrapping
    case .byCharWrapping: self = .characterWrapping
    case .byClipping: self = .clipping
    case .byTruncatingHead: self = .truncatingHead
    case .byTruncatingTail: self = .truncatingTail
    case .byTruncatingMiddle: self = .truncatingMiddle
    }
  }
}

extension NSAttributedString {
  /// Returns the runs of the text, for layout.
  package func runs(
    defaultFont: UIFont = .systemFont(ofSize: 12), defaultColor: UIColor = .black
  ) -> [AttributedRun] {
    runs(
      plain: TextAttributes(
        face: defaultFont.faceID, size: defaultFont.pointSize, color: defaultColor.cgColor))
  }

  /// The first character's paragraph style.
  package var paragraphStyle: NSParagraphStyle? {
    length == 0
      ? nil : attribute(.paragraphStyle, at: 0, effectiveRange: nil) as? NSParagraphStyle
  }

  private func layout(width: CGFloat) -> TextLayout {
    TextLayout(
      runs(), width: width > 0 ? width : .infinity,
      paragraph: (paragraphStyle ?? .default).settings, fonts: Fonts.provider)
  }

  /// Returns the size of the text in points, breaking lines only at newlines.
  public func size() -> CGSize { layout(width: .infinity).size }

  /// Draws the text in the current context, with its top left corner at a point.
  public func draw(at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    layout(width: .infinity).draw(in: context, at: point)
  }

  /// Draws the text in the current context, wrapped and clipped to a rectangle.
  public func draw(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.clip(to: rect)
    layout(width: rect.width).draw(in: context, at: rect.origin)
    context.restoreGState()
  }
}

extension String {
  /// Returns the size of the text in points, breaking lines only at newlines.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }

  /// Draws the text in the current context, with its top left corner at a point.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    NSAttributedString(string: self, attributes: attributes).draw(at: point)
  }

  /// Draws the text in the current context, wrapped and clipped to a rectangle.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]?) {
    NSAttributedString(string: self, attributes: attributes).draw(in: rect)
  }
}
