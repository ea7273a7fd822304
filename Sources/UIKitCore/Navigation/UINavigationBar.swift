// UINavigationBar.swift
// The bar with title and buttons above the views of a navigation controller.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Decides about the items of a navigation bar. Every method is optional.
@preconcurrency @MainActor
public protocol UINavigationBarDelegate: AnyObject {
  /// Whether the back button may remove an item. Default true.
  func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
  /// An item was removed.
  func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
  /// An item was added.
  func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
}

extension UINavigationBarDelegate {
  /// Returns true.
  public func navigationBar(
    _ navigationBar: UINavigationBar, shouldPop item: UINavigationItem
  ) -> Bool { true }
  /// Does nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
  /// Does nothing.
  public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
}

/// A bar with a title and buttons, for a stack of items.
///
/// It is 44 points high. Its background is the first subview, so that what is inserted at index 1 lies behind the title.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
  /// The height in points.
  static let height: CGFloat = 44

  /// A change of the items that is in progress.
  struct Change {
    /// To be run in an animation block.
    let animations: () -> Void
    /// Ends the change, with whether it completed.
    let end: (Bool) -> Void
  }

  private let background = BarBackground(isAboveContent: true)
  private let contents = NavigationBarContents()
  private var content: NavigationBarContent?
  private var stack: [UINavigationItem] = []
  /// Replaces the effect of the back button, in a navigation controller.
  final var backPressed: (() -> Void)?

  override func setUp() {
    addSubview(background)
    addSubview(contents)
  }

  // MARK: Appearance

  /// The delegate. Default nil. In a navigation controller the delegate decides about the back button only.
  open weak var delegate: (any UINavigationBarDelegate)?

  /// The look. Default that of the traits; `black` is dark in a light window, too.
  open var barStyle = UIBarStyle.default {
    didSet { overrideUserInterfaceStyle = barStyle == .default ? .unspecified : .dark }
  }

  /// The background colour. Default nil, for the system's.
  open var barTintColor: UIColor? { didSet { background.color = barTintColor } }

  /// Whether the views of a navigation controller extend below the bar. Default true. The bar itself is drawn opaque.
  open var isTranslucent = true {
    didSet { if isTranslucent != oldValue { extentDidChange() } }
  }

  /// Called after a change of ``isTranslucent``.
  final var extentDidChange: () -> Void = {}

  /// Stored, without effect: titles are small. Default false.
  open var prefersLargeTitles = false

  /// The font and the colour of the title. Other attributes have no effect. Default nil.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { reload() } }

  /// The look. Default nil until it is set.
  final var ownStandardAppearance: UINavigationBarAppearance? { didSet { reload() } }

  /// The look, which replaces ``barTintColor`` and ``titleTextAttributes`` once it is set. The bar keeps a copy; an item
  /// may have its own.
  open var standardAppearance: UINavigationBarAppearance {
    get { ownStandardAppearance ?? UINavigationBarAppearance() }
    set { ownStandardAppearance = UIBarAppearance.copied(newValue) }
  }

  /// The look in a low window. Kept, without effect. Default nil.
  open var compactAppearance: UINavigationBarAppearance?

  /// The look where the content lies at its start. It is shown only where ``standardAppearance`` was not set. Default
  /// nil.
  open var scrollEdgeAppearance: UINavigationBarAppearance? {
    didSet {
      edgeLook = UIBarAppearance.copied(scrollEdgeAppearance)
      reload()
    }
  }

  /// The look in a low window where the content lies at its start. Kept, without effect. Default nil.
  open var compactScrollEdgeAppearance: UINavigationBarAppearance?

  private var edgeLook: UINavigationBarAppearance?

  /// The look with the top item.
  private var look: UINavigationBarAppearance? {
    topItem?.standardAppearance ?? ownStandardAppearance ?? topItem?.scrollEdgeAppearance
      ?? edgeLook
  }

  // MARK: Items

  /// The items, the last of which is shown.
  open var items: [UINavigationItem]? {
    get { stack }
    set { setItems(newValue, animated: false) }
  }

  /// The item that is shown.
  open var topItem: UINavigationItem? { stack.last }

  /// The item before.
  open var backItem: UINavigationItem? { stack.dropLast().last }

  /// Adds an item.
  open func pushItem(_ item: UINavigationItem, animated: Bool) {
    change(to: stack + [item], isPush: true, animated: animated) { [weak self] in
      guard let self else { return }
      delegate?.navigationBar(self, didPush: item)
    }
  }

  /// Removes the last item.
  @discardableResult
  open func popItem(animated: Bool) -> UINavigationItem? {
    guard let item = stack.last else { return nil }
    change(to: stack.dropLast(), isPush: false, animated: animated) { [weak self] in
      guard let self else { return }
      delegate?.navigationBar(self, didPop: item)
    }
    return item
  }

  /// Sets the items.
  open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
    let new = items ?? []
    let isPush = !stack.contains { $0 === new.last }
    change(to: new, isPush: isPush, animated: animated) {}
  }

  private func change(
    to items: [UINavigationItem], isPush: Bool, animated: Bool, completion: @escaping () -> Void
  ) {
    let change = beginChange(to: items, isPush: isPush)
    guard animated, UIView.areAnimationsEnabled, window != nil else {
      UIView.performWithoutAnimation(change.animations)
      change.end(true)
      completion()
      return
    }
    UIView.animate(
      withDuration: NavigationAnimator.duration, animations: change.animations,
      completion: { _ in
        change.end(true)
        completion()
      })
  }

  /// Begins a change of the items: shows the views of both items, those of the new one at their start.
  final func beginChange(to items: [UINavigationItem], isPush: Bool) -> Change {
    let (oldItems, old) = (stack, content)
    stack = items
    for item in items { item.didChange = { [weak self] in self?.reload() } }
    guard items.last !== oldItems.last || old == nil else {
      return Change(
        animations: {},
        end: { [weak self] didComplete in
          if !didComplete { self?.stack = oldItems }
          self?.reload()
        })
    }
    let new = makeContent()
    content = new
    let shift = isMirrored ? -bounds.width / 2 : bounds.width / 2
    UIView.performWithoutAnimation {
      if let new {
        contents.addSubview(new)
        new.frame = bounds
        new.layoutIfNeeded()
        new.alpha = 0
        new.title.transform = CGAffineTransform(translationX: isPush ? shift : -shift, y: 0)
      }
    }
    old?.isUserInteractionEnabled = false
    return Change(
      animations: { [weak self] in
        if let self { background.look = look }
        new?.alpha = 1
        new?.title.transform = .identity
        old?.alpha = 0
        old?.title.transform = CGAffineTransform(translationX: isPush ? -shift : shift, y: 0)
      },
      end: { [weak self] didComplete in
        let (kept, dropped) = didComplete ? (new, old) : (old, new)
        dropped?.removeFromSuperview()
        kept?.isUserInteractionEnabled = true
        kept?.alpha = 1
        kept?.title.transform = .identity
        guard let self, !didComplete else { return }
        (stack, content) = (oldItems, old)
        background.look = look
      })
  }

  private func makeContent() -> NavigationBarContent? {
    guard let item = stack.last else { return nil }
    let content = NavigationBarContent(
      item, backTitle: backItem?.backTitle, titleAttributes: titleTextAttributes, look: look)
    content.back?.addAction(
      UIAction { [weak self] _ in self?.goBack() }, for: .touchUpInside)
    return content
  }

  private func goBack() {
    guard let item = topItem, delegate?.navigationBar(self, shouldPop: item) ?? true else { return }
    if let backPressed { backPressed() } else { popItem(animated: true) }
  }

  /// Shows the top item's current values.
  private func reload() {
    background.look = look
    content?.removeFromSuperview()
    content = makeContent()
    guard let content else { return }
    contents.addSubview(content)
    UIView.performWithoutAnimation {
      content.frame = bounds
      content.layoutIfNeeded()
    }
  }

  // MARK: Layout

  /// The width that is offered, and 44 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: Self.height)
  }

  /// 44 points high.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
  }

  override func followDirection() { forEachInTree { $0.setNeedsLayout() } }

  /// Lays out the items.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    contents.frame = bounds
    content?.frame = bounds
  }
}
