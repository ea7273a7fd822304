// UILabel.swift
// Text that is read: laid out to the label's bounds and drawn.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import QuartzCore

/// A view that shows text.
///
/// Text that is shorter than the bounds stands in the middle of their height.
@preconcurrency @MainActor
open class UILabel: UIView {
  private var plainText: String?
  private var storedAttributedText: NSAttributedString?
  private var cache: (width: CGFloat, height: CGFloat, layout: TextLayout)?

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
      guard newValue != plainText || storedAttributedText != nil else { return }
      plainText = newValue
      storedAttributedText = nil
      textDidChange()
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
    setNeedsDisplay()
  }

  /// Returns the size of the text within a width; a width of 0 is no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isLimited = numberOfLines != 1 && size.width > 0
    let natural = makeLayout(width: isLimited ? size.width : .infinity, height: .infinity).size
    return CGSize(width: roundUp(natural.width), height: roundUp(natural.height))
  }

  /// The size of the text.
  open override var intrinsicContentSize: CGSize {
    sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0))
  }

  /// Returns where the text lies in bounds, with no more than a number of lines.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    let size = makeLayout(width: bounds.width, height: bounds.height, lines: lines).size
    return CGRect(
      x: bounds.minX, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  /// The text laid out to the bounds.
  package final var textLayout: TextLayout { layout(in: bounds.size) }

  private func roundUp(_ length: CGFloat) -> CGFloat {
    // A hair less than a whole pixel is what adding up widths may cost.
    ((length - 0.001) * contentScaleFactor).rounded(.up) / contentScaleFactor
  }

  private func layout(in size: CGSize) -> TextLayout {
    if let cache, cache.width == size.width, cache.height == size.height { return cache.layout }
    let layout = makeLayout(width: size.width, height: size.height)
    cache = (size.width, size.height, layout)
    return layout
  }

  private func makeLayout(width: CGFloat, height: CGFloat, lines: Int? = nil) -> TextLayout {
    var runs = styledRuns
    var paragraph = (storedAttributedText?.paragraphStyle ?? .default).settings
    if storedAttributedText?.paragraphStyle == nil {
      paragraph.alignment = ParagraphSettings.Alignment(textAlignment)
      paragraph.lineBreak = ParagraphSettings.LineBreak(lineBreakMode)
    }
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

  private var styledRuns: [AttributedRun] {
    var color: UIColor = isHighlighted ? highlightedTextColor ?? textColor : textColor
    if !isEnabled { color = color.withAlphaComponent(color.cgColor.alpha * 0.4) }
    if let storedAttributedText {
      return storedAttributedText.runs(defaultFont: font, defaultColor: color)
    }
    guard let plainText, !plainText.isEmpty else { return [] }
    return [
      AttributedRun(
        plainText,
        TextAttributes(face: font.faceID, size: font.pointSize, color: color.cgColor))
    ]
  }

  // MARK: Drawing

  /// Draws the text into the bounds.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Draws the text into a rectangle.
  open func drawText(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    let layout = layout(in: rect.size)
    guard let first = layout.lines.first else { return }
    // Whole pixels for the baseline: text that stands between two rows looks soft.
    let baseline = rect.midY - layout.size.height / 2 + first.ascent
    let rounded = (baseline * contentScaleFactor).rounded() / contentScaleFactor
    let origin = CGPoint(x: rect.minX, y: rounded - first.ascent)
    if let shadowColor {
      layout.recoloured(shadowColor.cgColor).draw(
        in: context,
        at: CGPoint(x: origin.x + shadowOffset.width, y: origin.y + shadowOffset.height))
    }
    layout.draw(in: context, at: origin)
  }
}
