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
  /// A `UIColor` behind the text.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// A number of points after every character.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The raw value of an `NSUnderlineStyle`, through the text.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// An `NSParagraphStyle`. The first character's applies to the whole text.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
  /// A number of points by which the text is raised.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

/// An underline style. All but none draw one solid line.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int
  /// Creates a style from its raw value.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// One line.
  public static let single = NSUnderlineStyle(rawValue: 1)
  /// A thick line, drawn as a single line.
  public static let thick = NSUnderlineStyle(rawValue: 2)
  /// Two lines, drawn as a single line.
  public static let double = NSUnderlineStyle(rawValue: 9)
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

extension TextAttributes {
  /// Creates the attributes of one run of an attributed string.
  package init(
    _ attributes: [NSAttributedString.Key: Any], defaultFont: UIFont, defaultColor: UIColor
  ) {
    func number(_ key: NSAttributedString.Key) -> CGFloat {
      switch attributes[key] {
      case let value as CGFloat: value
      case let value as Double: CGFloat(value)
      case let value as Int: CGFloat(value)
      case let value as Float: CGFloat(value)
      case let value as NSNumber: CGFloat(value.doubleValue)
      case let value as NSUnderlineStyle: CGFloat(value.rawValue)
      default: 0
      }
    }
    let font = attributes[.font] as? UIFont ?? defaultFont
    let color = attributes[.foregroundColor] as? UIColor ?? defaultColor
    self.init(
      face: font.faceID, size: font.pointSize, color: color.cgColor, kern: number(.kern),
      isUnderlined: number(.underlineStyle) != 0,
      isStruckThrough: number(.strikethroughStyle) != 0,
      baselineOffset: number(.baselineOffset))
  }
}

extension NSAttributedString {
  /// Returns the runs of the text, for layout.
  package func runs(
    defaultFont: UIFont = .systemFont(ofSize: 12), defaultColor: UIColor = .black
  ) -> [AttributedRun] {
    var runs: [AttributedRun] = []
    let whole = string as NSString
    enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
      runs.append(
        AttributedRun(
          whole.substring(with: range),
          TextAttributes(attributes, defaultFont: defaultFont, defaultColor: defaultColor)))
    }
    return runs
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
