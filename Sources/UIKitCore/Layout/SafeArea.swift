// SafeArea.swift
// The part of a view that bars leave free: a controller's additional insets, handed down to subviews.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Whether any controller has additional insets. Without them no view looks for any.
  private static var hasSafeAreas = false

  /// The insets of the safe area: the controller's own, and what reaches into the view from its superview.
  final var inheritedSafeAreaInsets: UIEdgeInsets {
    guard Self.hasSafeAreas else { return .zero }
    var insets = UIEdgeInsets.zero
    if let superview = storedSuperview {
      let (outer, size, rect) = (
        superview.safeAreaInsets, superview.bounds.size, untransformedFrame
      )
      insets.top = max(0, outer.top - rect.minY)
      insets.left = max(0, outer.left - rect.minX)
      insets.bottom = max(0, outer.bottom - (size.height - rect.maxY))
      insets.right = max(0, outer.right - (size.width - rect.maxX))
    }
    let own = layoutState?.additionalSafeArea ?? .zero
    insets.top += own.top
    insets.left += own.left
    insets.bottom += own.bottom
    insets.right += own.right
    return insets
  }

  /// Sets the insets that the view's controller adds.
  final func setAdditionalSafeArea(_ insets: UIEdgeInsets) {
    guard insets != layoutState?.additionalSafeArea ?? .zero else { return }
    Self.hasSafeAreas = true
    ownLayoutState.additionalSafeArea = insets
    layoutInsetsDidChange()
    forEachInTree {
      $0.setNeedsLayout()
      $0.safeAreaInsetsDidChange()
      $0.owningController?.viewSafeAreaInsetsDidChange()
    }
  }
}
