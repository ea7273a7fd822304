// NSParagraphStyle.swift
// Paragraph styles, which Foundation lacks on Linux.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore
package import Typesetting

/// The alignment of text.
public enum NSTextAlignment: Int, Sendable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// Justified to both edges, except for a paragraph's last line.
  case justified = 3
  /// The writing direction's alignment: left.
  case natural = 4
}

/// The handling of text that is too long for its line.
public enum NSLineBreakMode: Int, Sendable {
  /// Wraps between words.
  case byWordWrapping = 0
  /// Wraps between characters.
  case byCharWrapping = 1
  /// Clips at the edge.
  case byClipping = 2
  /// Replaces the beginning by an ellipsis.
  case byTruncatingHead = 3
  /// Replaces the end by an ellipsis.
  case byTruncatingTail = 4
  /// Replaces the middle by an ellipsis.
  case byTruncatingMiddle = 5
}

/// The layout of a paragraph. Lengths are points.
///
/// Negative spacings and line heights count as 0, and lengths beyond a billion points as that.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // First; see AttributeValueTag.
  private final let tag = AttributeValueTag()

  fileprivate struct Values: Hashable, Sendable {
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    var tailIndent: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var baseWritingDirection = NSWritingDirection.natural
    var tabStops: [NSTextTab] = Values.standardTabStops
    var defaultTabInterval: CGFloat = 0
    var hyphenationFactor: Float = 0

    private static let standardTabStops: [NSTextTab] = (1...12).map {
      NSTextTab(textAlignment: .left, location: CGFloat($0) * 28)
    }
  }

  fileprivate final var values = Values()

  /// Creates a style with the defaults.
  public override init() {}

  fileprivate convenience init(values: Values) {
    self.init()
    self.values = values
  }

  /// The default style.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The alignment. Default natural.
  open var alignment: NSTextAlignment { values.alignment }
  /// The handling of long lines. Default wrapping between words.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// Points between lines.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// Points after the paragraph.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// A factor of the line height; 0 for none.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The minimum line height; 0 for none.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The maximum line height; 0 for none.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// The indentation of the first line, in points.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The indentation of the other lines, in points.
  open var headIndent: CGFloat { values.headIndent }
  /// The end of lines in points: from the edge where they begin when positive, else from the other edge.
  open var tailIndent: CGFloat { values.tailIndent }
  /// Points before the paragraph, unless it is the first.
  open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The direction of the text. Default natural: that of each paragraph's first letter.
  open var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// The places that tabs lead to. Default twelve at intervals of 28 points.
  open var tabStops: [NSTextTab] { values.tabStops }
  /// The distance in points of the places after the last of ``tabStops``; 0 for none.
  open var defaultTabInterval: CGFloat { values.defaultTabInterval }
  /// Stored without an effect: words are not hyphenated. Default 0.
  open var hyphenationFactor: Float { values.hyphenationFactor }

  /// Returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values: values) }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableParagraphStyle(values: values) }

  /// The settings for text layout.
  package final var settings: ParagraphSettings {
    var settings = ParagraphSettings(
      alignment: ParagraphSettings.Alignment(values.alignment),
      lineBreak: ParagraphSettings.LineBreak(values.lineBreakMode))
    settings.lineSpacing = values.lineSpacing.distanceInText
    settings.paragraphSpacing = values.paragraphSpacing.distanceInText
    settings.lineHeightMultiple = values.lineHeightMultiple.distanceInText
    settings.minimumLineHeight = values.minimumLineHeight.distanceInText
    settings.maximumLineHeight = values.maximumLineHeight.distanceInText
    settings.firstLineHeadIndent = values.firstLineHeadIndent.limitedInText
    settings.headIndent = values.headIndent.limitedInText
    settings.tailIndent = values.tailIndent.limitedInText
    settings.paragraphSpacingBefore = values.paragraphSpacingBefore.distanceInText
    settings.direction = values.baseWritingDirection.direction
    settings.tabs = TabStops(
      stops: values.tabStops.map(\.stop), interval: values.defaultTabInterval)
    return settings
  }

  /// Styles are equal when all their values are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSParagraphStyle)?.values == values
  }

  /// The hash of the values.
  open override var hash: Int { values.hashValue }
}

/// A mutable paragraph style.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  /// Copies all values of another style.
  open func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }

  /// The alignment.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }

  /// The handling of long lines.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }

  /// Points between lines.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }

  /// Points after the paragraph.
  open override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }

  /// A factor of the line height; 0 for none.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }

  /// The minimum line height; 0 for none.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }

  /// The maximum line height; 0 for none.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }

  /// The indentation of the first line, in points.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }

  /// The indentation of the other lines, in points.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }

  /// The end of lines in points: from the edge where they begin when positive, else from the other edge.
  open override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }

  /// Points before the paragraph, unless it is the first.
  open override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }

  /// The direction of the text.
  open override var baseWritingDirection: NSWritingDirection {
    get { values.baseWritingDirection }
    set { values.baseWritingDirection = newValue }
  }

  /// The places that tabs lead to.
  open override var tabStops: [NSTextTab] {
    get { values.tabStops }
    set { values.tabStops = newValue }
  }

  /// The distance in points of the places after the last of ``tabStops``; 0 for none.
  open override var defaultTabInterval: CGFloat {
    get { values.defaultTabInterval }
    set { values.defaultTabInterval = newValue }
  }

  /// Stored without an effect: words are not hyphenated.
  open override var hyphenationFactor: Float {
    get { values.hyphenationFactor }
    set { values.hyphenationFactor = newValue }
  }

  /// Adds a place that tabs lead to.
  open func addTabStop(_ tab: NSTextTab) { values.tabStops.append(tab) }
}
