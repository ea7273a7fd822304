// UIView+RareState.swift
// State that few views have, allocated on demand; among it the content priorities.
//
// SPDX-License-Identifier: MIT

import Foundation

extension UIView {
  /// State that few views have, behind one reference.
  final class RareState {
    /// The state of layout by constraints.
    var layout: LayoutState?
    /// An arranged view's animated change between hidden and shown.
    var visibility: VisibilityChange?
    /// A dynamic background colour; the layer holds it resolved for this view.
    var backgroundColor: UIColor?
    /// The safe area of the last notification.
    var reportedSafeArea = UIEdgeInsets.zero
    var style = UIUserInterfaceStyle.unspecified
    var tintMode = TintAdjustmentMode.automatic
    var interactions: [any UIInteraction] = []
    var motionEffects: [UIMotionEffect] = []
    var semanticContent = UISemanticContentAttribute.unspecified
    var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
    var resistance = (
      horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh
    )
  }

  /// The rare state, allocated on first use.
  final var ownRareState: RareState {
    if let rareState { return rareState }
    let new = RareState()
    rareState = new
    return new
  }
}
