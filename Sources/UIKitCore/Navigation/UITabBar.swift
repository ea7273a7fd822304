// UITabBar.swift
// A bar with a button for each of several controllers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Observes a tab bar. Every method is optional.
@preconcurrency @MainActor
public protocol UITabBarDelegate: AnyObject {
  /// A button was pressed.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  /// Does nothing.
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar with a button for each item, one of which is selected.
@preconcurrency @MainActor
open class UITabBar: UIView {
  /// The height in points.
  static let height: CGFloat = 49

  private let background = BarBackground(isAboveContent: false)
  private var buttons: [TabBarButton] = []

  override func setUp() {
    addSubview(background)
  }

  /// The delegate. Default nil; in a tab bar controller, the controller.
  open weak var delegate: (any UITabBarDelegate)?

  /// The items. Default nil.
  open var items: [UITabBarItem]? { didSet { rebuild() } }

  /// Sets the items. They do not animate.
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  /// The selected item. Setting it does not call the delegate. Default nil.
  open var selectedItem: UITabBarItem? { didSet { showSelection() } }

  /// The look. Default that of the traits; `black` is dark in a light window, too.
  open var barStyle = UIBarStyle.default {
    didSet { overrideUserInterfaceStyle = barStyle == .default ? .unspecified : .dark }
  }

  /// The background colour. Default nil, for the system's.
  open var barTintColor: UIColor? { didSet { background.color = barTintColor } }

  /// The colour of the buttons that are not selected. Default nil, for grey.
  open var unselectedItemTintColor: UIColor? { didSet { showSelection() } }

  /// Whether the views of a tab bar controller extend below the bar. Default true. The bar itself is drawn opaque.
  open var isTranslucent = true {
    didSet { if isTranslucent != oldValue { extentDidChange() } }
  }

  /// Whether the bar is hidden. In a tab bar controller, the place of a hidden bar is the content's.
  open override var isHidden: Bool {
    get { super.isHidden }
    set {
      guard newValue != isHidden else { return }
      super.isHidden = newValue
      extentDidChange()
    }
  }

  /// Called after a change of ``isTranslucent`` or ``isHidden``.
  final var extentDidChange: () -> Void = {}

  /// The look. Default nil until it is set.
  final var ownStandardAppearance: UITabBarAppearance? {
    didSet {
      background.look = look
      showSelection()
    }
  }

  /// The look, which replaces ``barTintColor`` and ``unselectedItemTintColor`` once it is set. The bar keeps a copy.
  open var standardAppearance: UITabBarAppearance {
    get { ownStandardAppearance ?? UITabBarAppearance() }
    set { ownStandardAppearance = UIBarAppearance.copied(newValue) }
  }

  /// The look where the content lies at its end. It is shown only where ``standardAppearance`` was not set. Default nil.
  open var scrollEdgeAppearance: UITabBarAppearance? {
    didSet {
      edgeLook = UIBarAppearance.copied(scrollEdgeAppearance)
      background.look = look
      showSelection()
    }
  }

  private var edgeLook: UITabBarAppearance?

  private var look: UITabBarAppearance? { ownStandardAppearance ?? edgeLook }

  private func rebuild() {
    for button in buttons { button.removeFromSuperview() }
    buttons = (items ?? []).map { item in
      let button = TabBarButton(item)
      item.didChange = { [weak button] in button?.show() }
      button.addAction(
        UIAction { [weak self, weak item] _ in
          guard let self, let item else { return }
          delegate?.tabBar(self, didSelect: item)
        }, for: .touchUpInside)
      addSubview(button)
      return button
    }
    showSelection()
    setNeedsLayout()
  }

  private func showSelection() {
    for button in buttons {
      button.look = look?.stackedLayoutAppearance
      button.unselectedColor = unselectedItemTintColor ?? .systemGray
      button.isSelected = button.item === selectedItem
    }
  }

  /// The width that is offered, and 49 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: Self.height)
  }

  /// 49 points high.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
  }

  override func followDirection() { forEachInTree { $0.setNeedsLayout() } }

  /// Lays out the buttons, in equal parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let width = bounds.width / CGFloat(max(buttons.count, 1))
    for (index, button) in buttons.enumerated() {
      button.frame = directed(
        CGRect(x: width * CGFloat(index), y: 0, width: width, height: bounds.height))
    }
  }
}

/// A button of a tab bar.
private final class TabBarButton: UIControl {
  let item: UITabBarItem
  private let picture = UIImageView()
  private let label = UILabel()
  private let badge = UILabel()
  var unselectedColor = UIColor.systemGray { didSet { show() } }
  var look: UITabBarItemAppearance?

  init(_ item: UITabBarItem) {
    self.item = item
    super.init(frame: .zero)
    label.textAlignment = .center
    badge.textAlignment = .center
    badge.font = .systemFont(ofSize: 12)
    badge.textColor = .white
    badge.layer.masksToBounds = true
    for view in [picture, label, badge] { addSubview(view) }
    show()
  }

  required init?(coder: NSCoder) { nil }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  override func tintColorDidChange() { show() }

  override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    superview?.effectiveUserInterfaceLayoutDirection
      ?? super.effectiveUserInterfaceLayoutDirection
  }

  func show() {
    let state = isSelected ? look?.selected : look?.normal
    let color = state?.iconColor ?? (isSelected ? tintColor : unselectedColor)
    picture.image = (isSelected ? item.selectedImage : nil) ?? item.image
    picture.tintColor = color
    label.text = item.title
    let attributes =
      AppearanceRules.attributes(of: item, for: isSelected ? .selected : .normal)
      ?? state?.titleTextAttributes
    label.font =
      attributes?[.font] as? UIFont
      ?? .systemFont(ofSize: item.image == nil ? 15 : 10, weight: .medium)
    label.textColor = attributes?[.foregroundColor] as? UIColor ?? color
    badge.text = item.badgeValue
    badge.isHidden = item.badgeValue == nil
    badge.backgroundColor = item.badgeColor ?? state?.badgeBackgroundColor ?? .systemRed
    alpha = item.isEnabled ? 1 : 0.4
    isUserInteractionEnabled = item.isEnabled
    setNeedsLayout()
  }

  override func layoutSubviews() {
    let size = picture.image?.size ?? .zero
    let text = label.sizeThatFits(.zero).height
    let height = size.height > 0 ? size.height + 2 + text : text
    let top = ((bounds.height - height) / 2).rounded()
    picture.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(), y: top, width: size.width,
      height: size.height)
    label.frame = CGRect(x: 0, y: top + height - text, width: bounds.width, height: text)
    let width = max(18, badge.sizeThatFits(.zero).width + 10)
    badge.frame = directed(CGRect(x: bounds.midX + 6, y: 2, width: width, height: 18))
    badge.layer.cornerRadius = 9
  }
}
