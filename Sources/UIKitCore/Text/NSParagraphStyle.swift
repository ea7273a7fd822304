// NSParagraphStyle.swift
// How paragraphs of attributed text are laid out, which Foundation lacks on Linux.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore
package import Typesetting

/// Where lines lie between the edges.
public enum NSTextAlignment: Int, Sendable {
  /// At the left edge.
  case left = 0
  /// In the middle.
  case center = 1
  /// At the right edge.
  case right = 2
  /// Stretched to both edges, a paragraph's last line excepted.
  case justified = 3
  /// As the writing's direction has it; left here.
  case natural = 4
}

/// What becomes of text that is too long for its line.
public enum NSLineBreakMode: Int, Sendable {
  /// Breaks between words.
  case byWordWrapping = 0
  /// Breaks between characters.
  case byCharWrapping = 1
  /// Is cut at the edge.
  case byClipping = 2
  /// Loses its beginning to an ellipsis.
  case byTruncatingHead = 3
  /// Loses its end to an ellipsis.
  case byTruncatingTail = 4
  /// Loses its middle to an ellipsis.
  case byTruncatingMiddle = 5
}

/// The layout of a paragraph; lengths are points.
open class NSParagraphStyle: Hashable, @unchecked Sendable {
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
  }

  fileprivate final var values: Values

  /// Creates a style of defaults.
  public init() { values = Values() }

  fileprivate init(values: Values) { self.values = values }

  /// The style that text has unless told.
  public class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// Where lines lie; natural unless set.
  open var alignment: NSTextAlignment { values.alignment }
  /// What becomes of long text; wrapping between words unless set.
  open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// Points between lines.
  open var lineSpacing: CGFloat { values.lineSpacing }
  /// Points behind the paragraph.
  open var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// Factor on the lines' height; 0 for none.
  open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The least height of a line; 0 for none.
  open var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The greatest height of a line; 0 for none.
  open var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// Points by which the first line begins further in.
  open var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// Points by which the other lines begin further in.
  open var headIndent: CGFloat { values.headIndent }

  /// Returns the style itself, which never changes, or a copy of one that may.
  open func copy() -> Any { NSParagraphStyle(values: values) }

  /// Returns a copy that can be changed.
  open func mutableCopy() -> Any { NSMutableParagraphStyle(values: values) }

  /// What the layout takes.
  package final var settings: ParagraphSettings {
    var settings = ParagraphSettings(
      alignment: ParagraphSettings.Alignment(values.alignment),
      lineBreak: ParagraphSettings.LineBreak(values.lineBreakMode))
    settings.lineSpacing = values.lineSpacing
    settings.paragraphSpacing = values.paragraphSpacing
    settings.lineHeightMultiple = values.lineHeightMultiple
    settings.minimumLineHeight = values.minimumLineHeight
    settings.maximumLineHeight = values.maximumLineHeight
    settings.firstLineHeadIndent = values.firstLineHeadIndent
    settings.headIndent = values.headIndent
    return settings
  }

  /// Styles are equal when all their values are.
  public static func == (a: NSParagraphStyle, b: NSParagraphStyle) -> Bool {
    a.values == b.values
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// A paragraph style that can be changed.
open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  /// Takes over all values of another style.
  open func setParagraphStyle(_ style: NSParagraphStyle) { values = style.values }

  /// Where lines lie.
  open override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }

  /// What becomes of long text.
  open override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }

  /// Points between lines.
  open override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }

  /// Points behind the paragraph.
  open override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }

  /// Factor on the lines' height; 0 for none.
  open override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }

  /// The least height of a line; 0 for none.
  open override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }

  /// The greatest height of a line; 0 for none.
  open override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }

  /// Points by which the first line begins further in.
  open override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }

  /// Points by which the other lines begin further in.
  open override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
}
