// SafeArea.swift
// The part of a view that bars leave free: the insets of bars and controllers, handed down to subviews.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Whether any view has insets of its own. Without them no view looks for any.
  @exclusivity(unchecked) private(set) static var hasSafeAreas = false

  /// The insets of the safe area: the view's own, and what reaches into the view from its superview.
  final var inheritedSafeAreaInsets: UIEdgeInsets {
    guard Self.hasSafeAreas else { return .zero }
    var insets = storedSuperview.map { reachingInsets(from: $0) } ?? .zero
    let own = layoutState?.additionalSafeArea ?? .zero
    insets.top += own.top
    insets.left += own.left
    insets.bottom += own.bottom
    insets.right += own.right
    return insets
  }

  /// The parts of the superview's insets that lie over the view. A view that leaves the superview over an edge without
  /// insets gets none.
  private func reachingInsets(from superview: UIView) -> UIEdgeInsets {
    let outer = superview.safeAreaInsetsOfSubviews
    guard outer != .zero else { return .zero }
    let (area, rect) = (superview.bounds, untransformedFrame)
    func overlap(_ inset: CGFloat, _ distance: CGFloat) -> CGFloat {
      inset > 0 ? max(0, inset - distance) : 0
    }
    return UIEdgeInsets(
      top: overlap(outer.top, rect.minY - area.minY),
      left: overlap(outer.left, rect.minX - area.minX),
      bottom: overlap(outer.bottom, area.maxY - rect.maxY),
      right: overlap(outer.right, area.maxX - rect.maxX))
  }

  /// Sets the insets that the view has in addition to its superview's: those of its controller, or of bars above it.
  final func setAdditionalSafeArea(_ insets: UIEdgeInsets) {
    guard insets != layoutState?.additionalSafeArea ?? .zero else { return }
    Self.hasSafeAreas = true
    ownLayoutState.additionalSafeArea = insets
    safeAreaMayDiffer()
  }

  /// Notifies of safe areas after a change of the frame. A view that was taken out of its superview, as that of a
  /// controller below the shown one, keeps what it was notified of.
  @inline(__always)
  final func safeAreaMayDifferInSuperview() {
    if Self.hasSafeAreas, storedSuperview != nil { safeAreaMayDiffer() }
  }

  /// Notifies the view and its subviews of safe areas that have changed since the last notification.
  final func safeAreaMayDiffer() {
    let insets = safeAreaInsets
    let differs = insets != rareState?.reportedSafeArea ?? .zero
    guard differs || insets != .zero else { return }
    if differs {
      ownRareState.reportedSafeArea = insets
      layoutInsetsDidChange()
      setNeedsLayout()
      followSafeArea()
      safeAreaInsetsDidChange()
      owningController?.viewSafeAreaInsetsDidChange()
    }
    for view in storedSubviews { view.safeAreaMayDiffer() }
  }
}
