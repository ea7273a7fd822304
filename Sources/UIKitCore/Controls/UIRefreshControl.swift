// UIRefreshControl.swift
// Stage: events. The control above a scroll view's content that a drag pulls down to begin a refresh.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The control that begins a refresh when content is dragged down beyond its start.
///
///     table.refreshControl = UIRefreshControl()
///     table.refreshControl?.addTarget(self, action: #selector(refresh), for: .valueChanged)
///
/// Pulled by 72 points it begins a refresh and sends `valueChanged`. Until ``endRefreshing()`` the content begins below
/// it: its 60 points are part of ``UIScrollView/adjustedContentInset``. The wheel does not pull.
///
/// Source: Apple's `UIRefreshControl`; it publishes neither distance.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
  static let height: CGFloat = 60
  /// The distance that content is pulled to begin a refresh, in points.
  private static let trigger: CGFloat = 72
  private static let seconds: TimeInterval = 0.3

  private let spinner = UIActivityIndicatorView(style: .medium)
  private let label = UILabel()
  /// The points of the content's inset that the control takes.
  private(set) final var inset: CGFloat = 0
  private var pull: CGFloat = 0

  override func setUp() {
    bounds.size.height = Self.height
    spinner.hidesWhenStopped = false
    spinner.isHidden = false
    label.font = .systemFont(ofSize: 12)
    label.textColor = .secondaryLabel
    label.textAlignment = .center
    for view in [spinner, label] { addSubview(view) }
    show()
  }

  /// The text below the spinner. Default nil.
  open var attributedTitle: NSAttributedString? {
    didSet {
      label.attributedText = attributedTitle
      setNeedsLayout()
    }
  }

  /// Whether a refresh is in progress.
  open private(set) var isRefreshing = false

  /// Shows a refresh that the program began. Sends no event, and does not scroll.
  open func beginRefreshing() {
    guard !isRefreshing else { return }
    isRefreshing = true
    show()
    if scroller?.isDragging != true { takeSpace() }
  }

  /// Ends the refresh: the content moves back within 0.3 s.
  open func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    let change = {
      self.inset = 0
      self.pull = 0
      self.scroller?.refreshInsetDidChange()
      self.show()
    }
    guard inset > 0, window != nil else { return change() }
    UIView.animate(
      withDuration: Self.seconds, delay: 0, options: [.allowUserInteraction, .curveEaseInOut],
      animations: change)
  }

  private var scroller: UIScrollView? { superview as? UIScrollView }

  private func takeSpace() {
    guard isRefreshing, inset == 0 else { return }
    inset = Self.height
    scroller?.refreshInsetDidChange()
  }

  /// Content was dragged to a distance below its place at rest, in points.
  final func contentWasPulled(by distance: CGFloat) {
    guard !isRefreshing, isEnabled else { return }
    pull = max(0, distance)
    if pull >= Self.trigger {
      isRefreshing = true
      sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
    show()
  }

  /// The content is released: a refresh keeps its space.
  final func contentWasReleased() { takeSpace() }

  /// Places the control above the content.
  final func place(in bounds: CGRect) {
    let frame = CGRect(x: bounds.minX, y: -Self.height, width: bounds.width, height: Self.height)
    if self.frame != frame { self.frame = frame }
    if !isRefreshing, pull > 0, bounds.minY >= 0 {
      pull = 0
      show()
    }
  }

  private func show() {
    if isRefreshing != spinner.isAnimating {
      isRefreshing ? spinner.startAnimating() : spinner.stopAnimating()
    }
    alpha = isRefreshing ? 1 : min(1, pull / Self.trigger)
    spinner.color = tintColorOfSpinner
  }

  private var tintColorOfSpinner: UIColor { storedTintColor ?? .systemGray }

  /// Applies the tint colour to the spinner.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    show()
  }

  /// Lays out spinner and text.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let text = label.attributedText == nil ? 0 : label.sizeThatFits(.zero).height
    let size = spinner.intrinsicContentSize
    let top = ((bounds.height - size.height - (text > 0 ? text + 4 : 0)) / 2).rounded()
    spinner.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(), y: top, width: size.width,
      height: size.height)
    label.frame = CGRect(x: 0, y: top + size.height + 4, width: bounds.width, height: text)
  }

  /// The given width, and 60 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: Self.height)
  }
}
