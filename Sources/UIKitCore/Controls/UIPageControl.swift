// UIPageControl.swift
// A row of dots, one for each page.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A dot for each page of a content, with the current one marked. A press on one side goes a page to that side.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
  private static let dot: CGFloat = 7
  private static let distance: CGFloat = 16
  private static let height: CGFloat = 26

  private var dots: [UIView] = []

  /// The number of pages. Default 0; negative numbers are 0.
  open var numberOfPages = 0 {
    didSet {
      if numberOfPages < 0 { numberOfPages = 0 }
      while dots.count > numberOfPages { dots.removeLast().removeFromSuperview() }
      while dots.count < numberOfPages {
        let view = UIView()
        view.isUserInteractionEnabled = false
        view.layer.cornerRadius = Self.dot / 2
        dots.append(view)
        addSubview(view)
      }
      currentPage = page
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  private var page = 0 { didSet { notifyObservers() } }

  /// The current page, from 0. Clamped to the pages. Setting it sends no event.
  open var currentPage: Int {
    get { page }
    set {
      page = min(max(newValue, 0), max(numberOfPages - 1, 0))
      show()
    }
  }

  /// Whether the control is hidden with a single page. Default false.
  open var hidesForSinglePage = false { didSet { show() } }

  /// The colour of the other dots. Default nil, for a grey.
  open var pageIndicatorTintColor: UIColor? { didSet { show() } }

  /// The colour of the current page's dot. Default nil, for that of text.
  open var currentPageIndicatorTintColor: UIColor? { didSet { show() } }

  private func show() {
    for (index, view) in dots.enumerated() {
      view.backgroundColor =
        index == page
        ? currentPageIndicatorTintColor ?? .label : pageIndicatorTintColor ?? .systemGray3
      view.isHidden = hidesForSinglePage && dots.count == 1
    }
    alpha = isEnabled ? 1 : 0.5
  }

  override func stateDidChange() {
    super.stateDidChange()
    show()
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    accessibilityDefaults(.adjustable, value: "page \(page + 1) of \(numberOfPages)")
  }

  /// Returns the size of a number of dots, in points.
  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    CGSize(
      width: CGFloat(max(pageCount, 0)) * Self.distance + Self.distance - Self.dot,
      height: Self.height)
  }

  /// Returns the size of the dots.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    self.size(forNumberOfPages: numberOfPages)
  }

  /// The size of the dots.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  /// Lays out the dots, in the middle.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let start = bounds.midX - CGFloat(max(dots.count - 1, 0)) * Self.distance / 2
    for (index, view) in dots.enumerated() {
      view.frame = directed(
        CGRect(
          x: start + CGFloat(index) * Self.distance - Self.dot / 2, y: bounds.midY - Self.dot / 2,
          width: Self.dot, height: Self.dot))
    }
    show()
  }

  private func go(_ step: Int) {
    let old = page
    currentPage = page + step
    if page != old { send([.valueChanged, .primaryActionTriggered]) }
  }

  /// Goes to the page on the side of the release.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let place = touch?.location(in: self), point(inside: place, with: event) else { return }
    let isLeft = place.x < bounds.midX
    go(isLeft != isMirrored ? -1 : 1)
  }

  /// Goes to another page with the arrow keys.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .left: go(isMirrored ? 1 : -1)
    case .right: go(isMirrored ? -1 : 1)
    default: super.pressesBegan(presses, with: event)
    }
  }

  override var cursor: PointerShape { isEnabled ? .hand : .arrow }
}
