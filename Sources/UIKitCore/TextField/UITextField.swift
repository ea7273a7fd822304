// UITextField.swift
// Stage: events. Keys, text and the pointer come in; a line of text is edited and shown.
// TextEditor holds the edited text; TextFieldContentView draws it. Text of an input method comes from
// SDLEventPump as InputEvent.composition by UIWindow.deliver to setComposedText.
//
// This folder: text fields, and what all text inputs share: the edited text (`TextEditingModel`) and its editing
// by keys (`TextEditor`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore
import Typesetting

/// A single line of editable text.
@preconcurrency @MainActor
open class UITextField: UIControl, UIKeyInput, UITextInputTraits, TextCompositionClient {
  /// Posted when editing begins.
  public nonisolated static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditingNotification")
  /// Posted when the user has changed the text.
  public nonisolated static let textDidChangeNotification = Notification.Name(
    "UITextFieldTextDidChangeNotification")
  /// Posted when editing ends.
  public nonisolated static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditingNotification")

  private lazy var editor = TextEditor(client: self)
  final var model: TextEditingModel { editor.model }
  private let contentView = TextFieldContentView()
  private let placeholderLabel = PlaceholderLabel()
  private var clearButton: UIButton?

  override func setUp() {
    placeholderLabel.field = self
    addSubview(placeholderLabel)
    addSubview(contentView)
    placeholderLabel.textColor = .placeholderText
    placeholderLabel.font = font
    refresh()
  }

  // MARK: Text

  /// The delegate. Default nil.
  open weak var delegate: (any UITextFieldDelegate)?

  /// The text; never nil. Default empty. Setting it moves the caret to the end and sends no event.
  open var text: String? {
    get { model.text }
    set {
      guard newValue ?? "" != model.text else { return }
      editor.setText(newValue ?? "")
      refresh()
    }
  }

  /// The text with the field's font and colour. A field shows one style: setting it, ``font``, ``textColor`` and
  /// ``textAlignment`` become those of the first character, and other attributes are dropped.
  open var attributedText: NSAttributedString? {
    get {
      NSAttributedString(
        string: model.text, attributes: [.font: font as Any, .foregroundColor: textColor as Any])
    }
    set {
      let first = newValue?.firstAttributes ?? [:]
      if let font = first[.font] as? UIFont { self.font = font }
      if let color = first[.foregroundColor] as? UIColor { textColor = color }
      if let style = first[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
      text = newValue?.string
    }
  }

  /// The text of an empty field. Default nil.
  open var placeholder: String? {
    get { placeholderLabel.text }
    set {
      placeholderLabel.text = newValue
      invalidateIntrinsicContentSize()
    }
  }

  /// The attributed text of an empty field. Default nil.
  open var attributedPlaceholder: NSAttributedString? {
    get { placeholderLabel.attributedText }
    set { placeholderLabel.attributedText = newValue }
  }

  /// The font. Default the system font at 17 points.
  open var font: UIFont? = .systemFont(ofSize: 17) {
    didSet {
      placeholderLabel.font = usedFont
      refresh()
      invalidateIntrinsicContentSize()
    }
  }

  override var baselineFont: UIFont? { font }

  private var usedFont: UIFont { font ?? .systemFont(ofSize: 17) }

  /// The text colour. Default ``UIColor/label``.
  open var textColor: UIColor? = .label { didSet { refresh() } }

  /// The text alignment. Default natural.
  open var textAlignment = NSTextAlignment.natural {
    didSet {
      placeholderLabel.textAlignment = textAlignment
      refresh()
    }
  }

  /// Whether characters are shown as dots, and cannot be cut or copied. Default false.
  open var isSecureTextEntry = false { didSet { refresh() } }

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
  /// The meaning of the text. Default nil.
  open var textContentType: UITextContentType!

  /// Whether the text is cleared when editing begins. Default false.
  open var clearsOnBeginEditing = false

  /// Whether the field is being edited.
  open var isEditing: Bool { isFirstResponder }

  override var accessibilityDefaults: AccessibilityDefaults {
    let shown = isSecureTextEntry ? String(repeating: "•", count: (text ?? "").count) : text
    return accessibilityDefaults([], value: hasText ? shown : placeholder)
  }

  // MARK: Appearance

  /// Whether the font follows the size of text that the user prefers. Default false. Stored, without effect: that size
  /// does not change.
  open var adjustsFontForContentSizeCategory = false

  /// The border style. Default none.
  open var borderStyle = BorderStyle.none {
    didSet {
      switch borderStyle {
      case .none:
        layer.borderWidth = 0
        layer.cornerRadius = 0
      case .line, .bezel:
        layer.borderWidth = 1
        layer.cornerRadius = 0
      case .roundedRect:
        layer.borderWidth = 1
        layer.cornerRadius = 6
        if backgroundColor == nil { backgroundColor = .systemBackground }
      }
      showBorderColor()
      setNeedsLayout()
      invalidateIntrinsicContentSize()
    }
  }

  /// A view before the text: to the left, or to the right in a field from right to left. Default nil.
  open var leftView: UIView? { didSet { sideViewDidChange(oldValue, leftView) } }
  /// A view after the text: to the right, or to the left in a field from right to left. Default nil.
  open var rightView: UIView? { didSet { sideViewDidChange(oldValue, rightView) } }
  /// The visibility of the left view. Default never.
  open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  /// The visibility of the right view. Default never.
  open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  /// The visibility of the clear button. Default never.
  open var clearButtonMode = ViewMode.never { didSet { setNeedsLayout() } }

  private func sideViewDidChange(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  private func isShown(_ mode: ViewMode) -> Bool {
    switch mode {
    case .never: false
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    case .always: true
    }
  }

  // MARK: Layout

  /// Returns the rectangle of the text.
  open func textRect(forBounds bounds: CGRect) -> CGRect {
    let edge: CGFloat = borderStyle == .none ? 0 : 8
    var rect = bounds.inset(by: UIEdgeInsets(top: 0, left: edge, bottom: 0, right: edge))
    if let leftView, isShown(leftViewMode) {
      rect = rect.inset(
        by: UIEdgeInsets(top: 0, left: leftView.bounds.width + 4, bottom: 0, right: 0))
    }
    let right = isShown(clearButtonMode) && !model.text.isEmpty ? 20 : sideWidth(rightView)
    return directed(
      rect.inset(by: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: right)), in: bounds)
  }

  /// A rectangle that is laid out from left to right, in the field's direction.
  private func directed(_ rect: CGRect, in bounds: CGRect) -> CGRect {
    guard isMirrored else { return rect }
    return CGRect(
      x: bounds.minX + bounds.maxX - rect.maxX, y: rect.minY, width: rect.width,
      height: rect.height)
  }

  private func sideWidth(_ view: UIView?) -> CGFloat {
    guard let view, isShown(rightViewMode) else { return 0 }
    return view.bounds.width + 4
  }

  /// Returns the rectangle of the text during editing. Default the text rectangle.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  /// Returns the rectangle of the placeholder. Default the text rectangle.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }

  /// Returns the rectangle of the left view.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = leftView?.bounds.size ?? .zero
    let rect = CGRect(
      x: bounds.minX + (borderStyle == .none ? 0 : 8), y: bounds.midY - size.height / 2,
      width: size.width, height: size.height)
    return directed(rect, in: bounds)
  }

  /// Returns the rectangle of the right view.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = rightView?.bounds.size ?? .zero
    let rect = CGRect(
      x: bounds.maxX - (borderStyle == .none ? 0 : 8) - size.width,
      y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    return directed(rect, in: bounds)
  }

  /// Draws the placeholder, in the current context. An override that does not call `super` draws it alone.
  ///
  /// - Parameter rect: The placeholder's bounds, from ``placeholderRect(forBounds:)``.
  open func drawPlaceholder(in rect: CGRect) { placeholderLabel.drawPlaceholder(in: rect) }

  /// Returns the rectangle of the clear button.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    directed(
      CGRect(x: bounds.maxX - 24, y: bounds.midY - 10, width: 20, height: 20), in: bounds)
  }

  /// Returns the size of the text with its border.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let shown = model.text.isEmpty ? placeholder ?? "" : displayedText
    let text = TextLayout(
      [AttributedRun(shown, attributes)].filter { !$0.text.isEmpty }, fonts: Fonts.provider)
    let edge: CGFloat = borderStyle == .none ? 0 : 8
    return CGSize(
      width: (text.size.width + 2 * edge + 4).rounded(.up),
      height: (usedFont.lineHeight + (borderStyle == .none ? 0 : 14)).rounded(.up))
  }

  /// The size of the text with its border.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Lays out the text and its side views.
  open override func layoutSubviews() {
    super.layoutSubviews()
    contentView.frame = isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    placeholderLabel.frame = placeholderRect(forBounds: bounds)
    leftView?.isHidden = !isShown(leftViewMode)
    leftView?.frame = leftViewRect(forBounds: bounds)
    let isClearable = isShown(clearButtonMode) && !model.text.isEmpty
    rightView?.isHidden = !isShown(rightViewMode) || isClearable
    rightView?.frame = rightViewRect(forBounds: bounds)
    if isClearable && clearButton == nil { makeClearButton() }
    clearButton?.isHidden = !isClearable
    clearButton?.frame = clearButtonRect(forBounds: bounds)
    if isEditing { reportCaret() }
  }

  private func makeClearButton() {
    let button = UIButton(type: .system)
    button.setTitle("\u{00D7}", for: .normal)
    button.setTitleColor(.secondaryLabel, for: .normal)
    button.addTarget(self, action: UITextField.clear, for: .touchUpInside)
    addSubview(button)
    clearButton = button
  }

  private func clear() {
    guard delegate?.textFieldShouldClear(self) ?? true else { return }
    editor.edit(.other) { $0.setText("") }
  }

  // MARK: Display

  private var attributes: TextAttributes {
    TextAttributes(
      face: usedFont.faceID, size: usedFont.pointSize,
      color: withCurrentTraits { (textColor ?? .label).cgColor })
  }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    showBorderColor()
    refresh()
  }

  override func followDirection() {
    placeholderLabel.semanticContentAttribute = semanticContentAttribute
    refresh()
  }

  private static let defaultBorderColor = CALayer().borderColor
  /// The border's colour as the style set it last.
  private var styleBorderColor = UITextField.defaultBorderColor

  /// Shows the style's colour in the current appearance, unless the border has one of its own.
  private func showBorderColor() {
    if layer.borderColor != styleBorderColor { return }
    withCurrentTraits {
      switch borderStyle {
      case .none: break
      case .line, .bezel: layer.borderColor = UIColor.opaqueSeparator.cgColor
      case .roundedRect: layer.borderColor = UIColor.systemGray4.cgColor
      }
    }
    styleBorderColor = layer.borderColor
  }

  /// Updates the display from the model.
  private func refresh() {
    let metrics = usedFont.metrics
    var content = TextFieldContentView.Content()
    content.runs = model.text.isEmpty ? [] : [AttributedRun(displayedText, attributes)]
    content.alignment = textAlignment
    content.isMirrored = isMirrored
    if isEditing {
      content.selection =
        displayed(model.selection.lowerBound)..<displayed(model.selection.upperBound)
      content.marked = model.marked.map { displayed($0.lowerBound)..<displayed($0.upperBound) }
    }
    content.caret = isEditing ? displayed(model.caret) : 0
    content.showsCaret = isEditing && window?.hasKeyboardFocus ?? false
    content.ascender = metrics.ascender
    content.descender = metrics.descender
    contentView.content = content
    if !content.showsCaret { contentView.stopBlinking() }
    placeholderLabel.isHidden = !model.text.isEmpty
    setNeedsLayout()
    notifyObservers()
  }

  /// Shows the caret only while the window has the keyboard.
  override func windowFocusDidChange() { refresh() }

  private func reportCaret() {
    guard window != nil else { return }
    Platform.services.startTextInput(at: contentView.convert(contentView.caretRect, to: nil))
  }

  override var cursor: PointerShape { isEnabled ? .text : .arrow }

  // MARK: First responder

  /// Begins editing, if the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard isEnabled, window != nil, delegate?.textFieldShouldBeginEditing(self) ?? true,
      super.becomeFirstResponder()
    else { return false }
    if clearsOnBeginEditing { editor.setText("") }
    refresh()
    reportCaret()
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    return true
  }

  /// Ends editing, if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
      return false
    }
    Platform.services.stopTextInput()
    editor.acceptComposition()
    refresh()
    delegate?.textFieldDidEndEditing(self, reason: .committed)
    sendActions(for: .editingDidEnd)
    NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
    return true
  }

  // MARK: Editing

  /// Whether there is text.
  open var hasText: Bool { !model.text.isEmpty }

  /// Replaces the selection by text, if the delegate agrees. Line breaks become spaces.
  open func insertText(_ text: String) {
    editor.insert(String(text.map { $0.isNewline ? " " : $0 }))
  }

  /// Removes the selection or the character before the caret, if the delegate agrees.
  open func deleteBackward() { editor.delete(.backward, by: .character) }

  package func setComposedText(_ text: String) { editor.compose(text) }

  /// Selects all text.
  open func selectAll(_ sender: Any?) { editor.select { $0.selectAll() } }

  /// Moves the selection to the clipboard.
  open func cut(_ sender: Any?) { editor.cut() }

  /// Copies the selection to the clipboard.
  open func copy(_ sender: Any?) { editor.copy() }

  /// Replaces the selection by the clipboard's text.
  open func paste(_ sender: Any?) { editor.paste() }

  /// Handles keys that move, select or edit. Keys that write are consumed, as their text arrives
  /// separately.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isEditing, let key = presses.first?.key, editor.perform(key) else {
      // Not `super`: a control treats Space and Return as a press.
      next?.pressesBegan(presses, with: event)
      return
    }
  }

  /// Consumes the release of keys whose press was consumed.
  open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if !isEditing { next?.pressesEnded(presses, with: event) }
  }

  // MARK: Pointer

  private func offset(of touch: UITouch) -> Int {
    edited(contentView.offset(nearestTo: touch.location(in: contentView)))
  }

  /// Begins editing and places the caret. A double click selects a word, a triple click all text.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard becomeFirstResponder() else { return false }
    let offset = offset(of: touch)
    editor.acceptComposition()
    refresh()
    switch touch.tapCount {
    case 1: editor.select { $0.setCaret(offset) }
    case 2: editor.select { $0.selectWord(at: offset) }
    default: editor.select { $0.selectAll() }
    }
    return true
  }

  /// Extends the selection.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let offset = offset(of: touch)
    if touch.tapCount == 1 { editor.select { $0.setCaret(offset, extending: true) } }
    return true
  }
}

// MARK: Editor

extension UITextField: TextEditorClient {
  func mayReplace(_ range: Range<Int>, with text: String) -> Bool {
    delegate?.textField(
      self, shouldChangeCharactersIn: NSRange(location: range.lowerBound, length: range.count),
      replacementString: text) ?? true
  }

  func textDidChange() {
    refresh()
    sendActions(for: .editingChanged)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    delegate?.textFieldDidChangeSelection(self)
  }

  func selectionDidChange() {
    refresh()
    delegate?.textFieldDidChangeSelection(self)
  }

  /// Handles Return: queries the delegate, and ends editing if `editingDidEndOnExit` has a target.
  func returnWasPressed() {
    editor.acceptComposition()
    guard delegate?.textFieldShouldReturn(self) ?? true else { return }
    send([.editingDidEndOnExit, .primaryActionTriggered])
    if allControlEvents.contains(.editingDidEndOnExit) { resignFirstResponder() }
  }

  var isEditable: Bool { true }
  var isCopyable: Bool { !isSecureTextEntry }
  var hasRightToLeft: Bool { contentView.hasRightToLeft }
  var isRightToLeft: Bool { contentView.isRightToLeft }
  func x(of offset: Int) -> CGFloat { contentView.x(of: displayed(offset)) }

  func offset(beside offset: Int, isOnTheLeft: Bool) -> Int {
    edited(contentView.offset(beside: displayed(offset), isOnTheLeft: isOnTheLeft))
  }

  func line(around offset: Int) -> Range<Int> { 0..<model.length }

  func offset(
    _ direction: TextEditingModel.Direction, from offset: Int, at x: CGFloat
  ) -> Int? { nil }
}

// MARK: Secure entry

extension UITextField {
  /// The text as displayed: dots for secure text.
  final var displayedText: String {
    isSecureTextEntry ? String(repeating: "\u{2022}", count: model.text.count) : model.text
  }

  /// Returns the offset in ``displayedText`` of an offset in the text. Each dot is one UTF-16 unit.
  final func displayed(_ offset: Int) -> Int {
    isSecureTextEntry ? model.substring(0..<offset).count : offset
  }

  /// Returns the offset in the text of an offset in ``displayedText``.
  final func edited(_ offset: Int) -> Int {
    isSecureTextEntry ? String(model.text.prefix(offset)).utf16.count : offset
  }
}

// MARK: Types

extension UITextField {
  /// The border style of a text field.
  public enum BorderStyle: Int, Sendable {
    /// No border.
    case none
    /// A thin line.
    case line
    /// A thin line.
    case bezel
    /// A light background with round corners.
    case roundedRect
  }

  /// The visibility of a side view.
  public enum ViewMode: Int, Sendable {
    /// Never.
    case never
    /// While editing.
    case whileEditing
    /// While not editing.
    case unlessEditing
    /// Always.
    case always
  }

  /// The reason for the end of editing.
  public enum DidEndEditingReason: Int, Sendable {
    /// Another responder took over, or Return was pressed.
    case committed
  }
}

/// The label of a placeholder, which its field draws.
private final class PlaceholderLabel: UILabel {
  weak var field: UITextField?

  override func drawText(in rect: CGRect) {
    guard let text, !text.isEmpty else { return }
    if let field { field.drawPlaceholder(in: rect) } else { super.drawText(in: rect) }
  }

  func drawPlaceholder(in rect: CGRect) { super.drawText(in: rect) }
}
