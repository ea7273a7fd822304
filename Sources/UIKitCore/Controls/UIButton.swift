// UIButton.swift
// A push button with a title and an image.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A push button.
///
/// While pressed, a button with a background colour darkens; one without fades its title.
@preconcurrency @MainActor
open class UIButton: UIControl {
  /// The default appearance of a button.
  public enum ButtonType: Int, Sendable {
    /// A white title of 18 points.
    case custom = 0
    /// A title of 15 points in the tint colour.
    case system = 1
    /// An "i" in a circle, in the tint colour.
    case detailDisclosure = 2
    /// As ``detailDisclosure``.
    case infoLight = 3
    /// As ``detailDisclosure``.
    case infoDark = 4
    /// A plus sign in a circle, in the tint colour.
    case contactAdd = 5
    /// A cross in a filled circle, in the tint colour.
    case close = 7
  }

  private struct StateValues {
    var titles: [State: String] = [:]
    var attributedTitles: [State: NSAttributedString] = [:]
    var colors: [State: UIColor] = [:]
    var shadows: [State: UIColor] = [:]
    var images: [State: UIImage] = [:]
    var backgrounds: [State: UIImage] = [:]
  }

  private var values = StateValues()
  private let label = UILabel()
  // Subviews once they show something.
  private let imageContent = UIImageView()
  private let background = UIImageView()
  private let shade = UIView()
  /// The look of a button beneath the pointer; made when it is first needed.
  private var glow: UIView?

  /// The default appearance of the button.
  open internal(set) var buttonType = ButtonType.custom

  // MARK: Menu and configuration

  /// The menu: shown by the right button and a long press, and with ``showsMenuAsPrimaryAction`` by a click. Default nil.
  open var menu: UIMenu? { didSet { menuDidChange() } }

  /// Whether a click shows the menu. Default false.
  open var showsMenuAsPrimaryAction = false { didSet { menuDidChange() } }

  private var menuInteraction: ButtonMenu?

  private func menuDidChange() {
    let wanted = menu != nil ? menuInteraction ?? ButtonMenu() : nil
    if let old = menuInteraction, wanted == nil { old.detach(from: self) }
    menuInteraction = wanted
    wanted?.attach(to: self)
  }

  /// The look of the button; nil for titles and images by state. Default nil.
  open var configuration: Configuration? {
    didSet {
      guard configuration != oldValue else { return }
      if configuration == nil, let configured {
        configured.remove(image: imageContent, fill: background)
        self.configured = nil
        label.font = .systemFont(ofSize: buttonType == .custom ? 18 : 15)
      }
      contentDidChange()
    }
  }

  /// Called when the configuration has to follow the button's state; it may set ``configuration``. Default nil.
  open var configurationUpdateHandler: ((UIButton) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }

  /// Whether the configuration follows the state by itself. Stored, without effect: it does.
  open var automaticallyUpdatesConfiguration = true

  private var configured: ConfiguredContent?
  private var isUpdatingConfiguration = false

  /// Creates a button with a look, that shows an action's title and image where it has none, and runs the action.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    buttonType = .system
    var configuration = configuration
    if let primaryAction {
      if configuration.title == nil, !primaryAction.title.isEmpty {
        configuration.title = primaryAction.title
      }
      configuration.image = configuration.image ?? primaryAction.image
      addAction(primaryAction, for: .primaryActionTriggered)
    }
    self.configuration = configuration
    sizeToFit()
  }

  /// Requests ``updateConfiguration()``.
  open func setNeedsUpdateConfiguration() {
    updateConfigurationIfNeeded()
    if configuration != nil { contentDidChange() }
  }

  /// Called when the configuration has to follow the button's state. Calls the handler.
  open func updateConfiguration() { configurationUpdateHandler?(self) }

  private func updateConfigurationIfNeeded() {
    guard !isUpdatingConfiguration, configuration != nil || configurationUpdateHandler != nil else {
      return
    }
    isUpdatingConfiguration = true
    updateConfiguration()
    isUpdatingConfiguration = false
  }

  // MARK: Creating

  /// Creates a button of a type.
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
    if type != .custom { label.font = .systemFont(ofSize: 15) }
    if let symbol = ButtonSymbol(type) { setImage(symbol.image, for: .normal) }
    stateDidChange()
  }

  /// Creates a system button that shows an action's title and image, and runs the action.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    adopt(primaryAction)
  }

  /// Creates a custom button that shows an action's title and image, and runs the action.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    adopt(primaryAction)
  }

  private func adopt(_ action: UIAction?) {
    guard let action else { return }
    setTitle(action.title, for: .normal)
    setImage(action.image, for: .normal)
    addAction(action, for: .primaryActionTriggered)
    sizeToFit()
  }

  override func setUp() {
    label.font = .systemFont(ofSize: 18)
    label.textAlignment = .center
    label.lineBreakMode = .byTruncatingMiddle
    shade.backgroundColor = UIColor(white: 0, alpha: 0.15)
    shade.isUserInteractionEnabled = false
    shade.isHidden = true
    addSubview(label)
    stateDidChange()
  }

  /// Makes a part a subview, beneath those that lie above it.
  private func show(_ part: UIView) {
    guard part.superview !== self else { return }
    let parts: [UIView] = [background, shade, imageContent, label]
    let above = parts.drop(while: { $0 !== part }).dropFirst()
    if let next = above.first(where: { $0.superview === self }) {
      insertSubview(part, belowSubview: next)
    } else {
      addSubview(part)
    }
  }

  // MARK: Content

  /// The view of the title. Set its font here, and title and colour with the methods below.
  open var titleLabel: UILabel? { label }

  /// The view of the image.
  open var imageView: UIImageView? { imageContent }

  /// Sets the title of a state. States without one show that of the normal state.
  open func setTitle(_ title: String?, for state: State) {
    values.titles[state] = title
    contentDidChange()
  }

  /// Sets the attributed title of a state. It overrides the plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    values.attributedTitles[state] = title
    contentDidChange()
  }

  /// Sets the title colour of a state.
  open func setTitleColor(_ color: UIColor?, for state: State) {
    values.colors[state] = color
    stateDidChange()
  }

  /// Sets the title shadow colour of a state.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    values.shadows[state] = color
    stateDidChange()
  }

  /// Sets the image of a state, shown before the title.
  open func setImage(_ image: UIImage?, for state: State) {
    values.images[state] = image
    contentDidChange()
  }

  /// Sets the background image of a state.
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    values.backgrounds[state] = image
    contentDidChange()
  }

  /// Returns the title of a state.
  open func title(for state: State) -> String? { values.titles[state] }
  /// Returns the attributed title of a state.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    values.attributedTitles[state]
  }
  /// Returns the title colour of a state.
  open func titleColor(for state: State) -> UIColor? { values.colors[state] }
  /// Returns the title shadow colour of a state.
  open func titleShadowColor(for state: State) -> UIColor? { values.shadows[state] }
  /// Returns the image of a state.
  open func image(for state: State) -> UIImage? { values.images[state] }
  /// Returns the background image of a state.
  open func backgroundImage(for state: State) -> UIImage? { values.backgrounds[state] }

  /// The title of the current state.
  open var currentTitle: String? { value(values.titles) }
  /// The title colour of the current state.
  open var currentTitleColor: UIColor {
    value(values.colors) ?? (buttonType == .custom ? .white : tintColor)
  }
  /// The title shadow colour of the current state.
  open var currentTitleShadowColor: UIColor? { value(values.shadows) }
  /// The image of the current state.
  open var currentImage: UIImage? { value(values.images) }

  /// Insets of the content, in points. Default zero.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
  /// Insets of the title, in points. Default zero.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Insets of the image, in points. Default zero.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Whether the image fades while pressed. Default true.
  open var adjustsImageWhenHighlighted = true

  /// Returns the value of the current state, else of a part of it, else of the normal state.
  private func value<T>(_ table: [State: T]) -> T? {
    let state = state.subtracting(.focused)
    if let exact = table[state] { return exact }
    for part: State in [.disabled, .highlighted, .selected] where state.contains(part) {
      if let found = table[part] { return found }
    }
    return table[.normal]
  }

  private func contentDidChange() {
    stateDidChange()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  override func stateDidChange() {
    super.stateDidChange()
    updateConfigurationIfNeeded()
    if let configuration {
      let configured = configured ?? ConfiguredContent(configuration)
      self.configured = configured
      show(background)
      show(imageContent)
      configured.show(
        configuration, in: self, label: label, image: imageContent, fill: background)
      return setNeedsLayout()
    }
    let attributed = value(values.attributedTitles)
    // The colour of a plain title applies to all of the label's text.
    if attributed == nil { label.text = currentTitle }
    label.textColor = currentTitleColor
    if let attributed { label.attributedText = attributed }
    label.shadowColor = currentTitleShadowColor
    imageContent.image = currentImage
    background.image = value(values.backgrounds)
    background.isHidden = background.image == nil
    if background.image != nil { show(background) }
    if imageContent.image != nil { show(imageContent) }
    updateHighlight()
  }

  /// Whether the button becomes lighter while the pointer is over it. Default false.
  ///
  /// Source: Apple's `isPointerInteractionEnabled`.
  open var isPointerInteractionEnabled = false { didSet { hoverDidChange() } }

  override func hoverDidChange() {
    let glows = isHovered && isPointerInteractionEnabled && isEnabled && !isHighlighted
    if glows && glow == nil {
      let view = UIView()
      view.isUserInteractionEnabled = false
      insertSubview(
        view, belowSubview: imageContent.superview === self ? imageContent : label)
      glow = view
      setNeedsLayout()
    }
    glow?.isHidden = !glows
    glow?.backgroundColor = currentTitleColor.withAlphaComponent(0.07)
    glow?.layer.cornerRadius = layer.cornerRadius
  }

  private func updateHighlight() {
    if isPointerInteractionEnabled { hoverDidChange() }
    let fills = backgroundColor != nil || background.image != nil
    let isPressed = isHighlighted && isEnabled
    shade.isHidden = !(isPressed && fills)
    if !shade.isHidden {
      show(shade)
      shade.frame = bounds
    }
    shade.layer.cornerRadius = layer.cornerRadius
    let overridesHighlight =
      values.colors[.highlighted] != nil || values.titles[.highlighted] != nil
    let fades = isPressed && !fills && !overridesHighlight && buttonType != .custom
    let disabledFade = !isEnabled && values.colors[.disabled] == nil
    label.alpha = fades ? 0.3 : disabledFade ? 0.35 : 1
    imageContent.alpha =
      isPressed && !fills && adjustsImageWhenHighlighted ? 0.5 : isEnabled ? 1 : 0.35
  }

  /// Applies the tint colour to the title.
  open override func tintColorDidChange() { stateDidChange() }

  override func activate() {
    send([.touchUpInside, .primaryActionTriggered])
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }

  override var baselineFont: UIFont? { titleLabel?.font }

  override var accessibilityDefaults: AccessibilityDefaults {
    accessibilityDefaults(
      .button, label: configuration?.title ?? currentTitle ?? ButtonSymbol(buttonType)?.name)
  }

  // MARK: Layout

  private var contentSize: CGSize {
    let title = label.sizeThatFits(.zero)
    let image = imageContent.image?.size ?? .zero
    // A title has room above and below it, unless the caller gives insets; an image has none.
    let room: CGFloat = contentEdgeInsets == .zero && title.height > 0 ? 12 : 0
    return CGSize(width: title.width + image.width, height: max(title.height + room, image.height))
  }

  /// The size of a button without title, image and insets, in points: UIKit's.
  private static let emptySize = CGSize(width: 30, height: 34)
  /// The least width of a button with a title and without insets, in points: UIKit's.
  private static let leastTitleWidth: CGFloat = 30

  /// Returns the size of the content with its insets.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    if let configured {
      return configured.preferredSize(label: label, image: imageContent)
    }
    let content = contentSize
    let insets = contentEdgeInsets
    if content.width == 0 && insets == .zero { return Self.emptySize }
    let least = insets == .zero && imageContent.image == nil ? Self.leastTitleWidth : 0
    return CGSize(
      width: max(least, content.width + insets.left + insets.right),
      height: content.height + insets.top + insets.bottom)
  }

  /// The size of the content with its insets.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Returns the content rectangle for bounds.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }

  /// Returns the image rectangle in a content rectangle.
  open func imageRect(forContentRect rect: CGRect) -> CGRect { split(rect).image }

  /// Returns the title rectangle in a content rectangle.
  open func titleRect(forContentRect rect: CGRect) -> CGRect { split(rect).title }

  private func split(_ rect: CGRect) -> (image: CGRect, title: CGRect) {
    let natural = imageContent.image?.size ?? .zero
    let image = CGSize(
      width: min(natural.width, rect.width), height: min(natural.height, rect.height))
    let title = label.sizeThatFits(.zero)
    let titleWidth = max(0, min(title.width, rect.width - image.width))
    let total = image.width + titleWidth
    let x =
      switch contentHorizontalAlignment {
      case .center, .fill: rect.minX + (rect.width - total) / 2
      case .leading: rect.minX
      case .trailing: rect.maxX - total
      // Mirrored below.
      case .left: isMirrored ? rect.maxX - total : rect.minX
      case .right: isMirrored ? rect.minX : rect.maxX - total
      }
    func place(_ x: CGFloat, width: CGFloat) -> CGFloat {
      isMirrored ? rect.minX + rect.maxX - x - width : x
    }
    func y(_ height: CGFloat) -> CGFloat {
      switch contentVerticalAlignment {
      case .center, .fill: rect.minY + (rect.height - height) / 2
      case .top: rect.minY
      case .bottom: rect.maxY - height
      }
    }
    let titleHeight = min(title.height, rect.height)
    return (
      CGRect(
        x: place(x, width: image.width), y: y(image.height), width: image.width,
        height: image.height
      ).inset(by: imageEdgeInsets),
      CGRect(
        x: place(x + image.width, width: titleWidth), y: y(titleHeight), width: titleWidth,
        height: titleHeight
      ).inset(by: titleEdgeInsets)
    )
  }

  /// Lays out image and title.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    shade.frame = bounds
    glow?.frame = bounds
    if let configured {
      return configured.layOut(in: self, label: label, image: imageContent, fill: background)
    }
    let rect = contentRect(forBounds: bounds)
    imageContent.frame = imageRect(forContentRect: rect)
    label.frame = titleRect(forContentRect: rect)
  }
}
