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
  private static let caretWidth: CGFloat = 2
  private static let blinkKey = "blink"

  /// The displayed state.
  struct Content: Equatable {
    var runs: [AttributedRun] = []
    var alignment = NSTextAlignment.natural
    /// The selection in UTF-16 units of the displayed text; not shown when empty.
    var selection = 0..<0
    var caret = 0
    /// The text that an input method is composing.
    var marked: Range<Int>?
    var showsCaret = false
    var ascender: CGFloat = 0
    var descender: CGFloat = 0
  }

  private let caretView = UIView()
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
      if content.showsCaret { blink() }
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
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

  /// The x coordinate of the text's left edge.
  private var left: CGFloat {
    let free = bounds.width - Self.caretWidth - layout.size.width
    guard free > 0 else { return -scroll }
    switch content.alignment {
    case .center: return (bounds.width - layout.size.width) / 2
    case .right: return free
    case .left, .natural, .justified: return 0
    }
  }

  private func x(of offset: Int) -> CGFloat { left + (layout.caret(at: offset)?.x ?? 0) }

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
    let width = content.runs.isEmpty ? 0 : layout.lines.first?.carets.last?.x ?? 0
    scroll = max(0, min(scroll, width - visibleWidth))
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

  /// Restarts blinking, so that the caret is visible during typing.
  private func blink() {
    caretView.backgroundColor = tintColor
    let blink = CAKeyframeAnimation(keyPath: "opacity")
    blink.calculationMode = .discrete
    blink.values = [1.0, 0.0]
    blink.keyTimes = [0, 0.5, 1]
    blink.duration = 1
    blink.repeatCount = .infinity
    caretView.layer.add(blink, forKey: Self.blinkKey)
  }

  /// Stops blinking.
  func stopBlinking() { caretView.layer.removeAnimation(forKey: Self.blinkKey) }

  // MARK: Drawing

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    if !content.selection.isEmpty {
      let (start, end) = (x(of: content.selection.lowerBound), x(of: content.selection.upperBound))
      context.setFillColor(tintColor.withAlphaComponent(0.3).cgColor)
      context.fill(CGRect(x: start, y: top, width: end - start, height: lineHeight))
    }
    layout.draw(in: context, at: CGPoint(x: left, y: top))
    if let marked = content.marked {
      let (start, end) = (x(of: marked.lowerBound), x(of: marked.upperBound))
      context.setFillColor(tintColor.cgColor)
      context.fill(
        CGRect(x: start, y: top + content.ascender + 2, width: end - start, height: 1))
    }
  }
}
