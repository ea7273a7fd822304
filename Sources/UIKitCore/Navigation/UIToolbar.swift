// UIToolbar.swift
// A bar of items, at the bottom of a window.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
import Foundation

/// A bar of items from one side to the other: flexible spaces share what is left.
///
/// Source: Apple's `UIToolbar`.
@preconcurrency @MainActor
open class UIToolbar: UIView {
  private let background = BarBackground(isAboveContent: false)
  private var storedItems: [UIBarButtonItem] = []
  private var views: [(view: UIView, item: UIBarButtonItem)] = []

  override func setUp() { insertSubview(background, at: 0) }

  /// The items, from the side where text begins. Default nil.
  open var items: [UIBarButtonItem]? {
    get { storedItems.isEmpty ? nil : storedItems }
    set { setItems(newValue, animated: false) }
  }

  /// Sets the items; animated, they fade.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    for item in storedItems { item.didChange = nil }
    storedItems = items ?? []
    for item in storedItems { item.didChange = { [weak self] in self?.rebuild() } }
    guard animated, window != nil else { return rebuild() }
    UIView.transition(
      with: self, duration: 0.25, options: .transitionCrossDissolve,
      animations: { self.rebuild() })
  }

  /// The colour of the bar. Default nil, for that of the style.
  open var barTintColor: UIColor? { didSet { background.color = barTintColor } }

  /// The look. Default that of the traits; `black` is dark in a light window, too.
  open var barStyle = UIBarStyle.default {
    didSet { overrideUserInterfaceStyle = barStyle == .default ? .unspecified : .dark }
  }

  /// Stored, without effect: the bar is opaque.
  open var isTranslucent = true

  /// The look. Default nil until it is set.
  final var ownStandardAppearance: UIToolbarAppearance? {
    didSet {
      background.look = look
      rebuild()
    }
  }

  /// The look, which replaces ``barTintColor`` once it is set. The bar keeps a copy.
  open var standardAppearance: UIToolbarAppearance {
    get { ownStandardAppearance ?? UIToolbarAppearance() }
    set { ownStandardAppearance = UIBarAppearance.copied(newValue) }
  }

  /// The look in a low window. Kept, without effect. Default nil.
  open var compactAppearance: UIToolbarAppearance?

  /// The look where the content lies at its end. It is shown only where ``standardAppearance`` was not set. Default nil.
  open var scrollEdgeAppearance: UIToolbarAppearance? {
    didSet {
      edgeLook = UIBarAppearance.copied(scrollEdgeAppearance)
      background.look = look
      rebuild()
    }
  }

  private var edgeLook: UIToolbarAppearance?

  private var look: UIToolbarAppearance? { ownStandardAppearance ?? edgeLook }

  private func rebuild() {
    for (view, _) in views { view.removeFromSuperview() }
    views = storedItems.map {
      ($0.makeView($0.style == .done ? look?.doneButtonAppearance : look?.buttonAppearance), $0)
    }
    for (view, item) in views where !item.isSpace { addSubview(view) }
    setNeedsLayout()
  }

  /// The height of a bar: 44 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 44)
  }

  /// No width of its own, and a height of 44 points.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 44)
  }

  /// Lays out the items.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let (side, gap): (CGFloat, CGFloat) = (16, 8)
    let safe = safeAreaInsets
    let height = max(0, bounds.height - safe.bottom)
    func width(_ entry: (view: UIView, item: UIBarButtonItem)) -> CGFloat {
      if entry.item.isFlexible { return 0 }
      if entry.item.isSpace { return entry.item.width }
      let fitting = entry.view.sizeThatFits(CGSize(width: bounds.width, height: height))
      let own =
        entry.view is UIButton || entry.view.bounds.isEmpty ? fitting : entry.view.bounds.size
      return entry.item.width > 0 ? entry.item.width : own.width
    }
    let used = views.reduce(0) { $0 + width($1) } + gap * CGFloat(max(0, views.count - 1))
    let flexible = views.filter(\.item.isFlexible).count
    let free = max(0, bounds.width - 2 * side - safe.left - safe.right - used)
    var x = side + safe.left
    for entry in views {
      let wide = entry.item.isFlexible ? free / CGFloat(flexible) : width(entry)
      let own =
        entry.view.bounds.isEmpty || entry.view is UIButton
        ? entry.view.sizeThatFits(CGSize(width: wide, height: height)).height
        : entry.view.bounds.height
      let tall = min(own, height)
      entry.view.frame = directed(
        CGRect(x: x, y: (height - tall) / 2, width: wide, height: tall))
      x += wide + gap
    }
  }
}
