// UIButton.swift
// A control with a title and an image that is pressed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A button.
///
/// A button with a background colour darkens while it is pressed; one without fades its title.
@preconcurrency @MainActor
open class UIButton: UIControl {
  /// What a button looks like unless told.
  public enum ButtonType: Int, Sendable {
    /// White title, nothing else.
    case custom = 0
    /// Title in the tint colour.
    case system = 1
  }

  private struct Looks {
    var titles: [State: String] = [:]
    var attributedTitles: [State: NSAttributedString] = [:]
    var colors: [State: UIColor] = [:]
    var shadows: [State: UIColor] = [:]
    var images: [State: UIImage] = [:]
    var backgrounds: [State: UIImage] = [:]
  }

  private var looks = Looks()
  private let label = UILabel()
  private let picture = UIImageView()
  private let background = UIImageView()
  private let shade = UIView()

  /// What the button looks like unless told.
  public private(set) final var buttonType = ButtonType.custom

  // MARK: Making one

  /// Creates a custom button with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a custom button.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  /// Creates a button of a type.
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    buttonType = type
    stateDidChange()
  }

  /// Creates a system button that shows an action's title and image and runs it when it is used.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    use(primaryAction)
  }

  /// Creates a custom button that shows an action's title and image and runs it when it is used.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    use(primaryAction)
  }

  private func use(_ action: UIAction?) {
    guard let action else { return }
    setTitle(action.title, for: .normal)
    setImage(action.image, for: .normal)
    addAction(action, for: .primaryActionTriggered)
    sizeToFit()
  }

  private func setUp() {
    label.font = .systemFont(ofSize: 15)
    label.textAlignment = .center
    label.lineBreakMode = .byTruncatingMiddle
    shade.backgroundColor = UIColor(white: 0, alpha: 0.15)
    shade.isUserInteractionEnabled = false
    shade.isHidden = true
    for view in [background, shade, picture, label] { addSubview(view) }
    stateDidChange()
  }

  // MARK: Content

  /// The view of the title; set its font here, title and colour with the methods below.
  open var titleLabel: UILabel? { label }

  /// The view of the image.
  open var imageView: UIImageView? { picture }

  /// Sets the title of a state; states without one show that of the normal state.
  open func setTitle(_ title: String?, for state: State) {
    looks.titles[state] = title
    contentDidChange()
  }

  /// Sets the title, with its looks, of a state; it wins over the plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    looks.attributedTitles[state] = title
    contentDidChange()
  }

  /// Sets the title's colour of a state.
  open func setTitleColor(_ color: UIColor?, for state: State) {
    looks.colors[state] = color
    stateDidChange()
  }

  /// Sets the colour of the title's shadow of a state.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    looks.shadows[state] = color
    stateDidChange()
  }

  /// Sets the image of a state, shown before the title.
  open func setImage(_ image: UIImage?, for state: State) {
    looks.images[state] = image
    contentDidChange()
  }

  /// Sets the image of a state that fills the button behind everything.
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    looks.backgrounds[state] = image
    contentDidChange()
  }

  /// Returns the title that a state shows.
  open func title(for state: State) -> String? { looks.titles[state] }
  /// Returns the title with its looks that was set for a state.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    looks.attributedTitles[state]
  }
  /// Returns the title's colour that was set for a state.
  open func titleColor(for state: State) -> UIColor? { looks.colors[state] }
  /// Returns the image that was set for a state.
  open func image(for state: State) -> UIImage? { looks.images[state] }
  /// Returns the background that was set for a state.
  open func backgroundImage(for state: State) -> UIImage? { looks.backgrounds[state] }

  /// The title that is shown.
  open var currentTitle: String? { value(looks.titles) }
  /// The title's colour that is shown.
  open var currentTitleColor: UIColor {
    value(looks.colors) ?? (buttonType == .system ? tintColor : .white)
  }
  /// The image that is shown.
  open var currentImage: UIImage? { value(looks.images) }

  /// Points around the content; none unless set.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
  /// Points by which the title's place is made smaller; none unless set.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Points by which the image's place is made smaller; none unless set.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Whether the image darkens while pressed; true unless set.
  open var adjustsImageWhenHighlighted = true

  /// The entry of the present state, else of a part of it, else of the normal state.
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
    if let attributed = value(looks.attributedTitles) {
      label.attributedText = attributed
    } else {
      label.text = currentTitle
    }
    label.textColor = currentTitleColor
    label.shadowColor = value(looks.shadows)
    picture.image = currentImage
    background.image = value(looks.backgrounds)
    background.isHidden = background.image == nil
    updatePressedLook()
  }

  private func updatePressedLook() {
    let fills = backgroundColor != nil || background.image != nil
    let isPressed = isHighlighted && isEnabled
    shade.isHidden = !(isPressed && fills)
    shade.layer.cornerRadius = layer.cornerRadius
    let hasOwnLook = looks.colors[.highlighted] != nil || looks.titles[.highlighted] != nil
    let fades = isPressed && !fills && !hasOwnLook && buttonType == .system
    let disabledFade = !isEnabled && looks.colors[.disabled] == nil
    label.alpha = fades ? 0.3 : disabledFade ? 0.35 : 1
    picture.alpha = isPressed && !fills && adjustsImageWhenHighlighted ? 0.5 : isEnabled ? 1 : 0.35
  }

  /// Takes the tint colour over into the title.
  open override func tintColorDidChange() { stateDidChange() }

  override func activate() {
    send([.touchUpInside, .primaryActionTriggered])
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }

  // MARK: Layout

  private var contentSize: CGSize {
    let title = label.sizeThatFits(.zero)
    let image = picture.image?.size ?? .zero
    let gap: CGFloat = title.width > 0 && image.width > 0 ? 6 : 0
    return CGSize(
      width: title.width + gap + image.width, height: max(title.height, image.height))
  }

  /// Returns the size of the content with the points around it.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let content = contentSize
    let insets = contentEdgeInsets
    let padding: CGFloat = insets == .zero ? 6 : 0
    return CGSize(
      width: content.width + insets.left + insets.right,
      height: content.height + insets.top + insets.bottom + 2 * padding)
  }

  /// The size of the content with the points around it.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Returns where the content may lie in bounds.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }

  /// Returns where the image lies in a content rectangle.
  open func imageRect(forContentRect rect: CGRect) -> CGRect { split(rect).image }

  /// Returns where the title lies in a content rectangle.
  open func titleRect(forContentRect rect: CGRect) -> CGRect { split(rect).title }

  private func split(_ rect: CGRect) -> (image: CGRect, title: CGRect) {
    let natural = picture.image?.size ?? .zero
    let image = CGSize(
      width: min(natural.width, rect.width), height: min(natural.height, rect.height))
    let title = label.sizeThatFits(.zero)
    let gap: CGFloat = title.width > 0 && image.width > 0 ? 6 : 0
    let titleWidth = max(0, min(title.width, rect.width - image.width - gap))
    let total = image.width + gap + titleWidth
    let x =
      switch contentHorizontalAlignment {
      case .center, .fill: rect.minX + (rect.width - total) / 2
      case .left, .leading: rect.minX
      case .right, .trailing: rect.maxX - total
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
      CGRect(x: x, y: y(image.height), width: image.width, height: image.height)
        .inset(by: imageEdgeInsets),
      CGRect(
        x: x + image.width + gap, y: y(titleHeight), width: titleWidth, height: titleHeight
      ).inset(by: titleEdgeInsets)
    )
  }

  /// Places image and title.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    shade.frame = bounds
    let rect = contentRect(forBounds: bounds)
    picture.frame = imageRect(forContentRect: rect)
    label.frame = titleRect(forContentRect: rect)
  }
}
