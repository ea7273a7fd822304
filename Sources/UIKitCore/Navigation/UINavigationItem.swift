// UINavigationItem.swift
// What a navigation bar shows for one controller.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What a navigation bar shows for one controller.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
  /// The size of the title. Stored, without effect: titles are small.
  public enum LargeTitleDisplayMode: Int, Sendable {
    /// As the previous item.
    case automatic
    /// Large.
    case always
    /// Small.
    case never
  }

  /// Called when what the item shows has changed.
  final var didChange: (() -> Void)?

  /// Creates an item.
  public init(title: String) {
    self.title = title
    super.init()
  }

  /// Creates an item without a title. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) { super.init() }

  /// The title. Default that of the controller.
  open var title: String? { didSet { if title != oldValue { didChange?() } } }

  /// A view in place of the title. Default nil.
  open var titleView: UIView? { didSet { if titleView !== oldValue { didChange?() } } }

  /// A line above the title. Stored, without effect.
  open var prompt: String?

  /// The item whose title the next controller's back button shows. Default nil, for ``title``.
  open var backBarButtonItem: UIBarButtonItem? { didSet { didChange?() } }

  /// The title of the next controller's back button. Default nil, for ``title``.
  open var backButtonTitle: String? { didSet { didChange?() } }

  /// Whether there is no back button. Default false.
  open var hidesBackButton = false { didSet { if hidesBackButton != oldValue { didChange?() } } }

  /// Hides or shows the back button. It does not animate.
  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
    self.hidesBackButton = hidesBackButton
  }

  /// The items at the left. Without a back button, unless ``leftItemsSupplementBackButton``. Default nil.
  open var leftBarButtonItems: [UIBarButtonItem]? { didSet { itemsDidChange() } }

  /// The items at the right, from the right edge. Default nil.
  open var rightBarButtonItems: [UIBarButtonItem]? { didSet { itemsDidChange() } }

  /// Whether the back button stays beside the items at the left. Default false.
  open var leftItemsSupplementBackButton = false { didSet { didChange?() } }

  /// The first item at the left.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  /// The first item at the right.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  /// Sets the items at the left. They do not animate.
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    leftBarButtonItems = items
  }

  /// Sets the items at the right. They do not animate.
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }

  /// Sets the item at the left. It does not animate.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }

  /// Sets the item at the right. It does not animate.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
    rightBarButtonItem = item
  }

  /// The size of the title. Stored, without effect. Default automatic.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

  /// The bar's look with this item. Default nil, for the bar's own.
  open var standardAppearance: UINavigationBarAppearance? { didSet { didChange?() } }

  /// The bar's look with this item in a low window. Kept, without effect. Default nil.
  open var compactAppearance: UINavigationBarAppearance?

  /// The bar's look with this item where the content lies at its start; see
  /// ``UINavigationBar/scrollEdgeAppearance``. Default nil.
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { didChange?() } }

  private func itemsDidChange() {
    for item in (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) {
      item.didChange = { [weak self] in self?.didChange?() }
    }
    didChange?()
  }

  /// The title of the back button that leads to this item.
  final var backTitle: String { backBarButtonItem?.title ?? backButtonTitle ?? title ?? "Back" }

  /// Whether the item has a back button where there is an item to go back to.
  final var showsBackButton: Bool {
    !hidesBackButton && (leftItemsSupplementBackButton || (leftBarButtonItems ?? []).isEmpty)
  }
}
