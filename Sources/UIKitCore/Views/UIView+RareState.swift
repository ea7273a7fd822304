// UIView+RareState.swift
// State that few views have, allocated on demand, and the content priorities in it.
//
// SPDX-License-Identifier: MIT

import Foundation

extension UIView {
  /// State that few views have, behind one reference.
  final class RareState {
    /// The state of layout by constraints.
    var layout: LayoutState?
    /// A dynamic background colour; the layer holds it resolved for this view.
    var backgroundColor: UIColor?
    var style = UIUserInterfaceStyle.unspecified
    var tintMode = TintAdjustmentMode.automatic
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

  // MARK: Priorities

  /// The resistance to growing beyond the intrinsic size. Default 250. Stack views and
  /// constraints distribute space by it.
  public final func contentHuggingPriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let rareState else { return .defaultLow }
    return axis == .horizontal ? rareState.hugging.horizontal : rareState.hugging.vertical
  }

  /// Sets the resistance to growing beyond the intrinsic size.
  public final func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let rareState = ownRareState
    if axis == .horizontal {
      rareState.hugging.horizontal = priority
    } else {
      rareState.hugging.vertical = priority
    }
    superview?.setNeedsLayout()
    layoutContentDidChange()
  }

  /// The resistance to shrinking below the intrinsic size. Default 750.
  public final func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let rareState else { return .defaultHigh }
    return axis == .horizontal ? rareState.resistance.horizontal : rareState.resistance.vertical
  }

  /// Sets the resistance to shrinking below the intrinsic size.
  public final func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let rareState = ownRareState
    if axis == .horizontal {
      rareState.resistance.horizontal = priority
    } else {
      rareState.resistance.vertical = priority
    }
    superview?.setNeedsLayout()
    layoutContentDidChange()
  }
}
