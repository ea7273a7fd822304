// TextStyleTests.swift
// The style of a text as a whole and its attributes, in both directions (semantics 21.13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import Typesetting
import UIKit
import UIKitCore

/// semantics 21.13
@MainActor @Suite struct TextStyleTests {
  private func paragraph(_ alignment: NSTextAlignment) -> NSParagraphStyle {
    let style = NSMutableParagraphStyle()
    (style.alignment, style.lineBreakMode) = (alignment, .byClipping)
    return style
  }

  /// "x" in red, 30 points, centred, and "y" in blue without a font.
  private var mixed: NSAttributedString {
    let text = NSMutableAttributedString(
      string: "x",
      attributes: [
        .foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 30),
        .paragraphStyle: paragraph(.center),
      ])
    text.append(
      NSAttributedString(string: "y", attributes: [.foregroundColor: UIColor.blue, .kern: 2]))
    return text
  }

  private func value(_ text: NSAttributedString?, _ key: NSAttributedString.Key, _ index: Int)
    -> Any?
  { text?.attribute(key, at: index, effectiveRange: nil) }

  @Test func labelHasTheFirstCharactersStyle() {
    let label = UILabel()
    label.attributedText = mixed
    #expect(label.textColor == .red && label.font.pointSize == 30)
    #expect(label.textAlignment == .center && label.lineBreakMode == .byClipping)
    #expect(label.text == "xy")
    // A plain text keeps it, and has no other attribute.
    label.text = "plain"
    #expect(label.textColor == .red && label.font.pointSize == 30)
    #expect(value(label.attributedText, .foregroundColor, 4) as? UIColor == .red)
    #expect(value(label.attributedText, .kern, 1) == nil)
    // Attributes that are missing leave the label's style.
    label.attributedText = NSAttributedString(string: "z")
    #expect(label.textColor == .red && label.textAlignment == .center)
    label.attributedText = NSAttributedString(string: "")
    label.attributedText = nil
    #expect(label.textColor == .red && label.text == nil)
  }

  @Test func labelsStyleAppliesToTheWholeText() {
    let label = UILabel()
    label.attributedText = mixed
    label.textColor = .green
    label.font = .systemFont(ofSize: 10)
    label.textAlignment = .right
    label.lineBreakMode = .byTruncatingHead
    for index in 0...1 {
      let text = label.attributedText
      #expect(value(text, .foregroundColor, index) as? UIColor == .green)
      #expect((value(text, .font, index) as? UIFont)?.pointSize == 10)
      let style = value(text, .paragraphStyle, index) as? NSParagraphStyle
      #expect(style?.alignment == .right && style?.lineBreakMode == .byTruncatingHead)
    }
    #expect(value(label.attributedText, .kern, 1) as? Int == 2)
    // Also the value that the first character has already.
    label.attributedText = mixed
    label.textColor = .red
    #expect(value(label.attributedText, .foregroundColor, 1) as? UIColor == .red)
    label.textColor = nil
    #expect(value(label.attributedText, .foregroundColor, 0) as? UIColor == .label)
  }

  /// Text in the label's colour fades with a label that is disabled, and is highlighted; other text is not.
  @Test func colorOfTheLabelIsHighlightedAndFaded() {
    func colors(_ change: (UILabel) -> Void) -> [Double] {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
      label.attributedText = mixed
      change(label)
      return label.textLayout.lines.flatMap(\.runs).map { Double($0.color.alpha) }
    }
    #expect(colors { _ in } == [1, 1])
    #expect(colors { $0.isEnabled = false } == [0.4, 1])
    #expect(
      colors {
        $0.highlightedTextColor = UIColor(white: 0, alpha: 0.5)
        $0.textColor = .green
        $0.isHighlighted = true
      }.allSatisfy { $0 == 0.5 })
  }

  /// The attributed text of a plain label can be set again: nothing is measured or aligned differently.
  @Test func attributedTextOfAPlainLabelIsItsStyle() {
    let label = UILabel()
    label.text = "Hello"
    (label.textAlignment, label.lineBreakMode) = (.center, .byTruncatingMiddle)
    let size = label.intrinsicContentSize
    let text = label.attributedText
    let style = value(text, .paragraphStyle, 0) as? NSParagraphStyle
    #expect(style?.alignment == .center && style?.lineBreakMode == .byTruncatingMiddle)
    label.attributedText = text
    #expect(label.intrinsicContentSize == size && label.textAlignment == .center)
    label.textColor = .clear
    #expect(value(label.attributedText, .foregroundColor, 0) as? UIColor == .clear)
  }

  /// A button's attributed title keeps its own colour; without one it has the title colour of the state.
  @Test func buttonsAttributedTitleKeepsItsColors() {
    let button = UIButton(type: .system)
    button.setTitleColor(.green, for: .normal)
    button.setAttributedTitle(mixed, for: .normal)
    button.isHighlighted = true
    button.isHighlighted = false
    let text = button.titleLabel?.attributedText
    #expect(value(text, .foregroundColor, 0) as? UIColor == .red)
    #expect(value(text, .foregroundColor, 1) as? UIColor == .blue)
    button.setAttributedTitle(NSAttributedString(string: "z"), for: .normal)
    #expect(button.titleLabel?.textColor == .green)
  }

  @Test func textFieldHasTheFirstCharactersStyle() {
    let field = UITextField()
    field.attributedText = mixed
    #expect(field.textColor == .red && field.font?.pointSize == 30)
    #expect(field.textAlignment == .center && field.text == "xy")
    field.textColor = .green
    #expect(value(field.attributedText, .foregroundColor, 1) as? UIColor == .green)
  }

  @Test func textViewHasTheFirstCharactersStyle() {
    let view = UITextView()
    view.attributedText = mixed
    #expect(view.textColor == .red && view.font?.pointSize == 30 && view.textAlignment == .center)
    // Reading the style has not changed the text.
    #expect(value(view.attributedText, .foregroundColor, 1) as? UIColor == .blue)
    view.textAlignment = .right
    let style = value(view.attributedText, .paragraphStyle, 0) as? NSParagraphStyle
    #expect(style?.alignment == .right && view.textAlignment == .right)
    view.textColor = .green
    #expect(value(view.attributedText, .foregroundColor, 1) as? UIColor == .green)
    view.text = "plain"
    #expect(value(view.attributedText, .font, 0) as? UIFont == .systemFont(ofSize: 30))
  }
}
