// TextViewContentView.swift
// Stage: display. Draws the text, selection and blinking caret of a text view, on all its lines.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Typesetting

/// The text area of a text view, as high as its text.
final class TextViewContentView: UIView {
  /// The displayed state.
  struct Content: Equatable {
    /// The selection in UTF-16 units; not shown when empty.
    var selection = 0..<0
    var caret = 0
    /// The text that an input method is composing.
    var marked: Range<Int>?
    var showsCaret = false
  }

  let caretView = TextCaretView()
  /// The height of a caret on an empty line, and the part of it above the baseline.
  private var metrics: (ascender: CGFloat, height: CGFloat) = (0, 0)
  private var rightEdge: CGFloat = 0
  private(set) var layout = TextLayout([], fonts: Fonts.provider)

  var content = Content() {
    didSet {
      guard content != oldValue else { return }
      placeCaret()
      setNeedsDisplay()
      if content.showsCaret { caretView.blink() } else { caretView.stopBlinking() }
    }
  }

  override func setUp() {
    isUserInteractionEnabled = false
    contentMode = .redraw
    caretView.isHidden = true
    addSubview(caretView)
  }

  /// Shows a layout.
  ///
  /// - Parameters:
  ///   - font: The font of a caret without text beside it.
  ///   - emptyX: The x coordinate of a caret without any text.
  func show(_ layout: TextLayout, font: UIFont, emptyX: CGFloat) {
    self.layout = layout
    metrics = (font.metrics.ascender, font.metrics.ascender + font.metrics.descender)
    rightEdge = emptyX
    placeCaret()
    setNeedsDisplay()
  }

  // MARK: Geometry

  /// The line of a caret. Nil for text without lines.
  func line(at offset: Int) -> Int? { layout.caret(at: offset)?.line }

  /// The rectangle of the caret at an offset, in the bounds.
  func caretRect(at offset: Int) -> CGRect {
    guard let (line, x) = layout.caret(at: offset) else {
      return CGRect(x: rightEdge, y: 0, width: TextCaretView.width, height: metrics.height)
    }
    let place = layout.lines[line]
    return CGRect(
      x: x, y: place.top, width: TextCaretView.width, height: place.bottom - place.top)
  }

  private func placeCaret() {
    caretView.isHidden = !content.showsCaret || !content.selection.isEmpty
    caretView.frame = caretRect(at: content.caret)
  }

  /// Applies the tint colour to caret and selection.
  override func tintColorDidChange() {
    caretView.backgroundColor = tintColor
    setNeedsDisplay()
  }

  // MARK: Drawing

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    if !content.selection.isEmpty {
      context.setFillColor(tintColor.withAlphaComponent(0.3).cgColor)
      for rect in layout.rects(for: content.selection) { context.fill(rect) }
    }
    layout.draw(in: context, at: .zero)
    if let marked = content.marked {
      context.setFillColor(tintColor.cgColor)
      for rect in layout.rects(for: marked) {
        context.fill(CGRect(x: rect.minX, y: rect.maxY - 2, width: rect.width, height: 1))
      }
    }
  }
}
