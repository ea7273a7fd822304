// TextFieldContentView.swift
// Stage: display. Draws the text, selection and blinking caret of a text field.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Typesetting

/// The text area of a text field. It scrolls to keep the caret visible.
final class TextFieldContentView: UIView {
  private static let caretWidth = TextCaretView.width

  /// The displayed state.
  struct Content: Equatable {
    var runs: [AttributedRun] = []
    var alignment = NSTextAlignment.natural
    /// Whether natural text is at the right.
    var isMirrored = false
    /// The selection in UTF-16 units of the displayed text; not shown when empty.
    var selection = 0..<0
    var caret = 0
    /// The text that an input method is composing.
    var marked: Range<Int>?
    var showsCaret = false
    var ascender: CGFloat = 0
    var descender: CGFloat = 0
  }

  private let caretView = TextCaretView()
  private var layout = TextLayout([], fonts: Fonts.provider)
  /// The scroll offset of the text to the left, in points.
  private var scroll: CGFloat = 0

  var content = Content() {
    didSet {
      guard content != oldValue else { return }
      if content.runs != oldValue.runs {
        layout = TextLayout(content.runs, fonts: Fonts.provider)
      }
      update()
      if content.showsCaret { caretView.blink() }
    }
  }

  override func setUp() {
    isUserInteractionEnabled = false
    clipsToBounds = true
    contentMode = .redraw
    caretView.isHidden = true
    addSubview(caretView)
  }

  // MARK: Geometry

  private var lineHeight: CGFloat { content.ascender + content.descender }

  private var top: CGFloat {
    let baseline = bounds.midY - lineHeight / 2 + content.ascender
    return (baseline * contentScaleFactor).rounded() / contentScaleFactor - content.ascender
  }

  /// The places of the carets farthest to the left and right, from the text's left edge. Spaces at the end lie
  /// beyond the text's width.
  private var reach: (low: CGFloat, high: CGFloat) {
    let places = layout.lines.first?.carets.map(\.x) ?? []
    return (min(0, places.min() ?? 0), content.runs.isEmpty ? 0 : places.max() ?? 0)
  }

  /// The x coordinate of the text's left edge.
  private var left: CGFloat {
    let reach = reach
    guard bounds.width - Self.caretWidth > reach.high - reach.low else { return -scroll }
    let free = bounds.width - Self.caretWidth - layout.size.width
    switch content.alignment {
    case .center: return (bounds.width - layout.size.width) / 2
    case .right: return free
    case .left: return 0
    case .natural, .justified: return isRightToLeft || content.isMirrored ? free : 0
    }
  }

  /// Whether the text's paragraph runs from right to left.
  var isRightToLeft: Bool { layout.lines.first?.isRightToLeft ?? false }

  /// Whether any of the text runs from right to left.
  var hasRightToLeft: Bool { layout.hasRightToLeft }

  /// Returns the offset of the caret on the left or right of another one; see
  /// ``TextLayout/offset(beside:isOnTheLeft:)``.
  func offset(beside offset: Int, isOnTheLeft: Bool) -> Int {
    layout.offset(beside: offset, isOnTheLeft: isOnTheLeft) ?? offset
  }

  /// The x coordinate of the caret at an offset of the displayed text.
  func x(of offset: Int) -> CGFloat { left + (layout.caret(at: offset)?.x ?? 0) }

  /// The caret's rectangle in the bounds.
  var caretRect: CGRect {
    CGRect(x: x(of: content.caret), y: top, width: Self.caretWidth, height: lineHeight)
  }

  /// Returns the offset nearest to a point of the bounds, in UTF-16 units of the displayed text.
  func offset(nearestTo point: CGPoint) -> Int {
    layout.offset(nearestTo: CGPoint(x: point.x - left, y: 0))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    update()
  }

  private func update() {
    let caret = layout.caret(at: content.caret)?.x ?? 0
    let visibleWidth = bounds.width - Self.caretWidth
    // Scrolls as little as needed for the caret, and leaves no gap after the text's end.
    if caret - scroll > visibleWidth { scroll = caret - visibleWidth }
    if caret < scroll { scroll = caret }
    let reach = reach
    scroll = max(reach.low, min(scroll, reach.high - visibleWidth))
    caretView.isHidden = !content.showsCaret || !content.selection.isEmpty
    caretView.frame = caretRect
    setNeedsDisplay()
  }

  // MARK: Caret

  /// Applies the tint colour to caret and selection.
  override func tintColorDidChange() {
    caretView.backgroundColor = tintColor
    setNeedsDisplay()
  }

  /// Stops blinking.
  func stopBlinking() { caretView.stopBlinking() }

  // MARK: Drawing

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    if !content.selection.isEmpty {
      context.setFillColor(tintColor.withAlphaComponent(0.3).cgColor)
      for rect in layout.rects(for: content.selection) {
        context.fill(CGRect(x: left + rect.minX, y: top, width: rect.width, height: lineHeight))
      }
    }
    layout.draw(in: context, at: CGPoint(x: left, y: top))
    if let marked = content.marked {
      context.setFillColor(tintColor.cgColor)
      for rect in layout.rects(for: marked) {
        context.fill(
          CGRect(
            x: left + rect.minX, y: top + content.ascender + 2, width: rect.width, height: 1))
      }
    }
  }
}
