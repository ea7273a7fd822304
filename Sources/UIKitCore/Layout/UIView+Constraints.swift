// UIView+Constraints.swift
// The constraints of views, and how views with constraints are laid out, measured and moved between trees.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LayoutSolver
import QuartzCore

extension UIView {
  // MARK: Constraints

  final func constraintsAffecting(
    _ item: AnyObject, _ axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    var found: [NSLayoutConstraint] = []
    var view: UIView? = self
    while let some = view {
      found += some.constraints.filter {
        ($0.firstItem === item || $0.secondItem === item)
          && $0.firstAttribute.isHorizontal == (axis == .horizontal)
      }
      view = some.storedSuperview
    }
    return found
  }

  /// Holds a constraint as active.
  final func hold(_ constraint: NSLayoutConstraint) {
    let state = ownLayoutState
    if constraint.isInternal {
      state.ownConstraints.append(constraint)
    } else {
      state.constraints.append(constraint)
    }
    constraint.holder = self
    LayoutEngine.make(for: self).add(constraint)
    count(constraint, 1)
  }

  /// Makes an active constraint of this view inactive.
  final func release(_ constraint: NSLayoutConstraint) {
    LayoutEngine.of(self)?.remove(constraint)
    if constraint.isInternal {
      layoutState?.ownConstraints.removeAll { $0 === constraint }
    } else {
      layoutState?.constraints.removeAll { $0 === constraint }
    }
    constraint.holder = nil
    count(constraint, -1)
  }

  /// Counts a constraint for the views it mentions. Stack views arrange by constraints once there are any.
  private func count(_ constraint: NSLayoutConstraint, _ change: Int) {
    guard !constraint.isInternal else { return }
    for view in constraint.views {
      guard let view else { continue }
      let state = view.ownLayoutState
      let wasUsed = state.references > 0
      state.references += change
      guard (state.references > 0) != wasUsed else { continue }
      (view as? UIStackView)?.constraintUseDidChange()
      (view.storedSuperview as? UIStackView)?.constraintUseDidChange()
    }
  }

  // MARK: Notifications to the engine

  /// Frame or bounds were set.
  @inline(__always)
  final func layoutGeometryDidChange() {
    if rareState?.layout?.item != nil || rareState?.layout?.providedGuides.isEmpty == false {
      LayoutEngine.of(self)?.frameDidChange(of: self)
    }
  }

  /// The intrinsic size or its priorities may have changed.
  final func layoutContentDidChange() {
    if rareState?.layout != nil { LayoutEngine.of(self)?.contentDidChange(of: self) }
  }

  /// Margins or the safe area changed.
  final func layoutInsetsDidChange() {
    if rareState?.layout != nil { LayoutEngine.of(self)?.frameDidChange(of: self) }
  }

  // MARK: Updates

  final func markForConstraintUpdate() {
    let state = ownLayoutState
    guard !state.needsUpdate else { return }
    state.needsUpdate = true
    LayoutPass.add(self)
    layer.setNeedsLayout()
  }

  // MARK: Layout

  /// Whether the view's frame is given to the constraints, rather than by them: unless it follows constraints, or is
  /// arranged by a stack that needs none.
  final var keepsFrame: Bool {
    translatesAutoresizingMaskIntoConstraints
      || (storedSuperview as? UIStackView)?.setsFrame(of: self) ?? false
  }

  /// Lays out by constraints first. What layout itself changes is laid out again, within the same animation
  /// block.
  final func layOutWithConstraints() {
    LayoutPass.update(for: self)
    layer.layoutIfNeeded()
    var rounds = 0
    while LayoutPass.isPending, rounds < 10, LayoutPass.hasWork(in: topmost) {
      rounds += 1
      LayoutPass.update(for: self)
      layer.layoutIfNeeded()
    }
  }

  /// Sets the frames of subviews, and a scroll view's content size, from the last solution.
  final func positionConstrainedSubviews() {
    guard let state = layoutState, state.positionsSubviews || state.item != nil,
      let engine = LayoutEngine.of(self)
    else { return }
    if engine.root === self, !(self is UIWindow), !translatesAutoresizingMaskIntoConstraints,
      let rect = engine.rect(ofPlaced: self)
    {
      setSize(rect.size)
    }
    guard state.positionsSubviews else { return }
    for view in storedSubviews {
      guard !view.keepsFrame, view.rareState?.visibility?.hides != true,
        let rect = engine.rect(ofPlaced: view)
      else { continue }
      view.rareState?.visibility?.willPlace(view, in: rect)
      view.setConstrainedFrame(rect)
    }
    (self as? UIStackView)?.squeezeHidingViews()
    if let scrollView = self as? UIScrollView,
      let rect = engine.rect(ofProvided: .scrolledContent, in: self)
    {
      scrollView.contentSize = rect.size
    }
  }

  /// Solves what layout changed, and positions the subviews of this view again.
  final func updateConstrainedLayout() {
    LayoutPass.update(for: self)
    positionConstrainedSubviews()
  }

  private func setSize(_ size: CGSize) {
    if bounds.size != size { bounds.size = size }
  }

  /// Sets size and centre where they differ. The frame is undefined under a transform.
  private func setConstrainedFrame(_ rect: CGRect) {
    setSize(rect.size)
    let anchor = layer.anchorPoint
    let position = CGPoint(
      x: rect.minX + rect.width * anchor.x, y: rect.minY + rect.height * anchor.y)
    if center != position { center = position }
  }

  // MARK: Moving between trees

  /// The view is about to leave its superview: constraints to views outside become inactive, and those
  /// inside wait for the next tree.
  final func leaveLayout() {
    guard LayoutPass.isInUse, let engine = LayoutEngine.of(self) else { return }
    var above = storedSuperview
    while let some = above {
      if let state = some.layoutState {
        for constraint in state.constraints + state.ownConstraints
        where constraint.reaches(into: self) {
          some.release(constraint)
        }
      }
      above = some.storedSuperview
    }
    var inside: [NSLayoutConstraint] = []
    forEachInTree { view in
      guard let state = view.layoutState else { return }
      inside += state.constraints + state.ownConstraints
    }
    guard !inside.isEmpty else { return }
    for constraint in inside { engine.remove(constraint) }
    let own = LayoutEngine(root: self)
    ownLayoutState.engine = own
    for constraint in inside { own.add(constraint) }
  }

  /// The view, so far the topmost of its tree, is about to get a superview.
  final func joinLayout(of superview: UIView) {
    guard LayoutPass.isInUse, let engine = layoutState?.engine else { return }
    layoutState?.engine = nil
    LayoutEngine.make(for: superview).adopt(engine)
  }

  // MARK: Fitting

  /// Returns the size nearest to a target that constraints allow; without constraints, ``sizeThatFits(_:)``.
  final func fittingSize(
    _ target: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority
  ) -> CGSize {
    LayoutPass.runUpdates(in: self)
    guard let engine = LayoutEngine.measuring(self) else { return sizeThatFits(target) }
    return engine.fittingSize(
      target, horizontal: horizontal.rawValue, vertical: vertical.rawValue)
  }

  /// Returns the fitting size of a cell by the constraints that mention its content view, else the cell itself, else
  /// ``sizeThatFits(_:)``.
  ///
  /// - Parameter width: The part of the cell's width beside the content view, in points.
  final func fittingSize(
    _ target: CGSize, horizontal: UILayoutPriority, vertical: UILayoutPriority, of content: UIView,
    beside width: CGFloat = 0
  ) -> CGSize {
    LayoutPass.runUpdates(in: self)
    for (view, width) in [(content, width), (self, 0)] {
      guard let engine = LayoutEngine.measuring(view, isUsed: true) else { continue }
      let size = engine.fittingSize(
        CGSize(width: target.width - width, height: target.height),
        horizontal: horizontal.rawValue, vertical: vertical.rawValue)
      return CGSize(width: size.width + width, height: size.height)
    }
    return sizeThatFits(target)
  }
}

extension NSLayoutConstraint {
  /// Whether the constraint mentions an item.
  final func uses(_ item: AnyObject) -> Bool {
    [first.item, first.startItem, second.item, second.startItem].contains { $0 === item }
  }

  /// Whether the constraint mentions a view or something in it.
  final func reaches(into view: UIView) -> Bool {
    views.contains { $0?.isDescendant(of: view) ?? true }
  }
}

extension LayoutEngine {
  func rect(ofProvided kind: UILayoutGuide.Kind, in view: UIView) -> CGRect? {
    view.layoutState?.providedGuides.first { $0.kind == kind }.flatMap { rect(of: $0) }
  }

  /// Returns an engine with the constraints in a view's tree; nil if there are none.
  ///
  /// - Parameter isUsed: Whether one has to mention the view itself.
  static func measuring(_ view: UIView, isUsed: Bool = false) -> LayoutEngine? {
    guard LayoutPass.isInUse else { return nil }
    LayoutEngine.of(view)?.arrangeStacks()
    var constraints: [NSLayoutConstraint] = []
    view.forEachInTree {
      guard let state = $0.layoutState else { return }
      constraints += state.constraints + state.ownConstraints
    }
    guard !constraints.isEmpty,
      !isUsed || constraints.contains(where: { $0.views.contains { $0 === view } })
    else { return nil }
    let engine = LayoutEngine(root: view, isMeasuring: true)
    for constraint in constraints { engine.add(constraint) }
    return engine
  }

  /// Returns the size of the topmost view that is nearest to a target.
  func fittingSize(_ target: CGSize, horizontal: Float, vertical: Float) -> CGSize {
    guard let root else { return target }
    let item = item(for: root)
    item.uses += 1
    for (variable, length, priority) in [
      (item.width, target.width, horizontal), (item.height, target.height, vertical),
    ] where length.isFinite {
      solver.add(
        LinearExpression([(variable, 1)], constant: -Double(max(0, length))), .equal,
        priority: Self.priority(priority))
    }
    update()
    let scale = UIScreen.main.scale
    // The least whole number of pixels; no negative zero.
    func pixels(_ variable: LayoutVariable, without insets: CGFloat) -> CGFloat {
      let count = ((solver.value(of: variable) - 1e-6) * scale).rounded(.up)
      return max(0, count / scale - insets) + 0
    }
    let insets = root.alignmentRectInsets
    return CGSize(
      width: pixels(item.width, without: insets.left + insets.right),
      height: pixels(item.height, without: insets.top + insets.bottom))
  }
}
