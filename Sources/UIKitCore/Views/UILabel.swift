// UILabel.swift
// Text that is read: laid out to the label's bounds and drawn.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
public import QuartzCore
package import Typesetting

/// A view that shows text.
///
/// Text that is shorter than the bounds stands in the middle of their height.
@preconcurrency @MainActor
open class UILabel: UIView {
  private var plainText: String?
  private var storedAttributedText: NSAttributedString?
  private var cache: (width: CGFloat, height: CGFloat, fonts: Int, layout: TextLayout)?

  /// What plain text is drawn with; nil until it is drawn again after a change of look.
  private var style: TextStyle?
  private static let drawings = TextDrawings()
  /// What plain text was drawn last, and before: the layer and the frames hold the one, and hold the
  /// other no more, so that its memory can serve the next text.
  private var shownDrawing: Drawing?
  private var spareDrawing: Drawing?

  /// What the label was asked since its superview last heard of another size: nothing, the size
  /// within a width, or more than that.
  private enum Asked {
    case nothing
    case size(CGSize, within: CGFloat)
    case more
  }
  private var asked = Asked.nothing

  /// Creates an empty label with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates an empty label.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    isUserInteractionEnabled = false
    clipsToBounds = true
    contentMode = .redraw
  }

  // MARK: Text

  /// The text, in one font and colour; nil, which is none, unless set.
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
      tellSize()
    }
  }

  /// The text with its looks; what it does not say comes from the label.
  open var attributedText: NSAttributedString? {
    get {
      storedAttributedText
        ?? plainText.map {
          NSAttributedString(
            string: $0, attributes: [.font: font as Any, .foregroundColor: textColor as Any])
        }
    }
    set {
      storedAttributedText = newValue.map { NSAttributedString(attributedString: $0) }
      plainText = newValue?.string
      textDidChange()
    }
  }

  /// The font; 17 points of the system's unless set.
  open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
    didSet { if font != oldValue { textDidChange() } }
  }

  /// The colour of the text; the system's label colour unless set.
  open var textColor: UIColor! = .label { didSet { if textColor != oldValue { lookDidChange() } } }

  /// The colour while highlighted; nil for no difference.
  open var highlightedTextColor: UIColor? { didSet { lookDidChange() } }

  /// Whether the label shows its highlighted colour; false unless set.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { lookDidChange() } } }

  /// Whether the text is drawn in its full colour; true unless set.
  open var isEnabled = true { didSet { if isEnabled != oldValue { lookDidChange() } } }

  /// The colour of the text's shadow; nil, for none, unless set.
  open var shadowColor: UIColor? { didSet { setNeedsDisplay() } }

  /// Where the shadow lies, in points; one above unless set, as at Apple's.
  open var shadowOffset = CGSize(width: 0, height: -1) { didSet { setNeedsDisplay() } }

  // MARK: Layout

  /// Where lines lie; natural unless set.
  open var textAlignment = NSTextAlignment.natural {
    didSet { if textAlignment != oldValue { lookDidChange() } }
  }

  /// What becomes of long text; its end is cut unless set.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet { if lineBreakMode != oldValue { textDidChange() } }
  }

  /// The most lines there may be, 0 for as many as it takes; 1 unless set.
  ///
  /// - Precondition: Not negative.
  open var numberOfLines = 1 {
    willSet { precondition(newValue >= 0, "a label cannot have \(newValue) lines") }
    didSet { if numberOfLines != oldValue { textDidChange() } }
  }

  /// Whether a single line is made smaller to fit; false unless set.
  open var adjustsFontSizeToFitWidth = false { didSet { textDidChange() } }

  /// The least factor by which the font is made smaller; 0, for no limit, unless set.
  open var minimumScaleFactor: CGFloat = 0 { didSet { textDidChange() } }

  /// The width at which the intrinsic size breaks lines, in points; 0 for none.
  open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { invalidateIntrinsicContentSize() } }

  private func textDidChange() {
    invalidateIntrinsicContentSize()
    lookDidChange()
  }

  private func lookDidChange() {
    cache = nil
    style = nil
    setNeedsDisplay()
  }

  /// Tells the superview of another text, unless its layout cannot depend on it: nobody asked how
  /// large the label is, or the answer is the same.
  private func tellSize() {
    // A subclass may measure otherwise.
    guard type(of: self) == UILabel.self else { return invalidateIntrinsicContentSize() }
    switch asked {
    case .nothing: return
    case .size(let answer, let width) where measure(within: width) == answer: return
    case .size, .more:
      asked = .nothing
      invalidateIntrinsicContentSize()
    }
  }

  private func measure(within width: CGFloat) -> CGSize {
    let natural = makeLayout(width: width, height: .infinity).size
    return CGSize(width: roundUp(natural.width), height: roundUp(natural.height))
  }

  /// Returns the size of the text within a width; a width of 0 is no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isLimited = numberOfLines != 1 && size.width > 0
    let width = isLimited ? size.width : .infinity
    let answer = measure(within: width)
    switch asked {
    case .nothing: asked = .size(answer, within: width)
    case .size(_, let other) where other == width: asked = .size(answer, within: width)
    case .size, .more: asked = .more
    }
    return answer
  }

  /// The size of the text.
  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  /// Returns where the text lies in bounds, with no more than a number of lines.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    asked = .more
    let size = makeLayout(width: bounds.width, height: bounds.height, lines: lines).size
    return CGRect(
      x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  /// The text laid out to the bounds.
  package final var textLayout: TextLayout {
    asked = .more
    return layout(in: bounds.size)
  }

  private func roundUp(_ length: CGFloat) -> CGFloat {
    // A hair less than a whole pixel is what adding up widths may cost.
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

  /// What the attributed text says of its paragraphs, else what the label says.
  private var paragraph: ParagraphSettings {
    if let style = storedAttributedText?.paragraphStyle {
      var settings = style.settings
      settings.maximumLines = numberOfLines
      return settings
    }
    return ParagraphSettings(
      alignment: ParagraphSettings.Alignment(textAlignment),
      lineBreak: ParagraphSettings.LineBreak(lineBreakMode), maximumLines: numberOfLines)
  }

  private var styledRuns: [AttributedRun] {
    if let storedAttributedText {
      return withCurrentTraits {
        storedAttributedText.runs(defaultFont: font, defaultColor: shownColor)
      }
    }
    guard let plainText, !plainText.isEmpty else { return [] }
    return [AttributedRun(plainText, plainAttributes)]
  }

  private var shownColor: UIColor {
    let color: UIColor = isHighlighted ? highlightedTextColor ?? textColor : textColor
    return isEnabled ? color : color.withAlphaComponent(color.cgColor.alpha * 0.4)
  }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    lookDidChange()
  }

  private var plainAttributes: TextAttributes {
    TextAttributes(
      face: font.faceID, size: font.pointSize, color: withCurrentTraits { shownColor.cgColor })
  }

  // MARK: Drawing

  /// Gives the layer the text's drawing, kept from an earlier time where possible.
  open override func display(_ layer: CALayer) {
    // A subclass may draw otherwise, or more.
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
    // The same text in the same style is the same drawing.
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
