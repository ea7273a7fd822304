// UITextView.swift
// Stage: events, display. Several lines of text that scroll, and are selected and edited.
// TextEditor holds the edited text; TextViewContentView draws it.
//
// This folder: several lines of text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore
import Typesetting

/// A scrolling view of text in several lines, which the user may select and edit.
///
/// The height of ``UIScrollView/contentSize`` is the text's with ``textContainerInset``. Without scrolling, the
/// intrinsic size is the text's, too.
///
/// Unlike on iOS, a drag selects; the wheel, the scroll bar and the keys scroll.
@preconcurrency @MainActor
open class UITextView: UIScrollView, UIKeyInput, UITextInputTraits, TextCompositionClient {
  /// Posted when editing has begun. The object is the view.
  public nonisolated static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditingNotification")
  /// Posted when the user has changed the text. The object is the view.
  public nonisolated static let textDidChangeNotification = Notification.Name(
    "UITextViewTextDidChangeNotification")
  /// Posted when editing has ended. The object is the view.
  public nonisolated static let textDidEndEditingNotification = Notification.Name(
    "UITextViewTextDidEndEditingNotification")

  final lazy var editor = TextEditor(client: self)
  final let contentView = TextViewContentView()
  /// The text with its attributes; the same text as the editor's.
  private var storage = NSMutableAttributedString(string: "")
  /// The states to which undo and redo return, with their attributes; the newest last.
  private var kept: [NSAttributedString] = []
  /// The typing attributes of an empty text: those of the first character that was deleted.
  private var emptied: [NSAttributedString.Key: Any]?
  private var layoutWidth: CGFloat?

  /// The region of the text.
  open private(set) var textContainer: NSTextContainer

  /// Creates a view of no text.
  ///
  /// - Parameters:
  ///   - frame: The frame in the superview's coordinates.
  ///   - textContainer: The region of the text; nil for one of its own.
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    self.textContainer = textContainer ?? NSTextContainer()
    super.init(frame: frame)
  }

  /// Creates a view of no text, with a frame in its superview's coordinates.
  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

  /// Creates a view of no size.
  public required init?(coder: NSCoder) {
    textContainer = NSTextContainer()
    super.init(coder: coder)
  }

  override func setUp() {
    super.setUp()
    textContainer.didChange = { [weak self] in self?.textLayoutDidChange() }
    alwaysBounceVertical = true
    insertSubview(contentView, at: 0)
  }

  /// The delegate of text and scrolling, if it is a ``UITextViewDelegate``.
  final var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

  // MARK: Text

  /// The text; nil empties it. Default empty. Setting it moves the caret to the end and calls no delegate.
  open var text: String! {
    get { editor.model.text }
    set { setContents(NSAttributedString(string: newValue ?? "", attributes: plainAttributes)) }
  }

  /// The text with its attributes; nil empties it. Attributes that it lacks are those of ``font``,
  /// ``textColor`` and ``textAlignment``.
  ///
  /// These properties become those of the first character, and set afterwards they apply to the whole text.
  open var attributedText: NSAttributedString! {
    get { NSAttributedString(attributedString: storage) }
    set {
      let first = newValue?.firstAttributes ?? [:]
      storedFont = first[.font] as? UIFont ?? storedFont
      storedColor = first[.foregroundColor] as? UIColor ?? storedColor
      let style = first[.paragraphStyle] as? NSParagraphStyle
      storedAlignment = style?.alignment ?? storedAlignment
      setContents(newValue ?? NSAttributedString(string: ""))
    }
  }

  private func setContents(_ contents: NSAttributedString) {
    storage = NSMutableAttributedString(attributedString: contents)
    editor.setText(contents.string)
    (typing, emptied, kept) = (nil, nil, [])
    textLayoutDidChange()
  }

  /// The font; nil resets it. Setting it applies to all of the text. Default the system font at 12 points.
  open var font: UIFont? {
    get { storedFont }
    set {
      storedFont = newValue
      apply(.font, newValue)
    }
  }
  private var storedFont: UIFont?

  /// Whether the font follows the size of text that the user prefers. Default false. Stored, without effect: that size
  /// does not change.
  open var adjustsFontForContentSizeCategory = false

  /// The text colour; nil resets it. Setting it applies to all of the text. Default ``UIColor/label``.
  open var textColor: UIColor? {
    get { storedColor }
    set {
      storedColor = newValue
      apply(.foregroundColor, newValue)
    }
  }
  private var storedColor: UIColor?

  private func apply(_ key: NSAttributedString.Key, _ value: Any?) {
    let whole = NSRange(location: 0, length: storage.length)
    if let value {
      storage.addAttribute(key, value: value, range: whole)
    } else {
      storage.removeAttribute(key, range: whole)
    }
    typing?[key] = value
    emptied?[key] = value
    textLayoutDidChange()
  }

  /// The alignment. Setting it applies to all of the text. Default natural.
  open var textAlignment: NSTextAlignment {
    get { storedAlignment }
    set {
      storedAlignment = newValue
      // Text without a paragraph style follows the property.
      if storage.firstAttributes[.paragraphStyle] != nil {
        storage = NSMutableAttributedString(
          attributedString: storage.changingParagraphs { $0.alignment = newValue })
      }
      textLayoutDidChange()
    }
  }
  private var storedAlignment = NSTextAlignment.natural

  /// The attributes of typed text. By default those of the character before the caret.
  open var typingAttributes: [NSAttributedString.Key: Any] {
    get {
      if let typing { return typing }
      guard storage.length > 0 else { return emptied ?? plainAttributes }
      let place = max(0, min(editor.model.selection.lowerBound, storage.length) - 1)
      return storage.attributes(at: place, effectiveRange: nil)
    }
    set { typing = newValue }
  }
  private var typing: [NSAttributedString.Key: Any]?

  private var plainAttributes: [NSAttributedString.Key: Any] {
    var result: [NSAttributedString.Key: Any] = [:]
    result[.font] = font
    result[.foregroundColor] = textColor
    return result
  }

  private var usedFont: UIFont {
    typingAttributes[.font] as? UIFont ?? font ?? .systemFont(ofSize: 12)
  }

  override var baselineFont: UIFont? { font }

  /// Brings the attributes in line with the edited text: what was typed has the typing attributes.
  private func updateStorage() {
    let (old, new) = (Array(storage.string.utf16), Array(editor.model.text.utf16))
    guard old != new else { return }
    if editor.isRestoring, let former = kept.last(where: { $0.string == editor.model.text }) {
      emptied = new.isEmpty ? storage.attributes(at: 0, effectiveRange: nil) : nil
      storage = NSMutableAttributedString(attributedString: former)
      return
    }
    let shorter = min(old.count, new.count)
    // The change ends at the caret; equal characters before it belong to the text that was there.
    let limit = min(shorter, editor.model.caret)
    let prefix = zip(old, new).prefix(limit).prefix { $0 == $1 }.count
    let suffix = zip(old.reversed(), new.reversed()).prefix(shorter - prefix).prefix { $0 == $1 }
      .count
    // The caret has moved: typed text is like the character before the change.
    let before =
      storage.length > 0 ? storage.attributes(at: max(prefix - 1, 0), effectiveRange: nil) : nil
    let attributes = typing ?? before ?? emptied ?? plainAttributes
    emptied = new.isEmpty ? attributes : nil
    let inserted = String(decoding: new[prefix..<new.count - suffix], as: UTF16.self)
    storage.replaceCharacters(
      in: NSRange(location: prefix, length: old.count - suffix - prefix),
      with: NSAttributedString(string: inserted, attributes: attributes))
    // Parts of a pair of surrogates; the text itself is always the editor's.
    if storage.string != editor.model.text {
      storage = NSMutableAttributedString(string: editor.model.text, attributes: attributes)
    }
  }

  /// Keeps the attributes of a text to which the user may return.
  final func keepStorage() {
    kept.append(NSAttributedString(attributedString: storage))
    // As many as the history has states of the past and the future.
    if kept.count > 200 { kept.removeFirst() }
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(value: text, frame: shownFrame)
  }

  // MARK: Behaviour

  /// Whether the user may edit the text. Default true.
  open var isEditable = true {
    didSet { if !isEditable, oldValue, isFirstResponder { resignFirstResponder() } }
  }

  /// Whether the user may select text. Default true.
  open var isSelectable = true { didSet { showSelection() } }

  /// The capitalization that a keyboard on the screen would apply. Default sentences.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// The correction that a keyboard on the screen would apply.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The check of spelling that a keyboard on the screen would apply.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The characters that a keyboard on the screen would offer.
  open var keyboardType = UIKeyboardType.default
  /// The look of a keyboard on the screen.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The title of the return key on the screen.
  open var returnKeyType = UIReturnKeyType.default
  /// Whether the return key on the screen would be disabled without text. Default false.
  open var enablesReturnKeyAutomatically = false
  /// Stored for source compatibility: the text is always visible. Default false.
  open var isSecureTextEntry = false
  /// The meaning of the text. Default nil.
  open var textContentType: UITextContentType!
  /// Whether typed text replaces all text. Default false.
  open var clearsOnInsertion = false
  /// Stored for source compatibility: there is no menu for attributes.
  open var allowsEditingTextAttributes = false

  /// The selected range in UTF-16 units.
  open var selectedRange: NSRange {
    get {
      let range = editor.model.selection
      return NSRange(location: range.lowerBound, length: range.count)
    }
    set {
      let range = clamped(newValue)
      typing = nil
      editor.select { $0.select(range) }
    }
  }

  /// The part of a range within the text. `NSNotFound` is the end.
  private func clamped(_ range: NSRange) -> Range<Int> {
    let start = min(max(range.location, 0), editor.model.length)
    return start..<start + min(max(range.length, 0), editor.model.length - start)
  }

  // MARK: Layout

  /// Points between the edges of the content and the text container. Default 8 above and below.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { if textContainerInset != oldValue { textLayoutDidChange() } }
  }

  private func width(within total: CGFloat) -> CGFloat {
    let edges = textContainerInset.left + textContainerInset.right
    return max(0, total - edges - 2 * textContainer.lineFragmentPadding)
  }

  private func layout(width: CGFloat) -> TextLayout {
    var settings = storage.paragraphStyle?.settings ?? ParagraphSettings()
    if storage.paragraphStyle == nil { settings.alignment = .init(textAlignment) }
    settings.maximumLines = textContainer.maximumNumberOfLines
    settings.lineBreak = .init(textContainer.lineBreakMode)
    let plain = font ?? .systemFont(ofSize: 12)
    let runs = withCurrentTraits {
      storage.runs(defaultFont: plain, defaultColor: textColor ?? .label)
    }
    return TextLayout(runs, width: width, paragraph: settings, fonts: Fonts.provider)
  }

  /// Lays the text out again.
  final func textLayoutDidChange() {
    layoutWidth = nil
    invalidateIntrinsicContentSize()
    layOutText()
    notifyObservers()
  }

  private func layOutText() {
    let room = width(within: bounds.width)
    // Without a width yet, each character would be a line.
    guard layoutWidth != room, bounds.width > 0 else { return }
    layoutWidth = room
    let layout = layout(width: room)
    let emptyX: CGFloat =
      switch textAlignment {
      case .center: room / 2
      case .right: room
      case .left, .natural, .justified: 0
      }
    contentView.show(layout, font: usedFont, emptyX: emptyX)
    let height = max(layout.size.height, usedFont.lineHeight).rounded(.up)
    let (inset, padding) = (textContainerInset, textContainer.lineFragmentPadding)
    contentView.frame = CGRect(
      x: inset.left + padding, y: inset.top, width: max(room, TextCaretView.width), height: height)
    textContainer.size = CGSize(width: room + 2 * padding, height: height)
    contentSize = CGSize(width: bounds.width, height: height + inset.top + inset.bottom)
    showSelection()
  }

  /// Lays out the text, if the width has changed, and the scroll bars.
  open override func layoutSubviews() {
    layOutText()
    super.layoutSubviews()
    if isFirstResponder { reportCaret() }
  }

  /// Returns the width, and the height of the text within it.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let isLimited = size.width > 0 && size.width < .greatestFiniteMagnitude
    let natural = layout(width: isLimited ? width(within: size.width) : .infinity).size
    let (inset, padding) = (textContainerInset, textContainer.lineFragmentPadding)
    return CGSize(
      width: (natural.width + inset.left + inset.right + 2 * padding).rounded(.up),
      height: max(natural.height, usedFont.lineHeight).rounded(.up) + inset.top + inset.bottom)
  }

  /// The size of the text if it does not scroll, else none.
  open override var intrinsicContentSize: CGSize {
    guard !isScrollEnabled else {
      return CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    return sizeThatFits(CGSize(width: bounds.width, height: 0))
  }

  override var contentDependsOnWidth: Bool { !isScrollEnabled }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    textLayoutDidChange()
  }

  // MARK: Display of the selection

  /// Shows the selection and the caret of the model.
  final func showSelection() {
    var content = TextViewContentView.Content()
    if isFirstResponder {
      let model = editor.model
      content.selection = isSelectable ? model.selection : model.caret..<model.caret
      content.marked = model.marked
      content.caret = model.caret
      content.showsCaret = isEditable && window?.hasKeyboardFocus ?? false
    }
    contentView.content = content
  }

  /// Shows the caret only while the window has the keyboard.
  override func windowFocusDidChange() { showSelection() }

  final func reportCaret() {
    guard window != nil, isEditable else { return }
    let rect = contentView.caretRect(at: editor.model.caret)
    Platform.services.startTextInput(at: contentView.convert(rect, to: nil))
  }

  /// Scrolls as little as needed to show a range of UTF-16 units.
  open func scrollRangeToVisible(_ range: NSRange) {
    layOutText()
    scroll(toShow: clamped(range).upperBound)
  }

  private func scroll(toShow offset: Int) {
    guard isScrollEnabled else { return }
    // With the inset, so that the first line is shown with the margin above it.
    let rect = contentView.caretRect(at: offset).offsetBy(
      dx: contentView.frame.minX, dy: contentView.frame.minY)
    // In whole points, as the content's height is: the last line shows the whole margin below it.
    scrollRectToVisible(
      rect.insetBy(dx: 0, dy: -min(textContainerInset.top, textContainerInset.bottom)).integral,
      animated: false)
  }

  // MARK: First responder

  /// Whether the text may be selected or edited.
  open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

  override var cursor: PointerShape { isEditable || isSelectable ? .text : .arrow }

  /// Begins editing, if the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard window != nil else { return false }
    if isEditable, !(textDelegate?.textViewShouldBeginEditing(self) ?? true) { return false }
    guard super.becomeFirstResponder() else { return false }
    showSelection()
    guard isEditable else { return true }
    reportCaret()
    textDelegate?.textViewDidBeginEditing(self)
    NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    return true
  }

  /// Ends editing, if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    if isEditable, !(textDelegate?.textViewShouldEndEditing(self) ?? true) { return false }
    guard super.resignFirstResponder() else { return false }
    Platform.services.stopTextInput()
    editor.acceptComposition()
    showSelection()
    guard isEditable else { return true }
    textDelegate?.textViewDidEndEditing(self)
    NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
    return true
  }

  // MARK: Editing

  /// Whether there is text.
  open var hasText: Bool { !editor.model.text.isEmpty }

  /// Replaces the selection by text, if the delegate agrees.
  open func insertText(_ text: String) {
    guard isEditable else { return }
    if clearsOnInsertion {
      editor.select { $0.selectAll() }
      clearsOnInsertion = false
    }
    editor.insert(text)
  }

  /// Removes the selection or the character before the caret, if the delegate agrees.
  open func deleteBackward() { if isEditable { editor.delete(.backward, by: .character) } }

  package func setComposedText(_ text: String) { editor.compose(text) }

  /// Selects all text.
  open func selectAll(_ sender: Any?) { editor.select { $0.selectAll() } }

  /// Moves the selection to the clipboard.
  open func cut(_ sender: Any?) { editor.cut() }

  /// Copies the selection to the clipboard.
  open func copy(_ sender: Any?) { editor.copy() }

  /// Replaces the selection by the clipboard's text.
  open func paste(_ sender: Any?) { editor.paste() }

  /// Handles keys that move, select or edit; others scroll. Keys that write are consumed, as their text arrives
  /// separately.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isFirstResponder, let key = presses.first?.key, editor.perform(key) else {
      super.pressesBegan(presses, with: event)
      return
    }
  }

  final func textChanged() {
    updateStorage()
    typing = nil
    textLayoutDidChange()
    scroll(toShow: editor.model.caret)
    textDelegate?.textViewDidChangeSelection(self)
    textDelegate?.textViewDidChange(self)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
  }

  final func selectionChanged() {
    typing = nil
    showSelection()
    scroll(toShow: editor.model.caret)
    textDelegate?.textViewDidChangeSelection(self)
  }

  // MARK: Pointer

  private func offset(of touch: UITouch) -> Int {
    contentView.layout.offset(nearestTo: touch.location(in: contentView))
  }

  /// Begins editing and places the caret. A double click selects a word, a triple click a line.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEditable || isSelectable, let touch = touches.first, becomeFirstResponder() else {
      return super.touchesBegan(touches, with: event)
    }
    let offset = offset(of: touch)
    editor.acceptComposition()
    showSelection()
    switch touch.tapCount {
    case _ where !isSelectable: editor.select { $0.setCaret(offset) }
    case 1: editor.select { $0.setCaret(offset) }
    case 2: editor.select { $0.selectWord(at: offset) }
    default:
      let line = line(around: offset)
      editor.select { $0.select(line) }
    }
  }

  /// Extends the selection.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isFirstResponder, isSelectable, let touch = touches.first, touch.tapCount == 1 else {
      return super.touchesMoved(touches, with: event)
    }
    let offset = offset(of: touch)
    editor.select { $0.setCaret(offset, extending: true) }
  }

  /// A drag selects instead of scrolling, where text can be selected.
  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    if recognizer === panGestureRecognizer, isFirstResponder, isSelectable { return false }
    return super.gestureRecognizerShouldBegin(recognizer)
  }
}
