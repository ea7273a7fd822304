// NSAttributedString+Style.swift
// The style of a text as a whole: what a label, a text field and a text view read from attributed text, and write to it.
//
// SPDX-License-Identifier: MIT

import Foundation

extension NSAttributedString {
  /// The attributes of the first character; empty without text.
  var firstAttributes: [NSAttributedString.Key: Any] {
    length == 0 ? [:] : attributes(at: 0, effectiveRange: nil)
  }

  /// Returns the text with an attribute over its whole length.
  func setting(_ key: NSAttributedString.Key, to value: Any) -> NSAttributedString {
    guard length > 0 else { return self }
    let text = NSMutableAttributedString(attributedString: self)
    text.addAttribute(key, value: value, range: NSRange(location: 0, length: length))
    return text
  }

  /// Returns the text with changed paragraph styles over its whole length. Where there is none, it is made.
  func changingParagraphs(_ change: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
    guard length > 0 else { return self }
    let text = NSMutableAttributedString(attributedString: self)
    let whole = NSRange(location: 0, length: length)
    enumerateAttribute(.paragraphStyle, in: whole, options: []) { old, range, _ in
      let style = NSMutableParagraphStyle()
      if let old = old as? NSParagraphStyle { style.setParagraphStyle(old) }
      change(style)
      text.addAttribute(.paragraphStyle, value: style, range: range)
    }
    return text
  }

  /// Returns the text without a foreground colour where it has a certain one.
  func withoutColor(_ color: UIColor) -> NSAttributedString {
    guard length > 0 else { return self }
    let text = NSMutableAttributedString(attributedString: self)
    let whole = NSRange(location: 0, length: length)
    enumerateAttribute(.foregroundColor, in: whole, options: []) { value, range, _ in
      if value as? UIColor == color { text.removeAttribute(.foregroundColor, range: range) }
    }
    return text
  }
}
