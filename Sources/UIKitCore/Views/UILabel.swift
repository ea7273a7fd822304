// UILabel.swift
// Static text, laid out to the label's bounds.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
public import QuartzCore
package import Typesetting

/// A view of static text.
///
/// Text is centred vertically in the bounds.
@preconcurrency @MainActor
open class UILabel: UIView {
  @exclusivity(unchecked) private var plainText: String?
  @exclusivity(unchecked) private var storedAttributedText: NSAttributedString?
  private var cache: (width: CGFloat, height: CGFloat, fonts: Int, layout: TextLayout)?

  /// The style of plain text; nil after a change, until the next drawing.
  @exclusivity(unchecked) private var style: TextStyle?
  private static let drawings = TextDrawings()
  /// The current and the previous drawing of plain text. Layer and frames no longer use the previous
  /// one, so its memory is reused for the next text.
  @exclusivity(unchecked) private var shownDrawing: Drawing?
  @exclusivity(unchecked) private var spareDrawing: Drawing?

  /// The sizes that were requested since the last notification of the superview: none, the size within
  /// a width, or others.
  private enum RequestedSize {
    case none
    case size(CGSize, within: CGFloat)
    case several
  }
  @exclusivity(unchecked) private var requestedSize = RequestedSize.none

  override func setUp() {
    isUserInteractionEnabled = false
    clipsToBounds = true
    contentMode = .redraw
  }

  // MARK: Text

  /// The text, in a single font and colour. Default nil.
  open var text: String? {
    get { storedAttributedText?.string ?? plainText }
    set {
      if storedAttributedText == nil {
        switch (plainText, newValue) {
        case (nil, nil): return
        case (let old?, let new?): if old.isIdentical(to: new) { return }
        default: break
        }
      }
      plainText = newValue
      storedAttributedText = nil
      cache = nil
      setNeedsDisplay()
      notifySizeChange()
      notifyObservers()
    }
  }

  /// The attributed text. Missing attributes come from the label.
  ///
  /// ``font``, ``textColor``, ``textAlignment`` and ``lineBreakMode`` become those of the first character, and set
  /// afterwards they apply to the whole text.
  open var attributedText: NSAttributedString? {
    get { storedAttributedText ?? plainText.map(styled) }
    set {
      storedAttributedText = newValue.map { NSAttributedString(attributedString: $0) }
      plainText = newValue?.string
      let first = newValue?.firstAttributes ?? [:]
      usedFont = first[.font] as? UIFont ?? usedFont
      usedColor = first[.foregroundColor] as? UIColor ?? usedColor
      if let style = first[.paragraphStyle] as? NSParagraphStyle {
        (usedAlignment, usedLineBreak) = (style.alignment, style.lineBreakMode)
      }
      textDidChange()
    }
  }

  /// Returns a text in the label's style.
  private func styled(_ text: String) -> NSAttributedString {
    let style = NSMutableParagraphStyle()
    (style.alignment, style.lineBreakMode) = (usedAlignment, usedLineBreak)
    return NSAttributedString(
      string: text,
      attributes: [.font: usedFont, .foregroundColor: usedColor, .paragraphStyle: style])
  }

  /// The font; nil resets it. Default the system font at 17 points.
  open var font: UIFont! {
    get { usedFont }
    set {
      let new = newValue ?? .systemFont(ofSize: UIFont.labelFontSize)
      if new == usedFont, storedAttributedText == nil { return }
      usedFont = new
      storedAttributedText = storedAttributedText?.setting(.font, to: new)
      textDidChange()
    }
  }
  private var usedFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

  override var baselineFont: UIFont? { font }

  override var contentDependsOnWidth: Bool { numberOfLines != 1 }

  /// The text colour; nil resets it. Default ``UIColor/label``.
  open var textColor: UIColor! {
    get { usedColor }
    set {
      let new = newValue ?? .label
      if new == usedColor, storedAttributedText == nil { return }
      usedColor = new
      storedAttributedText = storedAttributedText?.setting(.foregroundColor, to: new)
      styleDidChange()
    }
  }
  private var usedColor = UIColor.label

  /// The text colour while highlighted; nil for ``textColor``.
  open var highlightedTextColor: UIColor? { didSet { styleDidChange() } }

  /// Whether the label shows its highlighted colour. Default false.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { styleDidChange() } } }

  /// Whether the label is enabled; if not, the text is faded. Default true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { styleDidChange() } } }

  /// The colour of the text's shadow. Default nil, for none.
  open var shadowColor: UIColor? { didSet { setNeedsDisplay() } }

  /// The offset of the shadow, in points. Default (0, -1), as in UIKit.
  open var shadowOffset = CGSize(width: 0, height: -1) { didSet { setNeedsDisplay() } }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(
      label: text, traits: isEnabled ? .staticText : [.staticText, .notEnabled], frame: shownFrame)
  }

  // MARK: Layout

  /// The text alignment. Default natural.
  open var textAlignment: NSTextAlignment {
    get { usedAlignment }
    set {
      if newValue == usedAlignment, storedAttributedText == nil { return }
      usedAlignment = newValue
      changeParagraphs()
      styleDidChange()
    }
  }
  private var usedAlignment = NSTextAlignment.natural

  /// In a layout from right to left, the natural alignment is right.
  override func followDirection() { styleDidChange() }

  /// The handling of long lines. Default truncates the end.
  open var lineBreakMode: NSLineBreakMode {
    get { usedLineBreak }
    set {
      if newValue == usedLineBreak, storedAttributedText == nil { return }
      usedLineBreak = newValue
      changeParagraphs()
      textDidChange()
    }
  }
  private var usedLineBreak = NSLineBreakMode.byTruncatingTail

  private func changeParagraphs() {
    storedAttributedText = storedAttributedText?.changingParagraphs {
      ($0.alignment, $0.lineBreakMode) = (usedAlignment, usedLineBreak)
    }
  }

  /// The maximum number of lines; 0 for no limit. Default 1. A negative number is 0, which is reported once.
  open var numberOfLines = 1 {
    didSet {
      numberOfLines = nearest(numberOfLines, atLeast: 0, "numberOfLines of a label")
      if numberOfLines != oldValue { textDidChange() }
    }
  }

  /// Whether the font of a single line is reduced to fit. Default false.
  open var adjustsFontSizeToFitWidth = false { didSet { textDidChange() } }

  /// The place of a text that was made smaller. Default on the baseline. Stored, without effect.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines

  /// Whether the font follows the size of text that the user prefers. Default false. Stored, without effect: that size
  /// does not change.
  open var adjustsFontForContentSizeCategory = false

  /// The smallest factor of a reduced font. Default 0, for no limit.
  open var minimumScaleFactor: CGFloat = 0 { didSet { textDidChange() } }

  /// The width at which the intrinsic size wraps lines, in points; 0 for none.
  open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { invalidateIntrinsicContentSize() } }

  private func textDidChange() {
    invalidateIntrinsicContentSize()
    styleDidChange()
  }

  private func styleDidChange() {
    cache = nil
    style = nil
    setNeedsDisplay()
    notifyObservers()
  }

  /// Notifies the superview of a change of text, unless no size was requested or the requested size is
  /// the same.
  private func notifySizeChange() {
    // A subclass may measure differently.
    guard type(of: self) == UILabel.self else { return invalidateIntrinsicContentSize() }
    switch requestedSize {
    case .none: return
    case .size(let answer, let width) where measure(within: width) == answer: return
    case .size, .several:
      requestedSize = .none
      invalidateIntrinsicContentSize()
    }
  }

  private func measure(within width: CGFloat) -> CGSize {
    let natural = makeLayout(width: width, height: .infinity).size
    return CGSize(width: roundUp(natural.width), height: roundUp(natural.height))
  }

  /// Returns the size of the text within a width; 0 for no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isLimited = numberOfLines != 1 && size.width > 0
    let width = isLimited ? size.width : .infinity
    let answer = measure(within: width)
    switch requestedSize {
    case .none: requestedSize = .size(answer, within: width)
    case .size(_, let other) where other == width: requestedSize = .size(answer, within: width)
    case .size, .several: requestedSize = .several
    }
    return answer
  }

  /// The size of the text.
  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  /// Returns the rectangle of the text in bounds, limited to a number of lines.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    requestedSize = .several
    let size = makeLayout(width: bounds.width, height: bounds.height, lines: lines).size
    return CGRect(
      x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  /// The layout of the text in the bounds.
  package final var textLayout: TextLayout {
    requestedSize = .several
    return layout(in: bounds.size)
  }

  private func roundUp(_ length: CGFloat) -> CGFloat {
    // The tolerance absorbs rounding errors in the sum of widths.
    ((length - 0.001) * contentScaleFactor).rounded(.up) / contentScaleFactor
  }

  private func layout(in size: CGSize) -> TextLayout {
    if let cache, cache.width == size.width, cache.height == size.height,
      cache.fonts == Fonts.generation
    {
      return cache.layout
    }
    let layout = makeLayout(width: size.width, height: size.height)
    cache = (size.width, size.height, Fonts.generation, layout)
    return layout
  }

  private func makeLayout(width: CGFloat, height: CGFloat, lines: Int? = nil) -> TextLayout {
    var runs = styledRuns
    var paragraph = paragraph
    paragraph.maximumLines = lines ?? numberOfLines
    if adjustsFontSizeToFitWidth, numberOfLines == 1, width.isFinite, width > 0 {
      let natural = TextLayout(runs, fonts: Fonts.provider).size.width
      if natural > width {
        let factor = max(width / natural, minimumScaleFactor, 0.01)
        for index in runs.indices { runs[index].attributes.size *= factor }
      }
    }
    return TextLayout(
      runs, width: width, height: height, paragraph: paragraph, fonts: Fonts.provider)
  }

  /// The paragraph settings of the attributed text, else of the label.
  private var paragraph: ParagraphSettings {
    if let style = storedAttributedText?.paragraphStyle {
      var settings = style.settings
      settings.maximumLines = numberOfLines
      return settings
    }
    return ParagraphSettings(
      alignment: ParagraphSettings.Alignment(
        textAlignment == .natural && isMirrored ? .right : textAlignment),
      lineBreak: ParagraphSettings.LineBreak(lineBreakMode), maximumLines: numberOfLines)
  }

  private var styledRuns: [AttributedRun] {
    if let storedAttributedText {
      // Text in the label's own colour is highlighted and faded.
      let text =
        shownColor == usedColor
        ? storedAttributedText : storedAttributedText.withoutColor(usedColor)
      return withCurrentTraits { text.runs(defaultFont: usedFont, defaultColor: shownColor) }
    }
    guard let plainText, !plainText.isEmpty else { return [] }
    return [AttributedRun(plainText, plainAttributes)]
  }

  private var shownColor: UIColor {
    let color: UIColor = isHighlighted ? highlightedTextColor ?? usedColor : usedColor
    return isEnabled ? color : color.withAlphaComponent(color.cgColor.alpha * 0.4)
  }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    styleDidChange()
  }

  private var plainAttributes: TextAttributes {
    TextAttributes(
      face: usedFont.faceID, size: usedFont.pointSize,
      color: withCurrentTraits { shownColor.cgColor })
  }

  // MARK: Drawing

  /// Sets the layer's contents to the text's drawing, cached where possible.
  open override func display(_ layer: CALayer) {
    // A subclass may draw differently.
    guard type(of: self) == UILabel.self, layer === self.layer, storedAttributedText == nil,
      shadowColor == nil, !adjustsFontSizeToFitWidth, bounds.origin == .zero,
      let plainText, !plainText.isEmpty
    else { return super.display(layer) }
    let style = currentStyle
    var spare = spareDrawing.take()
    let drawing = Self.drawings.drawing(of: plainText, in: style) {
      if let line = style.drawing(ofLine: plainText, reusing: &spare) { return line }
      let context = CGContext(size: style.values.room)
      drawText(in: CGRect(origin: .zero, size: style.values.room), context)
      return context.drawing
    }
    // Equal text in an equal style is the same drawing object.
    layer.show(drawing.items.isEmpty ? nil : drawing, isOther: shownDrawing !== drawing)
    if shownDrawing === drawing {
      spareDrawing = spare
    } else {
      spareDrawing = shownDrawing
      shownDrawing = drawing
    }
  }

  /// The style of plain text in the label's bounds.
  private var currentStyle: TextStyle {
    let (room, scale) = (bounds.size, contentScaleFactor)
    if let style, style.values.room == room, style.values.scale == scale,
      style.generation == Fonts.generation
    {
      return style
    }
    let style = Self.drawings.style(
      for: TextStyle.Values(
        attributes: plainAttributes, paragraph: paragraph, room: room, scale: scale))
    self.style = style
    return style
  }

  /// Draws the text into the bounds.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Draws the text into a rectangle.
  open func drawText(in rect: CGRect) {
    if let context = UIGraphicsGetCurrentContext() { drawText(in: rect, context) }
  }

  private func drawText(in rect: CGRect, _ context: CGContext) {
    let layout = layout(in: rect.size)
    guard let first = layout.lines.first else { return }
    let origin = CGPoint(
      x: rect.minX,
      y: TextStyle.top(
        of: layout.size.height, ascent: first.ascent, in: rect, scale: contentScaleFactor))
    if let shadowColor {
      layout.recoloured(shadowColor.cgColor).draw(
        in: context,
        at: CGPoint(x: origin.x + shadowOffset.width, y: origin.y + shadowOffset.height))
    }
    layout.draw(in: context, at: origin)
  }
}

/// The place of a text that was made smaller to fit.
public enum UIBaselineAdjustment: Int, Sendable {
  /// On the baseline of the text in its full size.
  case alignBaselines
  /// In the middle.
  case alignCenters
  /// At the upper edge.
  case none
}
