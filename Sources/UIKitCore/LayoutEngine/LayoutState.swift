// LayoutState.swift
// What a view with constraints keeps for layout, behind its rare state.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIView {
  /// The layout state of a view that takes part in layout by constraints.
  final class LayoutState {
    /// The active constraints of this view and its descendants.
    var constraints: [NSLayoutConstraint] = []
    /// The constraints that a stack view makes for its arranged views.
    var ownConstraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide] = []
    /// The guides that the view provides, in the order of their first use.
    var providedGuides: [UILayoutGuide] = []
    /// The engine of a topmost view's tree.
    var engine: LayoutEngine?
    /// The view's variables in that engine.
    var item: LayoutItem?
    /// Whether a subview has variables, so that layout sets its frame.
    var positionsSubviews = false
    /// The active constraints that mention the view, without those of a stack.
    var references = 0
    var needsUpdate = false
    var additionalSafeArea = UIEdgeInsets.zero
  }

  /// The layout state, allocated on first use.
  final var ownLayoutState: LayoutState {
    let rareState = ownRareState
    if let layout = rareState.layout { return layout }
    let new = LayoutState()
    rareState.layout = new
    return new
  }

  final var layoutState: LayoutState? { rareState?.layout }

  /// The root of the view tree.
  final var topmost: UIView {
    var view: UIView = self
    while let above = view.storedSuperview { view = above }
    return view
  }
}

/// The variables of a view or layout guide in an engine, in its superview's or owner's coordinates.
final class LayoutItem {
  weak var view: UIView?
  weak var guide: UILayoutGuide?
  let variables: [LayoutVariable]
  /// The constraints that the engine makes for the item alone.
  var fixed: [LayoutEngine.Fixed] = []
  /// The constraints for the intrinsic size along both axes.
  var content: [LayoutEngine.Content?] = [nil, nil]
  /// The number of constraints that use the item.
  var uses = 0
  /// Whether a guide uses the item of its owner.
  var usesOwner = false
  /// Constraints whose position depends on the height of text.
  var baselineUsers: [NSLayoutConstraint] = []
  /// The rectangle of the last layout, in whole pixels.
  var published: CGRect?

  init(view: UIView?, guide: UILayoutGuide?, _ variables: [LayoutVariable]) {
    self.view = view
    self.guide = guide
    self.variables = variables
  }

  var minX: LayoutVariable { variables[0] }
  var minY: LayoutVariable { variables[1] }
  var width: LayoutVariable { variables[2] }
  var height: LayoutVariable { variables[3] }
}
