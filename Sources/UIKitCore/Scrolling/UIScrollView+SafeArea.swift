// UIScrollView+SafeArea.swift
// The safe area in a scroll view: insets of its content, so that the content begins below bars and scrolls under them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIScrollView {
  /// Where the safe area is added to the content's insets. Raw values are UIKit's.
  public enum ContentInsetAdjustmentBehavior: Int, Sendable {
    /// As ``scrollableAxes``; and always above and below in the scroll view of a controller with bars, which is the
    /// controller's view or the first subview of it.
    case automatic
    /// Along the axes on which the content is larger than the view, or always bounces.
    case scrollableAxes
    /// Nowhere.
    case never
    /// At every edge.
    case always
  }

  /// The part of the safe area that is added to the content's insets.
  final var safeContentInset: UIEdgeInsets {
    guard Self.hasSafeAreas, contentInsetAdjustmentBehavior != .never else { return .zero }
    var insets = safeAreaInsets
    guard insets != .zero, contentInsetAdjustmentBehavior != .always else { return insets }
    if !(alwaysBounceHorizontal || contentSize.width > bounds.width) {
      (insets.left, insets.right) = (0, 0)
    }
    if !(alwaysBounceVertical || contentSize.height > bounds.height
      || contentInsetAdjustmentBehavior == .automatic && isOfControllerWithBars)
    {
      (insets.top, insets.bottom) = (0, 0)
    }
    return insets
  }

  /// The safe area without what the content's insets have of it.
  final var safeAreaBesideContent: UIEdgeInsets {
    let (all, content) = (safeAreaInsets, safeContentInset)
    guard content != .zero else { return all }
    return UIEdgeInsets(
      top: all.top - content.top, left: all.left - content.left,
      bottom: all.bottom - content.bottom, right: all.right - content.right)
  }

  /// Whether a controller in a navigation or tab bar controller adjusts this scroll view.
  private var isOfControllerWithBars: Bool {
    let controller =
      owningController
      ?? (storedSuperview?.storedSubviews.first === self ? storedSuperview?.owningController : nil)
    guard let controller, controller.adjustsScrollViews else { return false }
    return controller.navigationController != nil || controller.tabBarController != nil
  }

  /// Moves content that lies at its start with the insets, and notifies of their change. Other content remains where it
  /// is, within its limits.
  final func safeContentInsetMayDiffer() {
    let (old, new) = (reportedSafeContentInset, safeContentInset)
    guard new != old else { return }
    reportedSafeContentInset = new
    var offset = contentOffset
    if !isDragging, !isDecelerating {
      let fitting = clamped(offset)
      // Content within the old limits remains within the new ones.
      if offset.x <= -contentInset.left - old.left {
        offset.x += old.left - new.left
      } else if new.right < old.right {
        offset.x = min(offset.x, fitting.x)
      }
      if offset.y <= -contentInset.top - old.top {
        offset.y += old.top - new.top
      } else if new.bottom < old.bottom {
        offset.y = min(offset.y, fitting.y)
      }
    }
    if offset != contentOffset { contentOffset = offset }
    setNeedsLayout()
    adjustedContentInsetDidChange()
    delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }
}
